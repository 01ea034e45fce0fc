//! What lies beside the project and is no part of it: the standard's data and peers' test suites.

use std::io::Write;
use std::path::{Path, PathBuf};

/// `../shared/PATH`; `None` where it is absent, and then a message that the test harness does not
/// hide.
pub fn shared(path: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared").join(path);
    if !path.exists() {
        // `eprintln!` is captured, and shown for tests that fail alone.
        let _ = writeln!(std::io::stderr(), "skipped: no {}", path.display());
        return None;
    }
    Some(path)
}
