//! Crawls: sniffs every resource of a WARC file, on all cores.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicU64;

use serde::Serialize;

use crate::input::Input;
use crate::line::tell;
use crate::name::{JsonPath, Name};
use crate::output::json::{self, Found};
use crate::settings::Settings;
use charsniff::Content;
use charsniff_warc::{Damage, Entry, Page, RecordKind, Records};

use progress::Progress;
use summary::{Facts, Summary};

#[cfg(feature = "cli")]
mod progress;
#[cfg(not(feature = "cli"))]
#[path = "no_progress.rs"]
mod progress;
mod summary;

/// All crawls of a run.
pub struct Crawls {
    summary: Summary,
    progress: Progress,
    is_any: bool,
    /// Whether nothing looks wrong with any text that was checked.
    pub is_well: bool,
}

impl Crawls {
    /// Prepares for the crawls among `inputs`. `writes_to_terminal` says where the output goes.
    pub fn new(inputs: &[Result<Input, String>], writes_to_terminal: bool) -> Crawls {
        let bytes = inputs.iter().map(|input| match input {
            Ok(Input::Crawl(path)) => path.metadata().ok().filter(|file| file.is_file()).map(|file| file.len()),
            Ok(Input::Pipe(_)) => None,
            Ok(Input::File(_)) | Err(_) => Some(0),
        });
        let progress = Progress::new(bytes.sum(), writes_to_terminal);
        Crawls { summary: Summary::default(), progress, is_any: false, is_well: true }
    }

    /// Processes one crawl. Returns whether everything went well, or why the crawl cannot be read.
    /// The outer error is that of the output.
    pub fn run(
        &mut self,
        name: &Name,
        records: Records,
        settings: &'static Settings,
        out: &mut impl Write,
    ) -> io::Result<Result<bool, String>> {
        if !settings.headers.is_empty() {
            let problem = "the responses of a crawl have headers of their own; --header is for files";
            return Ok(Err(name.complaint(&problem)));
        }
        self.is_any = true;
        let position = records.position();
        let path = name.to_json();
        let lines = records
            .limits(settings.limits)
            .map_pages(settings.threads.map_or(0, NonZeroUsize::get), move |entry| line(entry, &path, settings));
        let mut is_well = true;
        for line in lines {
            is_well &= match line {
                Ok(line) => self.write_line(line, name, out)?,
                Err(error) => {
                    self.message(&name.complaint(&error));
                    false
                }
            };
            self.show(&position);
        }
        self.progress.end_file(&position);
        Ok(Ok(is_well))
    }

    /// Updates the progress bar from time to time.
    fn show(&self, position: &AtomicU64) {
        const RECORDS: u64 = 256;
        if self.summary.records().is_multiple_of(RECORDS) {
            self.progress.show(position, self.summary.records());
        }
    }

    fn write_line(&mut self, line: Line, name: &Name, out: &mut impl Write) -> io::Result<bool> {
        match line {
            Line::Done { text, facts, damage, error } => {
                match facts {
                    Some(facts) => {
                        self.is_well &= facts.health.is_none_or(|health| health.is_well());
                        self.summary.add(&facts);
                    }
                    None => self.summary.add_binary(),
                }
                self.summary.add_damage(&damage);
                out.write_all(&text)?;
                writeln!(out)?;
                if let Some(error) = &error {
                    self.message(&name.complaint(error));
                }
                Ok(error.is_none() && !damage.iter().any(Damage::is_loss))
            }
            Line::Other { kind, damage } => {
                self.summary.add_other(kind);
                if let Some(damage) = &damage {
                    self.summary.add_damaged();
                    self.message(&name.complaint(damage));
                }
                Ok(damage.is_none())
            }
            Line::Broken(message) => {
                self.summary.add_broken();
                self.message(&name.complaint(&message));
                Ok(false)
            }
        }
    }

    /// Writes a message above the progress bar.
    pub fn message(&self, message: &str) {
        self.progress.message(message);
    }

    /// Writes the summary, if there was a crawl.
    pub fn finish(self) {
        self.progress.finish();
        if self.is_any {
            tell(&self.summary);
        }
    }
}

/// The result of a record.
enum Line {
    Done {
        text: Vec<u8>,
        /// `None` for a body that is not text.
        facts: Option<Facts>,
        damage: Vec<Damage>,
        /// Where decoding failed, for people.
        error: Option<String>,
    },
    /// The record has no resource. What is wrong with it is for people: a resource may be lost with it.
    Other { kind: RecordKind, damage: Option<String> },
    /// No line is written for it.
    Broken(String),
}

fn line(entry: Entry, path: &JsonPath, settings: &Settings) -> Line {
    let page = match entry {
        Entry::Page(page) => page,
        Entry::Other(record) => {
            let lost = record.damage.iter().filter(|damage| damage.is_loss()).map(ToString::to_string);
            let lost = lost.collect::<Vec<_>>().join("; ");
            let damage = (!lost.is_empty())
                .then(|| format!("{} at byte {}: {}: {lost}", record.kind, record.offset, record.url));
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
    let health = (settings.with_health && !is_binary).then(|| charsniff::health(body, &sniffed));
    let facts = (!is_binary).then(|| Facts::new(&sniffed, body, health.as_ref()));
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
    let line = json::Line {
        truncated: page.is_truncated,
        health,
        error: error.as_deref(),
        text: text.as_deref(),
        repairs: repairs.as_deref(),
        unlisted_repairs,
        ..json::Line::new(Origin::of(&page, path), &found, content)
    };
    let line = line.to_bytes();
    let error = error.map(|error| place(&error));
    Line::Done { text: line, facts, damage: page.damage, error }
}

/// The resource that a line is about.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Origin<'a> {
    url: &'a str,
    #[serde(flatten)]
    path: &'a JsonPath,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    payload_digest: Option<&'a str>,
    status: Option<u16>,
    mime_type: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    damaged: Vec<String>,
}

impl<'a> Origin<'a> {
    fn of(page: &'a Page, path: &'a JsonPath) -> Origin<'a> {
        Origin {
            url: &page.url,
            path,
            offset: page.offset,
            length: page.length,
            offset_in_member: page.offset_in_member,
            record_id: page.id.as_deref(),
            warc_type: page.warc_type.as_deref(),
            date: page.date.as_deref(),
            ip_address: page.ip_address.as_deref(),
            payload_digest: page.payload_digest.as_deref(),
            status: page.status,
            // A valid MIME type has at most 127 characters on each side. Others are cut.
            mime_type: page.mime_type().map(|essence| essence.chars().take(255).collect()),
            damaged: page.damage.iter().map(ToString::to_string).collect(),
        }
    }
}
