//! The command, run as a program.

mod convert;
mod crawl;
mod damage;
mod files;
mod hidden;
mod json;
mod names;
mod options;
mod repair;
mod replaced;
mod rows;
mod standard_streams;
mod texts;
mod tree;
mod verdicts;

#[path = "../support/run.rs"]
mod run;
#[path = "../../../../tests/support/skipped.rs"]
mod skipped;

/// A page that is right.
const KOI8_R: &[u8] = b"<meta charset=koi8-r><p>\xED\xC1\xD2\xD3";
