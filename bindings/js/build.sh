#!/usr/bin/env bash
# Builds charsniff.wasm and charsniff-detector.wasm in this folder.
#
# It takes a compiler that can build its own standard library for WebAssembly: Debian's rustc-web with rust-web-src, and
# wasm-ld; and wasm-opt of binaryen.
set -euo pipefail
cd "$(dirname "$0")"

export RUSTC=${RUSTC:-/usr/bin/rustc} RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld
# A panic, which no input reaches, is a trap: there is no message, and nothing to format it with.
flags="-Zunstable-options -Cpanic=immediate-abort --cfg charsniff_unstable"
module=${CARGO_TARGET_DIR:-../../target}/wasm32-unknown-unknown/wasm/charsniff_js.wasm

# What the compiler uses, and no browser of the last years lacks; binaryen would use more.
features=(--enable-bulk-memory --enable-mutable-globals --enable-nontrapping-float-to-int --enable-sign-ext
    --enable-multivalue --enable-reference-types)

# build FILE RUSTFLAGS ARGUMENTS...
build() {
    local name=$1
    export RUSTFLAGS=$2
    shift 2
    cargo build --quiet --locked --profile wasm --target wasm32-unknown-unknown -Zbuild-std=std,panic_abort \
        --config 'profile.wasm.opt-level="s"' "$@"
    wasm-opt -Oz --converge "${features[@]}" "$module" -o "$name"
}

build charsniff.wasm "$flags"
# With vectors (`simd128`), UTF-8 is validated four times as fast.
features+=(--enable-simd)
build charsniff-detector.wasm "$flags -Ctarget-feature=+simd128" --features detector \
    --config 'profile.wasm.package.charsniff.opt-level=2' --config 'profile.wasm.package.memchr.opt-level="z"'
