//! The rules.

use super::Severity;
use crate::encoding::names::named_enum;

named_enum! {
    /// What the standards ask authors not to do.
    ///
    /// ```
    /// use charsniff::Rule;
    /// assert_eq!(Rule::NotUtf8.section(), "https://html.spec.whatwg.org/multipage/semantics.html#charset");
    /// assert!(Rule::NotUtf8.is_mended_by_convert() && !Rule::Malformed.is_mended_by_convert());
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum Rule, "rule", pub ALL {
        /// Nothing says which encoding a page has: no header, byte order mark or `meta`.
        NoDeclaration = "no-declaration",
        /// The encoding is not UTF-8.
        NotUtf8 = "not-utf-8",
        /// A `meta` ends after the first 1,024 bytes.
        LateDeclaration = "late-declaration",
        /// There is more than one `meta` that declares an encoding.
        SeveralDeclarations = "several-declarations",
        /// One `meta` has both `charset` and `http-equiv`, or a page has a `meta` of each kind.
        HttpEquivAndCharset = "http-equiv-and-charset",
        /// A declaration names another encoding than the one that the resource is read in.
        Disagreement = "disagreement",
        /// A label names no encoding.
        UnknownLabel = "unknown-label",
        /// A label is not the name of its encoding.
        NotThePreferredName = "not-the-preferred-name",
        /// A `meta` names UTF-16, which is read as UTF-8.
        Utf16InMeta = "utf-16-in-meta",
        /// A `meta` names x-user-defined, which is read as windows-1252.
        XUserDefinedInMeta = "x-user-defined-in-meta",
        /// A label names an encoding that browsers refuse to read.
        ReplacementEncoding = "replacement-encoding",
        /// The bytes are UTF-32, which browsers do not read, with a byte order mark or an XML declaration. No other
        /// rule is checked then.
        Utf32 = "utf-32",
        /// A sequence of bytes is no character in the encoding.
        Malformed = "malformed",
        /// U+0000.
        Nul = "nul",
        /// Another control of ASCII than white space, in HTML or XML.
        Control = "control",
        /// A control U+0080 to U+009F.
        C1Control = "c1-control",
        /// A noncharacter, such as U+FFFE.
        Noncharacter = "noncharacter",
        /// A character of private use, which other readers do not know.
        PrivateUse = "private-use",
        /// Text that is not in Unicode's Normalization Form C, such as e and a combining acute accent for é. Found with the
        /// feature `nfc`.
        NotNfc = "not-nfc",
        /// UTF-8 that was read as another encoding and encoded again, `Ã©` for `é`, where the whole text
        /// [proves](crate::Damage::DoublyEncoded) it.
        DoublyEncoded = "doubly-encoded",
        /// A byte order mark at the start of JSON or an M3U8 playlist, which forbid it.
        ForbiddenMark = "forbidden-mark",
        /// A style sheet or a script with text beyond ASCII declares no encoding, so that it depends on the document.
        ReliesOnTheDocument = "relies-on-the-document",
    }
}

impl Rule {
    /// The section of the standard.
    ///
    /// ```
    /// use charsniff::Rule;
    /// assert!(Rule::ALL.iter().all(|rule| rule.section().starts_with("https://")));
    /// ```
    #[must_use]
    pub const fn section(self) -> &'static str {
        match self {
            Rule::NoDeclaration | Rule::NotUtf8 | Rule::LateDeclaration | Rule::Disagreement | Rule::DoublyEncoded => {
                "https://html.spec.whatwg.org/multipage/semantics.html#charset"
            }
            Rule::SeveralDeclarations => "https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-charset",
            Rule::HttpEquivAndCharset => {
                "https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-content-type"
            }
            Rule::UnknownLabel | Rule::NotThePreferredName => "https://encoding.spec.whatwg.org/#names-and-labels",
            Rule::Utf16InMeta | Rule::XUserDefinedInMeta => {
                "https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding"
            }
            Rule::ReplacementEncoding => "https://encoding.spec.whatwg.org/#replacement",
            Rule::Utf32 => "https://html.spec.whatwg.org/multipage/parsing.html#character-encodings",
            Rule::Malformed => "https://encoding.spec.whatwg.org/#decoder",
            Rule::Nul | Rule::Control | Rule::C1Control | Rule::Noncharacter => {
                "https://html.spec.whatwg.org/multipage/syntax.html#text-2"
            }
            Rule::NotNfc => "https://www.w3.org/TR/charmod-norm/#unicodeNormalization",
            Rule::PrivateUse => "https://www.w3.org/TR/charmod/#sec-PrivateUse",
            Rule::ForbiddenMark => "https://www.rfc-editor.org/rfc/rfc8259#section-8.1",
            Rule::ReliesOnTheDocument => "https://drafts.csswg.org/css-syntax/#determine-the-fallback-encoding",
        }
    }

    /// How bad it is.
    ///
    /// ```
    /// use charsniff::{Rule, Severity};
    /// assert_eq!(Rule::Malformed.severity(), Severity::Error);
    /// ```
    #[must_use]
    pub const fn severity(self) -> Severity {
        match self {
            Rule::NotThePreferredName
            | Rule::PrivateUse
            | Rule::NotNfc
            | Rule::DoublyEncoded
            | Rule::ReliesOnTheDocument => Severity::Warning,
            _ => Severity::Error,
        }
    }

    /// Whether [`convert`](crate::convert) to UTF-8 mends it.
    ///
    /// ```
    /// use charsniff::Rule;
    /// assert!(Rule::Disagreement.is_mended_by_convert());
    /// ```
    #[must_use]
    pub const fn is_mended_by_convert(self) -> bool {
        matches!(
            self,
            Rule::NoDeclaration
                | Rule::NotUtf8
                | Rule::Disagreement
                | Rule::UnknownLabel
                | Rule::NotThePreferredName
                | Rule::Utf16InMeta
                | Rule::XUserDefinedInMeta
                | Rule::ReliesOnTheDocument
        )
    }
}
