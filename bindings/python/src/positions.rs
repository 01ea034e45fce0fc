//! `Positions`: which bytes a character of the text comes from, and the reverse.

use charsniff::TextUnit;
use pyo3::prelude::*;

use crate::data::{bytes_of, detached};

/// Which bytes of a resource a character of its text comes from, and the reverse: what Sniffed.positions gives.
///
/// An offset in the text counts characters of the str in which malformed sequences are U+FFFD; an offset in the
/// resource counts bytes, those of a byte order mark included.
#[pyclass(frozen, module = "charsniff")]
pub struct Positions(charsniff::Positions<'static>);

impl Positions {
    pub fn new(sniffed: &charsniff::Sniffed, data: &Bound<'_, PyAny>) -> PyResult<Positions> {
        let bytes = bytes_of(data)?;
        let slice = bytes.as_bytes();
        let made = detached(data.py(), slice.len(), || sniffed.positions(slice, TextUnit::Scalar).into_owned());
        Ok(Positions(made))
    }
}

#[pymethods]
impl Positions {
    /// Where the bytes of the character at an offset of the text start. After the end of the text:
    /// the length of the bytes.
    fn byte_offset(&self, text_offset: usize) -> usize {
        self.0.byte_offset(text_offset)
    }

    /// Where the bytes of the characters text[start:end] start and end.
    fn byte_range(&self, start: usize, end: usize) -> (usize, usize) {
        let range = self.0.byte_range(start..end);
        (range.start, range.end)
    }

    /// Where the character that a byte belongs to stands in the text. For a byte that gives no
    /// character (of a byte order mark, of an escape sequence): where the next character stands.
    fn text_offset(&self, byte_offset: usize) -> usize {
        self.0.text_offset(byte_offset)
    }
}
