//! UTF-8 to UTF-16, 32 bytes at a time, in the way that the AVX-512 kernel describes. Code units that are no
//! start of a character are dropped eight at a time, by a shuffle from a table. Also single-byte encodings.

use super::super::close_up;
use super::*;
use crate::simd::portable::to_utf16::characters;

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn to_utf16(src: &[u8], dst: &mut [u16]) -> usize {
    let (mut read, mut written) = (0, 0);
    while let Some(bytes) = src[read..].first_chunk()
        && let Some(room) = dst[written..].first_chunk_mut()
    {
        let (r, w) = match block::<false>(bytes, room) {
            Some(w) => (WIDTH, w),
            None => block_with_pairs(bytes, room),
        };
        read += r;
        written += w;
    }
    written + characters(&src[read..], &mut dst[written..], usize::MAX).1
}

/// Converts the characters that start in the first 32 bytes: (bytes read, code units written). If the last of
/// these bytes starts a surrogate pair, it is left.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn block_with_pairs(bytes: &[u8; WIDTH + 2], room: &mut [u16; WIDTH]) -> (usize, usize) {
    let written = block::<true>(bytes, room).unwrap_or_default();
    (if bytes[WIDTH - 1] < 0xF0 { WIDTH } else { WIDTH - 1 }, written)
}

/// Converts the characters that start in the first 32 bytes: code units written. Without `PAIRS`, `None` if a
/// character has four bytes. With `PAIRS`, a surrogate pair that the last of these bytes starts is left.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn block<const PAIRS: bool>(bytes: &[u8; WIDTH + 2], room: &mut [u16; WIDTH]) -> Option<usize> {
    let (first, next, after) = (bytes.first_chunk()?, bytes[1..].first_chunk()?, bytes.last_chunk()?);
    let (first, next, after) = (load(first), load(next), load(after));
    let others = _mm256_movemask_epi8(first);
    let (rooms, _) = room.as_chunks_mut::<8>();
    if others == 0 {
        let zero = _mm256_setzero_si256();
        for (room, units) in rooms.iter_mut().zip(in_order(unpack(first, zero))) {
            store_units(room, units);
        }
        return Some(WIDTH);
    }
    let splat = |byte: u8| _mm256_set1_epi8(byte.cast_signed());
    let at_least = |byte| _mm256_cmpeq_epi8(_mm256_max_epu8(first, splat(byte)), first);
    let mut starts = !others | _mm256_movemask_epi8(at_least(0xC0));
    let (mut three, four) = (at_least(0xE0), at_least(0xF0));
    let fours = _mm256_movemask_epi8(four);
    if !PAIRS && fours != 0 {
        return None;
    }
    let after_four = after_each(four);
    if PAIRS {
        three = _mm256_or_si256(three, after_four);
        starts = (starts | fours << 1) & !(fours & i32::MIN);
    }
    let second_last = _mm256_blendv_epi8(first, next, three);
    let last = _mm256_blendv_epi8(next, after, three);
    // The shift moves 16 bits at a time, so bits of the neighbouring byte are cleared.
    let and = |v, mask| _mm256_and_si256(v, splat(mask));
    let low = _mm256_or_si256(and(last, 0x3F), and(_mm256_slli_epi16::<6>(second_last), 0xC0));
    let low = _mm256_blendv_epi8(first, low, first);
    let fourth = _mm256_and_si256(and(_mm256_slli_epi16::<4>(first), 0xF0), three);
    let high = _mm256_or_si256(and(_mm256_srli_epi16::<2>(second_last), 0x0F), fourth);
    let high = _mm256_and_si256(high, _mm256_cmpgt_epi8(_mm256_setzero_si256(), first));

    let mut units = unpack(low, high);
    if PAIRS {
        let (leads, trails) = (unpack(four, four), unpack(after_four, after_four));
        units = [surrogates(units[0], leads[0], trails[0]), surrogates(units[1], leads[1], trails[1])];
    }
    let mut written = 0;
    for (units, starts) in in_order(units).into_iter().zip(starts.to_le_bytes()) {
        let closed = _mm_shuffle_epi8(units, load(&close_up::WHOLE_PAIRS[usize::from(starts)]));
        if let Some(room) = room[written..].first_chunk_mut() {
            store_units(room, closed);
        }
        written += starts.count_ones() as usize;
    }
    Some(written)
}

/// Moves each byte one place up.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn after_each(v: __m256i) -> __m256i {
    const LOW_HALF_UP: i32 = 0x08;
    _mm256_alignr_epi8::<15>(v, _mm256_permute2x128_si256::<LOW_HALF_UP>(v, v))
}

/// Makes lead and trail surrogates of the code units where these masks are all ones.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn surrogates(units: __m256i, leads: __m256i, trails: __m256i) -> __m256i {
    let all = |unit: u16| _mm256_set1_epi16(unit.cast_signed());
    let lead = _mm256_add_epi16(_mm256_srli_epi16::<4>(units), all(0xD800 - (1 << 6)));
    let trail = _mm256_or_si256(_mm256_and_si256(units, all(0x03FF)), all(0xDC00));
    _mm256_blendv_epi8(_mm256_blendv_epi8(units, lead, leads), trail, trails)
}

/// Code units from their low and high bytes. Each half of the two vectors has eight in a row.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn unpack(low: __m256i, high: __m256i) -> [__m256i; 2] {
    [_mm256_unpacklo_epi8(low, high), _mm256_unpackhi_epi8(low, high)]
}

/// The eight code units of each half of two [unpacked](unpack) vectors, in order.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn in_order(unpacked: [__m256i; 2]) -> [__m128i; 4] {
    let ([a, c], [b, d]) = (halves(unpacked[0]), halves(unpacked[1]));
    [a, b, c, d]
}

/// From this length on, loading the tables of [`single_byte()`] pays.
const FROM: usize = 2 * WIDTH;

/// A single-byte encoding to UTF-16, up to a byte without a character, as far as it fits: the number of bytes,
/// which is that of code units. Low and high bytes are looked up separately.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn single_byte(src: &[u8], dst: &mut [u16], table: &SingleByte) -> usize {
    let mut at = 0;
    if src.len() >= FROM && table.in_a_row.is_none() {
        let (lows, highs) = (Rows::new(&table.rows[0]), Rows::new(&table.rows[1]));
        while let Some(bytes) = src[at..].first_chunk()
            && let Some(room) = dst[at..].first_chunk_mut::<WIDTH>()
        {
            let v = load(bytes);
            let (mut low, mut high) = (v, _mm256_setzero_si256());
            if _mm256_movemask_epi8(v) != 0 {
                // ASCII gives 0.
                let others = _mm256_xor_si256(v, _mm256_set1_epi8(i8::MIN));
                high = highs.look_up(others);
                low = _mm256_blendv_epi8(v, lows.look_up(others), v);
                let none = _mm256_cmpeq_epi8(_mm256_or_si256(low, high), _mm256_setzero_si256());
                if _mm256_movemask_epi8(_mm256_and_si256(none, v)) != 0 {
                    break;
                }
            }
            for (room, units) in room.as_chunks_mut().0.iter_mut().zip(in_order(unpack(low, high))) {
                store_units(room, units);
            }
            at += WIDTH;
        }
    }
    at + portable::to_utf16::single_byte_to_utf16(&src[at..], &mut dst[at..], table)
}
