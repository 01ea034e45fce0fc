//! Checks that changed bytes are read as a changed text, by decoding only what is around the changes.
//!
//! A decoder is a state and the bytes that follow. So if it is in the state that it had at a checkpoint of the original, with
//! the same bytes before it, all text from there on is that of the original, up to the next change.

use alloc::string::String;
use core::ops::Range;

use super::{Checkpoints, MOST_TEXT, STRIDE, State, TextUnit};
use crate::CoderResult;
use crate::codec::Decoder;
use crate::encoding::decoding::Decoding;

/// A place where bytes were replaced.
#[derive(Clone, Debug)]
pub(crate) struct Seam {
    /// What was replaced in the original, in its bytes and in its text.
    pub(crate) bytes: Range<usize>,
    pub(crate) text: Range<usize>,
    /// How many bytes stand there now, and how much text they should be.
    pub(crate) new_bytes: usize,
    pub(crate) new_text: usize,
}

/// How far offsets have moved after some seams.
#[derive(Clone, Copy, Default)]
struct Moved {
    bytes: isize,
    text: isize,
}

impl Moved {
    fn add(&mut self, seam: &Seam) {
        self.bytes += seam.new_bytes.cast_signed() - seam.bytes.len().cast_signed();
        self.text += seam.new_text.cast_signed() - seam.text.len().cast_signed();
    }

    /// The offsets in the changed bytes and text.
    fn of(self, state: &State) -> (usize, usize) {
        (state.read.saturating_add_signed(self.bytes), state.text.saturating_add_signed(self.text))
    }
}

/// A decoder, and how far it has read the changed bytes as the changed text.
struct Reader<'a> {
    decoder: Decoder,
    bytes: &'a [u8],
    text: &'a str,
    read: usize,
    written: usize,
    room: String,
}

impl Reader<'_> {
    /// Decodes up to `end`, or all that is left. If the text is not the expected one: where it begins to differ.
    fn read_to(&mut self, end: Option<usize>) -> Result<(), usize> {
        let mut chunk = self.bytes.get(self.read..end.unwrap_or(self.bytes.len())).unwrap_or_default();
        self.read += chunk.len();
        loop {
            let (start, rest) = chunk.split_at(chunk.len().min(STRIDE));
            chunk = rest;
            self.room.clear();
            append(&mut self.decoder, start, end.is_none() && rest.is_empty(), &mut self.room);
            self.compare()?;
            if rest.is_empty() {
                return Ok(());
            }
        }
    }

    fn compare(&mut self) -> Result<(), usize> {
        let expected = self.text.as_bytes().get(self.written..).unwrap_or_default();
        if expected.starts_with(self.room.as_bytes()) {
            self.written += self.room.len();
            return Ok(());
        }
        Err(self
            .differs_after(expected.iter().zip(self.room.as_bytes()).take_while(|(one, other)| one == other).count()))
    }

    /// The start of the character that differs, which begins or ends the given number of bytes from here.
    fn differs_after(&self, same: usize) -> usize {
        (0..=self.written + same).rev().find(|at| self.text.is_char_boundary(*at)).unwrap_or(0)
    }
}

/// Decodes `bytes` to the end of `text`.
fn append(decoder: &mut Decoder, mut bytes: &[u8], is_last: bool, text: &mut String) {
    loop {
        text.reserve(MOST_TEXT);
        let (result, read, _) = decoder.decode_to_string(bytes, text, is_last);
        bytes = bytes.get(read..).unwrap_or_default();
        if result == CoderResult::InputEmpty {
            return;
        }
    }
}

impl State {
    /// A decoder in this state; `None` where each byte is a character, which nothing around it can change.
    fn decoder(&self, decoding: Decoding) -> Option<Decoder> {
        let mut decoder = decoding.new_decoder()?;
        decoder.family = self.family?;
        Some(decoder)
    }
}

impl Checkpoints {
    /// Decodes `bytes` after their mark, appends the result to `text`, and counts its offsets from there.
    pub(crate) fn append(decoding: Decoding, (bytes, mark): (&[u8], usize), text: &mut String) -> Checkpoints {
        text.reserve(bytes.len() + MOST_TEXT);
        let checkpoints = Checkpoints::new(decoding, (bytes, mark), TextUnit::Utf8, |decoder, chunk| {
            let start = text.len();
            match decoder {
                Some(decoder) => append(decoder, chunk, false, text),
                None => text.extend(chunk.iter().map(|byte| char::from(*byte))),
            }
            text.len() - start
        });
        if let Some(mut decoder) = checkpoints.states.last().and_then(|state| state.decoder(decoding)) {
            append(&mut decoder, &[], true, text);
        }
        checkpoints
    }

    /// Checks that `bytes`, in which the `seams` differ from the original, are read as `text`. Takes a decode of a few
    /// kilobytes around each seam, or more where bytes join differently up to a later place; at most one decode of all.
    ///
    /// # Errors
    ///
    /// Where the text begins to differ.
    pub(crate) fn check(&self, decoding: Decoding, (bytes, text): (&[u8], &str), seams: &[Seam]) -> Result<(), usize> {
        debug_assert_eq!(self.unit, TextUnit::Utf8);
        let mut moved = Moved::default();
        let mut left = seams.iter().peekable();
        while let Some(next) = left.peek() {
            let first = self.states.partition_point(|state| state.read <= next.bytes.start).saturating_sub(1);
            let Some(state) = self.states.get(first) else { return Ok(()) };
            let Some(decoder) = state.decoder(decoding) else { return Ok(()) };
            let (read, written) = moved.of(state);
            let mut reader = Reader { decoder, bytes, text, read, written, room: String::with_capacity(MOST_TEXT) };
            let mut end = (0, 0);
            let mut later = self.states.iter().skip(first + 1);
            loop {
                let checkpoint = later.next();
                while let Some(seam) = left.next_if(|seam| checkpoint.is_none_or(|state| seam.bytes.start < state.read))
                {
                    moved.add(seam);
                    end = (seam.bytes.end, seam.text.end);
                }
                let Some(checkpoint) = checkpoint else {
                    reader.read_to(None)?;
                    return if reader.written == text.len() { Ok(()) } else { Err(reader.differs_after(0)) };
                };
                if checkpoint.read < end.0 || checkpoint.text < end.1 {
                    continue;
                }
                let (read, written) = moved.of(checkpoint);
                reader.read_to(Some(read))?;
                if reader.written == written && checkpoint.family == Some(reader.decoder.family) {
                    break;
                }
            }
        }
        Ok(())
    }
}
