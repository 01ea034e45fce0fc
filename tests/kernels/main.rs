//! Every level of kernels that this machine can run gives the same bytes, error positions and
//! counts as the portable one, and neither reads nor writes beyond the end of its slices.

use std::io::Write;

use charsniff::{Encoding, Level};

mod decode;
#[cfg(feature = "encode")]
mod encode;
// The emulated machines do not have the source.
#[cfg(not(emulated))]
mod features;
mod find_before_letter;
mod runs;
mod to_utf16;
mod walk;
mod walk_decoders;
#[cfg(feature = "encode")]
mod walk_encoders;

#[path = "../support/guarded.rs"]
mod guarded;
#[path = "../support/random.rs"]
mod random;
#[path = "../support/resource.rs"]
mod resource;
#[path = "../support/skipped.rs"]
mod skipped;
#[path = "../support/stride.rs"]
mod stride;

/// The levels that are compared with the portable one.
fn levels() -> Vec<Level> {
    let all = [Level::Avx2, Level::Avx512, Level::Neon];
    all.into_iter().filter(|level| Encoding::Utf8.new_decoder_at_level(*level).is_some()).collect()
}

/// Without a level, the tests below would compare the portable kernels with themselves.
#[test]
fn every_machine_has_its_level() {
    for level in [Level::Avx2, Level::Avx512] {
        if cfg!(target_arch = "x86_64") && !levels().contains(&level) {
            // The harness would show the output of `eprintln!` only for tests that fail.
            let _ = writeln!(std::io::stderr(), "skipped: {level:?}, which this machine lacks; see docs/testing.md");
        }
    }
    #[cfg(target_arch = "x86_64")]
    assert_eq!(
        levels().contains(&Level::Avx2),
        is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2") && is_x86_feature_detected!("popcnt")
    );
    assert_eq!(levels().contains(&Level::Neon), cfg!(all(target_arch = "aarch64", target_endian = "little")));
    #[cfg(target_arch = "x86_64")]
    if !levels().contains(&Level::Avx512) {
        skipped::skipped("no AVX-512: its kernels are not tested, see tools/avx512.sh");
    }
}
