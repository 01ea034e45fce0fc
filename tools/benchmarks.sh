#!/usr/bin/env bash
# Runs the benchmarks for docs/benchmarks.md, then draws the plots.
#
#     tools/benchmarks.sh [FOLDER]       FOLDER keeps the output (default: target/benchmarks)
#
# Takes about 15 minutes on an idle machine. The benchmarks name the corpus that they look for, and stop if it is
# missing. Levels that the machine lacks are skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-target/benchmarks}
mkdir -p "$out"
levels=(portable)
case $(uname -m) in
x86_64)
    grep -q -w avx2 /proc/cpuinfo && levels+=(avx2)
    grep -q -w avx512_vbmi2 /proc/cpuinfo && levels+=(avx512)
    ;;
aarch64) levels+=(neon) ;;
esac
for level in "${levels[@]}"; do
    cargo bench --bench decode --all-features -- --level "$level" >"$out/decode-$level.txt"
    cargo bench --bench encode --all-features -- --level "$level" >"$out/encode-$level.txt"
done
cargo bench --bench decode --all-features -- --small >"$out/decode-small.txt"
cargo bench --bench encode --all-features -- --small >"$out/encode-small.txt"
cargo bench --bench sniff --all-features >"$out/sniff.txt"
if python3 -c 'import matplotlib' 2>/dev/null; then
    python3 tools/plot_speed.py "$out" docs/images
else
    echo "skipped the plots: no matplotlib (pip install matplotlib)"
fi
