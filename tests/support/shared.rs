//! Finds data outside of the repository: the corpora, and test suites of other projects.

use std::io::Write;
use std::path::{Path, PathBuf};

/// `../shared/PATH`; `None` if it does not exist. Then a message is written that the test harness
/// does not capture.
pub fn shared(path: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared").join(path);
    if !path.exists() {
        // The harness would show the output of `eprintln!` only for tests that fail.
        let _ = writeln!(std::io::stderr(), "skipped: no {}", path.display());
        return None;
    }
    Some(path)
}
