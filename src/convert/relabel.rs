//! Declarations that name another encoding.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::evidence::page::end_of_instruction;
use crate::stage::Syntax;
use crate::stage::prescan::all::{self, Found, tag_at};
use crate::{Encoding, Source};

/// A range of the text, and what replaces it.
pub(super) type Change = (Range<usize>, String);

/// How a declaration names an encoding: UTF-16 without the byte order, which the byte order mark says.
fn name(encoding: Encoding) -> &'static str {
    if encoding.is_utf_16() { "UTF-16" } else { encoding.name() }
}

/// The changes that make the declarations in `text` name `to`, in order.
pub(super) fn changes(text: &str, syntax: Syntax, to: Encoding) -> Vec<Change> {
    let names = |found: &Found| found.label.eq_ignore_ascii_case(name(to).as_bytes()) && !is_odd(found);
    let found = all::declarations(text.as_bytes(), syntax).into_iter();
    found.filter(|found| !names(found)).map(|found| change(text, found, to)).collect()
}

/// The change that makes a source file's comment name `to`.
pub(super) fn comment(text: &str, to: Encoding) -> Option<Change> {
    let found = all::in_comment(text.as_bytes(), true)?;
    (found.encoding != Some(to)).then(|| (found.place, name(to).into()))
}

/// Whether only a crawler reads this as an `@charset`.
fn is_odd(found: &Found) -> bool {
    found.source == Source::AtCharset && found.place.start != b"@charset \"".len()
}

fn change(text: &str, found: Found, to: Encoding) -> Change {
    let name = name(to);
    let bytes = text.as_bytes();
    let is_rule =
        found.source == Source::AtCharset && found.tag.start == 0 && bytes.get(found.tag.end - 1) == Some(&b';');
    if is_rule {
        return (found.tag, format!("@charset \"{name}\";"));
    }
    if found.is_whole_content {
        return (found.place, format!("text/html; charset={name}"));
    }
    let before = bytes.get(..found.place.start).unwrap_or_default().trim_ascii_end().last();
    if found.place.is_empty() && !matches!(before, Some(b'=' | b'"' | b'\'')) {
        // An attribute without a value.
        return (found.place, format!("={name} "));
    }
    (found.place, name.into())
}

/// A declaration to add.
pub(super) fn addition(text: &str, syntax: Syntax, to: Encoding) -> Option<Change> {
    let name = name(to);
    let (at, declaration) = match syntax {
        Syntax::Html => (start_of_head(text)?, format!("<meta charset=\"{name}\">")),
        Syntax::Css if text.starts_with("@charset") => return None,
        Syntax::Css => (0, format!("@charset \"{name}\";\n")),
        Syntax::Xml if text.starts_with("<?xml") => {
            let end = text.find("?>")?;
            (text.get(..end)?.trim_end().len(), format!(" encoding=\"{name}\""))
        }
        Syntax::Xml => (0, format!("<?xml version=\"1.0\" encoding=\"{name}\"?>\n")),
    };
    Some((at..at, declaration))
}

/// Where the content of the head begins: after `<head>`, else after `<html>`, else after the doctype.
fn start_of_head(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    loop {
        let start = at + bytes.get(at..)?.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let rest = bytes.get(start..)?;
        let end = |end: &str| Some(start + text.get(start..)?.find(end)? + end.len());
        let is = |tag: &[u8]| {
            let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/');
            rest.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag))
                && rest.get(tag.len()).is_some_and(is_end)
        };
        at = match rest {
            [b'<', b'!', b'-', b'-', ..] => end("-->")?,
            [b'<', b'?', after @ ..] => end(end_of_instruction(after))?,
            [b'<', b'!', ..] => end(">")?,
            _ if is(b"<head") => return Some(tag_at(bytes, start).end),
            _ if is(b"<html") => tag_at(bytes, start).end,
            _ => return Some(at),
        };
    }
}
