//! Resources that are no pages: feeds, style sheets, scripts, JSON, event streams and plain text, made of the samples,
//! with the right declaration, a wrong one, and none.

use std::collections::BTreeMap;

use charsniff::{Context, Kind, Reading, sniff};
use encoding_rs::{Encoding, REPLACEMENT};

use crate::corpus::{Sample, encoded, same_words};

/// A kind of resource: its name, its row, its MIME type, and what is written where its bytes declare the encoding.
type Resource = (&'static str, Kind, &'static str, Option<fn(&str) -> String>);

const RESOURCES: [Resource; 6] = [
    ("feed", Kind::Xml, "application/rss+xml", Some(|label| format!("<?xml version=\"1.0\" encoding=\"{label}\"?>\n"))),
    ("style sheet", Kind::CssFromDocument, "text/css", Some(|label| format!("@charset \"{label}\";\n"))),
    ("script", Kind::ClassicScript, "text/javascript", None),
    ("JSON", Kind::FetchJson, "application/json", None),
    ("event stream", Kind::EventStream, "text/event-stream", None),
    ("plain text", Kind::TextDocument, "text/plain", None),
];

/// What is declared, and where.
const DECLARED: [&str; 5] = ["header, right", "in the bytes, right", "header, wrong", "in the bytes, wrong", "nothing"];

/// From how many bytes on: shorter texts say little, and are measured as samples.
const SHORTEST: usize = 200;

/// The text as a resource of a kind.
fn resource(kind: &str, text: &str) -> String {
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    let join = |before: &str, after: &str| lines().map(|line| format!("{before}{line}{after}\n")).collect::<String>();
    match kind {
        "feed" => format!("<rss><channel>\n{}</channel></rss>\n", join("<item><title>", "</title></item>")),
        "style sheet" => join("/* ", " */\n.item::after { content: \"\"; margin: 0 auto }"),
        "script" => format!("const messages = [\n{}];\n", join("  '", "',")),
        "JSON" => format!("{{\"items\": [\n{}\"\"]}}\n", join("  {\"title\": \"", "\"},")),
        "event stream" => join("event: message\ndata: ", "\n"),
        _ => text.to_owned(),
    }
}

pub fn print(samples: &[Sample]) {
    let table = measure(samples);
    println!("\n| from {SHORTEST} bytes on | texts | {} |", DECLARED.join(" | "));
    println!("| --- | ---: {}|", "| ---: ".repeat(DECLARED.len()));
    for (kind, ..) in RESOURCES {
        let of = |declared| table.get(&(kind, declared));
        let percent = |[all, right]: &[u32; 2]| format!("{:.2}", 100.0 * f64::from(*right) / f64::from(*all));
        let all = of(DECLARED[0]).map_or(0, |[all, _]| *all);
        let cells = DECLARED.map(|declared| of(declared).map_or(String::new(), percent));
        println!("| {kind} | {all} | {} |", cells.join(" | "));
    }
}

/// By kind and declaration: how many texts there are, and how many come out right.
fn measure(samples: &[Sample]) -> BTreeMap<(&'static str, &'static str), [u32; 2]> {
    let mut table: BTreeMap<(&str, &str), [u32; 2]> = BTreeMap::new();
    let is_one = |sample: &&Sample| {
        let name = sample.encoding.name();
        let is_page = sample.size.contains("html") || sample.size.contains("odd");
        sample.text.len() >= SHORTEST && !is_page && !name.starts_with("UTF-16") && name != "ISO-2022-JP"
    };
    for sample in samples.iter().filter(is_one) {
        let right = sample.encoding;
        let wrong = if right == encoding_rs::UTF_8 { encoding_rs::WINDOWS_1252 } else { encoding_rs::UTF_8 };
        for (kind, row, mime, declaration) in RESOURCES {
            let text = resource(kind, &sample.text);
            let mut add = |declared: &'static str, bytes: Option<Vec<u8>>, charset: Option<&'static Encoding>| {
                let Some(bytes) = bytes.filter(|bytes| !bytes.is_ascii()) else { return };
                let header = charset.map_or(mime.into(), |charset| format!("{mime}; charset={}", charset.name()));
                let answer = sniff(&bytes, &*header, &Context::of(row).reading(Reading::Crawler)).encoding;
                let answer = Encoding::for_label(answer.name().as_bytes()).unwrap_or(REPLACEMENT);
                let is_right = same_words(&bytes, answer, right);
                let [all, are_right] = table.entry((kind, declared)).or_default();
                *all += 1;
                *are_right += u32::from(is_right);
                if !is_right && std::env::var_os("FAILS").is_some() {
                    let text: String = sample.text.chars().take(60).collect();
                    println!("KIND {kind} {declared} {} → {} {text:?}", right.name(), answer.name());
                }
            };
            add("nothing", encoded(&text, right), None);
            add("header, right", encoded(&text, right), Some(right));
            add("header, wrong", encoded(&text, right), Some(wrong));
            if let Some(declaration) = declaration {
                add("in the bytes, right", encoded(&(declaration(right.name()) + &text), right), None);
                add("in the bytes, wrong", encoded(&(declaration(wrong.name()) + &text), right), None);
            }
        }
    }
    table
}
