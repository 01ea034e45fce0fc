//! The encodings of the [Encoding Standard](https://encoding.spec.whatwg.org/#names-and-labels).

use core::fmt;

pub(crate) mod bom;
pub(crate) mod decoding;
pub(crate) mod label;
pub(crate) mod locale;
pub(crate) mod names;

pub use names::UnknownName;

/// Generates the enum, its constants and its tables from one list, so that they always agree.
macro_rules! encodings {
    ($($variant:ident $constant:ident $name:literal [$($label:literal)+])+) => {
        /// One of the 40 encodings of the [Encoding Standard].
        ///
        /// A value of one byte. Decoders and encoders are made from it.
        ///
        /// ```
        /// use charsniff::Encoding;
        /// let encoding = Encoding::for_label(b" Latin1 ").unwrap();
        /// assert_eq!(encoding, Encoding::Windows1252);
        /// assert_eq!(encoding.name(), "windows-1252");
        /// assert!(Encoding::ALL.iter().all(|encoding| Encoding::for_label(encoding.name().as_bytes()) == Some(*encoding)));
        /// ```
        ///
        /// [Encoding Standard]: https://encoding.spec.whatwg.org/#names-and-labels
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Encoding {
            $(
                #[doc = concat!($name, ".")]
                $variant,
            )+
        }

        $(
            #[doc = concat!($name, ", under the name that `encoding_rs` gives it.")]
            ///
            /// ```
            #[doc = concat!("assert_eq!(charsniff::", stringify!($constant), ".name(), \"", $name, "\");")]
            /// ```
            pub const $constant: Encoding = Encoding::$variant;
        )+

        #[cfg(feature = "encoding_rs")]
        impl From<Encoding> for &'static encoding_rs::Encoding {
            fn from(encoding: Encoding) -> &'static encoding_rs::Encoding {
                match encoding {
                    $(Encoding::$variant => encoding_rs::$constant),+
                }
            }
        }

        const NAMES: [&str; Encoding::COUNT] = [$($name),+];
        const LABELS: [&[&str]; Encoding::COUNT] = [$(&[$($label),+]),+];

        impl Encoding {
            /// How many encodings the standard has.
            ///
            /// ```
            /// assert_eq!(charsniff::Encoding::COUNT, 40);
            /// ```
            pub const COUNT: usize = [$($name),+].len();

            /// Every encoding, in the order of the standard's table.
            ///
            /// ```
            /// use charsniff::Encoding;
            /// assert!(Encoding::ALL.starts_with(&[Encoding::Utf8, Encoding::Ibm866]));
            /// ```
            pub const ALL: [Encoding; Encoding::COUNT] = [$(Encoding::$variant),+];
        }
    };
}

