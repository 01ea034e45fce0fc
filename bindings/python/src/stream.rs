//! `Stream`: sniffing and decoding when bytes arrive in chunks.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use charsniff::{Change, DecodeError};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};

use crate::context::context;
use crate::data::bytes_of;
use crate::verdict::Sniffed;
use crate::{headers, text};

/// The text of a resource that arrives in chunks of any size. Bytes are held back until the verdict
/// is known. The text does not depend on the chunks.
///
/// Takes the arguments of sniff, except for the bytes.
///
#[doc = include_str!("keywords.txt")]
#[pyclass(frozen, module = "charsniff")]
pub struct Stream {
    stream: Mutex<charsniff::StreamDecoder>,
    is_finished: AtomicBool,
}

impl Stream {
    fn lock(&self) -> MutexGuard<'_, charsniff::StreamDecoder> {
        self.stream.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs `work`, which appends text, and returns that text.
    fn text<'py, T: Send>(
        &self,
        bytes: &Bound<'py, PyBytes>,
        work: impl FnOnce(&mut charsniff::StreamDecoder, &mut String) -> Result<T, DecodeError> + Send,
    ) -> PyResult<Bound<'py, PyString>> {
        let length = bytes.as_bytes().len();
        // Never waits for the lock while holding the interpreter, which the owner of the lock may
        // need.
        let (text, result) = bytes.py().detach(|| {
            let (mut stream, mut text) = (self.lock(), String::with_capacity(length));
            let result = work(&mut stream, &mut text);
            (text, result)
        });
        match result {
            Ok(_) => Ok(PyString::new(bytes.py(), &text)),
            Err(error) => Err(text::malformed(bytes, error)),
        }
    }
}

#[pymethods]
impl Stream {
    #[new]
    #[pyo3(signature = (headers=None, *, url=None, context=None, **options))]
    fn new(
        headers: Option<&Bound<'_, PyAny>>,
        url: Option<&Bound<'_, PyAny>>,
        context: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Stream> {
        let headers = headers::read(headers)?;
        let context = self::context(context, &headers, url, options)?;
        let stream = Mutex::new(charsniff::StreamDecoder::new(&headers, &context));
        Ok(Stream { stream, is_finished: AtomicBool::new(false) })
    }

    /// Takes the next bytes and returns the text that is known by now. In contexts whose error mode
    /// is fatal, a malformed sequence raises UnicodeDecodeError; its start is counted from the
    /// start of the resource. After finish it raises ValueError.
    fn push<'py>(&self, data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
        let bytes = bytes_of(data)?;
        if self.is_finished.load(Ordering::Relaxed) {
            return Err(PyValueError::new_err("push after finish: a Stream is for one resource"));
        }
        let chunk = bytes.as_bytes();
        self.text(&bytes, |stream, text| stream.push(chunk, text))
    }

    /// Decides by the bytes so far, for a caller who cannot wait any longer. More bytes may follow.
    /// Returns the text of the bytes that were held back.
    fn decide<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        self.text(&PyBytes::new(py, b""), |stream, text| stream.decide(text))
    }

    /// Ends the resource, and returns the rest of its text.
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        self.is_finished.store(true, Ordering::Relaxed);
        self.text(&PyBytes::new(py, b""), |stream, text| stream.finish(text))
    }

    /// Call this when the parser of the text has met a <meta> with this label. Returns what it
    /// means ("keep", "confirm", "switch" or "start-again"), and further text. On "start-again",
    /// discard the text and push all bytes again.
    fn change_the_encoding<'py>(&self, label: &Bound<'py, PyString>) -> PyResult<(&'static str, Bound<'py, PyString>)> {
        let (py, label) = (label.py(), label.to_string_lossy());
        let (change, text) = py.detach(|| {
            let mut text = String::new();
            (self.lock().change_the_encoding(label.as_bytes(), &mut text), text)
        });
        if matches!(change, Change::StartAgain { .. }) {
            self.is_finished.store(false, Ordering::Relaxed);
        }
        Ok((change.as_str(), PyString::new(py, &text)))
    }

    /// The verdict, once it is known; else None.
    #[getter]
    fn sniffed(&self, py: Python<'_>) -> Option<Sniffed> {
        py.detach(|| self.lock().sniffed()).map(Sniffed::from)
    }

    /// Whether malformed sequences were replaced by U+FFFD so far.
    #[getter]
    fn had_errors(&self, py: Python<'_>) -> bool {
        py.detach(|| self.lock().errors() > 0)
    }

    /// How many bytes are held back.
    #[getter]
    fn held(&self, py: Python<'_>) -> usize {
        py.detach(|| self.lock().held())
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        match py.detach(|| self.lock().sniffed()) {
            Some(sniffed) => format!("<Stream {sniffed}>"),
            None => "<Stream no verdict yet>".to_owned(),
        }
    }
}
