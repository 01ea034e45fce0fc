#!/usr/bin/env bash
# Builds the Python package's wheel, and runs examples/cluster on Dask, Ray and Spark: crawls with broken
# archives, and crawls in which a worker is killed. What cannot be installed is skipped
# with a message.
#   tools/cluster.sh [FOLDER]   keeps the venv in FOLDER
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
pip=("$folder/bin/pip" install --quiet --disable-pip-version-check)
if ! "${pip[@]}" pytest psutil pyarrow; then
    echo "skipped: pytest and pyarrow cannot be had"
    exit 0
fi
for package in 'dask[distributed]' 'ray[data]' pyspark; do
    "${pip[@]}" "$package" || echo "without $package, which cannot be had"
done
"${pip[@]}" --force-reinstall --no-deps ./bindings/python
cd "$folder"
tests=$OLDPWD/bindings/python/tests
bin/python -m pytest -v -rs -p no:cacheprovider --rootdir "$tests" "$tests/test_cluster.py"
