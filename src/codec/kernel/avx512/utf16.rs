//! UTF-16 to UTF-8, 32 units at a time.

use super::*;

/// The units of a vector.
const UNITS: usize = WIDTH / 2;

/// What [`convert`] may write, most of it beyond what counts.
type Room = [u8; 2 * WIDTH];

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn utf16<const BIG: bool>(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    let src = &src[..src.len() & !1];
    let (mut read, mut written) = (0, 0);
    while read < src.len() {
        let (r, w) = ascii::<BIG>(&src[read..], &mut dst[written..]);
        read += r;
        written += w;

        let units = in_order::<BIG>(load_some(&src[read..]));
        let missing = UNITS.saturating_sub((src.len() - read) / 2);
        let room = &mut dst[written..];
        let (r, w) = match room.first_chunk_mut::<{ size_of::<Room>() }>() {
            Some(room) => convert(units, missing, room),
            None => {
                let mut enough: Room = [0; _];
                let (r, w) = convert(units, missing, &mut enough);
                match room.get_mut(..w) {
                    Some(room) => room.copy_from_slice(&enough[..w]),
                    None => {
                        let (r, w) = super::super::portable::utf16(&src[read..], room, BIG);
                        return (read + r, written + w);
                    }
                }
                (r, w)
            }
        };
        read += r;
        written += w;
        if r == 0 {
            break;
        }
    }
    (read, written)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn in_order<const BIG: bool>(v: __m512i) -> __m512i {
    if !BIG {
        return v;
    }
    let swapped = _mm_set_epi8(14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1);
    _mm512_shuffle_epi8(v, _mm512_broadcast_i32x4(swapped))
}

/// As long as it is all ASCII, 64 units at a time: every other byte.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn ascii<const BIG: bool>(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    let not_ascii = _mm512_set1_epi16(if BIG { 0x80FFu16 } else { 0xFF80 } as i16);
    let (from, _) = src.as_chunks::<{ 2 * WIDTH }>();
    let (to, _) = dst.as_chunks_mut::<WIDTH>();
    for (from, to) in from.iter().zip(to) {
        let (vectors, _) = from.as_chunks();
        let (a, b) = (load(&vectors[0]), load(&vectors[1]));
        if _mm512_test_epi16_mask(_mm512_or_si512(a, b), not_ascii) != 0 {
            break;
        }
        let every_other: [u8; WIDTH] = const { every_other(BIG as u8) };
        store(to, _mm512_permutex2var_epi8(a, load(&every_other), b));
        read += from.len();
        written += to.len();
    }
    (read, written)
}

const fn every_other(first: u8) -> [u8; WIDTH] {
    let mut table = [0; WIDTH];
    let mut i = 0;
    while i < WIDTH {
        table[i] = first + 2 * i as u8;
        i += 1;
    }
    table
}

/// A vector of units, of which the last `missing` are zero and not to be written. Stops before a
/// surrogate that has no other half here: (bytes read, bytes written).
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn convert(units: __m512i, missing: usize, room: &mut Room) -> (usize, usize) {
    let read = WIDTH - 2 * missing;
    if _mm512_test_epi16_mask(units, _mm512_set1_epi16(0xF800u16 as i16)) == 0 {
        let (bytes, length) = up_to_two_bytes(units);
        if let Some(room) = room.first_chunk_mut() {
            store(room, bytes);
        }
        return (read, length - missing);
    }
    let (low, high) = halves(units);
    let high_bits = _mm512_and_si512(units, _mm512_set1_epi16(0xF800u16 as i16));
    if _mm512_cmpeq_epi16_mask(high_bits, _mm512_set1_epi16(0xD800u16 as i16)) != 0 {
        return with_surrogates(units, missing, room);
    }
    let (bytes, low_length) = up_to_three_bytes(low);
    store_at(room, 0, bytes);
    let (bytes, high_length) = up_to_three_bytes(high);
    store_at(room, low_length, bytes);
    (read, low_length + high_length - missing)
}

/// Each unit in 32 bits.
#[inline]
#[target_feature(enable = "avx512f")]
fn halves(units: __m512i) -> (__m512i, __m512i) {
    (_mm512_cvtepu16_epi32(_mm512_castsi512_si256(units)), _mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64::<1>(units)))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn store_at(room: &mut Room, at: usize, bytes: __m512i) {
    if let Some(room) = room.get_mut(at..).and_then(|room| room.first_chunk_mut()) {
        store(room, bytes);
    }
}

