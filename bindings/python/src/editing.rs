//! `Edit`, `convert`, `declarations`, `lint` and `mixed_lines`; what `edit` needs to read and write files.

use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::OnceLock;

use charsniff::{ConvertError, Decoding, EditError, Encoding, Fallback, Positions, TextUnit, Unmappable};
use pyo3::exceptions::{PyIndexError, PyUnicodeEncodeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple};

use crate::context::{context, encoding};
use crate::data::{Seen, bytes_of, detached, wrong_type};
use crate::headers;
use crate::verdict::Sniffed;

/// Changes of the text of a resource, written into the bytes that it came from: everything outside the changes stays as
/// it is, even malformed sequences (which are U+FFFD in the text), line ends and the byte order mark.
///
/// Takes the arguments of sniff.
///
#[doc = include_str!("keywords.txt")]
#[pyclass(subclass, module = "charsniff")]
pub struct Edit {
    edit: charsniff::Edit<'static>,
    /// From offsets in the text, in characters, to those in its UTF-8, and the number of characters.
    offsets: OnceLock<(Positions<'static>, usize)>,
}

#[pymethods]
impl Edit {
    #[new]
    #[pyo3(signature = (data, headers=None, *, url=None, context=None, **options))]
    fn new(
        data: &Bound<'_, PyAny>,
        headers: Option<&Bound<'_, PyAny>>,
        url: Option<&Bound<'_, PyAny>>,
        context: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Edit> {
        let (seen, headers) = (Seen::new(data)?, headers::read(headers)?);
        let context = &*self::context(context, &headers, url, options)?;
        let edit = seen.look(|bytes| charsniff::Edit::new(bytes, &headers, context).into_owned());
        Ok(Edit { edit, offsets: OnceLock::new() })
    }

    /// The text with the changes. If it is set, the differences from the original are found by comparing lines, then
    /// the characters of those that differ; earlier changes are discarded.
    #[getter]
    fn text(&self) -> PyResult<String> {
        self.edit.edited_text().map_err(|error| self.error(error))
    }

    #[setter]
    fn set_text(&mut self, py: Python<'_>, text: &str) {
        detached(py, text.len(), || self.edit.set_text(text));
    }

    /// The text without the changes.
    #[getter]
    fn original(&self) -> &str {
        self.edit.text()
    }

    /// The verdict that the original was decoded by.
    #[getter]
    fn sniffed(&self) -> Sniffed {
        (*self.edit.sniffed()).into()
    }

    /// Replaces original[start:end]; an empty range is a place to insert at. IndexError if the range does not lie in
    /// the text.
    fn replace(&mut self, start: usize, end: usize, text: &str) -> PyResult<()> {
        let (positions, length) = self.offsets.get_or_init(|| {
            let text = self.edit.text().as_bytes();
            let positions = Positions::of_body(Decoding::Encoding(Encoding::Utf8), text, 0, TextUnit::Scalar);
            let length = positions.text_offset(text.len());
            (positions.into_owned(), length)
        });
        if start > end || end > *length {
            return Err(PyIndexError::new_err(format!("{start}:{end} is no range of the text")));
        }
        let range = positions.byte_offset(start)..positions.byte_offset(end);
        self.edit.replace(range, text).map_err(|error| self.error(error))
    }

    /// The bytes with the changes.
    ///
    /// unmappable: what becomes of characters that the encoding lacks: "error" (UnicodeEncodeError), "reference"
    /// (&#8594;), "escape" (\\u2192), "utf-8" (the whole resource is written in UTF-8, with its declarations), or a
    /// function that gives the text for a character, or None for an error.
    ///
    /// ValueError if the result would be read as another text, since bytes join across the end of a change.
    #[pyo3(signature = (unmappable=None))]
    fn write<'py>(&self, py: Python<'py>, unmappable: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let raised = RefCell::new(None);
        let call = |c: char| -> Option<String> {
            let given = unmappable?.call1((c,)).and_then(|text| text.extract::<Option<String>>());
            given.unwrap_or_else(|error| {
                raised.borrow_mut().get_or_insert(error);
                None
            })
        };
        let fallback = match unmappable {
            None => Fallback::Error,
            Some(function) if function.is_callable() => Fallback::Transliterate(&call),
            Some(name) => {
                let wanted = "\"error\", \"reference\", \"escape\", \"utf-8\" or a function";
                let text = name.cast::<PyString>().map_err(|_| wrong_type("unmappable", wanted, name))?;
                match &*text.to_string_lossy() {
                    "error" => Fallback::Error,
                    "reference" => Fallback::NumericReference,
                    "escape" => Fallback::UnicodeEscape,
                    "utf-8" => Fallback::Utf8,
                    other => {
                        return Err(PyValueError::new_err(format!("unmappable must be {wanted}, not {other:?}")));
                    }
                }
            }
        };
        let written = self.edit.write_with(fallback);
        if let Some(error) = raised.into_inner() {
            return Err(error);
        }
        let charsniff::Edited { bytes, encoding, sniffed, replaced, header, .. } =
            written.map_err(|error| self.error(error))?;
        let bytes = PyBytes::new(py, &bytes);
        type_of(py, "Edited")?.call1((bytes, encoding.name(), Sniffed::from(sniffed), replaced, header))
    }

