//! The command line.

use std::ffi::OsString;
use std::num::{IntErrorKind, NonZeroUsize, ParseIntError};
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Parser};
#[cfg(feature = "cli")]
use clap_complete::Shell;

use charsniff::{Detection, Kind, Reading, StringType, UnknownName};

// The headings of `--help`.
const READING: &str = "How to read the input";
const FACTS: &str = "What is known about the input";
const ROWS: &str = "Options of single contexts";
const LISTS: &str = "About the command";

#[cfg(feature = "cli")]
/// What the command does, in one line.
pub const SUMMARY: &str = "Finds the character encoding of Web pages and other texts, and decodes them";

/// What the files in `--out-dir` may be.
const ENDINGS: [&str; 4] = ["jsonl", "jsonl.gz", "jsonl.zst", "parquet"];

pub const ABOUT: &str = "\
Finds the character encoding of Web pages and other texts, as the Web platform does, and decodes them.

Prints one line for each input: the encoding, whether the verdict is certain, what it is based on, how likely it is (0 to \
1), the next likely encoding, the language, what the bytes are (text, ascii or binary), and the name of the input.

An input can be read in three ways (--reading): for a crawler, which needs the most likely text; as a browser shows it; \
or by the letter of the standards.";

const AFTER_HELP: &str = "\
Examples:
  charsniff page.html                          What encoding is the page in?
  charsniff --explain page.html                Why?
  charsniff --convert -o page.html page.html   Convert the page to UTF-8, with its declaration
  charsniff --decode -o texts.jsonl.zst crawl.warc.gz
  charsniff --decode --out-dir texts --ending parquet *.warc.gz

The verdict is based on the first 8 MiB of an input. Of these, the detector weighs up to 16 KiB of bytes above 7F \
and their neighbours, and checks the rest for malformed sequences. --health, --decode and --encode read the whole \
input, but keep no more than those 8 MiB and their text in memory, which may be three times as long. --repair needs a \
few times as much. For crawls, --record-bytes, --body-bytes and --ahead-bytes say how much is kept.

Exit status: 0 if all went well; 1 if an input could not be read or decoded (the others are still \
processed); 2 if the command line is wrong; 3 if --health or --lint found something wrong.";

/// Takes the name of a value; completion scripts and error messages list the names.
fn named<T>(names: impl IntoIterator<Item = &'static str>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err = UnknownName> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names).try_map(|name| name.parse::<T>())
}

/// Takes a number. The standard library's errors are words of programmers, and it takes `+5`.
fn number<T: FromStr<Err = ParseIntError>>(text: &str) -> Result<T, &'static str> {
    text.strip_prefix('+').map_or(text, |_| "").parse().map_err(|error: ParseIntError| match error.kind() {
        IntErrorKind::Zero => "it must be at least 1",
        IntErrorKind::PosOverflow => "it is too large",
        _ => "it must be digits only",
    })
}

/// The command line.
#[derive(Clone, Debug, Parser)]
#[command(name = "charsniff", version, max_term_width = 100, disable_help_flag = true, disable_version_flag = true)]
#[command(about = ABOUT, after_help = AFTER_HELP)]
pub struct Arguments {
    /// Files, folders (for all files in them), or - for standard input. In a WARC or ARC file, which
    /// may be compressed with gzip, zstd or LZ4, each page is an input, and the output is JSON Lines
    #[arg(value_name = "FILE", default_value = "-")]
    pub inputs: Vec<OsString>,

