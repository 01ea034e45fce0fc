//! UTF-8 to UTF-16, 64 bytes at a time: a character is where it starts. Its code unit is made
//! there, of the byte, the next and the one behind that, which are two more loads:
//!
//! ```text
//!            first     next      behind it      code unit (high, low)
//!   ASCII    0xxxxxxx                           00000000 0xxxxxxx
//!   two      110aaabb  10cccccc                 00000aaa bbcccccc
//!   three    1110aaaa  10bbbbcc  10dddddd       aaaabbbb ccdddddd
//! ```
//!
//! So of three bytes, `next` plays the part that `first` has of two. Two byte-compresses drop what
//! is no start, and unpacking makes code units of low and high bytes. Four bytes are rare: a block
//! with such a character is done one by one.

use super::*;
use crate::codec::kernel::portable::to_utf16::characters;

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn to_utf16(text: &str, dst: &mut [u16]) -> usize {
    let src = text.as_bytes();
    let (mut read, mut written) = (0, 0);
    while read < src.len() {
        let (left, room) = (&src[read..], &mut dst[written..]);
        let (r, w) = match block(left, room) {
            Some(written) => (left.len().min(WIDTH), written),
            None => characters(left, room, WIDTH),
        };
        if r == 0 {
            break;
        }
        read += r;
        written += w;
    }
    written
}

/// The characters that start in the first 64 bytes: how many code units, `None` if one has four
/// bytes or the code units do not fit.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn block(src: &[u8], dst: &mut [u16]) -> Option<usize> {
    let first = load_some(src);
    let others = _mm512_movepi8_mask(first);
    if others == 0 {
        return put_units(dst, src.len().min(WIDTH), [first, _mm512_setzero_si512()]);
    }
    let at_least = |byte: u8| _mm512_cmpge_epu8_mask(first, _mm512_set1_epi8(byte.cast_signed()));
    let (leads, three, four) = (at_least(0xC0), at_least(0xE0), at_least(0xF0));
    if four != 0 {
        return None;
    }
    let next = load_some(src.get(1..).unwrap_or_default());
    let behind = load_some(src.get(2..).unwrap_or_default());
    let second_last = _mm512_mask_mov_epi8(first, three, next);
    let last = _mm512_mask_mov_epi8(next, three, behind);

    /// Where the first operand has ones the second, else the third.
    const SELECT: i32 = 0xCA;
    let select = |mask: u8, ones, zeroes| {
        _mm512_ternarylogic_epi64::<SELECT>(_mm512_set1_epi8(mask.cast_signed()), ones, zeroes)
    };
    // Shifted by two bytes at once: the bits that come from the other one are not selected.
    let low = select(0x3F, last, _mm512_slli_epi16::<6>(second_last));
    let low = _mm512_mask_mov_epi8(first, others, low);
    let high =
        select(0x0F, _mm512_srli_epi16::<2>(second_last), _mm512_maskz_mov_epi8(three, _mm512_slli_epi16::<4>(first)));
    let high = _mm512_maskz_mov_epi8(others, high);

    let starts = (!others | leads) & _bzhi_u64(!0, src.len().min(WIDTH) as u32);
    let bytes = [low, high].map(|bytes| _mm512_maskz_compress_epi8(starts, bytes));
    put_units(dst, starts.count_ones() as usize, bytes)
}

/// At the start of `dst` the first `n` code units of these low and high bytes, and others behind
/// them where there is room: `n`, or `None` if they do not fit.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn put_units(dst: &mut [u16], n: usize, bytes: [__m512i; 2]) -> Option<usize> {
    const HALF: usize = WIDTH / 2;
    // In the order from which unpacking comes to the right one.
    let [low, high] = bytes.map(|bytes| _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 4, 1, 5, 2, 6, 3, 7), bytes));
    let units = [_mm512_unpacklo_epi8(low, high), _mm512_unpackhi_epi8(low, high)];
    if let Some(room) = dst.first_chunk_mut::<WIDTH>() {
        for (room, units) in room.as_chunks_mut::<HALF>().0.iter_mut().zip(units) {
            // SAFETY: the array is as long as the vector.
            unsafe { _mm512_storeu_si512(room.as_mut_ptr().cast(), units) };
        }
        return Some(n);
    }
    for (room, units) in dst.get_mut(..n)?.chunks_mut(HALF).zip(units) {
        // SAFETY: the mask selects code units of the slice only; others are not accessed.
        unsafe { _mm512_mask_storeu_epi16(room.as_mut_ptr().cast(), _bzhi_u32(!0, room.len() as u32), units) };
    }
    Some(n)
}
