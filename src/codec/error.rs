//! [`DecodeError`]: where decoding failed.

use core::fmt;

use crate::Encoding;

/// A malformed sequence, where the error mode is fatal; or bytes after the end of a resource.
///
/// ```
/// use charsniff::{Context, try_decode};
/// let error = try_decode(b"<a>\xF0\x9F</a>", (), &Context::xml()).unwrap_err();
/// assert_eq!((error.offset, error.length), (3, 2));
/// assert_eq!(error.to_string(), "malformed UTF-8 at byte 3 (2 bytes)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub struct DecodeError {
    /// Where the sequence starts, or the resource ended: bytes from the start of the resource.
    pub offset: usize,
    /// The length of the sequence in bytes, at least 1; 0 for bytes [after the end](Self::is_after_end).
    pub length: usize,
    /// The encoding that the resource was read in.
    pub encoding: Encoding,
}

impl DecodeError {
    /// Whether the error is that [`StreamDecoder::push`](crate::StreamDecoder::push) was called after the end of the resource.
    ///
    /// ```
    /// use charsniff::{Context, StreamDecoder};
    /// let (mut stream, mut text) = (StreamDecoder::new((), &Context::html()), String::new());
    /// stream.push(b"text", &mut text)?;
    /// stream.finish(&mut text)?;
    /// let error = stream.push(b"more", &mut text).unwrap_err();
    /// assert!(error.is_after_end());
    /// assert_eq!(error.to_string(), "bytes after the end of the resource, at byte 4");
    /// # Ok::<(), charsniff::DecodeError>(())
    /// ```
    #[must_use]
    pub fn is_after_end(&self) -> bool {
        self.length == 0
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DecodeError { offset, length, encoding } = self;
        if self.is_after_end() {
            return write!(f, "bytes after the end of the resource, at byte {offset}");
        }
        let bytes = if *length == 1 { "byte" } else { "bytes" };
        write!(f, "malformed {encoding} at byte {offset} ({length} {bytes})")
    }
}

impl core::error::Error for DecodeError {}
