//! The run that the encodings of ASCII and pairs have in common: Big5, EUC-JP, EUC-KR, GBK and
//! Shift_JIS differ in their layouts, which are data.

use super::kernel::{Kernels, TwoByte, one_by_one};

/// How many bytes are converted one character at a time before a kernel is called for the rest.
/// Where errors come every few bytes, as in text of another encoding, the call would not pay.
const HEAD: usize = 32;

/// [`Decode::run`](super::Decode::run) for ASCII, the pairs of the index, and whatever `rare`
/// finds at the start of what follows: a character and its length in bytes.
#[inline(always)]
pub(crate) fn run(
    layout: &'static TwoByte,
    kernels: &Kernels,
    src: &[u8],
    dst: &mut [u8],
    rare: impl Fn(&[u8]) -> Option<(char, usize)>,
) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    loop {
        let left = &src[read..];
        let head = &left[..left.len().min(HEAD)];
        let (r, w) = one_by_one(head, &mut dst[written..], layout);
        read += r;
        written += w;
        // All of it, but for a lead whose trail is behind it.
        if r + 1 >= head.len() && r < left.len() {
            let (r, w) = (kernels.two_byte)(&src[read..], &mut dst[written..], layout);
            read += r;
            written += w;
        }
        let stop = read;
        while let Some(0x80..) = src.get(read)
            && let Some((c, length)) = rare(&src[read..])
            && let Some(room) = dst.get_mut(written..written + c.len_utf8())
        {
            written += c.encode_utf8(room).len();
            read += length;
        }
        if read == stop {
            return (read, written);
        }
    }
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
