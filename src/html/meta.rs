//! What a `meta` declares to a parser: the steps of
//! [in head](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead), which
//! differ from the prescan's.

use core::ops::Range;

use super::tag::Tag;
use crate::Encoding;
use crate::lenient;
use crate::stage::prescan::label_in_content;

/// What a `charset` attribute that names no encoding does to `http-equiv` and `content` beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UnknownCharset {
    /// Nothing, as the standard says.
    Ignored,
    /// It hides them, as in browsers.
    Hides,
    /// It, and the label beside it, are read [as they must have been meant](lenient::encoding_for);
    /// otherwise as in browsers.
    ReadAsMeant,
}

/// The encoding that a `meta` names, and where the label stands in the tag: the whole value where
/// character references keep it from being found as it stands.
pub(super) fn declaration(tag: &Tag<'_>, unknown: UnknownCharset) -> Option<(Encoding, Range<usize>)> {
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

    let named = |label: &[u8]| match unknown {
        UnknownCharset::ReadAsMeant => lenient::encoding_for(label),
        UnknownCharset::Ignored | UnknownCharset::Hides => Encoding::for_label(label),
    };

    // 1. charset, if it names an encoding.
    if let Some(range) = charset {
        let encoding = decoded(&range).and_then(|value| named(&value));
        if encoding.is_some() || unknown != UnknownCharset::Ignored {
            return encoding.map(|encoding| (encoding, range));
        }
    }
    // 2. Otherwise http-equiv and content.
    if !decoded(&http_equiv?)?.eq_ignore_ascii_case(b"content-type") {
        return None;
    }
    let range = content?;
    let value = decoded(&range)?;
    let label = label_in_content(&value)?;
    let encoding = named(value.get(label.clone())?)?;
    let is_as_it_stands = value.len() == range.len();
    Some((encoding, if is_as_it_stands { range.start + label.start..range.start + label.end } else { range }))
}
