//! Why changes cannot be written.

use core::fmt;
use core::ops::Range;

use crate::{Encoding, Unmappable};

/// Why changes of a text cannot be written.
///
/// ```
/// use charsniff::{Context, Edit, EditError};
/// let mut edit = Edit::new(b"abc", (), &Context::text());
/// let error = edit.replace(2..9, "").unwrap_err();
/// assert_eq!(error, EditError::NoRange(2..9));
/// assert_eq!(error.to_string(), "2..9 is no range of the text");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EditError {
    /// The range does not lie in the text, or not on the boundaries of characters.
    NoRange(Range<usize>),
    /// The range overlaps another one.
    Overlap(Range<usize>),
    /// The encoding lacks a character. Its offset is that of the change in the original; line and column are those of the
    /// character in the edited text.
    Unmappable(Unmappable),
    /// The result would be read as another text from this offset in the edited text on, in bytes.
    ReadOtherwise(usize),
    /// Nothing can be written in this encoding.
    NoEncoder(Encoding),
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditError::NoRange(range) => write!(f, "{range:?} is no range of the text"),
            EditError::Overlap(range) => write!(f, "{range:?} overlaps another change"),
            EditError::Unmappable(unmappable) => write!(f, "{unmappable}"),
            EditError::ReadOtherwise(offset) => {
                write!(f, "the change would be read as another text, from byte {offset} of the text on")
            }
            EditError::NoEncoder(encoding) => write!(f, "nothing can be written in {encoding}"),
        }
    }
}

impl core::error::Error for EditError {}
