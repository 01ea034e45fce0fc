//! The columns of the context table, and the values that each can have.

/// Generates the enum of a column, with the words that the table has for each value.
macro_rules! column {
    ($(#[$doc:meta])* $name:ident {
        $($(#[$value_doc:meta])* $value:ident = $words:literal,)+
    }) => {
        $(#[$doc])*
        // Variants are named by the standards' terms.
        #[allow(clippy::enum_variant_names)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$value_doc])* $value,)+
        }

        #[cfg(charsniff_unstable)]
        impl $name {
            /// The words of the context table for this value; `-` where a stage is never consulted.
            pub const fn as_str(self) -> &'static str {
                match self { $($name::$value => $words,)+ }
            }
        }
    };
}

column! {
    /// The operation of the [Encoding Standard](https://encoding.spec.whatwg.org/#specification-hooks)
    /// (or of [Infra](https://infra.spec.whatwg.org/#isomorphic-decode)) by which text is made.
    Operation {
        /// [`TextDecoder`](https://encoding.spec.whatwg.org/#textdecoder).
        TextDecoder = "textdecoder",
        /// *Decode*: a byte order mark wins over the encoding given.
        Decode = "decode",
        /// *UTF-8 decode*: a byte order mark is removed.
        Utf8Decode = "utf8",
        /// *UTF-8 decode without BOM*: a byte order mark is text.
        Utf8DecodeWithoutBom = "utf8-no-bom",
        /// *UTF-8 decode without BOM or fail*.
        Utf8DecodeWithoutBomOrFail = "utf8-fail",
        /// *Isomorphic decode*: bytes 00 to FF are U+0000 to U+00FF.
        IsomorphicDecode = "isomorphic",
    }
}

column! {
    /// Whether encodings other than UTF-8 occur.
    Legacy {
        /// They occur.
        Yes = "yes",
        /// Only those occur that something sent with the bytes names.
        Partial = "partial",
        /// The operating system's encoding occurs.
        Platform = "platform",
        /// Only UTF-8 occurs.
        No = "-",
    }
}

column! {
    /// What becomes of a byte order mark.
    Bom {
        /// It decides the encoding and is removed.
        Sniff = "sniff",
        /// It decides nothing. If it is the mark of the encoding that is used, it is removed.
        Remove = "remove",
        /// It is text.
        Keep = "keep",
    }
}

column! {
    /// What may override everything but a byte order mark.
    Override {
        /// Nothing.
        Never = "-",
        /// The user, or a [known definite encoding](https://html.spec.whatwg.org/multipage/parsing.html#a-known-definite-encoding).
        UserOrDefinite = "user, known definite encoding",
        /// XHR's [override MIME type](https://xhr.spec.whatwg.org/#override-mime-type): its charset
        /// replaces the header's, even if it names no encoding.
        OverrideCharset = "override charset",
        /// The user.
        User = "user",
    }
}

column! {
    /// Which metadata travels with the bytes.
    Transport {
        /// Ignored.
        Never = "-",
        /// [Content-Type](https://fetch.spec.whatwg.org/#content-type-header).
        ContentType = "yes",
        /// The charset of the header's ext-value: `filename*=charset'language'bytes`
        /// ([RFC 8187](https://www.rfc-editor.org/rfc/rfc8187#section-3.2)).
        ExtValue = "ext-value charset",
        /// The Content-Type of the part.
        Part = "part's charset",
        /// The type of an X.500 string.
        StringType = "string type",
    }
}

column! {
    /// How the bytes themselves are read for a declaration.
    Prescan {
        /// They are not read.
        Never = "-",
        /// As HTML.
        Html = "html",
        /// As HTML, and what is found is certain.
        HtmlCertain = "html (certain)",
        /// As XML.
        Xml = "xml",
        /// As CSS.
        Css = "css",
        /// As the MIME type says.
        ByMimeType = "by MIME type",
    }
}

column! {
    /// What the reference to the resource may declare.
    Explicit {
        /// Nothing.
        Never = "-",
        /// `<link charset>` or `<?xml-stylesheet charset?>`.
        StyleSheetReference = "link charset, xml-stylesheet charset",
        /// `<script charset>`.
        Script = "script charset",
        /// The form's `_charset_` field.
        CharsetField = "_charset_ field",
        /// [HTML 4's `<a charset>` and `<link charset>`](https://www.w3.org/TR/html401/charset.html#h-5.2.2), in the
        /// crawler's reading.
        Link = "link charset",
    }
}

column! {
    /// Whose encoding a resource without a declaration takes over.
    Implicit {
        /// None.
        Never = "-",
        /// The parent document's, else the one that the resource had on an earlier visit.
        ParentHistory = "parent, history",
        /// The document's.
        Document = "document",
        /// The importing style sheet's.
        StyleSheet = "importing style sheet",
    }
}

column! {
    /// The encoding when nothing decides.
    DefaultEncoding {
        /// The encoding that the caller named.
        CallersLabel = "caller's label",
        /// windows-1252, unless the locale's table has another.
        Windows1252 = "windows-1252 by locale table",
        /// UTF-8, certain.
        Utf8Certain = "utf-8 (certain)",
        /// UTF-8.
        Utf8 = "utf-8",
        /// UTF-8 if the header has no charset, else windows-1252: Chromium's default for workers.
        Utf8UnlessCharset = "utf-8 unless charset",
        /// UTF-8 for XML, style sheets, scripts and JSON, else windows-1252.
        ByMimeType = "by MIME type",
        /// UTF-8 for XML, style sheets, scripts and JSON, else windows-1252. Where the operating system
        /// names the clipboard's encoding, the caller passes it on as `Context::default_encoding`.
        ByMimeTypeAndPlatform = "by MIME type and platform",
        /// Isomorphic, unless the string type names an encoding.
        ByStringType = "by string type",
        /// Isomorphic.
        Isomorphic = "isomorphic",
    }
}

column! {
    /// What becomes of malformed sequences.
    ErrorMode {
        /// The caller chooses ([`Context::fatal`](crate::Context::fatal)).
        CallersChoice = "caller's choice",
        /// Each becomes U+FFFD.
        Replacement = "replacement",
        /// The first is an error.
        Fatal = "fatal",
        /// The first is an error, ECMAScript's `URIError`.
        UriError = "fatal (URIError)",
        /// Every byte sequence is well-formed.
        Impossible = "none",
    }
}

impl ErrorMode {
    /// Whether malformed input is an error.
    pub(crate) fn is_fatal(self) -> bool {
        matches!(self, ErrorMode::Fatal | ErrorMode::UriError)
    }
}

column! {
    /// Which labels are accepted.
    Labels {
        /// Those of the [Encoding Standard](https://encoding.spec.whatwg.org/#names-and-labels).
        Standard = "standard",
        /// Misspelled ones too ([`Reading::Crawler`](crate::Reading::Crawler)).
        Misspelled = "misspelled",
    }
}

/// A row of the context table: how one place of the Web platform makes text of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Policy {
    /// The operation that makes the text.
    pub operation: Operation,
    /// Whether encodings other than UTF-8 occur.
    pub legacy: Legacy,
    /// What becomes of a byte order mark.
    pub bom: Bom,
    /// What may override everything but a byte order mark.
    pub override_: Override,
    /// Which metadata travels with the bytes.
    pub transport: Transport,
    /// How the bytes are read for a declaration.
    pub prescan: Prescan,
    /// What the reference may declare.
    pub explicit: Explicit,
    /// Whose encoding is taken over if nothing declares one.
    pub implicit: Implicit,
    /// Whether the detector is consulted.
    pub detector: bool,
    /// Whether the user's locale is consulted.
    pub locale: bool,
    /// The encoding when nothing decides.
    pub default: DefaultEncoding,
    /// Whether the bytes are shown as text, in whatever language their MIME type says they are.
    pub shown_as_text: bool,
    /// Whether the parser may [change the encoding](https://html.spec.whatwg.org/multipage/parsing.html#change-the-encoding) later.
    pub change: bool,
    /// What becomes of malformed sequences.
    pub error: ErrorMode,
    /// Which labels are accepted. Every row of the table has [`Labels::Standard`].
    pub labels: Labels,
    /// A remark for readers of the table.
    pub note: &'static str,
}

impl Policy {
    /// This row with the operation *decode*, the charset of Content-Type, and the given default.
    pub(super) const fn by_content_type(self, default: DefaultEncoding) -> Policy {
        let (operation, legacy, bom, transport) = (Operation::Decode, Legacy::Yes, Bom::Sniff, Transport::ContentType);
        Policy { operation, legacy, bom, transport, default, ..self }
    }
}
