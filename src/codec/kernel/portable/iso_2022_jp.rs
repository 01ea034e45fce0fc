//! ISO-2022-JP: ASCII, pairs, and the escape sequences between them.

use super::super::pair_table::{SevenBit, SevenBitDone, TwoByte};

/// [`Kernels::iso_2022_jp`](super::super::Kernels::iso_2022_jp), with `ascii` as the kernel for ASCII.
#[inline(always)]
pub(in super::super) fn iso_2022_jp(
    src: &[u8],
    dst: &mut [u8],
    layout: &TwoByte,
    mut state: SevenBit,
    ascii: fn(&[u8], &mut [u8]) -> usize,
) -> SevenBitDone {
    let (mut read, mut written) = (0, 0);
    loop {
        let (left, room) = (&src[read..], &mut dst[written..]);
        let (r, w) = match state.pairs {
            false => run_of_ascii(left, room, ascii),
            true => run_of_pairs(left, room, layout),
        };
        read += r;
        written += w;
        state.escaped &= r == 0;
        match state.after_escape(&src[read..]) {
            Some(next) => state = next,
            None => return SevenBitDone { read, written, state },
        }
        read += 3;
    }
}

pub(in super::super) fn run_of_ascii(
    src: &[u8],
    dst: &mut [u8],
    ascii: fn(&[u8], &mut [u8]) -> usize,
) -> (usize, usize) {
    /// Between pairs there are often only a few characters of ASCII, which need no search.
    const FEW: usize = 16;
    /// How far is searched at once: little enough that searching it again after each error stays cheap.
    const WINDOW: usize = 256;
    let mut done = 0;
    for (from, to) in src.iter().zip(&mut *dst).take(FEW) {
        if !from.is_ascii() || matches!(from, 0x0E | 0x0F | 0x1B) {
            return (done, done);
        }
        *to = *from;
        done += 1;
    }
    if done < FEW {
        return (done, done);
    }
    loop {
        let window = &src[done..];
        let window = &window[..window.len().min(WINDOW)];
        let window = &window[..memchr::memchr3(0x0E, 0x0F, 0x1B, window).unwrap_or(window.len())];
        let n = ascii(window, &mut dst[done..]);
        done += n;
        if n < WINDOW {
            return (done, done);
        }
    }
}

pub(in super::super) fn run_of_pairs(src: &[u8], dst: &mut [u8], layout: &TwoByte) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    for pair in src.as_chunks().0 {
        let pair = u16::from_be_bytes(*pair);
        let unit = layout.unit(pair | 0x80);
        match dst[written..].first_chunk_mut() {
            // 0E is not a lead byte, though EUC-JP has characters after 8E.
            Some(room) if unit != 0 && pair & 0x8080 == 0 && pair >= 0x2100 => {
                *room = unit.to_le_bytes();
                written += (unit >> 24) as usize;
                read += 2;
            }
            _ => break,
        }
    }
    (read, written)
}
