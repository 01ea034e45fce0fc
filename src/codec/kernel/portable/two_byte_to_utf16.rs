//! Encodings of ASCII and pairs to UTF-16, with the blocks of [`two_byte`](mod@super::two_byte).

use super::super::{TwoByte, code_unit, code_unit_of_three};
use super::two_byte::{BLOCK, GAP, Room, blocks};

/// The most code units that a block can become, and those written after them.
const ROOM: usize = BLOCK + GAP;

/// Converts whole blocks, up to a pair that has no character: (bytes read, code units written).
pub(in super::super) fn two_byte_to_utf16(src: &[u8], dst: &mut [u16], layout: &TwoByte) -> (usize, usize) {
    blocks::<u16, ROOM>(src, dst, layout)
}

// SAFETY: each character of an index is one code unit.
unsafe impl Room for [u16; ROOM] {
    #[inline(always)]
    unsafe fn put_ascii(&mut self, at: usize, bytes: [u8; GAP]) {
        // SAFETY: the caller guarantees it.
        unsafe { put(self, at, bytes.map(u16::from)) }
    }

    #[inline(always)]
    unsafe fn put_pair(&mut self, at: usize, unit: u32) -> usize {
        // SAFETY: the caller guarantees it.
        unsafe { put(self, at, [code_unit(unit)]) }
        1
    }

    /// All look-ups come first; the compiler vectorizes the rest.
    #[inline(always)]
    fn put_pairs(&mut self, block: &[u8; BLOCK], layout: &TwoByte) -> Option<usize> {
        let mut units = [0; BLOCK / 2];
        for (unit, pair) in units.iter_mut().zip(block.as_chunks().0) {
            *unit = layout.unit(u16::from_be_bytes(*pair));
        }
        let all = units.iter().fold(!0, |all, unit| all & unit);
        if all >> 24 == 3 {
            for (to, unit) in self.iter_mut().zip(units) {
                *to = code_unit_of_three(unit);
            }
        } else {
            for (to, unit) in self.iter_mut().zip(units) {
                *to = code_unit(unit);
            }
            if units.contains(&0) {
                return None;
            }
        }
        Some(units.len())
    }
}

/// Writes at `room[at..]`.
///
/// # Safety
/// `at` is at most the length of the text of a block.
#[inline(always)]
unsafe fn put<const N: usize>(room: &mut [u16; ROOM], at: usize, units: [u16; N]) {
    const { assert!(N <= GAP) };
    debug_assert!(at <= BLOCK);
    // SAFETY: a character is one code unit, a block has at most 64 characters, and after their text there is
    // room for a gap.
    unsafe { room.as_mut_ptr().add(at).cast::<[u16; N]>().write(units) }
}
