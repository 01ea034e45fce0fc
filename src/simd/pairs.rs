//! Encodings of ASCII and pairs, 64 bytes at a time.
//!
//! A mask says which bytes have their highest bit set. In each run of such bytes, every other one, from the
//! first on, is a lead byte. A loop over the lead bytes copies the ASCII before each, always as 16 bytes, of
//! which often none count, and then looks up the pair. So there is no branch on where ASCII and pairs
//! alternate, which would often be mispredicted.
//!
//! Nearly all pairs are characters of three bytes in UTF-8. A block with many pairs is first converted as if all
//! were: then a character's place in the output is its place in the input, and one more for each pair before
//! it, and no character waits for the length of the one before. In UTF-16, all pairs are one code unit.
//!
//! The loops are written once, for both kinds of [`Unit`]. A level has its own way to get the mask. They stop
//! before a pair that has no character. The handler decides what is an error.

use super::TwoByte;
use super::runs::{EVEN, every_other_of_runs};

pub(super) const BLOCK: usize = 64;

/// How many bytes of ASCII are copied at once before a pair.
const GAP: usize = 16;

/// From this many pairs on, a block is first converted as if all characters had the usual length.
const MANY: u32 = 14;

/// A block, the trail byte that may follow it, and what is copied from there on.
pub(super) const READ: usize = BLOCK + 1 + GAP;

/// The most units that a block can become. Each pair of two bytes becomes three at most.
const MOST: usize = BLOCK + 1 + BLOCK / 2;

/// Room for a block, and for what is written after it.
pub(super) const ROOM: usize = MOST + GAP;

/// A unit of text: a byte of UTF-8, or a code unit of UTF-16.
///
/// # Safety
/// [`length`](Self::length) is 3 at most, and so is [`USUAL`](Self::USUAL). [`Character`](Self::Character) is an array of
/// units, at most as long as a gap.
pub(super) unsafe trait Unit: Copy {
    type Character;

    /// The length of nearly all characters.
    const USUAL: usize;

    /// The least length in UTF-8 of characters that have the usual length.
    const LEAST_IN_UTF8: u32;

    fn of_ascii<const N: usize>(bytes: [u8; N]) -> [Self; N];

    /// A character, which has this unit of the table. What follows its units does not count.
    fn of_character(utf8: u32) -> Self::Character;

    /// The length of a character.
    fn length(utf8: u32) -> usize;

    /// Converts a block of pairs; `None` if not all have the usual length.
    #[inline(always)]
    fn put_pairs(block: &[u8; BLOCK], room: &mut [Self; ROOM], layout: &TwoByte) -> Option<usize> {
        let mut all = !0;
        for (i, pair) in block.as_chunks().0.iter().enumerate() {
            let unit = layout.unit(u16::from_be_bytes(*pair));
            // SAFETY: a block has at most half as many pairs as bytes.
            unsafe { put(room, Self::USUAL * i, Self::of_character(unit)) };
            all &= unit;
        }
        (all >> 24 >= Self::LEAST_IN_UTF8).then_some(Self::USUAL * (BLOCK / 2))
    }
}

// SAFETY: no unit of the table is longer than three bytes (`TwoByte::new` builds all of them).
unsafe impl Unit for u8 {
    type Character = [u8; 4];
    const USUAL: usize = 3;
    const LEAST_IN_UTF8: u32 = 3;

    #[inline(always)]
    fn of_ascii<const N: usize>(bytes: [u8; N]) -> [u8; N] {
        bytes
    }

    #[inline(always)]
    fn of_character(utf8: u32) -> Self::Character {
        utf8.to_le_bytes()
    }

    #[inline(always)]
    fn length(utf8: u32) -> usize {
        (utf8 >> 24) as usize
    }
}

