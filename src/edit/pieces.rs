//! The pieces of a resource, each in one encoding: one piece, or several if the resource is in several encodings.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::Fallback;
use super::splice::{Change, Splice, Spliced, Unwritten};
use crate::Sniffed;
use crate::codec::positions::{Checkpoints, Seam};
use crate::decision::text::Part;
use crate::encoding::decoding::Decoding;

/// Bytes in one encoding, and their text.
#[derive(Clone)]
pub(super) struct Piece {
    bytes: Range<usize>,
    checkpoints: Checkpoints,
    text: Range<usize>,
    decoding: Decoding,
    /// Whether it is in another encoding than the rest, and is a whole line.
    is_foreign_line: bool,
}

/// In which encoding inserted text is written.
#[derive(Clone, Copy)]
pub(super) enum As {
    /// In the encoding of its place.
    Place,
    /// In the encoding of the resource.
    Resource,
}

/// The text of a resource, and its pieces. If it `may_be_mixed`, lines and words in another encoding are decoded as
/// what they are.
pub(super) fn read(bytes: &[u8], sniffed: &Sniffed, may_be_mixed: bool) -> (String, Vec<Piece>) {
    let base = sniffed.decoding;
    let parts: Vec<Part> = if may_be_mixed { sniffed.parts(bytes) } else { Vec::new() };
    let (mut text, mut pieces, mut done) = (String::new(), Vec::new(), 0);
    let mut push = |bytes_of: Range<usize>, decoding: Decoding, is_foreign_line| {
        let mark = if bytes_of.start == 0 { sniffed.bom_length() } else { 0 };
        let start = text.len();
        let own = bytes.get(bytes_of.clone()).unwrap_or_default();
        let checkpoints = Checkpoints::append(decoding, (own, mark), &mut text);
        pieces.push(Piece { bytes: bytes_of, checkpoints, text: start..text.len(), decoding, is_foreign_line });
    };
    for Part { bytes: part, encoding, is_line } in parts {
        if part.start > done {
            push(done..part.start, base, false);
        }
        done = part.end;
        push(part, Decoding::Encoding(encoding), is_line);
    }
    if done < bytes.len() || done == 0 {
        push(done..bytes.len(), base, false);
    }
    (text, pieces)
}

impl Piece {
    /// Checks that the bytes of a resource that has this piece alone are read as `text`, as [`Checkpoints::check`].
    pub(super) fn check(&self, bytes: &[u8], text: &str, seams: &[Seam]) -> Result<(), usize> {
        self.checkpoints.check(self.decoding, (bytes, text), seams)
    }
}

/// The index of the piece in which text is inserted at an offset: a line in another encoding, from its start to its end; else the
/// piece that goes on there, or ends in the encoding of the resource.
fn place_of(pieces: &[Piece], at: usize, base: Decoding) -> usize {
    // At most two pieces with text touch at an offset.
    let first = pieces.partition_point(|piece| piece.text.end < at);
    let touching = || pieces.iter().enumerate().skip(first).take_while(|(_, piece)| piece.text.start <= at);
    let is_inside = |piece: &Piece| piece.text.start < at && at < piece.text.end;
    touching()
        .find(|(_, piece)| piece.is_foreign_line || is_inside(piece))
        .or_else(|| touching().find(|(_, piece)| piece.decoding == base))
        .or_else(|| touching().next())
        .map_or(pieces.len().saturating_sub(1), |(index, _)| index)
}

/// The changes of each piece, in offsets of its own text. A change of several pieces is written in the first.
fn by_piece(pieces: &[Piece], changes: &[Change], base: Decoding) -> Vec<Vec<Change>> {
    let mut of_pieces: Vec<Vec<Change>> = pieces.iter().map(|_| Vec::new()).collect();
    for (range, with) in changes {
        if range.is_empty() {
            let index = place_of(pieces, range.start, base);
            if let (Some(piece), Some(changes)) = (pieces.get(index), of_pieces.get_mut(index)) {
                let at = range.start - piece.text.start;
                changes.push((at..at, with.clone()));
            }
            continue;
        }
        let first = pieces.partition_point(|piece| piece.text.end <= range.start);
        let touched = pieces.iter().zip(of_pieces.iter_mut()).skip(first);
        let touched = touched.take_while(|(piece, _)| piece.text.start < range.end);
        for (number, (piece, changes)) in touched.filter(|(piece, _)| !piece.text.is_empty()).enumerate() {
            let start = range.start.max(piece.text.start) - piece.text.start;
            let end = range.end.min(piece.text.end) - piece.text.start;
            changes.push((start..end, if number == 0 { with.clone() } else { String::new() }));
        }
    }
    of_pieces
}

/// Writes `changes`, which are in order and do not touch.
pub(super) fn write(
    (bytes, text): (&[u8], &str),
    pieces: &[Piece],
    changes: &[Change],
    (base, way): (Decoding, As),
    fallback: Fallback<'_>,
) -> Result<Spliced, Unwritten> {
    let inserted: usize = changes.iter().map(|(_, with)| with.len()).sum();
    let mut out = Spliced { bytes: Vec::with_capacity(bytes.len() + inserted), ..Spliced::default() };
    let mut longer = 0_isize;
    for (piece, changes) in pieces.iter().zip(by_piece(pieces, changes, base)) {
        let own = bytes.get(piece.bytes.clone()).unwrap_or_default();
        if changes.is_empty() {
            out.bytes.extend_from_slice(own);
            continue;
        }
        let decoding = match way {
            As::Place => piece.decoding,
            As::Resource => base,
        };
        let text = text.get(piece.text.clone()).unwrap_or_default();
        let splice = Splice { bytes: own, checkpoints: &piece.checkpoints, text, decoding, fallback };
        let first = out.changes.len();
        splice.write(&changes, &mut out).map_err(|unwritten| Unwritten {
            byte_offset: piece.bytes.start + unwritten.byte_offset,
            text_offset: (piece.text.start + unwritten.text_offset).saturating_add_signed(longer),
            ..unwritten
        })?;
        for (range, with) in out.changes.iter_mut().skip(first) {
            *range = piece.text.start + range.start..piece.text.start + range.end;
            longer += with.len().cast_signed() - range.len().cast_signed();
        }
    }
    Ok(out)
}
