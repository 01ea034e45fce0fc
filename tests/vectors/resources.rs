//! Resources: what is known of them, and their verdicts, texts and explanations in every reading.

use std::collections::{BTreeMap, HashSet};

use charsniff::{Context, Explanation, Kind, StreamDecoder, explain, sniff, try_decode};
use serde::Serialize;
use serde_json::Value;

use crate::facts::{Facts, READINGS};
use crate::fixture::{self, Document};
use crate::json::{Bytes, line};
use crate::record::{self, Case};

type Headers = Vec<(String, String)>;

/// The parts of a vector besides the verdict.
#[derive(Clone, Copy, PartialEq)]
enum Parts {
    Verdict,
    Text,
    /// The text, and the explanation in the reading of this number.
    Explanation(usize),
}

#[derive(Serialize)]
struct Resource {
    id: String,
    #[serde(skip_serializing_if = "Facts::are_of_a_page")]
    facts: Facts,
    /// `None` is null.
    #[serde(skip_serializing_if = "is_empty")]
    headers: Option<Headers>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<Bytes>,
    verdicts: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    texts: BTreeMap<String, Text>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    explanations: BTreeMap<String, Explanation>,
}

fn is_empty(headers: &Option<Headers>) -> bool {
    headers.as_ref().is_some_and(Vec::is_empty)
}

/// A text; or where decoding failed, in contexts in which malformed sequences are errors.
#[derive(Clone, PartialEq, Serialize)]
#[serde(untagged)]
enum Text {
    Text { text: String, had_errors: bool },
    Error { error_offset: usize, error_length: usize },
}

/// The answers of the readings, each once, under the names of the readings that give it; `all` for one answer.
fn by_readings<T: PartialEq>(answer: impl Fn(&str) -> T) -> BTreeMap<String, T> {
    let mut answers: Vec<(Vec<&str>, T)> = Vec::new();
    for reading in READINGS {
        let found = answer(reading);
        match answers.iter_mut().find(|(_, other)| *other == found) {
            Some((readings, _)) => readings.push(reading),
            None => answers.push((vec![reading], found)),
        }
    }
    let name = |readings: &[&str]| if readings.len() == READINGS.len() { "all".to_owned() } else { readings.join(" ") };
    answers.into_iter().map(|(readings, answer)| (name(&readings), answer)).collect()
}

fn verdict(bytes: &[u8], headers: &[(&str, &str)], context: &Context) -> String {
    let sniffed = sniff(bytes, headers, context);
    format!("{} {} {} {}", sniffed.name(), sniffed.confidence, sniffed.source, sniffed.bom_length())
}

fn text(bytes: &[u8], headers: &[(&str, &str)], context: &Context) -> Text {
    match try_decode(bytes, headers, context) {
        Ok(decoded) => Text::Text { text: decoded.text.into_owned(), had_errors: decoded.errors > 0 },
        Err(error) => Text::Error { error_offset: error.offset, error_length: error.length },
    }
}

/// The text as a stream gives it that gets `size` bytes at a time.
fn streamed(bytes: &[u8], size: usize, headers: &[(&str, &str)], context: &Context) -> Text {
    let mut stream = StreamDecoder::new(headers, context);
    let mut text = String::new();
    let pushed = bytes.chunks(size).try_for_each(|chunk| stream.push(chunk, &mut text).map(|_| ()));
    match pushed.and_then(|()| stream.finish(&mut text).map(|_| ())) {
        Ok(()) => Text::Text { text, had_errors: stream.errors() > 0 },
        Err(error) => Text::Error { error_offset: error.offset, error_length: error.length },
    }
}

fn resource(id: String, facts: Facts, headers: Headers, file: Option<String>, bytes: Vec<u8>, parts: Parts) -> String {
    resource_or_null(id, facts, Some(headers), file, bytes, parts)
}

fn resource_or_null(
    id: String,
    facts: Facts,
    headers: Option<Headers>,
    file: Option<String>,
    bytes: Vec<u8>,
    parts: Parts,
) -> String {
    let given: Vec<(&str, &str)> = headers.iter().flatten().map(|(name, value)| (&**name, &**value)).collect();
    let verdicts = by_readings(|reading| verdict(&bytes, &given, &facts.context(reading, &given)));
    let texts = match parts {
        Parts::Verdict => BTreeMap::new(),
        _ => by_readings(|reading| {
            let context = facts.context(reading, &given);
            let whole = text(&bytes, &given, &context);
            for size in [1, 13] {
                assert!(streamed(&bytes, size, &given, &context) == whole, "{id}: streamed {size} bytes at a time");
            }
            whole
        }),
    };
    let explanations = match parts {
        Parts::Explanation(reading) => {
            let explanation = explain(&bytes, &*given, &facts.context(READINGS[reading], &given));
            BTreeMap::from([(READINGS[reading].to_owned(), explanation)])
        }
        _ => BTreeMap::new(),
    };
    let bytes = file.is_none().then_some(Bytes(bytes));
    line(&Resource { id, facts, headers, file, bytes, verdicts, texts, explanations })
}

