//! Where HTML and XML read [character references](https://html.spec.whatwg.org/multipage/syntax.html#character-references):
//! in text and in the values of attributes; not in tags, comments, scripts, style sheets.

use alloc::format;
use alloc::vec::Vec;
use core::ops::Range;

use super::encode::{Coder, Lacks};
use super::{ConvertError, Unmappable};
use crate::Encoding;
use crate::stage::Syntax;
use crate::stage::prescan::all::tag_at;

/// Elements whose content is [raw text](https://html.spec.whatwg.org/multipage/syntax.html#raw-text-elements).
const RAW: [&str; 6] = ["script", "style", "xmp", "iframe", "noembed", "noframes"];

/// Elements whose content has references, but no tags.
const ESCAPABLE: [&str; 2] = ["title", "textarea"];

/// Encodes text, with references for what an encoding lacks.
pub(super) struct Lacking<'a> {
    text: &'a str,
    syntax: Option<Syntax>,
    /// Where references are not read; found when the first is needed.
    unread: Option<Vec<Range<usize>>>,
    /// The place in the text up to which lines were counted, and the line and the column there.
    counted: (usize, usize, usize),
    pub(super) referred: Vec<Unmappable>,
}

impl<'a> Lacking<'a> {
    pub(super) fn new(text: &'a str, syntax: Option<Syntax>) -> Lacking<'a> {
        Lacking { text, syntax, unread: None, counted: (0, 1, 1), referred: Vec::new() }
    }

    /// Appends a piece of the text that begins at `start`.
    pub(super) fn push(
        &mut self,
        piece: &str,
        start: usize,
        coder: &mut Coder,
        bytes: &mut Vec<u8>,
    ) -> Result<(), ConvertError> {
        let mut done = 0;
        while let Err(Lacks { offset, character }) = coder.push(piece.get(done..).unwrap_or_default(), bytes) {
            let at = start + done + offset;
            let encoding = if let Coder::Encoder(encoder) = coder { encoder.encoding() } else { Encoding::Utf8 };
            let lacking = self.place(at, character, encoding);
            if !self.is_read(at, character) {
                return Err(ConvertError::Unmappable(lacking));
            }
            // Every encoding that lacks a character has the characters of a reference.
            let _ = coder.push(&format!("&#{};", u32::from(character)), bytes);
            self.referred.push(lacking);
            done += offset + character.len_utf8();
        }
        Ok(())
    }

    /// Whether a reference in the place of `character`, at `at`, is read as that character.
    fn is_read(&mut self, at: usize, character: char) -> bool {
        let is_allowed = match self.syntax {
            // References to C1 controls stand for characters of windows-1252.
            Some(Syntax::Html) => !matches!(character, '\0' | '\u{80}'..='\u{9F}'),
            Some(Syntax::Xml) => character >= ' ' && !matches!(character, '\u{FFFE}' | '\u{FFFF}'),
            Some(Syntax::Css) | None => false,
        };
        let (text, is_html) = (self.text, self.syntax == Some(Syntax::Html));
        let unread = self.unread.get_or_insert_with(|| unread(text, is_html));
        let next = unread.partition_point(|range| range.end <= at);
        is_allowed && unread.get(next).is_none_or(|range| at < range.start)
    }

    /// The place of a character. Places are asked for in order, so that all together are linear.
    fn place(&mut self, offset: usize, character: char, encoding: Encoding) -> Unmappable {
        let (from, mut line, mut column) = self.counted;
        for c in self.text.get(from..offset).unwrap_or_default().chars() {
            (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        self.counted = (offset, line, column);
        Unmappable { character, offset, line, column, encoding }
    }
}

/// The ranges in which references are not read, in order. Linear.
fn unread(text: &str, is_html: bool) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let (mut ranges, mut at) = (Vec::new(), 0);
    let behind = |from: usize, end: &str| {
        text.get(from..).and_then(|rest| rest.find(end)).map_or(bytes.len(), |n| from + n + end.len())
    };
    while let Some(start) = bytes.get(at..).and_then(|rest| memchr::memchr(b'<', rest)).map(|n| at + n) {
        let rest = &bytes[start..];
        let end = match rest {
            [b'<', b'!', b'-', b'-', ..] => behind(start + 2, "-->"),
            _ if rest.starts_with(b"<![CDATA[") => behind(start, "]]>"),
            [b'<', b'?', ..] if !is_html => behind(start, "?>"),
            [b'<', b'/', letter, ..] | [b'<', letter, ..]
                if letter.is_ascii_alphabetic() || !letter.is_ascii() && !is_html =>
            {
                let tag = tag_at(bytes, start);
                let mut from = start;
                for value in tag.values {
                    ranges.push(from..value.start);
                    from = value.end;
                }
                ranges.push(from..tag.end);
                let name = tag.name;
                at = tag.end;
                if is_html && rest.get(1) != Some(&b'/') {
                    let is = |names: &[&str]| names.iter().any(|other| name.eq_ignore_ascii_case(other.as_bytes()));
                    if name.eq_ignore_ascii_case(b"plaintext") {
                        ranges.push(at..bytes.len());
                        break;
                    } else if is(&RAW) || is(&ESCAPABLE) {
                        let end = end_tag(bytes, at, name);
                        if is(&RAW) {
                            ranges.push(at..end);
                        }
                        at = end;
                    }
                }
                continue;
            }
            [b'<', b'!' | b'/' | b'?', ..] => behind(start, ">"),
            _ => {
                at = start + 1;
                continue;
            }
        };
        ranges.push(start..end);
        at = end;
    }
    ranges
}

/// Where the end tag of an element begins.
fn end_tag(bytes: &[u8], from: usize, name: &[u8]) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    let is_end = |at: &usize| {
        rest.get(at + 1) == Some(&b'/')
            && rest.get(at + 2..at + 2 + name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name))
    };
    memchr::memchr_iter(b'<', rest).find(is_end).map_or(bytes.len(), |at| from + at)
}
