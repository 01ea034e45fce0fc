#!/usr/bin/env bash
# Fuzzes for a long time: `fuzz/long.sh SECONDS [TARGETS...]`.
#
# Three lanes run in parallel. Each runs its targets in turn, for a slice of time. The first lane is guided by coverage, with
# debug assertions and overflow checks, and with AddressSanitizer for the targets that reach kernels (`levels`, `places`,
# `decode`, `encode`); it keeps new inputs in target/fuzz-corpus. The others mutate the corpus without guidance, but run code
# that is not instrumented, and therefore many times as many inputs (`examples/mutate.rs`).
#
# Each slice adds a line to target/fuzz-log. To see the number of executions so far, by target and lane:
#
#     fuzz/long.sh total
#
# After a finding, the lane does not run that target with that input length again. Findings are reported at the end, and the
# script then fails. Environment: FUZZ_TARGET_DIR for the builds, FUZZ_LOG for the log, SLICE for the seconds of a slice.
set -euo pipefail
cd "$(dirname "$0")"
# cargo-fuzz overrides `.cargo/config.toml`.
export RUSTFLAGS="${RUSTFLAGS-} --cfg charsniff_unstable"
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

[ "${1:?how many seconds, or total}" != total ] || { total; exit; }
seconds=$1
shift
known=" levels places decode encode headers smuggled sniff stream repair declarations detector warc "
targets=" ${*:-$known} "
for target in $targets; do
    [[ $known == *" $target "* ]] || { echo "no target is called $target" >&2; exit 2; }
done
mkdir -p "$(dirname "$log")"
touch "$log"
before=$(wc -l <"$log")

cargo +nightly fuzz build --no-trace-compares --target-dir "$builds/address"
cargo +nightly fuzz build --sanitizer none --target-dir "$builds/checked"
cargo +nightly build --release --example mutate --target-dir "$builds/mutate"
host=$(cargo +nightly -vV | sed -n 's/^host: //p')
# A small quarantine is enough, since kernels do not free memory.
export ASAN_OPTIONS=detect_stack_use_after_return=0:malloc_context_size=0:quarantine_size_mb=16

end=$((SECONDS + seconds))

# `slice TARGET WITH LONGEST`: runs one slice, with inputs of at most LONGEST bytes.
slice() {
    local target=$1 with=$2 longest=$3 output verdict=passed count
    mkdir -p "$found/$target" artifacts
    output=$(mktemp)
    if [ "$with" = mutate ]; then
        "$builds/mutate/release/examples/mutate" "$target" "$slice" "$longest" "$found/$target" "corpus/$target"
    else
        "$builds/$with/$host/release/$target" "$found/$target" "corpus/$target" \
            -max_total_time="$slice" -max_len="$longest" -timeout=600 -detect_leaks=0 -reload=0 -entropic=0 \
            -artifact_prefix="artifacts/$target-" -print_final_stats=1
    fi >"$output" 2>&1 || verdict=FAILED
    count=$(sed -n 's/^stat::number_of_executed_units: *//p; s/ executions,.*//p' "$output")
    echo "$(date -u +%H:%M:%S) $target $with ${count:-0} $verdict" >>"$log"
    [ $verdict = passed ] || cp "$output" "$log.$target"
    rm "$output"
    [ $verdict = passed ]
}

# `lane TARGET:WITH:LONGEST...`: runs slices in turn until the time is over.
lane() {
    while [ $SECONDS -lt $end ] && [ $# -gt 0 ]; do
        local one=$1
        shift
        case $targets in *" ${one%%:*} "*) ;; *) continue ;; esac
        # shellcheck disable=SC2086
        slice ${one//:/ } && set -- "$@" "$one"
    done
}

lane places:address:64 levels:address:256 headers:checked:256 decode:address:256 smuggled:checked:64 sniff:checked:256 \
    encode:address:128 stream:checked:128 levels:address:512 repair:checked:64 declarations:checked:128 \
    decode:address:512 detector:checked:256 warc:checked:512 &
lane headers:mutate:256 places:mutate:64 stream:mutate:128 smuggled:mutate:64 levels:mutate:256 decode:mutate:1024 \
    declarations:mutate:128 &
lane decode:mutate:256 encode:mutate:128 stream:mutate:64 repair:mutate:64 sniff:mutate:256 levels:mutate:1024 \
    detector:mutate:256 warc:mutate:512 &
wait
total
! tail -n "+$((before + 1))" "$log" | grep -q FAILED
