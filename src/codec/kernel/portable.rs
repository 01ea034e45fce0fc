//! Kernels without intrinsics.

use super::{Kernels, SingleByte, search, utf8_units};

mod two_byte;
mod utf8;

pub(crate) use two_byte::one_by_one;
pub(super) use two_byte::{block, by_blocks, two_byte};

pub(super) const KERNELS: Kernels = Kernels {
    ascii,
    find_tag: search::baseline,
    utf8: utf8::copy,
    utf8_valid_up_to: utf8::valid_up_to,
    utf16,
    single_byte,
    two_byte,
};

/// What is looked at together; compilers make vectors of it.
const WIDTH: usize = 32;

/// Copies ASCII as far as it goes; up to a word is written behind it, which means nothing.
#[inline]
pub(super) fn ascii(src: &[u8], dst: &mut [u8]) -> usize {
    let mut at = 0;
    while let (Some(word), Some(room)) = (src[at..].first_chunk(), dst[at..].first_chunk_mut()) {
        *room = *word;
        let others = u64::from_le_bytes(*word) & 0x8080_8080_8080_8080;
        if others != 0 {
            return at + others.trailing_zeros() as usize / 8;
        }
        at += word.len();
        at += ascii_blocks(&src[at..], &mut dst[at..]);
    }
    for (from, to) in src[at..].iter().zip(&mut dst[at..]) {
        if !from.is_ascii() {
            break;
        }
        *to = *from;
        at += 1;
    }
    at
}

/// As long as whole blocks are ASCII and fit.
#[inline]
fn ascii_blocks(src: &[u8], dst: &mut [u8]) -> usize {
    let mut at = 0;
    for (from, to) in src.as_chunks::<WIDTH>().0.iter().zip(dst.as_chunks_mut().0) {
        if !from.is_ascii() {
            break;
        }
        *to = *from;
        at += WIDTH;
    }
    at
}

pub(super) fn utf16(src: &[u8], dst: &mut [u8], big_endian: bool) -> (usize, usize) {
    match big_endian {
        true => utf16_of::<true>(src, dst),
        false => utf16_of::<false>(src, dst),
    }
}

#[inline]
fn utf16_of<const BIG: bool>(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    let (pairs, _) = src.as_chunks();
    let (mut at, mut written) = (0, 0);
    loop {
        let n = utf16_ascii::<BIG>(&pairs[at..], &mut dst[written..]);
        at += n;
        written += n;
        let (n, w) = utf16_others::<BIG>(&pairs[at..], &mut dst[written..]);
        at += n;
        written += w;
        // ASCII goes on, or there is a surrogate, or no room.
        if n == 0 {
            let (Some(pair), Some(room)) = (pairs[at..].first_chunk(), dst[written..].first_chunk_mut()) else {
                return (2 * at, written);
            };
            let Some(c) = supplementary(pair.map(unit::<BIG>)) else { return (2 * at, written) };
            *room = c;
            at += 2;
            written += 4;
        }
    }
}

#[inline(always)]
fn unit<const BIG: bool>(pair: [u8; 2]) -> u16 {
    if BIG { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) }
}

/// ASCII as far as it goes; up to a word is written behind it, which means nothing.
#[inline(always)]
fn utf16_ascii<const BIG: bool>(src: &[[u8; 2]], dst: &mut [u8]) -> usize {
    let mut at = 0;
    while let (Some(pairs), Some(room)) = (src[at..].first_chunk::<4>(), dst[at..].first_chunk_mut()) {
        let word = pairs.iter().rev().fold(0, |word, pair| word << 16 | u64::from(unit::<BIG>(*pair)));
        let close = (word | word >> 8) & 0x0000_FFFF_0000_FFFF;
        *room = ((close | close >> 16) as u32).to_le_bytes();
        let others = word & 0xFF80_FF80_FF80_FF80;
        if others != 0 {
            return at + others.trailing_zeros() as usize / 16;
        }
        at += pairs.len();
        let blocks = src[at..].as_chunks::<{ WIDTH / 2 }>().0.iter();
        for (from, to) in blocks.zip(dst[at..].as_chunks_mut::<{ WIDTH / 2 }>().0) {
            if from.iter().fold(0, |all, pair| all | unit::<BIG>(*pair)) >= 0x80 {
                break;
            }
            *to = from.map(|pair| unit::<BIG>(pair) as u8);
            at += from.len();
        }
    }
    for (from, to) in src[at..].iter().zip(&mut dst[at..]) {
        let unit = unit::<BIG>(*from);
        if unit >= 0x80 {
            break;
        }
        *to = unit as u8;
        at += 1;
    }
    at
}