    /// Print one JSON object for each input; with --decode, it includes the text
    #[arg(long)]
    pub json: bool,
    /// Print what every stage found, from the byte order mark to the default
    #[arg(long)]
    pub explain: bool,
    /// Print the text as UTF-8; for a WARC file, one JSON object for each page, with its URL and text. With -o FOLDER, the
    /// texts of many files and folders, each in a file of its name; binary files are skipped, and no file is replaced
    #[arg(long)]
    pub decode: bool,
    /// Also report what looks wrong with the text: malformed sequences, question marks and U+FFFD in the place of letters, C1
    /// controls, doubly encoded UTF-8, UTF-32, valid UTF-8 that is decoded as something else, what --repair would repair, and
    /// lines in several encodings. The exit status is then 3
    #[arg(long)]
    pub health: bool,
    /// Print the text as UTF-8, and damaged text as what it was meant to be: malformed sequences in UTF-8 that are
    /// legacy text, doubly encoded UTF-8, and text that was read in a wrong encoding and saved again. What was wrong is
    /// written to standard error, and with --json or --explain to the list of repairs. The input must not be longer
    /// than 8 MiB
    #[arg(long)]
    pub repair: bool,
    /// Print the input in UTF-8 or the encoding of --to, and make its declaration name that: meta, XML declaration,
    /// @charset. Where the bytes have no place for one, standard error says which header is needed. Characters that the
    /// encoding lacks become &#…; where HTML and XML read these, and are an error elsewhere. With -o FOLDER as with --decode
    #[arg(long, conflicts_with_all = ["json", "explain", "decode", "health"])]
    pub convert: bool,
    /// With --convert: the encoding [default: UTF-8]
    #[arg(long, value_name = "LABEL")]
    pub to: Option<String>,
    /// Print where the input breaks the standards' rules for authors: no declaration, one that is late, repeated or
    /// names another encoding, malformed sequences and so on, each with its place and its rule; with --json, one JSON
    /// object for each input. By default the standards' reading counts. The exit status is then 3
    #[arg(long, conflicts_with_all = ["explain", "decode", "health", "repair", "convert", "encode"])]
    pub lint: bool,
    /// With --lint: print one log in the format SARIF 2.1.0
    #[arg(long, conflicts_with = "json")]
    pub sarif: bool,
    /// Print ORIGINAL with the changes made in EDITED, which is its text as --decode printed it, then edited. Outside
    /// the changes, each byte is that of ORIGINAL. One of them may be - for standard input. With --repair, EDITED comes from --decode --repair: lines and words
    /// in another encoding than the rest keep it, and other repairs count as changes
    #[arg(long, num_args = 2, value_names = ["ORIGINAL", "EDITED"])]
    #[arg(conflicts_with_all = ["json", "explain", "decode", "health", "convert", "encode", "lint"])]
    pub write_back: Vec<OsString>,
    /// With --write-back: what to do about characters that the encoding lacks: fail (error), write &#…; (reference) or \u…
    /// (escape), or write the whole file in UTF-8, as --convert does (utf-8) [default: error]
    #[arg(long, value_name = "HOW", hide_possible_values = true)]
    #[arg(value_parser = ["error", "reference", "escape", "utf-8"])]
    pub unmappable: Option<String>,
    /// Read UTF-8 and print it in this encoding. Characters that the encoding lacks become &#…; in HTML and XML, and
    /// are an error elsewhere. UTF-16 gets a byte order mark, without which few programs recognize it
    #[arg(long, value_name = "LABEL", conflicts_with_all = ["json", "explain", "decode", "health", "repair", "convert"])]
    pub encode: Option<String>,
    /// Print which lines are in which encoding, for a text that several programs wrote: a line is in UTF-8 if it is
    /// valid UTF-8, else in its own encoding if that is clear, else in the one that all such lines together are in.
    /// With --decode, print the text, each line decoded from its encoding, and write the list to standard error. The
    /// input must not be longer than 8 MiB
    #[arg(long, conflicts_with_all = ["explain", "health", "repair", "convert", "encode", "lint", "write_back", "names"])]
    #[arg(conflicts_with_all = ["out_dir", "summary"])]
    pub lines: bool,
    /// Print the names in ZIP and TAR archives, and the encoding that they are in: one verdict over all names that the
    /// archive does not mark as UTF-8. The locale, the top-level domain, --only, --except and --prefer are hints
    #[arg(long, conflicts_with_all = ["explain", "decode", "health", "repair", "convert", "encode", "lint", "write_back"])]
    #[arg(conflicts_with_all = ["out_dir", "summary"])]
    pub names: bool,
    /// Write to this file instead of standard output; compressed if its name ends in .gz or .zst.
    /// It is replaced at the end, so it may be one of the inputs. If its name ends in .parquet, the rows of crawls
    /// are written as Parquet
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write a file for each crawl to this folder, and manifest.jsonl, which says what became of each. Finished files
    /// are not done again
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["output", "encode", "no_crawl"])]
    pub out_dir: Option<PathBuf>,
    /// What the files in --out-dir are: jsonl, jsonl.gz, jsonl.zst or parquet [default: jsonl]
    #[arg(long, value_name = "ENDING", hide_possible_values = true, value_parser = PossibleValuesParser::new(ENDINGS))]
    pub ending: Option<String>,
    /// Write the summary of the crawls to this file, as JSON
    #[arg(long, value_name = "FILE")]
    pub summary: Option<PathBuf>,
    /// Treat every input as a single text, even a WARC file
    #[arg(long)]
    pub no_crawl: bool,
    /// How many threads read crawls [default: one for each core]
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, value_parser = number::<NonZeroUsize>)]
    pub threads: Option<NonZeroUsize>,
    /// Cut the records of crawls after so many bytes [default: 64 MiB]
    #[arg(long, value_name = "BYTES", allow_negative_numbers = true, value_parser = number::<usize>)]
    pub record_bytes: Option<usize>,
    /// Cut the unpacked bodies in crawls after so many bytes [default: 64 MiB]
    #[arg(long, value_name = "BYTES", allow_negative_numbers = true, value_parser = number::<usize>)]
    pub body_bytes: Option<usize>,
    /// How many bytes of a crawl are read ahead [default: 32 MiB]
    #[arg(long, value_name = "BYTES", allow_negative_numbers = true, value_parser = number::<usize>)]
    pub ahead_bytes: Option<usize>,

    /// By whose rules the input is read: a crawler's, a browser's (chromium, firefox), or the standards'
    /// to the letter (standard)
    #[arg(long, value_name = "READING", default_value = "crawler", help_heading = READING)]
    #[arg(hide_possible_values = true, value_parser = named::<Reading>(Reading::ALL.iter().map(|reading| reading.as_str())))]
    pub reading: Reading,
    /// The former name of --reading crawler, for scripts
    #[arg(long, hide = true, conflicts_with = "reading")]
    as_crawlers_need: bool,
    /// What the detector may find: nothing (off); what browsers detect in pages from the network, which
    /// is never UTF-8 (legacy); what Firefox's own detector finds (firefox; not in the Python
    /// package), or Chromium's (chromium; only in a program built with the feature compact-enc-det);
    /// any encoding (full)
    #[arg(long, value_name = "HOW", help_heading = READING, hide_possible_values = true)]
    #[arg(value_parser = named::<Detection>(Detection::ALL.iter().map(|detection| detection.as_str())))]
    pub detection: Option<Detection>,
    /// Encodings, separated by commas, that the detector may answer: no others
    #[arg(long, value_name = "LABELS", value_delimiter = ',', help_heading = READING)]
    pub only: Vec<String>,
    /// Encodings that the detector may not answer
    #[arg(long, value_name = "LABELS", value_delimiter = ',', help_heading = READING)]
    pub except: Vec<String>,
    /// Encodings that the detector prefers where the bytes leave the question open
    #[arg(long, value_name = "LABELS", value_delimiter = ',', help_heading = READING)]
    pub prefer: Vec<String>,
    /// How many bytes from the start are searched for a declaration [default: 1024]
    #[arg(long, value_name = "BYTES", allow_negative_numbers = true, value_parser = number::<usize>, help_heading = READING)]
    pub prescan_limit: Option<usize>,

    /// Where the text is used: html, xml, css-from-document and so on; --contexts lists them. The
    /// default follows from the MIME type in the header; without one, from the extension of the file
    /// name; else it is html
    #[arg(short, long, value_name = "CONTEXT", help_heading = FACTS, hide_possible_values = true)]
    #[arg(value_parser = named::<Kind>(Kind::ALL.iter().map(|kind| kind.as_str())))]
    pub context: Option<Kind>,
    /// An HTTP header of the input, 'Content-Type: …' (repeatable). Not for WARC files, which
    /// contain the headers
    #[arg(short = 'H', long = "header", value_name = "HEADER", help_heading = FACTS)]
    pub headers: Vec<String>,
    /// The value of a Content-Type header (repeatable), like --header
    #[arg(long, value_name = "VALUE", help_heading = FACTS)]
    pub content_type: Vec<String>,
    /// The encoding that the user chose, or XHR's override charset
    #[arg(long, value_name = "LABEL", help_heading = FACTS)]
    pub r#override: Option<String>,
    /// The charset attribute of the element that refers to the resource
    #[arg(long, value_name = "LABEL", help_heading = FACTS)]
    pub reference: Option<String>,
    /// The encoding of the parent document, if it has the same origin
    #[arg(long, value_name = "LABEL", help_heading = FACTS)]
    pub parent: Option<String>,
    /// The encoding that the resource had on an earlier visit
    #[arg(long, value_name = "LABEL", help_heading = FACTS)]
    pub history: Option<String>,
    /// The encoding of the importing style sheet
    #[arg(long, value_name = "LABEL", help_heading = FACTS)]
    pub style_sheet: Option<String>,
    /// The encoding of the document that refers to the resource
    #[arg(long, value_name = "LABEL", help_heading = FACTS)]
    pub document: Option<String>,
    /// The encoding where nothing else decides: HTML's user-specified default encoding
    /// [default: UTF-8; for a browser or the standards, what the context says]
    #[arg(long, visible_alias = "default", value_name = "LABEL", help_heading = FACTS)]
    pub fallback: Option<String>,
    /// The user's locale (ja, zh-Hant-TW)
    #[arg(long, value_name = "TAG", help_heading = FACTS)]
    pub locale: Option<String>,
    /// The top-level domain of the host (jp), a hint for the detector
    #[arg(long, value_name = "TLD", conflicts_with = "url", help_heading = FACTS)]
    pub tld: Option<String>,
    /// The URL of the resource, for its top-level domain
    #[arg(long, value_name = "URL", help_heading = FACTS)]
    pub url: Option<String>,
    /// The input is only the start of the resource
    #[arg(long, help_heading = FACTS)]
    pub truncated: bool,

    /// With -c text-decoder: the encoding [default: UTF-8]
    #[arg(long, value_name = "LABEL", help_heading = ROWS)]
    pub label: Option<String>,
    /// With -c text-decoder: treat malformed input as an error
    #[arg(long, help_heading = ROWS)]
    pub fatal: bool,
    /// With -c text-decoder: keep a byte order mark in the text
    #[arg(long, help_heading = ROWS)]
    pub ignore_bom: bool,
    /// With -c x500-string: the type of the string
    #[arg(long, value_name = "TYPE", help_heading = ROWS)]
    #[arg(value_parser = named::<StringType>(StringType::ALL.iter().map(|string_type| string_type.as_str())))]
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
    /// Print help
    #[arg(short, long, action = ArgAction::Help, help_heading = LISTS)]
    help: Option<bool>,
    /// Print the version
    #[arg(short = 'V', long, action = ArgAction::Version, help_heading = LISTS)]
    version: Option<bool>,
}

/// The message for a wrong command line, in one line. A list of values that is too long for one line is left out.
pub fn in_short(error: &clap::Error) -> String {
    const ROOM: usize = 400;
    const LONG_LIST: usize = 100;
    let text = error.to_string();
    let is_end = |line: &&str| line.starts_with("Usage:") || line.starts_with("For more information");
    let lines = text.lines().take_while(|line| !is_end(line)).map(str::trim);
    let lines = lines.filter(|line| !(line.is_empty() || line.starts_with('[') && line.len() > LONG_LIST));
    let line = lines.collect::<Vec<_>>().join("; ");
    let line: String = line.strip_prefix("error: ").unwrap_or(&line).chars().take(ROOM).collect();
    line + " (see --help)"
}