/// Converts whole blocks that fit, up to a pair that has no character: (bytes read, units written). `high_bits`
/// says which bytes of a block have their highest bit set; the first byte is the lowest bit.
#[inline(always)]
pub(super) fn blocks<U: Unit>(
    src: &[u8],
    dst: &mut [U],
    layout: &TwoByte,
    high_bits: impl Fn(&[u8; BLOCK]) -> u64,
) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    while let Some(bytes) = src[read..].first_chunk::<READ>()
        && let Some(block) = bytes.first_chunk()
        && let Some(room) = dst[written..].first_chunk_mut::<ROOM>()
    {
        let high = high_bits(block);
        if high == 0 {
            if let Some(room) = room.first_chunk_mut() {
                // Without `black_box`, the compiler reuses the bytes that `high_bits` has loaded, and widens them one
                // by one.
                *room = U::of_ascii(*core::hint::black_box(block));
            }
            read += BLOCK;
            written += BLOCK;
            continue;
        }
        let leads = every_other_of_runs(high);
        let usual = match leads {
            EVEN => U::put_pairs(block, room, layout).map(|written| (BLOCK, written)),
            _ if leads.count_ones() >= MANY && has_short_gaps(high) => usual(bytes, leads, room, layout),
            _ => None,
        };
        let (r, w) = usual.unwrap_or_else(|| any(bytes, leads, room, layout));
        read += r;
        written += w;
        if r < BLOCK {
            break;
        }
    }
    (read, written)
}

/// Whether every run of ASCII is shorter than the [`GAP`] bytes that are copied before a pair.
#[inline(always)]
fn has_short_gaps(high: u64) -> bool {
    // A bit for each place where two zeroes in a row start, then four, eight, sixteen.
    [1, 2, 4, 8].into_iter().fold(!high, |runs, shift| runs & runs >> shift) == 0
}

/// Converts a block of ASCII and pairs, which start where `leads` has ones: (bytes read, units written), or `None`
/// if not all characters have the usual length.
#[inline(always)]
fn usual<U: Unit>(
    bytes: &[u8; READ],
    mut leads: u64,
    room: &mut [U; ROOM],
    layout: &TwoByte,
) -> Option<(usize, usize)> {
    // Known before the loop ends, so that the processor can begin with the next block.
    let end = BLOCK + (leads >> 63) as usize;
    let place = |read, pairs| read + U::USUAL * pairs - 2 * pairs;
    let written = place(end, leads.count_ones() as usize);
    let (mut read, mut pairs, mut all) = (0, 0, !0);
    while leads != 0 {
        let lead = leads.trailing_zeros() as usize;
        leads &= leads - 1;
        // SAFETY: `lead` is the number of a bit, and `read` is two more than another one. No two bits are adjacent, and
        // each pair adds one unit at most.
        let unit = unsafe {
            put(room, place(read, pairs), U::of_ascii::<GAP>(get(bytes, read)));
            layout.unit(u16::from_be_bytes(get(bytes, lead)))
        };
        // SAFETY: as above.
        unsafe { put(room, place(lead, pairs), U::of_character(unit)) };
        all &= unit;
        read = lead + 2;
        pairs += 1;
    }
    // SAFETY: as above.
    unsafe { put(room, place(read, pairs), U::of_ascii::<GAP>(get(bytes, read))) };
    (all >> 24 >= U::LEAST_IN_UTF8).then_some((end, written))
}

/// Converts a block of ASCII and pairs, which start where `leads` has ones, up to a pair that has no character:
/// (bytes read, units written).
#[inline(always)]
fn any<U: Unit>(bytes: &[u8; READ], mut leads: u64, room: &mut [U; ROOM], layout: &TwoByte) -> (usize, usize) {
    let end = BLOCK + (leads >> 63) as usize;
    let (mut read, mut written) = (0, 0);
    // SAFETY: `to` is the length of the text of the characters before, all of the same block. `from` is the
    // end of a pair; or a number of gaps after it, where a lead or the end of the block comes later.
    let copy = |room: &mut [U; ROOM], to, from| unsafe { put(room, to, U::of_ascii::<GAP>(get(bytes, from))) };
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
        // SAFETY: as for `copy`.
        unsafe { put(room, written, U::of_character(unit)) };
        written += U::length(unit);
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
/// `at` is at most the length of a block, and one more.
#[inline(always)]
unsafe fn get<const N: usize>(bytes: &[u8; READ], at: usize) -> [u8; N] {
    const { assert!(N <= GAP) };
    debug_assert!(at <= BLOCK + 1);
    // SAFETY: after a block and one byte there is a gap.
    unsafe { bytes.as_ptr().add(at).cast::<[u8; N]>().read() }
}

/// Writes at `room[at..]`.
///
/// # Safety
/// `at` is at most [`MOST`].
#[inline(always)]
unsafe fn put<U, T>(room: &mut [U; ROOM], at: usize, units: T) {
    const { assert!(size_of::<T>() <= size_of::<[U; GAP]>()) };
    debug_assert!(at <= MOST);
    // SAFETY: after the text of a block there is room for a gap.
    unsafe { room.as_mut_ptr().add(at).cast::<T>().write_unaligned(units) }
}
