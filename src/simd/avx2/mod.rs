//! Kernels for AVX2 with BMI and POPCNT (Haswell, Zen and later).
//!
//! They have in common how characters of different lengths are written: each goes to a lane of the same
//! width, with holes where it is shorter, and a shuffle from a table removes the holes, for 8 or 4 characters
//! at a time.

use core::arch::x86_64::*;

use super::vector::{Vector, load, load_block, put, store, store_block, store_units};
use super::{Kernels, Level, SingleByte, TwoByte, Utf16Kernels, close_up, paged, portable, search};

mod single_byte;
mod to_utf16;
pub(super) mod two_byte;
mod utf16;
pub(super) mod utf8;

kernels! {
    Avx2,
    has!("avx2" "bmi1" "bmi2" "popcnt"),
    find: search::avx2,
    seven_bit: None,
    short_utf8: 48
}

/// The length of a vector in bytes.
pub(super) const WIDTH: usize = 32;

/// The same 16 bytes in both halves.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn twice(bytes: &[u8; WIDTH / 2]) -> __m256i {
    _mm256_broadcastsi128_si256(load(bytes))
}

/// A block is four vectors.
type Block = <__m256i as Vector>::Block;

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn or(v: [__m256i; 4]) -> __m256i {
    _mm256_or_si256(_mm256_or_si256(v[0], v[1]), _mm256_or_si256(v[2], v[3]))
}

/// Whether all bytes of the four vectors are ASCII.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn is_ascii(v: [__m256i; 4]) -> bool {
    _mm256_movemask_epi8(or(v)) == 0
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn halves(v: __m256i) -> [__m128i; 2] {
    [_mm256_castsi256_si128(v), _mm256_extracti128_si256::<1>(v)]
}

/// A table of 128 bytes, as rows of 16: the first row, and then the differences of each row from the one
/// before.
pub(super) struct Rows([__m256i; 8]);

impl Rows {
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    pub(super) fn new(differences: &[u8; 128]) -> Rows {
        let mut rows = Rows([_mm256_setzero_si256(); 8]);
        for (to, row) in rows.0.iter_mut().zip(differences.as_chunks().0) {
            *to = twice(row);
        }
        rows
    }

    /// Looks up bytes below 80; 0 for all others. The bytes are reduced by 16 from row to row. `vpshufb` gives 0
    /// for negative bytes, so that the rows after a byte's own add nothing, and the rows up to it add up to its
    /// entry.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    pub(super) fn look_up(&self, mut v: __m256i) -> __m256i {
        let mut found = _mm256_shuffle_epi8(self.0[0], v);
        for row in &self.0[1..] {
            v = _mm256_subs_epi8(v, _mm256_set1_epi8(16));
            found = _mm256_xor_si256(found, _mm256_shuffle_epi8(*row, v));
        }
        found
    }
}

/// The low bytes and the high bytes of scalar values, in the form of [`Rows`].
pub(super) const fn rows(scalars: &[u16; 128]) -> [[u8; 128]; 2] {
    let mut bytes = [[0; 128]; 2];
    let mut i = 0;
    while i < 128 {
        [bytes[0][i], bytes[1][i]] = scalars[i].to_le_bytes();
        i += 1;
    }
    [paged::differences(&bytes[0]), paged::differences(&bytes[1])]
}
