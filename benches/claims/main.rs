//! Declarations as claims: how often an honest one is overruled, and how often a lie is found out.
//!
//! `cargo bench --bench claims -- [harm] [lies] [kinds] [speed]` prints tables. It reads the corpora beside the
//! project, and says so where one is absent.

mod corpus;
mod harm;
mod lies;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|argument| argument == name);
    let samples = corpus::samples();
    if samples.is_empty() {
        println!("skipped: no samples in {}", corpus::root().join("detect-wide").display());
        return;
    }
    if is_wanted("harm") {
        harm::print(&samples, &corpus::pages());
    }
    if is_wanted("lies") {
        lies::print(&samples);
    }
}
