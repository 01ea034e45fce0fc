#!/usr/bin/env bash
# Builds for other machines, and runs tests on them under qemu where that is possible:
#
#     tests/machines.sh [aarch64] [s390x] [wasm32] [no_std]      all four unless told
#     TESTS="kernels tables" tests/machines.sh s390x
#
# A machine that the parts are missing for is skipped, with what is missing. Each needs a rustc with either the
# standard library for the target (`rustup target add`) or its source (`rustup component add rust-src`), from which
# it is built then; to run tests, qemu's user mode and a cross linker too. All of it from Debian 12:
#
#     apt-get install rustc-web rust-web-src qemu-user-static \
#         gcc-aarch64-linux-gnu libc6-dev-arm64-cross gcc-s390x-linux-gnu libc6-dev-s390x-cross
#     RUSTC=/usr/bin/rustc tests/machines.sh
set -euo pipefail
cd "$(dirname "$0")/.."
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$PWD/target/machines}"
rustc=${RUSTC:-rustc}
library=$("$rustc" --print sysroot)/lib/rustlib
tests=${TESTS:-kernels encode_kernels decoders_faults decoders_whole encoder_buffers tables cases contexts stream security bounds}
ran=0
skipped=0

skip() {
    echo "skipped $1: no $2"
    skipped=$((skipped + 1))
}

# Whether there is a standard library for the target; build_std says how to make it.
has_library() {
    build_std=()
    [[ -d $library/$1 ]] && return 0
    [[ -f $library/src/rust/library/Cargo.lock ]] || return 1
    # Cargo takes this option from whoever has the right toolchain for it.
    export RUSTC_BOOTSTRAP=1
    build_std=(-Zbuild-std="$2")
}

run_tests() {
    local machine=$1 target=$1-unknown-linux-gnu linker=$1-linux-gnu-gcc qemu=qemu-$1-static
    has_library "$target" std,panic_abort,test || { skip "$machine" "standard library for $target, nor its source"; return; }
    command -v "$linker" >/dev/null || { skip "$machine" "$linker"; return; }
    command -v "$qemu" >/dev/null || { skip "$machine" "$qemu"; return; }
    local variable=CARGO_TARGET_$(tr a-z- A-Z_ <<<"$target")
    export "${variable}_LINKER=$linker" "${variable}_RUNNER=$qemu -L /usr/$machine-linux-gnu"
    local each=()
    for test in $tests; do each+=(--test "$test"); done
    cargo test --no-fail-fast "${build_std[@]}" --target "$target" --lib "${each[@]}"
    ran=$((ran + 1))
}

build() {
    local machine=$1 target=$2
    shift 2
    has_library "$target" core,alloc || { skip "$machine" "library for $target, nor its source"; return; }
    cargo build "${build_std[@]}" --target "$target" "$@"
    echo "$machine builds"
    ran=$((ran + 1))
}

for machine in "${@:-aarch64 s390x wasm32 no_std}"; do
    for machine in $machine; do
        case $machine in
            aarch64 | s390x) run_tests "$machine" ;;
            wasm32) build wasm32 wasm32-unknown-unknown --lib --no-default-features --features detector,encode ;;
            # A target that has no std at all.
            no_std) build no_std riscv64imac-unknown-none-elf --manifest-path tests/no_std/Cargo.toml ;;
            *) echo "what is $machine?" >&2; exit 2 ;;
        esac
    done
done
echo "$ran passed, 0 failed, $skipped skipped"
