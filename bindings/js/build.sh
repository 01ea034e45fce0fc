#!/usr/bin/env bash
# Builds charsniff.wasm, charsniff-whole.wasm and charsniff-editing.wasm in this folder, and from the last one what
# `require` and `charsniff/inline` need.
#
# It takes a compiler that can build its own standard library for WebAssembly, and wasm-opt of binaryen:
#   rustup component add rust-src                                      and binaryen, or
#   apt-get install rustc-web rust-web-src lld binaryen                RUSTC=/usr/bin/rustc
set -euo pipefail
cd "$(dirname "$0")"

has_sources() {
    local root
    root=$("$1" --print sysroot 2>/dev/null) && [[ -d $root/lib/rustlib/src/rust/library/std ]]
}
if [[ -z ${RUSTC-} ]]; then
    for RUSTC in "$(command -v rustup >/dev/null && rustup which rustc)" /usr/bin/rustc; do
        ! has_sources "$RUSTC" || break
    done
fi
missing=()
has_sources "$RUSTC" || missing+=("rustc with the sources of its standard library (rustup component add rust-src, or Debian's rustc-web and rust-web-src)")
# Debian's compiler has no linker for WebAssembly of its own; rustup's has one.
[[ $RUSTC != /usr/bin/* ]] || command -v wasm-ld >/dev/null || missing+=("wasm-ld (lld)")
for tool in cargo:rustup wasm-opt:binaryen node:nodejs; do
    command -v "${tool%:*}" >/dev/null || missing+=("${tool%:*} (${tool#*:})")
done
if ((${#missing[@]} > 0)); then
    printf 'build.sh: there is no %s\n' "${missing[@]}" >&2
    exit 1
fi
export RUSTC RUSTC_BOOTSTRAP=1
if command -v wasm-ld >/dev/null; then export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld; fi
# A panic, which no input causes, is a trap without a message, so that no code for formatting is linked.
flags="-Zunstable-options -Cpanic=immediate-abort --cfg charsniff_unstable"
module=${CARGO_TARGET_DIR:-../../target}/wasm32-unknown-unknown/wasm/charsniff_js.wasm

# The features that the compiler uses; all browsers of recent years have them. By default, binaryen would use more.
features=(--enable-bulk-memory --enable-mutable-globals --enable-nontrapping-float-to-int --enable-sign-ext
    --enable-multivalue --enable-reference-types)

# build FILE LEVEL RUSTFLAGS ARGUMENTS...
build() {
    local name=$1 level=$2
    export RUSTFLAGS=$3
    shift 3
    cargo build --quiet --locked --profile wasm --target wasm32-unknown-unknown -Zbuild-std=std,panic_abort \
        --config "profile.wasm.opt-level=$level" "$@"
    wasm-opt -Oz --converge "${features[@]}" "$module" -o "$name"
}

# What only looks at the start of a page is not faster at a higher level. It is what every program loads.
build charsniff.wasm '"s"' "$flags"
# With vectors (`simd128`), UTF-8 is validated four times as fast.
features+=(--enable-simd)
for name in whole editing; do
    build "charsniff-$name.wasm" 3 "$flags -Ctarget-feature=+simd128" --features "$name"
done
node commonjs.mjs
