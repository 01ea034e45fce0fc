//! `warc`: the resources of a crawl, unpacked and decoded on Rust's threads.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use charsniff::{Claim, Claims, Content, Likelihood};
use charsniff_warc::{Bodies, Entry, Limits, MapPages, RecordDamage, RecordKind, Records};
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyStopIteration};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};

use crate::calls;
use crate::context::{self, Facts};
use crate::data::{bytes_of, wrong_type};
use crate::explanation::runner_up;
use crate::health::Health;
use crate::sniff::repairs_of;
use crate::text::{self, Text};
use crate::verdict::Sniffed;

thread_local! {
    /// The crawls whose source this thread is reading, or for which it is running signal handlers.
    static READ_HERE: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

/// How long to wait for a result before looking whether Ctrl-C was pressed.
const PATIENCE: Duration = Duration::from_millis(100);

/// The resources of a crawl: an iterator of Record, in the order of the file.
///
/// source: the path of a WARC or ARC file (plain, gzip, zstd, LZ4), a binary file object, or what fsspec.open gives.
/// threads: how many threads unpack and decode; 0 means one per core. With 1, the caller's thread
/// does.
/// context: a Context or the name of a row; by default, chosen by each resource's MIME type or
/// name.
/// text: whether records have the text. body: whether they have the bytes. health: whether they have the health.
/// likelihood: whether they have probability, margin, runner_up, language and script, for which the detector reads every resource.
/// record_bytes, body_bytes: longer records and unpacked bodies are cut, and `damage` says so; 64 MiB
/// by default. ahead_bytes: how much may be read ahead of the caller; 32 MiB by default.
///
/// Records without a resource (requests, metadata) are skipped unless they are damaged. A `revisit`, which stands for an
/// earlier response with the same body, is given without a verdict; `same_as` says where that body is. Damaged
/// records are delivered as far as they can be read, and `damage` says what is wrong. A source without
/// any record, such as an empty file, raises OSError at the first step.
///
#[doc = include_str!("keywords.txt")]
#[pyfunction]
#[pyo3(signature = (
    source, *, threads=0, context=None, text=true, body=false, health=false, likelihood=true, record_bytes=None, body_bytes=None,
    ahead_bytes=None, **options
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn warc(
    source: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = number_of_threads)] threads: usize,
    context: Option<&Bound<'_, PyAny>>,
    text: bool,
    body: bool,
    health: bool,
    likelihood: bool,
    record_bytes: Option<&Bound<'_, PyAny>>,
    body_bytes: Option<&Bound<'_, PyAny>>,
    ahead_bytes: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Warc> {
    let bytes = |name, value: Option<&Bound<'_, PyAny>>, default| match value {
        Some(value) => context::count(name, "bytes", value),
        None => Ok(default),
    };
    let default = Limits::default();
    let limits = default
        .record_bytes(bytes("record_bytes", record_bytes, default.record_bytes)?)
        .body_bytes(bytes("body_bytes", body_bytes, default.body_bytes)?)
        .ahead_bytes(bytes("ahead_bytes", ahead_bytes, default.ahead_bytes)?);
    let chosen = match context {
        Some(context) => Some(context::context(Some(context), &Vec::new(), None, options)?.clone()),
        None => None,
    };
    let facts = Facts::read(options)?;
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let (records, file) = open(source, number)?;
    let records = records.limits(limits);
    let wanted = Wanted { chosen, facts, file, text, body, health, likelihood };
    let pages = Some(records.map_pages(threads, move |entry| wanted.of(entry)));
    let state = Mutex::new(State { pages, bodies: Bodies::default() });
    Ok(Warc { state, number, process: std::process::id() })
}

fn number_of_threads(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    context::count("threads", "threads", value)
}

/// The records of a source, and its name.
fn open(source: &Bound<'_, PyAny>, number: u64) -> PyResult<(Records, Option<String>)> {
    let py = source.py();
    calls::end_with_the_program(py)?;
    if source.hasattr("read")? {
        let name = name_of(source, &["full_name", "name"]);
        return Ok((read_from(source, number)?, name));
    }
    // What fsspec.open gives, and the paths that are built on it: they say where a file is, and open it on request.
    if source.hasattr("fs")? && source.hasattr("path")? {
        let file = source.getattr("fs")?.call_method1("open", (source.getattr("path")?, "rb"))?;
        let name = name_of(source, &["full_name"]).map_or_else(|| source.str().map(|name| name.to_string()), Ok)?;
        return Ok((read_from(&file, number)?, Some(name)));
    }
    let path: PathBuf = source.extract().map_err(|_| wrong_type("source", "a path or a binary file object", source))?;
    let records = py.detach(|| Records::new(Interruptible { file: File::open(&path)?, number }));
    let name = path.to_string_lossy().into_owned();
    Ok((records.map_err(|error| failure(py, error, Some(&path)))?, Some(name)))
}

