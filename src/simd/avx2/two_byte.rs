//! Encodings of ASCII and pairs.

use super::super::pairs;
use super::*;

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(in super::super) fn two_byte(src: &[u8], dst: &mut [u8], layout: &TwoByte) -> (usize, usize) {
    let (read, written) = by_blocks(src, dst, layout);
    let (r, w) = portable::one_by_one(&src[read..], &mut dst[written..], layout);
    (read + r, written + w)
}

/// [`pairs::blocks`]. Never inlined: the AVX-512 kernel calls it, and the compiler would use AVX-512 there, which
/// is slower.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(in super::super) fn by_blocks(src: &[u8], dst: &mut [u8], layout: &TwoByte) -> (usize, usize) {
    pairs::blocks(src, dst, layout, |block| {
        let (vectors, _) = block.as_chunks();
        let [low, high] = [&vectors[0], &vectors[1]].map(|vector| _mm256_movemask_epi8(load(vector)) as u32);
        u64::from(high) << 32 | u64::from(low)
    })
}
