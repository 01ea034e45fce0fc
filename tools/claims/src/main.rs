//! Declarations as claims: how often an honest one is overruled, how often a wrong one is detected, and what
//! that costs.
//!
//! `cargo run --release -p charsniff-claims -- [pages [PACK]] [harm] [scraps] [lies] [kinds]` prints the tables of
//! `docs/crawlers.md`. It reads the corpora beside the project, and reports those that are absent.

mod corpus;
mod harm;
mod kinds;
mod lies;
mod pages;
mod scraps;

use std::path::{Path, PathBuf};

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|argument| argument == name);
    if is_wanted("pages") {
        let pack = wanted.iter().find(|argument| argument.ends_with(".pack")).map(PathBuf::from);
        let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/real-pages/cases-dev.pack");
        pages::print(&pack.unwrap_or(target));
    }
    if is_wanted("scraps") {
        scraps::print();
    }
    if !["harm", "lies", "kinds"].into_iter().any(is_wanted) {
        return;
    }
    let samples = corpus::samples();
    if samples.is_empty() {
        println!("skipped: no samples in {}", corpus::root().join("detect-wide").display());
        return;
    }
    if is_wanted("harm") {
        harm::print(&samples, &corpus::pages());
    }
    if is_wanted("kinds") {
        kinds::print(&samples);
    }
    if is_wanted("lies") {
        lies::print(&samples);
    }
}
