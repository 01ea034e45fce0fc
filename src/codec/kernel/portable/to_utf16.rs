//! UTF-8 to UTF-16: ASCII by the block, which compilers make vectors of, other characters one by one.

/// What ASCII is looked at in.
const BLOCK: usize = 32;

/// Text as UTF-16, as much of it as fits: how many code units.
pub(in super::super) fn to_utf16(text: &str, dst: &mut [u16]) -> usize {
    any(text, dst)
}

/// The same, to be compiled for more than the target's baseline.
#[inline(always)]
pub(in super::super) fn any(text: &str, dst: &mut [u16]) -> usize {
    let src = text.as_bytes();
    let (mut read, mut written) = (0, 0);
    while let Some(first) = src.get(read) {
        let n = if first.is_ascii() { ascii(&src[read..], &mut dst[written..]) } else { 0 };
        read += n;
        written += n;
        let (r, w) = characters(&src[read..], &mut dst[written..], BLOCK);
        if n + r == 0 {
            break;
        }
        read += r;
        written += w;
    }
    written
}

/// As long as whole blocks are ASCII and fit.
#[inline(always)]
fn ascii(src: &[u8], dst: &mut [u16]) -> usize {
    let mut at = 0;
    for (from, to) in src.as_chunks::<BLOCK>().0.iter().zip(dst.as_chunks_mut::<BLOCK>().0) {
        if !from.is_ascii() {
            break;
        }
        for (from, to) in from.iter().zip(to) {
            *to = u16::from(*from);
        }
        at += BLOCK;
    }
    at
}

/// The characters that start in the first `length` bytes, as far as they fit: (bytes read, code
/// units written).
#[inline(always)]
pub(in super::super) fn characters(src: &[u8], dst: &mut [u16], length: usize) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    while read < length {
        let (left, room) = (&src[read..], &mut dst[written..]);
        let six = |byte: u8| u32::from(byte & 0x3F);
        let (c, bytes) = match *left {
            [ascii @ ..0x80, ..] => {
                let n = ascii_word(left, room);
                if n > 0 {
                    read += n;
                    written += n;
                    continue;
                }
                (ascii.into(), 1)
            }
            // What is left of a character that started before.
            [0x80..0xC0, ..] => {
                read += 1;
                continue;
            }
            [lead @ ..0xE0, last, ..] => (u32::from(lead & 0x1F) << 6 | six(last), 2),
            [lead @ ..0xF0, second, last, ..] => (u32::from(lead & 0x0F) << 12 | six(second) << 6 | six(last), 3),
            [lead, second, third, last, ..] => {
                (u32::from(lead & 0x07) << 18 | six(second) << 12 | six(third) << 6 | six(last), 4)
            }
            _ => break,
        };
        match (bytes, room) {
            (4, [first, second, ..]) => {
                let c = c.wrapping_sub(0x1_0000);
                *first = 0xD800 | (c >> 10 & 0x3FF) as u16;
                *second = 0xDC00 | (c & 0x3FF) as u16;
                written += 2;
            }
            (..4, [unit, ..]) => {
                *unit = c as u16;
                written += 1;
            }
            _ => break,
        }
        read += bytes;
    }
    (read, written)
}

/// How many ASCII bytes the word at the start begins with, if it is there and fits.
#[inline(always)]
fn ascii_word(src: &[u8], dst: &mut [u16]) -> usize {
    let (Some(word), Some(room)) = (src.first_chunk::<8>(), dst.first_chunk_mut::<8>()) else { return 0 };
    for (from, to) in word.iter().zip(room) {
        *to = u16::from(*from);
    }
    (u64::from_le_bytes(*word) & 0x8080_8080_8080_8080).trailing_zeros() as usize / 8
}
