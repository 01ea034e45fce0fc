//! Decodes by a [`Decoding`], which need not be an encoding of the standard.

use alloc::borrow::Cow;
use alloc::string::String;

use super::{DecodeError, Decoder};
use crate::encoding::decoding::Decoding;

impl Decoding {
    /// A decoder, which treats a byte order mark as text; `None` is [`isomorphic_decode`], which needs none.
    pub(crate) fn new_decoder(self) -> Option<Decoder> {
        match self {
            Decoding::Encoding(encoding) => Some(encoding.new_decoder_without_bom_handling()),
            Decoding::Isomorphic => None,
            Decoding::Utf32Le | Decoding::Utf32Be => Some(Decoder::for_utf_32(self.encoding())),
        }
    }

    /// The text of `bytes`, which have no byte order mark, and whether there were errors, which are U+FFFD.
    pub(crate) fn decode(self, mut bytes: &[u8]) -> (Cow<'_, str>, bool) {
        match self {
            Decoding::Encoding(encoding) => encoding.decode_without_bom_handling(bytes),
            Decoding::Isomorphic => (isomorphic_decode(bytes), false),
            Decoding::Utf32Le | Decoding::Utf32Be => {
                let mut text = String::with_capacity(bytes.len() / 4);
                let mut decoder = Decoder::for_utf_32(self.encoding());
                let had_errors = decoder.append_all(&mut bytes, 0, true, true, &mut text);
                (Cow::Owned(text), had_errors.unwrap_or(true))
            }
        }
    }

    /// As [`decode`](Self::decode), up to the first error.
    pub(crate) fn decode_or_fail(self, mut bytes: &[u8]) -> Result<Cow<'_, str>, DecodeError> {
        match self {
            Decoding::Encoding(encoding) => encoding.decode_without_bom_handling_or_fail(bytes),
            Decoding::Isomorphic => Ok(isomorphic_decode(bytes)),
            Decoding::Utf32Le | Decoding::Utf32Be => {
                let mut text = String::new();
                Decoder::for_utf_32(self.encoding()).append_all(&mut bytes, 0, true, false, &mut text)?;
                Ok(Cow::Owned(text))
            }
        }
    }
}

/// [Isomorphic decode](https://infra.spec.whatwg.org/#isomorphic-decode).
pub(crate) fn isomorphic_decode(bytes: &[u8]) -> Cow<'_, str> {
    match core::str::from_utf8(bytes) {
        Ok(text) if bytes.is_ascii() => Cow::Borrowed(text),
        _ => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect::<String>()),
    }
}
