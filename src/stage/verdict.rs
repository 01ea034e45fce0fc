//! The parts of a verdict: how sure it is, and what decided.

use crate::encoding::names::named;

/// How sure a verdict is ([confidence](https://html.spec.whatwg.org/multipage/parsing.html#concept-encoding-confidence)).
///
/// ```
/// use charsniff::{Confidence, Context, sniff};
/// assert_eq!(sniff(b"\xEF\xBB\xBF", (), &Context::html()).confidence, Confidence::Certain);
/// assert_eq!(sniff(b"<meta charset=big5>", (), &Context::html()).confidence, Confidence::Tentative);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Confidence {
    /// A declaration later in the resource cannot change it.
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
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Confidence::Certain => "certain",
            Confidence::Tentative => "tentative",
        }
    }
}

macro_rules! sources {
    ($($(#[$doc:meta])* $name:ident = $words:literal,)+) => {
        /// What decided the encoding.
        ///
        /// ```
        /// use charsniff::{Context, Source, sniff};
        /// assert_eq!(sniff(b"\xFE\xFF", (), &Context::html()).source, Source::Bom);
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
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

named! {
    Confidence, "confidence", [Confidence::Certain, Confidence::Tentative], Confidence::as_str,
    r#"assert_eq!("certain".parse(), Ok(charsniff::Confidence::Certain));"#
}

named! {
    Source, "source", *Source::ALL, Source::as_str,
    r#"assert_eq!("xml-declaration".parse(), Ok(charsniff::Source::XmlDeclaration));"#
}
