//! Encoding without intrinsics. Runs of ASCII, of two-byte characters and of three-byte characters have a loop
//! each, since the script of a text rarely changes.

use super::super::page_table::Pages;
use super::super::portable;

/// A unit of a page table: one byte or two.
pub(crate) trait Unit: Copy + Default + Eq {
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

/// [`EncodeKernel`](super::EncodeKernel) of any encoding.
pub(crate) fn encode<U: Unit>(src: &[u8], dst: &mut [u8], pages: &Pages<U>) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    loop {
        let length = match src[read..] {
            [0xE0..=0xEF, _, _, ..] => 3,
            [0xC0..=0xDF, _, ..] => 2,
            [..0x80, ..] => {
                let length = portable::ascii(&src[read..], &mut dst[written..]);
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

/// Encodes what is left after blocks. The last block may have ended inside a character that has been written.
#[inline(never)]
pub(super) fn after_blocks<U: Unit>(
    src: &[u8],
    dst: &mut [u8],
    pages: &Pages<U>,
    (mut read, written): (usize, usize),
) -> (usize, usize) {
    read += src[read..].iter().take_while(|byte| matches!(byte, 0x80..=0xBF)).count();
    let (r, w) = encode(&src[read..], &mut dst[written..], pages);
    (read + r, written + w)
}
