//! Encodings of ASCII and pairs, 64 bytes at a time.
//!
//! A character's place in the output is its place in the input plus what the pairs before it have added to
//! their two bytes. So no character waits for the end of the one before. Nearly all pairs are characters of
//! three bytes. A block with many pairs is first converted as if all were, so that all places are known
//! without a look-up.
//!
//! The kernel stops before a pair that has no character. The handler decides what is an error.

use super::super::two_byte::{EVEN, every_other_of_runs};
use super::*;

const BLOCK: usize = 2 * WIDTH;

/// A block, the trail byte that may follow it, and what is copied from there on.
const READ: usize = BLOCK + 1 + BLOCK;

/// The most bytes that a block can become, and those written after them.
const ROOM: usize = 3 * BLOCK;

/// How many bytes of ASCII are copied before each pair, in blocks with many pairs.
const GAP: usize = 16;

/// From this many pairs on, a block is first converted as if all characters had three bytes.
const MANY: u32 = 14;

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(in super::super) fn two_byte(src: &[u8], dst: &mut [u8], layout: &TwoByte) -> (usize, usize) {
    let done = by_blocks(src, dst, layout);
    if done.at_error {
        return (done.read, done.written);
    }
    let (r, w) = portable::one_by_one(&src[done.read..], &mut dst[done.written..], layout);
    (done.read + r, done.written + w)
}

/// How far [`by_blocks`] has come.
pub(in super::super) struct Blocks {
    pub(in super::super) read: usize,
    pub(in super::super) written: usize,
    /// The next pair has no character. Otherwise the next block does not fit, or the rest is too short.
    pub(in super::super) at_error: bool,
}

/// Converts whole blocks that fit, up to a pair that has no character. Never inlined: the AVX-512 kernel calls
/// it, and the compiler would use AVX-512 there, which is slower.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(in super::super) fn by_blocks(src: &[u8], dst: &mut [u8], layout: &TwoByte) -> Blocks {
    let (mut read, mut written) = (0, 0);
    while let Some(bytes) = src[read..].first_chunk()
        && let Some(room) = dst[written..].first_chunk_mut()
    {
        let (r, w) = block(bytes, room, layout);
        read += r;
        written += w;
        if r < BLOCK {
            return Blocks { read, written, at_error: true };
        }
    }
    Blocks { read, written, at_error: false }
}

/// Converts the characters that start in a block: (bytes read, bytes written). Less than a block is read if a
/// pair has no character.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn block(bytes: &[u8; READ], room: &mut [u8; ROOM], layout: &TwoByte) -> (usize, usize) {
    let Some(own) = bytes.first_chunk() else { return (0, 0) };
    let high = high_bits(own);
    let leads = every_other_of_runs(high);
    let done = match leads {
        0 => {
            // SAFETY: both places are 0.
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

/// Which bytes have their highest bit set; the first byte is the lowest bit.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn high_bits(block: &[u8; BLOCK]) -> u64 {
    let (vectors, _) = block.as_chunks();
    let [low, high] = [&vectors[0], &vectors[1]].map(|vector| _mm256_movemask_epi8(load(vector)) as u32);
    u64::from(high) << 32 | u64::from(low)
}

/// Whether no more ASCII is in a row than is copied before a pair.
#[inline(always)]
fn has_short_gaps(high: u64) -> bool {
    // A bit for each place where two zeroes in a row start, then four, eight, sixteen.
    [1, 2, 4, 8].into_iter().fold(!high, |runs, shift| runs & runs >> shift) == 0
}

/// Converts a block of pairs; `None` if not all are characters of three bytes.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn pairs(bytes: &[u8; READ], room: &mut [u8; ROOM], layout: &TwoByte) -> Option<(usize, usize)> {
    let mut all = !0;
    for before in 0..BLOCK / 2 {
        // SAFETY: the place is less than a block.
        let unit = layout.unit(u16::from_be_bytes(unsafe { get(bytes, 2 * before) }));
        // SAFETY: as above, and one more for each pair before.
        unsafe { put(room, 3 * before, unit.to_le_bytes()) };
        all &= unit;
    }
    (all >> 24 == 3).then_some((BLOCK, 3 * BLOCK / 2))
}

/// Converts a block of ASCII and pairs, which start where `leads` has ones; `None` if not all pairs are
/// characters of three bytes.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn threes(bytes: &[u8; READ], mut leads: u64, room: &mut [u8; ROOM], layout: &TwoByte) -> Option<(usize, usize)> {
    // Known before the loop ends, so that the processor can begin with the next block.
    let end = BLOCK + (leads >> 63) as usize;
    let written = end + leads.count_ones() as usize;
    let (mut read, mut before, mut all) = (0, 0, !0);
    while leads != 0 {
        let lead = leads.trailing_zeros() as usize;
        leads &= leads - 1;
        // SAFETY: `lead` is the number of a bit, `read` is two more than another one, and each pair before adds
        // one byte.
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

/// Converts a block of ASCII and pairs, which start where `leads` has ones, up to a pair that has no
/// character.
///
/// After each pair, all that may be left of the block is copied, and the next pair overwrites it. A copy whose
/// length depends on the text would have branches that are mispredicted.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn any(bytes: &[u8; READ], mut leads: u64, room: &mut [u8; ROOM], layout: &TwoByte) -> (usize, usize) {
    let end = BLOCK + (leads >> 63) as usize;
    // How many more bytes were written than read.
    let mut more = 0_usize;
    // SAFETY: both places are 0.
    unsafe { put::<BLOCK>(room, 0, get(bytes, 0)) };
    while leads != 0 {
        let lead = leads.trailing_zeros() as usize;
        leads &= leads - 1;
        // SAFETY: `lead` is the number of a bit.
        let unit = layout.unit(u16::from_be_bytes(unsafe { get(bytes, lead) }));
        if unit == 0 {
            return (lead, lead.wrapping_add(more));
        }
        // SAFETY: `lead` is the number of a bit, and each pair before adds at most one byte, since no unit is longer
        // than three bytes (`TwoByte::new` builds all of them). The sum is not negative, since each pair before has
        // moved `lead` by two.
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
/// `at` is at most the length of a block, and one more.
#[inline(always)]
unsafe fn get<const N: usize>(bytes: &[u8; READ], at: usize) -> [u8; N] {
    const { assert!(N <= BLOCK) };
    debug_assert!(at <= BLOCK + 1);
    // SAFETY: after a block and one byte there is another block.
    unsafe { bytes.as_ptr().add(at).cast::<[u8; N]>().read() }
}

/// Writes at `room[at..]`.
///
/// # Safety
/// `at` is at most the length of a block, one more, and one more for each of its pairs.
#[inline(always)]
unsafe fn put<const N: usize>(room: &mut [u8; ROOM], at: usize, bytes: [u8; N]) {
    const { assert!(N <= BLOCK) };
    const { assert!(BLOCK + 1 + BLOCK / 2 + BLOCK <= ROOM) };
    debug_assert!(at <= BLOCK + 1 + BLOCK / 2);
    // SAFETY: a block has at most half as many pairs as bytes.
    unsafe { room.as_mut_ptr().add(at).cast::<[u8; N]>().write(bytes) }
}
