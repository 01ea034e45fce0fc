//! The lead bytes of runs, which is internal.

#[path = "../../src/simd/runs.rs"]
mod kernel;

use kernel::{EVEN, every_other_of_runs};

#[test]
fn every_other_bit_of_each_run_is_kept() {
    // Runs of all lengths at all places, and random numbers (from an LCG of Knuth's).
    let runs = (0..64).flat_map(|start| (1..=64 - start).map(move |n| (!0_u64 >> (64 - n)) << start));
    let mut random = 1_u64;
    let random = core::iter::repeat_with(|| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        random ^ random >> 29
    });
    for mask in runs.chain(random.take(10_000)).chain([0]) {
        let (mut expected, mut is_kept) = (0, false);
        for bit in 0..64 {
            is_kept = mask >> bit & 1 != 0 && !is_kept;
            expected |= u64::from(is_kept) << bit;
        }
        assert_eq!(every_other_of_runs(mask), expected, "{mask:b}");
    }
}

#[test]
fn a_run_of_all_bits_keeps_the_even_ones() {
    assert_eq!(every_other_of_runs(!0), EVEN);
}