/// The first of these attributes that is a string.
fn name_of(source: &Bound<'_, PyAny>, attributes: &[&str]) -> Option<String> {
    attributes.iter().find_map(|attribute| source.getattr(*attribute).ok()?.extract().ok())
}

/// The records of a file object.
fn read_from(file: &Bound<'_, PyAny>, number: u64) -> PyResult<Records> {
    let py = file.py();
    let reader = Reader { file: file.clone().unbind(), number, rest: Vec::new(), at: 0 };
    py.detach(|| Records::new(reader)).map_err(|error| failure(py, error, None))
}

/// The exception for an error: a file object's own exception, or what `open` would raise for an error of the system.
fn failure(py: Python<'_>, error: io::Error, path: Option<&Path>) -> PyErr {
    let Some(code) = error.raw_os_error() else { return error.into() };
    let message = py.import("os").and_then(|os| os.call_method1("strerror", (code,)));
    match message {
        Ok(message) => PyOSError::new_err((code, message.unbind(), path.map(|path| path.as_os_str().to_owned()))),
        Err(error) => error,
    }
}

/// A file or a pipe. Ctrl-C ends a read that waits for bytes.
struct Interruptible {
    file: File,
    number: u64,
}

impl Read for Interruptible {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.file.read(room) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                    calls::call(|py| reading(self.number, || py.check_signals()))?;
                }
                result => return result,
            }
        }
    }
}

/// Runs Python code while a crawl is read. If it wants a record of that crawl, it gets an error.
fn reading<T>(number: u64, work: impl FnOnce() -> T) -> T {
    READ_HERE.with_borrow_mut(|here| here.push(number));
    let result = work();
    READ_HERE.with_borrow_mut(Vec::pop);
    result
}

/// A file object of Python.
struct Reader {
    file: Py<PyAny>,
    number: u64,
    rest: Vec<u8>,
    at: usize,
}

impl Read for Reader {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        const AT_ONCE: usize = 1 << 20;
        if self.at == self.rest.len() {
            self.rest = calls::call(|py| {
                let read = || self.file.bind(py).call_method1("read", (AT_ONCE,));
                let data = reading(self.number, read).map_err(|error| {
                    // StopIteration would end the iteration as if everything were read.
                    match error.is_instance_of::<PyStopIteration>(py) {
                        true => PyRuntimeError::new_err("read() of the source raised StopIteration"),
                        false => error,
                    }
                })?;
                let bytes =
                    bytes_of(&data).map_err(|_| wrong_type("what read() of the source returns", "bytes", &data))?;
                Ok(bytes.as_bytes().to_vec())
            })?;
            self.at = 0;
        }
        let rest = self.rest.get(self.at..).unwrap_or_default();
        let length = rest.len().min(room.len());
        if let (Some(from), Some(to)) = (rest.get(..length), room.get_mut(..length)) {
            to.copy_from_slice(from);
        }
        self.at += length;
        Ok(length)
    }
}

/// What the records should contain.
struct Wanted {
    chosen: Option<charsniff::Context>,
    facts: Facts,
    /// The name of the source.
    file: Option<String>,
    text: bool,
    body: bool,
    health: bool,
    likelihood: bool,
}

/// The result of an entry, without Python objects.
enum Found {
    Nothing,
    Record(Box<Parts>),
}

struct Parts {
    record: Record,
    text: Option<Text>,
    body: Option<Vec<u8>>,
    /// Whether others may be told that they have the same body.
    is_whole: bool,
}

