//! Lines of JSON. `docs/json.md` describes the keys and values.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

use charsniff::{
    Assessment, Claims, Content, Context, Declaration, Explanation, Headers, Health, Kind, Likelihood, Repair, Sniffed,
    StageReport, StageReports,
};

use crate::line::is_hidden;
use crate::settings::Settings;

/// One line: the origin of the bytes, and the verdict on them.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Line<'a, Origin> {
    #[serde(flatten)]
    pub origin: Origin,
    #[serde(flatten)]
    pub sniffed: Sniffed,
    #[serde(flatten)]
    pub likelihood: Option<&'a Likelihood>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub platform: Option<Sniffed>,
    pub context: Kind,
    pub content: Content,
    /// Whether the verdict is based on the start of the bytes only.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub truncated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stages: Option<&'a [StageReport]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declarations: Option<&'a [Declaration]>,
    /// Where decoding failed, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub health: Option<Health>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repairs: Option<&'a [Repair]>,
    #[serde(skip_serializing_if = "is_zero")]
    pub unlisted_repairs: usize,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// What a line says about bytes.
pub struct Found {
    pub sniffed: Sniffed,
    likelihood: Option<Likelihood>,
    pub claims: Claims,
    platform: Option<Sniffed>,
    context: Kind,
    pub stages: Option<StageReports>,
    declarations: Option<Vec<Declaration>>,
}

impl Found {
    /// Only what was asked for: an explanation, which asks every stage, takes many times as long as the verdicts.
    pub fn of(bytes: &[u8], headers: impl Headers + Copy, context: &Context, settings: &Settings) -> Found {
        if settings.task.wants_stages() {
            let mut explanation = charsniff::explain(bytes, headers, context);
            let mut declarations = charsniff::declarations(bytes, headers, context);
            cut_labels(&mut explanation, &mut declarations);
            let Explanation { sniffed, likelihood, platform, kind, stages, .. } = explanation;
            let (stages, declarations) = (Some(stages), Some(declarations));
            let claims = charsniff::claims(bytes, headers, context);
            return Found { sniffed, likelihood, claims, platform, context: kind, stages, declarations };
        }
        let platform = settings.platforms(context).map(|platforms| charsniff::sniff(bytes, headers, &platforms));
        let Assessment { sniffed, likelihood, claims, .. } = charsniff::assess(bytes, headers, context);
        Found { sniffed, likelihood, claims, platform, context: context.kind(), stages: None, declarations: None }
    }
}

