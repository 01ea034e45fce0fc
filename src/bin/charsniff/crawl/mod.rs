//! Crawls: every HTTP response of a WARC file through the pipeline, on all cores.
//!
//! One thread reads the file and cuts it into batches of records, two of which may wait; the
//! cores share the records of a batch; its lines are written in the file's order. So memory is
//! bounded whatever the file holds: by three batches of 8 MiB and one record more (64 MiB at most,
//! longer ones are cut), the body that each core unpacks (64 MiB at most), and for texts by two a
//! core of bodies of 4 MiB; those of longer bodies are made one at a time.

use std::io::{self, Write};
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use charsniff::warc::{MOST_BYTES, Message, Record, Records, Refused, Response};
use charsniff::{Content, Context};
use rayon::prelude::*;
use serde::Serialize;

use crate::input::{Input, context_for_name};
use crate::line::tell;
use crate::name::{JsonPath, Name};
use crate::output::json;
use crate::settings::Settings;
use progress::Progress;
use summary::{Facts, Summary};

mod progress;
mod summary;

/// A batch is full when its records have this many bytes, or are this many.
const BATCH_BYTES: usize = 8 * 1024 * 1024;
const BATCH_RECORDS: usize = 1024;

/// How many texts a core makes before they are written, and of how long bodies.
const TEXTS_A_CORE: usize = 2;
const TEXTS_BODY: usize = 4 * 1024 * 1024;

/// All crawls of a run.
pub struct Crawls {
    summary: Summary,
    progress: Progress,
    is_any: bool,
    /// Whether the texts that were looked at for that are all well.
    pub is_well: bool,
}

impl Crawls {
    /// Expects the crawls among `inputs`; what is written goes to a terminal or not.
    pub fn new(inputs: &[Result<Input, String>], writes_to_terminal: bool) -> Crawls {
        let bytes = inputs.iter().map(|input| match input {
            Ok(Input::Crawl(path)) => path.metadata().ok().filter(|file| file.is_file()).map(|file| file.len()),
            Ok(Input::Pipe(_)) => None,
            Ok(Input::File(_)) | Err(_) => Some(0),
        });
        let progress = Progress::new(bytes.sum(), writes_to_terminal);
        Crawls { summary: Summary::default(), progress, is_any: false, is_well: true }
    }

    /// Does one crawl; the outer error is the output's. Whether all went well, or why nothing can.
    pub fn run(
        &mut self,
        name: &Name,
        records: Records,
        settings: &Settings,
        out: &mut impl Write,
    ) -> io::Result<Result<bool, String>> {
        if !settings.headers.is_empty() {
            return Ok(Err(format!(
                "{name}: the responses of a crawl have headers of their own; --header is for files"
            )));
        }
        self.is_any = true;
        let position = records.position();
        std::thread::scope(|scope| {
            let (sender, batches) = sync_channel(1);
            scope.spawn(move || read(records, &sender));
            let is_well = self.write(&batches, name, settings, &position, out);
            // The reader stops when no one listens any more.
            drop(batches);
            self.progress.end_file(&position);
            is_well.map(Ok)
        })
    }

    fn write(
        &mut self,
        batches: &Receiver<Batch>,
        name: &Name,
        settings: &Settings,
        position: &AtomicU64,
        out: &mut impl Write,
    ) -> io::Result<bool> {
        let mut is_well = true;
        let (at_once, most) = match &settings.task {
            task if task.wants_text() => (TEXTS_A_CORE * rayon::current_num_threads(), TEXTS_BODY),
            _ => (BATCH_RECORDS, MOST_BYTES),
        };
        for Batch { mut records, end } in batches {
            while !records.is_empty() {
                let rest = records.split_off(at_once.min(records.len()));
                let some = std::mem::replace(&mut records, rest);
                let lines: Vec<Line> = some.into_par_iter().map(|record| line(record, name, settings, most)).collect();
                for line in lines {
                    let line = match line {
                        Line::Later(response) => self::line(Record::Response(response), name, settings, MOST_BYTES),
                        line => line,
                    };
                    is_well &= self.write_line(line, name, out)?;
                }
            }
            if let Err(error) = end {
                is_well = false;
                self.message(&format!("{name}: {error}"));
            }
            self.progress.show(position, self.summary.records());
        }
        Ok(is_well)
    }

