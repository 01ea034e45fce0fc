//! [`Verdict`]: the answer of a stage, how sure it is, and what decided.

use crate::Encoding;
#[cfg(feature = "detector")]
use crate::detector::weights::{self, PER_NAT};
use crate::encoding::names::named_enum;

/// An encoding, how sure that is, and what decided.
///
/// A [`Sniffed`](crate::Sniffed) derefs to it.
///
/// ```
/// use charsniff::{Confidence, Context, Encoding, Source, Verdict, sniff};
/// let verdict: Verdict = *sniff(b"", "text/html; charset=sjis", &Context::html());
/// assert_eq!((verdict.encoding, verdict.confidence), (Encoding::ShiftJis, Confidence::Certain));
/// assert_eq!(verdict.source, Source::Transport);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Verdict {
    /// The encoding to decode with.
    pub encoding: Encoding,
    /// How sure that is.
    pub confidence: Confidence,
    /// Which stage, or which declaration, decided.
    pub source: Source,
}

named_enum! {
    /// How sure a verdict is ([confidence](https://html.spec.whatwg.org/multipage/parsing.html#concept-encoding-confidence)).
    ///
    /// ```
    /// use charsniff::{Confidence, Context, sniff};
    /// assert_eq!(sniff(b"\xEF\xBB\xBF", (), &Context::html()).confidence, Confidence::Certain);
    /// assert_eq!(sniff(b"<meta charset=big5>", (), &Context::html()).confidence, Confidence::Tentative);
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Confidence, "confidence" {
        /// A declaration later in the resource cannot change it.
        Certain = "certain",
        /// A parser may change it when it meets a declaration.
        Tentative = "tentative",
    }
}

named_enum! {
    /// What decided the encoding.
    ///
    /// ```
    /// use charsniff::{Context, Source, sniff};
    /// assert_eq!(sniff(b"\xFE\xFF", (), &Context::html()).source, Source::Bom);
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum Source, "source", pub ALL {
        /// A byte order mark.
        Bom = "bom",
        /// The user, XHR's override charset, or a known definite encoding.
        Override = "override",
        /// The charset that was sent with the bytes, usually that of Content-Type.
        Transport = "transport",
        /// An HTML `<meta>`.
        Meta = "meta",
        /// An XML declaration, or UTF-16 that starts with one.
        XmlDeclaration = "xml-declaration",
        /// CSS's `@charset`.
        AtCharset = "at-charset",
        /// A comment in a source file: `coding:`, `vim: set fenc=`
        /// ([crawler's reading](crate::Reading::Crawler) of text).
        Comment = "comment",
        /// A `charset` on the reference to the resource.
        Reference = "reference",
        /// The parent document.
        Parent = "parent",
        /// The encoding that the resource had on an earlier visit.
        History = "history",
        /// The importing style sheet.
        StyleSheet = "style-sheet",
        /// The document that refers to the resource.
        Document = "document",
        /// The detector.
        Detector = "detector",
        /// The user's locale.
        Locale = "locale",
        /// The context's default.
        Default = "default",
    }
}

impl Source {
    /// How many nats a claim of this source is worth. The bytes of a whole page are worth hundreds, so a claim decides
    /// only where they say little. A byte order mark is refuted only by bytes that are malformed in
    /// the mark's encoding.
    #[cfg(feature = "detector")]
    pub(crate) fn nats(self, encoding: Encoding) -> u32 {
        let claim = if encoding == Encoding::Utf8 { weights::claim_of_utf_8() } else { weights::claim() } / PER_NAT;
        match self {
            Source::Bom => 200,
            Source::Transport | Source::Meta | Source::XmlDeclaration | Source::AtCharset | Source::Comment
                if encoding != Encoding::Windows1252 =>
            {
                claim
            }
            _ => claim / 2,
        }
    }

    /// Nothing: without the detector no claim is weighed.
    #[cfg(not(feature = "detector"))]
    pub(crate) fn nats(self, _encoding: Encoding) -> u32 {
        0
    }
}
