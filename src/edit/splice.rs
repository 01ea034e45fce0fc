//! Writes changes into the bytes.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::{Fallback, escapes};
use crate::Encoding;
use crate::codec::positions::{Checkpoints, Cursor, Seam};
use crate::convert::encode::{Coder, Lacks};
use crate::encoding::decoding::Decoding;

/// A range of the text, and what replaces it.
pub(super) type Change = (Range<usize>, String);

/// A character that cannot be written.
pub(super) struct Unwritten {
    pub(super) character: char,
    /// Where the change is in the original, in bytes.
    pub(super) byte_offset: usize,
    /// Where the character is in the edited text, in bytes.
    pub(super) text_offset: usize,
    /// The encoding that lacks it.
    pub(super) decoding: Decoding,
}

/// The result: bytes, and the changes with what was written for characters that the encoding lacks.
#[derive(Default)]
pub(super) struct Spliced {
    pub(super) bytes: Vec<u8>,
    pub(super) changes: Vec<Change>,
    /// Where the changes were written.
    pub(super) seams: Vec<Seam>,
    /// How many such characters there were.
    pub(super) replaced: usize,
}

impl Spliced {
    fn push(&mut self, bytes: Range<usize>, new_bytes: usize, (range, with): Change) {
        self.seams.push(Seam { bytes, text: range.clone(), new_bytes, new_text: with.len() });
        self.changes.push((range, with));
    }
}

pub(super) struct Splice<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) checkpoints: &'a Checkpoints,
    pub(super) text: &'a str,
    /// How what is inserted will be read.
    pub(super) decoding: Decoding,
    pub(super) fallback: Fallback<'a>,
}

impl Splice<'_> {
    /// Writes `changes`, which are in order and do not touch. One walk over the bytes, or less.
    pub(super) fn write(&self, changes: &[Change], out: &mut Spliced) -> Result<(), Unwritten> {
        let has_escapes = self.decoding == Decoding::Encoding(Encoding::Iso2022Jp);
        // How much of the original was copied or left out, and the escape sequence in force there.
        let (mut done, mut escape) = (0, escapes::ASCII);
        let mut longer = 0_isize;
        let mut cursor = self.checkpoints.cursor(self.bytes);
        for change in changes {
            let (place, (range, with), previous) = self.place(change, &mut cursor);
            let text_offset = range.start.saturating_add_signed(longer);
            longer += with.len().cast_signed() - range.len().cast_signed();
            let unwritten = |lacks: Lacks| Unwritten {
                character: lacks.character,
                byte_offset: place.start,
                text_offset: text_offset + lacks.offset,
                decoding: self.decoding,
            };
            if !has_escapes {
                out.bytes.extend_from_slice(self.bytes.get(done..place.start).unwrap_or_default());
                let coder = Coder::of(self.decoding);
                let (bytes, with) = self.encode(coder, with, &mut out.replaced).map_err(unwritten)?;
                out.bytes.extend_from_slice(&bytes);
                done = place.end;
                out.push(place, bytes.len(), (range, with));
                continue;
            }
            // Text is inserted before the escape sequences at its place, since two escape sequences in a row are an
            // error. Where they are such an error, it is a U+FFFD of the text, whose place is before them.
            let start = escapes::run_before(self.bytes, place.start).max(done).max(previous);
            let before = self.bytes.get(done..start).unwrap_or_default();
            out.bytes.extend_from_slice(before);
            escape = escapes::after(before, escape);
            let (bytes, with) = self.encode(coder_after(escape, &with), with, &mut out.replaced).map_err(unwritten)?;
            let written = out.bytes.len();
            out.bytes.extend_from_slice(&bytes);
            let reached = escapes::after(&bytes, escape);
            let end = if range.is_empty() { start } else { place.end.max(start) };
            escape = escapes::after(self.bytes.get(start..end).unwrap_or_default(), escape);
            if reached != escape && !escapes::starts(self.bytes.get(end..).unwrap_or_default()) {
                out.bytes.extend_from_slice(&escape);
            }
            out.push(start..end, out.bytes.len() - written, (range, with));
            done = end;
        }
        out.bytes.extend_from_slice(self.bytes.get(done..).unwrap_or_default());
        Ok(())
    }

    /// The bytes of a change, and where the character before it ends. If the change begins or ends between two
    /// characters of one sequence, it is extended by the other one.
    fn place(&self, (range, with): &Change, cursor: &mut Cursor<'_>) -> (Range<usize>, Change, usize) {
        let (mut range, mut with) = (range.clone(), with.clone());
        let (here, before) = cursor.at(range.start);
        let previous = before.as_ref().map_or(0, |before| before.bytes.end);
        let Some(here) = here else { return (self.bytes.len()..self.bytes.len(), (range, with), previous) };
        let start = here.bytes.start;
        let mut end = start;
        if let Some(last) = range.end.checked_sub(1).filter(|last| *last >= range.start) {
            end = cursor.at(last).0.map_or(self.bytes.len(), |last| last.bytes.end);
        }
        if let Some(before) = before.filter(|before| before.bytes.end > start) {
            with.insert_str(0, self.text.get(before.text.start..range.start).unwrap_or_default());
            range.start = before.text.start;
            end = end.max(before.bytes.end);
        }
        if cursor.at(range.end).0.is_some_and(|next| next.bytes.start < end)
            && let Some(c) = self.text.get(range.end..).and_then(|rest| rest.chars().next())
        {
            with.push(c);
            range.end += c.len_utf8();
        }
        (start..end, (range, with), previous)
    }

    /// The bytes of `text`, and the text that they stand for.
    fn encode(&self, mut coder: Coder, text: String, replaced: &mut usize) -> Result<(Vec<u8>, String), Lacks> {
        let mut bytes = Vec::with_capacity(text.len());
        let (mut done, mut written) = (0, String::new());
        while let Err(Lacks { offset, character }) = coder.push(text.get(done..).unwrap_or_default(), &mut bytes) {
            let lacks = |_| Lacks { offset: done + offset, character };
            let other = self.fallback.text(character).ok_or(()).map_err(lacks)?;
            coder.push(&other, &mut bytes).map_err(|_: Lacks| lacks(()))?;
            written.push_str(text.get(done..done + offset).unwrap_or_default());
            written.push_str(&other);
            done += offset + character.len_utf8();
            *replaced += 1;
        }
        written.push_str(text.get(done..).unwrap_or_default());
        Ok((bytes, written))
    }
}

/// An encoder of ISO-2022-JP for `text` after an escape sequence.
fn coder_after(escape: [u8; 3], text: &str) -> Coder {
    // Encoding a character of that state brings a new encoder into it.
    let states = [(*b"\x1B$B", "\u{3042}"), (*b"\x1B(J", "\u{A5}")];
    let in_state = |character: &str| {
        let mut coder = Coder::new(Encoding::Iso2022Jp);
        let _ = coder.push(character, &mut Vec::new());
        coder
    };
    if escape == escapes::ASCII {
        return in_state("");
    }
    if let Some((_, character)) = states.iter().find(|(state, _)| *state == escape) {
        return in_state(character);
    }
    // The encoder has no katakana: it must begin with an escape sequence, so it starts in another state than the text needs.
    let first = text.chars().next().map(String::from).unwrap_or_default();
    let mut bytes = Vec::new();
    let _ = in_state("").push(&first, &mut bytes);
    in_state(if escapes::starts(&bytes) { "" } else { "\u{3042}" })
}
