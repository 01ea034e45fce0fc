//! Kernels for NEON, on little-endian machines: they rely on the order of bytes in lanes.
//!
//! They have in common how characters of different lengths are written: each goes to a lane of the same
//! width, with holes where it is shorter, and a look-up by a table removes the holes, for 8 or 4 characters at
//! a time.

use core::arch::aarch64::*;

use super::vector::{Vector, load, load_block, put, store, store_block};
use super::{Kernels, Level, SingleByte, close_up, portable, search};

mod single_byte;

/// Only for machines that have NEON, which [`Kernels::at`] sees to. Plain Rust, which the compiler vectorizes, takes at
/// most 1.4 times as many instructions as kernels for UTF-16 did (`tools/neon.sh` counts).
pub(super) static KERNELS: Kernels = Kernels {
    find_before_letter: search::baseline,
    utf8: portable::utf8::copy,
    utf8_valid_up_to: portable::utf8::valid_up_to,
    utf16: portable::utf16,
    // SAFETY: the processor has NEON.
    single_byte: |src, dst, table| unsafe { single_byte::single_byte(src, dst, table) },
    two_byte: portable::two_byte,
    seven_bit: None,
    level: Level::Neon,
};

/// The length of a vector in bytes.
const WIDTH: usize = 16;

/// A block is four vectors.
type Block = <uint8x16_t as Vector>::Block;

#[inline]
#[target_feature(enable = "neon")]
fn or(v: [uint8x16_t; 4]) -> uint8x16_t {
    vorrq_u8(vorrq_u8(v[0], v[1]), vorrq_u8(v[2], v[3]))
}

#[inline]
#[target_feature(enable = "neon")]
fn is_ascii(v: uint8x16_t) -> bool {
    vmaxvq_u8(v) < 0x80
}

/// One bit for each lane of a comparison's result, the first lane lowest.
#[inline]
#[target_feature(enable = "neon")]
fn bits_of_8(lanes: uint8x8_t) -> u8 {
    const BITS: u64 = u64::from_le_bytes([1, 2, 4, 8, 16, 32, 64, 128]);
    vaddv_u8(vand_u8(lanes, vcreate_u8(BITS)))
}

/// Writes eight lanes of two bytes without the holes, as [`close_up::PAIRS`] describes: bytes written.
#[inline]
#[target_feature(enable = "neon")]
fn put_pairs(room: &mut [u8], at: usize, pairs: uint8x16_t, others: u8) -> usize {
    put(room, at, vqtbl1q_u8(pairs, load(&close_up::PAIRS[usize::from(others)])));
    8 + others.count_ones() as usize
}
