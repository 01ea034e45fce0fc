//! Encoding with AVX-512 and VBMI2, 64 bytes at a time: units are put in lanes of the UTF-8 that they encode, and
//! one byte-compress removes the other lanes.

mod double_byte;
mod single_byte;

use super::{EncodeKernels, Level, portable};
use crate::codec::data::pages::Pages;
use crate::codec::kernel;
use crate::codec::kernel::avx512::WIDTH;

/// These kernels, if the machine has the features that they are compiled for.
pub(super) fn kernels() -> Option<&'static EncodeKernels> {
    kernel::avx512::kernels().map(|_| &KERNELS)
}

/// Only [`kernels`] hands them out.
static KERNELS: EncodeKernels = EncodeKernels {
    // SAFETY: the machine has the features that the kernels are compiled for, here and below.
    ascii: |src, dst| unsafe { kernel::avx512::ascii(src, dst) },
    single_byte: |src, dst, pages| match src.len() {
        // Loading the tables takes longer than encoding a few bytes.
        ..=32 => portable::single_byte(src, dst, pages),
        // SAFETY: as above.
        _ => unsafe { single_byte::single_byte(src, dst, pages) },
    },
    double_byte: |src, dst, pages| match src.len() {
        // After the bytes that are encoded one by one, there would be hardly a vector left.
        ..=WIDTH => portable::double_byte(src, dst, pages),
        // SAFETY: as above.
        _ => unsafe { double_byte::double_byte(src, dst, pages) },
    },
    level: Level::Avx512,
};

/// Continues without vectors. The last block may have ended inside a character that has been written.
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
