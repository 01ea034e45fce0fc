//! What a `meta` declares to a parser: the steps of
//! [in head](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead), which
//! differ from the prescan's.

use alloc::borrow::Cow;
use core::ops::Range;

use super::tag::Tag;
use crate::Encoding;
use crate::evidence::misspelled;
use crate::stage::prescan::label_in_content;

/// What a `charset` attribute that names no encoding does to `http-equiv` and `content` beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UnknownCharset {
    /// Nothing, as the standard says.
    Ignored,
    /// It hides them, as in browsers.
    Hides,
    /// It, and the label beside it, are read [as they must have been meant](misspelled::encoding_for);
    /// otherwise as in browsers.
    ReadAsMeant,
}

/// The encoding that a `meta` names, and where the label stands in the tag: the whole value where
/// character references keep it from being found as it stands.
pub(super) fn declaration(tag: &Tag<'_>, unknown: UnknownCharset) -> Option<(Encoding, Range<usize>)> {
    let named = |label: &[u8]| match unknown {
        UnknownCharset::ReadAsMeant => misspelled::encoding_for(label),
        UnknownCharset::Ignored | UnknownCharset::Hides => Encoding::for_label(label),
    };

    let attributes = Attributes::of(tag);
    // 1. charset, if it names an encoding.
    if let Some((value, range)) = attributes.charset(tag) {
        let encoding = named(&value);
        if encoding.is_some() || unknown != UnknownCharset::Ignored {
            return encoding.map(|encoding| (encoding, range));
        }
    }
    // 2. Otherwise http-equiv and content.
    let (value, range) = attributes.label_in_content(tag)?;
    named(&value).map(|encoding| (encoding, range))
}

/// Where the label stands by which browsers go, whatever it names.
pub(super) fn label(tag: &Tag<'_>) -> Option<Range<usize>> {
    let attributes = Attributes::of(tag);
    attributes.charset(tag).or_else(|| attributes.label_in_content(tag)).map(|(_, range)| range)
}

/// Where the values of the attributes stand that count.
#[derive(Default)]
struct Attributes {
    charset: Option<Range<usize>>,
    http_equiv: Option<Range<usize>>,
    content: Option<Range<usize>>,
}

/// A label, and where it stands in the tag.
type Label<'a> = (Cow<'a, [u8]>, Range<usize>);

impl Attributes {
    fn of(tag: &Tag<'_>) -> Attributes {
        let mut attributes = Attributes::default();
        for attribute in tag.attributes() {
            let slot = match attribute.name.len() {
                7 if attribute.name.eq_ignore_ascii_case(b"charset") => &mut attributes.charset,
                7 if attribute.name.eq_ignore_ascii_case(b"content") => &mut attributes.content,
                10 if attribute.name.eq_ignore_ascii_case(b"http-equiv") => &mut attributes.http_equiv,
                _ => continue,
            };
            // The first of a name counts.
            slot.get_or_insert(attribute.value);
        }
        attributes
    }

    fn charset<'a>(&self, tag: &Tag<'a>) -> Option<Label<'a>> {
        let range = self.charset.clone()?;
        Some((decoded(tag, &range)?, range))
    }

    /// The one in `content`, if `http-equiv` makes it count.
    fn label_in_content<'a>(&self, tag: &Tag<'a>) -> Option<Label<'a>> {
        if !decoded(tag, self.http_equiv.as_ref()?)?.eq_ignore_ascii_case(b"content-type") {
            return None;
        }
        let range = self.content.clone()?;
        let value = decoded(tag, &range)?;
        let label = label_in_content(&value)?;
        let is_as_it_stands = value.len() == range.len();
        let range = if is_as_it_stands { range.start + label.start..range.start + label.end } else { range };
        Some((slice(value, label), range))
    }
}

fn decoded<'a>(tag: &Tag<'a>, range: &Range<usize>) -> Option<Cow<'a, [u8]>> {
    tag.bytes.get(range.clone()).map(super::character_reference::decode)
}

fn slice(value: Cow<'_, [u8]>, range: Range<usize>) -> Cow<'_, [u8]> {
    match value {
        Cow::Borrowed(value) => value.get(range).unwrap_or_default().into(),
        Cow::Owned(value) => value.get(range).unwrap_or_default().to_vec().into(),
    }
}
