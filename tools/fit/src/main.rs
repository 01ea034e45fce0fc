//! Fits the numbers of the detector's sum.
//!
//! `cargo run --release -p charsniff-fit -- [STEP] [NAME...] [--write]`: all numbers, or those named, with every STEPth
//! sample (20). It prints each number before and after, with the loss and the harm. With `--write` it changes
//! `src/detector/weights.rs`.

extern crate charsniff_fit as charsniff;

#[expect(dead_code, reason = "some readers of the corpora are for the measurements alone")]
#[path = "../../measure/src/corpus.rs"]
mod corpus;
mod fit;
#[path = "../../../tests/support/random.rs"]
mod random;

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let write = arguments.iter().any(|argument| argument == "--write");
    arguments.retain(|argument| argument != "--write");
    let step = arguments.first().and_then(|step| step.parse().ok());
    let names = &arguments[usize::from(step.is_some())..];
    fit::fit(names, step.unwrap_or(20), write);
}
