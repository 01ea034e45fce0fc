//! What a `meta` declares: to the
//! [prescan](https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding), to a
//! parser, by the steps of [in head](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead), and to each
//! browser.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

use memchr::{memchr, memchr2};

use super::attributes::Attributes;
use super::character_reference;
use super::skip;
use crate::encoding::label::is_ascii_whitespace;

/// Whose rules decide what a `meta` declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rules {
    /// The prescan's. Character references are not decoded.
    Prescan,
    Parser,
    Chromium,
    Firefox,
}

/// A label, and its place in the bytes. If the value has character references, the place is that of
/// the whole value.
pub(super) type Label<'a> = (Cow<'a, [u8]>, Range<usize>);

/// The labels that count among the attributes of a `meta` in `bytes`, whether or not they name encodings. The second is
/// used if the first names none.
pub(super) fn labels<'a>(bytes: &'a [u8], attributes: &mut Attributes<'a>, rules: Rules) -> [Option<Label<'a>>; 2] {
    if rules == Rules::Chromium {
        return [chromium(bytes, attributes), None];
    }
    let decoded = |range: &Range<usize>| match rules {
        Rules::Prescan => bytes.get(range.clone()).map(Cow::Borrowed),
        _ => decoded(bytes, range),
    };
    let mut found = [const { None }; 3];
    for attribute in attributes {
        if let Some(which) = which(attribute.name) {
            // Of attributes with the same name, the first counts.
            found[which as usize].get_or_insert(attribute.value);
        }
    }
    let [charset, http_equiv, content] = found;
    let charset = charset.and_then(|range| Some((decoded(&range)?, range)));
    if rules != Rules::Parser && charset.is_some() {
        return [charset, None];
    }
    let is_pragma = |range| decoded(&range).is_some_and(|value| is_content_type(&value));
    let find = if rules == Rules::Firefox { firefoxs_label_in_content } else { label_in_content };
    let content = content.filter(|_| http_equiv.is_some_and(is_pragma)).and_then(|range| {
        let value = decoded(&range)?;
        let label = find(&value)?;
        Some(part(value, range, label))
    });
    [charset, content]
}

/// Every label among the attributes of a `meta`, also those that do not count: of a `charset`, and, if there is a
/// `http-equiv` for it, of a `content`. The last value says whether the place is that of a whole `content`.
pub(super) fn every_label<'a>(bytes: &'a [u8], attributes: Attributes<'a>) -> Vec<(Label<'a>, bool)> {
    let (mut has_pragma, mut found) = (false, Vec::new());
    for attribute in attributes {
        let Some(which) = which(attribute.name) else { continue };
        let Some(value) = decoded(bytes, &attribute.value) else { continue };
        match which {
            Which::HttpEquiv => has_pragma |= is_content_type(&value),
            Which::Charset => found.push((Which::Charset, (value, attribute.value), false)),
            Which::Content => {
                let place = attribute.value.clone();
                let label = label_in_content(&value).map(|label| part(value, attribute.value, label));
                found.extend(label.map(|label| {
                    let is_whole = label.1 == place;
                    (Which::Content, label, is_whole)
                }));
            }
        }
    }
    found.retain(|(which, ..)| has_pragma || *which == Which::Charset);
    found.into_iter().map(|(_, label, is_whole)| (label, is_whole)).collect()
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
fn chromium<'a>(bytes: &'a [u8], attributes: &mut Attributes<'a>) -> Option<Label<'a>> {
    let (mut is_pragma, mut has_charset, mut needs_pragma) = (false, false, false);
    let mut label = None;
    for attribute in attributes {
        let Some(which) = which(attribute.name) else { continue };
        let Some(value) = decoded(bytes, &attribute.value) else { continue };
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

/// [Extract a character encoding from a meta
/// element](https://html.spec.whatwg.org/multipage/urls-and-fetching.html#extracting-character-encodings-from-meta-elements):
/// where the label is in the value of `content`, whether or not it names an encoding.
fn label_in_content(content: &[u8]) -> Option<Range<usize>> {
    find_label(content, is_ascii_whitespace, |_| false)
}

/// The same in Chromium, where any control is white space, and a quotation mark ends a label that does not start with
/// one. U+0000 has already been replaced by U+FFFD.
fn chromiums_label_in_content(content: &[u8]) -> Option<Range<usize>> {
    find_label(content, |byte| matches!(byte, 1..=b' '), |byte| matches!(byte, b'"' | b'\''))
}

fn find_label(content: &[u8], is_space: fn(u8) -> bool, is_end: fn(u8) -> bool) -> Option<Range<usize>> {
    let mut position = 0;
    loop {
        // 2.–4. `charset`, then `=`. If there is no `=`, the search continues.
        position = skip(content, find_charset(content, position)?, is_space);
        if content.get(position) != Some(&b'=') {
            continue;
        }

        // 5. and 6.
        let start = skip(content, position + 1, is_space);
        return Some(match content.get(start..)? {
            [quote @ (b'"' | b'\''), value @ ..] => start + 1..start + 1 + memchr(*quote, value)?,
            _ => start..skip(content, start, |byte| !is_space(byte) && !is_end(byte) && byte != b';'),
        });
    }
}

/// The position after the first `charset` from `at` on, in any case.
fn find_charset(bytes: &[u8], mut at: usize) -> Option<usize> {
    const CHARSET: &[u8] = b"charset";
    loop {
        at += memchr2(b'c', b'C', bytes.get(at..)?)?;
        if bytes.get(at..at + CHARSET.len())?.eq_ignore_ascii_case(CHARSET) {
            return Some(at + CHARSET.len());
        }
        at += 1;
    }
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

fn decoded<'a>(bytes: &'a [u8], range: &Range<usize>) -> Option<Cow<'a, [u8]>> {
    bytes.get(range.clone()).map(character_reference::decode)
}
