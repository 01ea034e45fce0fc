//! Of each run of bytes that have their highest bit set, every other one is a lead byte.

/// All bits at even places.
pub(super) const EVEN: u64 = 0x5555_5555_5555_5555;

/// Of each run of ones, every other bit from the first on. No two bits of the result are adjacent; unchecked
/// reads and writes in the kernels rely on that.
///
/// ```text
///   mask                               1110 0111 1000     (first bit on the left)
///   + first bits at even places        0001 0111 1000     runs that begin there are gone
///   kept of those: even places         1010 0000 0000
///   kept of others: odd places         0000 0101 0000
/// ```
#[inline(always)]
pub(super) fn every_other_of_runs(mask: u64) -> u64 {
    let first_bits = mask & !(mask << 1);
    let odd_runs = mask & mask.wrapping_add(first_bits & EVEN);
    mask & (odd_runs ^ EVEN)
}
