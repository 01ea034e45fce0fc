//! The command line.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use charsniff::{Browser, Detection, StringType};
use clap::Parser;
use clap_complete::Shell;

const LISTS: &str = "About the command";

const AFTER_HELP: &str = "\
The verdict goes by the first 8 MiB of an input, and so does the detector: it weighs up to 16 KiB of \
bytes above 7F and their neighbours, and checks the rest. --health and --decode read all of it, and \
no option keeps more of it in memory.

Exit status: 0 if all went well; 1 if an input could not be read or decoded (the others are still \
done); 2 if the command line makes no sense; 3 if --health found something wrong.";

/// Tells which character encoding files are in, how sure that is, and what decided, the way the
/// Web platform does.
#[derive(Debug, Parser)]
#[command(name = "charsniff", version, max_term_width = 100, after_help = AFTER_HELP)]
pub struct Arguments {
    /// Files, folders (all files in them), or - for standard input; a WARC file, also one in gzip
    /// or zstd, stands for the HTTP responses in it, which come out as JSON Lines
    #[arg(value_name = "FILE", default_value = "-")]
    pub inputs: Vec<OsString>,

    /// Print one JSON object a line (docs/json.md); with --decode, the text is in it
    #[arg(long)]
    pub json: bool,
    /// Print what every stage of the pipeline had to say
    #[arg(long)]
    pub explain: bool,
    /// Print the text, as UTF-8; of a WARC file, one JSON object a response, with url and text
    #[arg(long)]
    pub decode: bool,
    /// Also tell what looks wrong with the text: malformed sequences, C1 controls, doubly encoded
    /// UTF-8, valid UTF-8 read otherwise; the exit status is then 3
    #[arg(long)]
    pub health: bool,
    /// Read UTF-8, print the bytes in this encoding; characters it lacks become &#…;
    #[arg(long, value_name = "LABEL", conflicts_with_all = ["json", "explain", "decode", "health"])]
    pub encode: Option<String>,
    /// Write to this file, compressed if it ends in .gz or .zst, instead of standard output; it
    /// takes its place at the end, so it may be one of the inputs
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Take every input for one resource, a WARC file too
    #[arg(long)]
    pub no_crawl: bool,
    /// How many threads read crawls; all cores unless told
    #[arg(long, value_name = "NUMBER")]
    pub threads: Option<NonZeroUsize>,

    /// What reads the bytes: a row of the context table (html, xml, css-from-document, …);
    /// otherwise by the header's MIME type, the file name's ending, or html
    #[arg(short, long, value_name = "ROW")]
    pub context: Option<String>,
    /// A header that came with the bytes, 'Content-Type: …' (repeatable); not for WARC files, whose
    /// responses have their own
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
    /// The encoding that the resource had when last seen
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
    /// How far the detector may go: off, legacy (never UTF-8, as browsers do on the network), firefox (Firefox's own), full
    #[arg(long, value_name = "HOW")]
    pub detection: Option<Detection>,
    /// Read as the standards say, to the letter; the default for files
    #[arg(long, group = "reading")]
    pub as_standard: bool,
    /// Read as this browser ends up reading: chromium or firefox
    #[arg(long, value_name = "BROWSER", group = "reading")]
    pub as_browser: Option<Browser>,
    /// Read as most people's browser does: as chromium
    #[arg(long, group = "reading")]
    pub as_browsers_do: bool,
    /// Read as chromium does, take what is meant for what is said (misspelled labels and headers),
    /// and tell where chromium finds something else; the default for crawls
    #[arg(long, group = "reading")]
    pub as_crawlers_need: bool,
    /// The input ends before the resource does
    #[arg(long)]
    pub truncated: bool,
    /// How many bytes the prescan may read
    #[arg(long, value_name = "BYTES")]
    pub prescan_limit: Option<usize>,
    /// With -c text-decoder: its encoding, UTF-8 unless told
    #[arg(long, value_name = "LABEL")]
    pub label: Option<String>,
    /// With -c text-decoder: malformed input is an error
    #[arg(long)]
    pub fatal: bool,
    /// With -c text-decoder: a byte order mark is text
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
