//! [`Positions`]: which bytes a character of the decoded text comes from, and the reverse.
//!
//! While bytes are decoded, the decoder's state is kept every few kilobytes. An offset is found from the
//! nearest state before it, with the handler of the encoding, which takes one byte at a time and so knows
//! which bytes each character has.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

#[cfg(feature = "encode")]
pub(crate) use self::cursor::Cursor;
#[cfg(feature = "encode")]
pub(crate) use self::seams::Seam;
use super::decoder::Family;
use super::{Decode, Decoder, Handled};
use crate::Encoding;
use crate::encoding::decoding::Decoding;

#[cfg(feature = "encode")]
mod cursor;
#[cfg(feature = "encode")]
mod seams;

/// How many bytes there are between two states that are kept.
const STRIDE: usize = 4096;

/// How much text [`STRIDE`] bytes can give, in bytes of UTF-8: three for each byte, and characters of earlier bytes.
const MOST_TEXT: usize = 3 * STRIDE + 16;

/// What the offsets in a text count.
///
/// ```
/// use charsniff::{Encoding, Positions, TextUnit};
/// let bytes = "😀!".as_bytes();
/// let offset_of_the_mark = |unit| Positions::new(Encoding::Utf8, bytes, unit).text_offset(4);
/// assert_eq!(offset_of_the_mark(TextUnit::Utf8), 4);
/// assert_eq!(offset_of_the_mark(TextUnit::Utf16), 2);
/// assert_eq!(offset_of_the_mark(TextUnit::Scalar), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum TextUnit {
    /// Bytes of UTF-8, as in Rust and Go.
    #[default]
    Utf8,
    /// Code units of UTF-16, as in JavaScript and Java.
    Utf16,
    /// Scalar values, as in Python.
    Scalar,
}

impl TextUnit {
    /// The length of `text`, which is UTF-8.
    fn count(self, text: &[u8]) -> usize {
        let characters = || text.iter().filter(|byte| !matches!(byte, 0x80..0xC0)).count();
        match self {
            TextUnit::Utf8 => text.len(),
            TextUnit::Utf16 => characters() + text.iter().filter(|byte| **byte >= 0xF0).count(),
            TextUnit::Scalar => characters(),
        }
    }

    fn count_one(self, c: char) -> usize {
        match self {
            TextUnit::Utf8 => c.len_utf8(),
            TextUnit::Utf16 => c.len_utf16(),
            TextUnit::Scalar => 1,
        }
    }
}

/// The state of a decoder between two bytes.
#[derive(Clone, Copy)]
struct State {
    /// How many bytes of the resource were read.
    read: usize,
    /// How much text that gave.
    text: usize,
    /// `None`: each byte is the code point of the same value.
    family: Option<Family>,
}

/// The states of a decoder, of which one is kept every [`STRIDE`] bytes. The first one stands after the byte order mark.
#[derive(Clone)]
pub(crate) struct Checkpoints {
    unit: TextUnit,
    states: Vec<State>,
}

impl Checkpoints {
    /// Decodes `bytes` after their mark. `decode` takes a chunk and returns how much text it gave.
    fn new(
        decoding: Decoding,
        (bytes, mark): (&[u8], usize),
        unit: TextUnit,
        mut decode: impl FnMut(Option<&mut Decoder>, &[u8]) -> usize,
    ) -> Checkpoints {
        let body = bytes.get(mark..).unwrap_or_default();
        let mut decoder = decoding.new_decoder();
        let family = |decoder: &Option<Decoder>| decoder.as_ref().map(|decoder| decoder.family);
        let mut state = State { read: bytes.len() - body.len(), text: 0, family: family(&decoder) };
        let mut states = alloc::vec![state];
        for chunk in body.chunks(STRIDE) {
            state.read += chunk.len();
            state.text += decode(decoder.as_mut(), chunk);
            state.family = family(&decoder);
            states.push(state);
        }
        Checkpoints { unit, states }
    }

    /// The last state for which `is_before` is true, or the first.
    fn last(&self, is_before: impl Fn(&State) -> bool) -> State {
        let n = self.states.partition_point(is_before).saturating_sub(1);
        self.states.get(n).copied().unwrap_or(State { read: 0, text: 0, family: None })
    }
}

