//! Single-byte encodings, 64 bytes at a time.
//!
//! A column is the bytes that 80 to FF have at one place of their UTF-8. It takes two vectors, so that
//! `vpermi2b` looks up 64 bytes at once. ASCII goes to the last column.

use super::*;

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn single_byte(src: &[u8], dst: &mut [u8], table: &SingleByte) -> (usize, usize) {
    // Short input is often ASCII, which needs no tables.
    if src.len() <= WIDTH && _mm512_movepi8_mask(load_some(src)) == 0 {
        let n = ascii(src, dst);
        return (n, n);
    }
    let columns = Columns::new(table);
    let (mut read, mut written) = blocks(src, dst, &columns);
    while read < src.len() {
        let left = &src[read..];
        let n = left.len().min(WIDTH);
        // Missing bytes are read as zeroes, each of which would be written as one byte.
        let room = &mut dst[written..];
        let Some(length) = convert::<true>(load_some(left), WIDTH - n, &columns, room) else {
            let (r, w) = portable::single_byte(&left[..n], room, table);
            return (read + r, written + w);
        };
        read += n;
        written += length;
    }
    (read, written)
}

/// Converts whole blocks, as long as they fit at their longest.
///
/// Each block is loaded before the one before it is stored: a load waits for a store to the same place of
/// another page, and input and output often have the same place in their pages.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn blocks(src: &[u8], dst: &mut [u8], columns: &Columns) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    let mut blocks = src.as_chunks().0.iter().map(load_block);
    let mut next = blocks.next();
    while let Some(vectors) = next {
        let Some(room) = dst[written..].first_chunk_mut::<{ 3 * size_of::<Block>() }>() else { break };
        next = blocks.next();
        // Not `is_ascii`: `convert` needs these counts anyway, and they leave the vector units free.
        if vectors.map(|v| _mm512_movepi8_mask(v).count_ones()).into_iter().sum::<u32>() == 0 {
            if let Some(room) = room.first_chunk_mut() {
                store_block(room, vectors);
            }
            read += size_of::<Block>();
            written += size_of::<Block>();
            continue;
        }
        let (r, w) = convert_block(vectors, columns, room);
        read += r;
        written += w;
        if r < size_of::<Block>() {
            break;
        }
    }
    (read, written)
}

/// Converts up to a vector with a byte that has no character: (bytes read, bytes written).
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn convert_block(vectors: [__m512i; 4], columns: &Columns, room: &mut [u8; 3 * size_of::<Block>()]) -> (usize, usize) {
    // Not a loop, for which the compiler would keep the vectors in memory.
    let [v0, v1, v2, v3] = vectors;
    let Some(n0) = convert::<false>(v0, 0, columns, room) else { return (0, 0) };
    let Some(n1) = convert::<false>(v1, 0, columns, &mut room[n0..]) else { return (WIDTH, n0) };
    let Some(n2) = convert::<false>(v2, 0, columns, &mut room[n0 + n1..]) else { return (2 * WIDTH, n0 + n1) };
    let n3 = convert::<false>(v3, 0, columns, &mut room[n0 + n1 + n2..]);
    (if n3.is_some() { 4 * WIDTH } else { 3 * WIDTH }, n0 + n1 + n2 + n3.unwrap_or(0))
}

/// The columns of a table: the last, the second last and the third last byte of each character.
struct Columns {
    last: [__m512i; 2],
    second_last: [__m512i; 2],
    third_last: [__m512i; 2],
    /// The first bytes of characters that have two bytes, 0 for others.
    leads: [__m512i; 2],
    /// Whether most characters have two bytes.
    mostly_pairs: bool,
}

impl Columns {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn new(table: &SingleByte) -> Columns {
        let column = |column: &[u8; 128]| {
            let (vectors, _) = column.as_chunks();
            [load(&vectors[0]), load(&vectors[1])]
        };
        let [third_last, second_last, last] = table.columns.each_ref().map(column);
        let pairs = third_last.map(|vector| _mm512_testn_epi8_mask(vector, vector));
        let lead = |i: usize| _mm512_maskz_mov_epi8(pairs[i], second_last[i]);
        let mostly_pairs = pairs.map(u64::count_ones).into_iter().sum::<u32>() > 64;
        Columns { last, second_last, third_last, leads: [lead(0), lead(1)], mostly_pairs }
    }
}

