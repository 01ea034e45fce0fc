//! The loops that encode: UTF-8 to the bytes of a legacy encoding through its page table.

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod avx512;
mod portable;

use super::{Kernels, Level};
use crate::codec::pages::Pages;

/// Reads valid UTF-8 from its start and stops before a character that it does not handle or that
/// does not surely fit: (read, written).
pub(crate) type EncodeKernel<U> = fn(src: &[u8], dst: &mut [u8], pages: &Pages<U>) -> (usize, usize);

/// The encoding kernels of one level.
pub(crate) struct EncodeKernels {
    /// As [`Kernels::ascii`].
    pub(crate) ascii: fn(src: &[u8], dst: &mut [u8]) -> usize,
    /// An encoding of one byte a character.
    pub(crate) single_byte: EncodeKernel<u8>,
    /// The same from UTF-16, up to a code unit without a byte, as far as it fits: how many code units,
    /// and as many bytes.
    pub(crate) single_byte_of_utf16: fn(src: &[u16], dst: &mut [u8], pages: &Pages<u8>) -> usize,
    /// An encoding of one or two bytes a character.
    pub(crate) double_byte: EncodeKernel<u16>,
}

impl EncodeKernels {
    /// The best kernels of this machine, found out once.
    #[cfg(feature = "std")]
    pub(crate) fn best() -> &'static EncodeKernels {
        static BEST: std::sync::OnceLock<&EncodeKernels> = std::sync::OnceLock::new();
        BEST.get_or_init(EncodeKernels::find_best)
    }

    /// The best kernels of the instruction sets that the program is compiled for.
    #[cfg(not(feature = "std"))]
    pub(crate) fn best() -> &'static EncodeKernels {
        EncodeKernels::find_best()
    }

    fn find_best() -> &'static EncodeKernels {
        let levels = [Level::Avx512, Level::Avx2];
        levels.into_iter().find_map(EncodeKernels::at).unwrap_or(&portable::KERNELS)
    }

    /// The kernels of `level`, or of a lower one where it has none of its own, if this machine
    /// can run them.
    pub(crate) fn at(level: Level) -> Option<&'static EncodeKernels> {
        Kernels::at(level)?;
        match level {
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            Level::Avx512 => avx512::kernels(),
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            Level::Avx2 => avx2::kernels(),
            _ => Some(&portable::KERNELS),
        }
    }
}
