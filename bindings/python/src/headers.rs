//! Reads the headers of a resource from the types in which Python programs have them.

use charsniff::Encoding;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyList, PyString, PyTuple};

use crate::data::wrong_type;

/// The fields that contexts use.
const FIELDS: [&str; 3] = ["content-type", "content-language", "content-disposition"];

const WANTED: &str = "None, a Content-Type value (str or bytes), a mapping, or pairs of name and value";

/// Fields by name.
pub type Headers = Vec<(&'static str, Vec<u8>)>;

/// Reads `headers`: None, the value of a Content-Type, a mapping (whose values may be lists, as in
/// Scrapy), or pairs.
pub fn read(headers: Option<&Bound<'_, PyAny>>) -> PyResult<Headers> {
    let mut fields = Headers::new();
    let Some(headers) = headers else { return Ok(fields) };
    if let Some(value) = value(headers) {
        fields.push((FIELDS[0], content_type(headers.py(), value)?));
    } else if let Ok(dict) = headers.cast_exact::<PyDict>() {
        for (name, values) in dict {
            push(&mut fields, &name, &values)?;
        }
    } else {
        let items = match headers.getattr("items") {
            Ok(items) => items.call0()?,
            // warcio's header objects have their pairs there.
            Err(_) => headers.getattr("headers").unwrap_or_else(|_| headers.clone()),
        };
        let pairs = items.try_iter().map_err(|_| wrong_type("headers", WANTED, headers))?;
        for pair in pairs {
            let pair = pair?;
            let (name, values) = pair
                .extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()
                .map_err(|_| wrong_type("an item of headers", "a pair of name and value", &pair))?;
            push(&mut fields, &name, &values)?;
        }
    }
    Ok(fields)
}

/// The value of a Content-Type that is given by itself, perhaps as a whole line of a header.
fn content_type(py: Python<'_>, given: Vec<u8>) -> PyResult<Vec<u8>> {
    const NAME: &[u8] = b"content-type:";
    let trimmed = given.trim_ascii();
    if trimmed.get(..NAME.len()).is_some_and(|start| start.eq_ignore_ascii_case(NAME)) {
        return Ok(trimmed[NAME.len()..].to_vec());
    }
    // Callers who are used to bytes.decode pass the encoding here.
    let is_value = trimmed.contains(&b'/') || trimmed.contains(&b'=') || trimmed.is_empty();
    let name = String::from_utf8_lossy(trimmed);
    if !is_value && (Encoding::for_label(trimmed).is_some() || is_codec(py, &name)) {
        return Err(PyValueError::new_err(format!(
            "headers: {name:?} is the name of an encoding, not the value of a Content-Type; to say what encoding the \
             bytes are in, use context=\"text-decoder\" and encoding={name:?}, or headers=\"text/html; \
             charset={name}\" where the server says so"
        )));
    }
    Ok(given)
}

fn is_codec(py: Python<'_>, name: &str) -> bool {
    py.import("codecs").and_then(|codecs| codecs.call_method1("lookup", (name,))).is_ok()
}

/// Keeps a field if some context uses it.
fn push(fields: &mut Headers, name: &Bound<'_, PyAny>, values: &Bound<'_, PyAny>) -> PyResult<()> {
    let raw = value(name).ok_or_else(|| wrong_type("the name of a header", "str or bytes", name))?;
    let Some(field) = FIELDS.into_iter().find(|field| raw.eq_ignore_ascii_case(field.as_bytes())) else {
        return Ok(());
    };
    if let Some(value) = value(values) {
        fields.push((field, value));
    } else if values.is_instance_of::<PyList>() || values.is_instance_of::<PyTuple>() {
        for item in values.try_iter()? {
            let item = item?;
            let value = value(&item).ok_or_else(|| wrong_type(field, "str or bytes", &item))?;
            fields.push((field, value));
        }
    } else if !values.is_none() {
        return Err(PyTypeError::new_err(
            wrong_type(field, "str, bytes or a list of them", values).value(values.py()).to_string(),
        ));
    }
    Ok(())
}

/// The bytes of a name or a value. Libraries decode header bytes in different ways, but ASCII is
/// always the same, and labels are ASCII.
fn value(object: &Bound<'_, PyAny>) -> Option<Vec<u8>> {
    if let Ok(text) = object.cast::<PyString>() {
        Some(text.to_string_lossy().into_owned().into_bytes())
    } else if let Ok(bytes) = object.cast::<PyBytes>() {
        Some(bytes.as_bytes().to_vec())
    } else {
        object.cast::<PyByteArray>().ok().map(|bytes| bytes.to_vec())
    }
}
