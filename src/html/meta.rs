//! What a `meta` declares to a parser: the steps of
//! [in head](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead), which
//! differ from the prescan's.

use core::ops::Range;

use memchr::{memchr, memchr2};

use super::tag::Tag;
use crate::Encoding;
use crate::label::is_ascii_whitespace;

/// The encoding that a `meta` names, and where the label stands in the tag: the whole value where
/// character references keep it from being found as it stands.
pub(super) fn declaration(tag: &Tag<'_>) -> Option<(Encoding, Range<usize>)> {
    let mut charset = None;
    let mut http_equiv = None;
    let mut content = None;
    for attribute in tag.attributes() {
        let slot = match attribute.name.len() {
            7 if attribute.name.eq_ignore_ascii_case(b"charset") => &mut charset,
            7 if attribute.name.eq_ignore_ascii_case(b"content") => &mut content,
            10 if attribute.name.eq_ignore_ascii_case(b"http-equiv") => &mut http_equiv,
            _ => continue,
        };
        // The first of a name counts.
        slot.get_or_insert(attribute.value);
    }
    let decoded = |range: &Range<usize>| tag.bytes.get(range.clone()).map(super::character_reference::decode);

    // 1. charset, if it names an encoding.
    if let Some(range) = charset
        && let Some(encoding) = decoded(&range).and_then(|value| Encoding::for_label(&value))
    {
        return Some((encoding, range));
    }
    // 2. Otherwise http-equiv and content.
    if !decoded(&http_equiv?)?.eq_ignore_ascii_case(b"content-type") {
        return None;
    }
    let range = content?;
    let value = decoded(&range)?;
    let (encoding, label) = extract_from_content(&value)?;
    let is_as_it_stands = value.len() == range.len();
    Some((encoding, if is_as_it_stands { range.start + label.start..range.start + label.end } else { range }))
}

/// [Extract a character encoding from a meta element](https://html.spec.whatwg.org/multipage/urls-and-fetching.html#extracting-character-encodings-from-meta-elements):
/// the encoding that a `content` value names, and where its label stands in it.
fn extract_from_content(content: &[u8]) -> Option<(Encoding, Range<usize>)> {
    let mut position = 0;
    loop {
        // 2.–4. `charset`, then `=`; where there is none, the search goes on.
        position = skip_whitespace(content, find_charset(content, position)?);
        if content.get(position) != Some(&b'=') {
            continue;
        }
        // 5. and 6.
        let start = skip_whitespace(content, position + 1);
        let label = match content.get(start..)? {
            [quote @ (b'"' | b'\''), value @ ..] => start + 1..start + 1 + memchr(*quote, value)?,
            value => {
                let end = value.iter().position(|&byte| is_ascii_whitespace(byte) || byte == b';');
                start..start + end.unwrap_or(value.len())
            }
        };
        return Encoding::for_label(content.get(label.clone())?).map(|encoding| (encoding, label));
    }
}

/// The position behind the first `charset`, in any case, from `at` on.
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

fn skip_whitespace(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|&&byte| is_ascii_whitespace(byte)).count()
}
