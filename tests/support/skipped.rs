//! Says that a test is skipped.

use std::io::Write;

/// Writes the name of the test and why it is skipped to the terminal. The harness shows what `println!` and `eprintln!`
/// write only for tests that fail.
pub fn skipped(why: &str) {
    let thread = std::thread::current();
    let _ = writeln!(std::io::stderr(), "skipped {}: {why}", thread.name().unwrap_or("a test"));
}
