//! `Health`: signs that a text is not what its author wrote.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::context::context;
use crate::data::Seen;
use crate::headers;
use crate::verdict::hash;

/// What is wrong, or looks wrong, with a resource when it is decoded as its verdict says. Printed, it is one line.
#[pyclass(frozen, eq, module = "charsniff")]
#[derive(Clone, PartialEq, Eq)]
pub struct Health(pub charsniff::Health);

#[pymethods]
impl Health {
    /// Whether nothing looks wrong.
    #[getter]
    fn is_well(&self) -> bool {
        self.0.is_well()
    }

    /// Where the first malformed sequence starts, in bytes from the start of the resource, or None.
    #[getter]
    fn first_error(&self) -> Option<usize> {
        self.0.first_error
    }

    /// The number of malformed sequences, each of which becomes one U+FFFD.
    #[getter]
    fn malformed(&self) -> usize {
        self.0.malformed
    }

    /// The number of bytes in them.
    #[getter]
    fn malformed_bytes(&self) -> usize {
        self.0.malformed_bytes
    }

    /// The number of U+FFFD that the bytes contain, also encoded twice ("ï¿½"): traces of an earlier, wrong decoding.
    #[getter]
    fn replacement_characters(&self) -> usize {
        self.0.replacement_characters
    }

    /// The number of "?" that stand in the place of letters that are lost: "M?ller", "?????? ???".
    #[getter]
    fn question_marks(&self) -> usize {
        self.0.question_marks
    }

    /// The number of C1 controls (U+0080 to U+009F): a sign of legacy bytes that are decoded as UTF-8 or as another
    /// encoding.
    #[getter]
    fn c1_controls(&self) -> usize {
        self.0.c1_controls
    }

    /// The number of characters that look like UTF-8 that was decoded as windows-1252 and encoded again: "Ã©" for "é".
    #[getter]
    fn doubly_encoded(&self) -> usize {
        self.0.doubly_encoded
    }

    /// Whether the bytes are valid UTF-8 with characters beyond ASCII, but are decoded as something else.
    #[getter]
    fn is_misread_utf8(&self) -> bool {
        self.0.is_misread_utf8
    }

    /// Whether the bytes are UTF-32 with a byte order mark, or are decoded as UTF-32, which browsers do not know.
    #[getter]
    fn is_utf32(&self) -> bool {
        self.0.is_utf32
    }

    /// What pickle and copy make it again from.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Health>().getattr("_of")?, (crate::verdict::state(&self.0)?,)))
    }

    #[staticmethod]
    fn _of(state: &str) -> PyResult<Health> {
        crate::verdict::of_state(state).map(Health)
    }

    fn __hash__(&self) -> u64 {
        hash(&(self.0.malformed, self.0.first_error, self.0.c1_controls, self.0.doubly_encoded))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Health {}>", self.0)
    }
}

/// Signs that the text of a resource is not what its author wrote: malformed sequences, double encoding, and so on.
///
/// Takes the arguments of sniff.
///
#[doc = include_str!("keywords.txt")]
#[pyfunction]
#[pyo3(signature = (data, headers=None, *, url=None, context=None, **options))]
pub fn health(
    data: &Bound<'_, PyAny>,
    headers: Option<&Bound<'_, PyAny>>,
    url: Option<&Bound<'_, PyAny>>,
    context: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Health> {
    let (seen, headers) = (Seen::new(data)?, headers::read(headers)?);
    let context = &*self::context(context, &headers, url, options)?;
    Ok(Health(seen.look(|bytes| charsniff::health(bytes, &charsniff::sniff(bytes, &headers, context)))))
}
