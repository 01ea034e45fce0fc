//! Encodings of ASCII and pairs to UTF-16, 64 bytes at a time, as to UTF-8 in [`two_byte`](super::two_byte).

use super::super::two_byte::{EVEN, every_other_of_runs};
use super::super::{TwoByte, code_unit};
use super::two_byte::{BLOCK, GAP, READ, get, high_bits};

/// More code units than a block may come to, with what is written behind them.
const ROOM: usize = BLOCK + GAP;

/// Whole blocks, up to a pair that is no character: (bytes read, code units written).
pub(in super::super) fn two_byte_to_utf16(src: &[u8], dst: &mut [u16], layout: &TwoByte) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    while let Some(bytes) = src[read..].first_chunk()
        && let Some(room) = dst[written..].first_chunk_mut()
    {
        let (r, w) = block(bytes, room, layout);
        read += r;
        written += w;
        if r < BLOCK {
            break;
        }
    }
    (read, written)
}

/// The characters that start in a block: (bytes read, code units written). Less than a block is read
/// where a pair is no character.
#[inline(always)]
fn block(bytes: &[u8; READ], room: &mut [u16; ROOM], layout: &TwoByte) -> (usize, usize) {
    let Some(block) = bytes.first_chunk::<BLOCK>() else { return (0, 0) };
    if block.is_ascii() {
        for (from, to) in block.iter().zip(room) {
            *to = u16::from(*from);
        }
        return (BLOCK, BLOCK);
    }
    let leads = every_other_of_runs(high_bits(block));
    if leads == EVEN
        && let Some(done) = pairs(block, room, layout)
    {
        return done;
    }
    mixed(bytes, leads, room, layout)
}

/// A block of pairs; `None` if one is no character, or has two bytes in UTF-8.
#[inline(always)]
fn pairs(block: &[u8; BLOCK], room: &mut [u16; ROOM], layout: &TwoByte) -> Option<(usize, usize)> {
    let mut units = [0; BLOCK / 2];
    for (unit, pair) in units.iter_mut().zip(block.as_chunks().0) {
        *unit = layout.unit(u16::from_be_bytes(*pair));
    }
    // Compilers make vectors of the rest.
    for (to, unit) in room.iter_mut().zip(units) {
        *to = (unit << 12 | unit >> 2 & 0xFC0 | unit >> 16 & 0x3F) as u16;
    }
    let all = units.iter().fold(!0, |all, unit| all & unit);
    (all >> 24 == 3).then_some((BLOCK, BLOCK / 2))
}

/// A block of ASCII and pairs, which start where `leads` has ones, up to a pair that is no
/// character.
#[inline(always)]
fn mixed(bytes: &[u8; READ], mut leads: u64, room: &mut [u16; ROOM], layout: &TwoByte) -> (usize, usize) {
    let end = BLOCK + (leads >> 63) as usize;
    let (mut read, mut written) = (0, 0);
    while leads != 0 {
        let lead = leads.trailing_zeros() as usize;
        leads &= leads - 1;
        let gap = lead - read;
        put(room, written, widened(get(bytes, read)));
        let mut copied = GAP;
        while copied < gap {
            put(room, written + copied, widened(get(bytes, read + copied)));
            copied += GAP;
        }
        written += gap;
        let unit = layout.unit(u16::from_be_bytes(get(bytes, lead)));
        if unit == 0 {
            return (lead, written);
        }
        put(room, written, [code_unit(unit)]);
        written += 1;
        read = lead + 2;
    }
    for copied in (0..BLOCK.saturating_sub(read)).step_by(GAP) {
        put(room, written + copied, widened(get(bytes, read + copied)));
    }
    (end, written + (end - read))
}

#[inline(always)]
fn widened(bytes: [u8; GAP]) -> [u16; GAP] {
    bytes.map(u16::from)
}

/// Writes at `room[at..]`, where `at` is at most what a block may come to.
#[inline(always)]
fn put<const N: usize>(room: &mut [u16; ROOM], at: usize, units: [u16; N]) {
    const { assert!(N <= GAP) };
    debug_assert!(at <= BLOCK);
    // SAFETY: a character of one or two bytes moves `at` by one, a block has at most 64 characters,
    // and behind what they come to there is room for a gap.
    unsafe { room.as_mut_ptr().add(at).cast::<[u16; N]>().write_unaligned(units) }
}
