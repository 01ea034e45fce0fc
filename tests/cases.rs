//! The small cases of `fixtures/cases`, each of which tests one rule of one stage.

use std::path::Path;

use charsniff::{Context, Detection, Sniffed, Source, sniff};
use serde::Deserialize;

#[derive(Deserialize)]
struct Cases {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    why: String,
    #[serde(default)]
    bytes: String,
    #[serde(default)]
    spaces: usize,
    #[serde(default)]
    values: Vec<String>,
    transport: Option<String>,
    environment: Option<String>,
    encoding: Option<String>,
}

impl Case {
    /// The input. Each character of the file stands for one byte.
    fn input(&self) -> Vec<u8> {
        let bytes = self.bytes.chars().map(|c| u8::try_from(c).unwrap());
        std::iter::repeat_n(b' ', self.spaces).chain(bytes).collect()
    }
}

/// Compares each case of `file` with `answer`.
fn check(file: &str, answer: impl Fn(&Case) -> Option<String>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/cases").join(file);
    let text = std::fs::read_to_string(path).unwrap();
    let cases = toml::from_str::<Cases>(&text).unwrap_or_else(|error| panic!("{file}: {error}")).case;
    let mut wrong = Vec::new();
    for case in &cases {
        let found = answer(case);
        if found != case.encoding {
            wrong.push(format!("{}: {found:?}, not {:?}", case.why, case.encoding));
        }
    }
    println!("{file}: {} cases", cases.len());
    assert!(!cases.is_empty());
    assert!(wrong.is_empty(), "{file}:\n{}", wrong.join("\n"));
}

/// The answer of the stages that `sources` belong to, if one of them decided.
fn from(sniffed: Sniffed, sources: &[Source]) -> Option<String> {
    sources.contains(&sniffed.source).then(|| sniffed.encoding.name().to_owned())
}

#[test]
fn prescan() {
    let context = Context::html().detection(Detection::Off);
    check("prescan.toml", |case| from(sniff(&case.input(), (), &context), &[Source::Meta, Source::XmlDeclaration]));
}

#[test]
fn xml() {
    let context = Context::xml();
    check("xml.toml", |case| from(sniff(&case.input(), (), &context), &[Source::XmlDeclaration]));
}

#[test]
fn css() {
    check("css.toml", |case| {
        let content_type = case.transport.as_ref().map(|label| format!("text/css; charset={label}"));
        let mut context = Context::css();
        if let Some(label) = &case.environment {
            context = context.reference_charset(label);
        }
        Some(sniff(&case.input(), content_type, &context).encoding.name().to_owned())
    });
}

#[test]
fn headers() {
    let context = Context::html();
    check("headers.toml", |case| {
        let headers: Vec<_> = case.values.iter().map(|value| ("Content-Type", value)).collect();
        from(sniff(b"", &headers[..], &context), &[Source::Transport])
    });
}
