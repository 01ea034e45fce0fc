//! What the command can print about itself.

use std::fmt::Write;

use charsniff::{Encoding, Kind};
use clap::CommandFactory;
use clap_complete::Shell;

use crate::arguments::Arguments;

/// The rows of the context table, a line each: name, and what it is for where the name does not
/// say it.
pub fn contexts() -> Vec<u8> {
    let width = Kind::ALL.iter().map(|kind| kind.id().len()).max().unwrap_or(0);
    let lines = Kind::ALL.iter().map(|kind| format!("{:width$}  {}", kind.id(), kind.policy().note));
    lines.map(|line| line.trim_end().to_owned() + "\n").collect::<String>().into_bytes()
}

/// The encodings, a line each: name, and its labels.
pub fn labels() -> Vec<u8> {
    let width = Encoding::ALL.iter().map(|encoding| encoding.name().len()).max().unwrap_or(0);
    let mut lines = String::new();
    for encoding in Encoding::ALL {
        // Writing to a string can't fail.
        let _ = writeln!(lines, "{:width$}  {}", encoding.name(), encoding.labels().join(" "));
    }
    lines.into_bytes()
}

/// A script that makes a shell complete the command's options.
pub fn completions(shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "charsniff", &mut script);
    script
}

/// The manual page.
pub fn manual() -> Vec<u8> {
    let mut page = Vec::new();
    // Writing to a vector can't fail.
    let _ = clap_mangen::Man::new(Arguments::command()).render(&mut page);
    page
}
