//! Crawls: sniffs every resource of a WARC file, on all cores.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicU64;

use serde::Serialize;

use crate::input::Input;
use crate::line::tell;
use crate::name::{JsonFile, Name};
use crate::output::json::{self, Found};
use crate::settings::Settings;
use charsniff::Content;
use charsniff_warc::{Bodies, Entry, Page, Record, RecordDamage, RecordKind, Records};

use progress::Progress;
pub use summary::Summary;
use summary::{Declared, Facts};
#[cfg(feature = "parquet")]
use table::{Row, Table};

pub mod folder;
#[cfg(feature = "cli")]
mod progress;
#[cfg(not(feature = "cli"))]
#[path = "no_progress.rs"]
mod progress;
mod summary;
#[cfg(feature = "parquet")]
mod table;

/// All crawls of a run.
pub struct Crawls {
    /// The total of the crawls since it was taken.
    summary: Summary,
    /// How many lines were written before that.
    rows_before: u64,
    progress: Progress,
    /// Where bodies were seen first.
    bodies: Bodies<Place>,
    is_any: bool,
    /// Whether nothing looks wrong with any text that was checked.
    pub is_well: bool,
}

/// The place of a record.
#[derive(Clone, Serialize)]
struct Place {
    #[serde(flatten)]
    file: JsonFile,
    offset: u64,
}

/// What came of a crawl.
pub struct Ran {
    /// Whether nothing is damaged, and all was read.
    pub is_well: bool,
    /// Why it could not be read to its end.
    pub error: Option<String>,
}

/// The form of the lines of a crawl.
pub enum Form {
    Json,
    #[cfg(feature = "parquet")]
    Table(Box<Table>),
}

impl Form {
    /// That of the output that was asked for.
    pub fn new(settings: &Settings) -> io::Result<Form> {
        #[cfg(feature = "parquet")]
        if settings.writes_parquet() {
            return Ok(Form::Table(Box::new(Table::new(settings.task.wants_text())?)));
        }
        let _ = settings;
        Ok(Form::Json)
    }

    /// Writes what is left.
    pub fn finish(self, out: &mut impl Write) -> io::Result<()> {
        match self {
            // The lines are written.
            Form::Json => out.flush(),
            #[cfg(feature = "parquet")]
            Form::Table(table) => table.finish(out),
        }
    }
}

impl Crawls {
    /// Prepares for the crawls among `inputs`. `writes_to_terminal` says where the output goes.
    pub fn new(inputs: &[Result<Input, String>], writes_to_terminal: bool) -> Crawls {
        let bytes = inputs.iter().map(|input| match input {
            Ok(Input::Crawl(path)) => path.metadata().ok().filter(|file| file.is_file()).map(|file| file.len()),
            Ok(Input::Pipe(_)) => None,
            Ok(Input::File(_)) | Err(_) => Some(0),
        });
        Crawls {
            summary: Summary::default(),
            rows_before: 0,
            progress: Progress::new(bytes.sum(), writes_to_terminal),
            bodies: Bodies::default(),
            is_any: false,
            is_well: true,
        }
    }

    /// Processes one crawl. The inner error says why nothing of it can be read; the outer error is that of the
    /// output.
    pub fn run(
        &mut self,
        name: &Name,
        records: Records,
        settings: &'static Settings,
        form: &mut Form,
        out: &mut impl Write,
    ) -> io::Result<Result<Ran, String>> {
        if !settings.headers.is_empty() {
            let problem = "the responses of a crawl have headers of their own; --header is for files";
            return Ok(Err(name.complaint(&problem)));
        }
        let position = records.position();
        let file = name.to_json_file();
        let of_lines = file.clone();
        let lines = records
            .limits(settings.limits)
            .map_pages(settings.threads.map_or(0, NonZeroUsize::get), move |entry| line(entry, &of_lines, settings));
        let mut ran = Ran { is_well: true, error: None };
        let mut is_first = true;
        for line in lines {
            match line {
                Ok(line) => ran.is_well &= self.write_line(line, name, &file, form, out)?,
                Err(error) if is_first => return Ok(Err(name.complaint(&error))),
                Err(error) => {
                    ran = Ran { is_well: false, error: Some(error.to_string()) };
                    self.message(&name.complaint(&error));
                }
            }
            is_first = false;
            self.show(&position);
        }
        self.is_any = true;
        self.progress.end_file(&position);
        Ok(Ok(ran))
    }

