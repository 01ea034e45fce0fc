#!/usr/bin/env bash
# Builds the C interface as WebAssembly:
#   bindings/wasm/build.sh [FILE]           without vectors, for every host; FILE is charsniff.wasm in this folder if left out
#   bindings/wasm/build.sh --simd [FILE]    with vectors (`simd128`), for hosts that compile them, such as wazero
#   bindings/wasm/build.sh --small [FILE]   with small functions, for the JVM: HotSpot compiles none of more than 8,000 bytes
#
# It takes a compiler that can build its own standard library for WebAssembly: Debian's rustc-web with rust-web-src, and
# wasm-ld; and wasm-opt of binaryen.
set -euo pipefail

flags="-Zunstable-options -Cpanic=immediate-abort"
# The features that the compiler uses. By default, binaryen would use more.
features=(--enable-bulk-memory --enable-mutable-globals --enable-nontrapping-float-to-int --enable-sign-ext
    --enable-multivalue --enable-reference-types)
after=() names=()
if [[ ${1:-} == --simd ]]; then
    shift
    flags+=" -Ctarget-feature=+simd128"
    features+=(--enable-simd)
fi
if [[ ${1:-} == --small ]]; then
    shift
    export CARGO_PROFILE_WASM_OPT_LEVEL=2
    # The names of functions, so that the compiler for the JVM can say which one is too large. They are not in the jar.
    export CARGO_PROFILE_WASM_STRIP=debuginfo
    names=(-g)
    # LLVM inlines what is called only once whatever the threshold. Functions that must not be are marked in src/.
    flags+=" -Cllvm-args=-inline-threshold=100"
    # Binaryen does not inline what the compiler has not inlined.
    features+=(-ocimfs 1 -aimfs 1 -fimfs 1)
    # Nothing is on the stack where a loop begins: HotSpot could not compile the loop while it runs.
    after=(--flatten --simplify-locals-notee-nostructure --vacuum --coalesce-locals --simplify-locals-notee-nostructure
        --vacuum --coalesce-locals --reorder-locals --merge-blocks --remove-unused-brs --vacuum)
fi
file=$(realpath "${1:-$(dirname "$0")/charsniff.wasm}")
cd "$(dirname "$0")"

export RUSTC=${RUSTC:-/usr/bin/rustc} RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld
# A panic, which no input causes, is a trap without a message, so that no code for formatting is linked. The module
# contains no path of the machine that builds it.
export RUSTFLAGS="$flags --remap-path-prefix=$(realpath ../..)=. --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"
target=$(cargo metadata --format-version=1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
cargo build --quiet --locked --profile wasm --target wasm32-unknown-unknown -Zbuild-std=std,panic_abort
wasm-opt -O3 "${names[@]}" "${features[@]}" "$target/wasm32-unknown-unknown/wasm/charsniff_wasm.wasm" -o "$file"
if ((${#after[@]})); then wasm-opt "${names[@]}" "${features[@]}" "$file" "${after[@]}" -o "$file"; fi
