//! The 40 encodings, and what is done with whole inputs.

#[cfg(feature = "alloc")]
use alloc::borrow::Cow;
use core::fmt;

use crate::{Decoder, Encoder};

/// An encoding of the [Encoding Standard](https://encoding.spec.whatwg.org/).
///
/// There is one of each, in a `static`; programs pass `&'static Encoding`.
///
/// ```
/// use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
/// assert_eq!(Encoding::for_label(b"latin1"), Some(WINDOWS_1252));
/// assert!(WINDOWS_1252 != UTF_8);
/// ```
#[derive(PartialEq, Eq, Hash)]
pub struct Encoding {
    pub(crate) inner: charsniff::Encoding,
}

/// Generates the statics, and the table from `charsniff`'s encodings to them, in the order of these.
macro_rules! encodings {
    ($($name:ident $init:ident)+) => {
        $(
            #[doc = concat!("The encoding that [`static@", stringify!($name), "`] refers to, for arrays of references in statics.")]
            pub static $init: Encoding = Encoding { inner: charsniff::$name };

            #[doc = concat!("[`", stringify!($name), "`](charsniff::", stringify!($name), ") of the Encoding Standard.")]
            ///
            /// ```
            #[doc = concat!("use encoding_rs::{Encoding, ", stringify!($name), "};")]
            #[doc = concat!("assert_eq!(Encoding::for_label(", stringify!($name), ".name().as_bytes()), Some(", stringify!($name), "));")]
            /// ```
            pub static $name: &Encoding = &$init;
        )+

        static ENCODINGS: [&Encoding; charsniff::Encoding::COUNT] = [$(&$init),+];
    };
}

encodings! {
    UTF_8 UTF_8_INIT
    IBM866 IBM866_INIT
    ISO_8859_2 ISO_8859_2_INIT
    ISO_8859_3 ISO_8859_3_INIT
    ISO_8859_4 ISO_8859_4_INIT
    ISO_8859_5 ISO_8859_5_INIT
    ISO_8859_6 ISO_8859_6_INIT
    ISO_8859_7 ISO_8859_7_INIT
    ISO_8859_8 ISO_8859_8_INIT
    ISO_8859_8_I ISO_8859_8_I_INIT
    ISO_8859_10 ISO_8859_10_INIT
    ISO_8859_13 ISO_8859_13_INIT
    ISO_8859_14 ISO_8859_14_INIT
    ISO_8859_15 ISO_8859_15_INIT
    ISO_8859_16 ISO_8859_16_INIT
    KOI8_R KOI8_R_INIT
    KOI8_U KOI8_U_INIT
    MACINTOSH MACINTOSH_INIT
    WINDOWS_874 WINDOWS_874_INIT
    WINDOWS_1250 WINDOWS_1250_INIT
    WINDOWS_1251 WINDOWS_1251_INIT
    WINDOWS_1252 WINDOWS_1252_INIT
    WINDOWS_1253 WINDOWS_1253_INIT
    WINDOWS_1254 WINDOWS_1254_INIT
    WINDOWS_1255 WINDOWS_1255_INIT
    WINDOWS_1256 WINDOWS_1256_INIT
    WINDOWS_1257 WINDOWS_1257_INIT
    WINDOWS_1258 WINDOWS_1258_INIT
    X_MAC_CYRILLIC X_MAC_CYRILLIC_INIT
    GBK GBK_INIT
    GB18030 GB18030_INIT
    BIG5 BIG5_INIT
    EUC_JP EUC_JP_INIT
    ISO_2022_JP ISO_2022_JP_INIT
    SHIFT_JIS SHIFT_JIS_INIT
    EUC_KR EUC_KR_INIT
    REPLACEMENT REPLACEMENT_INIT
    UTF_16BE UTF_16BE_INIT
    UTF_16LE UTF_16LE_INIT
    X_USER_DEFINED X_USER_DEFINED_INIT
}

// The table above is in the order of `charsniff`'s encodings.
const _: () = {
    let mut i = 0;
    while i < charsniff::Encoding::COUNT {
        assert!(ENCODINGS[i].inner as usize == i);
        i += 1;
    }
};

/// The static for an encoding.
#[inline]
pub(crate) fn of(encoding: charsniff::Encoding) -> &'static Encoding {
    ENCODINGS[encoding as usize]
}

