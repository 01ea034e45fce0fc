//! Encodings of ASCII and pairs, 64 bytes at a time.
//!
//! A mask says which bytes have their highest bit set. In each run of such bytes, every other one
//! from the first on is a lead. A loop over the leads copies 16 bytes, of which as many count as
//! there is ASCII before the lead, often none, and looks up the UTF-8 of the pair. Nothing
//! branches on where ASCII and pairs alternate, which would be guessed wrong all the time.
//!
//! A pair that is no character ends it, since what is an error is the handler's to say.

use super::super::TwoByte;
use super::super::two_byte::{EVEN, every_other_of_runs};
use super::ascii;

pub(super) const BLOCK: usize = 64;

/// How much ASCII is copied before each pair.
pub(super) const GAP: usize = 16;

/// A block, and what is copied from its last byte on.
pub(super) const READ: usize = BLOCK + GAP;

/// More than a block may come to: three bytes for each character, and what is copied behind them.
const ROOM: usize = 3 * BLOCK + GAP;

pub(in super::super) fn two_byte(src: &[u8], dst: &mut [u8], layout: &TwoByte) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    while let Some(bytes) = src[read..].first_chunk()
        && let Some(room) = dst[written..].first_chunk_mut()
    {
        let (r, w) = block(bytes, room, layout);
        read += r;
        written += w;
        if r < BLOCK {
            return (read, written);
        }
    }
    let (r, w) = one_by_one(&src[read..], &mut dst[written..], layout);
    (read + r, written + w)
}

/// Which bytes have their highest bit set.
#[inline(always)]
pub(super) fn high_bits(block: &[u8; BLOCK]) -> u64 {
    // Of eight bytes, gathered in the product's highest byte.
    let gather =
        |word: &[u8; 8]| (u64::from_le_bytes(*word) & 0x8080_8080_8080_8080).wrapping_mul(0x2_0408_1020_4081) >> 56;
    block.as_chunks().0.iter().rev().fold(0, |mask, word| mask << 8 | gather(word))
}

/// The characters that start in a block: (bytes read, bytes written). Less than a block is read
/// where a pair is no character.
#[inline(always)]
fn block(bytes: &[u8; READ], room: &mut [u8; ROOM], layout: &TwoByte) -> (usize, usize) {
    let Some(block) = bytes.first_chunk() else { return (0, 0) };
    let high = high_bits(block);
    if high == 0 {
        room[..BLOCK].copy_from_slice(block);
        return (BLOCK, BLOCK);
    }
    let leads = every_other_of_runs(high);
    if leads == EVEN
        && let Some(done) = pairs(block, room, layout)
    {
        return done;
    }
    mixed(bytes, leads, room, layout)
}

/// A block of pairs; `None` if one is no character.
#[inline(always)]
fn pairs(block: &[u8; BLOCK], room: &mut [u8; ROOM], layout: &TwoByte) -> Option<(usize, usize)> {
    let (mut written, mut wrong) = (0, 0);
    for pair in block.as_chunks().0 {
        let unit = layout.unit(u16::from_be_bytes(*pair));
        put(room, written, unit.to_le_bytes());
        wrong |= unit.wrapping_sub(1);
        written += (unit >> 24) as usize;
    }
    (wrong >> 31 == 0).then_some((BLOCK, written))
}

/// A block of ASCII and pairs, which start where `leads` has ones, up to a pair that is no
/// character.
#[inline(always)]
fn mixed(bytes: &[u8; READ], mut leads: u64, room: &mut [u8; ROOM], layout: &TwoByte) -> (usize, usize) {
    let end = BLOCK + (leads >> 63) as usize;
    let (mut read, mut written) = (0, 0);
    while leads != 0 {
        let lead = leads.trailing_zeros() as usize;
        leads &= leads - 1;
        let gap = lead - read;
        put::<GAP>(room, written, get(bytes, read));
        let mut copied = GAP;
        while copied < gap {
            put::<GAP>(room, written + copied, get(bytes, read + copied));
            copied += GAP;
        }
        written += gap;
        let unit = layout.unit(u16::from_be_bytes(get(bytes, lead)));
        if unit == 0 {
            return (lead, written);
        }
        put(room, written, unit.to_le_bytes());
        written += (unit >> 24) as usize;
        read = lead + 2;
    }
    for copied in (0..BLOCK.saturating_sub(read)).step_by(GAP) {
        put::<GAP>(room, written + copied, get(bytes, read + copied));
    }
    (end, written + (end - read))
}

/// The bytes at `bytes[at..]`, where `at` is less than a block and `N` at most a gap.
#[inline(always)]
pub(super) fn get<const N: usize>(bytes: &[u8; READ], at: usize) -> [u8; N] {
    const { assert!(N <= GAP) };
    debug_assert!(at < BLOCK);
    // SAFETY: `at` is the place of a bit of a mask, or one that is less, or one that was compared
    // with the block's length.
    unsafe { bytes.as_ptr().add(at).cast::<[u8; N]>().read() }
}

/// Writes at `room[at..]`, where `at` is at most what a block may come to.
#[inline(always)]
fn put<const N: usize>(room: &mut [u8; ROOM], at: usize, bytes: [u8; N]) {
    const { assert!(N <= GAP) };
    debug_assert!(at <= 3 * BLOCK);
    // SAFETY: a character of one or two bytes moves `at` by at most three, which is the most bytes
    // that a unit has (`TwoByte::new` makes all of them), a block has at most 64
    // characters, and behind what they come to there is room for a gap.
    unsafe { room.as_mut_ptr().add(at).cast::<[u8; N]>().write(bytes) }
}

/// Character by character, ASCII by the word: what blocks leave. Not inlined into their loops, which
/// would be the slower for it.
#[inline(never)]
pub(in super::super) fn one_by_one(src: &[u8], dst: &mut [u8], layout: &TwoByte) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    loop {
        let (left, room) = (&src[read..], &mut dst[written..]);
        match (left.first_chunk(), room.first_chunk_mut()) {
            (Some(pair @ [0x80..=0xFF, _]), Some(room)) => {
                let unit = layout.unit(u16::from_be_bytes(*pair));
                if unit == 0 {
                    return (read, written);
                }
                *room = unit.to_le_bytes();
                read += 2;
                written += (unit >> 24) as usize;
            }
            _ => {
                let n = ascii(left, room);
                if n == 0 {
                    return (read, written);
                }
                read += n;
                written += n;
            }
        }
    }
}
