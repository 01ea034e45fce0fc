#!/usr/bin/env bash
# Builds charsniff's C libraries and installs them: headers, shared and static library, pkg-config file.
#
#   tools/c/build.sh PREFIX             into PREFIX/include and PREFIX/lib
#   tools/c/build.sh --header           writes bindings/c/include/charsniff.h again (needs cbindgen on the PATH)
#   tools/c/build.sh --check-header     fails if that would change it
#
# CHARSNIFF_PROFILE names another profile of cargo than `dist`, for tests.
set -euo pipefail
cd "$(dirname "$0")/../../bindings/c"
profile=${CHARSNIFF_PROFILE:-dist}

header() { cbindgen --quiet --config cbindgen.toml --crate charsniff-c --output "$1"; }

case "${1:?PREFIX, --header or --check-header}" in
--header) header include/charsniff.h ;;
--check-header)
    new=$(mktemp)
    trap 'rm -f "$new"' EXIT
    header "$new"
    diff -u include/charsniff.h "$new"
    ;;
*)
    mkdir -p "$1"
    prefix=$(cd "$1" && pwd)
    # The system's libraries that a program needs beside the static one.
    private=$(cargo rustc --profile "$profile" --lib -- --print native-static-libs 2>&1 | tee -a /dev/stderr |
        sed -n 's/^note: native-static-libs: //p' | tail -1)
    target=$(cargo metadata --format-version=1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/${profile/#dev/debug}
    version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
    mkdir -p "$prefix/include" "$prefix/lib/pkgconfig"
    cp include/charsniff.h include/charsniff.hpp "$prefix/include/"
    strip --strip-unneeded -o "$prefix/lib/libcharsniff.so.$version" "$target/libcharsniff_c.so"
    ln -sf "libcharsniff.so.$version" "$prefix/lib/libcharsniff.so.0"
    ln -sf libcharsniff.so.0 "$prefix/lib/libcharsniff.so"
    # Without the debug information of Rust's own library, a third of it.
    strip --strip-debug -o "$prefix/lib/libcharsniff.a" "$target/libcharsniff_c.a"
    sed -e "s|@prefix@|$prefix|" -e "s|@version@|$version|" -e "s|@private@|${private:--lgcc_s -lutil -lrt -lpthread -lm -ldl -lc}|" \
        charsniff.pc.in >"$prefix/lib/pkgconfig/charsniff.pc"
    echo "libcharsniff.so: $(stat -Lc %s "$prefix/lib/libcharsniff.so") bytes, stripped"
    ;;
esac
