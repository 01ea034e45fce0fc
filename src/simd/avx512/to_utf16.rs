//! UTF-8 to UTF-16, 64 bytes at a time, and single-byte encodings. The code unit of a character is computed at
//! the place of its first byte, from that byte and the two after it, which are two more loads:
//!
//! ```text
//!            first     next      after it       code unit (high, low)
//!   ASCII    0xxxxxxx                           00000000 0xxxxxxx
//!   two      110aaabb  10cccccc                 00000aaa bbcccccc
//!   three    1110aaaa  10bbbbcc  10dddddd       aaaabbbb ccdddddd
//! ```
//!
//! For three bytes, `next` is used as `first` is for two. Two byte-compresses drop what is no start of a
//! character, and unpacking low and high bytes gives code units. With four bytes, the first two are treated as
//! if a character of three bytes started at each. A shift and a mask turn the results into surrogates:
//!
//! ```text
//!   four                11110abc  10deffff  10gggghh  10iiiiii
//!   at the first        0abcdeff  ffgggghh      110110vv  vvffffgg      vvvv is abcde less one
//!   at the second       ffffgggg  hhiiiiii      110111gg  hhiiiiii
//! ```

use super::*;
use crate::simd::portable::to_utf16::characters;

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn to_utf16(src: &[u8], dst: &mut [u16]) -> usize {
    let (mut read, mut written) = (0, 0);
    while let Some((r, w)) = block(&src[read..], &mut dst[written..]) {
        read += r;
        written += w;
        if read == src.len() {
            return written;
        }
    }
    // What does not fit, perhaps from the middle of a character that has been written.
    written + characters(&src[read..], &mut dst[written..], usize::MAX).1
}

/// Converts the characters that start in the first 64 bytes: (bytes read, code units written), or `None` if they
/// do not fit. If the last of these bytes starts a surrogate pair, it is left.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn block(src: &[u8], dst: &mut [u16]) -> Option<(usize, usize)> {
    let mut length = src.len().min(WIDTH);
    let first = load_some(src);
    let others = _mm512_movepi8_mask(first);
    if others == 0 {
        return Some((length, put_units(dst, length, [first, _mm512_setzero_si512()], 0)?));
    }
    let at_least = |byte: u8| _mm512_cmpge_epu8_mask(first, _mm512_set1_epi8(byte.cast_signed()));
    let (mut leads, mut three, four) = (at_least(0xC0), at_least(0xE0), at_least(0xF0));
    if four != 0 {
        leads |= four << 1;
        three |= four << 1;
        length -= (four >> (WIDTH - 1)) as usize;
    }
    let next = load_some(src.get(1..).unwrap_or_default());
    let after = load_some(src.get(2..).unwrap_or_default());
    let second_last = _mm512_mask_mov_epi8(first, three, next);
    let last = _mm512_mask_mov_epi8(next, three, after);

    /// Bits of the second operand where the first has ones, else bits of the third.
    const SELECT: i32 = 0xCA;
    let select = |mask: u8, ones, zeroes| {
        _mm512_ternarylogic_epi64::<SELECT>(_mm512_set1_epi8(mask.cast_signed()), ones, zeroes)
    };
    // The shift moves 16 bits at a time, so bits of the neighbouring byte are not selected.
    let low = select(0x3F, last, _mm512_slli_epi16::<6>(second_last));
    let low = _mm512_mask_mov_epi8(first, others, low);
    let high =
        select(0x0F, _mm512_srli_epi16::<2>(second_last), _mm512_maskz_mov_epi8(three, _mm512_slli_epi16::<4>(first)));
    let high = _mm512_maskz_mov_epi8(others, high);

    let starts = _bzhi_u64(!others | leads, length as u32);
    let bytes = [low, high].map(|bytes| compress(starts, bytes));
    let pairs = if four == 0 { 0 } else { _pext_u64(four, starts) };
    Some((length, put_units(dst, starts.count_ones() as usize, bytes, pairs)?))
}

/// How many code units a vector has.
const HALF: usize = WIDTH / 2;

