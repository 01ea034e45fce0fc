#!/usr/bin/env bash
# Builds for other machines, and the tests on those that qemu's user mode runs:
#
#     tests/machines.sh [aarch64] [s390x] [wasm32] [no_std]      all four unless told
#     TESTS="kernels:: tables::" tests/machines.sh s390x           only those of tests/emulated/main.rs
#     TEST_STRIDE=1 tests/machines.sh aarch64                     nothing left out (tests/stride)
#
# A machine that a part is missing for is skipped, with the part. Each needs a rustc with the standard library for the
# target (`rustup target add`) or its source (`rustup component add rust-src`), from which it is built then; to run
# tests, qemu and a cross linker too. All of it from Debian 12:
#
#     apt-get install rustc-web rust-web-src qemu-user-static \
#         gcc-aarch64-linux-gnu libc6-dev-arm64-cross gcc-s390x-linux-gnu libc6-dev-s390x-cross
#     RUSTC=/usr/bin/rustc tests/machines.sh
set -euo pipefail
cd "$(dirname "$0")/.."
export RUSTC="${RUSTC:-rustc}" CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/machines"
# Half the time to build, and nobody debugs this.
export CARGO_PROFILE_DEV_DEBUG=0 CARGO_PROFILE_TEST_DEBUG=0
# An emulated machine is 20 times as slow: of what tests walk whole, each 127th, unless told.
export TEST_STRIDE="${TEST_STRIDE:-127}"
ran=0
skipped=0
command -v "$RUSTC" >/dev/null || { echo "skipped all: no $RUSTC"; exit; }

skip() {
    echo "skipped $1: no $2"
    skipped=$((skipped + 1))
}

# Whether there is the library for a target; if only its source, build_std gets how to make it of these crates.
has_library() {
    [[ -d $("$RUSTC" --print target-libdir --target "$1") ]] && return 0
    [[ -f $("$RUSTC" --print sysroot)/lib/rustlib/src/rust/library/Cargo.lock ]] || return 1
    # Cargo takes this option from whoever has the right toolchain for it.
    export RUSTC_BOOTSTRAP=1
    build_std=(-Zbuild-std="$2")
}

# All machines at once: much of a standard library is built by one thread. The tests need no more than `encoding_rs`;
# of the others, most are about files or about peers.
run_tests() {
    local machine target linker qemu variable targets=() build_std=()
    for machine; do
        target=$machine-unknown-linux-gnu linker=$machine-linux-gnu-gcc qemu=qemu-$machine-static
        has_library "$target" std,panic_abort,test || { skip "$machine" "standard library for $target, nor its source"; continue; }
        command -v "$linker" >/dev/null || { skip "$machine" "$linker"; continue; }
        command -v "$qemu" >/dev/null || { skip "$machine" "$qemu"; continue; }
        variable=CARGO_TARGET_$(tr a-z- A-Z_ <<<"$target")
        # Static, so that no libc of this machine meets a loader of another: they hang together.
        export "${variable}_LINKER=$linker" "${variable}_RUNNER=$qemu" \
            "${variable}_RUSTFLAGS=-C target-feature=+crt-static --cfg emulated"
        targets+=(--target "$target")
    done
    ((${#targets[@]})) || return 0
    # Only what is tested is worth the second level of optimization.
    cargo test --no-fail-fast "${build_std[@]}" "${targets[@]}" --config 'profile.test.package."*".opt-level=1' \
        --lib --test allocations --test emulated -- ${TESTS:-}
    ran=$((ran + ${#targets[@]} / 2))
}

# All targets at once: one thread a target computes the tables of the library.
build() {
    local machine=$1 crates=$2 targets=$3 options=() build_std=()
    shift 3
    for target in $targets; do
        has_library "$target" "$crates" || { skip "$machine" "library for $target, nor its source"; return; }
        options+=(--target "$target")
    done
    cargo build "${build_std[@]}" "${options[@]}" "$@"
    echo "$machine: $targets"
    ran=$((ran + 1))
}

emulated=()
for machine in ${*:-aarch64 s390x wasm32 no_std}; do
    case $machine in
        aarch64 | s390x) emulated+=("$machine") ;;
        wasm32) build wasm32 std,panic_abort wasm32-unknown-unknown --lib ;;
        # They have no std at all, and the last two no vector registers.
        no_std)
            build no_std core,alloc "riscv64imac-unknown-none-elf x86_64-unknown-none aarch64-unknown-none-softfloat" \
                --manifest-path tests/no_std/Cargo.toml
            ;;
        *) echo "what is $machine?" >&2; exit 2 ;;
    esac
done
run_tests "${emulated[@]}"
echo "$ran passed, $skipped skipped"
