//! UTF-8 without intrinsics: [`by_leads`], which the compiler vectorizes, and an automaton for short input. In
//! WebAssembly with vectors, `simd128` takes the place of both.

use super::super::by_leads::{self, BACK, Leads, SHORTEST, Window};
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::super::simd128::valid_up_to as valid_by_steps;
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
use super::super::utf8_automaton::valid_by_steps;

/// Whether the target has vectors, of those where vectorization was verified. Without vectors, the automaton
/// is faster.
const VECTORS: bool = cfg!(any(target_feature = "sse2", target_feature = "neon"));

/// Copies as far as it is valid and whole characters fit.
pub(in super::super) fn copy(src: &[u8], dst: &mut [u8]) -> usize {
    let n = src.len().min(dst.len());
    if VECTORS && n >= SHORTEST {
        return by_leads::copy(src, dst, leads_of);
    }
    // A piece stays in the first-level cache between validation and copy.
    const PIECE: usize = 8 * 1024;
    let mut at = 0;
    loop {
        let piece = &src[at..n.min(at + PIECE)];
        let valid = valid_by_steps(piece);
        dst[at..at + valid].copy_from_slice(&piece[..valid]);
        at += valid;
        // A character that is cut off belongs to the next piece, if there is one.
        if valid == 0 || at == n || valid + BACK < piece.len() {
            return at;
        }
    }
}

/// The length of what is valid.
pub(in super::super) fn valid_up_to(src: &[u8]) -> usize {
    if VECTORS && src.len() >= SHORTEST { by_leads::valid_up_to(src, leads_of) } else { valid_by_steps(src) }
}

#[inline(never)]
fn leads_of(window: &Window) -> Option<Leads> {
    by_leads::leads_of(window)
}
