#!/usr/bin/env bash
# Prints tables: how many texts are right, and in what time, by charsniff in Tika, Tika's default chain of detectors, ICU4J
# and juniversalchardet. The texts are the scoreboard's blind ones, out of packages that it fetches from their registries, and
# real pages with right and wrong declarations, where ../shared/corpus has them. Half an hour.
#   tools/jvm.sh && tools/tika.sh
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$PWD/target/tika
packages=$PWD/target/scoreboard/packages
mkdir -p "$folder"

[[ -f $folder/texts.pack ]] || python3 - "$packages" "$folder/texts.pack" <<'PYTHON'
import json
import pathlib
import struct
import sys

sys.path.insert(0, "tools/scoreboard")
import gather


def kind(sample):
    if sample["class"] != "clean text":
        return sample["class"]
    return {"utf-8": "UTF-8", "windows-1252": "windows-1252"}.get(sample["enc"], "other legacy")


with open(sys.argv[2] + ".part", "wb") as pack:
    for sample in gather.every(pathlib.Path(sys.argv[1])):
        # Of binary data and of encodings that the standard lacks no answer is right.
        if sample["part"] == "blind" and sample["data"] and sample["class"] in ("clean text", "few foreign words"):
            facts = json.dumps({"kind": kind(sample), "true": sample["enc"], "header": "text/plain"}).encode()
            for part in (facts, sample["data"]):
                pack.write(struct.pack("<I", len(part)) + part)
pathlib.Path(sys.argv[2] + ".part").rename(sys.argv[2])
PYTHON

pages=../shared/corpus/real-pages/pages.tar.zst
if [[ -f $pages && ! -f $folder/pages.pack ]]; then
    zstd -qdcf --long=27 "$pages" | tar -x -C "$folder"
    python3 ../shared/tools/real-pages/cases.py "$folder" dev >/dev/null
    mv "$folder/cases-dev.pack" "$folder/pages.pack"
fi
mvn --quiet --batch-mode --file bindings/jvm/pom.xml -Pbench --projects compiler,charsniff,tika,bench verify -DskipTests \
    -Dmaven.javadoc.skip -Dbench.class=org.charsniff.bench.Accuracy -Dbench.data="$folder" ${JAVA:+-Dbench.java="$JAVA"}
