//! Decodes a resource to a `str`.
//!
//! A `str` has one, two or four bytes per character, and creating one costs more than decoding. The
//! constructor from UTF-8 decodes again; those from Latin-1 and UTF-16 mostly copy.

use std::cell::RefCell;

use charsniff::{CoderResult, DecodeError, Decoded, Encoding, Repair, Sniffed};
use pyo3::exceptions::PyUnicodeDecodeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::data::detached;

/// How many code units each thread keeps allocated between calls.
const MOST_KEPT: usize = 1 << 20;

thread_local! {
    static UNITS: RefCell<Vec<u16>> = const { RefCell::new(Vec::new()) };
}

/// The text of `bytes` by a verdict, and whether malformed sequences were replaced. If they are an
/// error and `strict`, the first one raises `UnicodeDecodeError`.
pub fn decode<'py>(
    bytes: &Bound<'py, PyBytes>,
    sniffed: &Sniffed,
    strict: bool,
) -> PyResult<(Bound<'py, PyString>, bool)> {
    let (py, slice) = (bytes.py(), bytes.as_bytes());
    let body = slice.get(sniffed.bom_length()..).unwrap_or_default();
    if sniffed.is_isomorphic() {
        return Ok((from_latin1(py, body)?, false));
    }
    let (text, had_errors) = match sniffed.is_utf_32() {
        true => {
            let mut units = Vec::new();
            let errors = detached(py, slice.len(), || sniffed.append_to_utf16(slice, &mut units));
            (from_utf16(py, &units)?, errors > 0)
        }
        false => decode_as(py, body, sniffed.encoding)?,
    };
    if had_errors
        && strict
        && let Err(error) = detached(py, slice.len(), || sniffed.try_decode(slice).map(drop))
    {
        return Err(malformed(bytes, error));
    }
    Ok((text, had_errors))
}

/// The text of `bytes`, with U+FFFD for each malformed sequence, and whether there was one. A byte
/// order mark is kept as text.
pub fn decode_as<'py>(py: Python<'py>, bytes: &[u8], encoding: Encoding) -> PyResult<(Bound<'py, PyString>, bool)> {
    if is_latin1(bytes, encoding) {
        return Ok((from_latin1(py, bytes)?, false));
    }
    // The buffer is taken out meanwhile, since allocating in Python may run other code.
    let mut units = UNITS.take();
    let (length, had_errors) = detached(py, bytes.len(), || to_utf16(bytes, encoding, &mut units));
    let text = from_utf16(py, units.get(..length).unwrap_or_default());
    if units.len() <= MOST_KEPT {
        UNITS.set(units);
    }
    Ok((text?, had_errors))
}

/// Whether each byte is the code point of the same value.
fn is_latin1(bytes: &[u8], encoding: Encoding) -> bool {
    let decoder = encoding.new_decoder_without_bom_handling();
    decoder.latin1_byte_compatible_up_to(bytes) == Some(bytes.len())
}

/// A text that is not a `str` yet, made without access to Python.
pub struct Text {
    characters: Characters,
    /// Whether malformed sequences were replaced by U+FFFD.
    pub had_errors: bool,
    /// What was repaired, where the verdict says that text is.
    pub repairs: Option<Vec<Repair>>,
    pub unlisted_repairs: usize,
}

enum Characters {
    Latin1(Vec<u8>),
    Utf16(Vec<u16>),
    Utf8(String),
}

