//! [UTF-8](https://encoding.spec.whatwg.org/#utf-8).

use crate::codec::{Decode, Done, Handled, some_ascii};
use crate::simd::{Kernels, utf8_three, widen_ascii};

/// Copies as many whole characters as fit; returns their length in bytes.
pub(crate) fn encode_into(src: &str, dst: &mut [u8]) -> usize {
    let mut n = src.len();
    if n > dst.len() {
        n = dst.len();
        while !src.is_char_boundary(n) {
            n -= 1;
        }
    }
    dst[..n].copy_from_slice(&src.as_bytes()[..n]);
    n
}

/// [UTF-8 decoder](https://encoding.spec.whatwg.org/#utf-8-decoder).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Utf8Decoder {
    code_point: u32,
    bytes_seen: u8,
    bytes_needed: u8,
    lower_boundary: u8,
    upper_boundary: u8,
}

impl Utf8Decoder {
    pub(crate) const fn new() -> Utf8Decoder {
        Utf8Decoder { code_point: 0, bytes_seen: 0, bytes_needed: 0, lower_boundary: 0x80, upper_boundary: 0xBF }
    }

    /// Converts to UTF-16 up to an error, as far as it surely fits: (bytes read, code units written). Nothing
    /// if a sequence is incomplete.
    #[inline]
    pub(crate) fn code_units(&self, kernels: &Kernels, src: &[u8], dst: &mut [u16]) -> (usize, usize) {
        match src.len() {
            _ if self.bytes_needed != 0 => (0, 0),
            n if n <= kernels.to_utf16().short_utf8 => one_by_one(src, dst),
            _ => in_pieces(kernels, src, dst),
        }
    }
}

/// [`Utf8Decoder::code_units`] for long input: validates a piece and converts it.
fn in_pieces(kernels: &Kernels, src: &[u8], dst: &mut [u16]) -> (usize, usize) {
    /// A piece is small enough to be still in the cache after it was validated.
    const PIECE: usize = 8192;
    let (mut read, mut written) = (0, 0);
    loop {
        // There are never more code units than bytes.
        let left = &src[read..];
        let piece = &left[..left.len().min(dst.len() - written).min(PIECE)];
        let n = (kernels.utf8_valid_up_to)(piece);
        written += (kernels.to_utf16().utf8)(&piece[..n], &mut dst[written..]);
        read += n;
        if n == 0 || read == src.len() {
            return (read, written);
        }
    }
}

/// [`Utf8Decoder::code_units`] for short input: one character at a time, and eight bytes of ASCII.
fn one_by_one(src: &[u8], dst: &mut [u16]) -> (usize, usize) {
    const WORD: usize = 8;
    let low_bits = |byte: u8| u32::from(byte & 0x3F);
    let are_trails = |bytes: &[u8]| bytes.iter().fold(true, |all, byte| all & (byte & 0xC0 == 0x80));
    let (mut read, mut written) = (0, 0);
    loop {
        while let (Some(word), Some(room)) = (src[read..].first_chunk::<WORD>(), dst[written..].first_chunk_mut())
            && widen_ascii(word, room)
        {
            read += WORD;
            written += WORD;
        }
        let left = &src[read..];
        // The last word ends where the input does, and may overlap what has been converted.
        if matches!(left.len(), 1..WORD)
            && let (Some(word), Some(at)) = (src.last_chunk::<WORD>(), (written + left.len()).checked_sub(WORD))
            && let Some(room) = dst[at..].first_chunk_mut()
            && word.is_ascii()
            && widen_ascii(word, room)
        {
            return (src.len(), at + WORD);
        }
        let room = &mut dst[written..];
        let (n, unit) = match (left, &mut *room) {
            (&[a @ ..0x80, ..], [_, ..]) => (1, u16::from(a)),
            (&[a @ 0xC2..0xE0, b, ..], [_, ..]) if are_trails(&[b]) => {
                (2, u16::from(a & 0x1F) << 6 | u16::from(b & 0x3F))
            }
            (&[a @ 0xE0..0xF0, b, c, ..], [_, ..]) => {
                let unit = (u32::from(a) << 12 | low_bits(b) << 6 | low_bits(c)) as u16;
                if !are_trails(&[b, c]) | matches!(unit, ..0x800 | 0xD800..0xE000) {
                    return (read, written);
                }
                (3, unit)
            }
            (&[a @ 0xF0..0xF5, b, c, d, ..], [first, second, ..]) => {
                let c = (u32::from(a & 7) << 18 | low_bits(b) << 12 | low_bits(c) << 6 | low_bits(d))
                    .wrapping_sub(0x1_0000);
                if !are_trails(&left[1..4]) | (c > 0xF_FFFF) {
                    return (read, written);
                }
                (*first, *second) = (0xD800 | (c >> 10) as u16, 0xDC00 | (c & 0x3FF) as u16);
                read += 4;
                written += 2;
                continue;
            }
            _ => return (read, written),
        };
        room[0] = unit;
        read += n;
        written += 1;
    }
}

