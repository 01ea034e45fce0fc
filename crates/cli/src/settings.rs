//! The settings: the command line, parsed and checked.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use fluent_uri::Iri;
use oxilangtag::LanguageTag;

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::input::{self, Accepts};
use crate::line::excerpt;
use crate::name::Name;
use charsniff::{Context, Detection, Detector, Encoding, Kind, Reading};
use charsniff_warc::{Limits, Page};

/// The ending of a Parquet file's name.
const PARQUET: &str = "parquet";

/// What to print.
pub enum Task {
    Verdict,
    Json {
        stages: bool,
        text: bool,
    },
    Explain,
    Decode,
    /// The repaired text; what was wrong goes to standard error.
    Repair,
    Encode(Form),
    Convert(Encoding),
    /// A log is SARIF's.
    Lint {
        json: bool,
        log: bool,
    },
    Names {
        json: bool,
    },
    Lines {
        json: bool,
        text: bool,
    },
    /// The changes are those of this file.
    WriteBack(PathBuf, Unmappable),
}

/// What `--write-back` does about characters that the encoding lacks.
#[derive(Clone, Copy)]
pub enum Unmappable {
    Error,
    Reference,
    Escape,
    Utf8,
}

/// The encoding that `--encode` writes.
#[derive(Clone, Copy)]
pub enum Form {
    /// An encoding that has an encoder in the Encoding Standard.
    Encoded(Encoding),
    /// UTF-16, for which the Encoding Standard has no encoder.
    Utf16Le,
    Utf16Be,
}

impl Form {
    /// The form for an encoding; `None` for `replacement`, which cannot be written.
    pub fn new(encoding: Encoding) -> Option<Form> {
        match encoding {
            Encoding::Replacement => None,
            Encoding::Utf16Le => Some(Form::Utf16Le),
            Encoding::Utf16Be => Some(Form::Utf16Be),
            encoding => Some(Form::Encoded(encoding)),
        }
    }
}

impl Task {
    /// The inputs that the task can read.
    pub fn accepts(&self, no_crawl: bool) -> Accepts {
        Accepts {
            // A crawl is not text.
            crawls: !no_crawl
                && !self.prints_text()
                && !matches!(self, Task::Lint { .. } | Task::Names { .. } | Task::Lines { .. }),
            files_in_folders: !self.prints_text()
                && !matches!(self, Task::Decode | Task::Repair | Task::Lines { text: true, json: false }),
        }
    }

    /// Whether it prints one text in another encoding.
    fn prints_text(&self) -> bool {
        matches!(self, Task::Encode(_) | Task::Convert(_) | Task::WriteBack(..))
    }

    /// Whether a line of JSON includes what every stage found.
    pub fn wants_stages(&self) -> bool {
        matches!(self, Task::Explain | Task::Json { stages: true, .. })
    }

    /// Whether a line of JSON includes the text.
    pub fn wants_text(&self) -> bool {
        matches!(self, Task::Decode | Task::Repair | Task::Json { text: true, .. })
    }
}

/// The command line, parsed and checked.
pub struct Settings {
    pub inputs: Vec<OsString>,
    pub task: Task,
    pub headers: Vec<(String, String)>,
    /// The output file, instead of standard output.
    pub output: Option<PathBuf>,
    /// The folder for an output of each crawl, instead of one output.
    pub out_dir: Option<PathBuf>,
    /// How the names of the files in it end.
    pub ending: String,
    /// The file for the summary of crawls.
    pub summary: Option<PathBuf>,
    pub with_health: bool,
    pub with_repair: bool,
    pub accepts: Accepts,
    /// Whether the output replaces an input. Set once the inputs are known.
    pub is_in_place: bool,
    /// How many threads read crawls, if the user said so.
    pub threads: Option<NonZeroUsize>,
    /// How much of a crawl is held.
    pub limits: Limits,
    context: Option<Kind>,
    arguments: Arguments,
}

