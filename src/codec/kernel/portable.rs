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

pub(super) fn ascii(src: &[u8], dst: &mut [u8]) -> usize {
    let mut at = ascii_words(src, dst);
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
        if from.iter().fold(0, |all, byte| all | byte) >= 0x80 {
            break;
        }
        *to = *from;
        at += WIDTH;
    }
    at
}

/// The same, and then as long as words of eight bytes are.
#[inline]
fn ascii_words(src: &[u8], dst: &mut [u8]) -> usize {
    let mut at = ascii_blocks(src, dst);
    let words = src[at..].as_chunks::<8>().0.iter().zip(dst[at..].as_chunks_mut().0);
    for (from, to) in words {
        if u64::from_ne_bytes(*from) & 0x8080_8080_8080_8080 != 0 {
            break;
        }
        *to = *from;
        at += 8;
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
    let unit = |pair: [u8; 2]| match BIG {
        true => u16::from_be_bytes(pair),
        false => u16::from_le_bytes(pair),
    };
    let (pairs, _) = src.as_chunks::<2>();
    let (mut at, mut written) = (0, 0);
    while at < pairs.len() {
        let blocks = pairs[at..].as_chunks::<{ WIDTH / 2 }>().0.iter();
        for (from, to) in blocks.zip(dst[written..].as_chunks_mut::<{ WIDTH / 2 }>().0) {
            if from.iter().fold(0, |all, pair| all | unit(*pair)) >= 0x80 {
                break;
            }
            *to = from.map(|pair| unit(pair) as u8);
            at += from.len();
            written += to.len();
        }
        // Up to the end of the block that is not ASCII.
        let end = pairs.len().min(at + WIDTH / 2);
        while at < end {
            let Some(room) = dst[written..].first_chunk_mut::<4>() else { return (2 * at, written) };
            let u = unit(pairs[at]);
            at += 1;
            match u {
                0x0000..=0x007F => {
                    room[0] = u as u8;
                    written += 1;
                }
                0x0080..=0x07FF => {
                    *room = utf8_units(u).to_le_bytes();
                    written += 2;
                }
                0xD800..=0xDFFF => {
                    let trail = pairs.get(at).map_or(0, |pair| unit(*pair));
                    if u >= 0xDC00 || !matches!(trail, 0xDC00..=0xDFFF) {
                        return (2 * (at - 1), written);
                    }
                    let c = 0x1_0000 + ((u32::from(u) & 0x3FF) << 10 | u32::from(trail) & 0x3FF);
                    let tail = |shift: u32| (c >> shift & 0x3F | 0x80) as u8;
                    *room = [(c >> 18 | 0xF0) as u8, tail(12), tail(6), tail(0)];
                    at += 1;
                    written += 4;
                }
                _ => {
                    *room = utf8_units(u).to_le_bytes();
                    written += 3;
                }
            }
        }
    }
    (2 * at, written)
}

pub(super) fn single_byte(src: &[u8], dst: &mut [u8], table: &SingleByte) -> (usize, usize) {
    /// So few that the next word of ASCII is not missed by far.
    const STEP: usize = 8;
    let (mut read, mut written) = (0, 0);
    loop {
        let n = ascii_words(&src[read..], &mut dst[written..]);
        read += n;
        written += n;
        let left = &src[read..];
        let (r, w) = single_byte_characters(&left[..left.len().min(STEP)], &mut dst[written..], table);
        read += r;
        written += w;
        if r < STEP {
            return (read, written);
        }
    }
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
