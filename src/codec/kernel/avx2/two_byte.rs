//! Encodings of ASCII and pairs, 64 bytes at a time.
//!
//! A character's place in the output is its place in the input and what the pairs before it have
//! come to over their two bytes, so that nothing waits for where the one before ended. Nearly all
//! pairs are characters of three bytes: where they are many, a block is tried as if all were, and
//! all places are known without a look-up.
//!
//! A pair that is no character ends it, since what is an error is the handler's to say.

use super::super::two_byte::{EVEN, every_other_of_runs};
use super::*;

const BLOCK: usize = 2 * WIDTH;

/// A block, the trail that may be behind it, and what is copied from there on.
const READ: usize = BLOCK + 1 + BLOCK;

/// More than a block may come to, and what is copied behind that.
const ROOM: usize = 3 * BLOCK;

/// How much ASCII is copied before each pair where there are many.
const GAP: usize = 16;

/// How many pairs a block must have to be tried.
const MANY: u32 = 14;

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(in super::super) fn two_byte(src: &[u8], dst: &mut [u8], layout: &TwoByte) -> (usize, usize) {
    let (read, written, stop) = by_blocks(src, dst, layout);
    if stop == Stop::NoCharacter {
        return (read, written);
    }
    let (r, w) = portable::one_by_one(&src[read..], &mut dst[written..], layout);
    (read + r, written + w)
}

/// Why [`by_blocks`] came back.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Stop {
    /// The next block does not fit, or the rest is too short.
    Short,
    /// The next pair is no character.
    NoCharacter,
}

/// Whole blocks that fit, up to a pair that is no character. Never inlined: where it would be, there
/// is AVX-512, of which compilers make no good use here.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(in super::super) fn by_blocks(src: &[u8], dst: &mut [u8], layout: &TwoByte) -> (usize, usize, Stop) {
    let (mut read, mut written) = (0, 0);
    while let Some(bytes) = src[read..].first_chunk()
        && let Some(room) = dst[written..].first_chunk_mut()
    {
        let (r, w) = block(bytes, room, layout);
        read += r;
        written += w;
        if r < BLOCK {
            return (read, written, Stop::NoCharacter);
        }
    }
    (read, written, Stop::Short)
}

/// The characters that start in a block: (bytes read, bytes written). Less than a block is read
/// where a pair is no character.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn block(bytes: &[u8; READ], room: &mut [u8; ROOM], layout: &TwoByte) -> (usize, usize) {
    let Some(own) = bytes.first_chunk() else { return (0, 0) };
    let high = high_bits(own);
    let leads = every_other_of_runs(high);
    let done = match leads {
        0 => {
            // SAFETY: both are the first place.
            unsafe { put::<BLOCK>(room, 0, get(bytes, 0)) };
            return (BLOCK, BLOCK);
        }
        EVEN => pairs(bytes, room, layout),
        _ if leads.count_ones() >= MANY && has_short_gaps(high) => threes(bytes, leads, room, layout),
        _ => None,
    };
    match done {
        Some(done) => done,
        None => any(bytes, leads, room, layout),
    }
}

/// Which bytes have their highest bit set.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn high_bits(block: &[u8; BLOCK]) -> u64 {
    let (vectors, _) = block.as_chunks();
    let [low, high] = [&vectors[0], &vectors[1]].map(|vector| _mm256_movemask_epi8(load(vector)) as u32);
    u64::from(high) << 32 | u64::from(low)
}

/// Whether less ASCII is in a row than is copied before a pair.
#[inline(always)]
fn has_short_gaps(high: u64) -> bool {
    // A bit for each start of two zeroes in a row, then of four, eight, sixteen.
    [1, 2, 4, 8].into_iter().fold(!high, |runs, shift| runs & runs >> shift) == 0
}

/// A block of pairs; `None` if they are not three bytes each.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn pairs(bytes: &[u8; READ], room: &mut [u8; ROOM], layout: &TwoByte) -> Option<(usize, usize)> {
    let mut all = !0;
    for before in 0..BLOCK / 2 {
        // SAFETY: it is less than a block.
        let unit = layout.unit(u16::from_be_bytes(unsafe { get(bytes, 2 * before) }));
        // SAFETY: as above, and one more for each pair before.
        unsafe { put(room, 3 * before, unit.to_le_bytes()) };
        all &= unit;
    }
    (all >> 24 == 3).then_some((BLOCK, 3 * BLOCK / 2))
}

