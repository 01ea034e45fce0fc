#!/usr/bin/env bash
# Makes docs/scoreboard.md: charsniff beside other detectors on texts out of packages. Under an hour on two cores.
#   tools/scoreboard/run.sh [PEER...]    with the peers named, or all
# The code must be committed. Takes Python 3.10 or later, Node, a C++ compiler, Rust; libicu-dev and pkg-config for ICU.
set -euo pipefail
cd "$(dirname "$0")/../.."
[[ -z $(git status --porcelain --untracked-files=no -- . ':!docs') ]] || { echo "there are changes that are not committed: the figures would be of no commit" >&2; exit 1; }
folder=$PWD/target/scoreboard
mkdir -p "$folder"
[[ -x $folder/venv/bin/python ]] || python3 -m venv "$folder/venv"
pip=("$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check)
"${pip[@]}" webencodings matplotlib pycountry
for peer in chardetng-py chardet charset-normalizer faust-cchardet resiliparse turbohtml PyICU; do
    "${pip[@]}" "$peer" || echo "not to be had: $peer" >&2
done
cargo bench --quiet --bench detector --no-run
npm install --silent --no-audit --no-fund --prefix "$folder" jschardet@4.1.0 || echo "not to be had: jschardet" >&2
"$folder/venv/bin/python" tools/scoreboard/board.py "$@" >"$folder/scoreboard.md"
# What other commands measured is kept.
{ echo; sed -n '/^## Hints and ignored declarations/,$p' docs/scoreboard.md; } >>"$folder/scoreboard.md"
mv "$folder/scoreboard.md" docs/scoreboard.md
