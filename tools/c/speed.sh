#!/usr/bin/env bash
# The speed of the C library as it is released, as the table of docs/c.md: tools/c/speed.sh [PREFIX of an installed library]
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=${1:-${CHARSNIFF_C-}}
if [[ -z $prefix ]]; then
    prefix=$work/prefix
    tools/c/build.sh "$prefix" >/dev/null 2>&1
fi
cc -std=c11 -O2 -Wall -Werror tools/c/speed.c -o "$work/speed" -I"$prefix/include" -L"$prefix/lib" -lcharsniff
LD_LIBRARY_PATH=$prefix/lib "$work/speed" fixtures/detector/udhr
