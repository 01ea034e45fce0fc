//! UTF-16 to UTF-8, eight units at a time.
//!
//! Without a shuffle of bytes, holes are closed by what is written next: each unit, or each two of
//! them, takes four bytes, of which the next overwrites what is too much.

use core::arch::x86_64::*;

use super::super::portable;
use super::WIDTH;

/// How many units a vector has.
const UNITS: usize = WIDTH / 2;

/// Where the units of a vector go, and what may be overwritten behind them.
type Room = [u8; 4 * UNITS + 4];

#[target_feature(enable = "sse2")]
pub(super) fn utf16<const BIG: bool>(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    /// What the portable kernel gets where vectors stop.
    const PIECE: usize = 4 * WIDTH;
    let (mut read, mut written) = (0, 0);
    loop {
        let (r, w) = vectors::<BIG>(&src[read..], &mut dst[written..]);
        read += r;
        written += w;
        let left = &src[read..];
        let (r, w) = portable::utf16(&left[..left.len().min(PIECE)], &mut dst[written..], BIG);
        read += r;
        written += w;
        // Less than that means that a character is cut off, or an error, or does not fit.
        if left.len() < PIECE || r < PIECE - 2 {
            return (read, written);
        }
    }
}

/// Whole vectors, as long as they fit at their longest and have no surrogates.
#[inline]
#[target_feature(enable = "sse2")]
fn vectors<const BIG: bool>(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    while let Some(vector) = src[read..].first_chunk() {
        let c = load::<BIG>(vector);
        // After ASCII there is mostly more.
        if is_below::<0x80>(c)
            && let Some(next) = src[read + WIDTH..].first_chunk()
            && let Some(room) = dst[written..].first_chunk_mut()
        {
            let next = load::<BIG>(next);
            store(room, _mm_packus_epi16(c, next));
            read += WIDTH;
            written += UNITS;
            if is_below::<0x80>(next) {
                read += WIDTH;
                written += UNITS;
            }
            continue;
        }
        let Some(room) = dst[written..].first_chunk_mut() else { break };
        if is_below::<0x800>(c) {
            written += put_up_to_two(c, room);
        } else if !has_surrogates(c) {
            written += put_up_to_three(c, room);
        } else {
            break;
        }
        read += WIDTH;
    }
    (read, written)
}

/// Two by two: units of one or two bytes are close together in the four bytes of both. How many bytes.
#[inline]
#[target_feature(enable = "sse2")]
fn put_up_to_two(c: __m128i, room: &mut Room) -> usize {
    let is_one = _mm_cmpgt_epi16(splat(0x80), c);
    let utf8 = select(is_one, c, two_bytes(c));
    // The second moves down where the first is one byte.
    let first_is_one = _mm_srai_epi32::<16>(_mm_slli_epi32::<16>(is_one));
    let close =
        _mm_or_si128(_mm_and_si128(utf8, _mm_set1_epi32(0xFF)), _mm_slli_epi32::<8>(_mm_srli_epi32::<16>(utf8)));
    let pairs = lanes(select(first_is_one, close, utf8));
    // Masks are -1.
    let lengths = lanes(_mm_add_epi32(_mm_set1_epi32(4), _mm_madd_epi16(is_one, splat(1))));
    let mut written = 0;
    for (pair, length) in pairs.into_iter().zip(lengths) {
        put(room, written, pair);
        written += length as usize;
    }
    written
}

/// The same of units that are no surrogates, one by one.
#[inline]
#[target_feature(enable = "sse2")]
fn put_up_to_three(c: __m128i, room: &mut Room) -> usize {
    // Unsigned: zero where it is less.
    let zero = _mm_setzero_si128();
    let is_one = _mm_cmpeq_epi16(_mm_subs_epu16(c, splat(0x7F)), zero);
    let is_less_than_three = _mm_cmpeq_epi16(_mm_subs_epu16(c, splat(0x7FF)), zero);
    let middle = _mm_and_si128(_mm_slli_epi16::<2>(c), splat(0x3F00));
    let three = _mm_or_si128(_mm_or_si128(_mm_srli_epi16::<12>(c), middle), splat(0x80E0));
    let start = select(is_one, c, select(is_less_than_three, two_bytes(c), three));
    let end = _mm_or_si128(_mm_and_si128(c, splat(0x3F)), splat(0x80));
    // How many bytes there are up to the end of each; masks are -1.
    let mut up_to = _mm_add_epi16(_mm_add_epi16(splat(3), is_one), is_less_than_three);
    up_to = _mm_add_epi16(up_to, _mm_slli_si128::<2>(up_to));
    up_to = _mm_add_epi16(up_to, _mm_slli_si128::<4>(up_to));
    up_to = _mm_add_epi16(up_to, _mm_slli_si128::<8>(up_to));
    // In memory, from where lanes take one instruction each; compilers would take three.
    let (mut utf8, mut ends) = ([[0; 4]; 2], [0; 8]);
    store_lanes(&mut utf8[0], _mm_unpacklo_epi16(start, end));
    store_lanes(&mut utf8[1], _mm_unpackhi_epi16(start, end));
    store_units(&mut ends, up_to);
    core::hint::black_box((&utf8, &ends));
    let mut written = 0;
    for (utf8, end) in utf8.into_iter().flatten().zip(ends) {
        put(room, written, utf8);
        written = usize::from(end);
    }
    written
}