    /// The summary of what came since the last call. The next one begins from zero, and so does the search for records
    /// with the same body.
    pub fn take_summary(&mut self) -> Summary {
        self.bodies.clear();
        self.rows_before += self.summary.rows();
        std::mem::take(&mut self.summary)
    }

    /// The summary of what came since then.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// Updates the progress bar from time to time.
    fn show(&self, position: &AtomicU64) {
        const ROWS: u64 = 256;
        let rows = self.rows_before + self.summary.rows();
        if rows.is_multiple_of(ROWS) {
            self.progress.show(position, rows);
        }
    }

    fn write_line(
        &mut self,
        line: Line,
        name: &Name,
        file: &JsonFile,
        form: &mut Form,
        out: &mut impl Write,
    ) -> io::Result<bool> {
        match line {
            Line::Done { line, facts, damage, error, place } => {
                match facts {
                    Some(facts) => {
                        self.is_well &= facts.health.is_none_or(|health| health.is_well());
                        self.summary.add(&facts);
                    }
                    None => self.summary.add_binary(),
                }
                self.summary.add_damage(&damage);
                let is_loss = damage.iter().any(RecordDamage::is_loss);
                self.write_row(line, place, is_loss, file, form, out)?;
                if let Some(error) = &error {
                    self.message(&name.complaint(error));
                }
                Ok(error.is_none() && !is_loss)
            }
            Line::Revisit { line, damage, place } => {
                self.summary.add_other(RecordKind::Revisit);
                // Only its header can be damaged.
                self.write_row(line, place, true, file, form, out)?;
                self.tell_damage(damage, name)
            }
            Line::Other { kind, damage } => {
                self.summary.add_other(kind);
                self.tell_damage(damage, name)
            }
            Line::Broken(message) => {
                self.summary.add_broken();
                self.message(&name.complaint(&message));
                Ok(false)
            }
        }
    }

    fn tell_damage(&mut self, damage: Option<String>, name: &Name) -> io::Result<bool> {
        if let Some(damage) = &damage {
            self.summary.add_damaged();
            self.message(&name.complaint(damage));
        }
        Ok(damage.is_none())
    }

    /// Writes a line, with the place of the first record that has the same body. `is_no_body`: the record cannot be the
    /// first one for others.
    fn write_row(
        &mut self,
        line: Written,
        (digest, offset): (Option<String>, u64),
        is_no_body: bool,
        file: &JsonFile,
        form: &mut Form,
        out: &mut impl Write,
    ) -> io::Result<()> {
        self.summary.add_row();
        let place = || Place { file: file.clone(), offset };
        let same_as = digest.and_then(|digest| self.bodies.first(&digest, !is_no_body, place));
        match (line, form) {
            (Written::Json(line), _) => {
                match same_as {
                    None => out.write_all(&line)?,
                    Some(place) => {
                        out.write_all(line.strip_suffix(b"}").unwrap_or(&line))?;
                        json::write_member(out, "same-as", &place)?;
                        out.write_all(b"}")?;
                    }
                }
                out.write_all(b"\n")
            }
            #[cfg(feature = "parquet")]
            (Written::Row(mut row), Form::Table(table)) => {
                row.same_as = same_as.map(|place| (place.file.as_str().to_owned(), place.offset));
                table.push(*row, out)
            }
            #[cfg(feature = "parquet")]
            (Written::Row(_), Form::Json) => Err(io::Error::other("a row without a table")),
        }
    }

    /// Writes a message above the progress bar.
    pub fn message(&self, message: &str) {
        self.progress.message(message);
    }

    /// Writes the summary, if there was a crawl.
    pub fn finish(&self) {
        self.progress.finish();
        if self.is_any {
            tell(&self.summary);
        }
    }
}

/// A line in the form of the output.
enum Written {
    Json(Vec<u8>),
    #[cfg(feature = "parquet")]
    Row(Box<Row>),
}

/// The result of a record.
enum Line {
    Done {
        line: Written,
        /// `None` for a body that is not text.
        facts: Option<Box<Facts>>,
        damage: Vec<RecordDamage>,
        /// Where decoding failed, for people.
        error: Option<String>,
        /// The digest of the body, if there is one, and the record's offset.
        place: (Option<String>, u64),
    },
    /// A record that stands for an earlier one with the same body.
    Revisit { line: Written, damage: Option<String>, place: (Option<String>, u64) },
    /// The record has no resource. What is wrong with it is for people: a resource may be lost with it.
    Other { kind: RecordKind, damage: Option<String> },
    /// No line is written for it.
    Broken(String),
}

