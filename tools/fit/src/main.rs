//! Fits the numbers of the detector's sum.
//!
//! `cargo run --release -p charsniff-fit -- [STEP] [NAME...]`: all numbers, or those named, with every STEPth sample (20).
//! It prints what to write into `src/detector/weights.rs`.

extern crate charsniff_fit as charsniff;

#[allow(dead_code)]
#[path = "../../measure/src/corpus.rs"]
mod corpus;
mod fit;
#[path = "../../../tests/support/random.rs"]
mod random;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let step = arguments.first().and_then(|step| step.parse().ok());
    let names = &arguments[usize::from(step.is_some())..];
    fit::print(names, step.unwrap_or(20));
}