/// Which bytes of a resource a character of its text comes from, and the reverse.
///
/// An offset in a text counts [`TextUnit`]s; an offset in a resource counts bytes, those of a byte order mark
/// included. The text is the one in which malformed sequences are U+FFFD. For the text of a
/// [`StreamDecoder`](crate::StreamDecoder), make the positions [by its verdict](crate::Sniffed::positions), from all its bytes.
///
/// Decoding records nothing: a `Positions` decodes the bytes once more when it is made, and keeps 1 % of their
/// length. Finding an offset takes time logarithmic in that length, plus a walk over at most 4 KiB. Never panics.
///
/// ```
/// use charsniff::{Context, TextUnit, sniff};
/// let page = b"<meta charset=shift_jis><p>\x89\xCE\x90\xAF";
/// let sniffed = sniff(page, (), &Context::html());
/// let positions = sniffed.positions(page, TextUnit::Utf8);
/// // The second character of 火星.
/// assert_eq!(positions.byte_range(30..33), 29..31);
/// assert_eq!(positions.text_offset(30), 30);
/// ```
#[derive(Clone)]
pub struct Positions<'a> {
    bytes: Cow<'a, [u8]>,
    checkpoints: Checkpoints,
}

impl<'a> Positions<'a> {
    /// The positions in `bytes`, decoded from `encoding`. A byte order mark of another encoding is text, as in
    /// [`Encoding::decode_with_bom_removal`]. Linear in `bytes`.
    ///
    /// ```
    /// use charsniff::{Encoding, Positions, TextUnit};
    /// let positions = Positions::new(Encoding::Koi8R, b"a\xCD\xC1\xD2\xD3", TextUnit::Utf8);
    /// assert_eq!((positions.byte_offset(3), positions.text_offset(2)), (2, 3));
    /// ```
    #[must_use]
    pub fn new(encoding: Encoding, bytes: &'a [u8], unit: TextUnit) -> Positions<'a> {
        let mark = Encoding::for_bom(bytes).filter(|(mark, _)| *mark == encoding).map_or(0, |(_, length)| length);
        Positions::of_body(Decoding::Encoding(encoding), bytes, mark, unit)
    }

    unstable! {
        /// The positions in `bytes`, of which the first `mark` are a byte order mark.
        pub fn of_body(decoding: Decoding, bytes: &'a [u8], mark: usize, unit: TextUnit) -> Positions<'a> {
            let mut text = alloc::vec![0; MOST_TEXT.min(3 * bytes.len() + 16)];
            let checkpoints = Checkpoints::new(decoding, (bytes, mark), unit, |decoder, mut chunk| {
                let Some(decoder) = decoder else { return chunk.iter().map(|byte| unit.count_one(char::from(*byte))).sum() };
                let mut length = 0;
                while !chunk.is_empty() {
                    let (_, read, written, _) = decoder.decode_to_utf8(chunk, &mut text, false);
                    length += unit.count(&text[..written]);
                    chunk = &chunk[read..];
                }
                length
            });
            Positions { bytes: Cow::Borrowed(bytes), checkpoints }
        }
    }

    /// The same positions with a copy of the bytes, so that they borrow nothing. Linear in the bytes.
    ///
    /// ```
    /// use charsniff::{Encoding, Positions, TextUnit};
    /// let bytes = b"a\xCD".to_vec();
    /// let positions = Positions::new(Encoding::Koi8R, &bytes, TextUnit::Utf8).into_owned();
    /// drop(bytes);
    /// assert_eq!(positions.byte_range(1..3), 1..2);
    /// ```
    #[must_use]
    pub fn into_owned(self) -> Positions<'static> {
        Positions { bytes: Cow::Owned(self.bytes.into_owned()), checkpoints: self.checkpoints }
    }

    /// The offset of the first byte of the character that `text_offset`, an offset in the text, is in. After the end of
    /// the text, the length of the bytes.
    ///
    /// Where one sequence gives two characters, as in Big5, it is the same for both.
    ///
    /// ```
    /// use charsniff::{Encoding, Positions, TextUnit};
    /// // An escape sequence is no character: the first one begins after it.
    /// let positions = Positions::new(Encoding::Iso2022Jp, b"\x1B$B2P@1\x1B(B", TextUnit::Scalar);
    /// assert_eq!([0, 1, 2].map(|offset| positions.byte_offset(offset)), [3, 5, 10]);
    /// ```
    #[must_use]
    pub fn byte_offset(&self, text_offset: usize) -> usize {
        self.character_at(text_offset).map_or(self.bytes.len(), |bytes| bytes.start)
    }

    /// The offset in the text of the character that the byte at `byte_offset` belongs to. For a byte that gives
    /// no character (of a byte order mark, of an escape sequence of ISO-2022-JP) it is that of the next character,
    /// and after the end of the bytes the length of the text.
    ///
    /// ```
    /// use charsniff::{Encoding, Positions, TextUnit};
    /// let positions = Positions::new(Encoding::Utf8, b"\xEF\xBB\xBFa\xE2\x82\xAC!", TextUnit::Scalar);
    /// assert_eq!([0, 3, 4, 5, 6, 7, 8].map(|offset| positions.text_offset(offset)), [0, 0, 1, 1, 1, 2, 3]);
    /// ```
    #[must_use]
    pub fn text_offset(&self, byte_offset: usize) -> usize {
        let state = self.checkpoints.last(|state| state.read <= byte_offset);
        let (mut characters, mut text) = (Characters::new(&self.bytes, state), state.text);
        while let Some((bytes, c)) = characters.next() {
            if bytes.end > byte_offset {
                break;
            }
            text += self.checkpoints.unit.count_one(c);
        }
        text
    }

    /// The bytes of the characters that a range of the text touches.
    ///
    /// ```
    /// use charsniff::{Encoding, Positions, TextUnit};
    /// // The lead byte of a pair, then a byte that cannot follow it: a malformed sequence of one byte.
    /// let positions = Positions::new(Encoding::Big5, b"<b>\xA4</b>", TextUnit::Utf8);
    /// assert_eq!(positions.byte_range(3..6), 3..4);
    /// assert_eq!(positions.byte_range(0..3), 0..3);
    /// ```
    #[must_use]
    pub fn byte_range(&self, text: Range<usize>) -> Range<usize> {
        let start = self.byte_offset(text.start);
        let last = text.end.checked_sub(1).filter(|last| *last >= text.start);
        let end = last.map_or(start, |last| self.character_at(last).map_or(self.bytes.len(), |bytes| bytes.end));
        start..end.max(start)
    }

    /// The bytes of the character that an offset of the text is in.
    fn character_at(&self, text_offset: usize) -> Option<Range<usize>> {
        let state = self.checkpoints.last(|state| state.text <= text_offset);
        let (mut characters, mut text) = (Characters::new(&self.bytes, state), state.text);
        loop {
            let (bytes, c) = characters.next()?;
            text += self.checkpoints.unit.count_one(c);
            if text > text_offset {
                return Some(bytes);
            }
        }
    }
}

impl core::fmt::Debug for Positions<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Positions")
            .field("length", &self.bytes.len())
            .field("unit", &self.checkpoints.unit)
            .finish_non_exhaustive()
    }
}

