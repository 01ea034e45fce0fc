//! Single-byte encodings, 32 bytes at a time, by the [`Paged`] form of their tables.
//!
//! The codes are eight registers of 16; `vpshufb` looks up the low nibble in each, and three
//! rounds of blends choose by bits 4, 5 and 6. A code is the last byte of the UTF-8 but for its
//! highest bits, which choose the bytes before it. The bytes are put side by side, in lanes with
//! holes where a character is shorter, and shuffles by a table close the holes.

use super::super::paged::Paged;
use super::*;

/// What a vector may come to, and what is written behind it.
const ROOM: usize = 3 * WIDTH + WIDTH / 2;

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn single_byte(src: &[u8], dst: &mut [u8], table: &SingleByte) -> (usize, usize) {
    // A few bytes are done before the tables are there.
    if src.len() < WIDTH {
        return portable::single_byte(src, dst, table);
    }
    let tables = Tables::new(&table.paged);
    let (mut read, mut written) = (0, 0);
    for block in src.chunks(size_of::<Block>()) {
        if let Some(block) = block.first_chunk()
            && let Some(room) = dst[written..].first_chunk_mut()
            && let v = load_block(block)
            && is_ascii(v)
        {
            store_block(room, v);
            read += block.len();
            written += block.len();
            continue;
        }
        let (r, w) = vectors(block, &mut dst[written..], &tables, table);
        read += r;
        written += w;
        if r < block.len() {
            break;
        }
    }
    let (r, w) = portable::single_byte(&src[read..], &mut dst[written..], table);
    (read + r, written + w)
}

/// Whole vectors, as long as they fit at their longest and all bytes have a character.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn vectors(src: &[u8], dst: &mut [u8], tables: &Tables, table: &SingleByte) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    for vector in src.as_chunks().0 {
        let Some(room) = dst[written..].first_chunk_mut() else { break };
        let (r, w) = match convert(load(vector), tables, room) {
            Some(length) => (WIDTH, length),
            None => portable::single_byte_characters(vector, room, table),
        };
        read += r;
        written += w;
        if r < WIDTH {
            break;
        }
    }
    (read, written)
}

/// [`Paged`] in registers.
struct Tables {
    codes: Rows,
    second_last: __m256i,
    third_last: __m256i,
}

impl Tables {
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn new(table: &Paged) -> Tables {
        Tables {
            codes: Rows::new(&table.codes),
            second_last: twice(&table.second_last),
            third_last: twice(&table.third_last),
        }
    }
}

/// How many bytes were written; `None` where a byte has no code.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn convert(v: __m256i, tables: &Tables, room: &mut [u8; ROOM]) -> Option<usize> {
    let others = _mm256_movemask_epi8(v) as u32;
    if others == 0 {
        store(room.first_chunk_mut()?, v);
        return Some(WIDTH);
    }
    let bits = |v, mask| _mm256_and_si256(v, _mm256_set1_epi8(mask));
    let codes = tables.codes.look_up(v);
    let pages = _mm256_or_si256(bits(_mm256_srli_epi16::<6>(codes), 0b11), bits(_mm256_srli_epi16::<3>(v), 0b1100));
    let third_last = _mm256_shuffle_epi8(tables.third_last, pages);
    let second_last = _mm256_shuffle_epi8(tables.second_last, pages);
    let continuation = _mm256_or_si256(bits(codes, 0x3F), _mm256_set1_epi8(0x80u8 as i8));
    let last = _mm256_blendv_epi8(v, continuation, v);

    let uncoded = _mm256_cmpeq_epi8(codes, _mm256_set1_epi8(Paged::NONE as i8));
    let special = bits(_mm256_and_si256(_mm256_or_si256(third_last, uncoded), v), !0x7F);
    if _mm256_testz_si256(special, special) != 0 {
        return Some(close_pairs(second_last, last, others, room));
    }
    if _mm256_movemask_epi8(_mm256_and_si256(uncoded, v)) != 0 {
        return None;
    }
    let long = _mm256_movemask_epi8(special) as u32;
    Some(close_triples([third_last, second_last, last], others, long, room))
}

/// Two columns, byte by byte in turns; the first only where `others` has a bit. Says how many
/// bytes they are.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn close_pairs(second_last: __m256i, last: __m256i, others: u32, room: &mut [u8]) -> usize {
    let low = halves(_mm256_unpacklo_epi8(second_last, last));
    let high = halves(_mm256_unpackhi_epi8(second_last, last));
    let mut written = 0;
    for (i, pairs) in [low[0], high[0], low[1], high[1]].into_iter().enumerate() {
        let others = (others >> (8 * i)) as u8;
        put_half(room, written, _mm_shuffle_epi8(pairs, load_half(&close_up::PAIRS[usize::from(others)])));
        written += 8 + others.count_ones() as usize;
    }
    written
}

/// Three columns, byte by byte in turns; the first only where `long` has a bit, the second only
/// where `others` has. Says how many bytes they are.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn close_triples(columns: [__m256i; 3], others: u32, long: u32, room: &mut [u8]) -> usize {
    let [first, second, third] = columns;
    let hole = _mm256_setzero_si256();
    let low = [_mm256_unpacklo_epi8(first, second), _mm256_unpacklo_epi8(third, hole)];
    let high = [_mm256_unpackhi_epi8(first, second), _mm256_unpackhi_epi8(third, hole)];
    let fours = |[a, b]: [__m256i; 2]| [halves(_mm256_unpacklo_epi16(a, b)), halves(_mm256_unpackhi_epi16(a, b))];
    let ([a, b], [c, d]) = (fours(low), fours(high));
    let mut written = 0;
    for (i, triples) in [a[0], b[0], c[0], d[0], a[1], b[1], c[1], d[1]].into_iter().enumerate() {
        let kept = ((others >> (4 * i)) & 0xF | (long >> (4 * i) & 0xF) << 4) as u8;
        put_half(room, written, _mm_shuffle_epi8(triples, load_half(&close_up::TRIPLES[usize::from(kept)])));
        written += 4 + kept.count_ones() as usize;
    }
    written
}
