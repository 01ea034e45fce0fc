//! The run that the encodings of ASCII and pairs have in common: Big5, EUC-JP, EUC-KR, GBK and
//! Shift_JIS differ in their layouts, which are data.

use super::kernel::{Kernels, TwoByte, ascii, utf8_four, utf8_units};

/// How many bytes are converted one character at a time, with nothing rare among them, before a
/// kernel is called for the rest. Where rare characters or errors come every few bytes, as in rows
/// of emoji or in text of another encoding, the call would not pay.
const HEAD: usize = 32;

/// [`Decode::run`](super::Decode::run) for ASCII, the pairs of the index, and whatever `rare`
/// converts at the start of what follows, all that is in a row: (bytes read, bytes written).
#[inline(always)]
pub(crate) fn run(
    layout: &'static TwoByte,
    kernels: &Kernels,
    src: &[u8],
    dst: &mut [u8],
    rare: impl Fn(&[u8], &mut [u8]) -> (usize, usize),
) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    loop {
        let mut head = src.len().min(read + HEAD);
        while read < head {
            let (left, room) = (&src[read..], &mut dst[written..]);
            match (left.first_chunk(), room.first_chunk_mut()) {
                (Some(pair @ [0x80..=0xFF, _]), Some(room)) => {
                    let room: &mut [u8; 4] = room;
                    let unit = layout.unit(u16::from_be_bytes(*pair));
                    if unit != 0 {
                        *room = unit.to_le_bytes();
                        read += 2;
                        written += (unit >> 24) as usize;
                        continue;
                    }
                    let (r, w) = rare(left, &mut dst[written..]);
                    if r == 0 {
                        return (read, written);
                    }
                    read += r;
                    written += w;
                    head = src.len().min(read + HEAD);
                }
                _ => {
                    let n = match (left.first_chunk(), room.first_chunk_mut()) {
                        (Some(from), Some(to)) => some_ascii(from, to),
                        _ => ascii(left, room),
                    };
                    if n == 0 {
                        return (read, written);
                    }
                    read += n;
                    written += n;
                }
            }
        }
        if read >= src.len() {
            return (read, written);
        }
        let (r, w) = (kernels.two_byte)(&src[read..], &mut dst[written..], layout);
        read += r;
        written += w;
    }
}

/// Copies 16 bytes, and says how many of them are ASCII. Where all are, which is a branch of its
/// own, what follows need not wait for the count.
#[inline(always)]
fn some_ascii(from: &[u8; 16], to: &mut [u8; 16]) -> usize {
    *to = *from;
    let others = u128::from_le_bytes(*from) & u128::from_le_bytes([0x80; 16]);
    if others == 0 { 16 } else { others.trailing_zeros() as usize / 8 }
}

/// What is rare, one by one: `rare` finds a character and its length in bytes.
#[inline(always)]
pub(crate) fn each(src: &[u8], dst: &mut [u8], rare: impl Fn(&[u8]) -> Option<(char, usize)>) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    while let Some(room) = dst[written..].first_chunk_mut()
        && let Some((c, length)) = rare(&src[read..])
    {
        written += put(c, room);
        read += length;
    }
    (read, written)
}

/// Writes the UTF-8 of `c`, and says how many bytes it has. What is below U+10000 is written
/// whole, lest it branches on the length.
#[inline(always)]
fn put(c: char, room: &mut [u8; 4]) -> usize {
    let (utf8, length) = match u16::try_from(u32::from(c)) {
        Ok(scalar) => {
            let unit = utf8_units(scalar);
            (unit, unit >> 24)
        }
        Err(_) => (utf8_four(c.into()), 4),
    };
    *room = utf8.to_le_bytes();
    length as usize
}

/// [`Decode::malformed`](super::Decode::malformed) of a lead byte and a trail byte that are no
/// character: ASCII is restored to the queue.
pub(crate) fn malformed_pair(trail: u8) -> usize {
    if trail.is_ascii() { 1 } else { 2 }
}

/// A scalar value of an index, where 0 is none.
pub(crate) fn code_point(scalar: u32) -> Option<char> {
    match scalar {
        0 => None,
        scalar => char::from_u32(scalar),
    }
}