impl Settings {
    /// Checks the command line. The error is one line for people.
    pub fn new(mut arguments: Arguments) -> Result<Settings, String> {
        for (option, is_given, other, is_other_given) in [
            ("to", arguments.to.is_some(), "convert", arguments.convert),
            ("sarif", arguments.sarif, "lint", arguments.lint),
            ("unmappable", arguments.unmappable.is_some(), "write-back", !arguments.write_back.is_empty()),
            ("ending", arguments.ending.is_some(), "out-dir", arguments.out_dir.is_some()),
        ] {
            if is_given && !is_other_given {
                return Err(format!("--{option} goes with --{other}"));
            }
        }
        let context = arguments.context;
        let headers = headers(&arguments)?;
        let task = task(&mut arguments)?;
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
        if let Some(tag) = &arguments.locale {
            arguments.locale = Some(locale(tag)?);
        }
        if let Some(url) = &arguments.url
            && !has_host(url)
        {
            return Err(format!("--url: {:?} is no absolute URL with a host", excerpt(url)));
        }
        if let Some(tld) = &arguments.tld {
            arguments.tld = Some(top_level_domain(tld)?);
        }
        let inputs = std::mem::take(&mut arguments.inputs);
        let output = arguments.output.take();
        let (out_dir, summary) = (arguments.out_dir.take(), arguments.summary.take());
        let ending = arguments.ending.take().unwrap_or_else(|| "jsonl".to_owned());
        let (with_health, with_repair) = (arguments.health, arguments.repair);
        let (mut accepts, threads) = (task.accepts(arguments.no_crawl), arguments.threads);
        // With --out-dir, each file that is not a crawl is an error of its own.
        accepts.files_in_folders |= out_dir.is_some();
        let held = Limits::default();
        let limits = held
            .record_bytes(arguments.record_bytes.unwrap_or(held.record_bytes))
            .body_bytes(arguments.body_bytes.unwrap_or(held.body_bytes))
            .ahead_bytes(arguments.ahead_bytes.unwrap_or(held.ahead_bytes));
        let settings = Settings {
            inputs,
            task,
            headers,
            output,
            out_dir,
            ending,
            summary,
            with_health,
            with_repair,
            accepts,
            is_in_place: false,
            threads,
            limits,
            context,
            arguments,
        };
        if settings.writes_parquet() {
            settings.check_parquet()?;
        }
        // In XHR contexts an override that names no encoding has a meaning; elsewhere it is an
        // error.
        let _ = settings.with_facts(Context::html())?;
        Ok(settings)
    }

    /// The folder to which the texts of many files are written, each to a file of its name.
    pub fn tree(&self) -> Option<&Path> {
        let output = self.output.as_deref()?;
        if !matches!(self.task, Task::Decode | Task::Repair | Task::Convert(_)) {
            return None;
        }
        let is_folder = output.is_dir() || output.as_os_str().as_encoded_bytes().ends_with(b"/");
        (is_folder || !output.exists() && input::hold_texts(&self.inputs)).then_some(output)
    }

    /// Whether the output is Parquet.
    pub fn writes_parquet(&self) -> bool {
        let file = self.output.as_ref().and_then(|output| output.extension());
        file.is_some_and(|ending| ending == PARQUET) || self.out_dir.is_some() && self.ending == PARQUET
    }

    fn check_parquet(&self) -> Result<(), String> {
        let problem = match self.task {
            _ if !cfg!(feature = "parquet") => {
                "this program is built without Parquet: `cargo install charsniff-cli --features parquet`"
            }
            Task::Encode(_) => "--encode writes text, and no Parquet file",
            _ if !self.accepts.crawls => "a Parquet file has the rows of crawls, which --no-crawl does not read",
            _ if self.task.wants_stages() => "a Parquet file has no column for --explain",
            _ if self.with_health => "a Parquet file has no column for --health",
            _ => return Ok(()),
        };
        Err(problem.to_owned())
    }

    /// What decides what an output is, besides its input.
    pub fn of_output(&self) -> String {
        let Settings { ending, limits, arguments, .. } = self;
        let mut arguments = arguments.clone();
        arguments.threads = None;
        format!("{} {ending} {limits:?} {arguments:?}", env!("CARGO_PKG_VERSION"))
    }

