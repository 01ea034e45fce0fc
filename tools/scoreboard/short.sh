#!/usr/bin/env bash
# Prints the table of README.md, out of docs/scoreboard.md: blind texts, and the detectors that most programs use.
set -euo pipefail
cd "$(dirname "$0")/../.."
awk -F' *[|] *' '
    /^## Blind/ { is_blind = 1 }
    /^## Tuned/ { exit }
    !is_blind { next }
    $2 == "samples" { print "| without a label | charsniff | chardetng | compact_enc_det | " $7 " |"; print "| --- | ---: | ---: | ---: | ---: |" }
    $2 ~ /^(UTF-8|windows-1252|legacy, all|titles and 64 characters, legacy)$/ { print "| " $2 " | " $4 " | " $5 " | " $6 " | " $7 " |" }
' docs/scoreboard.md
