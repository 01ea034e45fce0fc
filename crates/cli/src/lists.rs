//! The lists that the command can print.

use std::fmt::Write;

#[cfg(feature = "cli")]
use clap::CommandFactory;
#[cfg(feature = "cli")]
use clap_complete::Shell;

#[cfg(feature = "cli")]
use crate::arguments::{self, Arguments};
use charsniff::{Encoding, Kind};

/// The rows of the context table, one per line: the name, and a remark if there is one.
pub fn contexts() -> Vec<u8> {
    let width = Kind::ALL.iter().map(|kind| kind.as_str().len()).max().unwrap_or(0);
    let lines = Kind::ALL.iter().map(|kind| format!("{:width$}  {}", kind.as_str(), kind.note()));
    lines.map(|line| line.trim_end().to_owned() + "\n").collect::<String>().into_bytes()
}

/// The encodings, one per line: the name and the labels.
pub fn labels() -> Vec<u8> {
    let width = Encoding::ALL.iter().map(|encoding| encoding.name().len()).max().unwrap_or(0);
    let mut lines = String::new();
    for encoding in Encoding::ALL {
        // Writing to a string can't fail.
        let _ = writeln!(lines, "{:width$}  {}", encoding.name(), encoding.labels().join(" "));
    }
    lines.into_bytes()
}

#[cfg(feature = "cli")]
/// A completion script for a shell.
pub fn completions(shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "charsniff", &mut script);
    script
}

#[cfg(feature = "cli")]
/// The manual page.
pub fn manual() -> Vec<u8> {
    let mut page = Vec::new();
    let command = Arguments::command().about(arguments::SUMMARY).long_about(arguments::ABOUT);
    // Writing to a vector can't fail.
    let _ = clap_mangen::Man::new(command).render(&mut page);
    page
}