impl<'a, Origin: Serialize> Line<'a, Origin> {
    /// A line with nothing but the verdict, and the stages if they are wanted.
    pub fn new(origin: Origin, found: &'a Found, content: Content) -> Line<'a, Origin> {
        Line {
            origin,
            sniffed: found.sniffed,
            likelihood: found.likelihood.as_ref(),
            platform: found.platform,
            context: found.context,
            content,
            truncated: false,
            health: None,
            stages: found.stages.as_ref().map(|stages| &stages[..]),
            declarations: found.declarations.as_deref(),
            error: None,
            text: None,
            repairs: None,
            unlisted_repairs: 0,
        }
    }

    /// The line, without a line feed.
    pub fn to_bytes(&self) -> Vec<u8> {
        // A text grows by its escapes. If the room is too small, it grows too.
        let room = self.text.map_or(0, |text| text.len() + text.len() / 8);
        to_bytes_in(Vec::with_capacity(ROOM + room), self)
    }

    /// Writes the line without its closing brace, so that more members can follow.
    pub fn write_open(&self, out: &mut impl Write) -> io::Result<()> {
        let line = self.to_bytes();
        out.write_all(line.strip_suffix(b"}").unwrap_or(&line))
    }
}

/// The start of a label: one in a page may have a megabyte.
pub fn start_of(label: &[u8]) -> &[u8] {
    const MOST_LABEL_BYTES: usize = 256;
    label.get(..MOST_LABEL_BYTES).unwrap_or(label)
}

/// Cuts the labels that were found.
fn cut_labels(explanation: &mut Explanation, declarations: &mut [Declaration]) {
    let of_stages = explanation.stages.iter_mut().filter_map(|report| report.label.as_mut());
    for label in of_stages.chain(declarations.iter_mut().filter_map(|found| found.label.as_mut())) {
        *label = start_of(label).into();
    }
}

/// Writes a member after others.
pub fn write_member(out: &mut impl Write, key: &str, value: &impl Serialize) -> io::Result<()> {
    write!(out, ",\"{key}\":")?;
    out.write_all(&to_bytes(value))
}

/// How much of a text is escaped at a time, in bytes. Escaped, it may be six times as long.
const PIECE: usize = 64 * 1024;

/// Writes a part of a string, without quotes.
pub fn write_string_part(out: &mut impl Write, text: &str) -> io::Result<()> {
    let mut rest = text;
    while !rest.is_empty() {
        let end = (1..=rest.len().min(PIECE)).rev().find(|&end| rest.is_char_boundary(end));
        let (piece, after) = rest.split_at(end.unwrap_or(rest.len()));
        let string = to_bytes(&piece);
        out.write_all(string.get(1..string.len() - 1).unwrap_or_default())?;
        rest = after;
    }
    Ok(())
}

/// How many bytes a line without a text has, mostly.
const ROOM: usize = 1024;

/// JSON in one line.
pub fn to_bytes(value: &impl Serialize) -> Vec<u8> {
    to_bytes_in(Vec::new(), value)
}

/// JSON in one line, in an empty vector.
fn to_bytes_in(mut line: Vec<u8>, value: &impl Serialize) -> Vec<u8> {
    // Writing to a vector cannot fail, nor can serializing the types used here.
    let _ = value.serialize(&mut Serializer::with_formatter(&mut line, EscapeControls));
    line
}

/// Compact JSON that also escapes what [`is_hidden`]: DEL and the C1 controls, which a terminal may
/// take for commands, and what changes the order or the lines in which text is shown.
struct EscapeControls;

/// Whether the text has a character from DEL on that [`is_hidden`]. It is read once, and there are no branches, so that the
/// compiler uses vectors.
fn hides(text: &str) -> bool {
    let bytes = text.as_bytes();
    // Most strings are short and printable.
    if bytes.iter().fold(true, |all, byte| all & (*byte < 0x7F)) {
        return false;
    }
    let [second, third] = [1, 2].map(|n| bytes.get(n..).unwrap_or_default());
    let is_hidden = |a: u8, b: u8, c: u8| {
        let of_two = (a == 0xC2) & (b < 0xA0) | (a == 0xD8) & (b == 0x9C);
        let in_80 = (b == 0x80) & ((c & 0xFE == 0x8E) | (c.wrapping_sub(0xA8) < 7));
        (a == 0x7F) | of_two | (a == 0xE2) & (in_80 | (b == 0x81) & (c.wrapping_sub(0xA6) < 4))
    };
    let ends = [bytes.last_chunk().is_some_and(|&[a, b]| is_hidden(a, b, 0)), bytes.last() == Some(&0x7F)];
    let triples = bytes.iter().zip(second).zip(third);
    triples.fold(ends[0] | ends[1], |any, ((&a, &b), &c)| any | is_hidden(a, b, c))
}

impl Formatter for EscapeControls {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        if !hides(fragment) {
            return writer.write_all(fragment.as_bytes());
        }
        let mut written = 0;
        for (start, c) in fragment.char_indices().filter(|&(_, c)| is_hidden(c)) {
            writer.write_all(&fragment.as_bytes()[written..start])?;
            write!(writer, "\\u{:04x}", u32::from(c))?;
            written = start + c.len_utf8();
        }
        writer.write_all(&fragment.as_bytes()[written..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_are_found() {
        for c in ('\x7F'..=char::MAX).map(String::from) {
            for text in
                [c.clone(), format!("a{c}"), format!("é{c}“"), format!("{}{c}{}", "…é".repeat(30), "ب".repeat(40))]
            {
                assert_eq!(hides(&text), c.contains(is_hidden), "{}", text.escape_unicode());
            }
        }
    }
}
