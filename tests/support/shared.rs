//! Finds data outside of the repository: the corpora, and test suites of other projects.

use std::path::{Path, PathBuf};

#[path = "skipped.rs"]
mod skipped;

/// `../shared/PATH`; `None`, with a word, if it does not exist.
pub fn shared(path: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared").join(path);
    if !path.exists() {
        skipped::skipped(&format!("no {}", path.display()));
        return None;
    }
    Some(path)
}