    fn __repr__(&self) -> String {
        format!("<Edit {}>", self.edit.sniffed())
    }
}

impl Edit {
    fn error(&self, error: EditError) -> PyErr {
        match (error, self.edit.edited_text()) {
            (EditError::Unmappable(lacking), Ok(text)) => lacks(&text, &lacking, ""),
            (error, _) => PyValueError::new_err(error.to_string()),
        }
    }
}

/// A type of the Python part.
fn type_of<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("charsniff._editing")?.getattr(name)
}

/// The error that `text` has a character that its encoding lacks.
fn lacks(text: &str, lacking: &Unmappable, addition: &str) -> PyErr {
    let before = text.split_inclusive('\n').take(lacking.line - 1).map(|line| line.chars().count()).sum::<usize>();
    let start = before + lacking.column - 1;
    let reason = format!("line {}, column {}{addition}", lacking.line, lacking.column);
    PyUnicodeEncodeError::new_err((lacking.encoding.name(), text.to_owned(), start, start + 1, reason))
}

fn unmappable<'py>(py: Python<'py>, lacking: &Unmappable) -> PyResult<Bound<'py, PyAny>> {
    let Unmappable { character, offset, line, column, encoding, .. } = *lacking;
    type_of(py, "Unmappable")?.call1((character, offset, line, column, encoding.name()))
}

/// The resource in another encoding, with declarations that name it.
///
/// to: a label of the encoding. The other arguments are those of sniff.
///
/// A character that the encoding lacks becomes a character reference where HTML and XML read these; elsewhere it raises
/// UnicodeEncodeError.
///
#[doc = include_str!("keywords.txt")]
#[pyfunction]
#[pyo3(signature = (data, headers=None, *, to=None, url=None, context=None, **options))]
pub fn convert<'py>(
    data: &Bound<'py, PyAny>,
    headers: Option<&Bound<'py, PyAny>>,
    to: Option<&Bound<'py, PyAny>>,
    url: Option<&Bound<'py, PyAny>>,
    context: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (py, bytes, headers) = (data.py(), bytes_of(data)?, headers::read(headers)?);
    let context = &*self::context(context, &headers, url, options)?;
    let to = to.map_or(Ok(Encoding::Utf8), |label| encoding("to", label))?;
    let slice = bytes.as_bytes();
    let converted = detached(py, slice.len(), || charsniff::convert(slice, &headers, context, to));
    let converted = converted.map_err(|error| match error {
        ConvertError::Unmappable(lacking) => {
            let text = charsniff::decode(slice, &headers, context).text;
            lacks(&text, &lacking, ", where no reference to it is read")
        }
        error => PyValueError::new_err(error.to_string()),
    })?;
    let unmappable = converted.unmappable.iter().map(|lacking| unmappable(py, lacking));
    type_of(py, "Converted")?.call1((
        PyBytes::new(py, &converted.bytes),
        Sniffed::from(converted.sniffed),
        converted.encoding.name(),
        converted.relabelled,
        PyTuple::new(py, unmappable.collect::<PyResult<Vec<_>>>()?)?,
        converted.malformed,
        converted.header,
    ))
}

