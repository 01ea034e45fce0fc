//! UTF-8: validate and copy in one pass.
//!
//! The test is the one of Keiser and Lemire ("Validating UTF-8 in less than one instruction per
//! byte"): each byte and the one before it are looked up by their nibbles in three tables of 16,
//! each a set of ways to be wrong, a bit a way; a way that is in all three sets is an error. That
//! decides all but third and fourth bytes, for which the bytes two and three before are compared
//! with E0 and F0.

use super::super::utf8_valid_up_to_from;
use super::*;

/// Copies as far as it is valid and whole characters fit.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn copy(src: &[u8], dst: &mut [u8]) -> usize {
    let n = src.len().min(dst.len());
    let (src, dst) = (&src[..n], &mut dst[..n]);
    let mut check = Check::new();
    let mut at = 0;
    let (from, _) = src.as_chunks::<{ size_of::<Block>() }>();
    let (to, _) = dst.as_chunks_mut();
    for (from, to) in from.iter().zip(to) {
        let vectors = load_block(from);
        store_block(to, vectors);
        if !check.block(vectors) {
            return utf8_valid_up_to_from(src, at);
        }
        at += from.len();
    }
    dst[at..].copy_from_slice(&src[at..]);
    check.last(src, at)
}

/// How far it is valid.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn valid_up_to(src: &[u8]) -> usize {
    let mut check = Check::new();
    let mut at = 0;
    for block in src.as_chunks::<{ size_of::<Block>() }>().0 {
        if !check.block(load_block(block)) {
            return utf8_valid_up_to_from(src, at);
        }
        at += block.len();
    }
    check.last(src, at)
}

/// The vector before the one that is looked at, and whether it ends inside a character.
struct Check {
    previous: __m256i,
    previous_is_ascii: bool,
}

impl Check {
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn new() -> Check {
        Check { previous: _mm256_setzero_si256(), previous_is_ascii: true }
    }

    /// Whether there is no error in the next four vectors; a character may be cut off at their
    /// end, which is left to the next call.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn block(&mut self, v: [__m256i; 4]) -> bool {
        if self.previous_is_ascii && is_ascii(v) {
            return true;
        }
        self.half([v[0], v[1]]) && self.half([v[2], v[3]])
    }

    /// The same for two vectors: in text with a few accents, every other pair is ASCII.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn half(&mut self, v: [__m256i; 2]) -> bool {
        if self.previous_is_ascii && _mm256_movemask_epi8(_mm256_or_si256(v[0], v[1])) == 0 {
            return true;
        }
        let any = _mm256_or_si256(errors(self.previous, v[0]), errors(v[0], v[1]));
        self.previous = v[1];
        self.previous_is_ascii = _mm256_movemask_epi8(v[1]) == 0;
        _mm256_testz_si256(any, any) != 0
    }

    /// How far `src` is valid, of which less than a block is left from `at`.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn last(mut self, src: &[u8], at: usize) -> usize {
        // At least one zero at the end, so that a character cut off is an error.
        let mut block: Block = [0; _];
        block[..src.len() - at].copy_from_slice(&src[at..]);
        match self.block(load_block(&block)) {
            true => src.len(),
            false => utf8_valid_up_to_from(src, at),
        }
    }
}

/// Not zero at each byte of `v` that cannot follow what is before it.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn errors(before: __m256i, v: __m256i) -> __m256i {
    use super::super::utf8_table::{FIRST_HIGH, FIRST_LOW, SECOND_HIGH};

    // The other half's last bytes, so that `valignr` can reach back.
    let back = _mm256_permute2x128_si256::<0x21>(before, v);
    let one_back = _mm256_alignr_epi8::<15>(v, back);
    let two_back = _mm256_alignr_epi8::<14>(v, back);
    let three_back = _mm256_alignr_epi8::<13>(v, back);

    let nibble = _mm256_set1_epi8(0xF);
    let high = |v| _mm256_and_si256(_mm256_srli_epi16::<4>(v), nibble);
    let look_up = |table: &[u8; 16], nibbles| _mm256_shuffle_epi8(twice(table), nibbles);
    let wrong = _mm256_and_si256(
        _mm256_and_si256(look_up(&FIRST_HIGH, high(one_back)), look_up(&FIRST_LOW, _mm256_and_si256(one_back, nibble))),
        look_up(&SECOND_HIGH, high(v)),
    );
    // A third or fourth byte looks as wrong as two continuation bytes in a row, by the highest
    // bit, and is right exactly where that bit is set.
    let third = _mm256_subs_epu8(two_back, _mm256_set1_epi8((0xE0u8 - 0x80) as i8));
    let fourth = _mm256_subs_epu8(three_back, _mm256_set1_epi8((0xF0u8 - 0x80) as i8));
    let expected = _mm256_and_si256(_mm256_or_si256(third, fourth), _mm256_set1_epi8(0x80u8 as i8));
    _mm256_xor_si256(expected, wrong)
}
