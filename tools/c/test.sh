#!/usr/bin/env bash
# Compiles bindings/c/tests/program.c and program.cpp against an installed charsniff, as its pkg-config file says, and
# runs them with the shared and the static library, each under valgrind: no memory may be lost or read before it is
# initialized. Tables that are built at first use are kept, and valgrind calls them "possibly lost". Needs a C and a C++
# compiler, pkg-config and valgrind.
#
#   tools/c/test.sh [PREFIX]     PREFIX: where charsniff is installed (tools/c/build.sh PREFIX), else it is built
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

prefix=$(realpath "${1:-$work/installed}")
[[ -e $prefix/lib/libcharsniff.a ]] || "$root/tools/c/build.sh" "$prefix"
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
flags="-Wall -Wextra -Werror -g"
cd "$root/bindings/c/tests"
shared=$(pkg-config --cflags --libs charsniff)
static=$(pkg-config --cflags --libs --static charsniff | sed "s|-lcharsniff|$prefix/lib/libcharsniff.a|")
cc -std=c11 $flags program.c -o "$work/c-shared" $shared
cc -std=c11 $flags program.c -o "$work/c-static" $static
c++ -std=c++17 $flags program.cpp -o "$work/cpp-shared" $shared
c++ -std=c++17 $flags program.cpp -o "$work/cpp-static" $static
for program in c-shared c-static cpp-shared cpp-static; do
    echo "$program:"
    LD_LIBRARY_PATH="$prefix/lib" valgrind --quiet --error-exitcode=1 --leak-check=full \
        --show-leak-kinds=definite,indirect --errors-for-leak-kinds=definite,indirect "$work/$program"
done