fn line(entry: Entry, file: &JsonFile, settings: &Settings) -> Line {
    let page = match entry {
        Entry::Page(page) => page,
        Entry::Other(record) => {
            let lost = record.damage.iter().filter(|damage| damage.is_loss()).map(ToString::to_string);
            let lost = lost.collect::<Vec<_>>().join("; ");
            let damage = (!lost.is_empty())
                .then(|| format!("{} at byte {}: {}: {lost}", record.kind, record.offset, record.url));
            if record.kind == RecordKind::Revisit {
                let place = (record.payload_digest.clone(), record.offset);
                return Line::Revisit { line: of_revisit(&record, file, settings), damage, place };
            }
            return Line::Other { kind: record.kind, damage };
        }
        Entry::Broken { offset, reason } => return Line::Broken(format!("record at byte {offset}: {reason}")),
        _ => return Line::Broken("an entry of an unknown kind".into()),
    };
    let place = |message: &str| format!("record at byte {}: {}: {message}", page.offset, page.url);
    let context = match settings.context_of_page(&page) {
        Ok(context) => context,
        Err(message) => return Line::Broken(place(&message)),
    };
    let body = page.body();
    let content = page.content();
    let is_binary = content == Content::Binary;
    let found = Found::of(body, &page.headers, &context, settings);
    let sniffed = found.sniffed;
    let declared = match is_binary {
        true => Declared::default(),
        false => Declared::new(&found.claims, body, &sniffed),
    };
    let health = (settings.with_health && !is_binary).then(|| charsniff::health(body, &sniffed));
    let facts = (!is_binary).then(|| Box::new(Facts::new(&sniffed, declared.clone(), body, health.as_ref())));
    let (mut text, mut error, mut repairs, mut unlisted_repairs) = (None, None, None, 0);
    if settings.task.wants_text() && !is_binary {
        text = match sniffed.try_decode(body) {
            Ok(decoded) => {
                repairs = settings.with_repair.then_some(decoded.repairs);
                unlisted_repairs = decoded.unlisted_repairs;
                Some(decoded.text)
            }
            Err(at) => {
                error = Some(at.to_string());
                let before = &body[..at.offset.min(body.len())];
                Some(sniffed.decode(before).text)
            }
        };
    }
    let origin = Origin::of(&page, file, &declared);
    let line = json::Line {
        truncated: page.is_truncated,
        health,
        error: error.as_deref(),
        text: text.as_deref(),
        repairs: repairs.as_deref(),
        unlisted_repairs,
        ..json::Line::new(origin, &found, content)
    };
    #[cfg(feature = "parquet")]
    let line = if settings.writes_parquet() {
        Written::Row(Box::new(row(&line, is_binary)))
    } else {
        Written::Json(line.to_bytes())
    };
    #[cfg(not(feature = "parquet"))]
    let line = Written::Json(line.to_bytes());
    let error = error.map(|error| place(&error));
    let place = (page.info.payload_digest, page.info.offset);
    Line::Done { line, facts, damage: page.damage, error, place }
}

/// The line as a row.
#[cfg(feature = "parquet")]
fn row(line: &json::Line<'_, Origin<'_>>, is_binary: bool) -> Row {
    let likelihood = line.likelihood;
    let runner_up = likelihood.and_then(|likelihood| likelihood.runner_up);
    let is_text = !is_binary;
    Row {
        content: Some(line.content.as_str()),
        encoding: is_text.then(|| line.sniffed.name()),
        confidence: is_text.then(|| line.sniffed.confidence.as_str()),
        source: is_text.then(|| line.sniffed.source.as_str()),
        probability: likelihood.map(|likelihood| likelihood.probability),
        margin: likelihood.map(charsniff::Likelihood::margin),
        runner_up: runner_up.map(|runner_up| runner_up.encoding.name()),
        runner_up_probability: runner_up.map(|runner_up| runner_up.probability),
        language: likelihood.and_then(|likelihood| likelihood.language.as_deref()).map(str::to_owned),
        script: likelihood.and_then(|likelihood| likelihood.script.as_deref()).map(str::to_owned),
        repairs: line.repairs.map(|repairs| (repairs.len() + line.unlisted_repairs) as u64),
        truncated: line.truncated,
        error: line.error.map(str::to_owned),
        text: line.text.map(str::to_owned),
        ..line.origin.to_row()
    }
}

