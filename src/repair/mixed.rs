//! The parts of a text that are in another encoding than the rest: lines in UTF-8 in a legacy text, and legacy words in
//! UTF-8. When such a text is edited, each part keeps its encoding.

use alloc::vec::Vec;
use core::ops::Range;

use super::doubly_encoded::Proof;
use super::in_legacy::InLegacy;
use super::malformed::{Candidates, LegacyText};
use crate::Encoding;

/// Bytes in another encoding than those around them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) bytes: Range<usize>,
    pub(crate) encoding: Encoding,
    /// Whether it is a whole line, without its end.
    pub(crate) is_line: bool,
}

/// The parts of `body` in another encoding than `encoding`; `text` is `body` decoded from `encoding`. Linear.
pub(crate) fn parts(body: &[u8], text: &str, encoding: Encoding, candidates: Candidates<'_>) -> Vec<Part> {
    if encoding == Encoding::Utf8 {
        let legacy = LegacyText::of(body, candidates);
        let patches = legacy.iter().flat_map(|legacy| legacy.patches(body)).map(|patch| (patch.bytes, patch.encoding));
        return by_line(body, patches);
    }
    let proof = Proof::of(core::iter::once(text)).of_misreading(encoding);
    match InLegacy::of(body, text, proof.as_ref(), encoding) {
        Some(in_legacy) => by_line(body, in_legacy.lines(body).map(|(bytes, _)| (bytes, Encoding::Utf8))),
        None => Vec::new(),
    }
}

/// The parts; the whole line if all of its bytes above 7F are in one encoding.
fn by_line(body: &[u8], found: impl Iterator<Item = (Range<usize>, Encoding)>) -> Vec<Part> {
    let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let mut found = found.peekable();
    let (mut parts, mut done) = (Vec::new(), 0);
    while let Some((bytes, encoding)) = found.next() {
        let start = body[done..bytes.start].iter().rposition(is_end).map_or(done, |at| done + at + 1);
        let end = body[bytes.end..].iter().position(is_end).map_or(body.len(), |at| bytes.end + at);
        let first = parts.len();
        let mut covered = above_7f(&body[bytes.clone()]);
        parts.push(Part { bytes, encoding, is_line: false });
        while let Some((bytes, encoding)) = found.next_if(|(bytes, _)| bytes.start < end) {
            covered += above_7f(&body[bytes.clone()]);
            parts.push(Part { bytes, encoding, is_line: false });
        }
        done = parts.last().map_or(end, |last| last.bytes.end).max(end);
        let is_one = parts[first..].iter().all(|part| part.encoding == encoding);
        let line = &body[start..done];
        if is_one
            && covered == above_7f(line)
            && encoding.decode_without_bom_handling_and_without_replacement(line).is_some()
        {
            parts.truncate(first);
            parts.push(Part { bytes: start..done, encoding, is_line: true });
        }
    }
    parts
}

fn above_7f(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| !byte.is_ascii()).count()
}
