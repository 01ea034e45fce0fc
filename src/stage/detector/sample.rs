//! The sample: the part of a page that the detector scores. It holds bytes above 7F and the ASCII
//! bytes around them.

use alloc::vec::Vec;

/// How many ASCII bytes are kept before and after a run of bytes above 7F: a word or two, whose
/// letters are evidence of the language.
const MARGIN: usize = 14;

/// The position of the first byte above 7F.
pub(super) fn first_non_ascii(bytes: &[u8]) -> Option<usize> {
    const STRIDE: usize = 32;
    let mut at = 0;
    let (strides, _) = bytes.as_chunks::<STRIDE>();
    for stride in strides {
        // No early exit inside the stride, so that it becomes a few vector instructions.
        if stride.iter().fold(0, |all, byte| all | byte) >= 0x80 {
            break;
        }
        at += STRIDE;
    }
    bytes[at..].iter().position(|byte| !byte.is_ascii()).map(|n| at + n)
}

/// The pieces of `bytes` that have bytes above 7F, each with the ASCII bytes around it. All bytes
/// outside the pieces are ASCII.
pub(super) struct Pieces<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Pieces<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Pieces<'a> {
        Pieces { bytes, at: 0 }
    }
}

impl<'a> Iterator for Pieces<'a> {
    /// The position of the piece, and the piece.
    type Item = (usize, &'a [u8]);

    fn next(&mut self) -> Option<(usize, &'a [u8])> {
        let rest = self.bytes.get(self.at..)?;
        let first = self.at + first_non_ascii(rest)?;
        let start = first.saturating_sub(MARGIN).max(self.at);
        let mut end = first + 1;
        let mut ascii = 0;
        while let Some(byte) = self.bytes.get(end)
            && ascii < 2 * MARGIN
        {
            ascii = if byte.is_ascii() { ascii + 1 } else { 0 };
            end += 1;
        }
        end -= ascii.saturating_sub(MARGIN);
        self.at = end;
        Some((start, &self.bytes[start..end]))
    }
}

/// A set of bytes from 80 to FF. Bit 0 stands for byte 80.
#[derive(Clone, Copy)]
pub(super) struct HighBytes(u128);

impl HighBytes {
    /// The bytes above 7F that `bytes` has.
    pub(super) fn of(bytes: &[u8]) -> HighBytes {
        let mut set = HighBytes(0);
        set.insert_all(bytes);
        set
    }

    /// The bytes in the set, as indices into tables that start with byte 80.
    pub(super) fn indices(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            let lowest = rest.trailing_zeros();
            rest &= rest.wrapping_sub(1);
            (lowest < u128::BITS).then_some(lowest as usize)
        })
    }

    /// Whether the set has `byte`; true for ASCII.
    fn contains(self, byte: u8) -> bool {
        byte.checked_sub(0x80).is_none_or(|high| self.0 >> high & 1 == 1)
    }

    /// Adds the bytes above 7F that `bytes` has.
    fn insert_all(&mut self, bytes: &[u8]) {
        for high in bytes.iter().filter_map(|byte| byte.checked_sub(0x80)) {
            self.0 |= 1 << high;
        }
    }
}

/// The first pieces of a page, up to a number of bytes. A line break stands before each piece, in
/// place of the ASCII that was left out.
pub(super) struct Sample {
    pub(super) text: Vec<u8>,
    /// The bytes above 7F that the sample has.
    pub(super) high_bytes: HighBytes,
    /// The position in the page where the sample ends.
    end: usize,
    /// Whether all pieces of the page are in the sample.
    pub(super) is_whole: bool,
}

/// Where a byte above 7F occurs for the first time after the sample: how many bytes are added
/// before it, and how many from this byte on.
const BYTES_BEFORE_NEW: usize = 2;
const BYTES_FROM_NEW: usize = 3;

impl Sample {
    /// `length` bytes of pieces, or as many as there are.
    pub(super) fn new(page: &[u8], length: usize) -> Sample {
        let mut sample = Sample { text: Vec::new(), high_bytes: HighBytes::of(&[]), end: page.len(), is_whole: true };
        for (start, piece) in Pieces::new(page) {
            let room = length.saturating_sub(sample.text.len());
            if piece.len() > room {
                let cut = piece_end(piece, room);
                sample.push(&piece[..cut]);
                sample.end = start + cut;
                sample.is_whole = false;
                break;
            }
            sample.push(piece);
        }
        sample
    }

    fn push(&mut self, piece: &[u8]) {
        self.text.push(b'\n');
        self.text.extend_from_slice(piece);
        self.high_bytes.insert_all(piece);
    }

    /// Adds the places in the rest of the page where a byte above 7F occurs for the first time.
    /// Such bytes are the ones most likely to change the answer. Use it for single-byte encodings
    /// only: it may cut longer characters. Returns what it added.
    pub(super) fn add_new_bytes(&mut self, page: &[u8]) -> &[u8] {
        let length = self.text.len();
        let mut at = self.end;
        while let Some(n) = page.get(at..).and_then(first_non_ascii) {
            at += n;
            while let Some(&byte) = page.get(at)
                && !byte.is_ascii()
            {
                if !self.high_bytes.contains(byte) {
                    let piece = &page[at.saturating_sub(BYTES_BEFORE_NEW)..(at + BYTES_FROM_NEW).min(page.len())];
                    self.push(piece);
                }
                at += 1;
            }
        }
        self.end = page.len();
        &self.text[length..]
    }
}

/// Where to cut a piece of which at most `room` bytes are wanted: before a space or control if it
/// has one, since that is never inside a character.
fn piece_end(piece: &[u8], room: usize) -> usize {
    let room = room.min(piece.len());
    let cut = piece[..room].iter().rposition(|byte| *byte <= b' ').unwrap_or(room);
    if cut == 0 { room } else { cut }
}

/// Two neighbouring bytes, and how often they occur.
pub(super) struct Bigram {
    pub(super) first: u8,
    pub(super) second: u8,
    pub(super) count: u32,
}

/// The bigrams of a text.
pub(super) struct Bigrams {
    /// Those with at least one byte above 7F.
    pub(super) non_ascii: Vec<Bigram>,
    /// Those of two ASCII bytes, at least one of them a letter.
    pub(super) ascii: Vec<Bigram>,
}

impl Bigrams {
    pub(super) fn new(text: &[u8]) -> Bigrams {
        let bigrams = |is_wanted: fn(u8, u8) -> bool| {
            let pairs = text.windows(2).filter_map(|pair| match *pair {
                [a, b] if is_wanted(a, b) => Some(u16::from_be_bytes([a, b])),
                _ => None,
            });
            let mut all: Vec<u16> = pairs.collect();
            all.sort_unstable();
            let different = all.chunk_by(|a, b| a == b).filter_map(|same| {
                let [first, second] = same.first()?.to_be_bytes();
                Some(Bigram { first, second, count: same.len() as u32 })
            });
            different.collect()
        };
        Bigrams {
            non_ascii: bigrams(|a, b| !(a.is_ascii() && b.is_ascii())),
            ascii: bigrams(|a, b| a.is_ascii() && b.is_ascii() && (a.is_ascii_alphabetic() || b.is_ascii_alphabetic())),
        }
    }
}
