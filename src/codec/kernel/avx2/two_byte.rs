//! Encodings of ASCII and pairs, 64 bytes at a time.
//!
//! Nearly all pairs are characters of three bytes. A block is tried as if all were, since each
//! pair's place in the output is then known without those before it: its place in the input, and
//! one more for each pair before it. If that shows not to be so, or where there is much ASCII, the
//! portable kernel does it.

use super::super::two_byte::{EVEN, every_other_of_runs};
use super::*;

const BLOCK: usize = 2 * WIDTH;

/// How much ASCII is copied before each pair.
const GAP: usize = 16;

/// A block, and what is copied from its last byte on.
const READ: usize = BLOCK + GAP;

/// More than a block may come to: three bytes for each character, and what is copied behind them.
const ROOM: usize = 3 * BLOCK + GAP;

/// How many pairs a block must have to be tried.
const MANY: u32 = 14;

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn two_byte(src: &[u8], dst: &mut [u8], layout: &TwoByte) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    while let Some(bytes) = src[read..].first_chunk()
        && let Some(room) = dst[written..].first_chunk_mut()
        && let Some((r, w)) = block(bytes, room, layout)
    {
        read += r;
        written += w;
    }
    let (r, w) = portable::one_by_one(&src[read..], &mut dst[written..], layout);
    (read + r, written + w)
}

/// The start of a block: (bytes read, bytes written), `None` if one of its pairs is no character.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn block(bytes: &[u8; READ], room: &mut [u8; ROOM], layout: &TwoByte) -> Option<(usize, usize)> {
    let high = high_bits(bytes.first_chunk()?);
    let leads = every_other_of_runs(high);
    let tried = match leads {
        EVEN => pairs(bytes, room, layout),
        _ if leads.count_ones() >= MANY && has_short_gaps(high) => mixed(bytes, leads, room, layout),
        _ => return portable::block(bytes, room, layout, |block| high_bits(block)),
    };
    match tried.lengths {
        3 => Some((tried.read, tried.written)),
        2 => portable::block(bytes, room, layout, |block| high_bits(block)),
        _ => None,
    }
}

/// What a block has come to if all its pairs are three bytes.
struct Tried {
    /// The lengths of all characters, and-ed: 3 if all are three bytes, 2 if some are two, less if
    /// some are none.
    lengths: u32,
    read: usize,
    written: usize,
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

/// A block of pairs that are three bytes each.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn pairs(bytes: &[u8; READ], room: &mut [u8; ROOM], layout: &TwoByte) -> Tried {
    let mut all = !0;
    for before in 0..BLOCK / 2 {
        let unit = layout.unit(u16::from_be_bytes(get(bytes, 2 * before)));
        put(room, 3 * before, unit.to_le_bytes());
        all &= unit;
    }
    Tried { lengths: all >> 24, read: BLOCK, written: 3 * BLOCK / 2 }
}

/// Up to the last pair of a block of ASCII and pairs that are three bytes each, which start where
/// `leads` has ones.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn mixed(bytes: &[u8; READ], mut leads: u64, room: &mut [u8; ROOM], layout: &TwoByte) -> Tried {
    // Known before the loop is done, so that the next block can begin.
    let end = BLOCK + 1 - leads.leading_zeros() as usize;
    let written = end + leads.count_ones() as usize;
    let (mut read, mut before, mut all) = (0, 0, !0);
    while leads != 0 {
        let lead = leads.trailing_zeros() as usize;
        leads &= leads - 1;
        put::<GAP>(room, read + before, get(bytes, read));
        let unit = layout.unit(u16::from_be_bytes(get(bytes, lead)));
        put(room, lead + before, unit.to_le_bytes());
        all &= unit;
        read = lead + 2;
        before += 1;
    }
    Tried { lengths: all >> 24, read: end, written }
}

/// The bytes at `bytes[at..]`, where `at` is less than a block and `N` at most a gap.
#[inline(always)]
fn get<const N: usize>(bytes: &[u8; READ], at: usize) -> [u8; N] {
    const { assert!(N <= GAP) };
    debug_assert!(at < BLOCK);
    // SAFETY: `at` is even or the place of a bit of a mask, or one that is less.
    unsafe { bytes.as_ptr().add(at).cast::<[u8; N]>().read() }
}

/// Writes at `room[at..]`, where `at` is at most what a block may come to.
#[inline(always)]
fn put<const N: usize>(room: &mut [u8; ROOM], at: usize, bytes: [u8; N]) {
    const { assert!(N <= GAP) };
    debug_assert!(at <= 3 * BLOCK);
    // SAFETY: `at` is a place in the block and at most one more for each of its 32 pairs, and
    // behind three times the block there is room for a gap.
    unsafe { room.as_mut_ptr().add(at).cast::<[u8; N]>().write(bytes) }
}
