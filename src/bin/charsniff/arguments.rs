//! The command line.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use charsniff::{Browser, Detection, StringType};
use clap::Parser;
use clap_complete::Shell;

const LISTS: &str = "About the command";

const ABOUT: &str = "\
Finds the character encoding of Web pages and other texts, as the Web platform does, and decodes them.

A page can be read in three ways: as a crawler needs it (--as-crawlers-need, the default for crawls), as a browser \
shows it (--as-browser), or by the letter of the standards (--as-standard, the default for files).";

const AFTER_HELP: &str = "\
Only the first 8 MiB of an input decide. Of these, the detector weighs up to 16 KiB of bytes above 7F \
and their neighbours, and checks the rest for malformed sequences. --health and --decode read all of the \
input. No option keeps more than 8 MiB of it in memory, or a copy of them.

Exit status: 0 if all went well; 1 if an input could not be read or decoded (the others are still \
done); 2 if the command line makes no sense; 3 if --health found something wrong.";

/// The command line.
#[derive(Debug, Parser)]
#[command(name = "charsniff", version, max_term_width = 100, about = ABOUT, after_help = AFTER_HELP)]
pub struct Arguments {
    /// Files, folders (with all files in them), or - for standard input. Of a WARC file, plain or
    /// in gzip or zstd, each page is an input, and the output is JSON Lines
    #[arg(value_name = "FILE", default_value = "-")]
    pub inputs: Vec<OsString>,

    /// Print one JSON object a line (docs/json.md); with --decode, the text is in it
    #[arg(long)]
    pub json: bool,
    /// Print what every stage of the pipeline found
    #[arg(long)]
    pub explain: bool,
    /// Print the text as UTF-8; of a WARC file, one JSON object a page, with its URL and text
    #[arg(long)]
    pub decode: bool,
    /// Also report what looks wrong with the text: malformed sequences, C1 controls, doubly encoded
    /// UTF-8, UTF-32, valid UTF-8 that is read in another encoding. The exit status is then 3
    #[arg(long)]
    pub health: bool,
    /// Read UTF-8 and print it in this encoding. Characters that the encoding lacks become &#…;
    #[arg(long, value_name = "LABEL", conflicts_with_all = ["json", "explain", "decode", "health"])]
    pub encode: Option<String>,
    /// Write to this file instead of standard output, compressed if its name ends in .gz or .zst.
    /// It is replaced when all is done, so it may be one of the inputs
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Treat every input as one text, also a WARC file
    #[arg(long)]
    pub no_crawl: bool,
    /// How many threads read crawls [default: one a core]
    #[arg(long, value_name = "NUMBER")]
    pub threads: Option<NonZeroUsize>,

    /// Where the text goes: a row of the table of contexts (html, xml, css-from-document, …). The
    /// default depends on the MIME type in the header, else on the ending of the file name, else html
    #[arg(short, long, value_name = "ROW")]
    pub context: Option<String>,
    /// An HTTP header of the input, 'Content-Type: …' (repeatable). Not for WARC files, whose
    /// responses have headers
    #[arg(short = 'H', long = "header", value_name = "HEADER")]
    pub headers: Vec<String>,
    /// The value of a Content-Type header (repeatable), like --header
    #[arg(long, value_name = "VALUE")]
    pub content_type: Vec<String>,
    /// The encoding that the user chose, or XHR's override charset
    #[arg(long, value_name = "LABEL")]
    pub r#override: Option<String>,
    /// The charset attribute of the reference to the resource
    #[arg(long, value_name = "LABEL")]
    pub reference: Option<String>,
    /// The encoding of the parent document, of the same origin
    #[arg(long, value_name = "LABEL")]
    pub parent: Option<String>,
    /// The encoding that the resource had when it was last visited
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
    /// The resource's URL, for its top-level domain
    #[arg(long, value_name = "URL")]
    pub url: Option<String>,
    /// Which detector to use: off, legacy (never answers UTF-8, like browsers on the network), firefox
    /// (the one of Firefox), full
    #[arg(long, value_name = "HOW")]
    pub detection: Option<Detection>,
    /// For validators: read by the letter of the standards (the default for files)
    #[arg(long, group = "reading")]
    pub as_standard: bool,
    /// For what a browser shows: read like chromium or firefox
    #[arg(long, value_name = "BROWSER", group = "reading")]
    pub as_browser: Option<Browser>,
    /// The same as --as-browser chromium
    #[arg(long, group = "reading")]
    pub as_browsers_do: bool,
    /// For crawlers: read like chromium, accept misspelled labels and headers too, and report where
    /// chromium finds something else (the default for crawls)
    #[arg(long, group = "reading")]
    pub as_crawlers_need: bool,
    /// The input ends before the resource does
    #[arg(long)]
    pub truncated: bool,
    /// How many bytes the prescan may read
    #[arg(long, value_name = "BYTES")]
    pub prescan_limit: Option<usize>,
    /// With -c text-decoder: its encoding [default: UTF-8]
    #[arg(long, value_name = "LABEL")]
    pub label: Option<String>,
    /// With -c text-decoder: malformed input is an error
    #[arg(long)]
    pub fatal: bool,
    /// With -c text-decoder: keep a byte order mark as text
    #[arg(long)]
    pub ignore_bom: bool,
    /// With -c x500-string: utf8, bmp, teletex or ascii
    #[arg(long, value_name = "TYPE")]
    pub string_type: Option<StringType>,

    /// List the contexts that --context takes
    #[arg(long, exclusive = true, help_heading = LISTS)]
    pub contexts: bool,
    /// List the encodings and their labels
    #[arg(long, exclusive = true, help_heading = LISTS)]
    pub labels: bool,
    /// Print a script by which a shell completes these options
    #[arg(long, value_name = "SHELL", exclusive = true, help_heading = LISTS)]
    pub completions: Option<Shell>,
    /// Print the manual page
    #[arg(long, exclusive = true, help_heading = LISTS)]
    pub manual: bool,
}

/// What is wrong with a command line, in one line.
pub fn in_short(error: &clap::Error) -> String {
    const ROOM: usize = 400;
    let text = error.to_string();
    let lines = text.lines().take_while(|line| !line.starts_with("Usage:")).map(str::trim);
    let line = lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("; ");
    let line: String = line.strip_prefix("error: ").unwrap_or(&line).chars().take(ROOM).collect();
    line + " (--help tells all options)"
}
