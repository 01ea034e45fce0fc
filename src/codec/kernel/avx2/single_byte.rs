//! Single-byte encodings, 32 bytes at a time, in two loops that leave to each other what they are
//! not for.
//!
//! Where all but a few bytes are ASCII, nothing branches on which they are or how many:
//!
//! ```text
//!   G r F6 DF e            the vector is stored as it is,
//!   G r C3 B6 e            a character over it,
//!   G r C3 B6 DF e         the bytes behind that once more,
//!   G r C3 B6 C3 9F        a character over those
//!   G r C3 B6 C3 9F e      and so on
//! ```
//!
//! Elsewhere all are looked up in the [`Paged`] form of the tables. A code is the last byte of the
//! UTF-8 but for its highest bits, which choose the bytes before it. The bytes are put side by side,
//! in lanes with holes where a character is shorter, and shuffles by a table close the holes.

use core::hint::select_unpredictable;

use super::super::paged::Paged;
use super::*;

/// How many bytes above 7F in a vector are a few.
const FEW: usize = 3;

/// What a vector may come to, and what is written behind it.
const ROOM: usize = 3 * WIDTH + WIDTH / 2;

/// A vector, and what is read behind it.
type Reach = [u8; 2 * WIDTH + 1];

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn single_byte(src: &[u8], dst: &mut [u8], table: &SingleByte) -> (usize, usize) {
    if src.len() < WIDTH {
        return portable::single_byte(src, dst, table);
    }
    let (mut read, mut written) = (0, 0);
    while src.len() - read >= WIDTH {
        let (r, w) = few_others(&src[read..], &mut dst[written..], table);
        read += r;
        written += w;
        if src.len() - read < WIDTH {
            break;
        }
        let (r, w) = many_others(&src[read..], &mut dst[written..], table);
        read += r;
        written += w;
        if r == 0 {
            break;
        }
    }
    if read == src.len() {
        return (read, written);
    }
    let (r, w) = portable::single_byte(&src[read..], &mut dst[written..], table);
    (read + r, written + w)
}

/// As long as a vector has only a few bytes above 7F, all with a character; near the end, none.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn few_others(src: &[u8], dst: &mut [u8], table: &SingleByte) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    while let Some(reach) = src[read..].first_chunk() {
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
        let Some(length) = convert_few(reach, room, table) else { return (read, written) };
        read += WIDTH;
        written += length;
    }
    while let Some(vector) = src[read..].first_chunk()
        && let Some(room) = dst[written..].first_chunk_mut()
        && let v = load(vector)
        && _mm256_movemask_epi8(v) == 0
    {
        store(room, v);
        read += WIDTH;
        written += WIDTH;
    }
    (read, written)
}

/// How many bytes were written; `None` where more than a few bytes are above 7F, or one of them has
/// no character.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn convert_few(src: &Reach, room: &mut [u8; ROOM], table: &SingleByte) -> Option<usize> {
    let v = load(src.first_chunk()?);
    let others = _mm256_movemask_epi8(v) as u32;
    match others.count_ones() as usize {
        0..=1 => convert_up_to::<1>(src, others, room, table),
        2..=FEW => convert_up_to::<FEW>(src, others, room, table),
        _ => None,
    }
}

/// The same of a vector with at most `N` such bytes, a bit each in `others`.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn convert_up_to<const N: usize>(
    src: &Reach,
    mut others: u32,
    room: &mut [u8; ROOM],
    table: &SingleByte,
) -> Option<usize> {
    store(room.first_chunk_mut()?, load(src.first_chunk()?));
    let mut more = 0;
    for _ in 0..N {
        // Those that are missing to `N` stand behind the vector, as any byte of ASCII.
        let at = others.trailing_zeros() as usize;
        let byte = select_unpredictable(others == 0, 0, src[at]);
        let units = table.utf8[usize::from(byte)];
        let length = (units >> 24) as usize % 4;
        if length == 0 {
            return None;
        }
        let to = at + more;
        *room[to..].first_chunk_mut()? = units.to_le_bytes();
        store(room[to + length..].first_chunk_mut()?, load(src[at + 1..].first_chunk()?));
        more += length - 1;
        others &= others.wrapping_sub(1);
    }
    Some(WIDTH + more)
}

/// The next vector, and those behind it that have more than a few bytes above 7F.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn many_others(src: &[u8], dst: &mut [u8], table: &SingleByte) -> (usize, usize) {
    let tables = Tables::new(&table.paged);
    let (mut read, mut written) = (0, 0);
    while let Some(vector) = src[read..].first_chunk()
        && let Some(room) = dst[written..].first_chunk_mut()
    {
        let v = load(vector);
        let others = _mm256_movemask_epi8(v) as u32;
        if read > 0 && others.count_ones() as usize <= FEW {
            break;
        }
        let length = match convert(v, others, &tables, room) {
            Some(length) => length,
            None => match portable::single_byte_characters(vector, room, table) {
                (WIDTH, length) => length,
                (r, w) => return (read + r, written + w),
            },
        };
        read += WIDTH;
        written += length;
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
fn convert(v: __m256i, others: u32, tables: &Tables, room: &mut [u8; ROOM]) -> Option<usize> {
    let byte = |byte: u8| _mm256_set1_epi8(byte.cast_signed());
    let bits = |v, mask| _mm256_and_si256(v, byte(mask));
    // 0 for ASCII.
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

/// Two columns, byte by byte in turns; the first only where `others` has a bit. Says how many
/// bytes they are.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn close_pairs(second_last: __m256i, last: __m256i, others: u32, room: &mut [u8]) -> usize {
    let low = halves(_mm256_unpacklo_epi8(second_last, last));
    let high = halves(_mm256_unpackhi_epi8(second_last, last));
    for (i, pairs) in [low[0], high[0], low[1], high[1]].into_iter().enumerate() {
        let before = others & ((1 << (8 * i)) - 1);
        let others = (others >> (8 * i)) as u8;
        let pairs = _mm_shuffle_epi8(pairs, load_half(&close_up::PAIRS[usize::from(others)]));
        put_half(room, 8 * i + before.count_ones() as usize, pairs);
    }
    WIDTH + others.count_ones() as usize
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
