//! Why a resource cannot be converted.

use core::fmt;

use crate::Encoding;

/// A character that an encoding lacks, and its place.
///
/// ```
/// use charsniff::{Context, Encoding, convert};
/// let page = "<meta charset=utf-8>\n→".as_bytes();
/// let lacking = convert(page, (), &Context::html(), Encoding::Koi8R)?.unmappable[0];
/// assert_eq!((lacking.character, lacking.offset, lacking.line, lacking.column), ('→', 21, 2, 1));
/// # Ok::<(), charsniff::ConvertError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub struct Unmappable {
    /// The character.
    pub character: char,
    /// Where it is, in bytes of the original.
    pub offset: usize,
    /// The line of the text that it is in, from 1.
    pub line: usize,
    /// The column in that line, in characters from 1.
    pub column: usize,
    /// The encoding that lacks it.
    pub encoding: Encoding,
}

impl fmt::Display for Unmappable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unmappable { character, offset, line, column, encoding } = self;
        write!(f, "{encoding} has no U+{:04X} (line {line}, column {column}, byte {offset})", u32::from(*character))
    }
}

/// Why a resource cannot be converted.
///
/// ```
/// use charsniff::{Context, ConvertError, Encoding, convert};
/// let error = convert(b"", (), &Context::text(), Encoding::Replacement).unwrap_err();
/// assert_eq!(error, ConvertError::NoEncoder(Encoding::Replacement));
/// let error = convert("→".as_bytes(), "text/plain; charset=utf-8", &Context::text(), Encoding::Koi8R).unwrap_err();
/// assert_eq!(error.to_string().split(' ').next(), Some("KOI8-R"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ConvertError {
    /// The target lacks a character, at a place where references are not read.
    Unmappable(Unmappable),
    /// Nothing can be written in this encoding.
    NoEncoder(Encoding),
}

impl fmt::Display for ConvertError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConvertError::Unmappable(unmappable) => write!(f, "{unmappable}, and a reference to it is not read there"),
            ConvertError::NoEncoder(encoding) => write!(f, "nothing can be written in {encoding}"),
        }
    }
}

impl core::error::Error for ConvertError {}
