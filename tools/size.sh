#!/usr/bin/env bash
# Prints how much a program grows by using the crate: the table in docs/codec.md.
#
#     tools/size.sh [FOLDER OF THE CRATE [ROWS...]]      all rows by default
#
# Each row is a small program, built with `lto = true`, `codegen-units = 1` and `strip = true`, and compared with a program
# that only reads and writes.
set -euo pipefail
crate=$(realpath "${1:-$(dirname "$0")/..}")
rows=" ${*:2} "
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export CARGO_TARGET_DIR="$folder/target"

# `program NAME DEPENDENCIES EXPRESSION`: builds a program and prints its size. EXPRESSION uses `bytes` and `label`.
program() {
    mkdir -p "$folder/$1/src"
    cat >"$folder/$1/Cargo.toml" <<END
[package]
name = "$1"
version = "0.0.0"
edition = "2024"

[dependencies]
$2

[profile.release]
lto = true
codegen-units = 1
strip = true

[workspace]
END
    cat >"$folder/$1/src/main.rs" <<END
use std::io::Read;

fn main() {
    let label = std::env::args().nth(1).unwrap_or_default();
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes).unwrap();
    let length = { $3 };
    println!("{label} {length}");
}
END
    (cd "$folder/$1" && cargo build --release --quiet)
    stat -c %s "$CARGO_TARGET_DIR/release/$1"
}

row() {
    local size
    [[ $rows == "  " || $rows == *" $1 "* ]] || return 0
    size=$(program "$@")
    printf '| %s | %d |\n' "$4" $(((size - nothing) / 1000))
}

ours="path = \"$crate\", default-features = false"
decode='Encoding::for_label(label.as_bytes()).map_or(0, |encoding| encoding.decode(&bytes).0.len())'
encode="let text = String::from_utf8_lossy(&bytes).into_owned(); $decode + Encoding::for_label(label.as_bytes()).map_or(0, |encoding| encoding.encode(&text).0.len())"
sniff='charsniff::decode(&bytes, label.as_str(), &charsniff::Context::html()).text.len()'

nothing=$(program nothing '' 'bytes.len()')
echo '| a program that … | grows by (KB) |'
echo '| --- | ---: |'
row decode "charsniff = { $ours, features = [\"std\"] }" "use charsniff::Encoding; $decode" 'decodes: `default-features = false, features = ["std"]`'
row sniff "charsniff = { $ours, features = [\"std\"] }" "use charsniff::Encoding; $decode + $sniff" 'sniffs and decodes, the same features'
row encode "charsniff = { $ours, features = [\"std\", \"encode\"] }" "use charsniff::Encoding; $encode" 'decodes and encodes: `std`, `encode`'
row detect "charsniff = { $ours, features = [\"std\", \"detector\"] }" "use charsniff::Encoding; $decode + $sniff" 'sniffs, detects and decodes: `std`, `detector`'
row everything "charsniff = { $ours, features = [\"std\", \"detector\", \"encode\"] }" "use charsniff::Encoding; $encode + $sniff" 'does all of it: the default features'
row firefox "charsniff = { $ours, features = [\"std\", \"detector\", \"encode\", \"chardetng\"] }" "use charsniff::Encoding; $encode + ${sniff/Context::html()/Context::html().reading(charsniff::Reading::Firefox)}" 'the same with `chardetng`'
row crawl "charsniff = { $ours, features = [\"std\", \"detector\", \"encode\"] }
charsniff-warc = { path = \"$crate/crates/warc\" }" "use charsniff::Encoding; $encode + $sniff + charsniff_warc::Records::new(std::io::Cursor::new(bytes)).into_iter().flat_map(|records| records.map_pages(1, |entry| match entry { charsniff_warc::Entry::Page(page) => page.decode(&page.context()).text.len(), _ => 0 })).map(|length| length.unwrap_or(0)).sum::<usize>()" 'the same with `charsniff-warc`'
row their_decode 'encoding_rs = "0.8"' "use encoding_rs::Encoding; $decode" 'decodes with `encoding_rs`'
row their_everything 'encoding_rs = "0.8"
chardetng = "1"' "use encoding_rs::Encoding; $encode + { let mut detector = chardetng::EncodingDetector::new(chardetng::Iso2022JpDetection::Deny); detector.feed(&bytes, true); detector.guess(None, chardetng::Utf8Detection::Allow).decode(&bytes).0.len() }" 'decodes, encodes and detects with `encoding_rs` and `chardetng`'
