//! UTF-8 of a few vectors: validate and copy in one pass. Masked loads and stores take the input as it
//! ends, where AVX2's kernel needs a loop for the rest. Longer inputs are AVX2's, since wider vectors gain
//! less than a tenth there.
//!
//! The test is the one of Keiser and Lemire ([`utf8_table`](super::super::utf8_table)).

use super::super::utf8_valid_up_to_from;
use super::*;

/// From this length on, AVX2's kernels take over.
const LONG: usize = 4 * WIDTH;

/// Copies the valid, whole characters that fit: their length.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn copy(src: &[u8], dst: &mut [u8]) -> usize {
    let n = src.len().min(dst.len());
    match n {
        LONG.. => avx2::utf8::copy(src, dst),
        _ => short(&src[..n], [&mut dst[..n]]),
    }
}

/// The length of the valid, whole characters.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn valid_up_to(src: &[u8]) -> usize {
    match src.len() {
        LONG.. => avx2::utf8::valid_up_to(src),
        _ => short(src, []),
    }
}

/// The length of the valid, whole characters. Copies to `room`, if any, which is as long as `src`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn short<const N: usize>(src: &[u8], mut room: [&mut [u8]; N]) -> usize {
    let mut previous = _mm512_setzero_si512();
    let mut previous_is_ascii = true;
    let mut at = 0;
    // The last vector ends in at least one zero, so that a character that is cut off is an error.
    while at <= src.len() {
        let v = load_some(&src[at..]);
        for room in &mut room {
            store_some(&mut room[at..], v);
        }
        let is_ascii = _mm512_movepi8_mask(v) == 0;
        if !(is_ascii && previous_is_ascii) {
            let errors = errors(v, previous);
            if _mm512_test_epi8_mask(errors, errors) != 0 {
                return utf8_valid_up_to_from(src, at);
            }
        }
        (previous, previous_is_ascii) = (v, is_ascii);
        at += WIDTH;
    }
    src.len()
}

/// Nonzero in each lane of `v` whose byte is invalid after the bytes before it. The vector before `v` is `previous`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn errors(v: __m512i, previous: __m512i) -> __m512i {
    use super::super::utf8_table::{FIRST_HIGH, FIRST_LOW, SECOND_HIGH};
    const A_AND_B_XOR_C: i32 = 0x6A;
    const A_AND_B_AND_C: i32 = 0x80;

    // `valignr` shifts within quarters of 16 bytes. This has the quarter before each quarter of `v`.
    let quarters = _mm512_alignr_epi64::<6>(v, previous);
    let one_back = _mm512_alignr_epi8::<15>(v, quarters);
    let two_back = _mm512_alignr_epi8::<14>(v, quarters);
    let three_back = _mm512_alignr_epi8::<13>(v, quarters);
    let nibble = _mm512_set1_epi8(0xF);
    let high = |v| _mm512_and_si512(_mm512_srli_epi16::<4>(v), nibble);
    let look_up = |table: &[u8; 16], nibbles| _mm512_shuffle_epi8(table_of_16(table), nibbles);
    let wrong = _mm512_ternarylogic_epi64::<A_AND_B_AND_C>(
        look_up(&FIRST_HIGH, high(one_back)),
        look_up(&FIRST_LOW, _mm512_and_si512(one_back, nibble)),
        look_up(&SECOND_HIGH, high(v)),
    );
    // By the tables, a third or fourth byte is wrong by its highest bit: two continuation bytes in a row.
    // It is right exactly where a lead two or three bytes before sets that bit here too.
    let third = _mm512_subs_epu8(two_back, _mm512_set1_epi8((0xE0u8 - 0x80) as i8));
    let fourth = _mm512_subs_epu8(three_back, _mm512_set1_epi8((0xF0u8 - 0x80) as i8));
    _mm512_ternarylogic_epi64::<A_AND_B_XOR_C>(_mm512_or_si512(third, fourth), _mm512_set1_epi8(0x80u8 as i8), wrong)
}

/// A table of 16 bytes for `vpshufb`, in each quarter.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn table_of_16(table: &[u8; 16]) -> __m512i {
    _mm512_broadcast_i32x4(load(table))
}
