//! [`Content`]: whether bytes are text or binary data.

use crate::Encoding;
use crate::detector::is_binary;
use crate::encoding::bom::utf_32_xml;
use crate::encoding::names::named_enum;

named_enum! {
    /// Whether bytes are text, ASCII text, or binary data.
    ///
    /// ```
    /// use charsniff::Content;
    /// assert_eq!(Content::of("café".as_bytes()), Content::Text);
    /// assert_eq!(Content::of(b"cafe"), Content::Ascii);
    /// assert_eq!(Content::of(b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR"), Content::Binary);
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Content, "kind of content", pub ALL {
        /// Text whose characters depend on the encoding.
        Text = "text",
        /// ASCII text, which every encoding of the standard but UTF-16 and replacement decodes alike:
        /// no byte above 7F, no NUL, and no shift or escape of ISO-2022-JP (0E, 0F, 1B). Empty input is
        /// ASCII text too.
        Ascii = "ascii",
        /// Binary data: an image, an archive, a program and the like.
        Binary = "binary",
    }
}

impl Content {
    /// Whether `bytes` are text, ASCII text, or binary data.
    ///
    /// The first 1,445 bytes decide whether they are binary, by MIME Sniffing's rules for [text or
    /// binary](https://mimesniff.spec.whatwg.org/#rules-for-text-or-binary), with three
    /// differences:
    /// - Bytes that start like a known format are binary: those in the standard's tables of images,
    ///   audio and video, fonts and archives, and some others. So is a PDF, although it starts like
    ///   text.
    /// - A few control characters do not make a text binary.
    /// - UTF-16 without a byte order mark is text, if the detector recognizes it in plain text. So is UTF-32 with a mark,
    ///   or that begins with an XML declaration.
    ///
    /// Text is [`Ascii`](Content::Ascii) if all of `bytes` are. Linear in their length; stops at
    /// the first byte that decides. It allocates only a table, once, of the frequent characters of Chinese, Japanese and
    /// Korean, which may be UTF-16.
    ///
    /// ```
    /// use charsniff::Content;
    /// assert_eq!(Content::of(b"%PDF-1.7\n1 0 obj\n"), Content::Binary);
    /// assert_eq!(Content::of(b"caf\xE9\r\n\x1A"), Content::Text);
    /// assert_eq!(Content::of(b"p\0l\0a\0i\0n\0"), Content::Text);
    /// ```
    #[must_use]
    pub fn of(bytes: &[u8]) -> Content {
        if utf_32_xml(bytes).is_some() {
            Content::Text
        } else if is_binary(bytes) {
            Content::Binary
        } else if Encoding::iso_2022_jp_ascii_valid_up_to(bytes) == bytes.len() && memchr::memchr(0, bytes).is_none() {
            // No shifts or escapes, after which bytes of ASCII stand for other characters.
            Content::Ascii
        } else {
            Content::Text
        }
    }
}
