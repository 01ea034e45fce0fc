#!/usr/bin/env bash
# Fuzzes by hand for as long as you like: `fuzz/long.sh SECONDS [TARGETS...]`.
#
# Two lanes run side by side, each through its targets in turn, a slice each time. Those that reach the kernels
# (`decode`, `encode`, `levels`) have a turn with AddressSanitizer, debug assertions and overflow checks, then one
# without, which is faster; the others, which are safe code, two without any of them, then one with debug assertions
# and overflow checks. A line a slice goes to target/fuzz-log; what was executed so far, by target and build:
#
#     fuzz/long.sh total
#
# A finding ends its target's turns, and is told there and at the end. Environment: FUZZ_TARGET_DIR for the builds,
# FUZZ_LOG for the log, SLICE for the seconds of a slice.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd .. && pwd)
log=${FUZZ_LOG:-$root/target/fuzz-log}
builds=${FUZZ_TARGET_DIR:-$root/target/fuzz}
found=$root/target/fuzz-corpus
slice=${SLICE:-60}

total() {
    awk '{ sum[$2 " " $3] += $4; all += $4; if ($5 != "passed") failed++ }
         END { for (t in sum) printf "%-22s %12d\n", t, sum[t] | "sort"; close("sort")
               printf "%-22s %12d executions, %d findings\n", "all", all, failed }' "$log"
}

case ${1:?how many seconds, or total} in
    total) total; exit ;;
esac
end=$((SECONDS + $1))
shift
targets=" ${*:-decode encode levels headers sniff stream detector declarations} "
mkdir -p "$(dirname "$log")"
touch "$log"

# The three builds: what checks memory, what checks arithmetic, what is fast.
cargo +nightly fuzz build --no-trace-compares --target-dir "$builds/address"
cargo +nightly fuzz build --sanitizer none --target-dir "$builds/checked"
cargo +nightly fuzz build --sanitizer none --release --no-trace-compares --target-dir "$builds/fast"
# What is freed is not watched for long: the kernels free nothing.
export ASAN_OPTIONS=detect_stack_use_after_return=0:malloc_context_size=0:quarantine_size_mb=16

# One slice: `run TARGET BUILD LONGEST`, the longest input in bytes.
run() {
    local target=$1 build=$2 longest=$3 output verdict=passed count
    mkdir -p "$found/$target" "artifacts/$target"
    output=$(mktemp)
    "$builds/$build/$(rustc -vV | sed -n 's/^host: //p')/release/$target" "$found/$target" "corpus/$target" \
        -max_total_time="$slice" -max_len="$longest" -timeout=600 -detect_leaks=0 -reload=0 -entropic=0 -print_final_stats=1 \
        -artifact_prefix="artifacts/$target/" >"$output" 2>&1 || verdict=FAILED
    count=$(sed -n 's/^stat::number_of_executed_units: *//p' "$output")
    echo "$(date -u +%H:%M:%S) $target $build ${count:-0} $verdict" >>"$log"
    [ $verdict = passed ] || mv "$output" "$log.$target"
    rm -f "$output"
    [ $verdict = passed ]
}

# `lane TARGET:LONGEST...`: in turn until the time is over.
lane() {
    local turn=0 build
    while [ $SECONDS -lt $end ] && [ $# -gt 0 ]; do
        for one in "$@"; do
            [ $SECONDS -lt $end ] || break
            case $one in
                decode:*|encode:*|levels:*) build=$([ $((turn % 2)) = 0 ] && echo address || echo fast) ;;
                *) build=$([ $((turn % 3)) = 2 ] && echo checked || echo fast) ;;
            esac
            run "${one%:*}" "$build" "${one#*:}" && continue
            # A target that found something is done.
            local rest=()
            for other in "$@"; do [ "$other" = "$one" ] || rest+=("$other"); done
            set -- "${rest[@]}"
        done
        turn=$((turn + 1))
    done
}

# Those of the targets that were asked for.
asked() { for one in "$@"; do case $targets in *" ${one%:*} "*) echo "$one" ;; esac; done; }

# Targets that cost little have more turns.
# shellcheck disable=SC2046
lane $(asked levels:256 decode:256 encode:128) &
# shellcheck disable=SC2046
lane $(asked headers:128 sniff:256 stream:256 declarations:128 headers:256 sniff:512 stream:512 detector:256) &
wait
total
! grep -q FAILED "$log"
