//! Streams whose encoding changes, or that must decide early: what each step gives.

use charsniff::{DecodeError, StreamDecoder};
use serde::Serialize;

use crate::facts::Facts;
use crate::json::{Bytes, line};

#[derive(Clone)]
enum Do {
    Push(Vec<u8>),
    Decide,
    Finish,
    Change(&'static str),
}

#[derive(Serialize)]
struct Changes {
    id: &'static str,
    facts: Facts,
    reading: &'static str,
    steps: Vec<Step>,
}

#[derive(Default, Serialize)]
struct Step {
    /// `push`, `decide`, `finish` or `change`.
    step: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<Bytes>,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<&'static str>,
    /// What a change means: `keep`, `confirm`, `switch` or `start-again`.
    #[serde(skip_serializing_if = "Option::is_none")]
    change: Option<&'static str>,
    text: String,
    /// The encoding, once it is known.
    encoding: Option<&'static str>,
    /// Where decoding failed, and the length of the sequence.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<(usize, usize)>,
    /// Whether the step comes after the end, and is an error for that.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    after_end: bool,
}

fn step(stream: &mut StreamDecoder, what: Do) -> Step {
    let mut step = Step::default();
    let mut text = String::new();
    let failed = |result: Result<_, DecodeError>| {
        result.err().filter(|error| !error.is_after_end()).map(|error| (error.offset, error.length))
    };
    match what {
        Do::Push(bytes) => {
            step.step = "push";
            let result = stream.push(&bytes, &mut text);
            step.after_end = result.is_err_and(|error| error.is_after_end());
            step.error = failed(result);
            step.bytes = Some(Bytes(bytes));
        }
        Do::Decide => {
            step.step = "decide";
            step.error = failed(stream.decide(&mut text).map(|_| ()));
        }
        Do::Finish => {
            step.step = "finish";
            step.error = failed(stream.finish(&mut text).map(|_| ()));
        }
        Do::Change(label) => {
            (step.step, step.label) = ("change", Some(label));
            step.change = Some(stream.change_the_encoding(label.as_bytes(), &mut text).as_str());
        }
    }
    step.text = text;
    step.encoding = stream.sniffed().map(|sniffed| sniffed.encoding.name());
    step
}

fn changes(id: &'static str, context: &str, reading: &'static str, steps: &[Do]) -> String {
    let facts = Facts::of(context);
    let mut stream = StreamDecoder::new((), &facts.context(reading, &[]));
    let steps = steps.iter().map(|what| step(&mut stream, what.clone())).collect();
    line(&Changes { id, facts, reading, steps })
}

pub fn lines() -> Vec<String> {
    let push = |bytes: &[u8]| Do::Push(bytes.to_vec());
    let ascii = push(&[b'a'; 1100]);
    let late = push(b"<meta charset=windows-1251>\xCC\xE0\xF0\xF1");
    vec![
        changes(
            "switch",
            "html",
            "standard",
            &[ascii.clone(), Do::Decide, Do::Change("windows-1251"), late.clone(), Do::Finish],
        ),
        changes(
            "start again",
            "html",
            "standard",
            &[
                push(b"\xE9"),
                ascii.clone(),
                Do::Decide,
                late.clone(),
                Do::Change("windows-1251"),
                push(b"\xE9"),
                ascii.clone(),
                late.clone(),
                Do::Finish,
            ],
        ),
        changes(
            "confirm",
            "html",
            "standard",
            &[push(b"<meta charset=gbk>"), ascii.clone(), Do::Change("gb2312"), Do::Finish],
        ),
        changes("keep: no label", "html", "standard", &[ascii.clone(), Do::Decide, Do::Change("nonsense"), Do::Finish]),
        changes(
            "keep: a byte order mark",
            "html",
            "standard",
            &[push(b"\xEF\xBB\xBFa"), Do::Change("gbk"), Do::Finish],
        ),
        changes(
            "keep: a crawler",
            "html",
            "crawler",
            &[ascii.clone(), Do::Decide, Do::Change("gbk"), late.clone(), Do::Finish],
        ),
        changes("keep: no page", "css-from-document", "standard", &[ascii.clone(), Do::Change("gbk"), Do::Finish]),
        changes("decided early", "html", "standard", &[push(b"caf\xE9"), Do::Decide, push(b" \xE9"), Do::Finish]),
        changes("cut within a declaration", "html", "crawler", &[push(b"<p>caf\xE9 <meta chars"), Do::Decide]),
        changes("cut within a mark", "html", "standard", &[push(b"\xEF\xBB"), Do::Decide]),
        changes("cut within a page in UTF-16", "html", "crawler", &[push(b"\xFF\xFE<\0p"), Do::Decide]),
        changes(
            "cut within the first character",
            "html",
            "crawler",
            &[push("火".as_bytes().split_last().unwrap().1), Do::Decide],
        ),
        changes("cut before the first byte", "html", "crawler", &[Do::Decide]),
        changes("chromium reads on", "html", "chromium", &[ascii, late, Do::Finish]),
        changes("malformed XML", "xml", "standard", &[push(b"<a>b"), push(b"\xFF</a>"), push(b"c"), Do::Finish]),
        changes(
            "finished twice",
            "html",
            "standard",
            &[push(b"<meta charset=big5>\xA4"), Do::Finish, Do::Finish, push(b"\xA4"), Do::Finish],
        ),
        changes("malformed XML, finished twice", "xml", "standard", &[push(b"<a>\xFF"), Do::Finish, Do::Finish]),
        changes("a character in two pieces", "xhr-text", "standard", &[push(b"\xE2\x82"), push(b"\xAC"), Do::Finish]),
        changes("cut within a character", "xhr-text", "standard", &[push(b"a\xE2\x82"), Do::Finish]),
    ]
}
