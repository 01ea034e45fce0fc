//! The record of `fixtures/browsers/`, read.

use std::fmt;

use charsniff::Browser;
use serde_json::Value;

/// A `TextDecoder` that was told to be fatal.
const NOT_DECODED: &str = "not decoded";

/// What a browser, or this crate, made of a case.
#[derive(Clone, Default, PartialEq)]
pub struct Answer {
    /// Its name for the encoding, where it tells.
    pub encoding: Option<String>,
    /// The probe as decoded; `None` where the text does not have it.
    pub text: Option<String>,
    /// Why the text is not to be had.
    pub error: Option<String>,
    /// Whether there is no document: it was not well-formed.
    pub is_missing: bool,
    /// Of this crate's answer, whether nothing decided but a detector or the default.
    pub is_undeclared: bool,
}

impl Answer {
    fn of(value: &Value) -> Answer {
        let field = |name: &str| value[name].as_str().map(str::to_owned);
        Answer { encoding: field("encoding"), text: field("text"), error: field("error"), ..Answer::default() }
    }

    /// Whether the browser did not show the resource at all.
    pub fn is_unshown(&self) -> bool {
        self.is_missing || self.error.as_deref() == Some("not loaded")
    }

    /// Whether this is what `browser` answered, as far as it tells.
    pub fn is_like(&self, browser: &Answer) -> bool {
        let encoding = match (&self.encoding, &browser.encoding) {
            (Some(ours), Some(theirs)) => ours.eq_ignore_ascii_case(theirs),
            // A null answer says that there is no decoder; no field says nothing.
            (ours, None) => browser.error.as_deref() != Some("no such label") || ours.is_none(),
            (None, Some(_)) => false,
        };
        // A document that lost the probe, to an attribute without an end or to markup that is not
        // well-formed, still names its encoding.
        let is_lost =
            browser.encoding.is_some() && browser.text.is_none() && browser.error.as_deref() != Some(NOT_DECODED);
        encoding && (self.text == browser.text || is_lost)
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |field: &Option<String>| field.clone().unwrap_or_else(|| "-".to_owned());
        write!(f, "({}, {:?}, {})", name(&self.encoding), self.text, name(&self.error))
    }
}

/// A line of the record.
pub struct Case {
    pub id: String,
    /// A row of the context table.
    pub context: String,
    /// Content-Type, once a header.
    pub headers: Vec<(&'static str, Vec<u8>)>,
    pub environment: Value,
    pub body: Vec<u8>,
    /// How it was loaded, where the context does not tell.
    pub how: String,
    /// Whether a guess from the text decides.
    pub detector: bool,
    chromium: Answer,
    firefox: Answer,
}

impl Case {
    /// A fact of the environment that is a string.
    pub fn fact(&self, name: &str) -> Option<&str> {
        self.environment[name].as_str()
    }

    pub fn answer(&self, browser: Browser) -> &Answer {
        match browser {
            Browser::Chromium => &self.chromium,
            _ => &self.firefox,
        }
    }

    /// Whether there are controls in its ASCII, from which Chromium's detector guesses.
    pub fn has_controls(&self) -> bool {
        self.body.is_ascii() && self.body.iter().any(|byte| !matches!(byte, b'\t' | b'\n' | 0x0C | b'\r' | b' '..=b'~'))
    }

    fn of(line: &str) -> Case {
        let value: Value = serde_json::from_str(line).expect("a line is JSON");
        let headers = value["content_type"].as_array().into_iter().flatten();
        let answer = |browser: &str| Answer::of(value.get("both").unwrap_or(&value[browser]));
        let mut chromium = answer("chromium");
        let mut firefox = answer("firefox");
        if value["how"] == "xhr-document" && value["context"] == "xml" {
            for answer in [&mut chromium, &mut firefox] {
                answer.is_missing = answer.encoding.is_none();
            }
            // It says UTF-8 of every such document, in whatever encoding it read it.
            chromium.encoding = None;
        }
        Case {
            id: value["id"].as_str().expect("a case has an id").to_owned(),
            context: value["context"].as_str().expect("a case has a context").to_owned(),
            headers: headers.map(|header| ("content-type", bytes(header))).collect(),
            environment: value["environment"].clone(),
            body: value["body"].as_array().into_iter().flatten().flat_map(piece).collect(),
            how: value["how"].as_str().unwrap_or_default().to_owned(),
            detector: value["detector"] == true,
            chromium,
            firefox,
        }
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// More of a body tells a reader no more.
        const SHOWN: usize = 3000;
        let shown = &self.body[..self.body.len().min(SHOWN)];
        write!(f, "{} {:?} {} {}", self.context, self.headers, self.environment, shown.escape_ascii())
    }
}

/// The bytes that a string stands for: the numbers of its characters.
fn bytes(value: &Value) -> Vec<u8> {
    let text = value.as_str().expect("bytes are a string");
    text.chars().map(|c| u8::try_from(c).expect("a byte is a character up to U+00FF")).collect()
}

/// A piece of a body: a string, or a string and how often.
fn piece(value: &Value) -> Vec<u8> {
    match value {
        Value::Array(pair) => bytes(&pair[0]).repeat(pair[1].as_u64().expect("how often") as usize),
        once => bytes(once),
    }
}

/// What stands between `[[[` and `]]]`.
pub fn probe(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("[[[")?;
    Some(rest.split_once("]]]")?.0)
}

/// Every case, in the order of the file.
pub fn read() -> Vec<Case> {
    parse(include_str!("../../fixtures/browsers/record.jsonl"))
}

/// The cases of a record.
pub fn parse(record: &str) -> Vec<Case> {
    // The first line tells when and with what the others were recorded.
    record.lines().skip(1).map(Case::of).collect()
}
