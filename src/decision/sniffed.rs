//! [`Sniffed`]: the verdict on a resource's encoding.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Deref;

use super::deciding_label::DecidingLabel;
use super::refuted::{Refuted, RefutedClaims};
use crate::Verdict;
use crate::encoding::decoding::Decoding;
use crate::repair::Repairer;

/// The verdict on a resource's encoding, and what decoding by it needs.
///
/// It derefs to a [`Verdict`]: `sniffed.encoding`, `sniffed.confidence` and `sniffed.source` can be read. They cannot
/// be changed alone, since byte order mark, label and error mode belong to them.
///
/// Two ways to decode are no encoding of the standard, and `encoding` is then the nearest one:
/// - Some contexts decode [isomorphically](https://infra.spec.whatwg.org/#isomorphic-decode).
///   [`is_isomorphic`](Self::is_isomorphic) is then true, and `encoding` is windows-1252, which differs only in the bytes 80
///   to 9F.
/// - A [crawler](crate::Reading::Crawler) reads UTF-32. [`is_utf_32`](Self::is_utf_32) is then true, and `encoding` is
///   UTF-16 in the same byte order, which browsers take it for.
///
/// A verdict takes 120 bytes on 64-bit machines, and is `Copy`.
///
/// ```
/// use charsniff::{Context, sniff};
/// let sniffed = sniff(b"", "text/html; charset=sjis", &Context::html());
/// assert_eq!(sniffed.to_string(), "Shift_JIS certain transport");
/// ```
///
/// ```compile_fail,E0594
/// use charsniff::{Context, Encoding, sniff};
/// let mut sniffed = sniff(b"", (), &Context::html());
/// sniffed.encoding = Encoding::Koi8R;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "super::schema::Sniffed", into = "super::schema::Sniffed"))]
#[non_exhaustive]
pub struct Sniffed {
    pub(crate) verdict: Verdict,
    pub(crate) bom_length: u8,
    /// Its encoding is the verdict's.
    pub(crate) decoding: Decoding,
    pub(crate) is_fatal: bool,
    pub(crate) may_change: MayChange,
    pub(super) repairer: Option<Repairer>,
    pub(crate) label: DecidingLabel,
    pub(crate) refuted: RefutedClaims,
}

/// Whether a declaration that a parser meets may change the encoding. It follows from the context and is not part of
/// the verdict proper: verdicts that differ only in it are equal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MayChange(pub(crate) bool);

impl PartialEq for MayChange {
    fn eq(&self, _: &MayChange) -> bool {
        true
    }
}

impl Eq for MayChange {}

impl Hash for MayChange {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Deref for Sniffed {
    type Target = Verdict;

    fn deref(&self) -> &Verdict {
        &self.verdict
    }
}

impl Sniffed {
    /// The length in bytes of the byte order mark at the start that is not part of the text: 0, 2,
    /// 3, or 4 for UTF-32.
    ///
    /// ```
    /// use charsniff::{Context, sniff};
    /// assert_eq!(sniff(b"\xEF\xBB\xBFa", (), &Context::html()).bom_length(), 3);
    /// ```
    #[must_use]
    pub fn bom_length(&self) -> usize {
        self.bom_length.into()
    }

    /// The name of the encoding; `isomorphic` if the bytes are decoded [isomorphically](Self::is_isomorphic), `UTF-32LE` or
    /// `UTF-32BE` if they are [UTF-32](Self::is_utf_32).
    ///
    /// ```
    /// use charsniff::{Context, Kind, sniff};
    /// assert_eq!(sniff(b"", (), &Context::json()).name(), "UTF-8");
    /// assert_eq!(sniff(b"", (), &Context::of(Kind::HeaderValue)).name(), "isomorphic");
    /// ```
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.decoding.name()
    }

    /// The label that decided, as it is in the header, the bytes or the caller's choice, without the whitespace
    /// around it; `None` if no label decided. A misspelled label (see [`Reading::Crawler`](crate::Reading::Crawler))
    /// is cut after 23 bytes; [`Explanation::label`](crate::Explanation::label) has it whole.
    ///
    /// ```
    /// use charsniff::{Context, sniff};
    /// assert_eq!(sniff(b"<meta charset=SJIS>", (), &Context::html()).label(), Some(&b"SJIS"[..]));
    /// assert_eq!(sniff(b"\xFE\xFF", (), &Context::html()).label(), None);
    /// ```
    #[must_use]
    pub fn label(&self) -> Option<&[u8]> {
        self.label.get()
    }

