//! Kernels without intrinsics.

use super::{Kernels, SingleByte};

pub(super) static KERNELS: Kernels = Kernels { ascii, utf8, utf8_valid_up_to, utf16, single_byte };

fn ascii(src: &[u8], dst: &mut [u8]) -> usize {
    let n = src.len().min(dst.len());
    let n = src[..n].iter().position(|byte| !byte.is_ascii()).unwrap_or(n);
    dst[..n].copy_from_slice(&src[..n]);
    n
}

pub(super) fn utf8_valid_up_to(src: &[u8]) -> usize {
    match core::str::from_utf8(src) {
        Ok(text) => text.len(),
        Err(error) => error.valid_up_to(),
    }
}

fn utf8(src: &[u8], dst: &mut [u8]) -> usize {
    let n = utf8_valid_up_to(&src[..src.len().min(dst.len())]);
    dst[..n].copy_from_slice(&src[..n]);
    n
}

pub(super) fn utf16(src: &[u8], dst: &mut [u8], big_endian: bool) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    let unit = |pair: &[u8]| match big_endian {
        true => u16::from_be_bytes([pair[0], pair[1]]),
        false => u16::from_le_bytes([pair[0], pair[1]]),
    };
    while let [a, b, rest @ ..] = &src[read..]
        && let Some(room) = dst.get_mut(written..written + 4)
    {
        let lead = unit(&[*a, *b]);
        let (c, length) = match (lead, rest) {
            (0xD800..=0xDBFF, [c, d, ..]) => match unit(&[*c, *d]) {
                trail @ 0xDC00..=0xDFFF => (0x1_0000 + ((u32::from(lead) & 0x3FF) << 10 | u32::from(trail) & 0x3FF), 4),
                _ => break,
            },
            (0xD800..=0xDFFF, _) => break,
            _ => (u32::from(lead), 2),
        };
        let Some(c) = char::from_u32(c) else { break };
        written += c.encode_utf8(room).len();
        read += length;
    }
    (read, written)
}

pub(super) fn single_byte(src: &[u8], dst: &mut [u8], table: &SingleByte) -> (usize, usize) {
    let mut written = 0;
    for (read, &byte) in src.iter().enumerate() {
        let Some(room) = dst.get_mut(written..written + 4) else { return (read, written) };
        let units = match byte {
            0..=0x7F => u32::from(byte) | 1 << 24,
            _ => table.utf8[usize::from(byte & 0x7F)],
        };
        if units == 0 {
            return (read, written);
        }
        room.copy_from_slice(&units.to_le_bytes());
        written += (units >> 24) as usize;
    }
    (src.len(), written)
}
