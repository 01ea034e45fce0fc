//! UTF-16 to UTF-8, 16 units at a time.
//!
//! Without a shuffle of bytes, holes are closed by what is written next: each unit, or each two of
//! them, takes four bytes, of which the next overwrites what is too much.

use core::arch::x86_64::*;

use super::super::portable;

/// How many units are converted together.
const GROUP: usize = 16;

/// What may be overwritten behind what was written.
const SLACK: usize = 4;

/// Where a group goes.
type Room = [u8; 4 * GROUP + SLACK];

#[target_feature(enable = "sse2")]
pub(super) fn utf16<const BIG: bool>(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    /// What the portable kernel gets that groups are not for.
    const PIECE: usize = 4 * GROUP;
    let (mut read, mut written) = (0, 0);
    loop {
        let (r, w) = groups::<BIG>(&src[read..], &mut dst[written..]);
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

/// Whole groups, as long as they fit at their longest and have no surrogates.
#[inline]
#[target_feature(enable = "sse2")]
fn groups<const BIG: bool>(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    while let Some(group) = src[read..].first_chunk::<{ 2 * GROUP }>()
        && let Some(room) = dst[written..].first_chunk_mut::<{ size_of::<Room>() }>()
    {
        let [a, b] = load::<BIG>(group);
        let any = _mm_or_si128(a, b);
        if are_zero(_mm_and_si128(any, splat(0xFF80))) {
            if let Some(room) = room.first_chunk_mut() {
                store(room, _mm_packus_epi16(a, b));
            }
            written += GROUP;
        } else if are_zero(_mm_and_si128(any, splat(0xF800))) {
            let length = put_up_to_two(a, room, 0);
            written += put_up_to_two(b, room, length);
        } else {
            let is_surrogate = |v| _mm_cmpeq_epi16(_mm_and_si128(v, splat(0xF800)), splat(0xD800));
            if !are_zero(_mm_or_si128(is_surrogate(a), is_surrogate(b))) {
                break;
            }
            let length = put_up_to_three(a, room, 0);
            written += put_up_to_three(b, room, length);
        }
        read += group.len();
    }
    (read, written)
}

/// Two by two: units of one or two bytes are close together in the four bytes of both. Writes behind
/// what is `written`, and says how much is then.
#[inline]
#[target_feature(enable = "sse2")]
fn put_up_to_two(c: __m128i, room: &mut Room, mut written: usize) -> usize {
    let is_one = _mm_cmpgt_epi16(splat(0x80), c);
    let utf8 = select(is_one, c, two_bytes(c));
    // The second moves down where the first is one byte.
    let first_is_one = _mm_srai_epi32::<16>(_mm_slli_epi32::<16>(is_one));
    let close =
        _mm_or_si128(_mm_and_si128(utf8, _mm_set1_epi32(0xFF)), _mm_slli_epi32::<8>(_mm_srli_epi32::<16>(utf8)));
    let pairs = lanes(select(first_is_one, close, utf8));
    // Masks are -1.
    let lengths = lanes(_mm_add_epi32(_mm_set1_epi32(4), _mm_madd_epi16(is_one, splat(1))));
    for (pair, length) in pairs.into_iter().zip(lengths) {
        put(room, written, pair);
        written += length as usize;
    }
    written
}

/// The same of units that are no surrogates, one by one.
#[inline]
#[target_feature(enable = "sse2")]
fn put_up_to_three(c: __m128i, room: &mut Room, mut written: usize) -> usize {
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
    let before = written;
    for (utf8, end) in utf8.into_iter().flatten().zip(ends) {
        put(room, written, utf8);
        written = before + usize::from(end);
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

#[inline]
#[target_feature(enable = "sse2")]
fn are_zero(v: __m128i) -> bool {
    _mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_setzero_si128())) == 0xFFFF
}

#[inline]
#[target_feature(enable = "sse2")]
fn splat(unit: u16) -> __m128i {
    _mm_set1_epi16(unit.cast_signed())
}

/// A group's units.
#[inline]
#[target_feature(enable = "sse2")]
fn load<const BIG: bool>(group: &[u8; 2 * GROUP]) -> [__m128i; 2] {
    let (vectors, _) = group.as_chunks::<GROUP>();
    [&vectors[0], &vectors[1]].map(|vector| {
        // SAFETY: the array is as long as the vector.
        let v = unsafe { _mm_loadu_si128(vector.as_ptr().cast()) };
        if BIG { _mm_or_si128(_mm_slli_epi16::<8>(v), _mm_srli_epi16::<8>(v)) } else { v }
    })
}

#[inline]
#[target_feature(enable = "sse2")]
fn store(room: &mut [u8; GROUP], v: __m128i) {
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
    if let Some(room) = room[at % (4 * GROUP)..].first_chunk_mut() {
        *room = utf8.to_le_bytes();
    }
}