/// The two bytes of each unit from U+0080 up to U+07FF.
#[inline]
#[target_feature(enable = "sse2")]
fn two_bytes(c: __m128i) -> __m128i {
    let second = _mm_slli_epi16::<8>(_mm_and_si128(c, splat(0x3F)));
    _mm_or_si128(_mm_or_si128(_mm_srli_epi16::<6>(c), second), splat(0x80C0))
}

#[inline]
#[target_feature(enable = "sse2")]
fn select(mask: __m128i, then: __m128i, other: __m128i) -> __m128i {
    _mm_or_si128(_mm_and_si128(mask, then), _mm_andnot_si128(mask, other))
}

/// Whether all units are less than a power of two.
#[inline]
#[target_feature(enable = "sse2")]
fn is_below<const END: u16>(c: __m128i) -> bool {
    let too_high = _mm_and_si128(c, splat(END.wrapping_neg()));
    _mm_movemask_epi8(_mm_cmpeq_epi8(too_high, _mm_setzero_si128())) == 0xFFFF
}

#[inline]
#[target_feature(enable = "sse2")]
fn has_surrogates(c: __m128i) -> bool {
    _mm_movemask_epi8(_mm_cmpeq_epi16(_mm_and_si128(c, splat(0xF800)), splat(0xD800))) != 0
}

#[inline]
#[target_feature(enable = "sse2")]
fn splat(unit: u16) -> __m128i {
    _mm_set1_epi16(unit.cast_signed())
}

#[inline]
#[target_feature(enable = "sse2")]
fn load<const BIG: bool>(vector: &[u8; WIDTH]) -> __m128i {
    // SAFETY: the array is as long as the vector.
    let v = unsafe { _mm_loadu_si128(vector.as_ptr().cast()) };
    if BIG { _mm_or_si128(_mm_slli_epi16::<8>(v), _mm_srli_epi16::<8>(v)) } else { v }
}

#[inline]
#[target_feature(enable = "sse2")]
fn store(room: &mut [u8; WIDTH], v: __m128i) {
    // SAFETY: the array is as long as the vector.
    unsafe { _mm_storeu_si128(room.as_mut_ptr().cast(), v) }
}

#[inline]
#[target_feature(enable = "sse2")]
fn store_lanes(lanes: &mut [u32; 4], v: __m128i) {
    // SAFETY: as above.
    unsafe { _mm_storeu_si128(lanes.as_mut_ptr().cast(), v) }
}

#[inline]
#[target_feature(enable = "sse2")]
fn store_units(units: &mut [u16; 8], v: __m128i) {
    // SAFETY: as above.
    unsafe { _mm_storeu_si128(units.as_mut_ptr().cast(), v) }
}

/// By way of two registers of 64 bits: compilers would take each lane by a shuffle.
#[inline]
#[target_feature(enable = "sse2")]
fn lanes(v: __m128i) -> [u32; 4] {
    let [low, high] = [_mm_cvtsi128_si64(v), _mm_cvtsi128_si64(_mm_unpackhi_epi64(v, v))].map(i64::cast_unsigned);
    [low as u32, (low >> 32) as u32, high as u32, (high >> 32) as u32]
}

#[inline(always)]
fn put(room: &mut Room, at: usize, utf8: u32) {
    if let Some(room) = room[at % (4 * UNITS)..].first_chunk_mut() {
        *room = utf8.to_le_bytes();
    }
}