/// The characters of a resource from a state on, with the bytes of each.
struct Characters<'a> {
    bytes: &'a [u8],
    read: usize,
    family: Option<Family>,
    /// The bytes of the last character.
    last: Range<usize>,
}

impl Characters<'_> {
    fn new(bytes: &[u8], state: State) -> Characters<'_> {
        let State { read, family, .. } = state;
        // A decoder in a state that owes a second character has read the pair that both come from.
        Characters { bytes, read, family, last: read.saturating_sub(2)..read }
    }

    fn next(&mut self) -> Option<(Range<usize>, char)> {
        let (bytes, c) = self.character()?;
        self.last = bytes.clone();
        Some((bytes, c))
    }

    fn character(&mut self) -> Option<(Range<usize>, char)> {
        let Some(family) = &mut self.family else {
            let byte = *self.bytes.get(self.read)?;
            self.read += 1;
            return Some((self.read - 1..self.read, byte.into()));
        };
        let unread = family.pending();
        if let Some(c) = family.take_due() {
            // Of Big5's two characters for one pointer, the second has the bytes of the first.
            let is_second = matches!(family, Family::Big5(_));
            let bytes = self.read.saturating_sub(unread)..self.read.saturating_sub(family.pending());
            return Some((if is_second { self.last.clone() } else { bytes }, c));
        }
        loop {
            let byte = self.bytes.get(self.read).copied();
            let consumed = usize::from(byte.is_some());
            let start = self.read.saturating_sub(family.pending());
            match family.handle(byte) {
                Handled::Finished => return None,
                Handled::Continue => self.read += consumed,
                Handled::One(c) => {
                    self.read += consumed;
                    return Some((start..self.read, c));
                }
                Handled::Error { malformed, after, restore } => {
                    self.read += if restore { 0 } else { consumed };
                    let end = self.read.saturating_sub(after.into());
                    return Some((end.saturating_sub(malformed.into())..end, char::REPLACEMENT_CHARACTER));
                }
            }
        }
    }
}
