//! Single-byte encodings, 32 bytes at a time.
//!
//! A vector with one or two bytes above 7F is stored as it is. Then each of these is replaced by its UTF-8, and
//! what follows it is stored again, further on. There is no branch on their places or lengths.
//!
//! ```text
//!   G r F6 DF e
//!   G r C3 B6 DF e        the first, and what follows it
//!   G r C3 B6 C3 9F e     the second, and what follows it
//! ```
//!
//! Vectors with more of them are looked up in the [`Paged`] tables. A code is the last byte of the UTF-8,
//! except for its highest bits, which select the bytes before it. The bytes of each character are put side by
//! side, with holes where it is shorter, and shuffles from a table remove the holes.

use core::hint::select_unpredictable;

use super::super::paged::Paged;
use super::*;

/// The most bytes that a vector can become, and those written after them.
const ROOM: usize = 3 * WIDTH + WIDTH / 2;

/// A vector, and the bytes read after it.
type Reach = [u8; 2 * WIDTH + 1];

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn single_byte(src: &[u8], dst: &mut [u8], table: &SingleByte) -> (usize, usize) {
    // Loading the tables takes longer than converting a few bytes.
    if src.len() < WIDTH {
        return portable::single_byte(src, dst, table);
    }
    let (mut read, mut written) = (0, 0);
    loop {
        let (r, w) = vectors(&src[read..], &mut dst[written..], table);
        read += r;
        written += w;
        let Some(vector) = src[read..].first_chunk::<WIDTH>() else { break };
        let Some(room) = dst[written..].first_chunk_mut::<ROOM>() else { break };
        let (r, w) = portable::single_byte_characters(vector, room, table);
        read += r;
        written += w;
        if r < WIDTH {
            return (read, written);
        }
    }
    if portable::ascii_end::<WIDTH>(src, dst, read, written) {
        return (src.len(), written + src.len() - read);
    }
    let (r, w) = portable::single_byte(&src[read..], &mut dst[written..], table);
    (read + r, written + w)
}

/// Converts whole vectors, as long as they fit at their longest, up to one that has a byte without a code or
/// without a character. It calls no other function, since the compiler would then keep the tables in memory.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn vectors(src: &[u8], dst: &mut [u8], table: &SingleByte) -> (usize, usize) {
    let tables = Tables::new(&table.paged);
    let (mut read, mut written) = (0, 0);
    while let Some(vector) = src[read..].first_chunk() {
        if let Some(block) = src[read..].first_chunk()
            && let Some(room) = dst[written..].first_chunk_mut()
            && let v = load_block(block)
            && is_ascii(v)
        {
            store_block(room, v);
            read += block.len();
            written += block.len();
            continue;
        }
        let Some(room) = dst[written..].first_chunk_mut() else { break };
        let v = load(vector);
        let others = _mm256_movemask_epi8(v) as u32;
        let length = match (others.count_ones(), src[read..].first_chunk()) {
            (..=1, Some(reach)) => convert_few::<1>(reach, v, others, room, table),
            (2, Some(reach)) => convert_few::<2>(reach, v, others, room, table),
            (0, None) => {
                store(&mut room.as_chunks_mut().0[0], v);
                Some(WIDTH)
            }
            _ => convert(v, others, &tables, room),
        };
        let Some(length) = length else { break };
        read += WIDTH;
        written += length;
    }
    (read, written)
}

/// Converts a vector with up to `N` bytes above 7F: bytes written, or `None` if one has no character.
#[inline(always)]
fn convert_few<const N: usize>(
    src: &Reach,
    v: __m256i,
    mut others: u32,
    room: &mut [u8; ROOM],
    table: &SingleByte,
) -> Option<usize> {
    store(room.first_chunk_mut()?, v);
    let mut length = WIDTH;
    for _ in 0..N {
        // If there are fewer than `N`, `at` is after the vector, where any byte may be. Take ASCII instead.
        let at = others.trailing_zeros() as usize;
        let byte = select_unpredictable(others == 0, 0, src[at]);
        let units = table.utf8[usize::from(byte)];
        let units_length = (units >> 24) as usize % 4;
        if units_length == 0 {
            return None;
        }
        let to = at + length - WIDTH;
        *room[to..].first_chunk_mut()? = units.to_le_bytes();
        store::<__m256i>(room[to + units_length..].first_chunk_mut()?, load(src[at + 1..].first_chunk()?));
        length += units_length - 1;
        others &= others.wrapping_sub(1);
    }
    Some(length)
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

/// Converts a vector: bytes written, or `None` if a byte has no code.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn convert(v: __m256i, others: u32, tables: &Tables, room: &mut [u8; ROOM]) -> Option<usize> {
    let byte = |byte: u8| _mm256_set1_epi8(byte.cast_signed());
    let bits = |v, mask| _mm256_and_si256(v, byte(mask));
    // ASCII has code 0.
    let codes = tables.codes.look_up(_mm256_xor_si256(v, byte(0x80)));
    let pages = _mm256_or_si256(bits(_mm256_srli_epi16::<6>(codes), 0b11), bits(_mm256_srli_epi16::<3>(v), 0b1100));
    let third_last = _mm256_shuffle_epi8(tables.third_last, pages);
    let second_last = _mm256_shuffle_epi8(tables.second_last, pages);
    let last = _mm256_or_si256(bits(codes, 0x3F), _mm256_min_epu8(v, byte(0x80)));

    let uncoded = _mm256_cmpeq_epi8(codes, byte(Paged::NONE));
    let long = others & _mm256_movemask_epi8(_mm256_or_si256(third_last, uncoded)) as u32;
    if long == 0 {
        return Some(close_pairs(second_last, last, others, room));
    }
    if _mm256_movemask_epi8(uncoded) != 0 {
        return None;
    }
    Some(close_triples([third_last, second_last, last], others, long, room))
}

/// Writes two columns, byte by byte in turn; the first only where `others` has a bit. Returns the length.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn close_pairs(second_last: __m256i, last: __m256i, others: u32, room: &mut [u8]) -> usize {
    let low = halves(_mm256_unpacklo_epi8(second_last, last));
    let high = halves(_mm256_unpackhi_epi8(second_last, last));
    for (i, pairs) in [low[0], high[0], low[1], high[1]].into_iter().enumerate() {
        let before = others & ((1 << (8 * i)) - 1);
        let others = (others >> (8 * i)) as u8;
        let pairs = _mm_shuffle_epi8(pairs, load(&close_up::PAIRS[usize::from(others)]));
        put(room, 8 * i + before.count_ones() as usize, pairs);
    }
    WIDTH + others.count_ones() as usize
}

/// Writes three columns, byte by byte in turn; the first only where `long` has a bit, the second only where
/// `others` has one. Returns the length.
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
        put(room, written, _mm_shuffle_epi8(triples, load(&close_up::TRIPLES[usize::from(kept)])));
        written += 4 + kept.count_ones() as usize;
    }
    written
}