/// A document of `fixtures/pages`. The readings take turns with the explanations.
fn document(number: usize, document: &Document) -> String {
    let file = format!("pages/{}", document.file);
    let headers = document.headers().into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let parts = Parts::Explanation(number % READINGS.len());
    resource(document.file.clone(), Facts::from(document), headers, Some(file), document.bytes(), parts)
}

/// A case of the browsers' record; `None` where no text can be decoded.
fn recorded(case: &Case) -> Option<String> {
    let fact = |name: &str| case.fact(name).map(str::to_owned);
    let id = format!("browsers/{}", case.id);
    if case.context == "text-decoder" {
        let label = fact("label").unwrap_or_default();
        charsniff::Encoding::for_label_no_replacement(label.as_bytes())?;
        let option = |name: &str| (case.environment["options"][name] == true).then_some(true);
        let (fatal, ignore_bom) = (option("fatal"), option("ignoreBOM"));
        let facts = Facts { encoding: Some(label), fatal, ignore_bom, ..Facts::of("text-decoder") };
        return Some(resource(id, facts, Vec::new(), None, case.body.clone(), Parts::Text));
    }
    let in_worker = matches!(case.how.as_str(), "worker" | "module-worker" | "import-scripts");
    let facts = Facts {
        override_encoding: fact("override_charset"),
        reference_charset: fact("charset"),
        parent: fact("parent"),
        same_origin: fact("parent").map(|_| case.environment["same_origin"] == Value::Bool(true)),
        document: fact("document"),
        style_sheet: fact("style_sheet"),
        in_worker: in_worker.then_some(true),
        ..Facts::of(&case.context)
    };
    let facts = facts.without_labels_of_nothing();
    // Header values that are no text are for other tests: not every language has a type for them.
    let headers =
        case.headers.iter().map(|(name, value)| Some(((*name).to_owned(), String::from_utf8(value.clone()).ok()?)));
    Some(resource(id, facts, headers.collect::<Option<_>>()?, None, case.body.clone(), Parts::Verdict))
}

