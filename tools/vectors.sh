#!/usr/bin/env bash
# Prints as a table how many answers of the vectors (fixtures/vectors) a binding gives. Fails if one of them is another.
#   tools/vectors.sh c|go|java|javascript|python
#
# What is tested is what is built: charsniff.wasm of Go, the modules of bindings/js, the core in bindings/wasm, and the package
# that `python` imports.
set -euo pipefail
cd "$(dirname "$0")/.."

run() {
    case $1 in
        c) cargo test --quiet -p charsniff-c --test vectors -- --nocapture ;;
        go) (cd bindings/go && go test -count=1 -v -run Vectors .) ;;
        java) mvn --batch-mode --file bindings/jvm/pom.xml --projects charsniff --also-make \
            -Dtest=VectorsTest -Dsurefire.failIfNoSpecifiedTests=false test ;;
        javascript) node --test --test-reporter=tap bindings/js/test/vectors.test.js ;;
        python) (tests=$PWD/bindings/python/tests && cd / && python -m pytest -q -s -p no:cacheprovider --rootdir "$tests" "$tests/test_vectors.py") ;;
    esac
}
output=$(run "$1" 2>&1) || {
    printf '%s\n' "$output" >&2
    exit 1
}
echo '| vectors | the same answers |'
echo '| --- | ---: |'
# Java runs them on two engines: the first one counts. Tests run in any order.
sed -nE 's/^.*(vectors: |^# )([0-9]+ [a-z].*)$/\2/p' <<<"$output" | tr ',' '\n' |
    sed -E 's/^ *([0-9]+) (.*[^ ]) *$/| \2 | \1 |/' | awk -F'|' '!seen[$2]++' | LC_ALL=C sort
