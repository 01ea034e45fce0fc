//! Encodings of ASCII and pairs, 64 bytes at a time.
//!
//! A mask says which bytes have their highest bit set. In each run of such bytes, every other one
//! from the first on is a lead. A loop over the leads copies 16 bytes, of which as many count as
//! there is ASCII before the lead, often none, and looks up the UTF-8 of the pair. Nothing
//! branches on where ASCII and pairs alternate, which would be guessed wrong all the time. The same
//! to UTF-16 ([`two_byte_to_utf16`](super::two_byte_to_utf16)): what is written is [`Room`]'s.
//!
//! A pair that is no character ends it, since what is an error is the handler's to say.

use super::super::TwoByte;
use super::super::two_byte::{EVEN, every_other_of_runs};
use super::ascii;

pub(super) const BLOCK: usize = 64;

/// How much ASCII is copied before each pair.
pub(super) const GAP: usize = 16;

/// A block, and what is copied from its last byte on.
const READ: usize = BLOCK + GAP;

/// More than a block may come to: three bytes for each character, and what is copied behind them.
const ROOM: usize = 3 * BLOCK + GAP;

pub(in super::super) fn two_byte(src: &[u8], dst: &mut [u8], layout: &TwoByte) -> (usize, usize) {
    let (read, written) = blocks::<u8, ROOM>(src, dst, layout);
    let (r, w) = one_by_one(&src[read..], &mut dst[written..], layout);
    (read + r, written + w)
}

/// Room for what a block comes to, and for what is written behind that.
///
/// # Safety
/// A pair is as long as [`put_pair`](Self::put_pair) says, for which there is room 64 times.
pub(super) unsafe trait Room {
    /// Puts ASCII, and anything behind the first of it, at `at`.
    ///
    /// # Safety
    /// `at` is at most what the characters of a block come to.
    unsafe fn put_ascii(&mut self, at: usize, bytes: [u8; GAP]);

    /// Puts a pair, and perhaps more behind it, at `at`: how long it is.
    ///
    /// # Safety
    /// As above.
    unsafe fn put_pair(&mut self, at: usize, unit: u32) -> usize;

    /// Puts a block of pairs: how long they are, `None` if one is no character.
    fn put_pairs(&mut self, block: &[u8; BLOCK], layout: &TwoByte) -> Option<usize>;
}

