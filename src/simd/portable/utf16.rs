//! UTF-16 to UTF-8, 32 code units at a time, and 8 at the end. There is no branch on the lengths of characters.

use alloc::boxed::Box;

use once_cell::race::OnceBox;

use super::super::{utf8_four, utf8_units};
use super::WIDTH;

pub(in super::super) fn utf16(src: &[u8], dst: &mut [u8], big_endian: bool) -> (usize, usize) {
    match big_endian {
        true => utf16_of::<true>(src, dst),
        false => utf16_of::<false>(src, dst),
    }
}

#[inline]
fn utf16_of<const BIG: bool>(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    let (units, _) = src.as_chunks();
    // The compiler vectorizes groups of 32. Fewer units are faster one after the other.
    let (mut at, mut written) = utf16_groups::<BIG, 32, 16>(units, dst);
    let (n, w) = utf16_groups::<BIG, 8, 4>(&units[at..], &mut dst[written..]);
    at += n;
    written += w;
    loop {
        let (n, w) = utf16_one::<BIG>(&units[at..], &mut dst[written..]);
        if n == 0 {
            return (2 * at, written);
        }
        at += n;
        written += w;
    }
}

/// Converts whole groups of `2 * TWOS` code units, as long as they fit: (units read, bytes written).
#[inline]
fn utf16_groups<const BIG: bool, const GROUP: usize, const TWOS: usize>(
    src: &[[u8; 2]],
    dst: &mut [u8],
) -> (usize, usize) {
    const { assert!(GROUP == 2 * TWOS && GROUP.is_multiple_of(8)) }
    let (mut at, mut written) = (0, 0);
    while let Some(group) = src[at..].first_chunk::<GROUP>()
        && let Some(room) = dst[written..].get_mut(..4 * GROUP + 4)
    {
        let mut units = [0; GROUP];
        for (to, pair) in units.iter_mut().zip(group) {
            *to = unit::<BIG>(*pair);
        }
        let any = units.iter().fold(0, |any, unit| any | unit);
        if any < 0x80 {
            for (to, unit) in room.iter_mut().zip(units) {
                *to = unit as u8;
            }
            at += GROUP;
            written += GROUP;
            let n = utf16_ascii_blocks::<BIG>(&src[at..], &mut dst[written..]);
            at += n;
            written += n;
        } else if any < 0x800
            && let Some(twos) = group.as_flattened().as_chunks().0.first_chunk::<TWOS>()
        {
            at += GROUP;
            written += put_up_to_two::<BIG, TWOS>(twos, room);
        } else if any < 0xD800 || !units.iter().fold(false, |any, unit| any | is_surrogate(*unit)) {
            at += GROUP;
            written += put_up_to_three::<BIG, GROUP>(group, room);
        } else {
            // Copy the ASCII, and continue past the first pairs of surrogates.
            let ascii = units.iter().take_while(|unit| **unit < 0x80).count();
            for (to, unit) in room.iter_mut().zip(units) {
                *to = unit as u8;
            }
            at += ascii;
            written += ascii;
            let (n, w) = utf16_pairs::<BIG>(&src[at..], &mut dst[written..]);
            if n == 0 {
                return (at, written);
            }
            at += n;
            written += w;
        }
    }
    (at, written)
}

/// Converts up to the first pair of surrogates, and further pairs with a few units between them: (units read,
/// bytes written).
#[inline]
fn utf16_pairs<const BIG: bool>(src: &[[u8; 2]], dst: &mut [u8]) -> (usize, usize) {
    /// It stops when this many units after a pair are no surrogates.
    const CALM: usize = 4;
    let (mut at, mut written, mut had_pair) = (0, 0, false);
    loop {
        let (n, w) = utf16_one::<BIG>(&src[at..], &mut dst[written..]);
        at += n;
        written += w;
        had_pair |= n == 2;
        let is_calm = || {
            let next = src[at..].first_chunk::<CALM>();
            next.is_some_and(|next| !next.iter().any(|unit| is_surrogate(self::unit::<BIG>(*unit))))
        };
        if n == 0 || had_pair && is_calm() {
            return (at, written);
        }
    }
}

#[inline(always)]
fn unit<const BIG: bool>(bytes: [u8; 2]) -> u16 {
    if BIG { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) }
}

#[inline(always)]
fn is_surrogate(unit: u16) -> bool {
    matches!(unit, 0xD800..=0xDFFF)
}

/// Writes the UTF-8 of code units below 800, and returns its length. Four bytes are written for each two
/// units, and the next two units overwrite those that are too many. The compiler vectorizes all but the
/// writing.
///
/// ```text
///   two units         0000 0bbb bbcc cccc  0000 0bbb bbcc cccc   (the second is the higher half)
///   0780 more sets    0000 x... .... ....  0000 x... .... ....   unless it is ASCII
/// ```
#[inline(never)]
fn put_up_to_two<const BIG: bool, const TWOS: usize>(group: &[[u8; 4]; TWOS], room: &mut [u8]) -> usize {
    let (mut utf8, mut lengths) = ([0; TWOS], [0; TWOS]);
    for ((utf8, length), two) in utf8.iter_mut().zip(&mut lengths).zip(group) {
        let swapped = u32::from_le_bytes(*two);
        let units = if BIG { (swapped & 0x00FF_00FF) << 8 | swapped >> 8 & 0x00FF_00FF } else { swapped };
        // 1 for each unit that takes two bytes, and the same as all ones.
        let long = ((units + 0x0780_0780) & 0x0800_0800) >> 11;
        let all_ones = (long << 16).wrapping_sub(long);
        let pairs = (units & 0x003F_003F) << 8 | units >> 6 & 0x001F_001F | 0x80C0_80C0;
        let bytes = units ^ (units ^ pairs) & all_ones;
        // If the first unit is one byte, the byte after it is 0. Then the second unit moves down.
        let close = bytes & 0xFF | bytes >> 8;
        let first_is_long = 0u32.wrapping_sub(long & 1);
        *utf8 = close ^ (close ^ bytes) & first_is_long;
        *length = 2 + (long & 1) + (long >> 16);
    }
    let mut written = 0;
    for (utf8, length) in utf8.into_iter().zip(lengths) {
        if let Some(room) = room[written % (8 * TWOS)..].first_chunk_mut() {
            *room = utf8.to_le_bytes();
        }
        written += length as usize;
    }
    written
}

