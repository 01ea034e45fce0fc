//! [`StringType`]: the types of X.500 strings.

use crate::Encoding;
use crate::encoding::names::named_enum;

named_enum! {
    /// The type of an X.500 string ([X.680](https://www.itu.int/rec/T-REC-X.680)), which names the
    /// encoding of its bytes.
    ///
    /// ```
    /// use charsniff::{Context, Encoding, Kind, StringType, sniff};
    /// let context = Context::of(Kind::X500String);
    /// assert_eq!(sniff(b"", (), &context.clone().string_type(StringType::Bmp)).encoding, Encoding::Utf16Be);
    /// assert!(sniff(b"", (), &context.string_type(StringType::Teletex)).is_isomorphic());
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum StringType, "string type", pub ALL {
        /// UTF8String: UTF-8.
        Utf8 = "utf8",
        /// BMPString: UTF-16BE.
        Bmp = "bmp",
        /// TeletexString (T61String): isomorphic, as deployed certificates have it.
        Teletex = "teletex",
        /// NumericString, PrintableString, IA5String, VisibleString: isomorphic.
        Ascii = "ascii",
    }
}

impl StringType {
    /// The encoding that the type names; `None` where the bytes are decoded isomorphically.
    pub(crate) const fn encoding(self) -> Option<Encoding> {
        match self {
            StringType::Utf8 => Some(Encoding::Utf8),
            StringType::Bmp => Some(Encoding::Utf16Be),
            StringType::Teletex | StringType::Ascii => None,
        }
    }
}