/// Writes the first `n` code units of these low and high bytes at the start of `dst`, and others after them if
/// there is room: `n`, or `None` if they do not fit. Two units become surrogates where `pairs` has a bit.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn put_units(dst: &mut [u16], n: usize, bytes: [__m512i; 2], pairs: u64) -> Option<usize> {
    let [low, high] = bytes.map(|bytes| to_unpack(bytes));
    let mut units = [_mm512_unpacklo_epi8(low, high), _mm512_unpackhi_epi8(low, high)];
    if pairs != 0 {
        let [leads, trails] = [pairs, pairs << 1].map(|mask| [mask as u32, (mask >> HALF) as u32]);
        units = [surrogates(units[0], leads[0], trails[0]), surrogates(units[1], leads[1], trails[1])];
    }
    put_first(dst, n, units)
}

/// Orders the bytes so that the code units are in order after unpacking.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn to_unpack(bytes: __m512i) -> __m512i {
    _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 4, 1, 5, 2, 6, 3, 7), bytes)
}

/// Writes the first `n` of these code units, as [`put_units`] does.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn put_first(dst: &mut [u16], n: usize, units: [__m512i; 2]) -> Option<usize> {
    if let Some(room) = dst.first_chunk_mut::<WIDTH>() {
        for (room, units) in room.as_chunks_mut::<HALF>().0.iter_mut().zip(units) {
            store_units(room, units);
        }
        return Some(n);
    }
    for (room, units) in dst.get_mut(..n)?.chunks_mut(HALF).zip(units) {
        // SAFETY: the mask selects only code units of the slice; others are not accessed.
        unsafe { _mm512_mask_storeu_epi16(room.as_mut_ptr().cast(), _bzhi_u32(!0, room.len() as u32), units) };
    }
    Some(n)
}

/// Makes lead and trail surrogates of the code units where these masks have bits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn surrogates(units: __m512i, leads: u32, trails: u32) -> __m512i {
    const A_AND_B_OR_C: i32 = 0xEA;
    let all = |unit: u16| _mm512_set1_epi16(unit.cast_signed());
    let trail = _mm512_ternarylogic_epi32::<A_AND_B_OR_C>(units, all(0x03FF), all(0xDC00));
    let units = _mm512_mask_add_epi16(units, leads, _mm512_srli_epi16::<4>(units), all(0xD800 - (1 << 6)));
    _mm512_mask_mov_epi16(units, trails, trail)
}

/// A single-byte encoding to UTF-16, up to a byte without a character, as far as it fits: the number of bytes,
/// which is that of code units. Low and high bytes are looked up separately, in two vectors each.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn single_byte(src: &[u8], dst: &mut [u16], table: &SingleByte) -> usize {
    let n = src.len().min(dst.len());
    let (src, dst) = (&src[..n], &mut dst[..n]);
    let (quarters, _) = table.scalars.as_chunks();
    let [a, b, c, d] = [0, 1, 2, 3].map(|i| load_units(&quarters[i]));
    let lows = [utf16::every_other::<false>(a, b), utf16::every_other::<false>(c, d)];
    let highs = [utf16::every_other::<true>(a, b), utf16::every_other::<true>(c, d)];
    let mut at = 0;
    while at < n {
        let (left, room) = (&src[at..], &mut dst[at..]);
        let v = to_unpack(load_some(left));
        let others = _mm512_movepi8_mask(v);
        let low = _mm512_mask2_permutex2var_epi8(lows[0], v, others, lows[1]);
        let high = _mm512_maskz_permutex2var_epi8(others, highs[0], v, highs[1]);
        let either = _mm512_or_si512(low, high);
        let length = left.len().min(WIDTH);
        if _mm512_mask_testn_epi8_mask(others, either, either) != 0 {
            return at + portable::to_utf16::single_byte_to_utf16(&left[..length], room, table);
        }
        let units = [_mm512_unpacklo_epi8(low, high), _mm512_unpackhi_epi8(low, high)];
        at += put_first(room, length, units).unwrap_or(length);
    }
    at
}
