//! [`DecodeError`]: where decoding failed.

use core::fmt;

use crate::Encoding;

/// A malformed sequence, where the error mode is fatal.
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
    /// Where the sequence starts: bytes from the start of the resource.
    pub offset: usize,
    /// Its length in bytes.
    pub length: usize,
    /// The encoding that the resource was read in.
    pub encoding: Encoding,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DecodeError { offset, length, encoding } = self;
        let bytes = if *length == 1 { "byte" } else { "bytes" };
        write!(f, "malformed {encoding} at byte {offset} ({length} {bytes})")
    }
}

impl core::error::Error for DecodeError {}
