//! Kernels for AVX-512 with VBMI2 (Ice Lake, Zen 4 and later).
//!
//! What they share: characters are laid out in lanes of equal width with holes where a character
//! is shorter, and one byte-compress (`vpcompressb`) closes the holes.

use core::arch::x86_64::*;

use super::{Kernels, SingleByte, TwoByte, portable, search};

pub(super) mod ascii;
mod iso_2022_jp;
mod queue;
mod single_byte;
mod to_utf16;
mod two_byte;
mod utf16;
pub(super) mod utf8;

/// These kernels, if this machine has what they are compiled for.
pub(super) fn kernels() -> Option<&'static Kernels> {
    has!("avx2" "avx512f" "avx512bw" "avx512vl" "avx512vbmi" "avx512vbmi2" "bmi1" "bmi2" "popcnt").then_some(&KERNELS)
}

/// Only [`kernels`] gives them away.
static KERNELS: Kernels = Kernels {
    // SAFETY: the machine has what the kernels are compiled for, here and below.
    ascii: |src, dst| unsafe { ascii::ascii(src, dst) },
    // SAFETY: as above.
    find_tag: |bytes, initial| unsafe { search::avx512(bytes, initial) },
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
    // SAFETY: as above.
    two_byte: |src, dst, layout| unsafe { two_byte::two_byte(src, dst, layout) },
    iso_2022_jp: |src, dst, pairs, from| match src.len() {
        // What would be the portable kernel's anyway, without what AVX-512 asks of a function.
        ..iso_2022_jp::LONG => portable::iso_2022_jp(src, dst, pairs, from, KERNELS.ascii),
        // SAFETY: as above.
        _ => unsafe { iso_2022_jp::iso_2022_jp(src, dst, pairs, from) },
    },
    few_to_utf16: 15,
    // SAFETY: as above.
    to_utf16: |utf8, dst| unsafe { to_utf16::to_utf16(utf8, dst) },
    // SAFETY: as above.
    single_byte_to_utf16: |src, dst, table| unsafe { to_utf16::single_byte(src, dst, table) },
    two_byte_to_utf16: None,
};

/// The bytes of a vector.
pub(super) const WIDTH: usize = 64;

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn load(bytes: &[u8; WIDTH]) -> __m512i {
    // SAFETY: the array is as long as the vector.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

/// The first bytes of `bytes`, and zeroes behind them where there are fewer than a vector has.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn load_some(bytes: &[u8]) -> __m512i {
    match bytes.first_chunk() {
        Some(bytes) => load(bytes),
        // SAFETY: the mask selects bytes of the slice only; others are not accessed.
        None => unsafe { _mm512_maskz_loadu_epi8(_bzhi_u64(!0, bytes.len() as u32), bytes.as_ptr().cast()) },
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn store(bytes: &mut [u8; WIDTH], vector: __m512i) {
    // SAFETY: the array is as long as the vector.
    unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), vector) }
}

/// As many bytes of `vector` as `bytes` has room for.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn store_some(bytes: &mut [u8], vector: __m512i) {
    match bytes.first_chunk_mut() {
        Some(bytes) => store(bytes, vector),
        // SAFETY: the mask selects bytes of the slice only; others are not accessed.
        None => unsafe {
            _mm512_mask_storeu_epi8(bytes.as_mut_ptr().cast(), _bzhi_u64(!0, bytes.len() as u32), vector)
        },
    }
}

/// Four vectors' bytes.
type Block = [u8; 4 * WIDTH];

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn load_block(block: &Block) -> [__m512i; 4] {
    let (vectors, _) = block.as_chunks();
    [load(&vectors[0]), load(&vectors[1]), load(&vectors[2]), load(&vectors[3])]
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn store_block(block: &mut Block, vectors: [__m512i; 4]) {
    let (rooms, _) = block.as_chunks_mut();
    for (room, vector) in rooms.iter_mut().zip(vectors) {
        store(room, vector);
    }
}

/// Whether all bytes of all four are below 80.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn is_ascii(v: [__m512i; 4]) -> bool {
    const OR: i32 = 0xFE;
    _mm512_movepi8_mask(_mm512_or_si512(v[0], _mm512_ternarylogic_epi64::<OR>(v[1], v[2], v[3]))) == 0
}

/// The bytes that `kept` has a bit for, one after another; what is behind them may be anything.
///
/// Not zeroes, for which `vpcompressb` waits for what was in the register before (Zen 4).
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn compress(kept: u64, bytes: __m512i) -> __m512i {
    _mm512_mask_compress_epi8(bytes, kept, bytes)
}

/// At `room[at..]`: all of the vector where there is room for it, else nothing, or, if `EXACT`,
/// what fits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn put<const EXACT: bool>(room: &mut [u8], at: usize, vector: __m512i) {
    let Some(room) = room.get_mut(at..) else { return };
    if EXACT {
        store_some(room, vector);
    } else if let Some(room) = room.first_chunk_mut() {
        store(room, vector);
    }
}
