//! XML: the declaration, as HTML's
//! [get an XML encoding](https://html.spec.whatwg.org/multipage/parsing.html#concept-get-xml-encoding-when-sniffing)
//! reads it.

use super::{Declaration, Scanned, Undeclared, find, skip};
use crate::context::Browser;
use crate::{Encoding, Source};

/// The XML prescan: UTF-16 that starts with `<?x`, else the XML declaration. `bytes` end at the
/// limit.
pub(super) fn prescan(bytes: &[u8]) -> Scanned {
    utf_16(bytes).map_or_else(|| get_an_xml_encoding(bytes), Ok)
}

/// Chromium does not look for a declaration in fewer bytes.
pub(crate) const CHROMIUMS_LEAST: usize = 8;

/// The XML prescan of a browser.
pub(super) fn as_browser(bytes: &[u8], browser: Browser) -> Scanned {
    match browser {
        Browser::Chromium if bytes.len() < CHROMIUMS_LEAST => Err(NO_DECLARATION.into()),
        Browser::Chromium => prescan(bytes),
        Browser::Firefox => as_firefox(bytes),
    }
}

/// Firefox requires a version, then an encoding other than UTF-16, in a declaration that ends with `?>`; anything may
/// stand between them. It recognizes UTF-16 by the byte order mark only.
fn as_firefox(bytes: &[u8]) -> Scanned {
    if !bytes.starts_with(b"<?xml") {
        return Err(NO_DECLARATION.into());
    }
    let end = find(bytes, b"?>").unwrap_or(bytes.len());
    let declaration = &bytes[..end];
    let behind = |name: &[u8], at: usize| {
        let found = find(declaration.get(at..)?, name)?;
        let at = at + found + name.len();
        let quote = at + declaration.get(at..)?.iter().position(|byte| matches!(byte, b'"' | b'\''))?;
        let length = memchr::memchr(declaration[quote], &declaration[quote + 1..])?;
        Some(quote + 1..quote + 1 + length)
    };
    let version = behind(b"version", 5).ok_or("the XML declaration has no version")?;
    let label = behind(b"encoding", version.end + 1).ok_or("the XML declaration has no encoding")?;
    let (offset, length) = (label.start, label.len());
    let unknown = || Undeclared::unknown("the XML declaration names no encoding", label.clone());
    let text = &declaration[label.clone()];
    if text.eq_ignore_ascii_case(b"utf-16") {
        return Err(unknown());
    }
    let encoding = Encoding::for_label(text).ok_or_else(unknown)?;
    Ok(Declaration { encoding, source: Source::XmlDeclaration, offset, length })
}

/// How many bytes at the start say all that [`as_browser`] can find; `None` if more are needed. `searched` is the
/// position up to which the declaration was found not to end; it is updated, so that all calls for a resource together
/// are linear.
pub(crate) fn end(bytes: &[u8], browser: Browser, searched: &mut usize) -> Option<usize> {
    let end: &[u8] = match browser {
        Browser::Chromium if super::is_xml_in_utf_16(bytes)? => return Some(CHROMIUMS_LEAST),
        Browser::Chromium => b">",
        Browser::Firefox => b"?>",
    };
    if !bytes.iter().zip(b"<?xml").all(|(byte, expected)| byte == expected) {
        return Some(0);
    }
    // The end may have begun in the bytes that were searched.
    let from = searched.saturating_sub(end.len() - 1);
    let found = find(bytes.get(from..).unwrap_or_default(), end);
    *searched = found.map_or(bytes.len(), |at| from + at);
    found.map(|at| from + at + end.len())
}

/// Whether the bytes start with `<?x` in UTF-16, without a byte order mark.
pub(super) fn utf_16(bytes: &[u8]) -> Option<Declaration> {
    let encoding = match bytes {
        [0x3C, 0x00, 0x3F, 0x00, 0x78, 0x00, ..] => Encoding::Utf16Le,
        [0x00, 0x3C, 0x00, 0x3F, 0x00, 0x78, ..] => Encoding::Utf16Be,
        _ => return None,
    };
    Some(Declaration { encoding, source: Source::XmlDeclaration, offset: 0, length: 0 })
}

/// The reason given if there is no XML declaration.
pub(super) const NO_DECLARATION: &str = "does not start with <?xml";

/// *Get an XML encoding*, after no meta has named an encoding. The error is `why_no_meta` if there
/// is no XML declaration either.
pub(super) fn behind_html(bytes: &[u8], why_no_meta: Undeclared) -> Scanned {
    get_an_xml_encoding(bytes)
        .map_err(|undeclared| if undeclared.reason == NO_DECLARATION { why_no_meta } else { undeclared })
}

/// *Get an XML encoding*.
fn get_an_xml_encoding(bytes: &[u8]) -> Scanned {
    // 1.–4. The declaration, up to the first `>`.
    if !bytes.starts_with(b"<?xml") {
        return Err(NO_DECLARATION.into());
    }
    let end = memchr::memchr(b'>', bytes).ok_or("the XML declaration does not end")?;
    let declaration = &bytes[..end];

    // 5.–8. `encoding` and `=`, with spaces and controls between them.
    let name = find(declaration, b"encoding").ok_or("the XML declaration has no encoding")?;
    let equals = skip(declaration, name + b"encoding".len(), |byte| byte <= 0x20);
    if declaration.get(equals) != Some(&b'=') {
        return Err("the XML declaration's encoding has no =".into());
    }

    // 9.–12. The label in quotes.
    let quote_at = skip(declaration, equals + 1, |byte| byte <= 0x20);
    let quote = match declaration.get(quote_at) {
        Some(&quote @ (b'"' | b'\'')) => quote,
        _ => return Err("the XML declaration's encoding has no quotes".into()),
    };
    let offset = quote_at + 1;
    let length = memchr::memchr(quote, &declaration[offset..]).ok_or("the XML declaration's encoding is not closed")?;
    let label = &declaration[offset..offset + length];

    // 13.–16.
    if label.iter().any(|&byte| byte <= 0x20) {
        return Err("the XML declaration's encoding holds a blank".into());
    }
    let unknown = || Undeclared::unknown("the XML declaration names no encoding", offset..offset + length);
    let encoding = Encoding::for_label(label).ok_or_else(unknown)?;
    Ok(Declaration { encoding: encoding.declared_in_ascii(), source: Source::XmlDeclaration, offset, length })
}
