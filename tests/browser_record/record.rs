//! Reads the records in `fixtures/browsers/`.

use std::fmt;

use charsniff::{Encoding, Reading};
use serde_json::Value;

/// Answers of Chromium's detector for ASCII with control characters. Random cases never name one of
/// them (`GUESSED` in tools/browsers/random_cases.py), so there such an answer is a guess.
const GUESSED_FROM_CONTROLS: [Encoding; 6] = [
    Encoding::Windows1257,
    Encoding::Big5,
    Encoding::Gb18030,
    Encoding::Iso8859_2,
    Encoding::Koi8U,
    Encoding::Windows1253,
];

/// The answer of a `TextDecoder` with `fatal`.
const NOT_DECODED: &str = "not decoded";

/// The answer of a browser, or of this crate, to a case.
#[derive(Clone, Default, PartialEq)]
pub struct Answer {
    /// The name of the encoding, if it is known.
    pub encoding: Option<String>,
    /// The decoded probe; `None` if the text does not contain it.
    pub text: Option<String>,
    /// Why there is no text.
    pub error: Option<String>,
    /// Whether there is no document, because it was not well-formed or had no usable MIME type.
    pub is_missing: bool,
    /// For this crate: whether a detector or the default decided.
    pub is_undeclared: bool,
}

impl Answer {
    fn of(value: &Value) -> Answer {
        let field = |name: &str| value[name].as_str().map(str::to_owned);
        Answer { encoding: field("encoding"), text: field("text"), error: field("error"), ..Answer::default() }
    }

    /// Whether the browser did not show the resource.
    pub fn is_unshown(&self) -> bool {
        self.is_missing || self.error.as_deref() == Some("not loaded")
    }

    /// Whether this agrees with the answer of `browser`, as far as that is known.
    pub fn is_like(&self, browser: &Answer) -> bool {
        let encoding = match (&self.encoding, &browser.encoding) {
            (Some(ours), Some(theirs)) => ours.eq_ignore_ascii_case(theirs),
            // A null answer means that there is no decoder. A missing field means nothing.
            (ours, None) => browser.error.as_deref() != Some("no such label") || ours.is_none(),
            (None, Some(_)) => false,
        };
        // A document may have lost the probe to an unterminated attribute or to markup that is not
        // well-formed. The name of its encoding is still known.
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
    /// How it was loaded, if the context does not imply that.
    pub how: String,
    /// Whether detection decides.
    pub detector: bool,
    chromium: Answer,
    firefox: Answer,
}

impl Case {
    /// A fact of the environment that is a string.
    pub fn fact(&self, name: &str) -> Option<&str> {
        self.environment[name].as_str()
    }

    pub fn answer(&self, browser: Reading) -> &Answer {
        match browser {
            Reading::Chromium => &self.chromium,
            _ => &self.firefox,
        }
    }

    /// Whether the answer can only be a guess of Chromium's detector, which considers control
    /// characters in ASCII: it is one of the answers that they lead to, and nothing names it.
    pub fn is_guess(&self, browser: Reading) -> bool {
        let is_control = |byte: &u8| !matches!(byte, b'\t' | b'\n' | 0x0C | b'\r' | b' '..=b'~');
        let Some(encoding) =
            self.answer(browser).encoding.as_ref().and_then(|name| Encoding::for_label(name.as_bytes()))
        else {
            return false;
        };
        browser == Reading::Chromium
            && self.body.is_ascii()
            && self.body.iter().any(is_control)
            && GUESSED_FROM_CONTROLS.contains(&encoding)
            && !encoding.labels().iter().any(|label| self.contains(label))
    }

    /// Whether the body, a header or the environment contains this label, in any case.
    fn contains(&self, label: &str) -> bool {
        let environment = self.environment.to_string().into_bytes();
        let headers = self.headers.iter().map(|(_, value)| value);
        [&self.body, &environment]
            .into_iter()
            .chain(headers)
            .any(|bytes| bytes.windows(label.len()).any(|window| window.eq_ignore_ascii_case(label.as_bytes())))
    }

    fn of(line: &str) -> Case {
        let value: Value = serde_json::from_str(line).expect("a line is JSON");
        let headers = value["content_type"].as_array().into_iter().flatten();
        let answer = |browser: &str| Answer::of(value.get("both").unwrap_or(&value[browser]));
        let mut chromium = answer("chromium");
        let mut firefox = answer("firefox");
        if value["how"] == "xhr-document" {
            for answer in [&mut chromium, &mut firefox] {
                answer.is_missing = answer.encoding.is_none();
            }
        }
        if value["how"] == "xhr-document" && value["context"] == "xml" {
            // It reports UTF-8 for every such document, whatever encoding it used.
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
        /// A longer body would not help a reader.
        const SHOWN: usize = 3000;
        let shown = &self.body[..self.body.len().min(SHOWN)];
        write!(f, "{} {}", self.context, self.how)?;
        self.headers.iter().try_for_each(|(_, value)| write!(f, " [{}]", value.escape_ascii()))?;
        write!(f, " {} {}", self.environment, shown.escape_ascii())
    }
}

/// The bytes that a string stands for: one per character.
fn bytes(value: &Value) -> Vec<u8> {
    let text = value.as_str().expect("bytes are a string");
    text.chars().map(|c| u8::try_from(c).expect("a byte is a character up to U+00FF")).collect()
}

/// A piece of a body: a string, or a string and a repeat count.
fn piece(value: &Value) -> Vec<u8> {
    match value {
        Value::Array(pair) => bytes(&pair[0]).repeat(pair[1].as_u64().expect("how often") as usize),
        once => bytes(once),
    }
}

/// Whether Chromium lets a value stand without quotes in a MIME type.
pub fn is_token(value: &str) -> bool {
    !value.contains([' ', '\t', '(', ')', '<', '>', '@', ',', ';', ':', '\\', '"', '/', '[', ']', '?', '='])
}

/// The text between `[[[` and `]]]`.
pub fn probe(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("[[[")?;
    Some(rest.split_once("]]]")?.0)
}

/// Every case, in the order of the file.
pub fn read() -> Vec<Case> {
    parse(include_str!("../../fixtures/browsers/record.jsonl"))
}

/// The random pages without a declaration.
#[cfg(any(feature = "chardetng", feature = "compact-enc-det"))]
pub fn unlabelled() -> Vec<Case> {
    parse(include_str!("../../fixtures/browsers/unlabelled.jsonl"))
}

/// The cases of a record.
pub fn parse(record: &str) -> Vec<Case> {
    // The first line says when and with which browsers the answers were recorded.
    record.lines().skip(1).map(Case::of).collect()
}
