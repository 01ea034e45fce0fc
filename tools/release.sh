#!/usr/bin/env bash
# Builds what a release has into dist/, and checks each piece. Publishes nothing.
#
#   tools/release.sh [--write] [PIECE...]    all by default: crates python npm c jvm go licences figures
#
# With --write, the figures of the documentation are written, not compared.
# Needs a clean checkout. A piece for which this machine lacks something is skipped with a message.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
dist=$root/dist
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
figures=(python3 tools/figures.py)
if [[ ${1-} == --write ]]; then
    figures+=(--write)
    shift
fi
pieces=" ${*:-crates python npm c jvm go licences figures} "
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
[[ -z $(git status --porcelain --untracked-files=no) ]] || { echo "there are changes that are not committed" >&2; exit 1; }
mkdir -p "$dist"

wants() { [[ $pieces == *" $1 "* ]] && printf '\n== %s\n' "$1"; }
skip() { echo "skipped: $*"; }

# What was built may take 1.5 times as long as the same work in Rust as `cargo bench` compiles it. WebAssembly takes longer,
# on an x86-64 machine with AVX-512, whose vectors it lacks, and may take 1.5 times what was measured: the Go module 4.9
# times as long as Rust; the npm package 6.9, of which Node's own decoder of UTF-8 takes 4.5; the jar 7.4.
# `pace NAME WORK MOST COMMAND...`: see tools/pace/run.py.
wasm_go=7.4 wasm_npm=10.4 wasm_jar=11
pace() {
    [[ -n ${paced-} ]] || echo '| | µs a page | in Rust | ratio | at most |'
    paced=yes
    python3 tools/pace/run.py "$@"
}

