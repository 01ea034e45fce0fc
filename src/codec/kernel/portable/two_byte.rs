//! Encodings of ASCII and pairs, 64 bytes at a time.
//!
//! A mask says which bytes have their highest bit set. In each run of such bytes, every other one, from the
//! first on, is a lead byte. A loop over the lead bytes copies the ASCII before each, always as 16 bytes, of
//! which often none count, and then looks up the UTF-8 of the pair. So there is no branch on where ASCII and
//! pairs alternate, which would often be mispredicted.
//!
//! UTF-16 is written by the same loop ([`two_byte_to_utf16`](super::two_byte_to_utf16)); the two differ in
//! their [`Room`].
//!
//! The loop stops before a pair that has no character. The handler decides what is an error.

use super::super::TwoByte;
use super::super::two_byte::{EVEN, every_other_of_runs};
use super::ascii;

pub(super) const BLOCK: usize = 64;

/// How many bytes of ASCII are copied at once before a pair.
pub(super) const GAP: usize = 16;

/// A block, and the bytes that may be copied starting at its last byte.
const READ: usize = BLOCK + GAP;

/// The most bytes that a block can become, three for each character, and those written after them.
const ROOM: usize = 3 * BLOCK + GAP;

pub(in super::super) fn two_byte(src: &[u8], dst: &mut [u8], layout: &TwoByte) -> (usize, usize) {
    let (read, written) = blocks::<u8, ROOM>(src, dst, layout);
    let (r, w) = one_by_one(&src[read..], &mut dst[written..], layout);
    (read + r, written + w)
}

/// Room for the text of a block, and for what is written after it.
///
/// # Safety
/// A pair is as long as [`put_pair`](Self::put_pair) returns, and 64 pairs of any length fit.
pub(super) unsafe trait Room {
    /// Writes `bytes` at `at`. Only the ASCII at their start counts.
    ///
    /// # Safety
    /// `at` is at most the length of the text of a block.
    unsafe fn put_ascii(&mut self, at: usize, bytes: [u8; GAP]);

    /// Writes a pair at `at`, and perhaps more after it: the length of the pair.
    ///
    /// # Safety
    /// As for [`put_ascii`](Self::put_ascii).
    unsafe fn put_pair(&mut self, at: usize, unit: u32) -> usize;

    /// Writes a block of pairs: their length, or `None` if one has no character.
    fn put_pairs(&mut self, block: &[u8; BLOCK], layout: &TwoByte) -> Option<usize>;
}

/// Converts whole blocks, up to a pair that has no character: (bytes read, units written).
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

/// Which bytes have their highest bit set; the first byte is the lowest bit.
#[inline(always)]
fn high_bits(block: &[u8; BLOCK]) -> u64 {
    // The product has the highest bits of eight bytes in its highest byte.
    let gather =
        |word: &[u8; 8]| (u64::from_le_bytes(*word) & 0x8080_8080_8080_8080).wrapping_mul(0x2_0408_1020_4081) >> 56;
    block.as_chunks().0.iter().rev().fold(0, |mask, word| mask << 8 | gather(word))
}

/// Converts the characters that start in a block: (bytes read, units written). Less than a block is read if a
/// pair has no character.
#[inline(always)]
fn block<R: Room>(bytes: &[u8; READ], room: &mut R, layout: &TwoByte) -> (usize, usize) {
    let Some(block) = bytes.first_chunk::<BLOCK>() else { return (0, 0) };
    // First only a word, which is cheaper.
    let high = if block[..8].is_ascii() && block.is_ascii() { 0 } else { high_bits(block) };
    if high == 0 {
        for at in (0..BLOCK).step_by(GAP) {
            // SAFETY: `at` is less than a block, and ASCII is as long in the output.
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

/// Converts a block of ASCII and pairs, up to a pair that has no character. The pairs start where `leads` has
/// ones.
#[inline(always)]
fn mixed<R: Room>(bytes: &[u8; READ], mut leads: u64, room: &mut R, layout: &TwoByte) -> (usize, usize) {
    let end = BLOCK + (leads >> 63) as usize;
    let (mut read, mut written) = (0, 0);
    // SAFETY: `to` is the length of the text of the characters before, all of the same block. `from` is the
    // end of a pair; or a number of gaps after it, where a lead or the end of the block comes later.
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
        // SAFETY: `lead` is the number of a bit, less than a block.
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
/// `at` is at most the length of a block.
#[inline(always)]
unsafe fn get<const N: usize>(bytes: &[u8; READ], at: usize) -> [u8; N] {
    const { assert!(N <= GAP) };
    debug_assert!(at <= BLOCK);
    // SAFETY: after a block there is a gap.
    unsafe { bytes.as_ptr().add(at).cast::<[u8; N]>().read() }
}

// SAFETY: no unit is longer than three bytes (`TwoByte::new` builds all of them).
unsafe impl Room for [u8; ROOM] {
    #[inline(always)]
    unsafe fn put_ascii(&mut self, at: usize, bytes: [u8; GAP]) {
        // SAFETY: the caller guarantees it.
        unsafe { put(self, at, bytes) }
    }

    #[inline(always)]
    unsafe fn put_pair(&mut self, at: usize, unit: u32) -> usize {
        // SAFETY: the caller guarantees it.
        unsafe { put(self, at, unit.to_le_bytes()) }
        (unit >> 24) as usize
    }

    #[inline(always)]
    fn put_pairs(&mut self, block: &[u8; BLOCK], layout: &TwoByte) -> Option<usize> {
        let (mut written, mut wrong) = (0, 0);
        for pair in block.as_chunks().0 {
            let unit = layout.unit(u16::from_be_bytes(*pair));
            // SAFETY: there are no more pairs before it than in a block.
            written += unsafe { self.put_pair(written, unit) };
            wrong |= unit.wrapping_sub(1);
        }
        (wrong >> 31 == 0).then_some(written)
    }
}

/// Writes at `room[at..]`.
///
/// # Safety
/// `at` is at most the length of the text of a block.
#[inline(always)]
unsafe fn put<const N: usize>(room: &mut [u8; ROOM], at: usize, bytes: [u8; N]) {
    const { assert!(N <= GAP) };
    debug_assert!(at <= 3 * BLOCK);
    // SAFETY: a character has at most three bytes, a block has at most 64 characters, and after their text
    // there is room for a gap.
    unsafe { room.as_mut_ptr().add(at).cast::<[u8; N]>().write(bytes) }
}

/// Converts what is left after the blocks, character by character, and ASCII by words. Not inlined into the
/// loops over blocks, which would become slower.
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