    fn write_line(&mut self, line: Line, name: &Name, out: &mut impl Write) -> io::Result<bool> {
        match line {
            Line::Done { text, facts } => {
                self.summary.add(&facts);
                self.is_well &= facts.is_well;
                out.write_all(&text)?;
                writeln!(out)?;
            }
            Line::Other => self.summary.add_other(),
            Line::Broken { message, facts } => {
                match facts {
                    Some(facts) => self.summary.add(&facts),
                    None => self.summary.add_broken(),
                }
                self.message(&format!("{name}: {message}"));
                return Ok(false);
            }
            // It is a line of another kind by now.
            Line::Later(_) => {}
        }
        Ok(true)
    }

    /// Says something without tearing the progress bar.
    pub fn message(&self, message: &str) {
        self.progress.message(message);
    }

    /// Says what came of it all, if there was a crawl.
    pub fn finish(self) {
        self.progress.finish();
        if self.is_any {
            tell(&self.summary);
        }
    }
}

/// Records to be shared among the cores, and whether the file could be read on behind them.
struct Batch {
    records: Vec<Record>,
    end: io::Result<()>,
}

/// Reads the file to its end, or until no one listens.
fn read(mut records: Records, batches: &SyncSender<Batch>) {
    loop {
        let mut batch = Batch { records: Vec::new(), end: Ok(()) };
        let mut bytes = 0;
        let mut is_last = false;
        while !is_last && bytes < BATCH_BYTES && batch.records.len() < BATCH_RECORDS {
            match records.read() {
                Ok(Some(record)) => {
                    if let Record::Response(response) = &record {
                        bytes += response.block.len() + response.url.len();
                    }
                    batch.records.push(record);
                }
                Ok(None) => is_last = true,
                Err(error) => (batch.end, is_last) = (Err(error), true),
            }
        }
        if batches.send(batch).is_err() || is_last {
            return;
        }
    }
}

/// What comes of a record.
enum Line {
    Done {
        text: Vec<u8>,
        facts: Facts,
    },
    Other,
    /// Nothing is written of it; one that only could not become text has facts.
    Broken {
        message: String,
        facts: Option<Facts>,
    },
    /// It is too long to be done beside others.
    Later(Response),
}

/// What comes of a record, unless its body has more than `most` bytes.
fn line(record: Record, name: &Name, settings: &Settings, most: usize) -> Line {
    let response = match record {
        Record::Response(response) => response,
        Record::Other => return Line::Other,
        Record::Broken { offset, message } => {
            return Line::Broken { message: format!("record at byte {offset}: {message}"), facts: None };
        }
    };
    let place = |message: &str| format!("record at byte {}: {}: {message}", response.offset, response.url);
    let message = match Message::parse(&response, most) {
        Ok(message) => message,
        Err(Refused::TooLong) => return Line::Later(response),
        Err(Refused::Broken(message)) => return Line::Broken { message: place(&message), facts: None },
    };
    let context = match context(&message, &response.url, settings) {
        Ok(context) => context,
        Err(message) => return Line::Broken { message: place(&message), facts: None },
    };
    let explanation = charsniff::explain(&message.body, &message.headers, &context);
    let health = charsniff::health(&message.body, &explanation.sniffed);
    let facts = Facts::new(explanation.sniffed.name(), &explanation, &message.body, &health);
    let origin = Origin { url: &response.url, path: name.to_json(), offset: response.offset };
    let content = Content::of(&message.body);
    let text = match settings.task.wants_text() && content != Content::Binary {
        true => match explanation.sniffed.decode(&message.body, &context) {
            Ok(decoded) => Some(decoded.text),
            Err(error) => return Line::Broken { message: place(&error.to_string()), facts: Some(facts) },
        },
        false => None,
    };
    let line = json::Line {
        truncated: message.is_truncated,
        health: settings.with_health.then_some(health),
        stages: settings.task.wants_stages().then_some(&explanation.stages[..]),
        text: text.as_deref(),
        ..json::Line::new(origin, &explanation, content)
    };
    let text = line.to_bytes();
    Line::Done { text, facts }
}

/// Where a response stands.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Origin<'a> {
    url: &'a str,
    #[serde(flatten)]
    path: JsonPath,
    offset: u64,
}

/// The context in which a browser that goes to the URL reads the response.
fn context(message: &Message<'_>, url: &str, settings: &Settings) -> Result<Context, String> {
    let by_header = message.header("content-type").map(|value| Context::for_mime_type(&value));
    let by_name = || context_for_name(url.split(['?', '#']).next().unwrap_or_default());
    let context = settings.context_of_record(by_header.or_else(by_name), url)?;
    Ok(if message.is_truncated { context.truncated(true) } else { context })
}
