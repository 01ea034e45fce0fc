//! [gb18030](https://encoding.spec.whatwg.org/#gb18030) and [GBK](https://encoding.spec.whatwg.org/#gbk),
//! which have the same decoder.

use alloc::boxed::Box;

use once_cell::race::OnceBox;

use super::two_byte_family::{TwoByteFamily, each, malformed_pair};
use crate::codec::Handled;
use crate::codec::data::{self, GB18030_RANGES, IndexRows, Pairs};
use crate::simd::utf8_four;

pub(in crate::codec) static INDEX: [IndexRows; 1] =
    [IndexRows::new(&[(0x81, 0xFE)], &[(0x40, 0x7E), (0x80, 0xFE)], data::GB18030)];

/// [gb18030 decoder](https://encoding.spec.whatwg.org/#gb18030-decoder).
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Gb18030Decoder {
    first: u8,
    second: u8,
    third: u8,
    /// The digit that was restored to the queue when a four-byte sequence was malformed.
    due: Option<char>,
}

impl TwoByteFamily for Gb18030Decoder {
    fn handle(&mut self, byte: Option<u8>) -> Handled {
        let Some(byte) = byte else {
            // 1. and 2.
            return match core::mem::take(self).pending() {
                0 => Handled::Finished,
                malformed => Handled::error(malformed as u8),
            };
        };
        let Gb18030Decoder { first, second, third, .. } = *self;
        // 3.
        if third != 0 {
            *self = Self::default();
            // 3.1. Restore second, third and byte, return error: second is a digit, third a first.
            if !byte.is_ascii_digit() {
                self.due = Some(second.into());
                self.first = third;
                return Handled::Error { malformed: 1, after: 2, restore: true };
            }
            // 3.2.–3.5.
            return ranges_code_point([first, second, third, byte]).map_or(Handled::error(4), Handled::One);
        }
        // 4.
        if second != 0 {
            // 4.1.
            if let 0x81..=0xFE = byte {
                self.third = byte;
                return Handled::Continue;
            }
            // 4.2. Restore second and byte, return error.
            *self = Self::default();
            self.due = Some(second.into());
            return Handled::Error { malformed: 1, after: 1, restore: true };
        }
        // 5.
        if first != 0 {
            // 5.1.
            if byte.is_ascii_digit() {
                self.second = byte;
                return Handled::Continue;
            }
            // 5.2.–5.6.
            self.first = 0;
            return match Self::pairs().character([first, byte]) {
                // 5.7.
                Some(c) => Handled::One(c),
                // 5.8. Restore an ASCII byte.
                None if byte.is_ascii() => Handled::error_before(1),
                // 5.9.
                None => Handled::error(2),
            };
        }
        match byte {
            // 6.
            0x00..=0x7F => Handled::One(byte.into()),
            // 7.
            0x80 => Handled::One('\u{20AC}'),
            // 8.
            0x81..=0xFE => {
                self.first = byte;
                Handled::Continue
            }
            // 9.
            0xFF => Handled::error(1),
        }
    }

    fn take_due(&mut self) -> Option<char> {
        self.due.take()
    }

    fn pending(&self) -> usize {
        [self.first != 0, self.second != 0, self.third != 0, self.due.is_some()].into_iter().map(usize::from).sum()
    }

    fn pairs() -> &'static Pairs {
        static PAIRS: Pairs = Pairs::new(&INDEX);
        &PAIRS
    }

    /// Decodes a run of four-byte sequences.
    fn rare(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
        let mut done = 0;
        for (from, to) in src.as_chunks().0.iter().zip(dst.as_chunks_mut().0) {
            let Some(offset @ 0..0x10_0000) = pointer(*from).map(|pointer| pointer.wrapping_sub(189_000)) else {
                break;
            };
            *to = utf8_four(0x1_0000 + offset).to_le_bytes();
            done += 4;
        }
        if done > 0 { (done, done) } else { rare_in_plane_0(src, dst) }
    }

    fn malformed_length(src: &[u8]) -> usize {
        match *src {
            [0xFF, ..] => 1,
            // Four bytes without a character, or the start of four, which may be cut off.
            [_, b'0'..=b'9', 0x81..=0xFE, b'0'..=b'9', ..] => 4,
            [_, b'0'..=b'9'] | [_, b'0'..=b'9', 0x81..=0xFE] => 0,
            [_, b'0'..=b'9', ..] => 1,
            [_, second, ..] => malformed_pair(second),
            _ => 0,
        }
    }
}

/// Not inlined, so that its registers are not saved and restored for each emoji.
#[inline(never)]
fn rare_in_plane_0(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    each(src, dst, |src| match (src.first_chunk().and_then(|four| ranges_code_point(*four)), src) {
        (Some(c), _) => Some((c, 4)),
        (None, [0x80, ..]) => Some(('\u{20AC}', 1)),
        _ => None,
    })
}

/// [Index gb18030 ranges code point](https://encoding.spec.whatwg.org/#index-gb18030-ranges-code-point)
/// of four bytes; also `None` if they are not a four-byte sequence.
#[inline]
fn ranges_code_point(bytes: [u8; 4]) -> Option<char> {
    let pointer = pointer(bytes)?;
    match pointer.checked_sub(189_000) {
        // 1., 3. and 4.
        Some(offset) => char::from_u32(0x1_0000 + offset),
        // 1. to 4.
        None => char::from_u32((*four_bytes().get(pointer as usize)?).into()),
    }
}

/// The pointer of four bytes: 81 to FE, a digit, 81 to FE, a digit.
#[inline]
fn pointer(bytes: [u8; 4]) -> Option<u32> {
    // All four bytes are checked at once: after the subtraction they are at most 7D, 9, 7D, 9. A byte that
    // was too small wraps around and is now too large. It borrows from the next byte, but has been found.
    let offsets = u32::from_le_bytes(bytes).wrapping_sub(0x3081_3081);
    if (offsets | ((offsets & 0x7F7F_7F7F) + 0x7602_7602)) & 0x8080_8080 != 0 {
        return None;
    }
    // first * 10 + second, and third * 10 + fourth.
    let tens = (offsets & 0x00FF_00FF) * 10 + (offsets >> 8 & 0x00FF_00FF);
    Some((tens & 0xFFFF) * 1260 + (tens >> 16))
}

/// The number of pointers for scalar values below U+10000 that take four bytes.
const FOUR_BYTES: usize = 39_420;

/// The scalar values below U+10000 that take four bytes, by their pointers. A binary search in the ranges
/// would have branches that are mispredicted for each character.
fn four_bytes() -> &'static [u16; FOUR_BYTES] {
    static SCALARS: OnceBox<[u16; FOUR_BYTES]> = OnceBox::new();
    SCALARS.get_or_init(|| {
        let mut scalars: Box<[u16; FOUR_BYTES]> = crate::simd::zeroes();
        let ends = GB18030_RANGES[1..].iter().map(|(next, _)| usize::from(*next)).chain([FOUR_BYTES]);
        for (&(first, scalar), end) in GB18030_RANGES.iter().zip(ends) {
            let range = scalars.get_mut(usize::from(first)..end).unwrap_or_default();
            for (i, to) in range.iter_mut().enumerate() {
                *to = scalar + i as u16;
            }
        }
        // 2.
        scalars[7_457] = 0xE7C7;
        scalars
    })
}
