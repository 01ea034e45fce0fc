#!/usr/bin/env bash
# Miri on `tests/safe_codec.rs`: undefined behaviour behind the safe interface of the decoders and encoders. Miri runs the
# kernels of plain Rust, since it has no AVX2.
#
#     tools/miri.sh
#
# It needs a nightly toolchain with the components miri and rust-src; without them it is skipped with a message.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! cargo +nightly miri --version &>/dev/null; then
    echo "skipped: no nightly toolchain with Miri"
    exit 0
fi
# `emulated` leaves out the dependencies that other tests need, which would have to be built for Miri.
export RUSTFLAGS="--cfg emulated --cfg charsniff_unstable" CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/miri"
cargo +nightly miri test --quiet -p charsniff --test safe_codec
