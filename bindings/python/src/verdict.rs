//! `Sniffed` and `Decoded`.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::codec::python_codec;
use crate::positions::Positions;

/// The verdict on a resource's encoding.
#[pyclass(frozen, eq, subclass, module = "charsniff")]
#[derive(Clone, PartialEq, Eq)]
pub struct Sniffed(charsniff::Sniffed);

impl From<charsniff::Sniffed> for Sniffed {
    fn from(sniffed: charsniff::Sniffed) -> Sniffed {
        Sniffed(sniffed)
    }
}

#[pymethods]
impl Sniffed {
    /// The name of the encoding in the Encoding Standard, such as "windows-1252"; "isomorphic"
    /// if the bytes 00 to FF stand for U+0000 to U+00FF; "UTF-32LE" or "UTF-32BE", which only reading="crawler" reads.
    #[getter]
    pub(crate) fn encoding(&self) -> &'static str {
        self.0.name()
    }

    /// "certain" or "tentative".
    #[getter]
    pub(crate) fn confidence(&self) -> &'static str {
        self.0.confidence.as_str()
    }

    /// What decided: "bom", "transport", "meta", "detector", …
    #[getter]
    pub(crate) fn source(&self) -> &'static str {
        self.0.source.as_str()
    }

    /// The label that decided, unchanged, one character per byte; or None. Misspelled labels are
    /// cut after 23 bytes.
    #[getter]
    pub(crate) fn label(&self) -> Option<String> {
        self.0.label().map(|label| label.iter().map(|&byte| char::from(byte)).collect())
    }

    /// The declarations that the bytes refute, in the pipeline's order, at most three: tuples of source, label (or None)
    /// and encoding. Empty unless reading="crawler".
    #[getter]
    pub(crate) fn refuted<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let text = |label: &[u8]| label.iter().map(|&byte| char::from(byte)).collect::<String>();
        let refuted = self.0.refuted();
        let of = |claim: charsniff::Refuted| (claim.source.as_str(), claim.label().map(text), claim.encoding.name());
        PyTuple::new(py, refuted.map(of).collect::<Vec<_>>())
    }

    /// The length in bytes of the byte order mark at the start that is not part of the text: 0, 2,
    /// 3, or 4 for UTF-32.
    #[getter]
    fn bom_length(&self) -> usize {
        self.0.bom_length()
    }

    /// The name of a codec for bytes.decode that decodes all bytes as the standard does. One that starts with "whatwg-"
    /// exists wherever charsniff was imported.
    #[getter]
    fn python_codec(&self) -> String {
        match self.0.name() {
            "isomorphic" => "latin-1".to_owned(),
            "UTF-32LE" => "utf-32-le".to_owned(),
            "UTF-32BE" => "utf-32-be".to_owned(),
            name => python_codec(name),
        }
    }

    /// Which bytes of data (the whole resource) each character of its text comes from, and the reverse. Keeps a copy of
    /// data.
    fn positions(&self, data: &Bound<'_, PyAny>) -> PyResult<Positions> {
        Positions::new(&self.0, data)
    }

    fn __hash__(&self) -> u64 {
        hash(&(self.0.name(), self.0.source))
    }

    /// What pickle and copy keep of the verdict: JSON.
    fn _state(&self) -> PyResult<String> {
        state(&self.0)
    }

    /// The verdict of a state.
    #[staticmethod]
    fn _of(state: &str) -> PyResult<Sniffed> {
        of_state(state).map(Sniffed)
    }

    pub fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Sniffed {}>", self.0)
    }
}

/// What pickle keeps of a value: JSON.
pub fn state(value: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(|error| PyValueError::new_err(error.to_string()))
}

pub fn of_state<T: serde::de::DeserializeOwned>(state: &str) -> PyResult<T> {
    serde_json::from_str(state).map_err(|error| PyValueError::new_err(error.to_string()))
}

pub fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The text of a resource, and the verdict that it was decoded by.
#[pyclass(frozen, extends = Sniffed, module = "charsniff")]
pub struct Decoded {
    /// The text.
    #[pyo3(get)]
    text: Py<PyString>,
    /// Whether malformed sequences were replaced by U+FFFD.
    #[pyo3(get)]
    had_errors: bool,
    /// What was repaired, with repair=True: a tuple of at most 1,000 Repair, in the order of the bytes.
    #[pyo3(get)]
    repairs: Py<PyTuple>,
    /// How many more repairs were made than repairs lists.
    #[pyo3(get)]
    unlisted_repairs: usize,
}

impl Decoded {
    pub fn new(
        py: Python<'_>,
        sniffed: Sniffed,
        text: Bound<'_, PyString>,
        had_errors: bool,
        repairs: Bound<'_, PyTuple>,
        unlisted_repairs: usize,
    ) -> PyResult<Py<Decoded>> {
        let decoded = Decoded { text: text.unbind(), had_errors, repairs: repairs.unbind(), unlisted_repairs };
        Py::new(py, PyClassInitializer::from(sniffed).add_subclass(decoded))
    }
}

#[pymethods]
impl Decoded {
    fn __eq__(self_: PyRef<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Decoded>() else { return Ok(false) };
        let other = other.borrow();
        Ok(**self_.as_super() == **other.as_super()
            && self_.had_errors == other.had_errors
            && self_.unlisted_repairs == other.unlisted_repairs
            && self_.repairs.bind(self_.py()).as_any().eq(other.repairs.bind(self_.py()))?
            && self_.text.bind(self_.py()).as_any().eq(other.text.bind(self_.py()))?)
    }

    fn __hash__(self_: PyRef<'_, Self>) -> PyResult<isize> {
        self_.text.bind(self_.py()).hash()
    }

    /// What pickle and copy make the result from.
    #[staticmethod]
    #[pyo3(signature = (sniffed, text, had_errors, repairs=None, unlisted_repairs=0))]
    fn _with_text(
        sniffed: &Bound<'_, Sniffed>,
        text: Bound<'_, PyString>,
        had_errors: bool,
        repairs: Option<Bound<'_, PyTuple>>,
        unlisted_repairs: usize,
    ) -> PyResult<Py<Decoded>> {
        let repairs = repairs.unwrap_or_else(|| PyTuple::empty(sniffed.py()));
        Decoded::new(sniffed.py(), sniffed.get().clone(), text, had_errors, repairs, unlisted_repairs)
    }

    fn __repr__(self_: PyRef<'_, Self>) -> PyResult<String> {
        let length = self_.text.bind(self_.py()).len()?;
        Ok(format!("<Decoded {}, {length} characters>", self_.as_super().__str__()))
    }
}
