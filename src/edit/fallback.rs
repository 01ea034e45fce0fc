//! How a character is written that the encoding lacks.

use alloc::format;
use alloc::string::String;
use core::fmt::{self, Write};

/// How [`Edit::write_with`](crate::Edit::write_with) writes a character that the encoding lacks.
///
/// ```
/// use charsniff::{Context, Edit, Fallback};
/// let mut edit = Edit::new(b"\"\"", "application/json; charset=latin1", &Context::text());
/// edit.replace(1..1, "😀")?;
/// assert_eq!(edit.write_with(Fallback::UnicodeEscape)?.bytes, b"\"\\ud83d\\ude00\"");
/// # Ok::<(), charsniff::EditError>(())
/// ```
#[derive(Clone, Copy, Default)]
#[non_exhaustive]
pub enum Fallback<'f> {
    /// It is an error.
    #[default]
    Error,
    /// As a decimal character reference, `&#8594;`.
    NumericReference,
    /// As JavaScript, JSON and Java write code units: `\u2192`.
    UnicodeEscape,
    /// As the text that this function gives; `None` is an error.
    Transliterate(&'f dyn Fn(char) -> Option<String>),
    /// The whole resource is written in UTF-8, and its declarations are changed, as [`convert`](crate::convert) does.
    Utf8,
}

impl fmt::Debug for Fallback<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fallback::Error => "Error",
            Fallback::NumericReference => "NumericReference",
            Fallback::UnicodeEscape => "UnicodeEscape",
            Fallback::Transliterate(_) => "Transliterate",
            Fallback::Utf8 => "Utf8",
        })
    }
}

impl Fallback<'_> {
    /// What stands for `character`.
    pub(super) fn text(self, character: char) -> Option<String> {
        match self {
            Fallback::Error | Fallback::Utf8 => None,
            Fallback::NumericReference => Some(format!("&#{};", u32::from(character))),
            Fallback::UnicodeEscape => {
                let mut text = String::new();
                for unit in character.encode_utf16(&mut [0; 2]) {
                    let _ = write!(text, "\\u{unit:04x}");
                }
                Some(text)
            }
            Fallback::Transliterate(text) => text(character),
        }
    }
}
