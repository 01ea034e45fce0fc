//! The loops that encode: from UTF-8 to the bytes of a legacy encoding, by its page table.

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod avx512;
mod portable;

use super::Kernels;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
use super::Level;
use crate::simd::page_table::Pages;

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

impl Kernels {
    /// The kernels of the same level that encode. NEON has the portable ones.
    pub(crate) fn encode(&self) -> EncodeKernels {
        match self.level {
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            // SAFETY: only `avx2::kernels` has made kernels of this level, which has asked for the features.
            Level::Avx2 => unsafe { avx2::encode_kernels() },
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            // SAFETY: only `avx512::kernels` has made kernels of this level, which has asked for the features.
            Level::Avx512 => unsafe { avx512::encode_kernels() },
            _ => PORTABLE,
        }
    }
}
