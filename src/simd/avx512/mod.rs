//! Kernels for AVX-512 with VBMI2 (Ice Lake, Zen 4 and later).
//!
//! They have in common how characters of different lengths are written: each goes to a lane of the same
//! width, with holes where it is shorter, and one byte-compress (`vpcompressb`) removes the holes.

use core::arch::x86_64::*;

use super::vector::{Vector, load, load_block, load_units, put, store, store_block, store_units};
use super::{Kernels, Level, SingleByte, TwoByte, Utf16Kernels, avx2, portable, search};

mod iso_2022_jp;
mod queue;
mod single_byte;
mod to_utf16;
mod two_byte;
mod utf16;
mod utf8;

/// For the table below only.
// SAFETY: who has that table has the features that this kernel is compiled for.
const SEVEN_BIT: super::ConvertFrom =
    |src, dst, pairs, from| unsafe { iso_2022_jp::iso_2022_jp(src, dst, pairs, from) };

kernels! {
    Avx512,
    has!("avx2" "avx512f" "avx512bw" "avx512vl" "avx512vbmi" "avx512vbmi2" "bmi1" "bmi2" "popcnt"),
    find: search::avx512,
    seven_bit: Some(SEVEN_BIT),
    short_utf8: 15
}

/// The length of a vector in bytes.
pub(super) const WIDTH: usize = 64;

/// Loads a vector; where there are fewer bytes, zeroes follow them.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn load_some(bytes: &[u8]) -> __m512i {
    match bytes.first_chunk() {
        Some(bytes) => load(bytes),
        // SAFETY: the mask selects only bytes of the slice; others are not accessed.
        None => unsafe { _mm512_maskz_loadu_epi8(_bzhi_u64(!0, bytes.len() as u32), bytes.as_ptr().cast()) },
    }
}

/// Stores as many bytes of `vector` as fit.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn store_some(bytes: &mut [u8], vector: __m512i) {
    match bytes.first_chunk_mut() {
        Some(bytes) => store(bytes, vector),
        // SAFETY: the mask selects only bytes of the slice; others are not accessed.
        None => unsafe {
            _mm512_mask_storeu_epi8(bytes.as_mut_ptr().cast(), _bzhi_u64(!0, bytes.len() as u32), vector)
        },
    }
}

/// A block is four vectors.
type Block = <__m512i as Vector>::Block;

/// Copies ASCII, up to a byte that has its highest bit set.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn ascii(src: &[u8], dst: &mut [u8]) -> usize {
    let n = src.len().min(dst.len());
    let (src, dst) = (&src[..n], &mut dst[..n]);
    let mut at = ascii_blocks(src, dst);
    while at < n {
        let v = load_some(&src[at..]);
        store_some(&mut dst[at..], v);
        let others = _mm512_movepi8_mask(v);
        if others != 0 {
            return at + others.trailing_zeros() as usize;
        }
        at = n.min(at + WIDTH);
    }
    n
}

/// Copies whole blocks as long as they are ASCII and fit: their length.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn ascii_blocks(src: &[u8], dst: &mut [u8]) -> usize {
    let mut at = 0;
    for (from, to) in src.as_chunks().0.iter().zip(dst.as_chunks_mut().0) {
        let vectors = load_block(from);
        if !is_ascii(vectors) {
            break;
        }
        store_block(to, vectors);
        at += from.len();
    }
    at
}

/// Whether all bytes of the four vectors are ASCII.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn is_ascii(v: [__m512i; 4]) -> bool {
    const OR: i32 = 0xFE;
    _mm512_movepi8_mask(_mm512_or_si512(v[0], _mm512_ternarylogic_epi64::<OR>(v[1], v[2], v[3]))) == 0
}

/// Moves the bytes for which `kept` has a bit together. The bytes after them are unspecified.
///
/// They are not zeroed: for that, `vpcompressb` would depend on the old value of the register (Zen 4).
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn compress(kept: u64, bytes: __m512i) -> __m512i {
    _mm512_mask_compress_epi8(bytes, kept, bytes)
}

/// Stores at `room[at..]`, if all of the vector fits. With `EXACT`, stores the part that fits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn put_some<const EXACT: bool>(room: &mut [u8], at: usize, vector: __m512i) {
    if !EXACT {
        put(room, at, vector);
    } else if let Some(room) = room.get_mut(at..) {
        // Nothing is stored after the end of the room: even without a lane, a masked store to an address that is
        // not mapped takes 100 ns.
        store_some(room, vector);
    }
}