/// The text of `bytes` by a verdict, in its error mode.
pub fn of(bytes: &[u8], sniffed: &Sniffed) -> Result<Text, DecodeError> {
    if sniffed.repairs() {
        let Decoded { text, errors, repairs, unlisted_repairs, .. } = sniffed.try_decode(bytes)?;
        let characters = Characters::Utf8(text.into_owned());
        return Ok(Text { characters, had_errors: errors > 0, repairs: Some(repairs), unlisted_repairs });
    }
    let without_repairs = |characters, had_errors| Text { characters, had_errors, repairs: None, unlisted_repairs: 0 };
    if sniffed.is_utf_32() {
        let mut units = Vec::new();
        let had_errors = sniffed.try_append_to_utf16(bytes, &mut units)? > 0;
        return Ok(without_repairs(Characters::Utf16(units), had_errors));
    }
    let body = bytes.get(sniffed.bom_length()..).unwrap_or_default();
    if sniffed.is_isomorphic() || is_latin1(body, sniffed.encoding) {
        return Ok(without_repairs(Characters::Latin1(body.to_vec()), false));
    }
    let mut units = Vec::new();
    let (length, had_errors) = to_utf16(body, sniffed.encoding, &mut units);
    if had_errors {
        sniffed.try_decode(bytes)?;
    }
    units.truncate(length);
    Ok(without_repairs(Characters::Utf16(units), had_errors))
}

impl Text {
    pub fn into_str(self, py: Python<'_>) -> PyResult<Bound<'_, PyString>> {
        match self.characters {
            Characters::Latin1(bytes) => from_latin1(py, &bytes),
            Characters::Utf16(units) => from_utf16(py, &units),
            Characters::Utf8(text) => Ok(PyString::new(py, &text)),
        }
    }
}

/// Decodes `bytes` into `units`. Returns how many code units there are, and whether there was an
/// error.
fn to_utf16(bytes: &[u8], encoding: Encoding, units: &mut Vec<u16>) -> (usize, bool) {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let (mut read, mut written, mut had_errors) = (0, 0, false);
    loop {
        let rest = bytes.get(read..).unwrap_or_default();
        let most = decoder.max_utf16_buffer_length(rest.len()).unwrap_or(rest.len());
        if units.len() < written + most {
            units.resize(written + most, 0);
        }
        let room = units.get_mut(written..).unwrap_or_default();
        let (result, r, w, errors) = decoder.decode_to_utf16(rest, room, true);
        read += r;
        written += w;
        had_errors |= errors;
        if result == CoderResult::InputEmpty {
            return (written, had_errors);
        }
    }
}

/// The `UnicodeDecodeError` for a malformed sequence.
pub fn malformed(bytes: &Bound<'_, PyBytes>, error: DecodeError) -> PyErr {
    let DecodeError { offset, length, encoding, .. } = error;
    let arguments = (encoding.name(), bytes.clone().unbind(), offset, offset + length, "malformed sequence");
    PyErr::new::<PyUnicodeDecodeError, _>(arguments)
}

/// The bytes 00 to FF as U+0000 to U+00FF.
#[allow(unsafe_code)]
pub fn from_latin1<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyString>> {
    // SAFETY: pointer and length are those of one slice, which is read before the function
    // returns; the function gives a new reference to a str, or null with an exception set.
    let text = unsafe {
        let text = ffi::PyUnicode_DecodeLatin1(bytes.as_ptr().cast(), length(bytes), std::ptr::null());
        Bound::from_owned_ptr_or_err(py, text)?
    };
    Ok(text.cast_into()?)
}

/// UTF-16 in the machine's own byte order.
#[allow(unsafe_code)]
pub fn from_utf16<'py>(py: Python<'py>, units: &[u16]) -> PyResult<Bound<'py, PyString>> {
    // 0 would ask for a byte order mark.
    let mut byte_order = if cfg!(target_endian = "little") { -1 } else { 1 };
    // SAFETY: pointer and length are those of one slice, which is read before the function
    // returns; the function gives a new reference to a str, or null with an exception set.
    let text = unsafe {
        let text = ffi::PyUnicode_DecodeUTF16(units.as_ptr().cast(), length(units), std::ptr::null(), &mut byte_order);
        Bound::from_owned_ptr_or_err(py, text)?
    };
    Ok(text.cast_into()?)
}

/// The length of a slice in bytes, which is never more than `isize::MAX`.
fn length<T>(slice: &[T]) -> ffi::Py_ssize_t {
    size_of_val(slice) as ffi::Py_ssize_t
}