/// The line of a record that stands for an earlier one.
fn of_revisit(record: &Record, file: &JsonFile, settings: &Settings) -> Written {
    let text = |name| record.field(name).map(|value| String::from_utf8_lossy(value).into_owned());
    let line = Revisit {
        origin: Origin {
            url: &record.url,
            file,
            offset: record.offset,
            length: record.length,
            offset_in_member: record.offset_in_member,
            record_id: record.id.as_deref(),
            warc_type: record.warc_type.as_deref(),
            date: record.date.as_deref(),
            ip_address: record.ip_address.as_deref(),
            digest: record.payload_digest.as_deref(),
            status: None,
            mime_type: None,
            declared_header: None,
            declared_meta: None,
            header_refuted: None,
            meta_refuted: None,
            damaged: record.damage.iter().map(ToString::to_string).collect(),
        },
        refers_to: text("WARC-Refers-To"),
        refers_to_url: text("WARC-Refers-To-Target-URI"),
    };
    #[cfg(feature = "parquet")]
    if settings.writes_parquet() {
        let Revisit { origin, refers_to, refers_to_url } = line;
        return Written::Row(Box::new(Row { refers_to, refers_to_url, ..origin.to_row() }));
    }
    let _ = settings;
    Written::Json(json::to_bytes(&line))
}

/// A line about a record without a body of its own.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Revisit<'a> {
    #[serde(flatten)]
    origin: Origin<'a>,
    refers_to: Option<String>,
    refers_to_url: Option<String>,
}

/// The resource that a line is about.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Origin<'a> {
    url: &'a str,
    #[serde(flatten)]
    file: &'a JsonFile,
    offset: u64,
    length: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    offset_in_member: Option<u64>,
    record_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    warc_type: Option<&'a str>,
    date: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ip_address: Option<&'a str>,
    digest: Option<&'a str>,
    status: Option<u16>,
    mime_type: Option<String>,
    declared_header: Option<String>,
    declared_meta: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    header_refuted: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    meta_refuted: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    damaged: Vec<String>,
}

impl<'a> Origin<'a> {
    fn of(page: &'a Page, file: &'a JsonFile, declared: &Declared) -> Origin<'a> {
        let name = |declaration: &Option<summary::Declaration>| declaration.as_ref().map(|one| one.name.clone());
        let refuted = |declaration: &Option<summary::Declaration>| {
            declaration.as_ref().filter(|one| one.is_encoding).map(|one| one.is_refuted)
        };
        Origin {
            url: &page.url,
            file,
            offset: page.offset,
            length: page.length,
            offset_in_member: page.offset_in_member,
            record_id: page.id.as_deref(),
            warc_type: page.warc_type.as_deref(),
            date: page.date.as_deref(),
            ip_address: page.ip_address.as_deref(),
            digest: page.payload_digest.as_deref(),
            status: page.status,
            // A valid MIME type has at most 127 characters on each side. Others are cut.
            mime_type: page.mime_type().map(|essence| essence.chars().take(255).collect()),
            declared_header: name(&declared.header),
            declared_meta: name(&declared.meta),
            header_refuted: refuted(&declared.header),
            meta_refuted: refuted(&declared.meta),
            damaged: page.damage.iter().map(ToString::to_string).collect(),
        }
    }

    #[cfg(feature = "parquet")]
    fn to_row(&self) -> Row {
        let owned = |value: Option<&str>| value.map(str::to_owned);
        Row {
            url: self.url.to_owned(),
            date: owned(self.date),
            record_id: owned(self.record_id),
            digest: owned(self.digest),
            file: self.file.as_str().to_owned(),
            offset: self.offset,
            length: self.length,
            warc_type: owned(self.warc_type),
            status: self.status,
            mime_type: self.mime_type.clone(),
            declared_header: self.declared_header.clone(),
            declared_meta: self.declared_meta.clone(),
            header_refuted: self.header_refuted,
            meta_refuted: self.meta_refuted,
            damaged: (!self.damaged.is_empty()).then(|| self.damaged.join("; ")),
            ..Row::default()
        }
    }
}
