//! Stage 4: a declaration in the bytes, found as the context or the MIME type says.

use core::ops::Range;

use super::{Case, Evidence, Finding, Syntax, Unused, Verdict};
use crate::context::Browser;
use crate::context::policy::Prescan;
use crate::encoding::bom::utf_32_xml;
use crate::{Confidence, Encoding, Kind, Source};

pub(crate) mod all;
mod attributes;
mod character_reference;
pub(crate) mod comment;
mod crawler;
mod css;
pub(crate) mod html;
mod meta;
mod reading;
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

/// The start that a stream holds back, too: a sample, or up to `end`, the end of the XML declaration. `None`: it does
/// not end, and all of the head is held.
fn start<'a>(evidence: &'a Evidence<'_>, end: Option<usize>) -> &'a [u8] {
    let head = evidence.head();
    let most = end.map_or(head.len(), |end| end.max(evidence.case.context.facts.held_limit()));
    head.get(..most).unwrap_or(head)
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
    if !evidence.case.context.facts.is_crawlers() || !evidence.case.reads_html() {
        return None;
    }
    let bytes = evidence.bytes.get(..crate::context::CRAWLER_SAMPLE).unwrap_or(evidence.bytes);
    standard::prescan(bytes).ok().map(|declaration| declaration.encoding)
}

#[cfg_attr(target_family = "wasm", inline(never))]
pub(super) fn look<'a>(evidence: &Evidence<'a>) -> Finding<'a> {
    if evidence.case.reads_utf_32()
        && let Some(utf_32) = utf_32_xml(evidence.bytes)
        && matches!(evidence.case.syntax(), Ok(Syntax::Html | Syntax::Xml))
    {
        return Finding::utf_32(utf_32, Source::XmlDeclaration);
    }
    let is_certain = evidence.case.policy.prescan == Prescan::HtmlCertain && !evidence.case.bytes_decide();
    let confidence = if is_certain { Confidence::Certain } else { Confidence::Tentative };
    match scan(evidence) {
        Ok(Declaration { encoding, source, offset, length }) => Finding {
            label: evidence.bytes.get(offset..offset + length).filter(|label| !label.is_empty()),
            offset: Some(offset),
            verdict: Some(Verdict { encoding, source, confidence }),
            ..Finding::default()
        },
        Err(_) if evidence.case.policy.prescan == Prescan::Never => Finding::default(),
        Err(Undeclared { reason, label }) => Finding {
            offset: label.as_ref().map(|label| label.start),
            label: label.and_then(|label| evidence.bytes.get(label)),
            ..Finding::remark(reason)
        },
    }
}

pub(super) fn note_unused(case: &Case<'_>, unused: &mut Unused) {
    let (facts, policy) = (&case.context.facts, &case.policy);
    let reads = policy.prescan != Prescan::Never;
    unused.note(facts.has_prescan_limit(), reads || policy.detector, "the prescan's limit");
    let chose_the_row = facts.mime.is_some_and(|mime| Kind::for_class(mime) == case.context.kind());
    let by_mime_type = policy.shown_as_text || chose_the_row;
    unused.note(facts.mime.is_some(), by_mime_type, "the MIME type");
}

#[cfg_attr(target_family = "wasm", inline(never))]
fn scan(evidence: &Evidence<'_>) -> Scanned {
    if let Some(scanned) = reading::prescan(evidence) {
        return scanned;
    }
    let bytes = &evidence.bytes[..evidence.bytes.len().min(evidence.case.context.facts.prescan_limit)];
    let css = || css::prescan(bytes, |label| evidence.case.encoding_for_quoted(label));
    if evidence.case.policy.prescan == Prescan::Never {
        // Not consulted, but `explain` shows what would be found.
        return standard::prescan(bytes).or_else(|_| css());
    }
    match evidence.case.syntax()? {
        Syntax::Html => standard::prescan(bytes),
        Syntax::Xml => xml::prescan(bytes),
        Syntax::Css if evidence.case.policy.shown_as_text && evidence.case.is_read_as(Browser::Firefox) => {
            Err("not a style sheet here".into())
        }
        Syntax::Css => css(),
    }
}
