//! Lines of JSON. `docs/json.md` describes the keys and values.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

use crate::{Content, Explanation, Health, Kind, Sniffed, StageReport};

/// One line: the origin of the bytes, and the verdict on them.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Line<'a, Origin> {
    #[serde(flatten)]
    pub origin: Origin,
    #[serde(flatten)]
    pub sniffed: Sniffed,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub platform: Option<Sniffed>,
    pub context: Kind,
    pub content: Content,
    /// Whether the verdict is based on the start of the bytes only.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub truncated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stages: Option<&'a [StageReport]>,
    /// Where decoding failed, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub health: Option<Health>,
}

impl<'a, Origin: Serialize> Line<'a, Origin> {
    /// A line with nothing but the verdict.
    pub fn new(origin: Origin, explanation: &Explanation, content: Content) -> Line<'a, Origin> {
        Line {
            origin,
            sniffed: explanation.sniffed,
            platform: explanation.platform,
            context: explanation.kind,
            content,
            truncated: false,
            health: None,
            stages: None,
            error: None,
            text: None,
        }
    }

    /// The line, without a line feed.
    pub fn to_bytes(&self) -> Vec<u8> {
        to_bytes(self)
    }

    /// Writes the line without its closing brace, so that more members can follow.
    pub fn write_open(&self, out: &mut impl Write) -> io::Result<()> {
        let line = self.to_bytes();
        out.write_all(line.strip_suffix(b"}").unwrap_or(&line))
    }
}

/// Writes a member after others.
pub fn write_member(out: &mut impl Write, key: &str, value: &impl Serialize) -> io::Result<()> {
    write!(out, ",\"{key}\":")?;
    out.write_all(&to_bytes(value))
}

/// Writes a part of a string, without quotes.
pub fn write_string_part(out: &mut impl Write, text: &str) -> io::Result<()> {
    let string = to_bytes(&text);
    out.write_all(string.get(1..string.len() - 1).unwrap_or_default())
}

/// JSON in one line.
fn to_bytes(value: &impl Serialize) -> Vec<u8> {
    let mut line = Vec::new();
    // Writing to a vector cannot fail, nor can serializing the types used here.
    let _ = value.serialize(&mut Serializer::with_formatter(&mut line, EscapeControls));
    line
}

/// Compact JSON that also escapes DEL and the C1 controls, which a terminal may take for commands.
struct EscapeControls;

impl Formatter for EscapeControls {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        // U+0080 to U+009F are C2 80 to C2 9F in UTF-8.
        let mut from = 0;
        while let Some(at) = memchr::memchr2(0x7F, 0xC2, &rest.as_bytes()[from..]).map(|at| from + at) {
            match rest[at..].chars().next() {
                Some(c @ '\u{7F}'..='\u{9F}') => {
                    writer.write_all(&rest.as_bytes()[..at])?;
                    write!(writer, "\\u{:04x}", u32::from(c))?;
                    (rest, from) = (&rest[at + c.len_utf8()..], 0);
                }
                Some(c) => from = at + c.len_utf8(),
                None => break,
            }
        }
        writer.write_all(rest.as_bytes())
    }
}
