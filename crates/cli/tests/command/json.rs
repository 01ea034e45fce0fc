//! The JSON of the command and of the library is the same, and conforms to `docs/json.schema.json`.

use std::path::Path;

use charsniff::{Content, Context, Encoding, Kind, Outcome, Reading, Source, Stage, explain, sniff};
use serde_json::{Value, json};

use super::KOI8_R;
use super::run::{folder, run};

fn schema() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/json.schema.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Asserts that values conform to the schema in `place`.
pub fn conforms<'a>(place: &str, values: impl IntoIterator<Item = &'a Value>) {
    let mut schema = schema();
    if !place.is_empty() {
        schema["anyOf"] = json!([{ "$ref": format!("#/$defs/{place}") }]);
    }
    let validator = jsonschema::validator_for(&schema).unwrap();
    for value in values {
        let errors: Vec<String> = validator.iter_errors(value).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{value}: {errors:?}");
    }
}

#[test]
fn the_schema_refuses_other_lines() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    let good = &run(["--json"], KOI8_R).json()[0];
    assert!(validator.is_valid(good), "{good}");
    for (key, value) in
        [("encoding", json!("koi8-r")), ("source", json!("Meta")), ("bom", json!(0)), ("unheard-of", json!(1))]
    {
        let mut bad = good.clone();
        bad[key] = value;
        assert!(!validator.is_valid(&bad), "{bad}");
    }
    let mut bad = good.clone();
    bad.as_object_mut().unwrap().remove("label");
    assert!(!validator.is_valid(&bad), "{bad}");
}

#[test]
fn names_are_those_of_the_library() {
    let schema = schema();
    let names =
        |pointer: &str| -> Vec<String> { serde_json::from_value(schema.pointer(pointer).unwrap().clone()).unwrap() };
    let mut encodings = names("/$defs/encoding/enum");
    let mut all: Vec<String> = Encoding::ALL.iter().map(|encoding| encoding.name().to_owned()).collect();
    encodings.sort();
    all.sort();
    assert_eq!(encodings, all);
    let all: Vec<_> = Source::ALL.iter().map(|source| source.as_str()).collect();
    assert_eq!(names("/$defs/sniffed/properties/source/enum"), all);
    let all: Vec<_> = Stage::PIPELINE.iter().map(|stage| stage.as_str()).collect();
    assert_eq!(names("/$defs/stage-report/properties/stage/enum"), all);
    let all: Vec<_> = Content::ALL.iter().map(|content| content.as_str()).collect();
    assert_eq!(names("/$defs/line/properties/content/enum"), all);
    let all =
        [Outcome::Decided, Outcome::TooLate, Outcome::Refuted, Outcome::Ignored, Outcome::Nothing].map(Outcome::as_str);
    assert_eq!(names("/$defs/stage-report/properties/outcome/enum"), all);
}

#[test]
fn the_librarys_values_conform() {
    let page = b"\xEF\xBB\xBF<meta charset=\xFF\xC3>caf\xE9";
    let mut verdicts = Vec::new();
    let mut explanations = Vec::new();
    for &kind in Kind::ALL {
        for context in
            [Context::of(kind).locale("ru").override_encoding("\u{FFFD}"), Context::of(kind).reading(Reading::Crawler)]
        {
            let headers = [("Content-Type", b"text/html; charset=\xFF\xFE")];
            verdicts.push(serde_json::to_value(sniff(page, headers, &context)).unwrap());
            explanations.push(serde_json::to_value(explain(page, headers, &context)).unwrap());
        }
    }
    conforms("sniffed", &verdicts);
    conforms("explanation", &explanations);
    let health = charsniff::health(page, &sniff(page, (), &Context::html()));
    conforms("health", [&serde_json::to_value(health).unwrap()]);
}

#[test]
fn the_commands_lines_conform() {
    for options in [
        &[][..],
        &["--explain"],
        &["--health"],
        &["--decode"],
        &["--decode", "--health"],
        &["--decode", "--repair"],
        &["--repair"],
        &["--reading", "standard", "--health", "--explain"],
    ] {
        let arguments = || ["--json"].iter().chain(options);
        conforms("file", &run(arguments(), KOI8_R).json());
        conforms("file", &run(arguments().chain(&["-c", "header-value"]), KOI8_R).json());
        conforms("file", &run(arguments().chain(&["-H", "Content-Type: text/html;charset=none"]), b"\xFF\xFEa").json());
        let (russian, german) = ("Обновлена документация проекта\n", "Größe und Übung für alle Mädchen\n");
        let of_three = [
            russian.as_bytes(),
            &encoding_rs::KOI8_R.encode(russian).0,
            &encoding_rs::WINDOWS_1251.encode(russian).0,
            german.as_bytes(),
        ]
        .concat();
        let line = run(arguments(), &of_three).json();
        assert_eq!(line[0].get("lines").is_some(), options.contains(&"--health"), "{}", line[0]);
        conforms("file", &line);
    }
    let crawl = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../fixtures/crawl.warc.gz")
        .into_os_string()
        .into_string()
        .unwrap();
    for options in [&[][..], &["--json", "--explain", "--health"], &["--decode"]] {
        conforms("response", &run(options.iter().copied().chain([crawl.as_str()]), b"").json());
    }
}

