#!/usr/bin/env bash
# Builds the Python package's wheel, installs it in a fresh venv, and runs its tests there.
#   tools/python.sh [FOLDER]   keeps the venv in FOLDER, and the wheel in FOLDER/wheels
set -euo pipefail
cd "$(dirname "$0")/.."

python=$(command -v python3 || command -v python || true)
if [[ -z $python ]] || ! "$python" -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))'; then
    echo "skipped: no Python 3.11 or later with venv"
    exit 0
fi
if [[ $# -gt 0 ]]; then
    folder=$(realpath -m "$1")
else
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
fi
"$python" -m venv "$folder"
# What is imported is compiled then.
if ! "$folder/bin/pip" install --quiet --disable-pip-version-check --no-compile 'maturin>=1.9,<2' 'zopfli>=0.4,<1' -r bindings/python/tests/requirements.txt; then
    echo "skipped: the packages that the tests need cannot be had"
    exit 0
fi

export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
rm -rf "$folder/wheels"
PATH="$folder/bin:$PATH" tools/wheel.sh "$folder/wheels" --interpreter "$folder/bin/python"
wheel=$(echo "$folder"/wheels/*.whl)
"$folder/bin/pip" install --quiet --disable-pip-version-check --force-reinstall --no-deps "$wheel"

# From another folder, so that the sources are not imported instead of the installed package.
tests=$PWD/bindings/python/tests
cd "$folder"
bin/python -m pytest -q -rs -p no:cacheprovider --rootdir "$tests" "$tests"
bin/python -m mypy.stubtest charsniff._charsniff --concise
bin/python -m mypy --strict -p charsniff
bin/python -m mypy --strict "$tests/typed.py"
