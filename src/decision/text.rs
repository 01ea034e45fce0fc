//! From bytes and a verdict to text.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;

use super::verdict::Sniffed;
use crate::{Context, Encoding};

/// A resource's text, and how it was made.
///
/// ```
/// use charsniff::{Context, Encoding, decode};
/// let decoded = decode(b"caf\xE9", "text/html; charset=utf-8", &Context::html()).unwrap();
/// assert_eq!((&*decoded.text, decoded.had_errors), ("caf\u{FFFD}", true));
/// assert_eq!(decoded.sniffed.encoding, Encoding::Utf8);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub struct Decoded<'a> {
    /// The text; borrowed where the bytes were it already.
    pub text: Cow<'a, str>,
    /// The verdict by which it was decoded.
    pub sniffed: Sniffed,
    /// Whether malformed sequences were replaced by U+FFFD.
    pub had_errors: bool,
}

/// A malformed sequence where none is allowed.
///
/// ```
/// use charsniff::{Context, decode};
/// let error = decode(b"<a>\xF0\x9F</a>", (), &Context::xml()).unwrap_err();
/// assert_eq!((error.offset, error.length), (3, 2));
/// assert_eq!(error.to_string(), "malformed UTF-8 at byte 3 (2 bytes)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

impl Sniffed {
    /// The text of the resource that this is the verdict on, as `context` prescribes: what
    /// [`decode`](crate::decode) gives, for those who have the verdict already. Linear in `bytes`.
    ///
    /// # Errors
    ///
    /// In contexts whose error mode is fatal: where the first malformed sequence stands, and its
    /// length.
    ///
    /// ```
    /// use charsniff::{Context, explain};
    /// let (page, context) = (b"<meta charset=koi8-r>\xED\xC1\xD2\xD3", Context::html());
    /// let explanation = explain(page, (), &context);
    /// assert_eq!(explanation.sniffed.decode(page, &context).unwrap().text, "<meta charset=koi8-r>Марс");
    /// ```
    pub fn decode<'a>(&self, bytes: &'a [u8], context: &Context) -> Result<Decoded<'a>, DecodeError> {
        decode_as(bytes, *self, context.is_fatal())
    }
}

/// Decodes `bytes` by the verdict on them.
fn decode_as(bytes: &[u8], sniffed: Sniffed, is_fatal: bool) -> Result<Decoded<'_>, DecodeError> {
    let body = bytes.get(sniffed.bom_length()..).unwrap_or_default();
    let (text, had_errors) = if sniffed.is_isomorphic {
        (isomorphic_decode(body), false)
    } else if is_fatal {
        let text = sniffed.encoding.decode_without_bom_handling_or_fail(body);
        (text.map_err(|error| DecodeError { offset: error.offset + sniffed.bom_length(), ..error })?, false)
    } else {
        sniffed.encoding.decode_without_bom_handling(body)
    };
    Ok(Decoded { text, sniffed, had_errors })
}

/// [Isomorphic decode](https://infra.spec.whatwg.org/#isomorphic-decode).
pub(crate) fn isomorphic_decode(bytes: &[u8]) -> Cow<'_, str> {
    match core::str::from_utf8(bytes) {
        Ok(text) if bytes.is_ascii() => Cow::Borrowed(text),
        _ => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect::<String>()),
    }
}
