//! Encoding with AVX2, 32 bytes at a time.
//!
//! The two pages in which the encoding has the most units are kept in eight registers of 16 units. `vpshufb` looks up
//! in each, and blends select. So the lane of the first byte of a character in these pages gets its unit, and ASCII
//! is unchanged. Shuffles from a table remove the lanes of all other bytes. The few characters of other pages are
//! then written one by one.
//!
//! ```text
//! UTF-8     D0 9C D0 B0 D1 80 D1 81 E2 80 A6 20       М а р с …
//! units     CC .. E0 .. F0 .. F1 .. .. .. .. 20
//! starts    1  0  1  0  1  0  1  0  1  0  0  1
//! closed    CC E0 F0 F1 .. 20
//! written   CC E0 F0 F1 85 20
//! ```
//!
//! Where there is little but ASCII, it is copied, and the other characters are encoded one by one.

use core::arch::x86_64::*;

use super::portable::{after_blocks, encode};
use super::{EncodeKernels, PORTABLE};
use crate::simd::avx2::{Rows, WIDTH, halves};
use crate::simd::page_table::Pages;
use crate::simd::paged::differences;
use crate::simd::vector::{load, store};

/// The kernels that encode.
///
/// # Safety
/// The machine has the features of [`Level::Avx2`](crate::simd::Level).
pub(super) unsafe fn encode_kernels() -> EncodeKernels {
    // SAFETY: by the contract.
    EncodeKernels { single_byte: |src, dst, pages| unsafe { single_byte(src, dst, pages) }, ..PORTABLE }
}

const BLOCK: usize = 2 * WIDTH;

/// How many bytes of ASCII are copied at once before another character.
const GAP: usize = 16;

/// A block, and the bytes that may be copied starting at its last byte.
const READ: usize = BLOCK + GAP;

/// The most bytes that a block can become, and those written after them.
const ROOM: usize = BLOCK + GAP;

/// With fewer characters than this, a block is encoded one by one.
const FEW: u32 = 8;

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn single_byte(src: &[u8], dst: &mut [u8], pages: &Pages<u8>) -> (usize, usize) {
    if src.len() < READ {
        return encode(src, dst, pages);
    }
    let window = Window::new(pages);
    let (mut read, mut written) = (0, 0);
    while let Some(bytes) = src[read..].first_chunk::<READ>()
        && let Some(room) = dst[written..].first_chunk_mut::<ROOM>()
    {
        let (vectors, _) = bytes.as_chunks();
        let v = [load(&vectors[0]), load(&vectors[1])];
        let high = mask(v);
        if high == 0 {
            for (room, v) in room.as_chunks_mut().0.iter_mut().zip(v) {
                store(room, v);
            }
            read += BLOCK;
            written += BLOCK;
            continue;
        }
        let continuation = _mm256_set1_epi8(-0x40);
        let starts = !mask(v.map(|v| _mm256_cmpgt_epi8(continuation, v)));
        let leads = starts & high;
        let (stop, n) = match leads.count_ones() {
            0..FEW => sparse(bytes, starts, leads, room, pages),
            _ => dense(bytes, starts, leads, &window, room, pages),
        };
        written += n;
        if stop < BLOCK {
            return (read + stop, written);
        }
        read += BLOCK;
    }
    after_blocks(src, dst, pages, (read, written))
}

/// The highest bits of the bytes of a block; the first byte is the lowest bit.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn mask([low, high]: [__m256i; 2]) -> u64 {
    let [low, high] = [low, high].map(|v| _mm256_movemask_epi8(v) as u32);
    u64::from(high) << 32 | u64::from(low)
}

/// The unit of the character that starts at `bytes[at]`; 0 if it cannot be encoded.
#[inline(always)]
fn unit(bytes: &[u8; READ], at: usize, pages: &Pages<u8>) -> u8 {
    let Some(&[first, second, third]) = bytes.get(at..).and_then(|bytes| bytes.first_chunk()) else { return 0 };
    match first {
        0..0xE0 => pages.unit(usize::from(first & 0x1F), second),
        0xE0..0xF0 => pages.unit(usize::from(first & 0xF) << 6 | usize::from(second & 0x3F), third),
        0xF0.. => 0,
    }
}

