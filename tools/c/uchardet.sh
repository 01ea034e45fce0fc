#!/usr/bin/env bash
# Builds examples/uchardet as libuchardet.so.0 and runs the installed `uchardet` with it, on texts in several encodings
# that iconv made. With the name that it prints, iconv must get the same text again.
#
#   tools/c/uchardet.sh [PREFIX]     PREFIX: where charsniff is installed (tools/c/build.sh PREFIX), else it is built
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=${1:-$work/installed}
[ -e "$prefix/lib/libcharsniff.a" ] || "$root/tools/c/build.sh" "$prefix"

export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
static=$(pkg-config --cflags --libs --static charsniff | sed "s|-lcharsniff|$prefix/lib/libcharsniff.a|")
cc -std=c11 -Wall -Wextra -Werror -O2 -fPIC -fvisibility=hidden -shared -Wl,-soname,libuchardet.so.0 -Wl,--gc-sections \
    -Wl,--exclude-libs,ALL "$root/examples/uchardet/uchardet.c" -o "$work/libuchardet.so.0" $static
strip "$work/libuchardet.so.0"
echo "libuchardet.so.0: $(stat -c %s "$work/libuchardet.so.0") bytes"
export LD_LIBRARY_PATH="$work"
ldd "$(command -v uchardet)" | grep -q "$work/libuchardet.so.0" || { echo "uchardet does not load it"; exit 1; }

russian='Марс — четвёртая по удалённости от Солнца и седьмая по размеру планета Солнечной системы.'
japanese='火星は、太陽系の太陽に近い方から4番目の惑星である。地球の外側の軌道を公転している。'
korean='화성은 태양계의 네 번째 행성이다. 붉은색을 띠기 때문에 동양권에서는 불을 뜻하는 화성이라 부른다.'
chinese='火星是太陽系由內往外數的第四顆行星，屬於類地行星，直徑約為地球的一半。'
simplified='火星是太阳系由内往外数的第四颗行星，属于类地行星，直径约为地球的一半。'
greek='Ο Άρης είναι ο τέταρτος σε απόσταση από τον Ήλιο πλανήτης του ηλιακού μας συστήματος.'
german='Der Mars ist, von der Sonne aus gezählt, der vierte Planet und der äußere Nachbar der Erde.'
passed=0
failed=0
check() { # text, encoding
    printf '%s\n' "$1" | iconv -f UTF-8 -t "$2" >"$work/file"
    name=$(uchardet "$work/file")
    again=$(iconv -f "$name" -t UTF-8 "$work/file" 2>/dev/null || true)
    # A byte order mark may stay in the text.
    if [ "${again#$'\xEF\xBB\xBF'}" = "$1" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$2 was called $name"
    fi
}
for encoding in KOI8-R CP1251 ISO-8859-5 CP866 UTF-8 UTF-16; do check "$(iconv -c -f UTF-8 -t KOI8-R <<<"$russian" | iconv -f KOI8-R -t UTF-8)" $encoding; done
for encoding in SHIFT_JIS EUC-JP UTF-8 UTF-16; do check "$japanese" $encoding; done
for encoding in EUC-KR UTF-8; do check "$korean" $encoding; done
for encoding in BIG5 UTF-8; do check "$chinese" $encoding; done
for encoding in GBK GB18030; do check "$simplified" $encoding; done
for encoding in CP1253 ISO-8859-7; do check "$greek" $encoding; done
for encoding in CP1252 ISO-8859-1 UTF-8; do check "$german" $encoding; done
check 'Nothing but ASCII.' ASCII
printf '' >"$work/file"
[ "$(uchardet "$work/file")" = unknown ] && passed=$((passed + 1)) || { failed=$((failed + 1)); echo "an empty file has an encoding"; }
printf 'several inputs' | [ "$(uchardet)" = ASCII ] && passed=$((passed + 1)) || { failed=$((failed + 1)); echo "standard input"; }
echo "uchardet: $passed passed, $failed failed"
[ "$failed" = 0 ]
