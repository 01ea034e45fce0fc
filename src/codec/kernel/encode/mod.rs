//! The loops that encode: from UTF-8 to the bytes of a legacy encoding, by its page table.

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod avx2;
mod portable;

#[cfg(charsniff_unstable)]
use super::{Kernels, Level};
use crate::codec::data::pages::Pages;

pub(crate) use portable::encode;

/// Encodes to one byte for each character. Reads valid UTF-8 from its start. Stops before a character that it does not
/// handle or that may not fit: (bytes read, bytes written).
pub(crate) type EncodeSingleByte = fn(src: &[u8], dst: &mut [u8], pages: &Pages<u8>) -> (usize, usize);

/// The best kernel that this machine can run.
pub(crate) fn single_byte() -> EncodeSingleByte {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    if let Some(kernel) = avx2::kernel() {
        return kernel;
    }
    encode
}

/// The kernel of `level`, if this machine can run it. AVX-512 has that of AVX2, and NEON the portable one.
#[cfg(charsniff_unstable)]
pub(crate) fn single_byte_at(level: Level) -> Option<EncodeSingleByte> {
    Kernels::at(level)?;
    Some(if matches!(level, Level::Avx2 | Level::Avx512) { single_byte() } else { encode })
}