/// Encodes a block of ASCII, except for the characters that start where `leads` has ones: (the place of the first
/// character that cannot be encoded, else `BLOCK`; bytes written).
#[inline(always)]
fn sparse(bytes: &[u8; READ], starts: u64, mut leads: u64, room: &mut [u8; ROOM], pages: &Pages<u8>) -> (usize, usize) {
    // What is before the first start was written with the last block.
    let mut read = starts.trailing_zeros() as usize;
    let mut written = 0;
    loop {
        let lead = leads.trailing_zeros() as usize;
        let gap = lead.saturating_sub(read);
        // Once at least: whether there is a gap takes no branch then.
        for copied in (0..gap.max(1)).step_by(GAP) {
            let from = bytes.get(read + copied..).and_then(|from| from.first_chunk::<GAP>());
            let to = room.get_mut(written + copied..).and_then(|to| to.first_chunk_mut());
            if let (Some(from), Some(to)) = (from, to) {
                *to = *from;
            }
        }
        written += gap;
        if lead == BLOCK {
            return (BLOCK, written);
        }
        match (unit(bytes, lead, pages), room.get_mut(written)) {
            (0, _) | (_, None) => return (lead, written),
            (unit, Some(room)) => *room = unit,
        }
        written += 1;
        read = lead + 2 + usize::from(bytes[lead] >= 0xE0);
        leads &= leads - 1;
    }
}

/// As [`sparse`], for a block with many characters other than ASCII.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn dense(
    bytes: &[u8; READ],
    starts: u64,
    leads: u64,
    window: &Window,
    room: &mut [u8; ROOM],
    pages: &Pages<u8>,
) -> (usize, usize) {
    let (mut missing, mut written) = (leads, 0);
    for at in [0, WIDTH] {
        let shifted = |by| bytes.get(at + by..).and_then(|bytes| bytes.first_chunk()).map(load);
        let (Some(first), Some(second), Some(third)) = (shifted(0), shifted(1), shifted(2)) else { break };
        let (found, units) = window.look_up([first, second, third]);
        missing &= !(u64::from(found) << at);
        for (i, eight) in halves(units).into_iter().flat_map(|v| [v, _mm_unpackhi_epi64(v, v)]).enumerate() {
            let kept = (starts >> (at + 8 * i)) as u8;
            // SAFETY: the array is as long as what is loaded.
            let order = unsafe { _mm_loadl_epi64(KEPT[usize::from(kept)].as_ptr().cast()) };
            let closed = _mm_cvtsi128_si64(_mm_shuffle_epi8(eight, order));
            if let Some(room) = room.get_mut(written..).and_then(|room| room.first_chunk_mut()) {
                *room = closed.to_le_bytes();
            }
            written += kept.count_ones() as usize;
        }
    }
    while missing != 0 {
        let lead = missing.trailing_zeros();
        let before = _bzhi_u64(starts, lead).count_ones() as usize;
        match (unit(bytes, lead as usize, pages), room.get_mut(before)) {
            (0, _) | (_, None) => return (lead as usize, before),
            (unit, Some(room)) => *room = unit,
        }
        missing &= missing - 1;
    }
    (BLOCK, written)
}

/// The index has one bit for each of eight lanes, the first lane lowest: whether it is kept.
static KEPT: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut lane, mut to) = (0, 0);
        while lane < 8 {
            if mask >> lane & 1 != 0 {
                table[mask][to] = lane as u8;
                to += 1;
            }
            lane += 1;
        }
        mask += 1;
    }
    table
};

/// Two adjacent pages, the first of which has an even number.
struct Window {
    units: Rows,
    /// The first byte of the UTF-8 of the first page, and the middle one if there are three.
    lead: u8,
    middle: Option<u8>,
}

impl Window {
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn new(pages: &Pages<u8>) -> Window {
        let first = pages.pair;
        let mut units = [0; 128];
        for (units, page) in units.as_chunks_mut().0.iter_mut().zip([first, first + 1]) {
            *units = *pages.page(page).unwrap_or(&[0; 64]);
        }
        let units = Rows::new(&differences(&units));
        match first < 0x800 / 64 {
            true => Window { units, lead: 0xC0 | first as u8, middle: None },
            false => Window { units, lead: 0xE0 | (first >> 6) as u8, middle: Some(0x80 | first as u8 & 0x3F) },
        }
    }

    /// For each lane, the unit of the character that starts there if the window has it, else its first byte: (which
    /// lanes have a unit, lanes).
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn look_up(&self, [first, second, third]: [__m256i; 3]) -> (u32, __m256i) {
        let byte = |byte: u8| _mm256_set1_epi8(byte as i8);
        let is = |v, expected| _mm256_cmpeq_epi8(v, byte(expected));
        let even = |v| _mm256_and_si256(v, byte(!1));
        let (here, page, last) = match self.middle {
            None => (is(even(first), self.lead), first, second),
            Some(middle) => (_mm256_and_si256(is(first, self.lead), is(even(second), middle)), second, third),
        };
        let odd = _mm256_and_si256(_mm256_slli_epi16::<6>(page), byte(0x40));
        let units = self.units.look_up(_mm256_or_si256(odd, _mm256_and_si256(last, byte(0x3F))));
        let here = _mm256_andnot_si256(is(units, 0), here);
        (_mm256_movemask_epi8(here) as u32, _mm256_blendv_epi8(first, units, here))
    }
}
