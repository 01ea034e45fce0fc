//! UTF-8 to UTF-16, 32 bytes at a time: as the AVX-512 kernel does it, but a look-up by eight bits
//! of the mask drops what is no start, eight code units at a time.

use super::super::close_up;
use super::*;
use crate::codec::kernel::portable::to_utf16::characters;

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn to_utf16(text: &str, dst: &mut [u16]) -> usize {
    let src = text.as_bytes();
    let (mut read, mut written) = (0, 0);
    while let Some(bytes) = src[read..].first_chunk()
        && let Some(room) = dst[written..].first_chunk_mut()
    {
        match block(bytes, room) {
            Some(w) => {
                read += WIDTH;
                written += w;
            }
            None => {
                let (r, w) = characters(&src[read..], &mut dst[written..], WIDTH);
                if r == 0 {
                    return written;
                }
                read += r;
                written += w;
            }
        }
    }
    written + characters(&src[read..], &mut dst[written..], usize::MAX).1
}

/// The characters that start in the first 32 bytes: how many code units, `None` if one has four
/// bytes.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn block(bytes: &[u8; WIDTH + 2], room: &mut [u16; WIDTH]) -> Option<usize> {
    let (first, next, behind) = (bytes.first_chunk()?, bytes[1..].first_chunk()?, bytes.last_chunk()?);
    let (first, next, behind) = (load(first), load(next), load(behind));
    let others = _mm256_movemask_epi8(first);
    let (rooms, _) = room.as_chunks_mut::<8>();
    if others == 0 {
        let zero = _mm256_setzero_si256();
        for (room, units) in rooms.iter_mut().zip(units(first, zero)) {
            put_units(room, units);
        }
        return Some(WIDTH);
    }
    let splat = |byte: u8| _mm256_set1_epi8(byte.cast_signed());
    let at_least = |byte| _mm256_cmpeq_epi8(_mm256_max_epu8(first, splat(byte)), first);
    let three = at_least(0xE0);
    if _mm256_movemask_epi8(at_least(0xF0)) != 0 {
        return None;
    }
    let second_last = _mm256_blendv_epi8(first, next, three);
    let last = _mm256_blendv_epi8(next, behind, three);
    // Shifted by two bytes at once: the bits that come from the other one are cleared.
    let and = |v, mask| _mm256_and_si256(v, splat(mask));
    let low = _mm256_or_si256(and(last, 0x3F), and(_mm256_slli_epi16::<6>(second_last), 0xC0));
    let low = _mm256_blendv_epi8(first, low, first);
    let fourth = _mm256_and_si256(and(_mm256_slli_epi16::<4>(first), 0xF0), three);
    let high = _mm256_or_si256(and(_mm256_srli_epi16::<2>(second_last), 0x0F), fourth);
    let high = _mm256_and_si256(high, _mm256_cmpgt_epi8(_mm256_setzero_si256(), first));

    let starts = !others | _mm256_movemask_epi8(at_least(0xC0));
    let mut written = 0;
    for (units, starts) in units(low, high).into_iter().zip(starts.to_le_bytes()) {
        let closed = _mm_shuffle_epi8(units, load_half(&close_up::WHOLE_PAIRS[usize::from(starts)]));
        if let Some(room) = room[written..].first_chunk_mut() {
            put_units(room, closed);
        }
        written += starts.count_ones() as usize;
    }
    Some(written)
}

/// Code units of their low and high bytes, eight and eight in order.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn units(low: __m256i, high: __m256i) -> [__m128i; 4] {
    let [a, c] = halves(_mm256_unpacklo_epi8(low, high));
    let [b, d] = halves(_mm256_unpackhi_epi8(low, high));
    [a, b, c, d]
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn put_units(room: &mut [u16; 8], units: __m128i) {
    // SAFETY: the array is as long as the vector.
    unsafe { _mm_storeu_si128(room.as_mut_ptr().cast(), units) }
}