    /// The context of a file.
    pub fn context(&self, name: &Name) -> Result<Context, Failure> {
        let path = name.path().map(Path::to_string_lossy).unwrap_or_default();
        let by_row = |kind| Context::of(kind).file_name(&path);
        let by_header = || Context::for_headers(&self.headers);
        let context = self.context.map(by_row).or_else(by_header).or_else(|| Context::for_file_name(&path));
        self.with_facts(context.unwrap_or_else(Context::html)).map_err(Failure::Input)
    }

    /// The context of a resource in a crawl, which has headers and a URL of its own.
    pub fn context_of_page(&self, page: &Page) -> Result<Context, String> {
        let context = self.context.map_or_else(|| page.context(), |kind| Context::of(kind).url(&page.url));
        let context = self.with_facts(context)?;
        Ok(if page.is_truncated { context.truncated(true) } else { context })
    }

    /// The context in which a browser reads what `context` reads as a crawler; `None` for another reading.
    pub fn platforms(&self, context: &Context) -> Option<Context> {
        let detection = self.arguments.detection.unwrap_or(Detection::Full);
        let is_crawlers = self.arguments.reading == Reading::Crawler;
        is_crawlers.then(|| context.clone().reading(Reading::Chromium).detection(detection))
    }

    /// The detector with the hints and candidates of the command line.
    pub fn detector(&self) -> Result<Detector, String> {
        let Arguments { only, except, prefer, locale, tld, url, .. } = &self.arguments;
        let mut detector = Detector::new();
        if !only.is_empty() {
            detector = detector.only(labels("only", only)?);
        }
        detector = detector.except(labels("except", except)?).prefer(labels("prefer", prefer)?);
        if let Some(tag) = locale {
            detector = detector.locale(tag);
        }
        let host = url.as_deref().and_then(|url| Some(Iri::parse(url).ok()?.authority()?.host().to_owned()));
        if let Some(tld) = tld.clone().or_else(|| top_level_domain(&host?).ok()) {
            detector = detector.tld(&tld);
        }
        Ok(detector)
    }

