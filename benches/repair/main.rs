//! Repair: that clean texts stay as they are, how much damage is undone, and what it costs.
//!
//!     cargo bench --bench repair -- clean      texts that nobody damaged, in UTF-8 and in legacy encodings
//!     cargo bench --bench repair -- mixed      UTF-8 pages with words of a legacy encoding pasted in
//!     cargo bench --bench repair -- lines      files with lines and words in UTF-8 among others in a legacy encoding
//!     cargo bench --bench repair -- by-line    which lines of files in two encodings are in which, and of files in one
//!     cargo bench --bench repair -- beside     lines with doubly encoded words among right ones
//!     cargo bench --bench repair -- double     words and texts that are encoded twice
//!     cargo bench --bench repair -- cases DIR  the test cases of ftfy, from its folder `tests/test-cases`
//!     cargo bench --bench repair -- speed      pages with and without repair
//!
//! Reads the corpora in `../shared/corpus` where they exist, else `fixtures`.

mod beside;
mod by_line;
mod cases;
mod clean;
mod corpus;
mod damaged;
mod lines;
#[path = "../pages.rs"]
mod pages;
mod saved;
mod speed;

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let part = arguments.next().unwrap_or_default();
    if part == "cases" {
        return cases::print(&arguments.next().unwrap_or_default());
    }
    let is_wanted = |name: &str| part.is_empty() || part == name;
    if is_wanted("clean") {
        clean::print();
    }
    if is_wanted("mixed") {
        damaged::mixed();
    }
    if is_wanted("lines") {
        lines::print();
    }
    if is_wanted("by-line") {
        by_line::print();
    }
    if is_wanted("beside") {
        beside::print();
    }
    if is_wanted("double") {
        damaged::doubly_encoded();
    }
    if is_wanted("speed") {
        speed::print();
    }
}