encodings! {
    Utf8 UTF_8 "UTF-8" ["unicode-1-1-utf-8" "unicode11utf8" "unicode20utf8" "utf-8" "utf8" "x-unicode20utf8"]
    Ibm866 IBM866 "IBM866" ["866" "cp866" "csibm866" "ibm866"]
    Iso8859_2 ISO_8859_2 "ISO-8859-2" ["csisolatin2" "iso-8859-2" "iso-ir-101" "iso8859-2" "iso88592" "iso_8859-2" "iso_8859-2:1987" "l2" "latin2"]
    Iso8859_3 ISO_8859_3 "ISO-8859-3" ["csisolatin3" "iso-8859-3" "iso-ir-109" "iso8859-3" "iso88593" "iso_8859-3" "iso_8859-3:1988" "l3" "latin3"]
    Iso8859_4 ISO_8859_4 "ISO-8859-4" ["csisolatin4" "iso-8859-4" "iso-ir-110" "iso8859-4" "iso88594" "iso_8859-4" "iso_8859-4:1988" "l4" "latin4"]
    Iso8859_5 ISO_8859_5 "ISO-8859-5" ["csisolatincyrillic" "cyrillic" "iso-8859-5" "iso-ir-144" "iso8859-5" "iso88595" "iso_8859-5" "iso_8859-5:1988"]
    Iso8859_6 ISO_8859_6 "ISO-8859-6" ["arabic" "asmo-708" "csiso88596e" "csiso88596i" "csisolatinarabic" "ecma-114" "iso-8859-6" "iso-8859-6-e" "iso-8859-6-i" "iso-ir-127" "iso8859-6" "iso88596" "iso_8859-6" "iso_8859-6:1987"]
    Iso8859_7 ISO_8859_7 "ISO-8859-7" ["csisolatingreek" "ecma-118" "elot_928" "greek" "greek8" "iso-8859-7" "iso-ir-126" "iso8859-7" "iso88597" "iso_8859-7" "iso_8859-7:1987" "sun_eu_greek"]
    Iso8859_8 ISO_8859_8 "ISO-8859-8" ["csiso88598e" "csisolatinhebrew" "hebrew" "iso-8859-8" "iso-8859-8-e" "iso-ir-138" "iso8859-8" "iso88598" "iso_8859-8" "iso_8859-8:1988" "visual"]
    Iso8859_8I ISO_8859_8_I "ISO-8859-8-I" ["csiso88598i" "iso-8859-8-i" "logical"]
    Iso8859_10 ISO_8859_10 "ISO-8859-10" ["csisolatin6" "iso-8859-10" "iso-ir-157" "iso8859-10" "iso885910" "l6" "latin6"]
    Iso8859_13 ISO_8859_13 "ISO-8859-13" ["iso-8859-13" "iso8859-13" "iso885913"]
    Iso8859_14 ISO_8859_14 "ISO-8859-14" ["iso-8859-14" "iso8859-14" "iso885914"]
    Iso8859_15 ISO_8859_15 "ISO-8859-15" ["csisolatin9" "iso-8859-15" "iso8859-15" "iso885915" "iso_8859-15" "l9"]
    Iso8859_16 ISO_8859_16 "ISO-8859-16" ["iso-8859-16"]
    Koi8R KOI8_R "KOI8-R" ["cskoi8r" "koi" "koi8" "koi8-r" "koi8_r"]
    Koi8U KOI8_U "KOI8-U" ["koi8-ru" "koi8-u"]
    Macintosh MACINTOSH "macintosh" ["csmacintosh" "mac" "macintosh" "x-mac-roman"]
    Windows874 WINDOWS_874 "windows-874" ["dos-874" "iso-8859-11" "iso8859-11" "iso885911" "tis-620" "windows-874"]
    Windows1250 WINDOWS_1250 "windows-1250" ["cp1250" "windows-1250" "x-cp1250"]
    Windows1251 WINDOWS_1251 "windows-1251" ["cp1251" "windows-1251" "x-cp1251"]
    Windows1252 WINDOWS_1252 "windows-1252" ["ansi_x3.4-1968" "ascii" "cp1252" "cp819" "csisolatin1" "ibm819" "iso-8859-1" "iso-ir-100" "iso8859-1" "iso88591" "iso_8859-1" "iso_8859-1:1987" "l1" "latin1" "us-ascii" "windows-1252" "x-cp1252"]
    Windows1253 WINDOWS_1253 "windows-1253" ["cp1253" "windows-1253" "x-cp1253"]
    Windows1254 WINDOWS_1254 "windows-1254" ["cp1254" "csisolatin5" "iso-8859-9" "iso-ir-148" "iso8859-9" "iso88599" "iso_8859-9" "iso_8859-9:1989" "l5" "latin5" "windows-1254" "x-cp1254"]
    Windows1255 WINDOWS_1255 "windows-1255" ["cp1255" "windows-1255" "x-cp1255"]
    Windows1256 WINDOWS_1256 "windows-1256" ["cp1256" "windows-1256" "x-cp1256"]
    Windows1257 WINDOWS_1257 "windows-1257" ["cp1257" "windows-1257" "x-cp1257"]
    Windows1258 WINDOWS_1258 "windows-1258" ["cp1258" "windows-1258" "x-cp1258"]
    XMacCyrillic X_MAC_CYRILLIC "x-mac-cyrillic" ["x-mac-cyrillic" "x-mac-ukrainian"]
    Gbk GBK "GBK" ["chinese" "csgb2312" "csiso58gb231280" "gb2312" "gb_2312" "gb_2312-80" "gbk" "iso-ir-58" "x-gbk"]
    Gb18030 GB18030 "gb18030" ["gb18030"]
    Big5 BIG5 "Big5" ["big5" "big5-hkscs" "cn-big5" "csbig5" "x-x-big5"]
    EucJp EUC_JP "EUC-JP" ["cseucpkdfmtjapanese" "euc-jp" "x-euc-jp"]
    Iso2022Jp ISO_2022_JP "ISO-2022-JP" ["csiso2022jp" "iso-2022-jp"]
    ShiftJis SHIFT_JIS "Shift_JIS" ["csshiftjis" "ms932" "ms_kanji" "shift-jis" "shift_jis" "sjis" "windows-31j" "x-sjis"]
    EucKr EUC_KR "EUC-KR" ["cseuckr" "csksc56011987" "euc-kr" "iso-ir-149" "korean" "ks_c_5601-1987" "ks_c_5601-1989" "ksc5601" "ksc_5601" "windows-949"]
    Replacement REPLACEMENT "replacement" ["csiso2022kr" "hz-gb-2312" "iso-2022-cn" "iso-2022-cn-ext" "iso-2022-kr" "replacement"]
    Utf16Be UTF_16BE "UTF-16BE" ["unicodefffe" "utf-16be"]
    Utf16Le UTF_16LE "UTF-16LE" ["csunicode" "iso-10646-ucs-2" "ucs-2" "unicode" "unicodefeff" "utf-16" "utf-16le"]
    XUserDefined X_USER_DEFINED "x-user-defined" ["x-user-defined"]
}

