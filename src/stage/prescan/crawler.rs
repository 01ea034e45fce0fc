//! Declarations in the crawler's reading: a label may be misspelled, an XML declaration or `@charset` malformed, HTML
//! may be served as XML, and XML as HTML. Each is a claim, which the bytes can refute.

use core::ops::Range;

use super::{Declaration, Scanned, Undeclared, comment, find, html as browsers, skip, start, xml};
use crate::context::Browser;
use crate::encoding::label::is_ascii_whitespace;
use crate::evidence::misspelled;
use crate::stage::{Evidence, Syntax};
use crate::{Encoding, Source};

/// In HTML that is served as XML, `<html` or the doctype must begin within this many bytes.
const ROOT_WITHIN: usize = 1024;

/// The first declaration in the bytes, by the kind of resource.
pub(super) fn prescan(evidence: &Evidence<'_>) -> Scanned {
    let language = match evidence.case.syntax() {
        Err(why_not) if evidence.case.reads_comments() => return comment::prescan(evidence, why_not),
        language => language?,
    };
    match language {
        Syntax::Html => html(evidence),
        Syntax::Xml => as_xml(evidence, start(evidence, xml::end(evidence.bytes, Browser::Chromium, &mut 0))),
        Syntax::Css => at_charset(start(evidence, Some(0))),
    }
}

/// The first meta that Chromium would find, else an XML declaration.
fn html(evidence: &Evidence<'_>) -> Scanned {
    browsers::prescan(evidence).or_else(|why| {
        xml_declaration(evidence.head()).map_err(|other| if other.reason == xml::NO_DECLARATION { why } else { other })
    })
}

/// The XML declaration, else the first meta if the document is HTML.
fn as_xml(evidence: &Evidence<'_>, head: &[u8]) -> Scanned {
    let is_html = || has_html_root(head);
    xml::utf_16(head).map_or_else(|| xml_declaration(head), Ok).or_else(|why| {
        let scanner = browsers::scanner(evidence.case).filter(|_| why.label.is_none() && is_html());
        scanner.and_then(|scanner| browsers::meta(head, scanner)).ok_or(why)
    })
}

/// Whether `<html` begins near the start.
pub(super) fn has_html_root(head: &[u8]) -> bool {
    let root = head.get(..ROOT_WITHIN).unwrap_or(head);
    let starts = |at| root[at..].get(..5).is_some_and(|start| start.eq_ignore_ascii_case(b"<html"));
    memchr::memchr_iter(b'<', root).any(starts)
}

/// An XML declaration with `encoding`, `encode` or `charset`, in quotes or not, after white space and a byte order
/// mark.
pub(super) fn xml_declaration(head: &[u8]) -> Scanned {
    let start = start_of_text(head);
    let text = &head[start..];
    if !text.starts_with(b"<?xml") {
        return Err(xml::NO_DECLARATION.into());
    }
    let end = memchr::memchr(b'>', text).ok_or("the XML declaration does not end")?;
    let declaration = &text[..end];
    let names: [&[u8]; 3] = [b"encoding", b"encode", b"charset"];
    let value = names.iter().find_map(|name| {
        let at = find(declaration, name)? + name.len();
        let at = skip(declaration, at, is_ascii_whitespace);
        (declaration.get(at) == Some(&b'=')).then_some(at + 1)
    });
    let value = value.ok_or("the XML declaration has no encoding")?;
    named(head, start + value, b"?>", Source::XmlDeclaration, "the XML declaration names no encoding")
}

/// `@charset` with a label, in quotes or not, after white space and a byte order mark.
pub(super) fn at_charset(head: &[u8]) -> Scanned {
    let start = start_of_text(head);
    let name = b"@charset";
    if !head[start..].get(..name.len()).is_some_and(|text| text.eq_ignore_ascii_case(name)) {
        return Err("does not start with @charset".into());
    }
    named(head, start + name.len(), b";{}", Source::AtCharset, "@charset names no encoding")
}

/// The label that starts at `at`: up to its closing quote, or without quotes up to white space or one of `ends`.
fn named(head: &[u8], at: usize, ends: &[u8], source: Source, why_not: &'static str) -> Scanned {
    let mut offset = skip(head, at, is_ascii_whitespace);
    let quote = head.get(offset).copied().filter(|byte| matches!(byte, b'"' | b'\''));
    offset += usize::from(quote.is_some());
    let is_end = |byte: u8| match quote {
        Some(quote) => byte == quote || byte == b'\n' || ends.contains(&byte),
        None => is_ascii_whitespace(byte) || ends.contains(&byte),
    };
    let label: Range<usize> = offset..skip(head, offset, |byte| !is_end(byte));
    let encoding = misspelled::encoding_for(&head[label.clone()]);
    let encoding = encoding.ok_or_else(|| Undeclared::unknown(why_not, label.clone()))?.declared_in_ascii();
    Ok(Declaration { encoding, source, offset, length: label.len() })
}

/// Where the text begins, after a byte order mark and white space.
pub(super) fn start_of_text(head: &[u8]) -> usize {
    let mark = Encoding::for_bom(head).map_or(0, |(_, length)| length);
    skip(head, mark, is_ascii_whitespace)
}
