//! [`CodePage`]: the encodings, and three code pages that the Encoding Standard does not have.

use alloc::borrow::Cow;
use core::fmt;

use super::code_pages::{IBM437, IBM850, IBM852};
use crate::Encoding;
use crate::codec::single_byte_scalars;

/// An encoding, or one of three code pages of consoles and MS-DOS that the Encoding Standard does not have. No Web page
/// is in these code pages, but text that went through a console is, and so are names in ZIP archives.
///
/// ```
/// use charsniff::{CodePage, Encoding};
/// assert_eq!((CodePage::Ibm850.name(), CodePage::Ibm850.decode(b"M\x81ller")), ("IBM850", "Müller".into()));
/// assert_eq!(CodePage::from(Encoding::Koi8R), Encoding::Koi8R);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CodePage {
    /// An encoding of the Encoding Standard.
    Encoding(Encoding),
    /// Code page 437, of the United States.
    Ibm437,
    /// Code page 850, of Western Europe.
    Ibm850,
    /// Code page 852, of Central Europe: only for names in archives; no repair undoes it.
    Ibm852,
}

impl CodePage {
    /// The name: the encoding's, or `"IBM437"`, `"IBM850"` or `"IBM852"`.
    ///
    /// ```
    /// use charsniff::{CodePage, Encoding};
    /// assert_eq!(CodePage::from(Encoding::Utf8).name(), "UTF-8");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            CodePage::Encoding(encoding) => encoding.name(),
            CodePage::Ibm437 => "IBM437",
            CodePage::Ibm850 => "IBM850",
            CodePage::Ibm852 => "IBM852",
        }
    }

    /// The text of bytes; malformed sequences, which a code page does not have, become U+FFFD. Linear.
    ///
    /// ```
    /// use charsniff::CodePage;
    /// assert_eq!(CodePage::Ibm437.decode(b"\xCD\x82"), "═é");
    /// ```
    #[must_use]
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        if let CodePage::Encoding(encoding) = self {
            return encoding.decode_without_bom_handling(bytes).0;
        }
        let high = self.high().unwrap_or([0; 128]).map(|scalar| char::from_u32(scalar.into()).unwrap_or_default());
        bytes.iter().map(|&byte| if byte < 0x80 { byte.into() } else { high[usize::from(byte & 0x7F)] }).collect()
    }

    /// The scalar values of bytes 80 to FF, 0 where there is none, if each byte is a character.
    pub(super) fn high(self) -> Option<[u16; 128]> {
        let table = match self {
            CodePage::Encoding(encoding) => {
                return encoding.is_single_byte().then(|| *single_byte_scalars(encoding));
            }
            CodePage::Ibm437 => IBM437,
            CodePage::Ibm850 => IBM850,
            CodePage::Ibm852 => IBM852,
        };
        let mut scalars = [0; 128];
        scalars.iter_mut().zip(table.chars()).for_each(|(scalar, c)| *scalar = c as u16);
        Some(scalars)
    }
}

impl From<Encoding> for CodePage {
    fn from(encoding: Encoding) -> CodePage {
        CodePage::Encoding(encoding)
    }
}

impl PartialEq<Encoding> for CodePage {
    fn eq(&self, encoding: &Encoding) -> bool {
        *self == CodePage::Encoding(*encoding)
    }
}

/// Writes the name.
impl fmt::Display for CodePage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for CodePage {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for CodePage {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<CodePage, D::Error> {
        let name = Cow::<'de, str>::deserialize(deserializer)?;
        let of_name = |page: &CodePage| page.name() == name;
        let encodings = Encoding::ALL.into_iter().map(CodePage::Encoding);
        let found = encodings.chain([CodePage::Ibm437, CodePage::Ibm850, CodePage::Ibm852]).find(of_name);
        found.ok_or_else(|| serde::de::Error::custom("no encoding or code page has this name"))
    }
}