/// Writes the UTF-8 of code units other than surrogates, four bytes for each, and returns its length. Each unit waits
/// for the one before only with the addition of the length.
#[inline(never)]
fn put_up_to_three<const BIG: bool, const GROUP: usize>(group: &[[u8; 2]; GROUP], room: &mut [u8]) -> usize {
    let (by_high_bits, mut written) = (by_high_bits(), 0);
    for eight in group.as_chunks::<8>().0 {
        // There always is room, of four bytes for each unit: units take three bytes at most, and four are
        // written for the last.
        let Some(room) = room.get_mut(written..).and_then(|room| room.first_chunk_mut::<32>()) else { break };
        let mut at = 0;
        for four in eight.as_chunks::<4>().0 {
            // As `u32`: of four `u16`, LLVM would make one `u64` and take it apart again.
            let mut units = [0; 4];
            for (units, &[a, b]) in units.as_chunks_mut::<2>().0.iter_mut().zip(four.as_chunks().0) {
                // One load and one byte swap for both.
                let both = [a[0], a[1], b[0], b[1]];
                *units = if BIG {
                    let both = u32::from_be_bytes(both);
                    [both >> 16, both & 0xFFFF]
                } else {
                    let both = u32::from_le_bytes(both);
                    [both & 0xFFFF, both >> 16]
                };
            }
            for unit in units {
                let (base, factor) = by_high_bits[unit as usize >> 6 & 0x3FF];
                let utf8 = base.wrapping_add(unit.wrapping_mul(factor));
                if let Some(room) = room[at..].first_chunk_mut() {
                    *room = utf8.to_le_bytes();
                }
                at += (utf8 >> 30) as usize;
            }
        }
        written += at;
    }
    written
}

/// By the upper ten bits of a code unit: what turns it into UTF-8 as `base + factor * unit`, which takes nine
/// instructions. The factor moves the lower six bits to the last byte. The base has the other bytes, minus what
/// the upper bits add, modulo 2³².
type ByHighBits = [(u32, u32); 1 << 10];

/// Built at first use: few machines have no other kernel, and all programs would have to hold it.
fn by_high_bits() -> &'static ByHighBits {
    static TABLE: OnceBox<ByHighBits> = OnceBox::new();
    TABLE.get_or_init(|| {
        Box::new(core::array::from_fn(|high| {
            let unit = (high << 6) as u16;
            let [bytes @ .., length] = utf8_units(unit).to_le_bytes();
            // The length in the highest two bits.
            let utf8 = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], length << 6]);
            let factor = 1 << (8 * (length - 1));
            (utf8.wrapping_sub(u32::from(unit).wrapping_mul(factor)), factor)
        }))
    })
}

/// Converts one character: (units read, bytes written). (0, 0) if there is none or it does not fit.
#[inline]
fn utf16_one<const BIG: bool>(src: &[[u8; 2]], dst: &mut [u8]) -> (usize, usize) {
    let (Some(first), Some(room)) = (src.first(), dst.first_chunk_mut()) else {
        return match (src, dst) {
            ([first, ..], [room, ..]) if unit::<BIG>(*first) < 0x80 => {
                *room = unit::<BIG>(*first) as u8;
                (1, 1)
            }
            _ => (0, 0),
        };
    };
    let first = unit::<BIG>(*first);
    if !is_surrogate(first) {
        let utf8 = utf8_units(first);
        *room = utf8.to_le_bytes();
        return (1, (utf8 >> 24) as usize);
    }
    match src.first_chunk().and_then(|pair| supplementary(pair.map(unit::<BIG>))) {
        Some(c) => {
            *room = c;
            (2, 4)
        }
        None => (0, 0),
    }
}

/// Copies whole blocks as long as they are ASCII and fit.
#[inline]
fn utf16_ascii_blocks<const BIG: bool>(src: &[[u8; 2]], dst: &mut [u8]) -> usize {
    let mut at = 0;
    for (from, to) in src.as_chunks::<{ WIDTH / 2 }>().0.iter().zip(dst.as_chunks_mut().0) {
        if from.iter().fold(0, |any, pair| any | unit::<BIG>(*pair)) >= 0x80 {
            break;
        }
        *to = from.map(|pair| unit::<BIG>(pair) as u8);
        at += from.len();
    }
    at
}

/// The UTF-8 of a pair of surrogates.
fn supplementary(pair: [u16; 2]) -> Option<[u8; 4]> {
    let [lead @ 0xD800..=0xDBFF, trail @ 0xDC00..=0xDFFF] = pair else { return None };
    let c = 0x1_0000 + ((u32::from(lead) & 0x3FF) << 10 | u32::from(trail) & 0x3FF);
    Some(utf8_four(c).to_le_bytes())
}