/// Converts a vector without its last `missing` bytes: bytes written, or `None` if a byte has no character or
/// the text does not fit. Without `EXACT`, there is room for three vectors.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn convert<const EXACT: bool>(v: __m512i, missing: usize, columns: &Columns, room: &mut [u8]) -> Option<usize> {
    if columns.mostly_pairs
        && let Some(length) = convert_pairs::<EXACT>(v, missing, columns, room)
    {
        return Some(length);
    }
    convert_any::<EXACT>(v, missing, columns, room)
}

/// As [`convert`], but also `None` if a character has three bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn convert_pairs<const EXACT: bool>(v: __m512i, missing: usize, columns: &Columns, room: &mut [u8]) -> Option<usize> {
    /// Takes the bytes of two vectors in turn.
    static IN_TURNS: [[u8; WIDTH]; 2] = {
        let mut from = [[0; WIDTH]; 2];
        let mut i = 0;
        while i < 2 * WIDTH {
            from[i / WIDTH][i % WIDTH] = (i / 2 + i % 2 * WIDTH) as u8;
            i += 1;
        }
        from
    };
    let others = _mm512_movepi8_mask(v);
    let leads = _mm512_maskz_permutex2var_epi8(others, columns.leads[0], v, columns.leads[1]);
    let last = _mm512_mask2_permutex2var_epi8(columns.last[0], v, others, columns.last[1]);
    let pairs = IN_TURNS.each_ref().map(|from| _mm512_permutex2var_epi8(leads, load(from), last));
    // The first byte is kept if it is a lead byte, the second always.
    let least = _mm512_set1_epi16(i16::from_le_bytes([0x80, 0]));
    let kept = pairs.map(|pairs| _mm512_cmpge_epu8_mask(pairs, least));
    let [low, high] = kept.map(|kept| kept.count_ones() as usize);
    if low + high != WIDTH + others.count_ones() as usize {
        return None;
    }
    let length = low + high - missing;
    let room = if EXACT { room.get_mut(..length)? } else { room };
    put_some::<EXACT>(room, 0, compress(kept[0], pairs[0]));
    put_some::<EXACT>(room, low, compress(kept[1], pairs[1]));
    Some(length)
}

/// As [`convert`], for characters of all lengths.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn convert_any<const EXACT: bool>(v: __m512i, missing: usize, columns: &Columns, room: &mut [u8]) -> Option<usize> {
    let others = _mm512_movepi8_mask(v);
    let last = _mm512_mask2_permutex2var_epi8(columns.last[0], v, others, columns.last[1]);
    if _mm512_movepi8_mask(last) != others {
        return None;
    }
    let [second_last, third_last] = [columns.second_last, columns.third_last]
        .map(|column| _mm512_maskz_permutex2var_epi8(others, column[0], v, column[1]));
    let long = _mm512_movepi8_mask(third_last);
    let length = WIDTH - missing + (others.count_ones() + long.count_ones()) as usize;
    let room = if EXACT { room.get_mut(..length)? } else { room };
    close_triples::<EXACT>(third_last, second_last, last, room);
    Some(length)
}

/// Writes three columns, byte by byte in turn, without the holes of the first two.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn close_triples<const EXACT: bool>(third_last: __m512i, second_last: __m512i, last: __m512i, room: &mut [u8]) {
    /// For each of the three vectors: where its bytes come from in the first two columns; where they come from
    /// in the result and the last column; and the highest bit for those that come from the last column.
    static ORDER: [[[u8; WIDTH]; 3]; 3] = {
        let mut order = [[[0; WIDTH]; 3]; 3];
        let mut i = 0;
        while i < 3 * WIDTH {
            let [from_two, from_taken_or_last, is_last] = &mut order[i / WIDTH];
            let at = i % WIDTH;
            if i % 3 == 2 {
                from_taken_or_last[at] = (WIDTH + i / 3) as u8;
                is_last[at] = 0x80;
            } else {
                from_two[at] = (i / 3 + i % 3 * WIDTH) as u8;
                from_taken_or_last[at] = at as u8;
            }
            i += 1;
        }
        order
    };
    let mut written = 0;
    for order in &ORDER {
        let [from_two, from_taken_or_last, is_last] = order.each_ref().map(load);
        let taken = _mm512_permutex2var_epi8(third_last, from_two, second_last);
        let bytes = _mm512_permutex2var_epi8(taken, from_taken_or_last, last);
        let kept = _mm512_movepi8_mask(_mm512_or_si512(bytes, is_last));
        put_some::<EXACT>(room, written, compress(kept, bytes));
        written += kept.count_ones() as usize;
    }
}
