#!/usr/bin/env bash
# Builds the Java library from WebAssembly, its native code for this machine, and its parts for Tika, and tests them: the
# jars are in bindings/jvm/*/target.
#   tools/jvm.sh                on the JDK at hand, and the tests again on each newer one
#   tools/jvm.sh --reproducible  builds twice, and compares
#   tools/jvm.sh --examples     builds and tests the plug-in for Nutch, the bolt for StormCrawler and the examples, too
#   tools/jvm.sh --or-skip      where a tool is missing, says so and succeeds; otherwise that is an error
#
# charsniff-native has a library for each machine in bindings/jvm/native/libraries. Those for other machines stay there:
# tools/release.sh makes them. CHARSNIFF_PROFILE names another profile of cargo than `dist`, for tests.
set -euo pipefail
cd "$(dirname "$0")/.."

# `missing WHAT INSTALL`
missing() {
    if [[ $mode == --or-skip ]]; then
        echo "skipped: $1"
        exit 0
    fi
    printf 'The jars cannot be built: %s.\nInstall %s.\n' "$1" "$2" >&2
    exit 1
}
mode=${1:-}
command -v mvn >/dev/null || missing "no Maven" "maven (Debian: apt-get install maven)"
command -v javac >/dev/null || missing "no JDK" "a JDK 17 or later (Debian: apt-get install openjdk-17-jdk-headless)"
[[ $(javac -version 2>&1) =~ \ ([0-9]+) && ${BASH_REMATCH[1]} -ge 17 ]] || missing "$(javac -version 2>&1) is too old" "a JDK 17 or later"
command -v cargo >/dev/null || missing "no cargo" "Rust, by rustup"
command -v wasm-ld >/dev/null || missing "no wasm-ld" "lld (Debian: apt-get install lld)"
command -v wasm-opt >/dev/null || missing "no wasm-opt" "binaryen (Debian: apt-get install binaryen)"
export RUSTC=${RUSTC:-/usr/bin/rustc}
[[ -d $("$RUSTC" --print sysroot 2>/dev/null)/lib/rustlib/src/rust/library/std ]] ||
    missing "$RUSTC cannot build its standard library for WebAssembly" \
        "rustc-web and rust-web-src (Debian), or run 'rustup component add rust-src' and set RUSTC=\$(rustup which rustc)"

maven() { mvn --quiet --batch-mode --file bindings/jvm/pom.xml "$@"; }
maven --projects compiler package || missing "the packages that Maven takes cannot be had" "nothing, but reach Maven Central"

bindings/wasm/build.sh --small bindings/wasm/charsniff-small.wasm

# The native code of this machine, by the compiler that builds the rest of the workspace.
profile=${CHARSNIFF_PROFILE:-dist}
settings=()
[[ $profile == dist ]] || settings=(--config "profile.$profile.package.charsniff.opt-level=1")
target=$(env -u RUSTC cargo metadata --format-version=1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
env -u RUSTC cargo build --quiet --locked --profile "$profile" "${settings[@]}" -p charsniff-jni
case $(uname -s) in
    Linux) machine=linux library=libcharsniff_jni.so ;;
    Darwin) machine=macos library=libcharsniff_jni.dylib ;;
    *) machine=windows library=charsniff_jni.dll ;;
esac
machine+=-$(uname -m | sed 's/^arm64$/aarch64/')
libraries=bindings/jvm/native/libraries
mkdir -p "$libraries/$machine"
folder=$profile
[[ $profile != dev ]] || folder=debug
# A release links it to an older libc.
[[ -n ${CHARSNIFF_LIBRARIES-} ]] || cp "$target/$folder/$library" "$libraries/$machine/"

profiles=()
if [[ $mode == --examples ]]; then
    profiles=(-Pexamples)
    stormcrawler=org.apache.stormcrawler:stormcrawler-core:$(sed -n 's|.*<stormcrawler.version>\(.*\)</.*|\1|p' bindings/jvm/pom.xml)
    if mvn --quiet --batch-mode dependency:get -Dtransitive=false -Dartifact="$stormcrawler" >/dev/null 2>&1; then
        profiles=(-Pexamples,stormcrawler)
    else
        echo "skipped: the bolt for StormCrawler, since Maven cannot get $stormcrawler (its sources install it: mvn -DskipTests install -pl core -am)"
    fi
fi
maven "${profiles[@]}" verify

# The same classes on newer Java.
for java in /usr/lib/jvm/*/bin/java; do
    [[ $("$java" -version 2>&1) =~ \"([0-9]+) && ${BASH_REMATCH[1]} -gt 17 ]] || continue
    echo "on Java ${BASH_REMATCH[1]}:"
    maven verify -Djvm="$java" -Dmaven.javadoc.skip=true -Dmaven.source.skip=true
done

jars() { find bindings/jvm/{charsniff,native,tika,tika4}/target -maxdepth 1 -name '*.jar' ! -name '*-tests.jar' | LC_ALL=C sort; }
if [[ $mode == --reproducible ]]; then
    before=$(jars | xargs sha256sum)
    maven clean verify -DskipTests
    [[ $before == "$(jars | xargs sha256sum)" ]] || { echo "the jars differ"; exit 1; }
fi
jars | xargs wc -c
