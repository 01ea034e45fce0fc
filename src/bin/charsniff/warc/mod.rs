//! Crawls: every HTTP response of a WARC file through the pipeline, on all cores.
//!
//! One thread reads the file and cuts it into batches of records, two of which may wait; the
//! cores share the records of a batch; its lines are written in the file's order. So memory is
//! bounded by a few batches, whatever the file's size.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use charsniff::Context;
use rayon::prelude::*;
use serde_json::{Value, json};

use crate::arguments::{Settings, Task};
use crate::input::context_for_name;
use crate::output;
use progress::Progress;
use records::{Record, Records};
use response::Message;
use summary::{Facts, Summary};

mod progress;
mod records;
mod response;
mod source;
mod summary;

pub use source::is_warc;

/// A batch is full when its records have this many bytes, or are this many.
const BATCH_BYTES: usize = 8 * 1024 * 1024;
const BATCH_RECORDS: usize = 1024;

/// How many texts a core makes before they are written.
const TEXTS_A_CORE: usize = 2;

/// All crawls of a run.
pub struct Crawls {
    summary: Summary,
    progress: Progress,
}

impl Crawls {
    /// Expects the crawls at `paths`; what is written goes to a terminal or not.
    pub fn new(paths: &[PathBuf], writes_to_terminal: bool) -> Crawls {
        let bytes = paths.iter().filter_map(|path| path.metadata().ok()).map(|metadata| metadata.len()).sum();
        Crawls { summary: Summary::default(), progress: Progress::new(bytes, writes_to_terminal) }
    }

    /// Does one crawl; the error is the output's. Whether all went well.
    pub fn run(&mut self, path: &Path, settings: &Settings, out: &mut impl Write) -> io::Result<bool> {
        let position = Arc::new(AtomicU64::new(0));
        let records = match Records::open(path, position.clone()) {
            Ok(records) => records,
            Err(error) => {
                self.progress.message(&format!("{}: {error}", path.display()));
                return Ok(false);
            }
        };
        std::thread::scope(|scope| {
            let (sender, batches) = sync_channel(1);
            scope.spawn(move || read(records, &sender));
            let is_well = self.write(&batches, path, settings, &position, out);
            // The reader stops when no one listens any more.
            drop(batches);
            self.progress.end_file(&position);
            is_well
        })
    }

    fn write(
        &mut self,
        batches: &Receiver<Batch>,
        path: &Path,
        settings: &Settings,
        position: &AtomicU64,
        out: &mut impl Write,
    ) -> io::Result<bool> {
        let name = path.display().to_string();
        let mut is_well = true;
        // A small record may unpack to a long text: few of these wait to be written.
        let at_once = match settings.task {
            Task::Decode => TEXTS_A_CORE * rayon::current_num_threads(),
            _ => BATCH_RECORDS,
        };
        for Batch { mut records, end } in batches {
            while !records.is_empty() {
                let rest = records.split_off(at_once.min(records.len()));
                let some = std::mem::replace(&mut records, rest);
                let lines: Vec<Line> = some.into_par_iter().map(|record| line(record, &name, settings)).collect();
                self.write_lines(lines, &name, out, &mut is_well)?;
            }
            if let Err(error) = end {
                is_well = false;
                self.progress.message(&format!("{name}: {error}"));
            }
            self.progress.show(position, self.summary.records());
        }
        Ok(is_well)
    }

    fn write_lines(
        &mut self,
        lines: Vec<Line>,
        name: &str,
        out: &mut impl Write,
        is_well: &mut bool,
    ) -> io::Result<()> {
        for line in lines {
            match line {
                Line::Done { text, facts } => {
                    self.summary.add(&facts);
                    writeln!(out, "{text}")?;
                }
                Line::Other => self.summary.add_other(),
                Line::Broken { message, facts } => {
                    *is_well = false;
                    match facts {
                        Some(facts) => self.summary.add(&facts),
                        None => self.summary.add_broken(),
                    }
                    self.progress.message(&format!("{name}: {message}"));
                }
            }
        }
        Ok(())
    }

    /// Says what came of it all.
    pub fn finish(self) {
        self.progress.finish();
        eprint!("{}", self.summary);
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
            match records.next() {
                Ok(Some(record)) => {
                    if let Record::Response(response) = &record {
                        bytes += response.block.len();
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
        text: Value,
        facts: Facts,
    },
    Other,
    /// Nothing is written of it; one that only could not become text has facts.
    Broken {
        message: String,
        facts: Option<Facts>,
    },
}

fn line(record: Record, path: &str, settings: &Settings) -> Line {
    let response = match record {
        Record::Response(response) => response,
        Record::Other => return Line::Other,
        Record::Broken { offset, message } => {
            return Line::Broken { message: format!("record at byte {offset}: {message}"), facts: None };
        }
    };
    let place = |message: String| format!("record at byte {}: {}: {message}", response.offset, response.url);
    let message = match Message::parse(&response) {
        Ok(message) => message,
        Err(message) => return Line::Broken { message: place(message), facts: None },
    };
    let context = match context(&message, &response.url, settings) {
        Ok(context) => context,
        Err(message) => return Line::Broken { message: place(message), facts: None },
    };
    let explanation = charsniff::explain(&message.body, &message.headers, &context);
    let health = charsniff::health(&message.body, &explanation.sniffed);
    let facts = Facts::new(output::name(&explanation.sniffed), &explanation, &message.body, &health);
    let origin = json!({ "url": response.url, "path": path, "offset": response.offset });
    let text = match settings.task {
        Task::Decode => match text(origin, &message, &context) {
            Ok(text) => text,
            Err(message) => return Line::Broken { message: place(message), facts: Some(facts) },
        },
        _ => output::json_line(origin, &explanation, settings, &message.body),
    };
    Line::Done { text, facts }
}

/// The text of a response, as its context prescribes.
fn text(mut origin: Value, message: &Message, context: &Context) -> Result<Value, String> {
    let decoded = charsniff::decode(&message.body, &message.headers, context).map_err(|error| error.to_string())?;
    origin["encoding"] = output::name(&decoded.sniffed).into();
    origin["text"] = decoded.text.into_owned().into();
    Ok(origin)
}

/// The context in which a browser that goes to the URL reads the response.
fn context(message: &Message, url: &str, settings: &Settings) -> Result<Context, String> {
    let by_header = message.header("content-type").map(|value| Context::for_mime_type(&value));
    let by_name = || context_for_name(url.split(['?', '#']).next().unwrap_or_default());
    let context = settings.context_of_record(by_header.or_else(by_name), url)?;
    Ok(if message.is_truncated { context.truncated(true) } else { context })
}
