//! [`claims`]: what a resource says about its encoding, whether or not that counts.

use alloc::boxed::Box;
use alloc::string::String;

use super::Sniffed;
use crate::context::Context;
use crate::detector::claims::Claims as Weighed;
use crate::encoding::decoding::Decoding;
use crate::evidence::Visit;
use crate::stage::{Case, Finding};
use crate::{Encoding, Headers, Stage};

/// The maximum length of [`Claim::label`], in bytes: a label in a page may have a megabyte.
const MOST_LABEL: usize = 256;

/// What a resource declares, in its headers and in its bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Claims {
    /// The charset that was sent with the bytes.
    pub header: Option<Claim>,
    /// The declaration in the bytes: a `meta`, an XML declaration or an `@charset`.
    pub meta: Option<Claim>,
}

/// A declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Claim {
    /// The encoding that the label names, as the context reads labels; `None` if it names none.
    pub encoding: Option<Encoding>,
    /// The first 256 bytes of the label. Empty for UTF-16 that starts with an XML declaration: the bytes themselves
    /// show it, without a label.
    pub label: Box<[u8]>,
}

impl Claim {
    pub(super) fn of(finding: &Finding<'_>) -> Option<Claim> {
        // Not a declaration: the bytes themselves show that they are UTF-32.
        if finding.utf_32.is_some() {
            return None;
        }
        let label = finding.label.unwrap_or_default();
        let encoding = finding.encoding().filter(|_| finding.label.is_some() || finding.offset.is_some());
        let is_any = encoding.is_some() || !label.is_empty();
        is_any.then(|| Claim { encoding, label: label.get(..MOST_LABEL).unwrap_or(label).into() })
    }

    /// The encoding's name; where the label names none, the label in lower case, with U+FFFD for what is not ASCII.
    ///
    /// ```
    /// use charsniff::{Context, claims};
    /// let declared = claims(b"<meta charset=latin1>", "text/html; charset=KLINGON", &Context::html());
    /// assert_eq!(declared.header.unwrap().name(), "klingon");
    /// assert_eq!(declared.meta.unwrap().name(), "windows-1252");
    /// ```
    #[must_use]
    pub fn name(&self) -> String {
        let of_byte = |&byte: &u8| if byte.is_ascii() { byte.to_ascii_lowercase().into() } else { '\u{FFFD}' };
        self.encoding.map_or_else(|| self.label.iter().map(of_byte).collect(), |encoding| encoding.name().into())
    }

    /// Whether the declaration is wrong about `bytes`, if `sniffed` is right: in the encoding that it names they are
    /// another text. False if the label names no encoding.
    ///
    /// Linear in the length of the bytes, which are decoded twice if the encodings differ.
    ///
    /// ```
    /// use charsniff::{Context, claims, sniff};
    /// let (page, header, context) = (b"<meta charset=koi8-r>\xC3\xBC".as_slice(), "text/html; charset=utf-8", Context::html());
    /// let (sniffed, declared) = (sniff(page, header, &context), claims(page, header, &context));
    /// assert!(declared.meta.unwrap().is_refuted(page, &sniffed));
    /// assert!(!declared.header.unwrap().is_refuted(page, &sniffed));
    /// ```
    #[must_use]
    pub fn is_refuted(&self, bytes: &[u8], sniffed: &Sniffed) -> bool {
        let text = |encoding: Encoding| encoding.decode_with_bom_removal(bytes).0;
        match sniffed.decoding {
            Decoding::Encoding(encoding) => {
                let other = self.encoding.filter(|&declared| declared != encoding);
                other.is_some_and(|declared| text(declared) != text(encoding))
            }
            Decoding::Isomorphic => false,
            Decoding::Utf32Le | Decoding::Utf32Be => self.encoding.is_some(),
        }
    }
}

/// What a resource declares, in its headers and in its bytes. [`sniff`](crate::sniff()) stops at what decides, so a
/// right header hides that the page itself declares something wrong; this reads both.
///
/// These are the findings of the stages [`Transport`](Stage::Transport) and [`Prescan`](Stage::Prescan) in
/// [`explain`](crate::explain), without running the detector. `bytes` is the resource or its start. Reads as far as the
/// context's prescan does, by default at most 1 MiB; linear in that and in the headers.
///
/// ```
/// use charsniff::{Context, Encoding, Reading, claims};
/// let context = Context::html().reading(Reading::Crawler);
/// let declared = claims("<meta charset=koi8-r>Größe".as_bytes(), "text/html; charset=utf-8", &context);
/// assert_eq!(declared.header.unwrap().encoding, Some(Encoding::Utf8));
/// assert_eq!(declared.meta.unwrap().encoding, Some(Encoding::Koi8R));
/// assert_eq!(claims(b"<p>", (), &context), Default::default());
/// ```
#[must_use]
pub fn claims(bytes: &[u8], headers: impl Headers, context: &Context) -> Claims {
    claims_with(bytes, &headers, context)
}

fn claims_with(bytes: &[u8], headers: &dyn Visit, context: &Context) -> Claims {
    let case = Case::new(headers, context);
    let evidence = case.evidence(bytes);
    let look = |stage: Stage| Claim::of(&stage.look(&evidence, &Weighed::default()));
    Claims { header: look(Stage::Transport), meta: look(Stage::Prescan) }
}
