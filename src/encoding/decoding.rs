//! [`Decoding`]: how bytes become text, where that need not be by an encoding of the standard.

use crate::Encoding;

unstable! {
    /// How bytes become text.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[allow(missing_docs)]
    pub enum Decoding {
        /// By an encoding of the standard.
        Encoding(Encoding),
        /// Each byte is the code point of the same value.
        Isomorphic,
        /// UTF-32, which a crawler reads.
        Utf32Le,
        Utf32Be,
    }
}

impl Decoding {
    /// The encoding; for what is not an encoding of the standard, the nearest one.
    pub(crate) const fn encoding(self) -> Encoding {
        match self {
            Decoding::Encoding(encoding) => encoding,
            Decoding::Isomorphic => Encoding::Windows1252,
            Decoding::Utf32Le => Encoding::Utf16Le,
            Decoding::Utf32Be => Encoding::Utf16Be,
        }
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Decoding::Encoding(encoding) => encoding.name(),
            Decoding::Isomorphic => "isomorphic",
            Decoding::Utf32Le => "UTF-32LE",
            Decoding::Utf32Be => "UTF-32BE",
        }
    }

    pub(crate) const fn is_utf_32(self) -> bool {
        matches!(self, Decoding::Utf32Le | Decoding::Utf32Be)
    }

    /// The length of its byte order mark, in bytes.
    #[cfg(feature = "serde")]
    pub(crate) const fn mark_length(self) -> Option<u8> {
        match self {
            Decoding::Encoding(Encoding::Utf8) => Some(3),
            Decoding::Encoding(Encoding::Utf16Le | Encoding::Utf16Be) => Some(2),
            Decoding::Utf32Le | Decoding::Utf32Be => Some(4),
            Decoding::Encoding(_) | Decoding::Isomorphic => None,
        }
    }
}
