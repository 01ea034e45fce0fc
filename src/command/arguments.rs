//! The command line.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Parser;
#[cfg(feature = "cli")]
use clap_complete::Shell;

use crate::{Browser, Detection, StringType};

const LISTS: &str = "About the command";

const ABOUT: &str = "\
Finds the character encoding of Web pages and other texts, as the Web platform does, and decodes them.

A page can be read in three ways: as a crawler needs it (--as-crawlers-need, the default for crawls), as a browser \
shows it (--as-browser), or by the letter of the standards (--as-standard, the default for files).";

const AFTER_HELP: &str = "\
The verdict is based on the first 8 MiB of an input. Of these, the detector weighs up to 16 KiB of bytes above 7F \
and their neighbours, and checks the rest for malformed sequences. --health and --decode read the whole input, but \
never keep more than those 8 MiB and one copy of them in memory.

Exit status: 0 if all went well; 1 if an input could not be read or decoded (the others are still \
processed); 2 if the command line is wrong; 3 if --health found something wrong.";

/// The command line.
#[derive(Debug, Parser)]
#[command(name = "charsniff", version, max_term_width = 100, about = ABOUT, after_help = AFTER_HELP)]
pub struct Arguments {
    /// Files, folders (all files in them), or - for standard input. Of a WARC file, also in gzip or
    /// zstd, each page is an input, and the output is JSON Lines
    #[arg(value_name = "FILE", default_value = "-")]
    pub inputs: Vec<OsString>,

    /// Print one JSON object per line (see docs/json.md); with --decode, it includes the text
    #[arg(long)]
    pub json: bool,
    /// Print what every stage of the pipeline found
    #[arg(long)]
    pub explain: bool,
    /// Print the text as UTF-8; for a WARC file, one JSON object per page, with its URL and text
    #[arg(long)]
    pub decode: bool,
    /// Also report what looks wrong with the text: malformed sequences, C1 controls, doubly encoded
    /// UTF-8, UTF-32, valid UTF-8 that is decoded as something else. The exit status is then 3
    #[arg(long)]
    pub health: bool,
    /// Read UTF-8 and print it in this encoding. Characters that the encoding lacks become &#…;
    #[arg(long, value_name = "LABEL", conflicts_with_all = ["json", "explain", "decode", "health"])]
    pub encode: Option<String>,
    /// Write to this file instead of standard output; compressed if its name ends in .gz or .zst.
    /// It is replaced at the end, so it may be one of the inputs
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Treat every input as a single text, even a WARC file
    #[arg(long)]
    pub no_crawl: bool,
    /// How many threads read crawls [default: one per core]
    #[arg(long, value_name = "NUMBER")]
    pub threads: Option<NonZeroUsize>,

    /// Where the text goes: a row of the table of contexts (html, xml, css-from-document, …; see
    /// --contexts). The default depends on the MIME type in the header, else on the extension of
    /// the file name, else it is html
    #[arg(short, long, value_name = "ROW")]
    pub context: Option<String>,
    /// An HTTP header of the input, 'Content-Type: …' (repeatable). Not for WARC files, which
    /// contain the headers
    #[arg(short = 'H', long = "header", value_name = "HEADER")]
    pub headers: Vec<String>,
    /// The value of a Content-Type header (repeatable), like --header
    #[arg(long, value_name = "VALUE")]
    pub content_type: Vec<String>,
    /// The encoding that the user chose, or XHR's override charset
    #[arg(long, value_name = "LABEL")]
    pub r#override: Option<String>,
    /// The charset attribute of the element that refers to the resource
    #[arg(long, value_name = "LABEL")]
    pub reference: Option<String>,
    /// The encoding of the parent document, if it has the same origin
    #[arg(long, value_name = "LABEL")]
    pub parent: Option<String>,
    /// The encoding that the resource had on an earlier visit
    #[arg(long, value_name = "LABEL")]
    pub history: Option<String>,
    /// The encoding of the importing style sheet
    #[arg(long, value_name = "LABEL")]
    pub style_sheet: Option<String>,
    /// The encoding of the document that refers to the resource
    #[arg(long, value_name = "LABEL")]
    pub document: Option<String>,
    /// The user's locale (ja, zh-Hant-TW)
    #[arg(long, value_name = "TAG")]
    pub locale: Option<String>,
    /// The top-level domain of the host, a hint for the detector
    #[arg(long, value_name = "TLD", conflicts_with = "url")]
    pub tld: Option<String>,
    /// The URL of the resource, for its top-level domain
    #[arg(long, value_name = "URL")]
    pub url: Option<String>,
    /// How to detect the encoding: off, legacy (as browsers do for pages from the network: never
    /// UTF-8), firefox (Firefox's own detector, which the Python package lacks), full
    #[arg(long, value_name = "HOW")]
    pub detection: Option<Detection>,
    /// For validators: follow the standards to the letter (the default for files)
    #[arg(long, group = "reading")]
    pub as_standard: bool,
    /// For what a browser shows: read as chromium or firefox does
    #[arg(long, value_name = "BROWSER", group = "reading")]
    pub as_browser: Option<Browser>,
    /// The same as --as-browser chromium
    #[arg(long, group = "reading")]
    pub as_browsers_do: bool,
    /// For crawlers: read as chromium does, but accept misspelled labels and headers, and report
    /// where chromium finds something else (the default for crawls)
    #[arg(long, group = "reading")]
    pub as_crawlers_need: bool,
    /// The input is only the start of the resource
    #[arg(long)]
    pub truncated: bool,
    /// How many bytes from the start the prescan may read [default: 1024]
    #[arg(long, value_name = "BYTES")]
    pub prescan_limit: Option<usize>,
    /// With -c text-decoder: the encoding [default: UTF-8]
    #[arg(long, value_name = "LABEL")]
    pub label: Option<String>,
    /// With -c text-decoder: treat malformed input as an error
    #[arg(long)]
    pub fatal: bool,
    /// With -c text-decoder: keep a byte order mark in the text
    #[arg(long)]
    pub ignore_bom: bool,
    /// With -c x500-string: the type of the string: utf8, bmp, teletex or ascii
    #[arg(long, value_name = "TYPE")]
    pub string_type: Option<StringType>,

    /// List the contexts that --context takes
    #[arg(long, exclusive = true, help_heading = LISTS)]
    pub contexts: bool,
    /// List the encodings and their labels
    #[arg(long, exclusive = true, help_heading = LISTS)]
    pub labels: bool,
    #[cfg(feature = "cli")]
    /// Print a completion script for a shell
    #[arg(long, value_name = "SHELL", exclusive = true, help_heading = LISTS)]
    pub completions: Option<Shell>,
    #[cfg(feature = "cli")]
    /// Print the manual page
    #[arg(long, exclusive = true, help_heading = LISTS)]
    pub manual: bool,
}

/// The message for a wrong command line, in one line.
pub fn in_short(error: &clap::Error) -> String {
    const ROOM: usize = 400;
    let text = error.to_string();
    let lines = text.lines().take_while(|line| !line.starts_with("Usage:")).map(str::trim);
    let line = lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("; ");
    let line: String = line.strip_prefix("error: ").unwrap_or(&line).chars().take(ROOM).collect();
    line + " (see --help)"
}
