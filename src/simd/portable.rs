//! Kernels without intrinsics.

use super::{Kernels, Level, SingleByte, Utf16Kernels, search};

mod iso_2022_jp;
pub(super) mod to_utf16;
mod two_byte;
mod utf16;
pub(super) mod utf8;

pub(crate) use iso_2022_jp::{seven_bit_ascii, seven_bit_pairs};
pub(super) use two_byte::{one_by_one, two_byte};
pub(super) use utf16::utf16;

pub(super) const KERNELS: Kernels = Kernels {
    find_before_letter: search::baseline,
    utf8: utf8::copy,
    utf8_valid_up_to: utf8::valid_up_to,
    utf16,
    single_byte,
    two_byte,
    seven_bit: None,
    level: Level::Portable,
};

pub(super) static TO_UTF16: Utf16Kernels = Utf16Kernels {
    short_utf8: 48,
    utf8: to_utf16::to_utf16,
    single_byte: to_utf16::single_byte_to_utf16,
    two_byte: Some(two_byte::two_byte_to_utf16),
};

/// The length of blocks, which the compiler vectorizes.
const WIDTH: usize = 32;

/// Text is checked by words of this length first. If a word is ASCII, a block is likely to be.
const WORD: usize = 8;

/// Copies ASCII as far as it goes. Up to a word after it may be overwritten.
#[inline]
pub(crate) fn ascii(src: &[u8], dst: &mut [u8]) -> usize {
    let n = src.len().min(dst.len());
    let (src, dst) = (&src[..n], &mut dst[..n]);
    let mut at = 0;
    while let (Some(word), Some(room)) = (src[at..].first_chunk(), dst[at..].first_chunk_mut()) {
        let length = ascii_word(word, room);
        at += length;
        if length < WORD {
            return at;
        }
        if n - at >= WIDTH {
            at += ascii_blocks(&src[at..], &mut dst[at..]);
        }
    }
    if at == n {
        return n;
    }
    // The last word ends where the input does, and overlaps the one before.
    if let (Some(word), Some(room)) = (src.last_chunk(), dst.last_chunk_mut()) {
        return n - WORD + ascii_word(word, room);
    }
    for (from, to) in src.iter().zip(dst) {
        if !from.is_ascii() {
            break;
        }
        *to = *from;
        at += 1;
    }
    at
}

/// Copies a word, and returns how many of its bytes are ASCII, counted from the first.
#[inline(always)]
fn ascii_word(word: &[u8; WORD], room: &mut [u8; WORD]) -> usize {
    *room = *word;
    (u64::from_le_bytes(*word) & 0x8080_8080_8080_8080).trailing_zeros() as usize / 8
}

/// Copies whole blocks as long as they are ASCII and fit.
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

/// If less than `N` bytes are left and the last `N` bytes of the input are ASCII: copies all `N`, over those
/// that were copied before, and returns true. Also true if nothing is left.
#[inline(always)]
pub(super) fn ascii_end<const N: usize>(src: &[u8], dst: &mut [u8], read: usize, written: usize) -> bool {
    let left = src.len() - read;
    if left < N
        && let Some(last) = src.last_chunk::<N>()
        && let Some(room) = dst.get_mut(written + left - N..written + left)
        && last.is_ascii()
    {
        room.copy_from_slice(last);
        return true;
    }
    left == 0
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
            while let Some(block) = src[read..].first_chunk::<WIDTH>()
                && let Some(room) = dst[written..].first_chunk_mut()
                && block.is_ascii()
            {
                *room = *block;
                read += WIDTH;
                written += WIDTH;
            }
        } else if others & (others - 1) == 0 {
            // One letter with a diacritic in ASCII.
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
            let whole = dst[written..].first_chunk_mut().and_then(|room| single_byte_word(word, room, table));
            let (r, w) = match whole {
                Some(length) => (8, length),
                None => single_byte_characters(word, &mut dst[written..], table),
            };
            read += r;
            written += w;
            if r < 8 {
                return (read, written);
            }
        }
    }
    if ascii_end::<8>(src, dst, read, written) {
        return (src.len(), written + src.len() - read);
    }
    let (r, w) = single_byte_characters(&src[read..], &mut dst[written..], table);
    (read + r, written + w)
}

/// Converts a word, two characters at a time: bytes written, or `None` if a byte has no character.
#[inline]
fn single_byte_word(word: &[u8; 8], room: &mut [u8; 32 + 8], table: &SingleByte) -> Option<usize> {
    let units = word.map(|byte| table.utf8[usize::from(byte)]);
    if units.iter().fold(false, |none, units| none | (*units == 0)) {
        return None;
    }
    let mut written = 0;
    for &[a, b] in units.as_chunks().0 {
        let (utf8, length) = pair(a, b);
        *room[written % 32..].first_chunk_mut()? = utf8;
        written += length;
    }
    Some(written)
}

/// The UTF-8 of two characters, and its length.
#[inline]
fn pair(a: u32, b: u32) -> ([u8; 8], usize) {
    let (a_length, b_length) = (a >> 24, b >> 24);
    let utf8 = u64::from(a & 0xFF_FFFF) | u64::from(b) << (8 * a_length);
    (utf8.to_le_bytes(), (a_length + b_length) as usize)
}

/// Converts two characters at a time, without a branch on their lengths. Eight bytes are written for each
/// pair, and the next pair overwrites those that are too many.
#[inline]
pub(super) fn single_byte_characters(src: &[u8], dst: &mut [u8], table: &SingleByte) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    for [a, b] in src.as_chunks().0 {
        let (a, b) = (table.utf8[usize::from(*a)], table.utf8[usize::from(*b)]);
        let Some(room) = dst[written..].first_chunk_mut() else { break };
        if a == 0 || b == 0 {
            break;
        }
        let (utf8, length) = pair(a, b);
        *room = utf8;
        read += 2;
        written += length;
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
