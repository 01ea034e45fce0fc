//! Stage 4: a declaration in the bytes, found as the context or the MIME type says.

use core::ops::Range;

use super::{Evidence, Finding, Language, Unused, Verdict};
use crate::context::policy::{Policy, Prescan};
use crate::context::{Browser, Context, OnRequest, Reading};
use crate::evidence::{CharsetValue, Visit, misspelled};
use crate::{Confidence, Encoding, Kind, Source};

pub(crate) mod all;
mod attributes;
mod character_reference;
pub(crate) mod comment;
mod crawler;
mod css;
pub(crate) mod html;
mod meta;
mod standard;
pub(crate) mod xml;

/// The position of `wanted` in `bytes`. `wanted` is short, so this is linear. Compiles to less code than `memmem`.
fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    memchr::memchr_iter(*wanted.first()?, bytes).find(|&at| bytes[at..].starts_with(wanted))
}

/// Whether a resource that starts with `bytes` starts with an XML declaration in UTF-16, as browsers recognize it;
/// `None` if more bytes are needed to tell.
pub(crate) fn is_xml_in_utf_16(bytes: &[u8]) -> Option<bool> {
    let is_start_of = |start: &[u8]| start.iter().zip(bytes).all(|(expected, byte)| expected == byte);
    let is_open = bytes.len() < xml::CHROMIUMS_LEAST && (is_start_of(b"<\0?\0x\0") || is_start_of(b"\0<\0?\0x"));
    (!is_open).then(|| xml::utf_16(bytes).is_some())
}

/// The position of the first byte from `at` on that is not `skipped`.
fn skip(bytes: &[u8], at: usize, skipped: impl Fn(u8) -> bool) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| skipped(**byte)).count()
}

/// A declaration that names an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Declaration {
    pub(crate) encoding: Encoding,
    pub(crate) source: Source,
    /// Where the label is, and its length, in bytes. Both are 0 for an XML declaration in UTF-16.
    pub(crate) offset: usize,
    pub(crate) length: usize,
}

/// The result of a prescan: a declaration, or why there is none.
pub(crate) type Scanned = Result<Declaration, Undeclared>;

/// Why there is no declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Undeclared {
    pub(crate) reason: &'static str,
    /// Where the label is that names no encoding, if that is the reason.
    pub(crate) label: Option<Range<usize>>,
}

impl From<&'static str> for Undeclared {
    fn from(reason: &'static str) -> Undeclared {
        Undeclared { reason, label: None }
    }
}

impl Undeclared {
    /// A declaration whose label, at `range`, names no encoding.
    fn unknown(reason: &'static str, range: Range<usize>) -> Undeclared {
        Undeclared { reason, label: Some(range) }
    }
}

/// In the crawler's reading: the encoding that the first declaration in HTML names, even if browsers ignore it.
#[cfg(feature = "detector")]
pub(crate) fn ignored(evidence: &Evidence<'_>) -> Option<Encoding> {
    if !evidence.context.facts.is_crawlers() || !evidence.reads_html() {
        return None;
    }
    let bytes = evidence.bytes.get(..crate::context::CRAWLER_SAMPLE).unwrap_or(evidence.bytes);
    standard::prescan(bytes).ok().map(|declaration| declaration.encoding)
}