/// Units below U+0800, each in its own two bytes, the lead before the trail; the lead of ASCII is
/// a hole:
///
/// ```text
///   unit          0000 0aaa aabb bbbb     0000 0000 0ccc cccc
///   lead, trail   110a aaaa 10bb bbbb     0000 0000 0ccc cccc
///   kept          yes       yes           no        yes
/// ```
///
/// Bytes that have their highest bit set are kept, and all trails.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt")]
pub(super) fn up_to_two_bytes(units: __m512i) -> (__m512i, usize) {
    const A_OR_B_AND_C: i32 = 0xF8;
    let trail = _mm512_slli_epi16::<8>(units);
    let both =
        _mm512_ternarylogic_epi64::<A_OR_B_AND_C>(_mm512_srli_epi16::<6>(units), trail, _mm512_set1_epi16(0x3F00));
    let others = _mm512_cmpge_epu16_mask(units, _mm512_set1_epi16(0x80));
    let both = _mm512_or_si512(both, _mm512_set1_epi16(0x80C0u16 as i16));
    let bytes = _mm512_mask_blend_epi16(others, trail, both);
    let kept = _mm512_movepi8_mask(bytes) | 0xAAAA_AAAA_AAAA_AAAA;
    (_mm512_maskz_compress_epi8(kept, bytes), kept.count_ones() as usize)
}

/// Code points below U+10000 that are no surrogates, in 32 bits each, as three bytes and a hole;
/// the first bytes of short ones are holes too:
///
/// ```text
///   code point    aaaa bbbb bbcc cccc      0000 0bbb bbcc cccc      0000 0000 0ccc cccc
///   bytes         1110aaaa 10bbbbbb 10cccccc    00000000 110bbbbb 10cccccc    0 0 0ccccccc
/// ```
///
/// Bytes that have their highest bit set are kept, and all third ones.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,popcnt")]
pub(super) fn up_to_three_bytes(code_points: __m512i) -> (__m512i, usize) {
    let bytes = three_bytes(code_points);
    let kept = _mm512_movepi8_mask(bytes) | 0x4444_4444_4444_4444;
    (_mm512_maskz_compress_epi8(kept, bytes), kept.count_ones() as usize)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
fn three_bytes(code_points: __m512i) -> __m512i {
    const A_AND_B_OR_C: i32 = 0xEA;
    // From which bit of its 64 each byte starts.
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

/// The same with surrogates: the first of a pair becomes four bytes, the second four holes.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn with_surrogates(units: __m512i, missing: usize, room: &mut Room) -> (usize, usize) {
    const A_AND_B_OR_C: i32 = 0xEA;
    let kind = _mm512_and_si512(units, _mm512_set1_epi16(0xFC00u16 as i16));
    let leads = _mm512_cmpeq_epi16_mask(kind, _mm512_set1_epi16(0xD800u16 as i16));
    let trails = _mm512_cmpeq_epi16_mask(kind, _mm512_set1_epi16(0xDC00u16 as i16));
    let lone = (leads & !(trails >> 1)) | (trails & !(leads << 1));
    let converted = (UNITS - missing).min(lone.trailing_zeros() as usize);

    let next = _mm512_maskz_compress_epi16(!1, units);
    let (low, high) = halves(units);
    let (next_low, next_high) = halves(next);
    let mut written = 0;
    for (i, units, next) in [(0, low, next_low), (1, high, next_high)] {
        let wanted = (converted.saturating_sub(16 * i)).min(16) as u32;
        let lanes = _bzhi_u32(!0, wanted) as __mmask16;
        let leads = (leads >> (16 * i)) as __mmask16;
        let trails = (trails >> (16 * i)) as __mmask16;
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
        let bytes = _mm512_maskz_mov_epi32(lanes & !trails, bytes);
        let always = _mm512_maskz_set1_epi32(lanes & !trails, 0x0080_0000);
        let kept = _mm512_movepi8_mask(_mm512_or_si512(bytes, always));
        store_at(room, written, _mm512_maskz_compress_epi8(kept, bytes));
        written += kept.count_ones() as usize;
    }
    (2 * converted, written)
}
