//! The run that the encodings of ASCII and pairs have in common: Big5, EUC-JP, EUC-KR, GBK and
//! Shift_JIS differ in their layouts, which are data.

use super::kernel::{Kernels, TwoByte, ascii, code_unit, utf8_four, utf8_units, widen_ascii};
use super::{Decode, push, some_ascii};

/// How many bytes are converted one character at a time, with nothing rare among them, before a
/// kernel is called for the rest. Where rare characters or errors come every few bytes, as in rows
/// of emoji or in text of another encoding, the call would not pay.
const HEAD: usize = 64;

/// A decoder of ASCII, pairs of an index, and what is neither.
pub(crate) trait Rare: Decode {
    /// The pairs, made when they are first asked for.
    fn layout() -> &'static TwoByte;

    /// The UTF-8 of a byte from 80 on that is a character by itself, as a unit of the layout, and 0
    /// where there is none. Text may have one anywhere among pairs: nothing should branch on it.
    fn alone(_byte: u8) -> u32 {
        0
    }

    /// Converts what starts `src`, all that is in a row: (bytes read, bytes written).
    fn rare(src: &[u8], dst: &mut [u8]) -> (usize, usize);

    /// The length of the malformed sequence that starts `src`, if that is all there; else 0. Only
    /// where there is no ASCII, no pair of the index, and nothing rare.
    fn malformed_length(src: &[u8]) -> usize;
}

/// [`Decode::run`](super::Decode::run) of ASCII, the pairs of the index, and what is rare, and
/// [`Decode::run_replacing`](super::Decode::run_replacing) with `REPLACE`.
#[inline(always)]
pub(crate) fn run<D: Rare, const REPLACE: bool>(
    decoder: &D,
    kernels: &Kernels,
    src: &[u8],
    dst: &mut [u8],
) -> (usize, usize, bool) {
    let (mut read, mut written, mut had_errors) = (0, 0, false);
    if decoder.pending() > 0 {
        return (read, written, had_errors);
    }
    let layout = D::layout();
    loop {
        let mut head = src.len().min(read + HEAD);
        while read < head {
            let (left, room) = (&src[read..], &mut dst[written..]);
            match (left.first_chunk(), room.first_chunk_mut()) {
                (Some(pair @ [0x80..=0xFF, _]), Some(room)) => {
                    let room: &mut [u8; 4] = room;
                    let alone = D::alone(pair[0]);
                    let unit = if alone == 0 { layout.unit(u16::from_be_bytes(*pair)) } else { alone };
                    if unit != 0 {
                        *room = unit.to_le_bytes();
                        read += if alone == 0 { 2 } else { 1 };
                        written += (unit >> 24) as usize;
                        // Kernels stop before such a byte.
                        head = if alone == 0 { head } else { src.len().min(read + HEAD) };
                        continue;
                    }
                    let (r, w) = D::rare(left, &mut dst[written..]);
                    if r > 0 {
                        read += r;
                        written += w;
                    } else if REPLACE
                        && let length @ 1.. = D::malformed_length(left)
                        && push(char::REPLACEMENT_CHARACTER, dst, &mut written)
                    {
                        read += length;
                        had_errors = true;
                    } else {
                        return (read, written, had_errors);
                    }
                    head = src.len().min(read + HEAD);
                }
                _ => {
                    let n = match (left.first_chunk(), room.first_chunk_mut()) {
                        (Some(from), Some(to)) => some_ascii::<32>(from, to),
                        _ => ascii(left, room),
                    };
                    if n == 0 {
                        return (read, written, had_errors);
                    }
                    read += n;
                    written += n;
                }
            }
        }
        if read >= src.len() {
            return (read, written, had_errors);
        }
        let (r, w) = (kernels.two_byte)(&src[read..], &mut dst[written..], layout);
        read += r;
        written += w;
    }
}

/// [`run`] to UTF-16, of few bytes, or where there is a kernel for it: (bytes read, code units written,
/// whether there were errors).
#[inline(never)]
pub(crate) fn code_units<D: Rare, const REPLACE: bool>(
    decoder: &D,
    kernels: &Kernels,
    src: &[u8],
    dst: &mut [u16],
) -> (usize, usize, bool) {
    /// How many are done one by one where something rare was, before a kernel is called for the rest.
    const FEW: usize = 96;
    /// And at the start.
    const FIRST: usize = 16;
    /// Room for what is rare, in UTF-8.
    const RARE: usize = 32;
    let (mut read, mut written, mut had_errors) = (0, 0, false);
    // By way of UTF-8, `FIRST` of many would be done in vain.
    if decoder.pending() > 0 || kernels.two_byte_to_utf16.is_none() && src.len() > FEW {
        return (read, written, had_errors);
    }
    let layout = D::layout();
    let few_from = |read: usize| src.len().min(read + FEW);
    // Errors come in rows, and where they are not replaced, each comes to a call.
    let mut head = if src.len() > FEW { FIRST } else { src.len() };
    loop {
        while read < head {
            let (left, room) = (&src[read..], &mut dst[written..]);
            let first = left[0];
            if first.is_ascii()
                && let (Some(from), Some(to)) = (left.first_chunk::<8>(), room.first_chunk_mut())
                && widen_ascii(from, to)
            {
                read += from.len();
                written += to.len();
                continue;
            }
            let Some(room) = room.first_mut() else { return (read, written, had_errors) };
            if first.is_ascii() {
                *room = u16::from(first);
                read += 1;
                written += 1;
                continue;
            }
            let Some(pair) = left.first_chunk() else { return (read, written, had_errors) };
            let alone = D::alone(first);
            let unit = if alone == 0 { layout.unit(u16::from_be_bytes(*pair)) } else { alone };
            if unit != 0 {
                *room = code_unit(unit);
                read += if alone == 0 { 2 } else { 1 };
                written += 1;
                // Kernels stop before such a byte.
                head = if alone == 0 { head } else { few_from(read) };
                continue;
            }
            let mut utf8 = [0; RARE];
            match D::rare(left, &mut utf8) {
                (r @ 1.., w) if dst.len() - written >= w => {
                    read += r;
                    written += (kernels.to_utf16)(&utf8[..w], &mut dst[written..]);
                }
                (0, _) if REPLACE && let length @ 1.. = D::malformed_length(left) => {
                    dst[written] = 0xFFFD;
                    read += length;
                    written += 1;
                    had_errors = true;
                }
                _ => return (read, written, had_errors),
            }
            head = few_from(read);
        }
        let Some(kernel) = kernels.two_byte_to_utf16.filter(|_| read < src.len()) else {
            return (read, written, had_errors);
        };
        let (r, w) = kernel(&src[read..], &mut dst[written..], layout);
        read += r;
        written += w;
        head = few_from(read);
    }
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

/// [`Rare::malformed_length`] of a lead byte and a trail byte that are no
/// character: ASCII is restored to the queue.
pub(crate) fn malformed_pair(trail: u8) -> usize {
    if trail.is_ascii() { 1 } else { 2 }
}