/// A block of ASCII and pairs, which start where `leads` has ones; `None` if they are not three
/// bytes each.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn threes(bytes: &[u8; READ], mut leads: u64, room: &mut [u8; ROOM], layout: &TwoByte) -> Option<(usize, usize)> {
    // Known before the loop is done, so that the next block can begin.
    let end = BLOCK + (leads >> 63) as usize;
    let written = end + leads.count_ones() as usize;
    let (mut read, mut before, mut all) = (0, 0, !0);
    while leads != 0 {
        let lead = leads.trailing_zeros() as usize;
        leads &= leads - 1;
        // SAFETY: a lead is the place of a bit of a mask, `read` two behind another, and there is one
        // more for each pair before.
        let unit = unsafe {
            put::<GAP>(room, read + before, get(bytes, read));
            layout.unit(u16::from_be_bytes(get(bytes, lead)))
        };
        // SAFETY: as above.
        unsafe { put(room, lead + before, unit.to_le_bytes()) };
        all &= unit;
        read = lead + 2;
        before += 1;
    }
    // SAFETY: as above.
    unsafe { put::<GAP>(room, read + before, get(bytes, read)) };
    (all >> 24 == 3).then_some((end, written))
}

/// A block of any ASCII and pairs, which start where `leads` has ones, up to a pair that is no
/// character.
///
/// Behind each pair, all that may be left of the block is copied, and the next pair goes over it.
/// Copies of a length that depends on the text would be guessed wrong.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn any(bytes: &[u8; READ], mut leads: u64, room: &mut [u8; ROOM], layout: &TwoByte) -> (usize, usize) {
    let end = BLOCK + (leads >> 63) as usize;
    // How many more bytes are written than read.
    let mut more = 0_usize;
    // SAFETY: both are the first place.
    unsafe { put::<BLOCK>(room, 0, get(bytes, 0)) };
    while leads != 0 {
        let lead = leads.trailing_zeros() as usize;
        leads &= leads - 1;
        // SAFETY: it is the place of a bit of a mask.
        let unit = layout.unit(u16::from_be_bytes(unsafe { get(bytes, lead) }));
        if unit == 0 {
            return (lead, lead.wrapping_add(more));
        }
        // SAFETY: the place of a bit of a mask, and at most one more for each pair before, since a unit
        // has at most three bytes (`TwoByte::new` makes all of them). It is not less than none, since
        // each pair before it has moved the former by two.
        unsafe { put(room, lead.wrapping_add(more), unit.to_le_bytes()) };
        more = more.wrapping_add((unit >> 24) as usize).wrapping_sub(2);
        // SAFETY: as above, with this pair.
        unsafe { put::<BLOCK>(room, (lead + 2).wrapping_add(more), get(bytes, lead + 2)) };
    }
    (end, end.wrapping_add(more))
}

/// The bytes at `bytes[at..]`.
///
/// # Safety
/// `at` is at most one more than a block.
#[inline(always)]
unsafe fn get<const N: usize>(bytes: &[u8; READ], at: usize) -> [u8; N] {
    const { assert!(N <= BLOCK) };
    debug_assert!(at <= BLOCK + 1);
    // SAFETY: behind a block and one byte there is another block.
    unsafe { bytes.as_ptr().add(at).cast::<[u8; N]>().read() }
}

/// Writes at `room[at..]`.
///
/// # Safety
/// `at` is at most one more than a block, and one more for each of its pairs.
#[inline(always)]
unsafe fn put<const N: usize>(room: &mut [u8; ROOM], at: usize, bytes: [u8; N]) {
    const { assert!(N <= BLOCK) };
    const { assert!(BLOCK + 1 + BLOCK / 2 + BLOCK <= ROOM) };
    debug_assert!(at <= BLOCK + 1 + BLOCK / 2);
    // SAFETY: a block has at most half as many pairs as bytes.
    unsafe { room.as_mut_ptr().add(at).cast::<[u8; N]>().write(bytes) }
}
