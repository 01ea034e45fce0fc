//! The verdict: [`Sniffed`], and what it is made of.

use core::fmt;

use crate::context::policy::Operation;
use crate::text::decode_as;
use crate::{Context, DecodeError, Decoded, Encoding};

/// How sure a verdict is ([confidence](https://html.spec.whatwg.org/multipage/parsing.html#concept-encoding-confidence)).
///
/// ```
/// use charsniff::{Confidence, Context, sniff};
/// assert_eq!(sniff(b"\xEF\xBB\xBF", (), &Context::html()).confidence, Confidence::Certain);
/// assert_eq!(sniff(b"<meta charset=big5>", (), &Context::html()).confidence, Confidence::Tentative);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Confidence {
    /// Nothing that the resource says later can change it.
    Certain,
    /// A parser may change it when it meets a declaration.
    Tentative,
}

impl Confidence {
    /// The confidence in kebab-case.
    ///
    /// ```
    /// assert_eq!(charsniff::Confidence::Tentative.as_str(), "tentative");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Confidence::Certain => "certain",
            Confidence::Tentative => "tentative",
        }
    }
}

macro_rules! sources {
    ($($(#[$doc:meta])* $name:ident = $words:literal,)+) => {
        /// What decided.
        ///
        /// ```
        /// use charsniff::{Context, Source, sniff};
        /// assert_eq!(sniff(b"\xFE\xFF", (), &Context::html()).source, Source::Bom);
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Source {
            $($(#[$doc])* $name,)+
        }

        impl Source {
            /// Every source, in the pipeline's order.
            ///
            /// ```
            /// use charsniff::Source;
            /// assert_eq!((Source::ALL[0], Source::ALL.last()), (Source::Bom, Some(&Source::Default)));
            /// ```
            pub const ALL: &[Source] = &[$(Source::$name),+];

            /// The source in kebab-case.
            ///
            /// ```
            /// assert_eq!(charsniff::Source::XmlDeclaration.as_str(), "xml-declaration");
            /// ```
            pub const fn as_str(self) -> &'static str {
                match self { $(Source::$name => $words,)+ }
            }
        }
    };
}

sources! {
    /// A byte order mark.
    Bom = "bom",
    /// The user, XHR's override charset, a known definite encoding, or a change of the encoding.
    Override = "override",
    /// What travelled with the bytes: Content-Type's charset.
    Transport = "transport",
    /// An HTML `<meta>`.
    Meta = "meta",
    /// An XML declaration, or UTF-16 that starts like one.
    XmlDeclaration = "xml-declaration",
    /// CSS's `@charset`.
    AtCharset = "at-charset",
    /// A `charset` on the reference to the resource.
    Reference = "reference",
    /// The parent document.
    Parent = "parent",
    /// The encoding that the resource had when last seen.
    History = "history",
    /// The importing style sheet.
    StyleSheet = "style-sheet",
    /// The document that refers to the resource.
    Document = "document",
    /// The detector.
    Detector = "detector",
    /// The user's locale.
    Locale = "locale",
    /// The last word of the context.
    Default = "default",
}

/// The verdict on a resource's encoding.
///
/// In contexts that decode [isomorphically](https://infra.spec.whatwg.org/#isomorphic-decode)
/// there is no encoding of the standard to name; `encoding` is then windows-1252, which has the
/// same characters outside 80 to 9F, and [`is_isomorphic`](Self::is_isomorphic) is true.
///
/// It takes 5 bytes.
///
/// ```
/// use charsniff::{Context, sniff};
/// let sniffed = sniff(b"", "text/html; charset=sjis", &Context::html());
/// assert_eq!(sniffed.to_string(), "Shift_JIS certain transport");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub struct Sniffed {
    /// The encoding to decode with.
    pub encoding: Encoding,
    /// How sure that is.
    pub confidence: Confidence,
    /// What decided.
    pub source: Source,
    pub(crate) bom_length: u8,
    pub(crate) is_isomorphic: bool,
}

impl Sniffed {
    /// How many bytes at the start are a byte order mark that is no part of the text: 0, 2 or 3.
    ///
    /// ```
    /// use charsniff::{Context, sniff};
    /// assert_eq!(sniff(b"\xEF\xBB\xBFa", (), &Context::html()).bom_length(), 3);
    /// ```
    pub fn bom_length(&self) -> usize {
        self.bom_length.into()
    }

    /// Whether bytes 00 to FF stand for U+0000 to U+00FF, which is no encoding of the standard.
    ///
    /// ```
    /// use charsniff::{Context, Kind, decode};
    /// let decoded = decode(b"\x80", (), &Context::of(Kind::HeaderValue)).unwrap();
    /// assert!(decoded.sniffed.is_isomorphic() && decoded.text == "\u{80}");
    /// ```
    pub fn is_isomorphic(&self) -> bool {
        self.is_isomorphic
    }

    /// The text of the resource that this is the verdict on, as `context` prescribes: what
    /// [`decode`](crate::decode) gives, for those who have the verdict already. Linear in `bytes`.
    ///
    /// # Errors
    ///
    /// In contexts whose error mode is fatal: where the first malformed sequence stands, and its
    /// length.
    ///
    /// ```
    /// use charsniff::{Context, explain};
    /// let (page, context) = (b"<meta charset=koi8-r>\xED\xC1\xD2\xD3", Context::html());
    /// let explanation = explain(page, (), &context);
    /// assert_eq!(explanation.sniffed.decode(page, &context).unwrap().text, "<meta charset=koi8-r>Марс");
    /// ```
    pub fn decode<'a>(&self, bytes: &'a [u8], context: &Context) -> Result<Decoded<'a>, DecodeError> {
        decode_as(bytes, *self, context.is_fatal())
    }
}

/// Writes encoding, confidence and source: `Shift_JIS certain transport`.
impl fmt::Display for Sniffed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = if self.is_isomorphic { Operation::IsomorphicDecode.as_str() } else { self.encoding.name() };
        write!(f, "{name} {} {}", self.confidence, self.source)
    }
}
