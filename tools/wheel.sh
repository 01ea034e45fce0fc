#!/usr/bin/env bash
# Builds a wheel of the Python package into FOLDER, and says how large it is.
#
#   tools/wheel.sh FOLDER [OPTION OF MATURIN...]
#
# `maturin`, and a `python` with zopfli, must be in the PATH. CHARSNIFF_PROFILE names another profile of cargo than `dist`: the
# wheel is then for tests, and may have any size.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$1
shift

new=$(mktemp -d)
trap 'rm -rf "$new"' EXIT
build() { maturin build --quiet --locked --manifest-path bindings/python/Cargo.toml --out "$new" "$@"; }
mkdir -p "$folder"
if [[ -n ${CHARSNIFF_PROFILE-} ]]; then
    build --profile "$CHARSNIFF_PROFILE" --config "profile.$CHARSNIFF_PROFILE.package.charsniff.opt-level=1" --compression-level 1 "$@"
    mv "$new"/*.whl "$folder/"
    exit
fi

most_bytes=2500000
build --profile dist --compression-level 9 "$@"
wheel=$(echo "$new"/*.whl)
python tools/recompress.py "$wheel"
bytes=$(wc -c <"$wheel")
echo "${wheel##*/}: $bytes bytes"
if [[ $wheel == *linux* ]] && ((bytes > most_bytes)); then
    echo "the wheel is larger than $most_bytes bytes"
    exit 1
fi
mv "$wheel" "$folder/"
