#!/usr/bin/env bash
# Tests the Go module: its own tests and the vectors, those of golang.org/x/net/html/charset on its replacement, and the
# examples with colly and goquery.
#   tools/go.sh [--build]    --build: builds charsniff.wasm again, and records what it was built with
set -euo pipefail
cd "$(dirname "$0")/../bindings/go"

# The compilers that decide which bytes the module has: Debian's rustc-web and lld, and binaryen.
compilers() { /usr/bin/rustc --version && wasm-ld --version && wasm-opt --version; }
if [[ ${1-} == --build ]]; then
    ../wasm/build.sh --simd charsniff.wasm
    compilers >charsniff.wasm.built-with
fi

skip() {
    echo "skipped: $*"
    exit 0
}
command -v go >/dev/null || skip "no Go"
version=$(go env GOVERSION)
[[ $(printf '%s\n' go1.23 "$version" | sort -V | head -1) == go1.23 ]] || skip "$version is older than Go 1.23"
go mod download || skip "the modules cannot be had"

# The committed module is today's library: built again by the same compilers, it has the same bytes.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if [[ $(compilers 2>/dev/null) == $(<charsniff.wasm.built-with) ]]; then
    ../wasm/build.sh --simd "$folder/charsniff.wasm"
    cmp "$folder/charsniff.wasm" charsniff.wasm || { echo "charsniff.wasm is not today's library: tools/go.sh --build"; exit 1; }
    rm "$folder/charsniff.wasm"
    echo "charsniff.wasm is today's library"
else
    echo "skipped: whether charsniff.wasm is today's library, which takes what it was built with:" $(<charsniff.wasm.built-with)
fi

[[ -z $(gofmt -l .) ]] || { echo "not formatted: $(gofmt -l .)"; exit 1; }
go vet ./...
# The vectors lie outside of the module, so a cached result would not notice that they changed.
go test -count=1 ./...
go test -count=1 -v -run Vectors . | grep -o 'vectors: .*'

# The tests of golang.org/x/net/html/charset ship in its module. TestFromMeta is for a function that is not exported.
(cd bench && go mod download) || skip "the peers' modules cannot be had"
peer=$(cd bench && go list -m -f '{{.Dir}}' golang.org/x/net)/html/charset
cp "$peer"/*_test.go "$folder"
cp -r "$peer/testdata" "$folder"
cp go.mod go.sum "$folder"
chmod -R u+w "$folder"
cat >"$folder/charset.go" <<'GO'
package charset

import ours "github.com/charsniff/charsniff/bindings/go/charset"

var (
	Lookup            = ours.Lookup
	DetermineEncoding = ours.DetermineEncoding
	NewReader         = ours.NewReader
	NewReaderLabel    = ours.NewReaderLabel
)

func fromMetaElement(string) string { return "" }
GO
root=$PWD
(
    cd "$folder"
    go mod edit -module example.test/charset -require github.com/charsniff/charsniff/bindings/go@v0.0.0 \
        -replace "github.com/charsniff/charsniff/bindings/go=$root"
    go mod tidy -e 2>/dev/null
    echo "golang.org/x/net/html/charset's tests:"
    go test -v -skip TestFromMeta . | grep -E '^(---|===|FAIL|ok)|charset_test' | grep -v '=== RUN'
)

for module in examples bench; do
    (cd "$module" && go mod download && go vet ./... && go test ./...)
done