impl Wanted {
    fn of(&self, entry: Entry) -> Found {
        let page = match entry {
            Entry::Page(page) => page,
            Entry::Broken { offset, reason } => {
                let record = Record { file: self.file.clone(), offset, damage: vec![reason], ..Record::default() };
                return Found::Record(Box::new(Parts { record, text: None, body: None, is_whole: false }));
            }
            Entry::Other(other)
                if other.kind == RecordKind::Revisit || other.damage.iter().any(RecordDamage::is_loss) =>
            {
                let text = |name| other.field(name).map(|value| String::from_utf8_lossy(value).into_owned());
                let (refers_to, refers_to_url) = (text("WARC-Refers-To"), text("WARC-Refers-To-Target-URI"));
                let record = Record {
                    url: other.info.url,
                    file: self.file.clone(),
                    record_id: other.info.id,
                    warc_type: other.info.warc_type,
                    date: other.info.date,
                    ip_address: other.info.ip_address,
                    digest: other.info.payload_digest,
                    offset: other.info.offset,
                    length: other.info.length,
                    refers_to,
                    refers_to_url,
                    is_truncated: other.is_truncated,
                    damage: other.damage.iter().map(ToString::to_string).collect(),
                    ..Record::default()
                };
                return Found::Record(Box::new(Parts { record, text: None, body: None, is_whole: false }));
            }
            _ => return Found::Nothing,
        };
        let context = match &self.chosen {
            Some(context) => context.clone().url(&page.url).truncated(page.is_truncated),
            None => self.facts.add(page.context()),
        };
        let content = page.content();
        let (sniffed, likelihood, claims) = if self.likelihood {
            let assessment = charsniff::assess(page.body(), &page.headers, &context);
            (assessment.sniffed, assessment.likelihood, assessment.claims)
        } else {
            (page.sniff(&context), None, charsniff::claims(page.body(), &page.headers, &context))
        };
        let declared = if content == Content::Binary { Claims::default() } else { claims };
        let is_refuted = |declared: &Claim| declared.encoding.map(|_| declared.is_refuted(page.body(), &sniffed));
        let is_text = self.text && content != Content::Binary;
        let text = is_text.then(|| text::of(page.body(), &sniffed).map_err(|error| error.to_string()));
        let mut record = Record {
            url: page.url.clone(),
            file: self.file.clone(),
            record_id: page.id.clone(),
            warc_type: page.warc_type.clone(),
            date: page.date.clone(),
            ip_address: page.ip_address.clone(),
            digest: page.payload_digest.clone(),
            offset: page.offset,
            length: page.length,
            status: page.status,
            mime_type: page.mime_type(),
            declared_header: declared.header.as_ref().map(Claim::name),
            declared_meta: declared.meta.as_ref().map(Claim::name),
            header_refuted: declared.header.as_ref().and_then(is_refuted),
            meta_refuted: declared.meta.as_ref().and_then(is_refuted),
            headers: page.headers.iter().map(|(name, value)| (name.clone(), characters(value))).collect(),
            content: content.as_str(),
            is_truncated: page.is_truncated,
            damage: page.damage.iter().map(ToString::to_string).collect(),
            health: self.health.then(|| Health(charsniff::health(page.body(), &sniffed))),
            sniffed: Some(sniffed.into()),
            probability: likelihood.as_ref().map(|likelihood| likelihood.probability),
            margin: likelihood.as_ref().map(Likelihood::margin),
            runner_up: likelihood.as_ref().and_then(runner_up),
            script: likelihood.as_ref().and_then(|likelihood| likelihood.script.as_deref()).map(str::to_owned),
            language: likelihood.and_then(|likelihood| likelihood.language).map(Cow::into_owned),
            ..Record::default()
        };
        let text = match text {
            Some(Err(error)) => {
                record.error = Some(error);
                None
            }
            Some(Ok(text)) => {
                record.had_errors = text.had_errors;
                Some(text)
            }
            None => None,
        };
        let is_whole = !page.damage.iter().any(RecordDamage::is_loss);
        let body = self.body.then(|| page.into_body());
        Found::Record(Box::new(Parts { record, text, body, is_whole }))
    }
}

/// One character per byte, as headers are read.
fn characters(value: &[u8]) -> String {
    value.iter().map(|&byte| char::from(byte)).collect()
}

/// The resources of a crawl.
#[pyclass(frozen, module = "charsniff")]
pub struct Warc {
    state: Mutex<State>,
    number: u64,
    /// The process in which the threads are.
    process: u32,
}

struct State {
    /// `None` once it is closed.
    pages: Option<MapPages<Found>>,
    /// The offsets of the bodies that were given.
    bodies: Bodies<u64>,
}

impl State {
    /// What [`MapPages::next_within`] gives, with the place of an earlier record that has the same body.
    fn next(&mut self) -> Option<Option<io::Result<Found>>> {
        let Some(pages) = &mut self.pages else { return Some(None) };
        let mut next = pages.next_within(PATIENCE);
        if let Some(Some(Ok(Found::Record(parts)))) = &mut next
            && let Parts { record, is_whole, .. } = &mut **parts
            && let Some(digest) = &record.digest
        {
            let first = self.bodies.first(digest, *is_whole, || record.offset);
            record.same_as = first.map(|offset| (record.file.clone(), offset));
        }
        next
    }
}

