//! UTF-16 to UTF-8, 32 code units at a time.

use super::*;

/// How many code units a vector has.
const UNITS: usize = WIDTH / 2;

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn utf16<const BIG: bool>(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    let src = &src[..src.len() & !1];
    if src.len() <= WIDTH / 2 {
        // Saves loading the constants of the loop.
        return short::<BIG>(src, dst);
    }
    let (mut read, mut written) = (0, 0);
    loop {
        let (r, w) = blocks::<BIG>(&src[read..], &mut dst[written..]);
        read += r;
        written += w;

        let (r, w) = vectors::<BIG>(&src[read..], &mut dst[written..]);
        read += r;
        written += w;
        if r == 0 || read == src.len() {
            return (read, written);
        }
    }
}

/// Converts a few vectors with surrogates, which mostly follow one another, or less than a block; up to a
/// character that does not fit, is cut off or is an error.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn vectors<const BIG: bool>(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    for _ in 0..4 {
        let left = &src[read..];
        let units = in_order::<BIG>(load_some(left));
        // Missing units are read as zeroes, each of which would be written as one byte.
        let missing = (WIDTH - left.len().min(WIDTH)) / 2;
        let room = &mut dst[written..];
        let converted = match is_surrogate(units) {
            0 => convert(units, missing, room).map(|w| (WIDTH - 2 * missing, w)),
            _ => with_surrogates(units, missing, room),
        };
        let Some((r, w)) = converted else {
            let (r, w) = portable::utf16(&left[..left.len().min(WIDTH)], room, BIG);
            return (read + r, written + w);
        };
        read += r;
        written += w;
        if r == 0 || read == src.len() {
            break;
        }
    }
    (read, written)
}

/// Converts at most half a vector.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn short<const BIG: bool>(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    let units = in_order::<BIG>(load_some(src));
    let length = src.len() / 2;
    let converted = if _mm512_test_epi16_mask(units, _mm512_set1_epi16(0xFF80u16 as i16)) == 0 {
        dst.get_mut(..length).map(|room| {
            store_some(room, _mm512_castsi256_si512(_mm512_cvtepi16_epi8(units)));
            length
        })
    } else if is_surrogate(units) == 0 {
        convert(units, UNITS - length, dst)
    } else {
        None
    };
    match converted {
        Some(written) => (src.len(), written),
        // There may be unpaired surrogates, one after another.
        None => portable::utf16(src, dst, BIG),
    }
}

/// Converts whole blocks, as long as they fit at their longest, up to an unpaired surrogate.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn blocks<const BIG: bool>(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    let not_ascii = _mm512_set1_epi16(if BIG { 0x80FFu16 } else { 0xFF80 } as i16);
    let from_800 = _mm512_set1_epi16(if BIG { 0x00F8u16 } else { 0xF800 } as i16);
    let surrogate = _mm512_set1_epi16(if BIG { 0x00D8u16 } else { 0xD800 } as i16);
    const OR: i32 = 0xFE;
    const A_AND_B_XOR_C: i32 = 0x6A;
    for block in src.as_chunks::<{ size_of::<Block>() }>().0 {
        let Some(room) = dst[written..].first_chunk_mut() else { break };
        let v = load_block(block);
        let any = _mm512_or_si512(v[0], _mm512_ternarylogic_epi64::<OR>(v[1], v[2], v[3]));
        // 0 for surrogates.
        let kinds = v.map(|v| _mm512_ternarylogic_epi32::<A_AND_B_XOR_C>(v, from_800, surrogate));
        let least = _mm512_min_epu16(_mm512_min_epu16(kinds[0], kinds[1]), _mm512_min_epu16(kinds[2], kinds[3]));
        let (r, w) = if _mm512_test_epi16_mask(any, not_ascii) == 0 {
            (block.len(), ascii_block::<BIG>(v, room))
        } else if _mm512_test_epi16_mask(any, from_800) == 0 {
            (block.len(), two_byte_block(v.map(|v| in_order::<BIG>(v)), room))
        } else if _mm512_testn_epi16_mask(least, least) == 0 {
            three_byte_block::<BIG, false>(block, room)
        } else {
            three_byte_block::<BIG, true>(block, room)
        };
        read += r;
        written += w;
        if r < block.len() {
            break;
        }
    }
    (read, written)
}

/// Room for a block: two bytes for each byte of the block, of which two become three at most.
type Room = [u8; 2 * size_of::<Block>()];

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn ascii_block<const BIG: bool>(v: [__m512i; 4], room: &mut Room) -> usize {
    put(room, 0, every_other::<BIG>(v[0], v[1]));
    put(room, WIDTH, every_other::<BIG>(v[2], v[3]));
    size_of::<Block>() / 2
}