/// The code that only the readings of browsers and crawlers need.
pub(super) struct Readings {
    /// Finds a declaration in HTML, as the context's browser does.
    html: fn(&Evidence<'_>) -> Scanned,
    /// Finds one in XML.
    xml: fn(&[u8], Browser) -> Scanned,
    /// Finds one in any kind of resource, as a crawler does.
    crawler: fn(&Evidence<'_>) -> Scanned,
    /// The encoding that a label names, even if it is misspelled.
    pub(super) encoding_for_misspelled: fn(&[u8]) -> Option<Encoding>,
    /// The label in a Content-Type that the standard cannot parse, or that is misspelled.
    pub(super) misspelled_charset: fn(&dyn Visit) -> Option<CharsetValue>,
}

static READINGS: Readings = Readings {
    html: html::prescan,
    xml: xml::as_browser,
    crawler: crawler::prescan,
    encoding_for_misspelled: misspelled::encoding_for,
    misspelled_charset: misspelled::charset,
};

impl Readings {
    /// The code that the context carries: `None` in the standards' reading.
    pub(super) fn of(context: &Context) -> Option<&'static Readings> {
        context.facts.readings.and_then(OnRequest::get)
    }
}

/// Reading.
impl Context {
    /// By whose rules the resource is read; by default the [standards'](Reading::Standard).
    ///
    /// ```
    /// use charsniff::{Context, Encoding, Reading, Source, Stage, explain, sniff};
    /// let page = b"<title><meta charset=big5></title><meta charset=gbk charset=koi8&#45;r>";
    /// assert_eq!(sniff(page, (), &Context::html()).encoding, Encoding::Big5);
    /// // Of an attribute that comes twice, Chromium takes the last, Firefox the first.
    /// assert_eq!(sniff(page, (), &Context::html().reading(Reading::Chromium)).encoding, Encoding::Koi8R);
    /// assert_eq!(sniff(page, (), &Context::html().reading(Reading::Firefox)).encoding, Encoding::Gbk);
    ///
    /// // A crawler accepts a misspelled label.
    /// let context = Context::html().reading(Reading::Crawler);
    /// let explanation = explain(b"<p>\xCC\xE0\xF0\xF1", "text/html; charset=cp-1251", &context);
    /// assert_eq!(explanation.sniffed.encoding, Encoding::Windows1251);
    /// assert_eq!(explanation.sniffed.source, Source::Transport);
    /// assert_ne!(explanation.platform.unwrap().source, Source::Transport);
    /// let remark = explanation.stage(Stage::Transport).remark.as_deref().unwrap();
    /// assert!(remark.ends_with("the platform finds nothing"));
    /// ```
    pub fn reading(mut self, reading: Reading) -> Context {
        self.facts.reading = reading;
        self.facts.readings = reading.browser().map(|_| OnRequest::new(|| &READINGS));
        self
    }
}

#[cfg_attr(target_family = "wasm", inline(never))]
pub(super) fn look<'a>(evidence: &Evidence<'a>) -> Finding<'a> {
    let is_certain = evidence.policy.prescan == Prescan::HtmlCertain && !evidence.bytes_decide();
    let confidence = if is_certain { Confidence::Certain } else { Confidence::Tentative };
    match scan(evidence) {
        Ok(Declaration { encoding, source, offset, length }) => Finding {
            label: evidence.bytes.get(offset..offset + length).filter(|label| !label.is_empty()),
            offset: Some(offset),
            verdict: Some(Verdict { encoding, source, confidence }),
            ..Finding::default()
        },
        Err(_) if evidence.policy.prescan == Prescan::Never => Finding::default(),
        Err(Undeclared { reason, label }) => Finding {
            offset: label.as_ref().map(|label| label.start),
            label: label.and_then(|label| evidence.bytes.get(label)),
            ..Finding::remark(reason)
        },
    }
}

pub(super) fn note_unused(context: &Context, policy: &Policy, unused: &mut Unused) {
    let facts = &context.facts;
    let reads = policy.prescan != Prescan::Never;
    unused.note(facts.has_prescan_limit(), reads || policy.detector, "the prescan's limit");
    let chose_the_row = facts.mime.is_some_and(|mime| Kind::for_class(mime) == context.kind());
    let by_mime_type = policy.shown_as_text || chose_the_row;
    unused.note(facts.mime.is_some(), by_mime_type, "the MIME type");
}

fn scan(evidence: &Evidence<'_>) -> Scanned {
    let readings = Readings::of(evidence.context);
    if let Some(readings) = readings.filter(|_| evidence.bytes_decide()) {
        return (readings.crawler)(evidence);
    }
    let bytes = &evidence.bytes[..evidence.bytes.len().min(evidence.context.facts.prescan_limit)];
    let css = || css::prescan(bytes, |label| evidence.encoding_for_quoted(label));
    if evidence.policy.prescan == Prescan::Never {
        // Not consulted, but `explain` shows what would be found.
        return standard::prescan(bytes).or_else(|_| css());
    }
    let is_document = !evidence.policy.shown_as_text;
    match (evidence.language()?, readings.zip(evidence.context.facts.browser())) {
        (Language::Html, Some((readings, _))) => (readings.html)(evidence),
        (Language::Html, None) => standard::prescan(bytes),
        // Browsers read a declaration of any length.
        (Language::Xml, Some((readings, browser))) if is_document => (readings.xml)(evidence.head(), browser),
        (Language::Xml, _) => xml::prescan(bytes),
        (Language::Css, Some((_, Browser::Firefox))) if !is_document => Err("not a style sheet here".into()),
        (Language::Css, _) => css(),
    }
}