impl Encoding {
    /// The encoding of a label, by the standard's
    /// [get an encoding](https://encoding.spec.whatwg.org/#concept-encoding-get).
    ///
    /// ```
    /// use encoding_rs::{Encoding, WINDOWS_1252};
    /// assert_eq!(Encoding::for_label(b" ASCII\n"), Some(WINDOWS_1252));
    /// assert_eq!(Encoding::for_label(b"none"), None);
    /// ```
    pub fn for_label(label: &[u8]) -> Option<&'static Encoding> {
        charsniff::Encoding::for_label(label).map(of)
    }

    /// As [`for_label`](Self::for_label), but `None` for the labels of the replacement encoding too.
    ///
    /// ```
    /// assert_eq!(encoding_rs::Encoding::for_label_no_replacement(b"iso-2022-kr"), None);
    /// ```
    pub fn for_label_no_replacement(label: &[u8]) -> Option<&'static Encoding> {
        charsniff::Encoding::for_label_no_replacement(label).map(of)
    }

    /// The encoding of the byte order mark that the bytes start with, and its length in bytes.
    ///
    /// ```
    /// use encoding_rs::{Encoding, UTF_16LE};
    /// assert_eq!(Encoding::for_bom(b"\xFF\xFEa\0"), Some((UTF_16LE, 2)));
    /// ```
    pub fn for_bom(buffer: &[u8]) -> Option<(&'static Encoding, usize)> {
        charsniff::Encoding::for_bom(buffer).map(|(encoding, length)| (of(encoding), length))
    }

    /// The encoding's name in the standard's spelling.
    ///
    /// ```
    /// assert_eq!(encoding_rs::SHIFT_JIS.name(), "Shift_JIS");
    /// ```
    #[inline]
    pub fn name(&'static self) -> &'static str {
        self.inner.name()
    }

    /// Whether the output encoding is UTF-8.
    ///
    /// ```
    /// assert!(encoding_rs::UTF_16LE.can_encode_everything() && !encoding_rs::GB18030.can_encode_everything());
    /// ```
    #[inline]
    pub fn can_encode_everything(&'static self) -> bool {
        self.inner.can_encode_everything()
    }

    /// Whether the bytes 00 to 7F stand for U+0000 to U+007F and for nothing else.
    ///
    /// ```
    /// assert!(encoding_rs::BIG5.is_ascii_compatible() && !encoding_rs::UTF_16LE.is_ascii_compatible());
    /// ```
    #[inline]
    pub fn is_ascii_compatible(&'static self) -> bool {
        self.inner.is_ascii_compatible()
    }

    /// Whether this is one of the standard's legacy single-byte encodings or x-user-defined.
    ///
    /// ```
    /// assert!(encoding_rs::KOI8_R.is_single_byte() && !encoding_rs::BIG5.is_single_byte());
    /// ```
    #[inline]
    pub fn is_single_byte(&'static self) -> bool {
        self.inner.is_single_byte()
    }

    /// UTF-8 for UTF-16BE, UTF-16LE and replacement, else this encoding.
    ///
    /// ```
    /// assert_eq!(encoding_rs::UTF_16BE.output_encoding(), encoding_rs::UTF_8);
    /// ```
    #[inline]
    pub fn output_encoding(&'static self) -> &'static Encoding {
        of(self.inner.output_encoding())
    }

    /// Decodes a whole input, unless a byte order mark says that it is in another encoding: the
    /// text, the encoding that was used, and whether there were errors, which become U+FFFD.
    ///
    /// ```
    /// let (text, encoding, had_errors) = encoding_rs::BIG5.decode(b"\xEF\xBB\xBFa\xFF");
    /// assert_eq!((&*text, encoding, had_errors), ("a\u{FFFD}", encoding_rs::UTF_8, true));
    /// ```
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn decode<'a>(&'static self, bytes: &'a [u8]) -> (Cow<'a, str>, &'static Encoding, bool) {
        let (text, encoding, had_errors) = self.inner.decode(bytes);
        (text, of(encoding), had_errors)
    }

    /// Decodes a whole input, without the byte order mark of this encoding if it starts with one.
    ///
    /// ```
    /// assert_eq!(encoding_rs::UTF_8.decode_with_bom_removal(b"\xEF\xBB\xBFa"), ("a".into(), false));
    /// ```
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn decode_with_bom_removal<'a>(&'static self, bytes: &'a [u8]) -> (Cow<'a, str>, bool) {
        self.inner.decode_with_bom_removal(bytes)
    }

    /// Decodes a whole input, to which a byte order mark is text.
    ///
    /// ```
    /// assert_eq!(encoding_rs::WINDOWS_1252.decode_without_bom_handling(b"caf\xE9"), ("café".into(), false));
    /// ```
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn decode_without_bom_handling<'a>(&'static self, bytes: &'a [u8]) -> (Cow<'a, str>, bool) {
        self.inner.decode_without_bom_handling(bytes)
    }

    /// As [`decode_without_bom_handling`](Self::decode_without_bom_handling), but `None` where there
    /// is an error.
    ///
    /// ```
    /// assert_eq!(encoding_rs::UTF_8.decode_without_bom_handling_and_without_replacement(b"\xFF"), None);
    /// ```
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn decode_without_bom_handling_and_without_replacement<'a>(
        &'static self,
        bytes: &'a [u8],
    ) -> Option<Cow<'a, str>> {
        self.inner.decode_without_bom_handling_and_without_replacement(bytes)
    }

    /// Encodes a whole text in the output encoding: the bytes, that encoding, and whether there were
    /// characters without bytes, which become decimal character references.
    ///
    /// ```
    /// let (bytes, encoding, had_unmappables) = encoding_rs::KOI8_R.encode("é");
    /// assert_eq!((&*bytes, encoding, had_unmappables), (&b"&#233;"[..], encoding_rs::KOI8_R, true));
    /// ```
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn encode<'a>(&'static self, string: &'a str) -> (Cow<'a, [u8]>, &'static Encoding, bool) {
        let (bytes, encoding, had_unmappables) = self.inner.encode(string);
        (bytes, of(encoding), had_unmappables)
    }

    /// A decoder that changes to the encoding of a byte order mark, if the input starts with one.
    ///
    /// ```
    /// let (mut decoder, mut dst) = (encoding_rs::BIG5.new_decoder(), [0; 8]);
    /// let (_, read, written, _) = decoder.decode_to_utf8(b"\xFF\xFEa\0", &mut dst, true);
    /// assert_eq!((read, &dst[..written], decoder.encoding()), (4, &b"a"[..], encoding_rs::UTF_16LE));
    /// ```
    #[inline]
    pub fn new_decoder(&'static self) -> Decoder {
        Decoder { inner: self.inner.new_decoder() }
    }

    /// A decoder that removes the byte order mark of this encoding.
    ///
    /// ```
    /// let (mut decoder, mut dst) = (encoding_rs::UTF_16BE.new_decoder_with_bom_removal(), [0; 8]);
    /// let (_, read, written, _) = decoder.decode_to_utf8(b"\xFE\xFF\0a", &mut dst, true);
    /// assert_eq!((read, &dst[..written]), (4, &b"a"[..]));
    /// ```
    #[inline]
    pub fn new_decoder_with_bom_removal(&'static self) -> Decoder {
        Decoder { inner: self.inner.new_decoder_with_bom_removal() }
    }

    /// A decoder to which a byte order mark is text.
    ///
    /// ```
    /// let (mut decoder, mut dst) = (encoding_rs::UTF_16BE.new_decoder_without_bom_handling(), [0; 8]);
    /// let (_, read, written, _) = decoder.decode_to_utf8(b"\xFE\xFF\0a", &mut dst, true);
    /// assert_eq!((read, &dst[..written]), (4, "\u{FEFF}a".as_bytes()));
    /// ```
    #[inline]
    pub fn new_decoder_without_bom_handling(&'static self) -> Decoder {
        Decoder { inner: self.inner.new_decoder_without_bom_handling() }
    }

    /// An encoder for the output encoding.
    ///
    /// ```
    /// assert_eq!(encoding_rs::UTF_16BE.new_encoder().encoding(), encoding_rs::UTF_8);
    /// ```
    #[inline]
    pub fn new_encoder(&'static self) -> Encoder {
        Encoder { inner: self.inner.new_encoder() }
    }

    /// How many bytes from the start are whole, valid UTF-8 characters.
    ///
    /// ```
    /// assert_eq!(encoding_rs::Encoding::utf8_valid_up_to(b"caf\xC3\xA9\xFF"), 5);
    /// ```
    pub fn utf8_valid_up_to(bytes: &[u8]) -> usize {
        charsniff::Encoding::utf8_valid_up_to(bytes)
    }

    /// How many bytes from the start are ASCII.
    ///
    /// ```
    /// assert_eq!(encoding_rs::Encoding::ascii_valid_up_to(b"caf\xC3\xA9"), 3);
    /// ```
    pub fn ascii_valid_up_to(bytes: &[u8]) -> usize {
        charsniff::Encoding::ascii_valid_up_to(bytes)
    }

    /// How many bytes from the start are ASCII other than 0E, 0F and 1B.
    ///
    /// ```
    /// assert_eq!(encoding_rs::Encoding::iso_2022_jp_ascii_valid_up_to(b"a\x1B$B"), 1);
    /// ```
    pub fn iso_2022_jp_ascii_valid_up_to(bytes: &[u8]) -> usize {
        charsniff::Encoding::iso_2022_jp_ascii_valid_up_to(bytes)
    }
}

/// `Encoding { name: "UTF-8", .. }`.
impl fmt::Debug for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Encoding").field("name", &self.inner.name()).finish_non_exhaustive()
    }
}
