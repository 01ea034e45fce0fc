//! The run that the encodings of ASCII and pairs have in common: Big5, EUC-JP, EUC-KR, GBK and
//! Shift_JIS differ in their layouts, which are data.

use super::kernel::{Kernels, TwoByte};

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
        let (r, w) = (kernels.two_byte)(&src[read..], &mut dst[written..], layout);
        read += r;
        written += w;
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

/// A scalar value of an index, where 0 is none.
pub(crate) fn code_point(scalar: u32) -> Option<char> {
    match scalar {
        0 => None,
        scalar => char::from_u32(scalar),
    }
}
