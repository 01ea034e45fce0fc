//! Encoding with AVX-512 and VBMI2, 64 bytes at a time: units are put into the lanes of the UTF-8
//! that they stand for, and one byte-compress leaves out the others.

mod double_byte;
mod single_byte;

use super::{EncodeKernels, avx2, portable};
use crate::codec::kernel;
use crate::codec::kernel::avx512::WIDTH;
use crate::codec::pages::Pages;

/// These kernels, if this machine has what they are compiled for.
pub(super) fn kernels() -> Option<&'static EncodeKernels> {
    kernel::avx512::kernels().map(|_| &KERNELS)
}

/// Only [`kernels`] gives them away.
static KERNELS: EncodeKernels = EncodeKernels {
    // SAFETY: the machine has what the kernels are compiled for, here and below.
    ascii: |src, dst| unsafe { kernel::avx512::ascii::ascii(src, dst) },
    single_byte: |src, dst, pages| match src.len() {
        // A few bytes are done before the tables are there.
        ..=32 => portable::single_byte(src, dst, pages),
        // SAFETY: as above.
        _ => unsafe { single_byte::single_byte(src, dst, pages) },
    },
    // SAFETY: as above.
    single_byte_of_utf16: |src, dst, pages| unsafe { avx2::single_byte_of_utf16(src, dst, pages) },
    double_byte: |src, dst, pages| match src.len() {
        // Hardly a vector behind what is done one by one anyway.
        ..=WIDTH => portable::double_byte(src, dst, pages),
        // SAFETY: as above.
        _ => unsafe { double_byte::double_byte(src, dst, pages) },
    },
};

/// Goes on without vectors from where the last block ended, which may be inside of a character
/// that is written.
#[inline(never)]
fn portably<U: portable::Unit>(
    src: &[u8],
    dst: &mut [u8],
    pages: &Pages<U>,
    read: usize,
    written: usize,
) -> (usize, usize) {
    let inside = src[read..].iter().take_while(|byte| matches!(byte, 0x80..=0xBF)).count();
    let (r, w) = portable::encode(&src[read + inside..], &mut dst[written..], pages);
    (read + inside + r, written + w)
}
