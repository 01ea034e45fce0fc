#!/usr/bin/env bash
# Builds the Python package's wheel, and runs examples/cluster on Dask, Ray and Spark: crawls with broken
# archives, crawls in which a worker is killed, and crawls in an object store; and the examples for Beam, datatrove and
# Spark's data frames. What cannot be installed is skipped with a message.
#   tools/cluster.sh [FOLDER]           keeps the venv in FOLDER
#   tools/cluster.sh --large [FOLDER]   10 GB through the command and Python too: bindings/python/tests/large.py
set -euo pipefail
cd "$(dirname "$0")/.."

is_large=false
if [[ ${1-} == --large ]]; then
    is_large=true
    shift
fi
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
for package in 'dask[distributed]' 'ray[data]' pyspark pandas apache-beam 'datatrove orjson' 's3fs moto[server]' aiohttp; do
    # shellcheck disable=SC2086 # Some are more than one.
    "${pip[@]}" $package || echo "without $package, which cannot be had"
done
"${pip[@]}" --force-reinstall --no-deps ./bindings/python
cd "$folder"
tests=$OLDPWD/bindings/python/tests
if $is_large; then
    crawl=$(mktemp -d "$folder/crawl.XXXXXX")
    status=0
    PYTHONPATH=$tests bin/python "$tests/large.py" "$crawl" || status=$?
    rm -rf "$crawl"
    exit "$status"
fi
bin/python -m pytest -v -rs -p no:cacheprovider --rootdir "$tests" "$tests/test_cluster.py" "$tests/test_pipelines.py"
