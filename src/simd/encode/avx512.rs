//! Encoding with AVX-512, 64 bytes at a time.
//!
//! # One byte for each character
//!
//! A page is one vector. So `vpermb` looks up all characters of a page at once: by the last byte of their UTF-8, in the
//! lane of their first byte. In a block there are characters of few pages. Then one byte-compress removes the lanes of
//! all other bytes:
//!
//! ```text
//! UTF-8     D0 9C D0 B0 D1 80 D1 81 20       М а р с
//! page D0   CC .. E0 .. .. .. .. .. ..
//! page D1   .. .. .. .. F0 .. F1 .. ..
//! kept      CC    E0    F0    F1    20
//! ```
//!
//! # One or two bytes
//!
//! Up to 16 characters are looked up by two gathers:
//!
//! ```text
//! UTF-8     ED 95 9C EA B8 80 2E 20       한 글 .
//! leads     1  0  0  1  0  0  0  0
//! first     C7 .. .. B1 .. .. .. ..       the first byte of the unit, in the lane of the first
//! last      C7 D1 .. B1 DB .. 2E 20       the last in that of the second; ASCII as it is
//! kept      C7 D1    B1 DB    2E 20
//! ```

use core::arch::x86_64::*;

use super::EncodeKernels;
use super::portable::{after_blocks, encode};
use crate::simd::avx512::{WIDTH, compress};
use crate::simd::page_table::Pages;
use crate::simd::vector::{load, store};

/// The kernels that encode.
///
/// # Safety
/// The machine has the features of [`Level::Avx512`](crate::simd::Level).
pub(super) unsafe fn encode_kernels() -> EncodeKernels {
    EncodeKernels {
        // SAFETY: by the contract, here and below.
        single_byte: |src, dst, pages| unsafe { single_byte(src, dst, pages) },
        // SAFETY: as above.
        two_byte: |src, dst, pages| unsafe { two_byte(src, dst, pages) },
    }
}

/// A block, and the bytes after it of a character that starts there.
const READ: usize = WIDTH + 2;

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn single_byte(src: &[u8], dst: &mut [u8], pages: &Pages<u8>) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    while let Some(bytes) = src[read..].first_chunk::<READ>()
        && let Some(room) = dst[written..].first_chunk_mut()
    {
        let [first, ..] = vectors(bytes);
        let high = _mm512_movepi8_mask(first);
        if high == 0 {
            store(room, first);
            read += WIDTH;
            written += WIDTH;
            continue;
        }
        let starts = _mm512_cmpge_epi8_mask(first, _mm512_set1_epi8(-0x40));
        let leads = high & starts;
        let units = look_up(bytes, leads, pages);
        let missing = leads & _mm512_testn_epi8_mask(units, units);
        // A branch, so that the next block does not wait for this count.
        if missing != 0 {
            let stop = missing.trailing_zeros();
            let kept = _bzhi_u64(starts, stop);
            store(room, compress(kept, units));
            return (read + stop as usize, written + kept.count_ones() as usize);
        }
        store(room, compress(starts, units));
        read += WIDTH;
        written += starts.count_ones() as usize;
    }
    after_blocks(src, dst, pages, (read, written))
}

/// The bytes of a block, those after them, and those after these.
#[inline(always)]
fn vectors(bytes: &[u8; READ]) -> [__m512i; 3] {
    [0, 1, 2].map(|at| load(bytes[at..].first_chunk().unwrap_or(&[0; WIDTH])))
}

/// The units of the characters that start in the lanes `leads`, up to the first without one, which has 0. Other lanes
/// have the bytes of the block.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn look_up(bytes: &[u8; READ], mut leads: u64, pages: &Pages<u8>) -> __m512i {
    let [first, second, third] = vectors(bytes);
    let equals = |v, byte: u8| _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8(byte as i8));
    let mut units = _mm512_maskz_mov_epi8(!leads, first);
    while leads != 0 {
        let lane = leads.trailing_zeros() as usize;
        let [lead, middle] = *bytes[lane..].first_chunk().unwrap_or(&[0; 2]);
        let (page, same, last) = match lead {
            0..0xE0 => (usize::from(lead & 0x1F), equals(first, lead), second),
            0xE0..0xF0 => {
                let page = usize::from(lead & 0xF) << 6 | usize::from(middle & 0x3F);
                (page, equals(first, lead) & equals(second, middle), third)
            }
            0xF0.. => break,
        };
        let Some(page) = pages.page(page) else { break };
        units = _mm512_mask_permutexvar_epi8(units, same, last, load(page));
        leads &= !same;
    }
    units
}

/// How many characters are looked up at once.
const AT_ONCE: u32 = 16;

/// How many bytes are encoded one by one first. If characters that cannot be encoded come every few bytes,
/// most of the 16 look-ups would be lost.
const HEAD: usize = 24;

/// Characters of up to three bytes that start before this place end in the vector.
const WHOLE: u32 = WIDTH as u32 - 2;

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn two_byte(src: &[u8], dst: &mut [u8], pages: &Pages<u16>) -> (usize, usize) {
    if src.len() < WIDTH {
        return encode(src, dst, pages);
    }
    let head = &src[..HEAD];
    let (mut read, mut written) = encode(head, dst, pages);
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
        let (units, missing) = gather(v, leads, pages);

        let of_16 = |units| _mm512_castsi128_si512(_mm512_cvtepi32_epi8(units));
        let lanes = _mm512_mask_expand_epi8(v, leads, of_16(_mm512_srli_epi32::<8>(units)));
        let lanes = _mm512_mask_expand_epi8(lanes, leads << 1, of_16(units));
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
    after_blocks(src, dst, pages, (read, written))
}

/// The number of each lane of a vector.
static LANES: [u8; WIDTH] = {
    let mut lanes = [0; WIDTH];
    let mut i = 0;
    while i < WIDTH {
        lanes[i] = i as u8;
        i += 1;
    }
    lanes
};

/// The units of up to 16 characters, which start in the lanes `leads`, in lanes of 32 bits; and which of the
/// characters cannot be encoded.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn gather(v: __m512i, leads: u64, pages: &Pages<u16>) -> (__m512i, u16) {
    /// Bits of the second operand where the first has ones, else bits of the third.
    const FIRST_CHOOSES: i32 = 0b1100_1010;
    let all = |bits: i32| _mm512_set1_epi32(bits);
    let none = _mm512_setzero_si512();
    let characters = _bzhi_u32(!0, leads.count_ones()) as u16;
    // A gather reads 32 bits: a unit and the next one.
    let Some(last) = pages.units.len().checked_sub(2) else { return (none, characters) };

    // The three bytes of each character, the first one highest: 00 1110aaaa 10bbbbbb 10cccccc.
    let places = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(compress(leads, load(&LANES))));
    let places = _mm512_mullo_epi32(places, all(0x01_0101));
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
