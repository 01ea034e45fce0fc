#!/bin/sh
# Runs tests as aarch64 programs under qemu: `tests/cross.sh [TESTS...]`, by default `kernels`.
#
# It needs qemu's user mode, a cross linker, and a rustc that has the standard library for
# aarch64-unknown-linux-gnu. On Debian 12:
#
#     dpkg --add-architecture arm64 && apt-get update
#     apt-get install rustc-web libstd-rust-web-dev:arm64 qemu-user-static gcc-aarch64-linux-gnu libc6-dev-arm64-cross
#     RUSTC=/usr/bin/rustc tests/cross.sh
#
# With rustup: `rustup target add aarch64-unknown-linux-gnu` instead of the first two packages.
set -eu
cd "$(dirname "$0")/.."
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target/cross}"
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="qemu-aarch64-static -L /usr/aarch64-linux-gnu"
for test in "${@:-kernels}"; do
    cargo test --target aarch64-unknown-linux-gnu --test "$test"
done
