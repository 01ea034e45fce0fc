//! The command, run as a program.

mod convert;
mod crawl;
mod damage;
mod files;
mod hidden;
mod json;
mod names;
mod options;
mod replaced;
mod rows;
mod tree;

#[path = "../support/run.rs"]
mod run;
#[path = "../../../../tests/support/skipped.rs"]
mod skipped;
