//! `Sniffed` and `Decoded`.

use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::codec::python_codec;

/// What stands for an encoding where bytes 00 to FF are U+0000 to U+00FF.
const ISOMORPHIC: &str = "isomorphic";

/// The verdict on a resource's encoding.
#[pyclass(frozen, eq, hash, subclass, module = "charsniff")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Sniffed {
    encoding: &'static str,
    confidence: &'static str,
    source: &'static str,
    bom_length: usize,
}

impl From<charsniff::Sniffed> for Sniffed {
    fn from(sniffed: charsniff::Sniffed) -> Sniffed {
        Sniffed {
            encoding: if sniffed.is_isomorphic() { ISOMORPHIC } else { sniffed.encoding.name() },
            confidence: sniffed.confidence.as_str(),
            source: sniffed.source.as_str(),
            bom_length: sniffed.bom_length(),
        }
    }
}

#[pymethods]
impl Sniffed {
    /// The encoding's name in the Encoding Standard: "windows-1252"; or "isomorphic", where bytes 00
    /// to FF stand for U+0000 to U+00FF.
    #[getter]
    fn encoding(&self) -> &'static str {
        self.encoding
    }

    /// "certain" or "tentative".
    #[getter]
    fn confidence(&self) -> &'static str {
        self.confidence
    }

    /// What decided: "bom", "transport", "meta", "detector", …
    #[getter]
    fn source(&self) -> &'static str {
        self.source
    }

    /// How many bytes at the start are a byte order mark that is no part of the text: 0, 2 or 3.
    #[getter]
    fn bom_length(&self) -> usize {
        self.bom_length
    }

    /// A name that bytes.decode takes and that reads all bytes as the standard does, or None.
    /// After register_codecs() there is one for every encoding.
    #[getter]
    fn python_codec(&self) -> Option<String> {
        if self.encoding == ISOMORPHIC { Some("latin-1".to_owned()) } else { python_codec(self.encoding) }
    }

    fn __str__(&self) -> String {
        format!("{} {} {}", self.encoding, self.confidence, self.source)
    }

    fn __repr__(&self) -> String {
        format!("<Sniffed {}>", self.__str__())
    }
}

/// A resource's text, and the verdict by which it was decoded.
#[pyclass(frozen, extends = Sniffed, module = "charsniff")]
pub struct Decoded {
    /// The text.
    #[pyo3(get)]
    text: Py<PyString>,
    /// Whether malformed sequences were replaced by U+FFFD.
    #[pyo3(get)]
    had_errors: bool,
}

impl Decoded {
    pub fn new(py: Python<'_>, sniffed: Sniffed, text: Bound<'_, PyString>, had_errors: bool) -> PyResult<Py<Decoded>> {
        let decoded = Decoded { text: text.unbind(), had_errors };
        Py::new(py, PyClassInitializer::from(sniffed).add_subclass(decoded))
    }
}

#[pymethods]
impl Decoded {
    fn __repr__(self_: PyRef<'_, Self>) -> PyResult<String> {
        let length = self_.text.bind(self_.py()).len()?;
        Ok(format!("<Decoded {}, {length} characters>", self_.as_super().__str__()))
    }
}
