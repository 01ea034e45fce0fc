//! Single-byte encodings, 32 bytes at a time.
//!
//! A column of the table is eight registers of 16 bytes; `vpshufb` looks up the low nibble in each,
//! and three rounds of blends choose by bits 4, 5 and 6.

use super::*;

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn single_byte(src: &[u8], dst: &mut [u8], table: &SingleByte) -> (usize, usize) {
    let columns = Columns::new(table);
    let (mut read, mut written) = (0, 0);
    for block in src.as_chunks::<{ size_of::<Block>() }>().0 {
        if dst.len() - written < 3 * block.len() {
            break;
        }
        let vectors = load_block(block);
        if is_ascii(vectors) {
            if let Some(room) = dst[written..].first_chunk_mut() {
                store_block(room, vectors);
            }
            read += block.len();
            written += block.len();
            continue;
        }
        for vector in block.as_chunks::<WIDTH>().0 {
            let v = load(vector);
            let others = _mm256_movemask_epi8(v) as u32;
            let Some(room) = dst[written..].first_chunk_mut::<{ 3 * WIDTH }>() else { return (read, written) };
            if others == 0 {
                store(&mut room.as_chunks_mut().0[0], v);
                written += WIDTH;
            } else if let Some(length) = convert(v, others, &columns, room) {
                written += length;
            } else {
                let (r, w) = portable::single_byte_characters(vector, &mut dst[written..], table);
                written += w;
                if r < WIDTH {
                    return (read + r, written);
                }
            }
            read += WIDTH;
        }
    }
    let (r, w) = portable::single_byte(&src[read..], &mut dst[written..], table);
    (read + r, written + w)
}

/// The bytes of the characters that are two long; for all others the first is 0.
struct Columns {
    first: [__m256i; 8],
    second: [__m256i; 8],
}

impl Columns {
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn new(table: &SingleByte) -> Columns {
        let [third_last, second_last, last] = &table.columns;
        let rows = |column: &[u8; 128], i: usize| twice(&column.as_chunks().0[i]);
        let mut columns = Columns { first: [_mm256_setzero_si256(); 8], second: [_mm256_setzero_si256(); 8] };
        for i in 0..8 {
            let is_short = _mm256_cmpeq_epi8(rows(third_last, i), _mm256_setzero_si256());
            columns.first[i] = _mm256_and_si256(rows(second_last, i), is_short);
            columns.second[i] = rows(last, i);
        }
        columns
    }
}

/// How many bytes were written; `None` where a character is longer than two bytes or is none.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn convert(v: __m256i, others: u32, columns: &Columns, room: &mut [u8; 3 * WIDTH]) -> Option<usize> {
    let first = look_up(&columns.first, v);
    if _mm256_movemask_epi8(_mm256_and_si256(first, v)) as u32 != others {
        return None;
    }
    let second = _mm256_blendv_epi8(v, look_up(&columns.second, v), v);
    let low = halves(_mm256_unpacklo_epi8(first, second));
    let high = halves(_mm256_unpackhi_epi8(first, second));
    let mut written = 0;
    for (i, pairs) in [low[0], high[0], low[1], high[1]].into_iter().enumerate() {
        let others = (others >> (8 * i)) as u8;
        put_half(room, written, _mm_shuffle_epi8(pairs, load_half(&close_up::PAIRS[usize::from(others)])));
        written += 8 + others.count_ones() as usize;
    }
    Some(written)
}

/// Each byte's entry by its low seven bits.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn look_up(column: &[__m256i; 8], v: __m256i) -> __m256i {
    let nibbles = _mm256_and_si256(v, _mm256_set1_epi8(0xF));
    // The bit that decides, as the highest of each byte.
    let bit_4 = _mm256_slli_epi16::<3>(v);
    let bit_5 = _mm256_slli_epi16::<2>(v);
    let bit_6 = _mm256_slli_epi16::<1>(v);
    let row = |i: usize| _mm256_shuffle_epi8(column[i], nibbles);
    let by_4 = |i| _mm256_blendv_epi8(row(i), row(i + 1), bit_4);
    let by_5 = |i| _mm256_blendv_epi8(by_4(i), by_4(i + 2), bit_5);
    _mm256_blendv_epi8(by_5(0), by_5(4), bit_6)
}
