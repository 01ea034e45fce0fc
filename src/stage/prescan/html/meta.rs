//! What a `meta` declares: to a parser, by the steps of [in
//! head](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead), which differ
//! from the prescan's, and to each browser.

use alloc::borrow::Cow;
use core::ops::Range;

use super::tag::Tag;
use crate::Encoding;
use crate::stage::prescan::standard::{find_charset, label_in_content};

/// Whose rules decide what a `meta` declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rules {
    Parser,
    Chromium,
    Firefox,
}

/// A label, and its place in the tag. If the value has character references, the place is that of
/// the whole value.
type Label<'a> = (Cow<'a, [u8]>, Range<usize>);

/// The encoding that a `meta` declares, and the place of the label in the tag. `named` gives the
/// encoding that a label names.
pub(super) fn declaration(
    tag: &Tag<'_>,
    rules: Rules,
    named: fn(&[u8]) -> Option<Encoding>,
) -> Option<(Encoding, Range<usize>)> {
    labels(tag, rules).into_iter().flatten().find_map(|(label, range)| Some((named(&label)?, range)))
}

/// The place of the first label that counts, whether or not it names an encoding.
pub(super) fn label(tag: &Tag<'_>, rules: Rules) -> Option<Range<usize>> {
    labels(tag, rules).into_iter().flatten().next().map(|(_, range)| range)
}

/// The labels that count. The second is used if the first names no encoding.
fn labels<'a>(tag: &Tag<'a>, rules: Rules) -> [Option<Label<'a>>; 2] {
    if rules == Rules::Chromium {
        return [chromium(tag), None];
    }
    let mut found = [const { None }; 3];
    for attribute in tag.attributes() {
        if let Some(which) = which(attribute.name) {
            // Of attributes with the same name, the first counts.
            found[which as usize].get_or_insert(attribute.value);
        }
    }
    let [charset, http_equiv, content] = found;
    let charset = charset.and_then(|range| Some((decoded(tag, &range)?, range)));
    if rules == Rules::Firefox && charset.is_some() {
        return [charset, None];
    }
    let is_pragma = |range| decoded(tag, &range).is_some_and(|value| is_content_type(&value));
    let find = if rules == Rules::Firefox { firefoxs_label_in_content } else { label_in_content };
    let content = content.filter(|_| http_equiv.is_some_and(is_pragma)).and_then(|range| {
        let value = decoded(tag, &range)?;
        let label = find(&value)?;
        Some(part(value, range, label))
    });
    [charset, content]
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    Charset,
    HttpEquiv,
    Content,
}

fn which(name: &[u8]) -> Option<Which> {
    match name.len() {
        7 if name.eq_ignore_ascii_case(b"charset") => Some(Which::Charset),
        7 if name.eq_ignore_ascii_case(b"content") => Some(Which::Content),
        10 if name.eq_ignore_ascii_case(b"http-equiv") => Some(Which::HttpEquiv),
        _ => None,
    }
}

fn is_content_type(value: &[u8]) -> bool {
    value.eq_ignore_ascii_case(b"content-type")
}

/// The label that Chromium uses. It looks at every attribute, repeated ones too: any `http-equiv`
/// will do, and the last `charset` or `content` counts, except that a `content` after a `charset`
/// is ignored.
fn chromium<'a>(tag: &Tag<'a>) -> Option<Label<'a>> {
    let (mut is_pragma, mut has_charset, mut needs_pragma) = (false, false, false);
    let mut label = None;
    for attribute in tag.attributes() {
        let Some(which) = which(attribute.name) else { continue };
        let Some(value) = decoded(tag, &attribute.value) else { continue };
        match which {
            Which::HttpEquiv => is_pragma |= is_content_type(&value),
            Which::Charset => {
                has_charset = true;
                label = Some((value, attribute.value));
            }
            Which::Content if !has_charset => {
                needs_pragma = true;
                label = chromiums_label_in_content(&value).map(|label| part(value, attribute.value, label));
            }
            Which::Content => {}
        }
    }
    label.filter(|_| has_charset || (needs_pragma && is_pragma))
}

/// The place of the label in `content`, as Chromium finds it: any control is white space, and a
/// quotation mark ends a label that does not start with one.
fn chromiums_label_in_content(content: &[u8]) -> Option<Range<usize>> {
    let mut at = 0;
    loop {
        at = find_charset(content, at)?;
        at += blanks(content, at);
        if content.get(at) == Some(&b'=') {
            break;
        }
    }
    at += 1;
    at += blanks(content, at);
    match content.get(at..)? {
        [quote @ (b'"' | b'\''), value @ ..] => Some(at + 1..at + 1 + memchr::memchr(*quote, value)?),
        value => {
            let end = value.iter().position(|&byte| is_blank(byte) || matches!(byte, b'"' | b'\'' | b';'));
            Some(at..at + end.unwrap_or(value.len()))
        }
    }
}

/// Whether a byte is a control or a space. U+0000 was replaced by U+FFFD before.
fn is_blank(byte: u8) -> bool {
    matches!(byte, 1..=b' ')
}

/// How many such bytes there are from `at` on.
fn blanks(bytes: &[u8], at: usize) -> usize {
    bytes.get(at..).unwrap_or_default().iter().take_while(|&&byte| is_blank(byte)).count()
}

/// The place of the label in `content`, as Firefox finds it: it searches for `charset` once, and
/// does not reconsider a letter that does not match (it does not find `ccharset`).
fn firefoxs_label_in_content(content: &[u8]) -> Option<Range<usize>> {
    let mut matched = 0;
    let end = content.iter().position(|byte| {
        matched = if byte.eq_ignore_ascii_case(&b"charset"[matched]) { matched + 1 } else { 0 };
        matched == b"charset".len()
    })?;
    // From here on, the standard's steps, except that Firefox does not look for a second `charset`.
    let rest = content.get(end + 1..)?;
    if !rest.trim_ascii_start().starts_with(b"=") {
        return None;
    }
    let start = end + 1 - b"charset".len();
    let label = label_in_content(content.get(start..)?)?;
    Some(start + label.start..start + label.end)
}

/// The part of a value that is the label. If character references were decoded, its place is that
/// of the whole value.
fn part(value: Cow<'_, [u8]>, range: Range<usize>, label: Range<usize>) -> Label<'_> {
    let is_as_it_stands = value.len() == range.len();
    let range = if is_as_it_stands { range.start + label.start..range.start + label.end } else { range };
    let value = match value {
        Cow::Borrowed(value) => value.get(label).unwrap_or_default().into(),
        Cow::Owned(value) => value.get(label).unwrap_or_default().to_vec().into(),
    };
    (value, range)
}

fn decoded<'a>(tag: &Tag<'a>, range: &Range<usize>) -> Option<Cow<'a, [u8]>> {
    tag.bytes.get(range.clone()).map(super::character_reference::decode)
}
