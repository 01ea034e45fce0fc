#!/usr/bin/env bash
# Runs every fuzz target on the stored corpus, for some seconds each: `fuzz/run.sh SECONDS [TARGETS...]`. `stream` and
# `repair` get at least 60, since their inputs are long: docs/testing.md says how soon they find which fault.
#
# Without a nightly toolchain, RUSTC_BOOTSTRAP lets the stable one do what the fuzzer needs. cargo-fuzz is installed if it
# is missing. New inputs are kept in target/fuzz-corpus, which the next run also starts from.
#
# The random numbers are the same each time, so that a run fails for what was changed. `fuzz/long.sh` searches with others.
set -euo pipefail
cd "$(dirname "$0")"
# cargo-fuzz overrides `.cargo/config.toml`.
export RUSTFLAGS="${RUSTFLAGS-} --cfg charsniff_unstable"
seconds=${1:?how many seconds for each target}
shift

if cargo +nightly --version >/dev/null 2>&1; then
    export RUSTUP_TOOLCHAIN=nightly
else
    export RUSTC_BOOTSTRAP=1
fi
if ! cargo fuzz --version >/dev/null 2>&1; then
    cargo install --locked --debug cargo-fuzz || { echo "skipped: cargo-fuzz cannot be installed"; exit 0; }
fi

# Those that take longest come first.
list=$(printf 'stream\nrepair\n' && cargo fuzz list | grep -vx -e stream -e repair)
mapfile -t targets < <(printf '%s\n' "${@:-$list}")
cargo fuzz build --no-trace-compares

# `fuzz TARGET`: prints the number of executions in one line; if it fails, its whole output.
fuzz() {
    local target=$1 found=../target/fuzz-corpus/$1 seconds=$seconds log
    [[ $target != @(stream|repair) ]] || seconds=$((seconds < 60 ? 60 : seconds))
    mkdir -p "$found" "corpus/$target"
    log=$(mktemp)
    # The first folder is the one that is written to.
    if ! cargo fuzz run --no-trace-compares "$target" "$found" "corpus/$target" -- \
        -max_total_time="$seconds" -seed=1 -max_len=1024 -timeout=120 -entropic=0 -print_final_stats=1 >"$log" 2>&1; then
        cat "$log"
        echo "FAILED $target"
        return 1
    fi
    printf '%-14s %12s executions\n' "$target" "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")"
    rm "$log"
}
export -f fuzz
export seconds

# As many at once as there are processors.
lines=$(printf '%s\n' "${targets[@]}" | xargs -P "$(nproc)" -I{} bash -c 'fuzz {}') || { echo "$lines"; exit 1; }
echo "$lines"
echo "${#targets[@]} passed, 0 failed ($(awk '{ total += $2 } END { print total }' <<<"$lines") executions)"