/// Converts code units below U+0800, not all of which are ASCII.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn two_byte_block(units: [__m512i; 4], room: &mut Room) -> usize {
    // Not a loop, for which the compiler would keep the vectors in memory.
    let [u0, u1, u2, u3] = units;
    let (b0, n0) = up_to_two_bytes(u0);
    let (b1, n1) = up_to_two_bytes(u1);
    let (b2, n2) = up_to_two_bytes(u2);
    let (b3, n3) = up_to_two_bytes(u3);
    put(room, 0, b0);
    put(room, n0, b1);
    put(room, n0 + n1, b2);
    put(room, n0 + n1 + n2, b3);
    n0 + n1 + n2 + n3
}

/// Converts code units, some of which are U+0800 or above. Stops before the vector with the first of the
/// `SURROGATES`, if there may be any: (bytes read, bytes written).
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn three_byte_block<const BIG: bool, const SURROGATES: bool>(block: &Block, room: &mut Room) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    for vector in block.as_chunks().0 {
        let units = in_order::<BIG>(load(vector));
        if SURROGATES && is_surrogate(units) != 0 {
            break;
        }
        read += WIDTH;
        if !is_up_to_two_bytes(units) {
            let [(low, low_length), (high, high_length)] = up_to_three_bytes(units);
            put(room, written, low);
            put(room, written + low_length, high);
            written += low_length + high_length;
        } else if _mm512_test_epi16_mask(units, _mm512_set1_epi16(0xFF80u16 as i16)) == 0 {
            put(room, written, _mm512_castsi256_si512(_mm512_cvtepi16_epi8(units)));
            written += UNITS;
        } else {
            let (bytes, length) = up_to_two_bytes(units);
            put(room, written, bytes);
            written += length;
        }
    }
    (read, written)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn in_order<const BIG: bool>(v: __m512i) -> __m512i {
    if !BIG {
        return v;
    }
    let swapped = _mm_set_epi8(14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1);
    _mm512_shuffle_epi8(v, _mm512_broadcast_i32x4(swapped))
}

/// The low bytes of 64 code units; for `BIG` units that are ASCII, the high ones.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn every_other<const BIG: bool>(a: __m512i, b: __m512i) -> __m512i {
    const fn order(first: u8) -> [u8; WIDTH] {
        let mut order = [0; WIDTH];
        let mut i = 0;
        while i < WIDTH {
            order[i] = first + 2 * i as u8;
            i += 1;
        }
        order
    }
    static ORDER: [[u8; WIDTH]; 2] = [order(0), order(1)];
    _mm512_permutex2var_epi8(a, load(&ORDER[usize::from(BIG)]), b)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn is_surrogate(units: __m512i) -> __mmask32 {
    let kind = _mm512_and_si512(units, _mm512_set1_epi16(0xF800u16 as i16));
    _mm512_cmpeq_epi16_mask(kind, _mm512_set1_epi16(0xD800u16 as i16))
}

/// Whether all units are below U+0800.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn is_up_to_two_bytes(units: __m512i) -> bool {
    _mm512_test_epi16_mask(units, _mm512_set1_epi16(0xF800u16 as i16)) == 0
}

/// Converts units that are no surrogates, without the last `missing`: bytes written, or `None` if they do not fit.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn convert(units: __m512i, missing: usize, room: &mut [u8]) -> Option<usize> {
    if is_up_to_two_bytes(units) {
        let (bytes, length) = up_to_two_bytes(units);
        store_some(room.get_mut(..length - missing)?, bytes);
        return Some(length - missing);
    }
    let [(low, low_length), (high, high_length)] = up_to_three_bytes(units);
    let length = low_length + high_length - missing;
    let room = room.get_mut(..length)?;
    put_some::<true>(room, 0, low);
    put_some::<true>(room, low_length, high);
    Some(length)
}

/// Widens each unit to 32 bits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn halves(units: __m512i) -> (__m512i, __m512i) {
    (_mm512_cvtepu16_epi32(_mm512_castsi512_si256(units)), _mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64::<1>(units)))
}

/// Converts code units below U+0800. Each has a lane of two bytes, for its lead and its trail. For ASCII, the
/// first byte is a hole:
///
/// ```text
///   unit          0000 0aaa aabb bbbb     0000 0000 0ccc cccc
///   lead, trail   110a aaaa 10bb bbbb     0000 0000 0ccc cccc
///   kept          yes       yes           no        yes
/// ```
///
/// Kept are the bytes that have their highest bit set, and all second bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn up_to_two_bytes(units: __m512i) -> (__m512i, usize) {
    const A_AND_B_OR_C: i32 = 0xEA;
    // For each byte, the bit of its four units at which it starts.
    let shifts = _mm512_set1_epi64(i64::from_le_bytes([6, 0, 22, 16, 38, 32, 54, 48]));
    let bits = _mm512_multishift_epi64_epi8(shifts, units);
    let both =
        _mm512_ternarylogic_epi32::<A_AND_B_OR_C>(bits, _mm512_set1_epi16(0x3F1F), _mm512_set1_epi16(0x80C0u16 as i16));
    let others = _mm512_cmpge_epu16_mask(units, _mm512_set1_epi16(0x80));
    let bytes = _mm512_mask_blend_epi16(others, bits, both);
    let kept = _mm512_movepi8_mask(_mm512_or_si512(bytes, _mm512_set1_epi16(0x8000u16 as i16)));
    (compress(kept, bytes), kept.count_ones() as usize)
}