    fn with_facts(&self, mut context: Context) -> Result<Context, String> {
        let arguments = &self.arguments;
        if let Some(label) = &arguments.label {
            let encoding = encoding("label", label)?;
            if encoding == Encoding::Replacement {
                let label = excerpt(label);
                return Err(format!(
                    "--label: RangeError: {label:?} is a label of replacement, which no TextDecoder takes"
                ));
            }
            context = Context::text_decoder(encoding);
        }
        context = context.reading(arguments.reading).repair(arguments.repair);
        if let Some(label) = &arguments.r#override {
            if !self.context.is_some_and(takes_any_override) {
                encoding("override", label)?;
            }
            context = context.override_encoding(label);
        }
        if let Some(label) = &arguments.reference {
            // It comes from markup: a label that names no encoding counts as absent, and `--explain` says so.
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
        if let Some(label) = &arguments.fallback {
            context = context.default_encoding(encoding("fallback", label)?);
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
        if !arguments.only.is_empty() {
            context = context.only(labels("only", &arguments.only)?);
        }
        if !arguments.except.is_empty() {
            context = context.except(labels("except", &arguments.except)?);
        }
        if !arguments.prefer.is_empty() {
            context = context.prefer(labels("prefer", &arguments.prefer)?);
        }
        if let Some(string_type) = arguments.string_type {
            context = context.string_type(string_type);
        }
        Ok(context.fatal(arguments.fatal).ignore_bom(arguments.ignore_bom).truncated(arguments.truncated))
    }
}

/// The headers of the command line.
fn headers(arguments: &Arguments) -> Result<Vec<(String, String)>, String> {
    let mut headers = Vec::new();
    for header in &arguments.headers {
        let (name, value) = header
            .split_once(':')
            .ok_or_else(|| format!("--header: {:?} has no colon; it takes 'Name: value'", excerpt(header)))?;
        if name.trim().is_empty() {
            return Err(format!("--header: {:?} has no name; it takes 'Name: value'", excerpt(header)));
        }
        headers.push((name.trim().to_owned(), value.trim().to_owned()));
    }
    headers.extend(arguments.content_type.iter().map(|value| ("Content-Type".to_owned(), value.clone())));
    Ok(headers)
}

/// What the options ask for. Takes the files of `--write-back`, of which one is the input.
fn task(arguments: &mut Arguments) -> Result<Task, String> {
    Ok(match (&arguments.encode, arguments.decode, arguments.explain, arguments.json) {
        (Some(label), ..) => Task::Encode(
            Form::new(encoding("encode", label)?)
                .ok_or_else(|| format!("--encode: {label:?} is for decoding only; nothing can be written in it"))?,
        ),
        _ if arguments.lint => Task::Lint { json: arguments.json, log: arguments.sarif },
        _ if arguments.names => Task::Names { json: arguments.json },
        _ if arguments.lines => Task::Lines { json: arguments.json, text: arguments.decode },
        _ if arguments.convert => {
            let to = arguments.to.as_ref().map_or(Ok(Encoding::Utf8), |label| encoding("to", label))?;
            Form::new(to).ok_or("--to: nothing can be written in replacement")?;
            Task::Convert(to)
        }
        _ if !arguments.write_back.is_empty() => {
            let edited = arguments.write_back.pop().unwrap_or_default();
            if arguments.inputs != ["-"] {
                return Err("--write-back takes one file and its edited text, and no other input".into());
            }
            arguments.inputs = std::mem::take(&mut arguments.write_back);
            if edited == "-" && arguments.inputs == ["-"] {
                return Err("--write-back: only one of ORIGINAL and EDITED can be standard input".into());
            }
            let unmappable = match arguments.unmappable.as_deref() {
                Some("reference") => Unmappable::Reference,
                Some("escape") => Unmappable::Escape,
                Some("utf-8") => Unmappable::Utf8,
                _ => Unmappable::Error,
            };
            Task::WriteBack(edited.into(), unmappable)
        }
        (_, text, stages, true) => Task::Json { stages, text },
        (_, true, true, _) => {
            return Err("--decode prints the text only; --explain goes with --json --decode".into());
        }
        (_, true, ..) if arguments.health => {
            return Err("--decode prints the text only; --health goes with --json --decode".into());
        }
        (_, true, ..) => Task::Decode,
        (_, _, true, _) => Task::Explain,
        _ if arguments.repair && !arguments.health => Task::Repair,
        _ => Task::Verdict,
    })
}

fn encoding(option: &str, label: &str) -> Result<Encoding, String> {
    Encoding::for_label(label.as_bytes())
        .ok_or_else(|| format!("--{option}: {:?} names no encoding (see --labels)", excerpt(label)))
}

fn labels(option: &str, labels: &[String]) -> Result<Vec<Encoding>, String> {
    labels.iter().map(|label| encoding(option, label)).collect()
}

/// Whether a string is an absolute URL with a host and a valid port.
fn has_host(url: &str) -> bool {
    let url = Iri::parse(url).ok();
    let authority = url.as_ref().and_then(|url| url.authority());
    authority.is_some_and(|authority| !authority.host().is_empty() && authority.port_to_u16().is_ok())
}

/// The last label of a domain, which may be written with dots: `jp`, `.jp`, `co.jp`.
fn top_level_domain(domain: &str) -> Result<String, String> {
    let label = domain.trim_end_matches('.').rsplit('.').next().unwrap_or_default();
    if label.starts_with(char::is_alphanumeric) && label.chars().all(|c| c.is_alphanumeric() || c == '-') {
        Ok(label.to_owned())
    } else {
        Err(format!("--tld: {:?} is no top-level domain", excerpt(domain)))
    }
}

/// Checks a language tag ([BCP 47](https://www.rfc-editor.org/info/bcp47)). Also accepts the form
/// that operating systems use: `ja_JP.UTF-8`.
fn locale(tag: &str) -> Result<String, String> {
    let language = tag.split(['.', '@']).next().unwrap_or_default().replace('_', "-");
    match LanguageTag::parse(language.as_str()) {
        Ok(_) => Ok(language),
        Err(_) => Err(format!("--locale: {:?} is no language tag like ja or zh-Hant-TW", excerpt(tag))),
    }
}

/// Whether the override is XHR's override charset, which may be a string that names no encoding.
fn takes_any_override(kind: Kind) -> bool {
    matches!(kind, Kind::XhrHtml | Kind::XhrTextXml | Kind::XhrText)
}
