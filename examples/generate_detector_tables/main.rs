//! Writes the detector's models of languages from the texts in `fixtures/detector`: numbers into
//! `src/detector/model/table/`, and their index into `src/detector/model/table.rs`.
//!
//!     cargo run --release --no-default-features --features std --example generate_detector_tables
//!
//! Run it without the feature `detector`, since the old table may not fit while the code changes.
//! With `-- without-fourths` every fourth line is left out, for `cargo bench --bench detector -- calibrate`.
//!
//! `fixtures/detector/README.md` describes the texts. The table has, for each language, only the
//! frequencies of pairs of letters (for Chinese, Japanese and Korean: of characters), and the
//! symbols of the bytes in each encoding that was used for it.

use std::fs;

mod tables;

fn main() -> std::io::Result<()> {
    tables::tables()?.into_iter().try_for_each(|(path, content)| fs::write(path, content))
}