impl Encoding {
    /// The encoding's [name](https://encoding.spec.whatwg.org/#name), in the standard's spelling.
    ///
    /// ```
    /// assert_eq!(charsniff::Encoding::ShiftJis.name(), "Shift_JIS");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        NAMES[self as usize]
    }

    /// The encoding's [labels](https://encoding.spec.whatwg.org/#label), lowercase, in the
    /// standard's order.
    ///
    /// ```
    /// assert_eq!(charsniff::Encoding::Gb18030.labels(), ["gb18030"]);
    /// ```
    #[must_use]
    pub const fn labels(self) -> &'static [&'static str] {
        LABELS[self as usize]
    }

    /// [Get an output encoding](https://encoding.spec.whatwg.org/#get-an-output-encoding):
    /// UTF-8 for UTF-16BE, UTF-16LE and replacement, which have no encoder, else itself.
    ///
    /// ```
    /// use charsniff::Encoding;
    /// assert_eq!(Encoding::Utf16Le.output_encoding(), Encoding::Utf8);
    /// assert_eq!(Encoding::Big5.output_encoding(), Encoding::Big5);
    /// ```
    #[must_use]
    pub const fn output_encoding(self) -> Encoding {
        match self {
            Encoding::Replacement | Encoding::Utf16Be | Encoding::Utf16Le => Encoding::Utf8,
            other => other,
        }
    }

    /// Whether the bytes 00 to 7F stand for U+0000 to U+007F wherever a character begins.
    ///
    /// False for UTF-16BE, UTF-16LE, ISO-2022-JP and replacement. In GBK, gb18030, Big5, Shift_JIS and EUC-KR, after
    /// a lead byte some of these bytes are the second half of a character.
    ///
    /// ```
    /// use charsniff::Encoding;
    /// assert!(Encoding::ShiftJis.is_ascii_compatible() && !Encoding::Utf16Be.is_ascii_compatible());
    /// ```
    #[must_use]
    pub const fn is_ascii_compatible(self) -> bool {
        !matches!(self, Encoding::Replacement | Encoding::Utf16Be | Encoding::Utf16Le | Encoding::Iso2022Jp)
    }

    /// Whether every byte is a character on its own: the [legacy single-byte
    /// encodings](https://encoding.spec.whatwg.org/#legacy-single-byte-encodings) and
    /// x-user-defined.
    ///
    /// ```
    /// use charsniff::Encoding;
    /// assert!(Encoding::Koi8R.is_single_byte() && !Encoding::EucKr.is_single_byte());
    /// ```
    #[must_use]
    pub const fn is_single_byte(self) -> bool {
        let ordinal = self as u8;
        (ordinal >= Encoding::Ibm866 as u8 && ordinal <= Encoding::XMacCyrillic as u8)
            || ordinal == Encoding::XUserDefined as u8
    }

    /// Whether the output encoding is UTF-8, which has every scalar value. (gb18030 has all but
    /// U+E5E5.)
    ///
    /// ```
    /// use charsniff::Encoding;
    /// assert!(Encoding::Utf16Le.can_encode_everything() && !Encoding::Gb18030.can_encode_everything());
    /// ```
    #[must_use]
    pub const fn can_encode_everything(self) -> bool {
        matches!(self.output_encoding(), Encoding::Utf8)
    }

    /// Whether this is UTF-16BE or UTF-16LE.
    ///
    /// ```
    /// use charsniff::Encoding;
    /// assert!(Encoding::Utf16Be.is_utf_16() && !Encoding::Utf8.is_utf_16());
    /// ```
    #[must_use]
    pub const fn is_utf_16(self) -> bool {
        matches!(self, Encoding::Utf16Be | Encoding::Utf16Le)
    }

    /// The encoding that this label means in a declaration inside the bytes: UTF-8 for UTF-16BE and UTF-16LE, since
    /// the declaration itself was readable as ASCII
    /// ([prescan](https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding),
    /// [CSS Syntax](https://drafts.csswg.org/css-syntax/#determine-the-fallback-encoding)).
    pub(crate) const fn declared_in_ascii(self) -> Encoding {
        if self.is_utf_16() { Encoding::Utf8 } else { self }
    }

    /// The encoding that this label means in a `<meta>`: also windows-1252 for x-user-defined.
    pub(crate) const fn declared_in_meta(self) -> Encoding {
        match self.declared_in_ascii() {
            Encoding::XUserDefined => Encoding::Windows1252,
            encoding => encoding,
        }
    }
}

impl fmt::Debug for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Writes the standard's [name](Encoding::name).
impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The encoding of the same name. Both crates have the standard's 40 encodings.
#[cfg(feature = "encoding_rs")]
impl From<&'static encoding_rs::Encoding> for Encoding {
    fn from(encoding: &'static encoding_rs::Encoding) -> Encoding {
        Encoding::for_label(encoding.name().as_bytes()).unwrap_or(Encoding::Utf8)
    }
}
