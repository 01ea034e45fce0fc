#!/usr/bin/env bash
# Builds the JavaScript package's WebAssembly, and tests the package.
#   tools/js.sh
# CHARSNIFF_COMMAND names a built command to compare the package with; otherwise the command is built.
set -euo pipefail
cd "$(dirname "$0")/../bindings/js"

skip() {
    echo "skipped: $*"
    exit 0
}
command -v node >/dev/null && node -e 'process.exit(Number(process.versions.node.split(".")[0] < 20))' || skip "no Node 20 or later"
command -v npm >/dev/null || skip "no npm"
for tool in wasm-ld wasm-opt; do
    command -v "$tool" >/dev/null || skip "no $tool"
done
# The command is built by the toolchain of the workspace, the modules by one that has the standard library's sources.
if [[ -z ${CHARSNIFF_COMMAND-} ]] && command -v cargo >/dev/null; then
    cargo build --quiet --release -p charsniff-cli --manifest-path ../../Cargo.toml
    export CHARSNIFF_COMMAND=${CARGO_TARGET_DIR:-$PWD/../../target}/release/charsniff
fi
export RUSTC=${RUSTC:-/usr/bin/rustc}
[[ -d $("$RUSTC" --print sysroot 2>/dev/null)/lib/rustlib/src/rust/library/std ]] || skip "$RUSTC cannot build its standard library"

./build.sh
node --test --test-reporter=spec test/*.test.js

# Types, where the compiler for them can be had.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if npm install --silent --no-audit --no-fund --prefix "$folder" typescript@5 @types/node@20; then
    cp -r test/typed.*ts package.json ./*.d.ts compat cjs "$folder"
    # With Node's types and no browser's: there is less in them.
    (cd "$folder" && npx tsc --noEmit --strict --module nodenext --target es2022 --lib es2023,esnext.disposable --types node typed.ts typed.cts)
else
    echo "skipped: types, without the TypeScript compiler"
fi
