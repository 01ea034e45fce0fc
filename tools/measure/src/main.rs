//! What a crawler gets: whether laws are kept, how files as people publish them come out, how often an honest
//! declaration is overruled, how often a wrong one is detected, and what that costs.
//!
//! `cargo run --release -p charsniff-measure -- WHAT...`:
//!
//! - `laws [N] [SAMPLES]`: `tests/laws` at scale, with N generated texts in ASCII;
//! - `wild [FOLDER] [--fails]`: files of public repositories; `counted [FOLDER]`: how often they declare what they are;
//! - `golden [FILE.txt]`: all answers as one number a corpus, so that a change that moves code is seen to change none;
//! - `pages [PACK]`, `harm`, `scraps`, `lies`, `kinds`: the tables of `docs/crawlers.md`; `random`: lies at random;
//! - `calibration`: whether probabilities are true, by length.
//!
//! It reads the corpora beside the project, and reports those that are absent. The exit status is 1 if a law is broken,
//! or a file of `wild` comes out wrong, more often than it may.

#[path = "../../../tests/laws/ascii.rs"]
mod ascii;
mod calibration;
mod corpus;
mod counted;
mod golden;
mod harm;
mod kinds;
#[path = "../../../tests/laws/law.rs"]
mod law;
mod laws;
mod lies;
mod pages;
#[path = "../../../tests/support/random.rs"]
mod random;
mod random_lies;
mod scraps;
mod wild;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let is_wanted = |name: &str| wanted.iter().any(|argument| argument == name);
    let folder = || wanted.iter().map(PathBuf::from).find(|path| path.is_dir());
    let wild = || folder().unwrap_or_else(|| corpus::root().join("wild"));
    let mut is_good = true;
    if is_wanted("wild") {
        is_good &= wild::print(&wild(), is_wanted("--fails"));
    }
    if is_wanted("counted") {
        counted::print(&wild());
    }
    if is_wanted("golden") {
        let file = wanted.iter().find(|argument| argument.ends_with(".txt")).map(PathBuf::from);
        golden::print(&corpus::samples(), &wild(), file.as_deref());
    }
    if is_wanted("laws") {
        let count = wanted.iter().find_map(|argument| argument.parse().ok()).unwrap_or(20_000);
        let samples = wanted.iter().find(|argument| argument.ends_with(".zst")).map(PathBuf::from);
        is_good &= laws::print(count, samples, &wild());
    }
    if is_wanted("pages") {
        let pack = wanted.iter().find(|argument| argument.ends_with(".pack")).map(PathBuf::from);
        let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/real-pages/cases-dev.pack");
        pages::print(&pack.unwrap_or(target));
    }
    if is_wanted("scraps") {
        scraps::print();
    }
    if ["harm", "lies", "kinds", "random", "calibration"].into_iter().any(is_wanted) {
        let samples = corpus::samples();
        if samples.is_empty() {
            println!("skipped: no samples in {}", corpus::root().join("detect-wide").display());
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
        if is_wanted("calibration") {
            calibration::print(&samples);
        }
        if is_wanted("random") {
            random_lies::print(&samples);
        }
    }
    ExitCode::from(u8::from(!is_good))
}
