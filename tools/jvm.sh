#!/usr/bin/env bash
# Builds the Java library from WebAssembly, and tests it and its part for Tika: the jars are in bindings/jvm/*/target.
#   tools/jvm.sh                on the JDK at hand, and the tests again on each newer one
#   tools/jvm.sh --reproducible  builds twice, and compares
#   tools/jvm.sh --examples     runs the examples, too
set -euo pipefail
cd "$(dirname "$0")/.."

skip() {
    echo "skipped: $*"
    exit 0
}
command -v mvn >/dev/null || skip "no Maven"
command -v javac >/dev/null || skip "no JDK"
[[ $(javac -version 2>&1) =~ \ ([0-9]+) && ${BASH_REMATCH[1]} -ge 17 ]] || skip "no JDK 17 or later to build with"
for tool in wasm-ld wasm-opt; do
    command -v "$tool" >/dev/null || skip "no $tool"
done
export RUSTC=${RUSTC:-/usr/bin/rustc}
[[ -d $("$RUSTC" --print sysroot 2>/dev/null)/lib/rustlib/src/rust/library/std ]] || skip "$RUSTC cannot build its standard library"

maven() { mvn --quiet --batch-mode --file bindings/jvm/pom.xml "$@"; }
maven --projects compiler package || skip "the packages that it takes cannot be had"

bindings/wasm/build.sh --small bindings/wasm/charsniff-small.wasm
if [[ ${1:-} == --examples ]]; then maven -Pexamples verify; else maven verify; fi

# The same classes on newer Java.
for java in /usr/lib/jvm/*/bin/java; do
    [[ $("$java" -version 2>&1) =~ \"([0-9]+) && ${BASH_REMATCH[1]} -gt 17 ]] || continue
    echo "on Java ${BASH_REMATCH[1]}:"
    maven verify -Djvm="$java" -Dmaven.javadoc.skip=true -Dmaven.source.skip=true
done

if [[ ${1:-} == --reproducible ]]; then
    before=$(sha256sum bindings/jvm/{charsniff,tika,tika4}/target/*.jar)
    maven clean verify -DskipTests
    [[ $before == "$(sha256sum bindings/jvm/{charsniff,tika,tika4}/target/*.jar)" ]] || { echo "the jars differ"; exit 1; }
fi
wc -c bindings/jvm/{charsniff,tika,tika4}/target/*.jar
