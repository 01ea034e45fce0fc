//! Encoding without intrinsics. Runs of ASCII, of two-byte characters and of three-byte characters have a loop
//! each, since the script of a text rarely changes.

use super::{EncodeKernels, Level};
use crate::codec::data::pages::{PAGE, Pages};
use crate::codec::kernel;

pub(super) static KERNELS: EncodeKernels =
    EncodeKernels { ascii: kernel::portable::KERNELS.ascii, single_byte, double_byte, level: Level::Portable };

pub(super) fn single_byte(src: &[u8], dst: &mut [u8], pages: &Pages<u8>) -> (usize, usize) {
    encode(src, dst, pages)
}

pub(super) fn double_byte(src: &[u8], dst: &mut [u8], pages: &Pages<u16>) -> (usize, usize) {
    encode(src, dst, pages)
}

/// A unit of a page table: one byte or two.
pub(super) trait Unit: Copy + Default + Eq {
    /// Writes the unit at the start of `dst`, and returns its length; `None` if there is no unit or no room for a
    /// long one.
    fn write(self, dst: &mut [u8]) -> Option<usize>;
}

impl Unit for u8 {
    #[inline(always)]
    fn write(self, dst: &mut [u8]) -> Option<usize> {
        *dst.first_mut()? = self;
        (self != 0).then_some(1)
    }
}

impl Unit for u16 {
    #[inline(always)]
    fn write(self, dst: &mut [u8]) -> Option<usize> {
        let room = dst.first_chunk_mut::<2>()?;
        let long = self > 0xFF;
        *room = if long { self.to_be_bytes() } else { self.to_le_bytes() };
        (self != 0).then_some(1 + usize::from(long))
    }
}

pub(super) fn encode<U: Unit>(src: &[u8], dst: &mut [u8], pages: &Pages<U>) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    loop {
        let length = match src[read..] {
            [0xE0..=0xEF, _, _, ..] => 3,
            [0xC0..=0xDF, _, ..] => 2,
            [..0x80, ..] => {
                let length = kernel::portable::ascii(&src[read..], &mut dst[written..]);
                read += length;
                written += length;
                // ASCII is as long in the output. 0 means that the output is full.
                if length == 0 {
                    return (read, written);
                }
                continue;
            }
            _ => return (read, written),
        };
        if length == 2 {
            while let [lead @ 0xC0..=0xDF, last, ..] = src[read..] {
                let Some(n) = pages.unit(usize::from(lead & 0x1F), last).write(&mut dst[written..]) else {
                    return (read, written);
                };
                written += n;
                read += 2;
            }
        } else {
            while let [lead @ 0xE0..=0xEF, middle, last, ..] = src[read..] {
                let page = usize::from(lead & 0xF) << 6 | usize::from(middle & 0x3F);
                let Some(n) = pages.unit(page, last).write(&mut dst[written..]) else { return (read, written) };
                written += n;
                read += 3;
            }
        }
    }
}

pub(super) fn single_byte_of_utf16(src: &[u16], dst: &mut [u8], pages: &Pages<u8>) -> usize {
    /// After this many, building a table pays. Characters that cannot be encoded follow one another, and each may
    /// end a call.
    const FEW: usize = 64;
    let n = src.len().min(dst.len());
    let mut at = blocks_of_utf16::<16>(&src[..n.min(FEW)], dst, pages);
    if at == FEW && n >= 4 * FEW {
        at += many_of_utf16(&src[at..], &mut dst[at..], pages);
    } else if at == FEW {
        at += blocks_of_utf16::<16>(&src[at..], &mut dst[at..], pages);
    }
    at += blocks_of_utf16::<8>(&src[at..], &mut dst[at..], pages);
    at + blocks_of_utf16::<1>(&src[at..], &mut dst[at..], pages)
}

/// As [`blocks_of_utf16`], with a single look-up for each character below U+0800.
#[inline(never)]
fn many_of_utf16(src: &[u16], dst: &mut [u8], pages: &Pages<u8>) -> usize {
    let mut units = None;
    let mut at = 0;
    for (from, to) in src.as_chunks::<32>().0.iter().zip(dst.as_chunks_mut::<32>().0) {
        let any = from.iter().fold(0, |any, unit| any | unit);
        if any < 0x80 {
            for (from, to) in from.iter().zip(to) {
                *to = *from as u8;
            }
        } else {
            let units = units.get_or_insert_with(|| first_units(pages));
            for (from, to) in from.iter().zip(&mut *to) {
                *to = if any < 0x800 { units[usize::from(*from) % units.len()] } else { unit_of_utf16(*from, pages) };
            }
            if to.contains(&0) {
                break;
            }
        }
        at += from.len();
    }
    at
}

/// The units of the characters below U+0800.
#[inline(never)]
fn first_units(pages: &Pages<u8>) -> [u8; 0x800] {
    let mut units = [0; 0x800];
    for (i, units) in units.as_chunks_mut().0.iter_mut().enumerate() {
        *units = *pages.page(i).unwrap_or(&[0; PAGE]);
    }
    units
}

/// Encodes whole blocks, up to one with a character that cannot be encoded, or with U+0000 and others than ASCII.
#[inline(always)]
fn blocks_of_utf16<const N: usize>(src: &[u16], dst: &mut [u8], pages: &Pages<u8>) -> usize {
    let mut at = 0;
    for (from, to) in src.as_chunks::<N>().0.iter().zip(dst.as_chunks_mut::<N>().0) {
        let mut any = 0;
        for (from, to) in from.iter().zip(&mut *to) {
            *to = *from as u8;
            any |= from;
        }
        if any >= 0x80 {
            let mut any_none = false;
            for (from, to) in from.iter().zip(to) {
                *to = unit_of_utf16(*from, pages);
                any_none |= *to == 0;
            }
            if any_none {
                break;
            }
        }
        at += N;
    }
    at
}

/// The unit of a character; 0 if it cannot be encoded.
#[inline(always)]
pub(super) fn unit_of_utf16(c: u16, pages: &Pages<u8>) -> u8 {
    pages.unit(usize::from(c / PAGE as u16), c as u8)
}
