#!/usr/bin/env bash
# What the first calls cost in a fresh JVM, on ordinary pages of 20 KB, beside ICU4J: ms for the first, the first 10, 100
# and 1,000; then µs for one call after 4,000. `sniff` is of the pages that their header labels. Each line is the least of
# three JVMs, since other work on the machine disturbs some.
#
#   tools/jvm.sh && tools/first_calls.sh [COMMAND OF JAVA]
#
# Fails if with charsniff-native the first 100 calls of `detect` or `decode` cost more than ICU4J's.
set -euo pipefail
cd "$(dirname "$0")/.."
java=${1:-java}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
jar() { echo bindings/jvm/"$1"/target/"$2"-[0-9].[0-9].[0-9].jar; }
charsniff=$(jar charsniff charsniff)
native=$(jar native charsniff-native)
[[ -f $charsniff && -f $native ]] || { echo "no jars: run tools/jvm.sh" >&2; exit 1; }
mvn --quiet --batch-mode dependency:copy -Dartifact=com.ibm.icu:icu4j:79.1 -DoutputDirectory="$work"
cargo bench --quiet --bench pace -- pages "$work/pages"
javac -d "$work/classes" -cp "$charsniff:$work/icu4j-79.1.jar" tools/pace/First.java
first() { # NAME WORK ENGINE
    local line
    line=$(for _ in {1..3}; do
        "$java" -Dorg.charsniff.engine="$3" -cp "$work/classes:$charsniff:$native:$work/icu4j-79.1.jar" First "$2" "$work/pages" 2>/dev/null
    done | awk -F'|' '{ for (i = 1; i < NF; i++) if (NR == 1 || $i + 0 < least[i]) least[i] = $i + 0 }
        END { for (i = 1; i < NF; i++) printf " %.1f |", least[i] }')
    echo "| $1 |$line"
    hundred=$(cut -d'|' -f3 <<<"$line")
}
"$java" -version 2>&1 | head -1
echo '| | 1, ms | 10 | 100 | 1,000 | after 4,000, µs |'
echo '| --- | ---: | ---: | ---: | ---: | ---: |'
fail=0
for work_ in detect decode; do
    first "ICU4J, $work_" "icu4j-$work_" bytecode
    most=$hundred
    first "native, $work_" "$work_" native
    awk "BEGIN { exit !($hundred > $most) }" && { echo "the first 100 calls of $work_ cost more than ICU4J's" >&2; fail=1; }
    first "bytecode, $work_" "$work_" bytecode
done
for work_ in sniff sniff-standard; do
    first "native, $work_" "$work_" native
    first "bytecode, $work_" "$work_" bytecode
done
exit $fail
