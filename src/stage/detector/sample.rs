//! What a detector has to see of a page: the bytes above 7F and their neighbours.

use alloc::vec::Vec;

/// How many ASCII bytes are kept on each side of a run of others: most of a word, whose letters
/// tell the language.
const MARGIN: usize = 6;

/// Where the first byte above 7F stands.
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

/// The pieces of `bytes` that hold bytes above 7F with their neighbours; what lies between them
/// is ASCII.
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
    /// Where the piece starts, and the piece.
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

/// Which of the bytes 80 to FF came: a bit each, the lowest for 80.
#[derive(Clone, Copy)]
pub(super) struct Seen(u128);

impl Seen {
    pub(super) fn of(bytes: &[u8]) -> Seen {
        let mut seen = Seen(0);
        seen.add(bytes);
        seen
    }

    /// The bytes that came, counted from 80.
    pub(super) fn high_bytes(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            let lowest = rest.trailing_zeros();
            rest &= rest.wrapping_sub(1);
            (lowest < u128::BITS).then_some(lowest as usize)
        })
    }

    fn has(self, byte: u8) -> bool {
        byte.checked_sub(0x80).is_none_or(|high| self.0 >> high & 1 == 1)
    }

    fn add(&mut self, bytes: &[u8]) {
        for high in bytes.iter().filter_map(|byte| byte.checked_sub(0x80)) {
            self.0 |= 1 << high;
        }
    }
}

/// The pieces at the start of a page, a line break where ASCII was left out, up to a number of
/// bytes.
pub(super) struct Sample {
    pub(super) text: Vec<u8>,
    pub(super) seen: Seen,
    /// Where in the page the sample ends.
    end: usize,
    /// Whether all pieces of the page are in the sample.
    pub(super) is_whole: bool,
}

/// How much of a page is taken for the sake of one byte that was not met before, before it and
/// from it on.
const BEFORE_NOVEL: usize = 2;
const FROM_NOVEL: usize = 3;

impl Sample {
    /// `length` bytes of pieces, or as many as there are.
    pub(super) fn new(page: &[u8], length: usize) -> Sample {
        let mut sample = Sample { text: Vec::new(), seen: Seen::of(&[]), end: page.len(), is_whole: true };
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
        self.seen.add(piece);
    }

    /// The rest of the page, wherever it has a byte that did not come before, for that is what
    /// may change a mind; only for encodings in which a byte is a character. Returns what was
    /// added.
    pub(super) fn add_novel(&mut self, page: &[u8]) -> &[u8] {
        let length = self.text.len();
        let mut at = self.end;
        while let Some(n) = page.get(at..).and_then(first_non_ascii) {
            at += n;
            while let Some(&byte) = page.get(at)
                && !byte.is_ascii()
            {
                if !self.seen.has(byte) {
                    let piece = &page[at.saturating_sub(BEFORE_NOVEL)..(at + FROM_NOVEL).min(page.len())];
                    self.push(piece);
                }
                at += 1;
            }
        }
        self.end = page.len();
        &self.text[length..]
    }
}

/// Up to `room` bytes of a piece, cut before ASCII if there is any, so that it is not in the
/// middle of a character.
fn piece_end(piece: &[u8], room: usize) -> usize {
    let room = room.min(piece.len());
    let cut = piece[..room].iter().rposition(|byte| *byte <= b' ').unwrap_or(room);
    if cut == 0 { room } else { cut }
}

/// Pairs of neighbouring bytes and how often each comes: those of which one is above 7F, and
/// those of ASCII of which one is a letter.
pub(super) struct Pairs {
    mixed: Vec<(u8, u8, u32)>,
    ascii: Vec<(u8, u8, u32)>,
}

impl Pairs {
    pub(super) fn new(text: &[u8]) -> Pairs {
        let pairs = |is_wanted: fn(u8, u8) -> bool| {
            let pairs = text.windows(2).filter_map(|pair| match *pair {
                [a, b] if is_wanted(a, b) => Some(u16::from_be_bytes([a, b])),
                _ => None,
            });
            let mut all: Vec<u16> = pairs.collect();
            all.sort_unstable();
            let different = all.chunk_by(|a, b| a == b).filter_map(|same| {
                let [a, b] = same.first()?.to_be_bytes();
                Some((a, b, same.len() as u32))
            });
            different.collect()
        };
        Pairs {
            mixed: pairs(|a, b| !(a.is_ascii() && b.is_ascii())),
            ascii: pairs(|a, b| a.is_ascii() && b.is_ascii() && (a.is_ascii_alphabetic() || b.is_ascii_alphabetic())),
        }
    }

    pub(super) fn as_slice(&self) -> &[(u8, u8, u32)] {
        &self.mixed
    }

    pub(super) fn ascii(&self) -> &[(u8, u8, u32)] {
        &self.ascii
    }
}
