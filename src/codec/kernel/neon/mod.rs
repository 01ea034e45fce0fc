//! Kernels for NEON, on little-endian machines: they rely on the order of bytes in lanes.
//!
//! They have in common how characters of different lengths are written: each goes to a lane of the same
//! width, with holes where it is shorter, and a look-up by a table removes the holes, for 8 or 4 characters at
//! a time.

use core::arch::aarch64::*;

use super::{Kernels, Level, SingleByte, close_up, portable, search};

mod single_byte;
mod utf16;
mod utf8;

/// Only for machines that have NEON, which [`Kernels::at`] sees to.
pub(super) static KERNELS: Kernels = Kernels {
    // SAFETY: as above, here and below.
    ascii: |src, dst| unsafe { ascii(src, dst) },
    find_tag: search::baseline,
    // SAFETY: as above.
    utf8: |src, dst| unsafe { utf8::copy(src, dst) },
    // SAFETY: as above.
    utf8_valid_up_to: |src| unsafe { utf8::valid_up_to(src) },
    // SAFETY: as above.
    utf16: |src, dst, big_endian| unsafe {
        match big_endian {
            true => utf16::utf16::<true>(src, dst),
            false => utf16::utf16::<false>(src, dst),
        }
    },
    // SAFETY: as above.
    single_byte: |src, dst, table| unsafe { single_byte::single_byte(src, dst, table) },
    two_byte: portable::two_byte,
    iso_2022_jp: |src, dst, pairs, from| portable::iso_2022_jp(src, dst, pairs, from, KERNELS.ascii),
    level: Level::Neon,
};

/// The length of a vector in bytes.
const WIDTH: usize = 16;

#[inline]
#[target_feature(enable = "neon")]
fn load(bytes: &[u8; WIDTH]) -> uint8x16_t {
    // SAFETY: the array is as long as the vector.
    unsafe { vld1q_u8(bytes.as_ptr()) }
}

#[inline]
#[target_feature(enable = "neon")]
fn store(bytes: &mut [u8; WIDTH], vector: uint8x16_t) {
    // SAFETY: the array is as long as the vector.
    unsafe { vst1q_u8(bytes.as_mut_ptr(), vector) }
}

/// Stores at `room[at..]`, if it fits.
#[inline]
#[target_feature(enable = "neon")]
fn put(room: &mut [u8], at: usize, vector: uint8x16_t) {
    if let Some(room) = room.get_mut(at..).and_then(|room| room.first_chunk_mut()) {
        store(room, vector);
    }
}

/// A block is four vectors.
type Block = [u8; 4 * WIDTH];

#[inline]
#[target_feature(enable = "neon")]
fn load_block(block: &Block) -> [uint8x16_t; 4] {
    let (vectors, _) = block.as_chunks();
    [load(&vectors[0]), load(&vectors[1]), load(&vectors[2]), load(&vectors[3])]
}

#[inline]
#[target_feature(enable = "neon")]
fn store_block(block: &mut Block, vectors: [uint8x16_t; 4]) {
    let (rooms, _) = block.as_chunks_mut();
    for (room, vector) in rooms.iter_mut().zip(vectors) {
        store(room, vector);
    }
}

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

/// Copies ASCII, up to a byte that has its highest bit set.
#[target_feature(enable = "neon")]
fn ascii(src: &[u8], dst: &mut [u8]) -> usize {
    let mut at = 0;
    let (from, _) = src.as_chunks();
    let (to, _) = dst.as_chunks_mut();
    for (from, to) in from.iter().zip(to) {
        let vectors = load_block(from);
        if !is_ascii(or(vectors)) {
            break;
        }
        store_block(to, vectors);
        at += from.len();
    }
    at + portable::ascii(&src[at..], &mut dst[at..])
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
