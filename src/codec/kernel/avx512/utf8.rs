//! UTF-8: validate and copy in one pass. What is long goes on by leads.
//!
//! The test is the one of Keiser and Lemire ("Validating UTF-8 in less than one instruction per
//! byte"): each byte and the one before it are looked up by their nibbles in three tables of 16,
//! each a set of ways to be wrong, a bit a way; a way that is in all three sets is an error. That
//! decides all but third and fourth bytes, for which the bytes two and three before are compared
//! with E0 and F0.

use super::super::by_leads::{BACK, Blocks};
use super::super::utf8_valid_up_to_from;
use super::super::vectors::Avx512;
use super::*;

/// From how many bytes on the tests by leads take less.
const LONG: usize = 4096;

/// A block and what is before it.
type Window = [u8; BACK + size_of::<Block>()];

/// Copies as far as it is valid and whole characters fit.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn copy(src: &[u8], dst: &mut [u8]) -> usize {
    let n = src.len().min(dst.len());
    let (src, dst) = (&src[..n], &mut dst[..n]);
    let mut check = Check::new();
    let mut at = 0;
    // At least one vector that ends in zeroes, so that a character cut off is an error.
    loop {
        let v = load_some(&src[at..]);
        store_some(&mut dst[at..], v);
        if !check.vector(v) {
            return utf8_valid_up_to_from(src, at);
        }
        at += WIDTH;
        if at > n {
            return n;
        }
        if n >= LONG {
            // SAFETY: its features are enabled.
            return unsafe { Avx512::new() }.copy(src, dst, at);
        }
        while let Some(window) = src[at - BACK..].first_chunk()
            && let Some(room) = dst[at..].first_chunk_mut()
        {
            // Loads first: some processors take them to depend on stores at like addresses.
            let is_right = check.block(window);
            store_block(room, before::<0>(window));
            if !is_right {
                return utf8_valid_up_to_from(src, at);
            }
            at += size_of::<Block>();
        }
    }
}

/// How far it is valid.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn valid_up_to(src: &[u8]) -> usize {
    let mut check = Check::new();
    let mut at = 0;
    loop {
        if !check.vector(load_some(&src[at..])) {
            return utf8_valid_up_to_from(src, at);
        }
        at += WIDTH;
        if at > src.len() {
            return src.len();
        }
        if src.len() >= LONG {
            // SAFETY: its features are enabled.
            return unsafe { Avx512::new() }.valid_up_to(src, at);
        }
        while let Some(window) = src[at - BACK..].first_chunk() {
            if !check.block(window) {
                return utf8_valid_up_to_from(src, at);
            }
            at += size_of::<Block>();
        }
    }
}

/// The bytes that are `N` before those of a window's block.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn before<const N: usize>(window: &Window) -> [__m512i; 4] {
    const { assert!(N <= BACK) };
    match window[BACK - N..].first_chunk() {
        Some(block) => load_block(block),
        None => [_mm512_setzero_si512(); 4],
    }
}

/// The last vector that was looked at, or another if both are ASCII, and whether it is.
struct Check {
    previous: __m512i,
    previous_is_ascii: bool,
}

impl Check {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn new() -> Check {
        Check { previous: _mm512_setzero_si512(), previous_is_ascii: true }
    }

    /// Whether there is no error in the next four vectors; a character may be cut off at their
    /// end, which is left to the next call. What is before each byte is loaded rather than
    /// shuffled, since shuffles are what processors of Intel have one port for.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn block(&mut self, window: &Window) -> bool {
        let v = before::<0>(window);
        if self.previous_is_ascii && is_ascii(v) {
            return true;
        }
        let (one, two, three) = (before::<1>(window), before::<2>(window), before::<3>(window));
        let errors = [
            errors(v[0], [one[0], two[0], three[0]]),
            errors(v[1], [one[1], two[1], three[1]]),
            errors(v[2], [one[2], two[2], three[2]]),
            errors(v[3], [one[3], two[3], three[3]]),
        ];
        self.previous = v[3];
        self.previous_is_ascii = _mm512_movepi8_mask(v[3]) == 0;
        const OR: i32 = 0xFE;
        let any = _mm512_or_si512(errors[0], _mm512_ternarylogic_epi64::<OR>(errors[1], errors[2], errors[3]));
        _mm512_test_epi8_mask(any, any) == 0
    }

    /// The same for one vector.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn vector(&mut self, v: __m512i) -> bool {
        let is_ascii = _mm512_movepi8_mask(v) == 0;
        if is_ascii && self.previous_is_ascii {
            return true;
        }
        // The last 48 bytes of each quarter's predecessor, so that `valignr` can reach back.
        let back = _mm512_alignr_epi64::<6>(v, self.previous);
        let back =
            [_mm512_alignr_epi8::<15>(v, back), _mm512_alignr_epi8::<14>(v, back), _mm512_alignr_epi8::<13>(v, back)];
        let errors = errors(v, back);
        self.previous = v;
        self.previous_is_ascii = is_ascii;
        _mm512_test_epi8_mask(errors, errors) == 0
    }
}

/// Not zero at each byte of `v` that cannot follow those that are one, two and three before it.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(in super::super) fn errors(v: __m512i, [one_back, two_back, three_back]: [__m512i; 3]) -> __m512i {
    use super::super::utf8_table::{FIRST_HIGH, FIRST_LOW, SECOND_HIGH};
    const A_AND_B_XOR_C: i32 = 0x6A;
    const A_AND_B_AND_C: i32 = 0x80;

    let nibble = _mm512_set1_epi8(0xF);
    let high = |v| _mm512_and_si512(_mm512_srli_epi16::<4>(v), nibble);
    let look_up = |table: &[u8; 16], nibbles| _mm512_shuffle_epi8(table_of_16(table), nibbles);
    let wrong = _mm512_ternarylogic_epi64::<A_AND_B_AND_C>(
        look_up(&FIRST_HIGH, high(one_back)),
        look_up(&FIRST_LOW, _mm512_and_si512(one_back, nibble)),
        look_up(&SECOND_HIGH, high(v)),
    );
    // A third or fourth byte looks as wrong as two continuation bytes in a row, by the highest
    // bit, and is right exactly where that bit is set.
    let third = _mm512_subs_epu8(two_back, _mm512_set1_epi8((0xE0u8 - 0x80) as i8));
    let fourth = _mm512_subs_epu8(three_back, _mm512_set1_epi8((0xF0u8 - 0x80) as i8));
    _mm512_ternarylogic_epi64::<A_AND_B_XOR_C>(_mm512_or_si512(third, fourth), _mm512_set1_epi8(0x80u8 as i8), wrong)
}

/// A table of 16 for `vpshufb`, in each quarter.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn table_of_16(table: &[u8; 16]) -> __m512i {
    // SAFETY: the array is as long as the vector.
    _mm512_broadcast_i32x4(unsafe { _mm_loadu_si128(table.as_ptr().cast()) })
}
