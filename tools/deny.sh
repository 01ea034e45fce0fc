#!/usr/bin/env bash
# Checks what the workspace links, as deny.toml says: its licences, its sources, and RustSec's advisories.
#   tools/deny.sh [--install]    --install: installs cargo-deny if it is missing
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v cargo-deny >/dev/null; then
    [[ ${1-} == --install ]] && cargo install --quiet --locked cargo-deny || { echo "skipped: no cargo-deny"; exit 0; }
fi
cargo deny --workspace check licenses sources
# The database of advisories is a repository on GitHub.
if cargo deny --workspace fetch db; then
    cargo deny --workspace check advisories
else
    echo "skipped: the advisories, whose database cannot be reached"
fi
