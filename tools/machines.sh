#!/usr/bin/env bash
# Builds for other machines, and runs the tests on those that qemu emulates in user mode:
#
#     tools/machines.sh [aarch64] [s390x] [wasm32] [no_std]      all four by default
#     TESTS="kernels:: tables::" tools/machines.sh s390x           only those of tests/emulated/main.rs
#     TEST_STRIDE=1 tools/machines.sh aarch64                     every test in full (tests/support/stride.rs)
#
# If something is missing for a machine, that machine is skipped with a message. Each needs a rustc with the standard
# library for the target (`rustup target add`) or with its source (`rustup component add rust-src`), from which it is then
# built. Running tests also needs qemu and a cross linker. On Debian 12:
#
#     apt-get install rustc-web rust-web-src qemu-user-static \
#         gcc-aarch64-linux-gnu libc6-dev-arm64-cross gcc-s390x-linux-gnu libc6-dev-s390x-cross
#     RUSTC=/usr/bin/rustc tools/machines.sh
set -euo pipefail
cd "$(dirname "$0")/.."
export RUSTC="${RUSTC:-rustc}" CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/machines"
# Building takes half the time without debug information, which nobody needs here.
export CARGO_PROFILE_DEV_DEBUG=0 CARGO_PROFILE_TEST_DEBUG=0
# An emulated machine is 20 times as slow: exhaustive tests visit every 127th case only.
export TEST_STRIDE="${TEST_STRIDE:-127}"
ran=0
skipped=0
command -v "$RUSTC" >/dev/null || { echo "skipped all: no $RUSTC"; exit; }

skip() {
    echo "skipped $1: no $2"
    skipped=$((skipped + 1))
}

# Whether there is a standard library for a target. If there is only its source, `build_std` is set to the option that
# builds these crates from it.
has_library() {
    [[ -d $("$RUSTC" --print target-libdir --target "$1") ]] && return 0
    [[ -f $("$RUSTC" --print sysroot)/lib/rustlib/src/rust/library/Cargo.lock ]] || return 1
    # Makes a stable cargo accept the option.
    export RUSTC_BOOTSTRAP=1
    # Without what only backtraces need.
    build_std=(-Zbuild-std="$2" -Zbuild-std-features=panic-unwind)
}

# All machines at once, since much of a standard library is built by a single thread. These tests depend on `encoding_rs`
# only; most of the others are about files or other libraries.
run_tests() {
    local machine target linker qemu variable others targets=() build_std=()
    for machine; do
        target=$machine-unknown-linux-gnu linker=$machine-linux-gnu-gcc qemu=qemu-$machine-static
        has_library "$target" std,panic_abort,test || { skip "$machine" "standard library for $target, nor its source"; continue; }
        command -v "$linker" >/dev/null || { skip "$machine" "$linker"; continue; }
        command -v "$qemu" >/dev/null || { skip "$machine" "$qemu"; continue; }
        variable=CARGO_TARGET_$(tr a-z- A-Z_ <<<"$target")
        # Static, since a dynamic program would need the libc and the loader of the other machine.
        export "${variable}_LINKER=$linker" "${variable}_RUNNER=$qemu" \
            "${variable}_RUSTFLAGS=-C target-feature=+crt-static --cfg emulated --cfg charsniff_unstable"
        targets+=(--target "$target")
    done
    ((${#targets[@]})) || return 0
    # Only the code under test is worth the second level of optimization and checks at run time, which the standard
    # library of a compiler lacks too.
    others='profile.test.package."*"'
    cargo test --no-fail-fast "${build_std[@]}" "${targets[@]}" --config "$others.opt-level=1" \
        --config "$others.debug-assertions=false" --config "$others.overflow-checks=false" \
        -p charsniff --lib --test allocations --test emulated -- ${TESTS:-}
    ran=$((ran + ${#targets[@]} / 2))
}

# All targets at once, since each is built by a single thread for the most part.
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
        wasm32) build wasm32 std,panic_abort wasm32-unknown-unknown -p charsniff --lib ;;
        # These targets have no std, and the last two no vector registers.
        no_std)
            build no_std core,alloc "riscv64imac-unknown-none-elf x86_64-unknown-none aarch64-unknown-none-softfloat" \
                --manifest-path tests/no_std/Cargo.toml
            ;;
        *) echo "what is $machine?" >&2; exit 2 ;;
    esac
done
run_tests "${emulated[@]}"
echo "$ran passed, $skipped skipped"