# Fails if README.md links to a file that is not in the package.
links() {
    local link missing=0
    while read -r link; do
        [[ -e ${link%%#*} ]] || { echo "README.md links to $link, which the package lacks" >&2; missing=1; }
    done < <(grep -o ']([^)]*)' README.md | sed 's/^](//; s/)$//' | grep -v -e '^https\?:' -e '^#')
    return $missing
}

# The packages of crates.io. Each is built by itself, outside of this workspace and its settings.
if wants crates; then
    cargo package --quiet --no-verify -p charsniff -p charsniff-html5ever -p charsniff-warc -p charsniff-cli --target-dir "$work/package"
    cp "$work"/package/package/*.crate "$dist/"
    for crate in "$dist"/charsniff*-"$version".crate; do tar -xzf "$crate" -C "$work"; done
    for name in charsniff charsniff-html5ever charsniff-warc charsniff-cli; do
        cat >>"$work/$name-$version/Cargo.toml" <<END

[workspace]

[patch.crates-io]
charsniff = { path = "$work/charsniff-$version" }
charsniff-warc = { path = "$work/charsniff-warc-$version" }
END
        [[ $name != charsniff ]] || sed -i '/^\[patch.crates-io\]/,$d' "$work/$name-$version/Cargo.toml"
        (cd "$work/$name-$version" && cargo build --quiet --release --target-dir "$work/target" && links)
        echo "$name-$version.crate: builds by itself"
        # Its documentation's examples run without this repository, and docs.rs can build it.
        (cd "$work/$name-$version" && cargo test --quiet --doc --all-features --target-dir "$work/target" &&
            RUSTDOCFLAGS='-D warnings' cargo doc --quiet --no-deps --all-features --target-dir "$work/target")
    done
    "$work/target/release/charsniff" --version
    pace "the command" command 1.5 "$work/target/release/charsniff"
    # A program that uses encoding_rs, with the drop-in in its place.
    mkdir -p "$work/drop_in/src"
    cp tools/pace/drop_in.rs "$work/drop_in/src/main.rs"
    cat >"$work/drop_in/Cargo.toml" <<END
[package]
name = "drop_in"
version = "0.0.0"
edition = "2024"

[dependencies]
encoding_rs = "0.8"
rustix = { version = "1", features = ["time"] }

[patch.crates-io]
encoding_rs = { path = "$root/compat/encoding_rs" }

[workspace]
END
    (cd "$work/drop_in" && cargo build --quiet --release --target-dir "$work/target")
    pace "the drop-in for encoding_rs" codec 1.5 "$work/target/release/drop_in"
fi

# The Python package: a source distribution, and wheels for glibc 2.17, musl and macOS on x86-64 and aarch64 (zig links
# them). A target whose standard library is not installed is built from its source: rustup's rust-src, or
# Debian's rust-web-src with `RUSTC=/usr/bin/rustc`.
has_library() { [[ -d $("${RUSTC:-rustc}" --print target-libdir --target "$1") ]]; }
has_library_source() { [[ -f $("${RUSTC:-rustc}" --print sysroot)/lib/rustlib/src/rust/library/Cargo.lock ]]; }

# `wheel TARGET [OPTION OF MATURIN...]`
wheel() {
    local build_std=()
    if ! has_library "$1"; then
        has_library_source || { skip "the wheel for $1: no standard library for it (rustup target add $1)"; return; }
        build_std=(RUSTC_BOOTSTRAP=1 CARGO_UNSTABLE_BUILD_STD=std,panic_abort)
    fi
    env "${build_std[@]}" PATH="$work/venv/bin:$PATH" tools/wheel.sh "$dist" --zig --target "$@"
}

# Zig has the symbols of macOS's libSystem, but not those of CoreFoundation, which the crate `iana-time-zone` calls.
core_foundation() {
    mkdir -p "$work/frameworks/CoreFoundation.framework"
    cat >"$work/frameworks/CoreFoundation.framework/CoreFoundation.tbd" <<'END'
--- !tapi-tbd
tbd-version:     4
targets:         [ x86_64-macos, arm64-macos ]
install-name:    '/System/Library/Frameworks/CoreFoundation.framework/Versions/A/CoreFoundation'
exports:
  - targets:         [ x86_64-macos, arm64-macos ]
    symbols:         [ _CFRelease, _CFStringGetBytes, _CFStringGetCStringPtr, _CFStringGetLength, _CFTimeZoneCopySystem, _CFTimeZoneGetName ]
...
END
}

if wants python; then
    python3 -m venv "$work/venv"
    if "$work/venv/bin/pip" install --quiet --disable-pip-version-check 'maturin[zig]>=1.9,<2' 'zopfli>=0.4,<1' 'twine>=6,<7'; then
        "$work/venv/bin/maturin" sdist --manifest-path bindings/python/Cargo.toml --out "$dist" >"$work/sdist.log" 2>&1 || { cat "$work/sdist.log"; exit 1; }
        for machine in x86_64 aarch64; do
            wheel "$machine-unknown-linux-gnu" --compatibility manylinux2014
            wheel "$machine-unknown-linux-musl" --compatibility musllinux_1_2
        done
        core_foundation
        for target in {aarch64,x86_64}-apple-darwin; do
            if has_library "$target"; then
                wheel "$target" -- -C link-arg=-F"$work/frameworks"
            else
                skip "the wheel for $target: no standard library for it (rustup target add $target)"
            fi
        done
        "$work/venv/bin/twine" check --strict "$dist"/charsniff-"$version"*.whl "$dist/charsniff-$version.tar.gz"
        python3 -m venv "$work/user"
        "$work/user/bin/pip" install --quiet --disable-pip-version-check --no-index "$dist"/charsniff-"$version"-*manylinux*"$(uname -m)".whl
        (cd "$work" && user/bin/python -c 'import charsniff; assert charsniff.decode(b"\xcc\xe0\xf0\xf1", "text/html; charset=windows-1251").text == "Марс"')
        [[ $("$work/user/bin/charsniff" --version) == "charsniff $version" ]]
        # A str is made of UTF-16.
        pace "the wheel" utf16 1.5 "$work/user/bin/python" tools/pace/pace.py
        pace "the wheel's command" command 1.5 "$work/user/bin/charsniff"
        # .ci/run tests a wheel that is not optimized.
        if "$work/user/bin/pip" install --quiet --disable-pip-version-check --no-compile -r bindings/python/tests/requirements.txt; then
            (cd "$work" && user/bin/python -m pytest -q -rs -p no:cacheprovider --rootdir "$root/bindings/python/tests" "$root/bindings/python/tests")
        else
            skip "the wheel's tests: the packages that they need cannot be had"
        fi
    else
        skip "maturin and zig cannot be had"
    fi
    skip "the wheel for Windows: .github/workflows/release.yml builds it, on Windows"
fi

if wants npm; then
    if command -v npm >/dev/null && command -v wasm-opt >/dev/null; then
        (cd bindings/js && RUSTC=${RUSTC:-/usr/bin/rustc} ./build.sh && node --test test/package.test.js && npm pack --silent --pack-destination "$dist" . ./alias/*)
        (cd "$work" && npm install --silent --no-audit --no-fund --prefix "$work/npm" "$dist/charsniff-$version.tgz" &&
            cd npm && node --input-type=module -e 'import { sniff } from "charsniff"; if (sniff(new Uint8Array([0xFE, 0xFF])).encoding !== "UTF-16BE") process.exit(1)')
        echo "the npm package sniffs"
        npm install --silent --no-audit --no-fund --no-save --prefix bindings/js/bench "$dist/charsniff-$version.tgz"
        cp tools/pace/pace.mjs "$work/npm/"
        pace "the npm package" utf16 "$wasm_npm" node "$work/npm/pace.mjs"
    else
        skip "no npm, or no wasm-opt"
    fi
fi

if wants c; then
    tools/c/build.sh "$work/charsniff-c-$version" >/dev/null
    if command -v valgrind && command -v pkg-config && command -v c++; then tools/c/test.sh "$work/charsniff-c-$version"; else skip "C programs under valgrind"; fi
    cc -std=c11 -O2 tools/pace/pace.c -o "$work/pace-c" \
        -I"$work/charsniff-c-$version/include" -L"$work/charsniff-c-$version/lib" -lcharsniff
    pace "the C library" decode 1.5 env LD_LIBRARY_PATH="$work/charsniff-c-$version/lib" "$work/pace-c"
    cp LICENSE-* "$work/charsniff-c-$version/"
    # The folder that it is unpacked to takes the place of this one.
    sed -i "s|^prefix=.*|prefix=\${pcfiledir}/../..|; s|$work/charsniff-c-$version|\${prefix}|g" "$work/charsniff-c-$version/lib/pkgconfig/charsniff.pc"
    tar -C "$work" -czf "$dist/charsniff-c-$version-$(uname -m)-linux.tar.gz" "charsniff-c-$version"
fi

if wants jvm; then
    if command -v mvn >/dev/null; then
        # The native code: for Linux with glibc 2.17 and later, which zig links; macOS and Windows where there is a library.
        libraries=$root/bindings/jvm/native/libraries
        rm -rf "$libraries"
        python3 -m venv "$work/zig"
        if "$work/zig/bin/pip" install --quiet --disable-pip-version-check 'cargo-zigbuild>=0.20,<1' 'ziglang>=0.13,<1'; then
            native_for() { # TARGET OF CARGO, OF ZIG, FOLDER, FILE
                has_library "$1" || { skip "native code for $3: no standard library for it (rustup target add $1)"; return; }
                PATH="$work/zig/bin:$PATH" cargo zigbuild --quiet --locked --profile dist -p charsniff-jni --target "$2"
                mkdir -p "$libraries/$3"
                cp "${CARGO_TARGET_DIR:-target}/$1/dist/$4" "$libraries/$3/"
            }
            for machine in x86_64 aarch64; do
                native_for "$machine-unknown-linux-gnu" "$machine-unknown-linux-gnu.2.17" "linux-$machine" libcharsniff_jni.so
                native_for "$machine-apple-darwin" "$machine-apple-darwin" "macos-$machine" libcharsniff_jni.dylib
            done
            native_for x86_64-pc-windows-gnu x86_64-pc-windows-gnu windows-x86_64 charsniff_jni.dll
            export CHARSNIFF_LIBRARIES=$libraries
        else
            skip "native code for other machines: zig cannot be had"
        fi
        tools/jvm.sh --reproducible
        find bindings/jvm/{charsniff,native,tika,tika4}/target -maxdepth 1 -name '*.jar' ! -name '*-tests.jar' -exec cp {} "$dist/" ';'
        pace "the jar" utf16 "$wasm_jar" java -cp "$dist/charsniff-$version.jar" tools/pace/Pace.java
        # The JVM copies the text once more, to a String of its own.
        pace "the jar with charsniff-native" utf16 2 java -cp "$dist/charsniff-$version.jar:$dist/charsniff-native-$version.jar" \
            -Dorg.charsniff.engine=native tools/pace/Pace.java
    else
        skip "no Maven"
    fi
fi

# The Go module is released by a tag.
if wants go; then
    if command -v go >/dev/null; then
        mkdir -p "$work/go"
        cp tools/pace/pace.go "$work/go/"
        (cd "$work/go" && go mod init pace && go mod edit -require github.com/charsniff/charsniff/bindings/go@v0.0.0 \
            -replace "github.com/charsniff/charsniff/bindings/go=$root/bindings/go" && go mod tidy && go build -o pace .) 2>"$work/go.log" ||
            { cat "$work/go.log"; exit 1; }
        pace "the Go module" decode "$wasm_go" "$work/go/pace"
    else
        skip "no Go"
    fi
fi

# The licences of what is linked, where it comes from, and whether it has known faults.
if wants licences; then
    tools/deny.sh --install
fi

# The figures of the documentation, each of what was built here.
if wants figures; then
    if [[ -x $work/user/bin/python ]] && "$work/user/bin/pip" install --quiet --disable-pip-version-check -r bindings/python/benches/requirements.txt; then
        PATH="$work/user/bin:$PATH" "${figures[@]}" --only bindings/python
    else
        skip "the wheel's figures: they take the wheel (the piece python), and the packages that it is compared with"
    fi
    if [[ -d $work/charsniff-c-$version ]]; then
        CHARSNIFF_C=$work/charsniff-c-$version "${figures[@]}" --only tools/c/speed.sh
    else
        skip "the C library's figures: they take the library (the piece c)"
    fi
    if [[ $pieces == *" npm "* && -d bindings/js/bench/node_modules/charsniff ]]; then
        "${figures[@]}" --only bindings/js
    else
        skip "the npm package's figures: they take the package (the piece npm)"
    fi
    if [[ $pieces == *" jvm "* && -f $dist/charsniff-native-$version.jar && -d ../shared/corpus/wikipedia ]]; then
        "${figures[@]}" bindings/jvm/README.md
    else
        skip "the jars' figures: they take the jars (the piece jvm), and ../shared/corpus/wikipedia"
    fi
    if [[ $pieces == *" go "* ]] && command -v go >/dev/null; then
        "${figures[@]}" --only bindings/go
    else
        skip "the Go module's figures: they take Go (the piece go)"
    fi
    "${figures[@]}" --only tools/scoreboard
    "${figures[@]}" --only tools/size.sh
    if [[ -d ../shared/corpus/wikipedia ]]; then
        "${figures[@]}" --only 'cargo bench'
        "${figures[@]}" --only charsniff-measure
    else
        skip "the library's figures: there is no ../shared/corpus"
    fi
fi

# The figures alone leave nothing there.
compgen -G "$dist/*$version*" >/dev/null || exit 0
(cd "$dist" && sha256sum -- *"$version"* >SHA256SUMS)
printf '\n== dist\n'
(cd "$dist" && wc -c -- *)