#[test]
fn the_command_writes_what_the_library_writes() {
    let headers = [("content-type", "text/html; charset=windows1251")];
    for (options, context) in
        [(&["--reading", "standard"][..], Context::html()), (&[], Context::html().reading(Reading::Crawler))]
    {
        let arguments = ["--json", "--explain", "--content-type", headers[0].1];
        let mut line = run(options.iter().chain(&arguments), KOI8_R).json().remove(0);
        assert_eq!(line.as_object_mut().unwrap().shift_remove("path"), Some("-".into()));
        assert_eq!(line.as_object_mut().unwrap().shift_remove("content"), Some("text".into()));
        let declared = serde_json::to_value(charsniff::declarations(KOI8_R, headers, &context)).ok();
        assert_eq!(line.as_object_mut().unwrap().shift_remove("declarations"), declared);
        let candidates = sniff(KOI8_R, headers, &context).candidates(KOI8_R, &context);
        let written = serde_json::from_str(&serde_json::to_string(&candidates).unwrap()).ok();
        assert_eq!(line.as_object_mut().unwrap().shift_remove("candidates"), written);
        // By way of a string: a value has numbers in another precision.
        let written = serde_json::to_string(&explain(KOI8_R, headers, &context)).unwrap();
        assert_eq!(line, serde_json::from_str::<Value>(&written).unwrap());
    }
}

#[test]
fn long_labels_are_cut() {
    for (length, expected) in [(255, 255), (256, 256), (257, 256), (700, 256)] {
        let page = format!("<meta charset={}><p>text", "x".repeat(length));
        let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{page}");
        let crawl = format!(
            "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\n\
             Content-Type: application/http\r\nContent-Length: {}\r\n\r\n{block}\r\n\r\n",
            block.len()
        );
        for (name, input) in [("file", page), ("response", crawl)] {
            let lines = run(["--json", "--explain"], input.as_bytes()).json();
            conforms(name, &lines);
            let labels = lines[0]["stages"].as_array().unwrap().iter().filter_map(|stage| stage["label"].as_str());
            assert_eq!(labels.map(str::len).collect::<Vec<_>>(), [expected], "{name}, {length}");
            assert_eq!(lines[0]["declarations"][0]["label"].as_str().unwrap().len(), expected, "{name}, {length}");
        }
    }
}

#[test]
fn no_control_character_is_written_as_it_is() {
    let controls = "\u{1B}[2J\u{7F}\u{80}\u{9B}2J\u{9F}\u{A0}é\u{C2}";
    let page = format!("<meta charset=\"{controls}\">");
    let run = run(["--json", "--explain"], page.as_bytes());
    assert!(!run.text().trim_end().contains(char::is_control), "{}", run.text());
    let label: String = controls.bytes().map(char::from).collect();
    assert_eq!(run.json()[0]["stages"][3]["label"], label);
    let folder = folder("no-control-character");
    let path = folder.join(format!("a{controls}.html"));
    std::fs::write(&path, KOI8_R).unwrap();
    let run = super::run::run(["--json".as_ref(), path.as_os_str()], b"");
    assert!(!run.text().trim_end().contains(char::is_control), "{}", run.text());
    assert_eq!(run.json()[0]["path"], path.to_str().unwrap());
}

/// A file whose name is not UTF-8 can be opened again from the JSON and, by a shell, from the plain
/// line.
#[cfg(unix)]
#[test]
fn any_file_name_can_be_opened_again() {
    use std::os::unix::ffi::OsStrExt;

    let folder = folder("any-file-name");
    let path = folder.join(std::ffi::OsStr::from_bytes(b"it's\\ \xFF\xED\xA0\x80\n\x1B\xC2\x85\xC3\xA9.html"));
    std::fs::write(&path, KOI8_R).unwrap();
    let run = super::run::run(["--json".as_ref(), folder.as_os_str()], b"");
    let line = &run.json()[0];
    conforms("file", [line]);
    let base64 = line["path-base64"].as_str().unwrap();
    use base64::Engine;
    assert_eq!(base64::prelude::BASE64_STANDARD.decode(base64).unwrap(), path.as_os_str().as_bytes());

    let plain = super::run::run([&folder], b"");
    assert_eq!(plain.text().lines().count(), 1, "{}", plain.text());
    let quoted = &plain.text()[plain.text().find("$'").unwrap()..];
    let script = format!("cat {quoted}");
    match std::process::Command::new("bash").args(["-c", &script]).output() {
        Ok(output) => assert_eq!(output.stdout, KOI8_R, "{script}"),
        Err(error) => crate::skipped::skipped(&format!("no bash: {error}")),
    }
}

/// A text is written in pieces, which end between characters.
#[test]
fn a_long_text_is_whole() {
    let text = "\"é\u{9F}火😀\n".repeat(30_000);
    for shift in ["", "a", "ab", "abc"] {
        let text = format!("{shift}{text}");
        assert_eq!(
            run(["--json", "--decode"], text.as_bytes()).json()[0]["text"],
            Value::from(text.as_str()),
            "{shift}"
        );
    }
}
