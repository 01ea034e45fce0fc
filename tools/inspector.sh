#!/usr/bin/env bash
# Builds the inspector (docs/inspector.md) into one HTML file and tests it in Chromium and Firefox.
#   tools/inspector.sh                     build and test
#   tools/inspector.sh --build             build only
#   tools/inspector.sh --screenshot FILE   build, and make the picture for the documentation
# CHROMIUM and FIREFOX name the browsers if they are not in PATH, CHARSNIFF a built command to compare the page with;
# otherwise the command is built.
set -euo pipefail
cd "$(dirname "$0")/.."

package=bindings/js
inspector=$package/inspector

if ! command -v node >/dev/null || ! node -e 'process.exit(Number(process.versions.node.split(".")[0] < 20))'; then
    echo "skipped: no Node 20 or later"
    exit 0
fi
is_old() {
    local sources=(src Cargo.toml $package/{src,Cargo.toml,build.sh})
    local built=$package/charsniff-editing.wasm
    [[ ! -f $built || -n $(find "${sources[@]}" -newer $built -print -quit) ]]
}
if is_old; then
    if ! command -v wasm-ld >/dev/null || ! command -v wasm-opt >/dev/null || [[ ! -x ${RUSTC:-/usr/bin/rustc} ]]; then
        echo "skipped: $package/build.sh lacks a compiler for WebAssembly"
        exit 0
    fi
    $package/build.sh
fi
node $inspector/build.mjs
[[ ${1-} != --build ]] || exit 0

if ! npm install --prefix $inspector --no-audit --no-fund --no-package-lock --silent; then
    echo "skipped: the packages that the tests need cannot be had"
    exit 0
fi
if [[ ${1-} == --screenshot ]]; then
    node $inspector/test/screenshot.js "$2"
    exit 0
fi
if [[ -z ${CHARSNIFF-} ]] && command -v cargo >/dev/null; then
    cargo build --quiet --release -p charsniff-cli
    export CHARSNIFF=${CARGO_TARGET_DIR:-$PWD/target}/release/charsniff
fi
node --test --test-reporter=spec $inspector/test/*.test.js