/// Whole blocks, up to a pair that is no character: (bytes read, units written).
#[inline(always)]
pub(super) fn blocks<T, const ROOM: usize>(src: &[u8], dst: &mut [T], layout: &TwoByte) -> (usize, usize)
where
    [T; ROOM]: Room,
{
    let (mut read, mut written) = (0, 0);
    while let Some(bytes) = src[read..].first_chunk()
        && let Some(room) = dst[written..].first_chunk_mut::<ROOM>()
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

/// Which bytes have their highest bit set.
#[inline(always)]
fn high_bits(block: &[u8; BLOCK]) -> u64 {
    // Of eight bytes, gathered in the product's highest byte.
    let gather =
        |word: &[u8; 8]| (u64::from_le_bytes(*word) & 0x8080_8080_8080_8080).wrapping_mul(0x2_0408_1020_4081) >> 56;
    block.as_chunks().0.iter().rev().fold(0, |mask, word| mask << 8 | gather(word))
}

/// The characters that start in a block: (bytes read, units written). Less than a block is read where a
/// pair is no character.
#[inline(always)]
fn block<R: Room>(bytes: &[u8; READ], room: &mut R, layout: &TwoByte) -> (usize, usize) {
    let Some(block) = bytes.first_chunk::<BLOCK>() else { return (0, 0) };
    // A word of it, before more is done for that.
    let high = if block[..8].is_ascii() && block.is_ascii() { 0 } else { high_bits(block) };
    if high == 0 {
        for at in (0..BLOCK).step_by(GAP) {
            // SAFETY: as many characters are before it, and it is less than a block.
            unsafe { room.put_ascii(at, get(bytes, at)) };
        }
        return (BLOCK, BLOCK);
    }
    let leads = every_other_of_runs(high);
    if leads == EVEN
        && let Some(written) = room.put_pairs(block, layout)
    {
        return (BLOCK, written);
    }
    mixed(bytes, leads, room, layout)
}

/// A block of ASCII and pairs, which start where `leads` has ones, up to a pair that is no
/// character.
#[inline(always)]
fn mixed<R: Room>(bytes: &[u8; READ], mut leads: u64, room: &mut R, layout: &TwoByte) -> (usize, usize) {
    let end = BLOCK + (leads >> 63) as usize;
    let (mut read, mut written) = (0, 0);
    // SAFETY: each is put behind what the characters before it come to, and a block has no more; and
    // it is read where a pair ends, or a gap or more behind that where there is a lead or more of the
    // block behind it.
    let copy = |room: &mut R, to, from| unsafe { room.put_ascii(to, get(bytes, from)) };
    while leads != 0 {
        let lead = leads.trailing_zeros() as usize;
        leads &= leads - 1;
        let gap = lead - read;
        copy(room, written, read);
        let mut copied = GAP;
        while copied < gap {
            copy(room, written + copied, read + copied);
            copied += GAP;
        }
        written += gap;
        // SAFETY: it is the place of a bit of a mask.
        let unit = layout.unit(u16::from_be_bytes(unsafe { get(bytes, lead) }));
        if unit == 0 {
            return (lead, written);
        }
        // SAFETY: as above.
        written += unsafe { room.put_pair(written, unit) };
        read = lead + 2;
    }
    for copied in (0..BLOCK.saturating_sub(read)).step_by(GAP) {
        copy(room, written + copied, read + copied);
    }
    (end, written + (end - read))
}

/// The bytes at `bytes[at..]`.
///
/// # Safety
/// `at` is at most a block.
#[inline(always)]
unsafe fn get<const N: usize>(bytes: &[u8; READ], at: usize) -> [u8; N] {
    const { assert!(N <= GAP) };
    debug_assert!(at <= BLOCK);
    // SAFETY: behind a block there is a gap.
    unsafe { bytes.as_ptr().add(at).cast::<[u8; N]>().read() }
}

// SAFETY: a unit has three bytes at most (`TwoByte::new` makes all of them).
unsafe impl Room for [u8; ROOM] {
    #[inline(always)]
    unsafe fn put_ascii(&mut self, at: usize, bytes: [u8; GAP]) {
        // SAFETY: the caller's.
        unsafe { put(self, at, bytes) }
    }

    #[inline(always)]
    unsafe fn put_pair(&mut self, at: usize, unit: u32) -> usize {
        // SAFETY: the caller's.
        unsafe { put(self, at, unit.to_le_bytes()) }
        (unit >> 24) as usize
    }

    #[inline(always)]
    fn put_pairs(&mut self, block: &[u8; BLOCK], layout: &TwoByte) -> Option<usize> {
        let (mut written, mut wrong) = (0, 0);
        for pair in block.as_chunks().0 {
            let unit = layout.unit(u16::from_be_bytes(*pair));
            // SAFETY: they are as many as pairs of a block.
            written += unsafe { self.put_pair(written, unit) };
            wrong |= unit.wrapping_sub(1);
        }
        (wrong >> 31 == 0).then_some(written)
    }
}

/// Writes at `room[at..]`.
///
/// # Safety
/// `at` is at most what the characters of a block come to.
#[inline(always)]
unsafe fn put<const N: usize>(room: &mut [u8; ROOM], at: usize, bytes: [u8; N]) {
    const { assert!(N <= GAP) };
    debug_assert!(at <= 3 * BLOCK);
    // SAFETY: a character comes to three bytes at most, a block has at most 64, and behind what they come
    // to there is room for a gap.
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
