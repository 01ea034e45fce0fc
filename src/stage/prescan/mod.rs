//! Stage 4: a declaration in the bytes, found as the context or the MIME type says.

use core::ops::Range;

use super::{Evidence, Finding, Verdict};
use crate::context::Browser;
use crate::context::policy::Prescan;
use crate::evidence::MimeClass;
use crate::{Confidence, Encoding, Source};

mod crawler;
mod css;
pub(crate) mod html;
mod standard;
pub(crate) mod xml;

/// Whether a resource that starts with `bytes` starts with an XML declaration in UTF-16, as browsers
/// see it; `None` if more bytes are needed to tell.
pub(crate) fn is_xml_in_utf_16(bytes: &[u8]) -> Option<bool> {
    let is_start_of = |start: &[u8]| start.iter().zip(bytes).all(|(expected, byte)| expected == byte);
    let is_open = bytes.len() < xml::CHROMIUMS_LEAST && (is_start_of(b"<\0?\0x\0") || is_start_of(b"\0<\0?\0x"));
    (!is_open).then(|| xml::utf_16(bytes).is_some())
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

/// For crawlers: the encoding that the first declaration in HTML names, even if browsers ignore it.
#[cfg(feature = "detector")]
pub(crate) fn ignored(evidence: &Evidence<'_>) -> Option<Encoding> {
    if !evidence.context.facts.is_crawlers() || !evidence.reads_html() {
        return None;
    }
    let bytes = evidence.bytes.get(..crate::context::CRAWLER_SAMPLE).unwrap_or(evidence.bytes);
    standard::prescan(bytes).ok().map(|declaration| declaration.encoding)
}

#[cfg_attr(target_family = "wasm", inline(never))]
pub(super) fn look<'a>(evidence: &Evidence<'a>) -> Finding<'a> {
    let limit = evidence.context.facts.prescan_limit;
    let bytes = &evidence.bytes[..evidence.bytes.len().min(limit)];
    let scanner = html::scanner(evidence.context);
    let read_html = |bytes| match &scanner {
        Some(scanner) => html::prescan(evidence.head(), scanner, evidence.is_read_as(Browser::Chromium)),
        None => standard::prescan(bytes),
    };
    let (scanned, confidence) = match evidence.policy.prescan {
        _ if evidence.bytes_decide() => (crawler::prescan(evidence), Confidence::Tentative),
        // Not consulted: `explain` shows what would be found.
        Prescan::Never => (
            standard::prescan(bytes).or_else(|_| css::prescan(bytes, |label| evidence.encoding_for_quoted(label))),
            Confidence::Tentative,
        ),
        Prescan::Html => (read_html(bytes), Confidence::Tentative),
        Prescan::HtmlCertain => (read_html(bytes), Confidence::Certain),
        // Browsers read a declaration of any length.
        Prescan::Xml if evidence.is_read_as(Browser::Firefox) => {
            (xml::as_firefox(evidence.head()), Confidence::Tentative)
        }
        Prescan::Xml if evidence.is_read_as(Browser::Chromium) => {
            (xml::as_chromium(evidence.head()), Confidence::Tentative)
        }
        Prescan::Xml => (xml::prescan(bytes), Confidence::Tentative),
        Prescan::Css => (css::prescan(bytes, |label| evidence.encoding_for_quoted(label)), Confidence::Tentative),
        Prescan::ByMimeType => {
            let scanned = match evidence.mime() {
                Some(MimeClass::Html) => read_html(bytes),
                Some(MimeClass::Xml) => xml::prescan(bytes),
                Some(MimeClass::Css) if evidence.is_read_as(Browser::Firefox) => Err("not a style sheet here".into()),
                Some(MimeClass::Css) => css::prescan(bytes, |label| evidence.encoding_for_quoted(label)),
                Some(_) => Err("this MIME type has no declarations".into()),
                None => Err("no MIME type says how to read the bytes".into()),
            };
            (scanned, Confidence::Tentative)
        }
    };
    match scanned {
        Ok(Declaration { encoding, source, offset, length }) => Finding {
            label: evidence.bytes.get(offset..offset + length).filter(|label| !label.is_empty()),
            offset: Some(offset),
            verdict: Some(Verdict { encoding, source, confidence }),
            ..Finding::default()
        },
        Err(_) if evidence.policy.prescan == Prescan::Never => Finding::nothing(),
        Err(Undeclared { reason, label }) => Finding {
            offset: label.as_ref().map(|label| label.start),
            label: label.and_then(|label| evidence.bytes.get(label)),
            ..Finding::remark(reason)
        },
    }
}
