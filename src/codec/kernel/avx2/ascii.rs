//! Copies ASCII, up to a byte that has its highest bit set.

use super::*;

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(in super::super) fn ascii(src: &[u8], dst: &mut [u8]) -> usize {
    let mut at = blocks(src, dst);
    let (from, _) = src[at..].as_chunks::<WIDTH>();
    let (to, _) = dst[at..].as_chunks_mut::<WIDTH>();
    for (from, to) in from.iter().zip(to) {
        let v = load(from);
        store(to, v);
        let others = _mm256_movemask_epi8(v);
        if others != 0 {
            return at + others.trailing_zeros() as usize;
        }
        at += from.len();
    }
    at + portable::ascii(&src[at..], &mut dst[at..])
}

/// Copies whole blocks as long as they are ASCII and fit.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn blocks(src: &[u8], dst: &mut [u8]) -> usize {
    let mut at = 0;
    let (from, _) = src.as_chunks();
    let (to, _) = dst.as_chunks_mut();
    for (from, to) in from.iter().zip(to) {
        let vectors = load_block(from);
        if !is_ascii(vectors) {
            break;
        }
        store_block(to, vectors);
        at += from.len();
    }
    at
}
