//! The loops that encode: from UTF-8 to the bytes of a legacy encoding, by its page table.

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod avx512;
mod portable;

use super::{Kernels, Level};
use crate::codec::data::pages::Pages;

/// Reads valid UTF-8 from its start. Stops before a character that it does not handle or that may not fit:
/// (bytes read, bytes written).
pub(crate) type EncodeKernel<U> = fn(src: &[u8], dst: &mut [u8], pages: &Pages<U>) -> (usize, usize);

/// The encoding kernels of one level.
pub(crate) struct EncodeKernels {
    /// As [`Kernels::ascii`].
    pub(crate) ascii: fn(src: &[u8], dst: &mut [u8]) -> usize,
    /// Encodings of one byte for each character.
    pub(crate) single_byte: EncodeKernel<u8>,
    /// Encodings of one or two bytes for each character.
    pub(crate) double_byte: EncodeKernel<u16>,
    /// The level of these kernels. Only this folder makes them, so the machine has that level.
    level: Level,
}

/// From UTF-16 to an encoding of one byte for each character, up to a code unit that cannot be encoded, as far as
/// it fits: the number of code units, which is that of bytes.
pub(crate) type SingleByteOfUtf16 = fn(src: &[u16], dst: &mut [u8], pages: &Pages<u8>) -> usize;

impl EncodeKernels {
    /// The best kernels that this machine can run, found out once.
    #[cfg(feature = "std")]
    pub(crate) fn best() -> &'static EncodeKernels {
        static BEST: std::sync::OnceLock<&EncodeKernels> = std::sync::OnceLock::new();
        BEST.get_or_init(EncodeKernels::find_best)
    }

    /// The best kernels for the instruction sets that the program is compiled for.
    #[cfg(not(feature = "std"))]
    pub(crate) fn best() -> &'static EncodeKernels {
        EncodeKernels::find_best()
    }

    fn find_best() -> &'static EncodeKernels {
        let levels = [Level::Avx512, Level::Avx2];
        levels.into_iter().find_map(EncodeKernels::at).unwrap_or(&portable::KERNELS)
    }

    /// The kernel of the same level that reads UTF-16. Apart from the others, so that the linker can drop it from a
    /// program that does not encode UTF-16.
    pub(crate) fn single_byte_of_utf16(&self) -> SingleByteOfUtf16 {
        match self.level {
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            // SAFETY: the machine has the level of these kernels, and AVX2 is part of both.
            Level::Avx2 | Level::Avx512 => |src, dst, pages| unsafe { avx2::single_byte_of_utf16(src, dst, pages) },
            _ => portable::single_byte_of_utf16,
        }
    }

    /// The kernels of `level`, if this machine can run them. NEON has none of its own; it gets the portable ones.
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
