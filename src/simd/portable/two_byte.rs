//! Encodings of ASCII and pairs, to UTF-8 and to UTF-16.

use super::super::pairs::{self, BLOCK, Unit};
use super::super::{TwoByte, code_unit, code_unit_of_three};
use super::ascii;

pub(in super::super) fn two_byte(src: &[u8], dst: &mut [u8], layout: &TwoByte) -> (usize, usize) {
    let (read, written) = pairs::blocks(src, dst, layout, high_bits);
    let (r, w) = one_by_one(&src[read..], &mut dst[written..], layout);
    (read + r, written + w)
}

/// Converts what is left after the blocks, character by character, and ASCII by words. Not inlined into the
/// loops over blocks, which would become slower.
#[inline(never)]
pub(in super::super) fn one_by_one(src: &[u8], dst: &mut [u8], layout: &TwoByte) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    loop {
        let (left, room) = (&src[read..], &mut dst[written..]);
        match (left.first_chunk(), room.first_chunk_mut()) {
            (Some(pair @ [0x80..=0xFF, _]), Some(room)) => {
                let unit = layout.unit(u16::from_be_bytes(*pair));
                if unit == 0 {
                    return (read, written);
                }
                *room = unit.to_le_bytes();
                read += 2;
                written += (unit >> 24) as usize;
            }
            _ => {
                let n = ascii(left, room);
                if n == 0 {
                    return (read, written);
                }
                read += n;
                written += n;
            }
        }
    }
}

pub(in super::super) fn two_byte_to_utf16(src: &[u8], dst: &mut [u16], layout: &TwoByte) -> (usize, usize) {
    pairs::blocks(src, dst, layout, high_bits)
}

#[inline(always)]
fn high_bits(block: &[u8; BLOCK]) -> u64 {
    // First only a word, which is cheaper.
    if block[..8].is_ascii() && block.is_ascii() {
        return 0;
    }
    // The product has the highest bits of eight bytes in its highest byte.
    let gather =
        |word: &[u8; 8]| (u64::from_le_bytes(*word) & 0x8080_8080_8080_8080).wrapping_mul(0x2_0408_1020_4081) >> 56;
    block.as_chunks().0.iter().rev().fold(0, |mask, word| mask << 8 | gather(word))
}

// SAFETY: each character of an index is one code unit.
unsafe impl Unit for u16 {
    type Character = u16;
    const USUAL: usize = 1;
    const LEAST_IN_UTF8: u32 = 2;

    #[inline(always)]
    fn of_ascii<const N: usize>(bytes: [u8; N]) -> [u16; N] {
        bytes.map(u16::from)
    }

    #[inline(always)]
    fn of_character(utf8: u32) -> u16 {
        code_unit(utf8)
    }

    #[inline(always)]
    fn length(_: u32) -> usize {
        1
    }

    /// All look-ups come first; the compiler vectorizes the rest.
    #[inline(always)]
    fn put_pairs(block: &[u8; BLOCK], room: &mut [u16; pairs::ROOM], layout: &TwoByte) -> Option<usize> {
        let mut units = [0; BLOCK / 2];
        for (unit, pair) in units.iter_mut().zip(block.as_chunks().0) {
            *unit = layout.unit(u16::from_be_bytes(*pair));
        }
        let all = units.iter().fold(!0, |all, unit| all & unit);
        if all >> 24 == 3 {
            for (to, unit) in room.iter_mut().zip(units) {
                *to = code_unit_of_three(unit);
            }
        } else {
            for (to, unit) in room.iter_mut().zip(units) {
                *to = code_unit(unit);
            }
        }
        (all >> 24 >= 2).then_some(units.len())
    }
}
