//! The command line, and what it means.

use std::ffi::OsString;
use std::path::PathBuf;

use charsniff::{Context, Detection, Encoding, Kind, Sniffed, StringType};
use clap::Parser;

use crate::input::Resource;
use crate::line::excerpt;

/// Tells which character encoding files are in, how sure that is, and what decided, the way the
/// Web platform does.
#[derive(Debug, Parser)]
#[command(name = "charsniff", version, max_term_width = 100)]
pub struct Arguments {
    /// Files, folders (all files in them), or - for standard input; a WARC file, also one in gzip
    /// or zstd, stands for the HTTP responses in it, which come out as JSON Lines
    #[arg(value_name = "FILE", default_value = "-")]
    inputs: Vec<OsString>,

    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
    /// Print what every stage of the pipeline had to say
    #[arg(long)]
    explain: bool,
    /// Print the text, as UTF-8; of a WARC file, one JSON object a response, with url and text
    #[arg(long, conflicts_with_all = ["json", "explain", "health"])]
    decode: bool,
    /// Also tell what looks wrong with the text: malformed sequences, C1 controls, doubly encoded
    /// UTF-8, valid UTF-8 read otherwise
    #[arg(long)]
    health: bool,
    /// Write to this file, compressed if it ends in .gz or .zst, instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Read UTF-8, print the bytes in this encoding; characters it lacks become &#…;
    #[arg(long, value_name = "LABEL", conflicts_with_all = ["json", "explain", "decode", "health"])]
    encode: Option<String>,

    /// What reads the bytes: a row of the context table (html, xml, css-from-document, …);
    /// otherwise by the header's MIME type, the file name's ending, or html
    #[arg(short, long, value_name = "ROW")]
    context: Option<String>,
    /// A header that came with the bytes, 'Content-Type: …' (repeatable); not for WARC files, whose
    /// responses have their own
    #[arg(short = 'H', long = "header", value_name = "HEADER")]
    headers: Vec<String>,
    /// The value of a Content-Type header (repeatable), like --header
    #[arg(long, value_name = "VALUE")]
    content_type: Vec<String>,
    /// The encoding that the user chose, or XHR's override charset
    #[arg(long, value_name = "LABEL")]
    r#override: Option<String>,
    /// The charset attribute of the reference to the resource
    #[arg(long, value_name = "LABEL")]
    reference: Option<String>,
    /// The encoding of the parent document, of the same origin
    #[arg(long, value_name = "LABEL")]
    parent: Option<String>,
    /// The encoding that the resource had when last seen
    #[arg(long, value_name = "LABEL")]
    history: Option<String>,
    /// The encoding of the importing style sheet
    #[arg(long, value_name = "LABEL")]
    style_sheet: Option<String>,
    /// The encoding of the document that refers to the resource
    #[arg(long, value_name = "LABEL")]
    document: Option<String>,
    /// The user's locale (ja, zh-Hant-TW)
    #[arg(long, value_name = "TAG")]
    locale: Option<String>,
    /// The top-level domain of the host, a hint for the detector
    #[arg(long, value_name = "TLD", conflicts_with = "url")]
    tld: Option<String>,
    /// The resource's URL, for its top-level domain
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// How far the detector may go: off, legacy (never UTF-8, as browsers do on the network), firefox (Firefox's own), full
    #[arg(long, value_name = "HOW")]
    detection: Option<Detection>,
    /// Read HTML as Chromium and Firefox end up reading it, rather than by the standard's letter
    #[arg(long)]
    as_browsers_do: bool,
    /// Take what is meant for what is said: lenient labels and headers, a wider window for
    /// declarations; tells where the platform finds something else
    #[arg(long, conflicts_with = "as_browsers_do")]
    as_crawlers_need: bool,
    /// The input ends before the resource does
    #[arg(long)]
    truncated: bool,
    /// How many bytes the prescan may read
    #[arg(long, value_name = "BYTES")]
    prescan_limit: Option<usize>,
    /// With -c text-decoder: its encoding, UTF-8 unless told
    #[arg(long, value_name = "LABEL")]
    label: Option<String>,
    /// With -c text-decoder: malformed input is an error
    #[arg(long)]
    fatal: bool,
    /// With -c text-decoder: a byte order mark is text
    #[arg(long)]
    ignore_bom: bool,
    /// With -c x500-string: utf8, bmp, teletex or ascii
    #[arg(long, value_name = "TYPE")]
    string_type: Option<StringType>,
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

/// What to print.
pub enum Task {
    Verdict,
    Json { explain: bool },
    Explain,
    Decode,
    Encode(Encoding),
}

impl Task {
    /// Whether text or bytes are printed rather than verdicts.
    pub fn is_text(&self) -> bool {
        matches!(self, Task::Decode | Task::Encode(_))
    }
}

/// The command line, checked.
pub struct Settings {
    pub inputs: Vec<OsString>,
    pub task: Task,
    pub headers: Vec<(String, String)>,
    /// Where to write, instead of standard output.
    pub output: Option<PathBuf>,
    pub with_health: bool,
    context: Option<Kind>,
    arguments: Arguments,
}

impl Settings {
    /// Checks the command line; the error is one line for people.
    pub fn new(mut arguments: Arguments) -> Result<Settings, String> {
        let context = match &arguments.context {
            None => None,
            Some(id) => Some(Kind::from_id(id).ok_or_else(|| {
                let rows: Vec<&str> = Kind::ALL.iter().map(|kind| kind.id()).collect();
                format!("--context: no row is named {id:?}; the rows are {}", rows.join(", "))
            })?),
        };
        let mut headers = Vec::new();
        for header in &arguments.headers {
            let (name, value) = header
                .split_once(':')
                .ok_or_else(|| format!("--header: {:?} has no colon; it takes 'Name: value'", excerpt(header)))?;
            headers.push((name.trim().to_owned(), value.trim().to_owned()));
        }
        headers.extend(arguments.content_type.iter().map(|value| ("Content-Type".to_owned(), value.clone())));
        let task = match (&arguments.encode, arguments.decode, arguments.explain, arguments.json) {
            (Some(label), ..) => Task::Encode(encoding("encode", label)?.output_encoding()),
            (_, true, ..) => Task::Decode,
            (_, _, explain, true) => Task::Json { explain },
            (_, _, true, _) => Task::Explain,
            _ => Task::Verdict,
        };
        for (option, is_given, row) in [
            ("label", arguments.label.is_some(), Kind::TextDecoder),
            ("fatal", arguments.fatal, Kind::TextDecoder),
            ("ignore-bom", arguments.ignore_bom, Kind::TextDecoder),
            ("string-type", arguments.string_type.is_some(), Kind::X500String),
        ] {
            if is_given && context != Some(row) {
                return Err(format!("--{option} goes with --context {row}"));
            }
        }
        let inputs = std::mem::take(&mut arguments.inputs);
        let output = arguments.output.take();
        let with_health = arguments.health;
        let settings = Settings { inputs, task, headers, output, with_health, context, arguments };
        // An override that is no label means something in XHR contexts, and nothing elsewhere.
        settings.with_facts(Context::html())?;
        Ok(settings)
    }

