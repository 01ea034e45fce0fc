//! `sniff`, `decode`, `try_decode` and `explain`.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};

use crate::context::context;
use crate::data::{Seen, bytes_of, detached};
use crate::explanation::Explanation;
use crate::headers::{self, Headers};
use crate::text;
use crate::verdict::{Decoded, Sniffed};

/// The encoding of a resource, how sure that is, and what decided. Never fails for any bytes.
///
/// data: bytes, or any object with the buffer protocol. headers: None, the value of a Content-Type (str or bytes), a
/// mapping, or pairs of name and value. url: the resource's URL; its top-level domain is a hint for the detector.
/// context: a Context, or the name of a row of the context table (Context.rows()). By default, the MIME type in the
/// headers decides it; without one it is "html".
///
#[doc = include_str!("keywords.txt")]
#[pyfunction]
#[pyo3(signature = (data, headers=None, *, url=None, context=None, **options))]
pub fn sniff(
    data: &Bound<'_, PyAny>,
    headers: Option<&Bound<'_, PyAny>>,
    url: Option<&Bound<'_, PyAny>>,
    context: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Sniffed> {
    let (seen, headers) = (Seen::new(data)?, headers::read(headers)?);
    let context = &*self::context(context, &headers, url, options)?;
    Ok(seen.look(|bytes| charsniff::sniff(bytes, &headers, context)).into())
}

/// The text of a resource, and the verdict that it was decoded by. Never fails for any bytes: malformed sequences
/// become U+FFFD, or with repair=True the text that they were meant to be, where there is proof. MemoryError if there
/// is no room for the text.
///
/// Takes the arguments of sniff.
///
#[doc = include_str!("keywords.txt")]
#[pyfunction]
#[pyo3(signature = (data, headers=None, *, url=None, context=None, **options))]
pub fn decode(
    data: &Bound<'_, PyAny>,
    headers: Option<&Bound<'_, PyAny>>,
    url: Option<&Bound<'_, PyAny>>,
    context: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<Decoded>> {
    let headers = headers::read(headers)?;
    decoded(data, &headers, &*self::context(context, &headers, url, options)?, false)
}

/// As decode, but in contexts in which malformed sequences are an error, the first one raises UnicodeDecodeError: in
/// "xml" and some others with reading="standard" (or a browser's), and in "text-decoder" with fatal=True.
///
#[doc = include_str!("keywords.txt")]
#[pyfunction]
#[pyo3(signature = (data, headers=None, *, url=None, context=None, **options))]
pub fn try_decode(
    data: &Bound<'_, PyAny>,
    headers: Option<&Bound<'_, PyAny>>,
    url: Option<&Bound<'_, PyAny>>,
    context: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<Decoded>> {
    let headers = headers::read(headers)?;
    decoded(data, &headers, &*self::context(context, &headers, url, options)?, true)
}

fn decoded(
    data: &Bound<'_, PyAny>,
    headers: &Headers,
    context: &charsniff::Context,
    strict: bool,
) -> PyResult<Py<Decoded>> {
    let bytes = bytes_of(data)?;
    let (py, slice) = (data.py(), bytes.as_bytes());
    let sniffed = detached(py, slice.len(), || charsniff::sniff(slice, headers, context));
    if sniffed.repairs() {
        return repaired(&bytes, sniffed, strict);
    }
    let (text, had_errors) = text::decode(&bytes, &sniffed, strict)?;
    Decoded::new(py, sniffed.into(), text, had_errors, PyTuple::empty(py), 0)
}

/// The text with its repairs.
fn repaired(bytes: &Bound<'_, PyBytes>, sniffed: charsniff::Sniffed, strict: bool) -> PyResult<Py<Decoded>> {
    let (py, slice) = (bytes.py(), bytes.as_bytes());
    let decoded = detached(py, slice.len(), || match strict {
        true => sniffed.try_decode(slice),
        false => Ok(sniffed.decode(slice)),
    });
    let decoded = decoded.map_err(|error| text::malformed(bytes, error))?;
    let repairs = repairs_of(py, &decoded.repairs)?;
    let text = PyString::new(py, &decoded.text);
    Decoded::new(py, sniffed.into(), text, decoded.errors > 0, repairs, decoded.unlisted_repairs)
}

/// A tuple of `Repair`.
pub fn repairs_of<'py>(py: Python<'py>, repairs: &[charsniff::Repair]) -> PyResult<Bound<'py, PyTuple>> {
    let class = py.import("charsniff._repair")?.getattr("Repair")?;
    let repair = |repair: &charsniff::Repair| {
        let names = repair.encodings.iter().map(|encoding| encoding.name());
        let encodings = PyTuple::new(py, names.collect::<Vec<_>>())?;
        let (start, end) = (repair.bytes.start, repair.bytes.end);
        class.call1((start, end, repair.damage.as_str(), encodings, &repair.was, &repair.became))
    };
    PyTuple::new(py, repairs.iter().map(repair).collect::<PyResult<Vec<_>>>()?)
}

/// The verdict, and what every stage of the pipeline found.
///
/// Takes the arguments of sniff. Printed, the result is a table with one row per stage; notebooks
/// show it as HTML.
///
#[doc = include_str!("keywords.txt")]
#[pyfunction]
#[pyo3(signature = (data, headers=None, *, url=None, context=None, **options))]
pub fn explain(
    data: &Bound<'_, PyAny>,
    headers: Option<&Bound<'_, PyAny>>,
    url: Option<&Bound<'_, PyAny>>,
    context: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Explanation> {
    let (seen, headers) = (Seen::new(data)?, headers::read(headers)?);
    let context = &*self::context(context, &headers, url, options)?;
    Ok(Explanation(seen.look(|bytes| charsniff::explain(bytes, &headers, context))))
}

/// Whether data are text: "text", "ascii" or "binary".
#[pyfunction]
pub fn content(data: &Bound<'_, PyAny>) -> PyResult<&'static str> {
    Ok(Seen::new(data)?.look(charsniff::Content::of).as_str())
}