/// Everything that names an encoding for a resource, whether or not it counts, in the order of the pipeline: byte order
/// mark, override, header, every declaration in the bytes, reference.
///
/// Takes the arguments of sniff.
///
#[doc = include_str!("keywords.txt")]
#[pyfunction]
#[pyo3(signature = (data, headers=None, *, url=None, context=None, **options))]
pub fn declarations<'py>(
    data: &Bound<'py, PyAny>,
    headers: Option<&Bound<'py, PyAny>>,
    url: Option<&Bound<'py, PyAny>>,
    context: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    let (py, seen, headers) = (data.py(), Seen::new(data)?, headers::read(headers)?);
    let context = &*self::context(context, &headers, url, options)?;
    let found = seen.look(|bytes| charsniff::declarations(bytes, &headers, context));
    let class = type_of(py, "Declaration")?;
    let found = found.iter().map(|found| {
        let label = found.label.as_deref().map(|label| label.iter().map(|&byte| char::from(byte)).collect::<String>());
        let pair = |range: &Option<std::ops::Range<usize>>| range.as_ref().map(|range| (range.start, range.end));
        let (label_range, range) = (pair(&found.label_range), pair(&found.range));
        let encoding = found.encoding.map(Encoding::name);
        class.call1((
            found.source.as_str(),
            label,
            encoding,
            label_range,
            range,
            found.counts,
            found.why_not.as_deref(),
        ))
    });
    PyList::new(py, found.collect::<PyResult<Vec<_>>>()?)
}

/// Where a resource breaks the standards' rules for authors: its encoding, its declarations, its characters.
///
/// Takes the arguments of sniff; the reading is the standard's unless it is a browser's.
///
#[doc = include_str!("keywords.txt")]
#[pyfunction]
#[pyo3(signature = (data, headers=None, *, url=None, context=None, **options))]
pub fn lint<'py>(
    data: &Bound<'py, PyAny>,
    headers: Option<&Bound<'py, PyAny>>,
    url: Option<&Bound<'py, PyAny>>,
    context: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (py, seen, headers) = (data.py(), Seen::new(data)?, headers::read(headers)?);
    let context = &*self::context(context, &headers, url, options)?;
    let lint = seen.look(|bytes| charsniff::lint(bytes, &headers, context));
    let class = type_of(py, "Finding")?;
    let findings = lint.findings.iter().map(|finding| {
        let rule = finding.rule;
        class.call1((
            rule.as_str(),
            rule.severity().as_str(),
            rule.section(),
            (finding.range.start, finding.range.end),
            finding.line,
            finding.column,
            &finding.message,
            rule.is_mended_by_convert(),
        ))
    });
    let findings = PyTuple::new(py, findings.collect::<PyResult<Vec<_>>>()?)?;
    type_of(py, "Lint")?.call1((findings, lint.unlisted))
}

/// Which lines are in which encoding, in a text that several programs wrote. None if it is in one encoding, if lines may
/// look like another encoding by chance, or if it has more than 400 lines with bytes above 7F.
///
/// Takes the arguments of sniff.
///
#[doc = include_str!("keywords.txt")]
#[pyfunction]
#[pyo3(signature = (data, headers=None, *, url=None, context=None, **options))]
pub fn mixed_lines<'py>(
    data: &Bound<'py, PyAny>,
    headers: Option<&Bound<'py, PyAny>>,
    url: Option<&Bound<'py, PyAny>>,
    context: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Option<Bound<'py, PyList>>> {
    let (py, seen, headers) = (data.py(), Seen::new(data)?, headers::read(headers)?);
    let context = &*self::context(context, &headers, url, options)?;
    let found = seen.look(|bytes| charsniff::sniff(bytes, &headers, context).mixed_lines(bytes, context));
    let Some(found) = found else { return Ok(None) };
    let class = type_of(py, "LineRange")?;
    let found = found.iter().map(|lines| {
        class.call1((lines.first, lines.last, lines.encoding.name(), (lines.bytes.start, lines.bytes.end)))
    });
    PyList::new(py, found.collect::<PyResult<Vec<_>>>()?).map(Some)
}

/// Makes `data` the content of the file at `path`, in one step, and keeps what the command keeps: permissions, owner,
/// links.
#[pyfunction]
pub fn replace_file(path: PathBuf, data: &Bound<'_, PyBytes>) -> PyResult<()> {
    let (py, bytes) = (data.py(), data.as_bytes());
    Ok(py.detach(|| charsniff_cli::replace_file(&path, bytes))?)
}