impl Warc {
    /// Fails where waiting for the lock would never end.
    fn check(&self) -> PyResult<()> {
        if std::process::id() != self.process {
            return Err(PyRuntimeError::new_err(
                "the crawl was opened in another process, before a fork; call charsniff.warc in this one",
            ));
        }
        if READ_HERE.with_borrow(|here| here.contains(&self.number)) {
            return Err(PyRuntimeError::new_err(
                "the source's read() asks for a record of the crawl that is read from it",
            ));
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Warc {
    fn drop(&mut self) {
        // In a forked process, the lock of the results may be held by a thread that no longer exists.
        if std::process::id() != self.process {
            std::mem::forget(self.state.get_mut().unwrap_or_else(PoisonError::into_inner).pages.take());
        }
    }
}

#[pymethods]
impl Warc {
    fn __iter__(self_: PyRef<'_, Self>) -> PyRef<'_, Self> {
        self_
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Record>> {
        self.check()?;
        let parts = loop {
            match py.detach(|| self.lock().next()) {
                Some(Some(Ok(Found::Record(parts)))) => break parts,
                Some(Some(Err(error))) => return Err(failure(py, error, None)),
                Some(None) => return Ok(None),
                // Ctrl-C works while there is nothing to return.
                Some(Some(Ok(Found::Nothing))) | None => py.check_signals()?,
            }
        };
        let Parts { mut record, text, body, .. } = *parts;
        if let Some(text) = text {
            record.unlisted_repairs = text.unlisted_repairs;
            record.repairs = text.repairs.as_deref().map(|all| repairs_of(py, all)).transpose()?.map(Bound::unbind);
            record.text = Some(text.into_str(py)?.unbind());
        }
        record.body = body.map(|body| PyBytes::new(py, &body).unbind());
        Ok(Some(record))
    }

    /// Stops reading, and releases the file and the threads.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.check()?;
        py.detach(|| drop(self.lock().pages.take()));
        Ok(())
    }

    fn __enter__(self_: PyRef<'_, Self>) -> PyRef<'_, Self> {
        self_
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&self, py: Python<'_>, _error: &Bound<'_, PyTuple>) -> PyResult<()> {
        self.close(py)
    }
}

/// A resource of a crawl.
#[pyclass(frozen, get_all, module = "charsniff")]
#[derive(Default)]
pub struct Record {
    /// The URL of the resource; "" if the bytes are not a record.
    url: String,
    /// The HTTP status, or None.
    status: Option<u16>,
    /// The HTTP headers: pairs of name and value, one character per byte.
    headers: Vec<(String, String)>,
    /// The essence of the MIME type ("text/html"), or None.
    mime_type: Option<String>,
    /// The encoding that the header declares, by its name in the Encoding Standard; a label that names none, in lower
    /// case; or None.
    declared_header: Option<String>,
    /// The same for the declaration in the body: meta, XML declaration or @charset. It may say something else.
    declared_meta: Option<String>,
    /// Whether the body is another text in the encoding that the header declares, which is then wrong if the verdict is
    /// right; None if the header declares none.
    header_refuted: Option<bool>,
    /// The same for the declaration in the body.
    meta_refuted: Option<bool>,
    /// The kind of the record (WARC-Type), or None.
    warc_type: Option<String>,
    /// When the resource was fetched, as the record says (WARC-Date), or None.
    date: Option<String>,
    /// The address of the server (WARC-IP-Address), or None.
    ip_address: Option<String>,
    /// The digest of the body (WARC-Payload-Digest), or None. It is not compared with the body.
    digest: Option<String>,
    /// The record's identifier (WARC-Record-ID), or None.
    record_id: Option<String>,
    /// The file and the offset of the first undamaged record, before this one, that has the same digest; or None. This
    /// finds bodies that were stored twice, and the body that a `revisit` stands for.
    same_as: Option<(Option<String>, u64)>,
    /// For a `revisit`: the identifier of the record that it stands for (WARC-Refers-To), or None.
    refers_to: Option<String>,
    /// The URL of that record (WARC-Refers-To-Target-URI), or None.
    refers_to_url: Option<String>,
    /// The crawl that the record is in: the path, or the name of the file object; None if it has none.
    file: Option<String>,
    /// The position of the record in the file, in bytes; in a compressed file, that of its member.
    offset: u64,
    /// The length of the record in the file, in bytes.
    length: u64,
    /// Whether the body is text: "text", "ascii" or "binary"; "" without a resource.
    content: &'static str,
    /// The verdict; None without a resource.
    sniffed: Option<Sniffed>,
    /// How likely it is that the verdict's encoding gives the right text, from 0 to 1; None for binary data.
    probability: Option<f32>,
    /// How much likelier the verdict is than the runner-up, from -1 to 1: below 0 if the bytes speak against it; or
    /// None.
    margin: Option<f32>,
    /// The likeliest encoding that gives another text, and how likely that is; or None.
    runner_up: Option<(&'static str, f32)>,
    /// The language that the text is most likely in, as a BCP 47 tag; or None.
    language: Option<String>,
    /// The script of the language, or of the text, as an ISO 15924 code ("Cyrl"); or None.
    script: Option<String>,
    /// The text; None if it was not requested, if the body is binary, or if it is malformed and the
    /// context does not allow that (`error` says where).
    text: Option<Py<PyString>>,
    /// The body without transfer and content codings, if it was requested.
    body: Option<Py<PyBytes>>,
    /// What looks wrong with the text, if that was requested; else None.
    health: Option<Health>,
    /// Whether malformed sequences were replaced by U+FFFD.
    had_errors: bool,
    /// What was repaired in the text, with repair=True: a tuple of at most 1,000 Repair, in the order of the bytes; else
    /// None.
    repairs: Option<Py<PyTuple>>,
    /// How many more repairs were made.
    unlisted_repairs: usize,
    /// Why there is no text, or None.
    error: Option<String>,
    /// Whether the body is incomplete.
    is_truncated: bool,
    /// What is wrong with the record or its body, in words.
    damage: Vec<String>,
}

impl Record {
    /// The verdict on what is text.
    fn verdict(&self) -> Option<&Sniffed> {
        self.sniffed.as_ref().filter(|_| self.content != "binary")
    }
}

#[pymethods]
impl Record {
    /// The encoding of the verdict; None without a resource and for binary data, as in columns.
    #[getter]
    fn encoding(&self) -> Option<&'static str> {
        self.verdict().map(Sniffed::encoding)
    }

    /// "certain" or "tentative", or None.
    #[getter]
    fn confidence(&self) -> Option<&'static str> {
        self.verdict().map(Sniffed::confidence)
    }

    /// What decided, or None.
    #[getter]
    fn source(&self) -> Option<&'static str> {
        self.verdict().map(Sniffed::source)
    }

    /// The label that decided, or None.
    #[getter]
    fn label(&self) -> Option<String> {
        self.verdict().and_then(Sniffed::label)
    }

    /// The declarations that the bytes refute, as Sniffed has them; empty without a verdict.
    #[getter]
    fn refuted<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.verdict().map_or_else(|| Ok(PyTuple::empty(py)), |verdict| verdict.refuted(py))
    }

    /// The encoding, as Common Crawl's index names the column; or None.
    #[getter]
    fn content_charset(&self) -> Option<&'static str> {
        self.encoding()
    }

    /// The language in ISO 639-3, as Common Crawl's index has it; or None.
    #[getter]
    fn content_languages(&self) -> Option<&str> {
        self.language.as_deref().and_then(charsniff_cli::iso_639_3)
    }

    /// `is_truncated`, under its name in JSON and in columns.
    #[getter]
    fn truncated(&self) -> bool {
        self.is_truncated
    }

    /// `damage`, under its name in JSON and in columns.
    #[getter]
    fn damaged(&self) -> Vec<String> {
        self.damage.clone()
    }

    fn __repr__(&self) -> String {
        match &self.sniffed {
            Some(sniffed) => format!("<Record {} {}>", shown(&self.url), sniffed.__str__()),
            None if self.damage.is_empty() => {
                let kind = self.warc_type.as_deref().unwrap_or_default();
                format!("<Record {} {}>", shown(&self.url), shown(kind))
            }
            None => format!("<Record at byte {}: {}>", self.offset, shown(&self.damage.join("; "))),
        }
    }
}

/// Untrusted text in one line: invisible characters are escaped, bidirectional controls too.
fn shown(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\'' | '"' | '\\' => line.push(c),
            c => line.extend(c.escape_debug()),
        }
    }
    line
}
