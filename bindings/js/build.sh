#!/usr/bin/env bash
# Builds charsniff.wasm, charsniff-detector.wasm and charsniff-whole.wasm in this folder, and from the last one what
# `require` and `charsniff/inline` need.
#
# It takes a compiler that can build its own standard library for WebAssembly, and wasm-opt of binaryen:
#   rustup component add rust-src                                      and binaryen, or
#   apt-get install rustc-web rust-web-src lld binaryen                RUSTC=/usr/bin/rustc
set -euo pipefail
cd "$(dirname "$0")"

has_sources() { [[ -d $("$1" --print sysroot 2>/dev/null)/lib/rustlib/src/rust/library/std ]]; }
if [[ -z ${RUSTC-} ]]; then
    for RUSTC in "$(command -v rustup >/dev/null && rustup which rustc)" /usr/bin/rustc; do
        ! has_sources "$RUSTC" || break
    done
fi
if ! has_sources "$RUSTC" || ! command -v wasm-opt node >/dev/null; then
    echo "build.sh needs rustc with the sources of its standard library (rustup component add rust-src, or Debian's
rustc-web and rust-web-src with lld), wasm-opt (binaryen), and node" >&2
    exit 1
fi
export RUSTC RUSTC_BOOTSTRAP=1
# Debian's compiler has no linker for WebAssembly of its own.
if command -v wasm-ld >/dev/null; then export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld; fi
# A panic, which no input causes, is a trap without a message, so that no code for formatting is linked.
flags="-Zunstable-options -Cpanic=immediate-abort --cfg charsniff_unstable"
module=${CARGO_TARGET_DIR:-../../target}/wasm32-unknown-unknown/wasm/charsniff_js.wasm

# The features that the compiler uses; all browsers of recent years have them. By default, binaryen would use more.
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
for name in detector whole; do
    build "charsniff-$name.wasm" "$flags -Ctarget-feature=+simd128" --no-default-features --features "$name" \
        --config 'profile.wasm.package.charsniff.opt-level=2' --config 'profile.wasm.package.memchr.opt-level="z"'
done
node commonjs.mjs
