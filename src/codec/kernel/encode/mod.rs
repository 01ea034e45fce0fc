//! The loops that encode: from UTF-8 to the bytes of a legacy encoding, by its page table.

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod avx512;
mod portable;

#[cfg(charsniff_unstable)]
use super::{Kernels, Level};
use crate::codec::data::pages::Pages;

/// Reads valid UTF-8 from its start. Stops before a character that it does not handle or that may not fit: (bytes read,
/// bytes written).
pub(crate) type EncodeKernel<U> = fn(src: &[u8], dst: &mut [u8], pages: &Pages<U>) -> (usize, usize);

/// The kernels of a level.
#[derive(Clone, Copy)]
pub(crate) struct EncodeKernels {
    /// For encodings of one byte for each character.
    pub(crate) single_byte: EncodeKernel<u8>,
    /// For encodings of one or two bytes for each character.
    pub(crate) two_byte: EncodeKernel<u16>,
}

const PORTABLE: EncodeKernels = EncodeKernels { single_byte: portable::encode, two_byte: portable::encode };

impl EncodeKernels {
    /// The best that this machine can run.
    pub(crate) fn best() -> EncodeKernels {
        #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
        if let Some(kernels) = avx512::kernels().or_else(avx2::kernels) {
            return kernels;
        }
        PORTABLE
    }

    /// The kernels of `level`, if this machine can run them. NEON has the portable ones.
    #[cfg(charsniff_unstable)]
    pub(crate) fn at(level: Level) -> Option<EncodeKernels> {
        Kernels::at(level)?;
        match level {
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            Level::Avx512 => avx512::kernels(),
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            Level::Avx2 => avx2::kernels(),
            _ => Some(PORTABLE),
        }
    }
}