/// Characters below U+10000 that are not ASCII, one by one; four bytes are written for each, of
/// which the next overwrites what is too much.
#[inline(always)]
fn utf16_others<const BIG: bool>(src: &[[u8; 2]], dst: &mut [u8]) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    for pair in src {
        let unit = unit::<BIG>(*pair);
        let length = match unit {
            0x0000..=0x007F | 0xD800..=0xDFFF => break,
            0x0080..=0x07FF => 2,
            _ => 3,
        };
        let Some(room) = dst[written..].first_chunk_mut() else { break };
        *room = utf8_units(unit).to_le_bytes();
        read += 1;
        written += length;
    }
    (read, written)
}

/// The UTF-8 of a pair of surrogates.
fn supplementary(pair: [u16; 2]) -> Option<[u8; 4]> {
    let [lead @ 0xD800..=0xDBFF, trail @ 0xDC00..=0xDFFF] = pair else { return None };
    let c = 0x1_0000 + ((u32::from(lead) & 0x3FF) << 10 | u32::from(trail) & 0x3FF);
    let tail = |shift: u32| (c >> shift & 0x3F | 0x80) as u8;
    Some([(c >> 18 | 0xF0) as u8, tail(12), tail(6), tail(0)])
}

pub(super) fn single_byte(src: &[u8], dst: &mut [u8], table: &SingleByte) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    while let Some(word) = src[read..].first_chunk::<8>()
        && let Some(room) = dst[written..].first_chunk_mut::<{ 8 + 4 }>()
    {
        let others = u64::from_le_bytes(*word) & 0x8080_8080_8080_8080;
        if others == 0 {
            room[..8].copy_from_slice(word);
            read += 8;
            written += 8;
            let n = ascii_blocks(&src[read..], &mut dst[written..]);
            read += n;
            written += n;
        } else if others & (others - 1) == 0 {
            // A letter with a diacritic in a text of ASCII.
            let n = others.trailing_zeros() as usize / 8;
            let units = table.utf8[usize::from(word[n % 8])];
            if units == 0 {
                break;
            }
            room[..8].copy_from_slice(word);
            if let Some(room) = room[n % 8..].first_chunk_mut() {
                *room = units.to_le_bytes();
            }
            read += n + 1;
            written += n + (units >> 24) as usize;
        } else {
            let (r, w) = single_byte_characters(word, &mut dst[written..], table);
            read += r;
            written += w;
            if r < 8 {
                return (read, written);
            }
        }
    }
    let (r, w) = single_byte_characters(&src[read..], &mut dst[written..], table);
    (read + r, written + w)
}

/// Two by two, without a branch that depends on what they are: eight bytes are written for each
/// pair, of which the next pair overwrites what is too much.
#[inline]
pub(super) fn single_byte_characters(src: &[u8], dst: &mut [u8], table: &SingleByte) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    for [a, b] in src.as_chunks().0 {
        let (a, b) = (table.utf8[usize::from(*a)], table.utf8[usize::from(*b)]);
        let Some(room) = dst[written..].first_chunk_mut() else { break };
        if a == 0 || b == 0 {
            break;
        }
        let (a_length, b_length) = (a >> 24, b >> 24);
        *room = (u64::from(a & 0xFF_FFFF) | u64::from(b) << (8 * a_length)).to_le_bytes();
        read += 2;
        written += (a_length + b_length) as usize;
    }
    for &byte in &src[read..] {
        let units = table.utf8[usize::from(byte)];
        match dst[written..].first_chunk_mut() {
            Some(room) if units != 0 => *room = units.to_le_bytes(),
            _ => break,
        }
        read += 1;
        written += (units >> 24) as usize;
    }
    (read, written)
}
