//! The vectors of `fixtures/vectors`, by which the bindings are tested, are the library's answers.
//!
//!     CHARSNIFF_WRITE_VECTORS=1 cargo test --all-features --test vectors
//!
//! writes them again. `fixtures/vectors/README.md` says what is in them.

mod changes;
mod detections;
mod encodings;
mod facts;
mod json;
mod resources;

#[path = "../support/fixture.rs"]
#[expect(dead_code, reason = "the verdicts that are right are another test's")]
mod fixture;
#[path = "../browser_record/record.rs"]
#[expect(dead_code, reason = "the answers of the browsers are another test's")]
mod record;

use std::path::PathBuf;

fn path(name: &str) -> PathBuf {
    fixture::folder().join("vectors").join(name)
}

/// Compares a file with the lines of an array, or writes it.
fn check(name: &str, lines: &[String]) {
    assert!(!lines.is_empty());
    let text = format!("[\n{}\n]\n", lines.join(",\n"));
    if std::env::var_os("CHARSNIFF_WRITE_VECTORS").is_some() {
        std::fs::write(path(name), &text).unwrap();
        println!("{name}: {} vectors, {} bytes", lines.len(), text.len());
        return;
    }
    let committed = std::fs::read_to_string(path(name)).unwrap();
    let different = text.lines().zip(committed.lines()).find(|(now, then)| now != then);
    assert!(
        text == committed,
        "{name} is out of date: `CHARSNIFF_WRITE_VECTORS=1 cargo test --all-features --test vectors` writes it again.\n\
         The first line that differs, now and in the file:\n{different:#?}"
    );
}

#[test]
fn resources_are_up_to_date() {
    check("resources.json", &resources::lines());
}

#[test]
fn changes_are_up_to_date() {
    check("changes.json", &changes::lines());
}

#[test]
fn detections_are_up_to_date() {
    check("detections.json", &detections::lines());
}

#[test]
fn encodings_are_up_to_date() {
    check("encodings.json", &encodings::lines());
}