/// What the handler would make of the first bytes, with the number of bytes it takes.
enum Sequence {
    Character(usize),
    Malformed(usize),
}

impl Sequence {
    /// `None` where the sequence may continue after the end.
    fn at_start_of(src: &[u8]) -> Option<Sequence> {
        Some(match *src {
            [0x00..=0x7F, ..] => Sequence::Character(1),
            // Not a lead byte.
            [0x80..=0xC1 | 0xF5..=0xFF, ..] => Sequence::Malformed(1),
            [0xC2..=0xDF, 0x80..=0xBF, ..] => Sequence::Character(2),
            [0xE0, 0xA0..=0xBF, ref rest @ ..]
            | [0xE1..=0xEC | 0xEE..=0xEF, 0x80..=0xBF, ref rest @ ..]
            | [0xED, 0x80..=0x9F, ref rest @ ..] => match *rest {
                [0x80..=0xBF, ..] => Sequence::Character(3),
                [_, ..] => Sequence::Malformed(2),
                [] => return None,
            },
            [0xF0, 0x90..=0xBF, ref rest @ ..]
            | [0xF1..=0xF3, 0x80..=0xBF, ref rest @ ..]
            | [0xF4, 0x80..=0x8F, ref rest @ ..] => match *rest {
                [0x80..=0xBF, 0x80..=0xBF, ..] => Sequence::Character(4),
                [0x80..=0xBF, _, ..] => Sequence::Malformed(3),
                [0x80..=0xBF] | [] => return None,
                _ => Sequence::Malformed(2),
            },
            // The second byte cannot follow this lead byte.
            [_, _, ..] => Sequence::Malformed(1),
            _ => return None,
        })
    }
}

impl Decode for Utf8Decoder {
    fn run(&mut self, kernels: &Kernels, src: &[u8], dst: &mut [u8]) -> (usize, usize) {
        if self.bytes_needed != 0 {
            return (0, 0);
        }
        let n = (kernels.utf8)(src, dst);
        (n, n)
    }

    #[inline(always)]
    fn step(&mut self, src: &[u8], dst: &mut [u8]) -> Option<Done> {
        if let (Some(from @ [..0x80, ..]), Some(to)) = (src.first_chunk::<16>(), dst.first_chunk_mut()) {
            let n = some_ascii(from, to);
            return Some(Done::new((n, n)));
        }
        let room = dst.first_chunk_mut::<4>()?;
        match Sequence::at_start_of(src)? {
            Sequence::Character(length) => {
                match src.first_chunk() {
                    Some(bytes) => *room = *bytes,
                    None => room[..length].copy_from_slice(&src[..length]),
                }
                Some(Done::new((length, length)))
            }
            Sequence::Malformed(length) => {
                *room = utf8_three(0xFFFD).to_le_bytes();
                Some(Done { read: length, written: 3, had_errors: true })
            }
        }
    }

    fn handle(&mut self, byte: Option<u8>) -> Handled {
        // The bytes of the sequence so far, its lead included.
        let length = self.bytes_seen + 1;
        let Some(byte) = byte else {
            // 1. End-of-queue inside a sequence is an error.
            // 2. End-of-queue is finished.
            return if core::mem::replace(self, Self::new()).bytes_needed != 0 {
                Handled::error(length)
            } else {
                Handled::Finished
            };
        };
        if self.bytes_needed == 0 {
            // 3. The first byte of a sequence.
            let (needed, bits) = match byte {
                0x00..=0x7F => return Handled::One(byte.into()),
                0xC2..=0xDF => (1, byte & 0x1F),
                0xE0..=0xEF => (2, byte & 0xF),
                0xF0..=0xF4 => (3, byte & 0x7),
                _ => return Handled::error(1),
            };
            match byte {
                0xE0 => self.lower_boundary = 0xA0,
                0xED => self.upper_boundary = 0x9F,
                0xF0 => self.lower_boundary = 0x90,
                0xF4 => self.upper_boundary = 0x8F,
                _ => {}
            }
            self.bytes_needed = needed;
            self.code_point = bits.into();
            return Handled::Continue;
        }
        // 4. A byte that cannot follow ends the sequence and is handled again.
        if !(self.lower_boundary..=self.upper_boundary).contains(&byte) {
            *self = Self::new();
            return Handled::error_before(length);
        }
        // 5.–7.
        self.lower_boundary = 0x80;
        self.upper_boundary = 0xBF;
        self.code_point = self.code_point << 6 | u32::from(byte & 0x3F);
        self.bytes_seen += 1;
        // 8.
        if self.bytes_seen != self.bytes_needed {
            return Handled::Continue;
        }
        // 9.–11.
        let code_point = core::mem::replace(self, Self::new()).code_point;
        Handled::One(char::from_u32(code_point).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn pending(&self) -> usize {
        match self.bytes_needed {
            0 => 0,
            _ => usize::from(self.bytes_seen) + 1,
        }
    }
}
