//! How much of an exhaustive test is run.

/// Tests that visit all inputs, states or characters visit every n-th only. n is 1, or the
/// environment variable `TEST_STRIDE`, which is set on emulated machines.
pub fn stride() -> usize {
    std::env::var("TEST_STRIDE").map_or(1, |stride| stride.parse().expect("TEST_STRIDE is a number above 0"))
}
