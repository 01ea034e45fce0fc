#!/usr/bin/env bash
# Runs every fuzz target over the kept corpus, so many seconds each: `fuzz/run.sh SECONDS [TARGETS...]`.
#
# It needs a nightly toolchain; without one it says so and does nothing. cargo-fuzz is installed when it is missing.
# What the targets find besides is kept in target/fuzz-corpus, which the next run starts from too. `fuzz/long.sh` is for
# hours by hand.
set -euo pipefail
cd "$(dirname "$0")"
seconds=${1:?how many seconds for each target}
shift

if ! cargo +nightly --version >/dev/null 2>&1; then
    echo "skipped: no nightly toolchain to fuzz with"
    exit 0
fi
if ! cargo fuzz --version >/dev/null 2>&1; then
    cargo install --locked cargo-fuzz || { echo "skipped: cargo-fuzz cannot be installed"; exit 0; }
fi

mapfile -t all < <(cargo +nightly fuzz list)
targets=("${@:-${all[@]}}")
cargo +nightly fuzz build 2>&1 | tail -n 5
total=0
for target in "${targets[@]}"; do
    found=../target/fuzz-corpus/$target
    mkdir -p "$found" "corpus/$target"
    log=$(mktemp)
    # The first folder is the one that is written to.
    if ! cargo +nightly fuzz run "$target" "$found" "corpus/$target" -- \
        -max_total_time="$seconds" -max_len=1024 -timeout=120 -print_final_stats=1 >"$log" 2>&1; then
        cat "$log"
        echo "FAILED $target"
        exit 1
    fi
    executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    total=$((total + executions))
    printf '%-14s %12s executions\n' "$target" "$executions"
    rm "$log"
done
echo "${#targets[@]} passed, 0 failed ($total executions)"