/// Converts units that are no surrogates, half of them at a time. Each has 32 bits: three bytes and a hole. The
/// first bytes of short characters are holes too:
///
/// ```text
///   unit          aaaa bbbb bbcc cccc      0000 0bbb bbcc cccc      0000 0000 0ccc cccc
///   bytes         1110aaaa 10bbbbbb 10cccccc    00000000 110bbbbb 10cccccc    0 0 0ccccccc
/// ```
///
/// Kept are the bytes that have their highest bit set, and all third bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn up_to_three_bytes(units: __m512i) -> [(__m512i, usize); 2] {
    let (low, high) = halves(units);
    [low, high].map(|half| {
        let bytes = three_bytes(half);
        let kept = _mm512_movepi8_mask(_mm512_or_si512(bytes, _mm512_set1_epi32(0x0080_0000)));
        (compress(kept, bytes), kept.count_ones() as usize)
    })
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn three_bytes(code_points: __m512i) -> __m512i {
    const A_AND_B_OR_C: i32 = 0xEA;
    // For each byte, the bit of its 64 at which it starts.
    let shifts = _mm512_set1_epi64(i64::from_le_bytes([12, 6, 0, 24, 32 + 12, 32 + 6, 32, 32 + 24]));
    let bits = _mm512_multishift_epi64_epi8(shifts, code_points);
    let bytes =
        _mm512_ternarylogic_epi32::<A_AND_B_OR_C>(bits, _mm512_set1_epi32(0x003F_3F0F), _mm512_set1_epi32(0x0080_80E0));
    let below_800 = _mm512_cmplt_epu32_mask(code_points, _mm512_set1_epi32(0x800));
    let bytes = _mm512_mask_ternarylogic_epi32::<A_AND_B_OR_C>(
        bytes,
        below_800,
        _mm512_set1_epi32(0x00FF_FF00),
        _mm512_set1_epi32(0x0000_4000),
    );
    let below_80 = _mm512_cmplt_epu32_mask(code_points, _mm512_set1_epi32(0x80));
    _mm512_mask_slli_epi32::<16>(bytes, below_80, code_points)
}

/// Converts units among which there are surrogates, without the last `missing`, up to an unpaired one: (bytes
/// read, bytes written), or `None` if the text does not fit. The first of a pair becomes four bytes, the second
/// four holes.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn with_surrogates(units: __m512i, missing: usize, room: &mut [u8]) -> Option<(usize, usize)> {
    const A_AND_B_OR_C: i32 = 0xEA;
    let kind = _mm512_and_si512(units, _mm512_set1_epi16(0xFC00u16 as i16));
    let leads = _mm512_cmpeq_epi16_mask(kind, _mm512_set1_epi16(0xD800u16 as i16));
    let trails = _mm512_cmpeq_epi16_mask(kind, _mm512_set1_epi16(0xDC00u16 as i16));
    let lone = (leads & !(trails >> 1)) | (trails & !(leads << 1));
    let converted = (UNITS - missing).min(lone.trailing_zeros() as usize);
    let wanted = _bzhi_u32(!trails, converted as u32);

    let half = |units: __m512i, next: __m512i, leads: __mmask16, wanted: __mmask16| {
        // 0x10000 + ((lead - 0xD800) << 10) + (trail - 0xDC00)
        let pair = _mm512_add_epi32(_mm512_slli_epi32::<10>(units), next);
        let pair = _mm512_add_epi32(pair, _mm512_set1_epi32(0x1_0000 - (0xD800 << 10) - 0xDC00));
        let shifts = _mm512_set1_epi64(i64::from_le_bytes([18, 12, 6, 0, 32 + 18, 32 + 12, 32 + 6, 32]));
        let four = _mm512_ternarylogic_epi32::<A_AND_B_OR_C>(
            _mm512_multishift_epi64_epi8(shifts, pair),
            _mm512_set1_epi32(0x3F3F_3F07),
            _mm512_set1_epi32(0x8080_80F0u32 as i32),
        );
        let bytes = _mm512_mask_mov_epi32(three_bytes(units), leads, four);
        let third = _mm512_maskz_set1_epi32(wanted, 0x0080_0000);
        let kept = _mm512_movepi8_mask(_mm512_or_si512(_mm512_maskz_mov_epi32(wanted, bytes), third));
        (compress(kept, bytes), kept.count_ones() as usize)
    };
    let next = _mm512_mask_compress_epi16(units, !1, units);
    let ((low, high), (next_low, next_high)) = (halves(units), halves(next));
    let (low_bytes, low_length) = half(low, next_low, leads as __mmask16, wanted as __mmask16);
    let (high_bytes, high_length) = half(high, next_high, (leads >> 16) as __mmask16, (wanted >> 16) as __mmask16);

    let room = room.get_mut(..low_length + high_length)?;
    put_some::<true>(room, 0, low_bytes);
    put_some::<true>(room, low_length, high_bytes);
    Some((2 * converted, low_length + high_length))
}
