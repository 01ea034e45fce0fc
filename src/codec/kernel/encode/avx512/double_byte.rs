//! One or two bytes for each character. Up to 16 characters at a time are looked up, by two gathers.
//!
//! ```text
//! UTF-8     ED 95 9C EA B8 80 2E 20       한 글 .
//! leads     1  0  0  1  0  0  0  0
//! first     C7 .. .. B1 .. .. .. ..       the first byte of the unit, in the lane of the first
//! last      C7 D1 .. B1 DB .. 2E 20       the last in that of the second; ASCII as it is
//! kept      C7 D1    B1 DB    2E 20
//! ```

use core::arch::x86_64::*;

use super::portably;
use crate::codec::data::pages::Pages;
use crate::codec::kernel::avx512::{WIDTH, compress};
use crate::codec::kernel::encode::portable;
use crate::codec::kernel::vector::{load, store};

/// How many characters are looked up at once.
const AT_ONCE: u32 = 16;

/// How many bytes are encoded one by one first. If characters that cannot be encoded come every few bytes,
/// most of the 16 look-ups would be lost.
const HEAD: usize = 24;

/// Characters of up to three bytes that start before this place end in the vector.
const WHOLE: u32 = WIDTH as u32 - 2;

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn double_byte(src: &[u8], dst: &mut [u8], pages: &Pages<u16>) -> (usize, usize) {
    let head = &src[..src.len().min(HEAD)];
    let (mut read, mut written) = portable::encode(head, dst, pages);
    // At the end of the head, up to two bytes of a character may be left.
    if read + 2 < head.len() {
        return (read, written);
    }
    while let Some(bytes) = src[read..].first_chunk()
        && let Some(room) = dst[written..].first_chunk_mut()
    {
        let v = load(bytes);
        let high = _mm512_movepi8_mask(v);
        if high == 0 {
            store(room, v);
            read += WIDTH;
            written += WIDTH;
            continue;
        }
        let leads = _mm512_cmpge_epu8_mask(v, _mm512_set1_epi8(0xC0_u8.cast_signed()));
        let end = _pdep_u64(1 << AT_ONCE, leads).trailing_zeros().min(WHOLE);
        let here = _bzhi_u64(!0, end);
        let leads = leads & here;
        let (units, missing) = look_up(v, leads, pages);

        let units = _mm512_permutexvar_epi8(load(&FIRST_THEN_LAST), units);
        let lasts = _mm512_shuffle_i64x2::<0b01>(units, units);
        let lanes = _mm512_mask_expand_epi8(v, leads, units);
        let lanes = _mm512_mask_expand_epi8(lanes, leads << 1, lasts);
        // The first of two bytes is never below 80. Of a single byte, the first is 0 and dropped.
        let mut kept = !high & here | leads & _mm512_movepi8_mask(lanes) | leads << 1;
        if missing != 0 {
            let stop = _pdep_u64(1 << missing.trailing_zeros(), leads).trailing_zeros();
            kept = _bzhi_u64(kept, stop);
            store(room, compress(kept, lanes));
            return (read + stop as usize, written + kept.count_ones() as usize);
        }
        store(room, compress(kept, lanes));
        read += end as usize;
        written += kept.count_ones() as usize;
    }
    portably(src, dst, pages, read, written)
}

/// The first bytes of 16 units, which are in lanes of 32 bits, and then their last bytes.
static FIRST_THEN_LAST: [u8; WIDTH] = {
    let mut from = [0; WIDTH];
    let mut i = 0;
    while i < AT_ONCE as usize {
        from[i] = 4 * i as u8 + 1;
        from[AT_ONCE as usize + i] = 4 * i as u8;
        i += 1;
    }
    from
};

/// The units of up to 16 characters, which start in the lanes `leads`, in lanes of 32 bits; and which of the
/// characters cannot be encoded.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn look_up(v: __m512i, leads: u64, pages: &Pages<u16>) -> (__m512i, u16) {
    /// Each of 16 bytes four times.
    static EACH: [u8; WIDTH] = {
        let mut from = [0; WIDTH];
        let mut i = 0;
        while i < WIDTH {
            from[i] = i as u8 / 4;
            i += 1;
        }
        from
    };
    static IN_TURN: [u8; WIDTH] = {
        let mut from = [0; WIDTH];
        let mut i = 0;
        while i < WIDTH {
            from[i] = i as u8;
            i += 1;
        }
        from
    };
    /// Bits of the second operand where the first has ones, else bits of the third.
    const FIRST_CHOOSES: i32 = 0b1100_1010;
    let all = |bits: i32| _mm512_set1_epi32(bits);
    let none = _mm512_setzero_si512();
    let characters = _bzhi_u32(!0, leads.count_ones()) as u16;
    // A gather reads 32 bits: a unit and the next one.
    let Some(last) = pages.units.len().checked_sub(2) else { return (none, characters) };

    // The three bytes of each character, the first one highest: 00 1110aaaa 10bbbbbb 10cccccc.
    let places = _mm512_permutexvar_epi8(load(&EACH), compress(leads, load(&IN_TURN)));
    let places = _mm512_add_epi8(places, all(i32::from_le_bytes([2, 1, 0, 0])));
    let three = _mm512_maskz_permutexvar_epi8(0x7777_7777_7777_7777, places, v);
    // Or its two bytes: 00 00 110bbbbb 10cccccc.
    let are_two = _mm512_testn_epi32_mask(three, all(0x20_0000));
    let utf8 = _mm512_mask_srli_epi32::<8>(three, are_two, three);
    // The first of four bytes has this bit. Such characters have no page.
    let found = _mm512_mask_testn_epi32_mask(characters, utf8, all(0x10_0000));

    let page = _mm512_ternarylogic_epi32::<FIRST_CHOOSES>(
        all(0x3C0),
        _mm512_srli_epi32::<10>(utf8),
        _mm512_srli_epi32::<8>(utf8),
    );
    let page = _mm512_and_si512(page, all(0x3FF));
    // SAFETY: an index has 2^10 + 1 entries, and lanes of `page` have ten bits. Each lane reads 32 bits: an entry
    // and the next.
    let start = unsafe { _mm512_mask_i32gather_epi32::<2>(none, found, page, pages.index.as_ptr().cast()) };
    let at = _mm512_ternarylogic_epi32::<FIRST_CHOOSES>(all(0x3F), utf8, start);
    let at = _mm512_and_si512(at, all(0xFFFF));
    let at = _mm512_min_epu32(at, all(last as i32));
    // SAFETY: the unit at `at` is not the last one. Each lane reads 32 bits: a unit and the next.
    let units = unsafe { _mm512_mask_i32gather_epi32::<2>(none, found, at, pages.units.as_ptr().cast()) };
    (units, _mm512_mask_testn_epi32_mask(characters, units, all(0xFFFF)))
}