    /// The context of a resource.
    pub fn context(&self, resource: &Resource) -> Result<Context, String> {
        let by_row = |kind| match resource.mime_type {
            Some(mime_type) => Context::of(kind).mime_type(mime_type),
            None => Context::of(kind),
        };
        let by_header = || {
            let value = self.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-type"));
            value.map(|(_, value)| Context::for_mime_type(value))
        };
        let context = self.context.map(by_row).or_else(by_header).or_else(|| resource.context.clone());
        self.with_facts(context.unwrap_or_else(Context::html))
    }

    /// The context of a response in a crawl, whose own headers and URL say how it is read.
    pub fn context_of_record(&self, by_record: Option<Context>, url: &str) -> Result<Context, String> {
        let context = self.context.map(Context::of).or(by_record).unwrap_or_else(Context::html);
        self.with_facts(context.url(url))
    }

    /// The verdict, and under a crawler's policy the platform's.
    pub fn verdicts(&self, bytes: &[u8], context: &Context) -> (Sniffed, Option<Sniffed>) {
        if self.arguments.as_crawlers_need {
            let explanation = charsniff::explain(bytes, &self.headers, context);
            return (explanation.sniffed, explanation.platform);
        }
        (charsniff::sniff(bytes, &self.headers, context), None)
    }

    fn with_facts(&self, mut context: Context) -> Result<Context, String> {
        let arguments = &self.arguments;
        if let Some(label) = &arguments.label {
            context = Context::text_decoder(encoding("label", label)?);
        }
        if arguments.as_browsers_do {
            context = context.as_browsers_do();
        }
        if arguments.as_crawlers_need {
            context = context.as_crawlers_need();
        }
        if let Some(label) = &arguments.r#override {
            let is_xhr = self
                .context
                .is_some_and(|kind| kind.policy().override_ == charsniff::policy::Override::OverrideCharset);
            if !is_xhr {
                encoding("override", label)?;
            }
            context = context.override_encoding(label);
        }
        if let Some(label) = &arguments.reference {
            encoding("reference", label)?;
            context = context.reference_charset(label);
        }
        if let Some(label) = &arguments.parent {
            context = context.parent(encoding("parent", label)?, true);
        }
        if let Some(label) = &arguments.history {
            context = context.history(encoding("history", label)?);
        }
        if let Some(label) = &arguments.style_sheet {
            context = context.style_sheet(encoding("style-sheet", label)?);
        }
        if let Some(label) = &arguments.document {
            context = context.document(encoding("document", label)?);
        }
        if let Some(tag) = &arguments.locale {
            context = context.locale(tag);
        }
        if let Some(tld) = &arguments.tld {
            context = context.tld(tld);
        }
        if let Some(url) = &arguments.url {
            context = context.url(url);
        }
        if let Some(bytes) = arguments.prescan_limit {
            context = context.prescan_limit(bytes);
        }
        if let Some(detection) = arguments.detection {
            context = context.detection(detection);
        }
        if let Some(string_type) = arguments.string_type {
            context = context.string_type(string_type);
        }
        Ok(context.fatal(arguments.fatal).ignore_bom(arguments.ignore_bom).truncated(arguments.truncated))
    }
}

fn encoding(option: &str, label: &str) -> Result<Encoding, String> {
    Encoding::for_label(label.as_bytes()).ok_or_else(|| format!("--{option}: {:?} names no encoding", excerpt(label)))
}
