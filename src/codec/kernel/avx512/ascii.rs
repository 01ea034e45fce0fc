//! Copies ASCII, up to a byte that has its highest bit set.

use super::*;

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(in super::super) fn ascii(src: &[u8], dst: &mut [u8]) -> usize {
    let n = src.len().min(dst.len());
    let (src, dst) = (&src[..n], &mut dst[..n]);
    let mut at = blocks(src, dst);
    while at < n {
        let v = load_some(&src[at..]);
        store_some(&mut dst[at..], v);
        let others = _mm512_movepi8_mask(v);
        if others != 0 {
            return at + others.trailing_zeros() as usize;
        }
        at = n.min(at + WIDTH);
    }
    n
}

/// Copies whole blocks as long as they are ASCII and fit.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(in super::super) fn blocks(src: &[u8], dst: &mut [u8]) -> usize {
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