    /// The declarations that the bytes refute, in the pipeline's order, at most three. Always empty outside the
    /// [crawler's reading](crate::Reading::Crawler).
    ///
    /// ```
    /// use charsniff::{Context, Reading, sniff};
    /// let page = "<meta charset=gbk>Привет, мир".as_bytes();
    /// let crawlers = Context::html().reading(Reading::Crawler);
    /// # #[cfg(feature = "detector")]
    /// assert_eq!(sniff(page, "text/html; charset=big5", &crawlers).refuted().count(), 2);
    /// let by_the_standard = sniff(page, "text/html; charset=big5", &Context::html());
    /// assert_eq!(by_the_standard.refuted().count(), 0);
    /// println!("{:?}", by_the_standard.refuted());
    /// ```
    pub fn refuted(&self) -> impl Iterator<Item = Refuted> + Clone + fmt::Debug + '_ {
        self.refuted.iter()
    }

    /// This verdict as a refuted claim.
    pub(super) fn as_refuted(&self) -> Refuted {
        Refuted::new(self.source, self.encoding, self.label())
    }

    /// Whether two verdicts differ at most in the label, in what was refuted and in the error mode.
    pub(crate) fn agrees_with(&self, other: &Sniffed) -> bool {
        let Sniffed { label, refuted, is_fatal, repairer, .. } = *other;
        Sniffed { label, refuted, is_fatal, repairer, ..*self } == *other
    }

    /// Whether text is decoded with repairs: [`Context::repair`](crate::Context::repair).
    ///
    /// ```
    /// use charsniff::{Context, sniff};
    /// assert!(sniff(b"", (), &Context::html().repair(true)).repairs());
    /// assert!(!sniff(b"", (), &Context::html()).repairs());
    /// ```
    #[must_use]
    pub fn repairs(&self) -> bool {
        self.repairer.is_some()
    }

    /// Whether malformed sequences are an error in the context that the verdict was made in:
    /// [`try_decode`](Self::try_decode) then fails.
    ///
    /// ```
    /// use charsniff::{Context, Reading, sniff};
    /// assert!(sniff(b"", (), &Context::xml()).is_fatal());
    /// assert!(!sniff(b"", (), &Context::xml().reading(Reading::Crawler)).is_fatal());
    /// ```
    #[must_use]
    pub fn is_fatal(&self) -> bool {
        self.is_fatal
    }

    /// Whether the bytes 00 to FF stand for U+0000 to U+00FF, which is not an encoding of the
    /// standard.
    ///
    /// ```
    /// use charsniff::{Context, Kind, decode};
    /// let decoded = decode(b"\x80", (), &Context::of(Kind::HeaderValue));
    /// assert!(decoded.sniffed.is_isomorphic() && decoded.text == "\u{80}");
    /// ```
    #[must_use]
    pub fn is_isomorphic(&self) -> bool {
        self.decoding == Decoding::Isomorphic
    }

    /// Whether the bytes are UTF-32, which is not an encoding of the standard: in the [crawler's
    /// reading](crate::Reading::Crawler), if they have its byte order mark, or if HTML or XML begins with an XML declaration
    /// in it ([Appendix F](https://www.w3.org/TR/xml/#sec-guessing-no-ext-info) of XML).
    ///
    /// ```
    /// use charsniff::{Context, Encoding, Reading, decode};
    /// let bytes = b"\xFF\xFE\0\0h\0\0\0\xE9\0\0\0";
    /// let decoded = decode(bytes, (), &Context::text().reading(Reading::Crawler));
    /// assert_eq!((&*decoded.text, decoded.sniffed.name()), ("hé", "UTF-32LE"));
    /// assert!(decoded.sniffed.is_utf_32() && decoded.sniffed.encoding == Encoding::Utf16Le);
    ///
    /// // For the Web this is UTF-16.
    /// assert_eq!(decode(bytes, (), &Context::text()).text, "\0h\0é\0");
    /// ```
    #[must_use]
    pub fn is_utf_32(&self) -> bool {
        self.decoding.is_utf_32()
    }
}

/// Writes encoding, confidence and source: `Shift_JIS certain transport`.
impl fmt::Display for Sniffed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.name(), self.confidence, self.source)
    }
}