/// Every fact that neither the documents nor the record have.
fn others() -> Vec<String> {
    let french = b"<p>L'\xE9t\xE9 est d\xE9j\xE0 l\xE0".to_vec();
    let russian = "<p>Погода на завтра: снег и ветер".as_bytes().to_vec();
    let html = || Facts::of("html");
    let fact = |id: &str, facts: Facts, headers: &[(&str, &str)], bytes: &[u8]| {
        let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        resource(format!("facts/{id}"), facts, headers, None, bytes.to_vec(), Parts::Explanation(3))
    };
    let late = [&b" ".repeat(2000)[..], b"<meta charset=koi8-r><p>\xC1\xC2\xD7"].concat();
    vec![
        fact("empty", html(), &[], b""),
        fact("url", Facts { url: Some("https://example.jp/a".into()), ..html() }, &[], b"<p>\x93\xFA\x96\x7B"),
        fact("domain", Facts { tld: Some("www.example.CO.JP.".into()), ..html() }, &[], b"<p>\xB8\xB5"),
        fact("tld", Facts { tld: Some("ru".into()), ..html() }, &[], b"<p>\xEF\xEE\xE3\xEE\xE4\xE0"),
        fact("locale", Facts { locale: Some("ru-RU".into()), ..html() }, &[], b"<p>\xE0"),
        fact("content-language", html(), &[("Content-Language", "el")], b"<p>\xE1\xE2\xE3"),
        fact("two-headers", html(), &[("content-type", "text/html"), ("CONTENT-TYPE", "text/html;charset=gbk")], b"a"),
        fact("detection-off", Facts { detection: Some("off".into()), ..html() }, &[], &french),
        fact("detection-legacy", Facts { detection: Some("legacy".into()), ..html() }, &[], &russian),
        fact("detection-full", Facts { detection: Some("full".into()), ..html() }, &[], &russian),
        fact("detection-ceiling", Facts { detection_ceiling: Some(4), ..html() }, &[], &french),
        fact("iso-2022-jp", Facts { detect_iso_2022_jp: Some(true), ..html() }, &[], b"\x1B$B2P@1\x1B(B"),
        fact("no-iso-2022-jp", html(), &[], b"\x1B$B2P@1\x1B(B"),
        fact("prescan-limit", Facts { prescan_limit: Some(3000), ..html() }, &[], &late),
        fact("late", html(), &[], &late),
        fact(
            "truncated",
            Facts { truncated: Some(true), ..html() },
            &[],
            "<p>Погод".as_bytes().split_last().unwrap().1,
        ),
        fact("not-truncated", html(), &[], "<p>Погод".as_bytes().split_last().unwrap().1),
        fact(
            "mime-type",
            Facts { mime_type: Some("text/css".into()), ..Facts::of("text-document") },
            &[],
            b"@charset \"gbk\";",
        ),
        fact("string-type", Facts { string_type: Some("bmp".into()), ..Facts::of("x500-string") }, &[], b"\x04\x1C"),
        fact("misspelled-label", html(), &[("Content-Type", "text/html; charset=cp-1251")], b"<p>\xCC\xE0\xF0\xF1"),
        fact("malformed-xml", Facts::of("xml"), &[], b"<a>b\xFF</a>"),
        fact("malformed-html", html(), &[("Content-Type", "text/html; charset=utf-8")], b"<a>b\xFF</a>"),
        fact("binary", html(), &[], b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0"),
        fact("unknown-label", html(), &[("Content-Type", "text/html; charset=none")], b"<meta charset=sjis>"),
        fact("lie", html(), &[("Content-Type", "text/html; charset=windows-1252")], &russian),
        fact(
            "lies",
            Facts { history: Some("windows-1251".into()), ..html() },
            &[("Content-Type", "text/html; charset=big5")],
            &[b"<meta charset=\"gbk\">", &*russian].concat(),
        ),
        fact(
            "long-lie",
            html(),
            &[("Content-Type", "text/html; charset=\"windows 1252 (Western European)\"")],
            &russian,
        ),
    ]
}

/// Resources whose row follows from their headers, and tells by what declares the encoding.
fn rows_by_headers() -> impl Iterator<Item = String> {
    const TYPES: [&[&str]; 14] = [
        &[],
        &[""],
        &[" \t"],
        &["bogus"],
        &["*/*"],
        &["application/octet-stream"],
        &["Application/XHTML+XML ; charset=none"],
        &["text/css, text/html"],
        &["text/css; charset=\"gbk\", bogus, */*"],
        &["text/html", "text/css"],
        &["text/css", ""],
        &["text/html; charset=none", "application/unknown"],
        &["image/png"],
        &["text/javascript; a=\"b, text/html\""],
    ];
    let bytes = b"@charset \"koi8-r\"; <?xml version='1.0' encoding='big5'?><meta charset=euc-kr>".to_vec();
    TYPES.into_iter().enumerate().map(move |(number, types)| {
        let headers = types.iter().map(|value| ("Content-Type".to_owned(), (*value).to_owned())).collect();
        let parts = Parts::Explanation(number % READINGS.len());
        resource(format!("headers/{}", types.join(" | ")), Facts::default(), headers, None, bytes.clone(), parts)
    })
}

/// UTF-32, as Python writes and reads it (`tools/utf_32.py`).
fn utf_32() -> impl Iterator<Item = String> {
    let rows = std::fs::read_to_string(fixture::folder().join("utf-32.tsv")).unwrap();
    let of = |(number, row): (usize, &str)| {
        let [encoding, name, content_type, bytes, _] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let bytes = bytes.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).unwrap());
        let bytes = bytes.map(|digits| u8::from_str_radix(digits, 16).unwrap()).collect();
        let headers = vec![("Content-Type".to_owned(), content_type.to_owned())];
        let parts = if number < 3 { Parts::Explanation(3) } else { Parts::Text };
        resource(format!("utf-32/{encoding}/{name}"), Facts::default(), headers, None, bytes, parts)
    };
    rows.lines().skip(1).enumerate().map(of).collect::<Vec<_>>().into_iter()
}

/// What is null counts as what is absent.
fn with_null() -> impl Iterator<Item = String> {
    let resource = |id: &str, facts: Facts, headers: Option<Headers>| {
        resource_or_null(
            format!("null/{id}"),
            facts,
            headers,
            None,
            b"<p>\xEF\xEE\xE3\xEE\xE4\xE0".to_vec(),
            Parts::Text,
        )
    };
    let facts = Facts::with_null().map(move |(name, facts)| resource(name, facts, Some(Vec::new())));
    facts.chain([resource("headers", Facts::of("html"), None), resource("headers, no row", Facts::default(), None)])
}

/// Bytes of several encodings, in every row of the context table.
fn rows() -> impl Iterator<Item = String> {
    let bytes = b"\xEF\xBB\xBF<meta charset=gbk>@charset \"koi8-r\"; caf\xE9 \xD0\x96 %D0%96 \xFF".to_vec();
    let rows = Kind::ALL.iter().filter(|kind| **kind != Kind::TextDecoder);
    rows.flat_map(move |kind| {
        let of = |id: String, bytes: &[u8]| {
            resource(id, Facts::of(kind.as_str()), Vec::new(), None, bytes.to_vec(), Parts::Text)
        };
        [of(format!("rows/{}", kind.as_str()), &bytes[3..]), of(format!("rows/{}/bom", kind.as_str()), &bytes)]
    })
}

pub fn lines() -> Vec<String> {
    let documents = fixture::documents().into_iter().enumerate().map(|(number, found)| document(number, &found));
    let record = record::read();
    // The record has some resources under more than one name.
    let mut known = HashSet::new();
    let recorded = record.iter().filter_map(recorded).filter(|line| match line.split_once(r#"",""#) {
        Some((_, resource)) => known.insert(resource.to_owned()),
        None => true,
    });
    documents
        .chain(others())
        .chain(rows_by_headers())
        .chain(with_null())
        .chain(utf_32())
        .chain(rows())
        .chain(recorded)
        .collect()
}
