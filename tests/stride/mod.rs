//! How much of what can be walked whole is walked.

/// Tests that walk all inputs, states or characters take each so many-th: all, unless the environment variable
/// `TEST_STRIDE` says more, as it does where machines are emulated.
pub fn stride() -> usize {
    std::env::var("TEST_STRIDE").map_or(1, |stride| stride.parse().expect("TEST_STRIDE is a number above 0"))
}
