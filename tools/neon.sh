#!/usr/bin/env bash
# Prints how many times as many instructions as the kernels for NEON plain Rust takes, which the compiler vectorizes with
# NEON: the table in docs/codec.md. qemu counts them, in 20,000 bytes of the sentences in fixtures/detector.
#
# It takes a rustc with the standard library for aarch64-unknown-linux-gnu or with its source, and on Debian 12
# `apt-get install qemu-user gcc gcc-aarch64-linux-gnu libc6-dev-arm64-cross`. Without them it says so and stops.
set -euo pipefail
cd "$(dirname "$0")/.."
export RUSTC="${RUSTC:-rustc}"
target=aarch64-unknown-linux-gnu build_std=()
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for tool in "$RUSTC" qemu-aarch64 gcc aarch64-linux-gnu-gcc; do
    command -v "$tool" >/dev/null || { echo "skipped: no $tool"; exit; }
done
qemu-aarch64 --help | grep -q plugin || { echo "skipped: qemu-aarch64 takes no plugins"; exit; }
if [[ ! -d $("$RUSTC" --print target-libdir --target "$target") ]]; then
    [[ -d $("$RUSTC" --print sysroot)/lib/rustlib/src/rust/library ]] || { echo "skipped: no library for $target"; exit; }
    export RUSTC_BOOTSTRAP=1
    build_std=(-Zbuild-std=std,panic_abort)
fi
gcc -shared -fPIC -O2 -Wall -Werror -o "$folder/count.so" tools/instructions/count.c
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/machines" CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
# Static, since a dynamic program would need the libc and the loader of the other machine.
export RUSTFLAGS="-C target-feature=+crt-static --cfg charsniff_unstable"
cargo build --quiet --release "${build_std[@]}" --target "$target" -p charsniff-instructions --bin decode_at_level

# run LEVEL LABEL LANGUAGE TIMES: the instructions of the whole program.
run() {
    qemu-aarch64 -plugin "$folder/count.so" "$CARGO_TARGET_DIR/$target/release/decode_at_level" "$1" "$2" \
        "fixtures/detector/sentences/$3.txt" "$4" 2>&1
}
# one LEVEL LABEL LANGUAGE: those of decoding once more.
one() { echo $(($(run "$@" 2) - $(run "$@" 1))); }

echo '| | plain Rust over NEON |'
echo '| --- | ---: |'
while read -r label language; do
    neon=$(one neon "$label" "$language") plain=$(one portable "$label" "$language")
    echo "| $label, ${language} | $((plain / neon)).$((plain * 10 / neon % 10)) |"
done <<'END'
windows-1251 ru
koi8-r ru
windows-1256 ar
windows-1252 de
windows-1252 fr
END
