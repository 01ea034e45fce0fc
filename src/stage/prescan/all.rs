//! All declarations in a text, including those that do not count.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use super::attributes::Attributes;
use super::html::MetaScanner;
use super::{Declaration, Scanned, comment, crawler, meta, standard};
use crate::stage::Syntax;
use crate::{Encoding, Source};

/// A declaration at a place where some reader looks for one.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) source: Source,
    /// The label, with character references decoded.
    pub(crate) label: Box<[u8]>,
    /// The encoding that the label names.
    pub(crate) encoding: Option<Encoding>,
    /// Where the label is. If it has character references, the place of the whole value of the attribute.
    pub(crate) place: Range<usize>,
    /// Whether `place` is the whole value of a `content`, which has more than the label. Only `convert` asks, which
    /// needs the encoders.
    #[cfg(feature = "encode")]
    pub(crate) is_whole_content: bool,
    /// The tag, or the rule, that the label is in.
    pub(crate) tag: Range<usize>,
    /// Whether a parser acts on it: it is not in raw text.
    pub(crate) is_parsed: bool,
}

/// The declarations in `text`, which is ASCII where they are, in order. Linear.
pub(crate) fn declarations(text: &[u8], syntax: Syntax) -> Vec<Found> {
    let mut found = Vec::new();
    match syntax {
        Syntax::Css => found.extend(at_start(text, crawler::at_charset(text), b';')),
        Syntax::Xml | Syntax::Html => found.extend(at_start(text, crawler::xml_declaration(text), b'>')),
    }
    // HTML that is served as XML: a crawler reads its metas.
    if syntax == Syntax::Html || syntax == Syntax::Xml && crawler::has_html_root(text) {
        metas(text, &mut found);
    }
    found
}

/// The comment that a crawler takes for a declaration. Of a long text only the start is read.
pub(crate) fn in_comment(text: &[u8], is_whole: bool) -> Option<Found> {
    let Declaration { encoding, source, offset, length } = comment::in_text(text, is_whole, "").ok()?;
    let place = offset..offset + length;
    let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let line = text[..offset].iter().rposition(is_end).map_or(0, |at| at + 1);
    let end = text[offset..].iter().position(is_end).map_or(text.len(), |length| offset + length);
    Some(Found {
        source,
        label: text.get(place.clone())?.into(),
        encoding: Some(encoding),
        place,
        #[cfg(feature = "encode")]
        is_whole_content: false,
        tag: line..end,
        is_parsed: true,
    })
}

/// The XML declaration, or `@charset`, if it has a label.
fn at_start(text: &[u8], scanned: Scanned, end: u8) -> Option<Found> {
    let (place, source) = match scanned {
        Ok(declaration) => (declaration.offset..declaration.offset + declaration.length, declaration.source),
        Err(undeclared) => {
            let source = if end == b';' { Source::AtCharset } else { Source::XmlDeclaration };
            (undeclared.label?, source)
        }
    };
    let behind = memchr::memchr(end, text.get(place.end..)?).map_or(place.end, |at| place.end + at + 1);
    let label = text.get(place.clone())?;
    Some(Found {
        source,
        label: label.into(),
        encoding: Encoding::for_label(label).map(Encoding::declared_in_ascii),
        place,
        #[cfg(feature = "encode")]
        is_whole_content: false,
        tag: crawler::start_of_text(text)..behind,
        is_parsed: true,
    })
}

/// The metas that the prescan reads and those that a parser acts on. Neither reads them all: the prescan reads what is
/// in a script or a title, and a parser what an open comment or quote hides from the prescan.
fn metas(text: &[u8], found: &mut Vec<Found>) {
    let mut scanner = MetaScanner::new(true).with_any_label();
    let parsed = core::iter::from_fn(|| scanner.next(text.get(scanner.position()..)?, true).map(|(_, tag, _)| tag));
    let mut tags: Vec<_> = parsed.map(|tag| (tag, true)).collect();
    tags.extend(standard::metas(text).into_iter().map(|tag| (tag, false)));
    tags.sort_by_key(|(tag, is_parsed)| (tag.start, !is_parsed));
    tags.dedup_by_key(|(tag, _)| tag.start);
    for (tag, is_parsed) in tags {
        let bytes = text.get(..tag.end).unwrap_or_default();
        let labels = meta::every_label(bytes, Attributes::new(bytes, tag.start + b"<meta".len()));
        found.extend(labels.into_iter().map(|one| Found {
            source: Source::Meta,
            encoding: Encoding::for_label(&one.0.0).map(Encoding::declared_in_meta),
            label: one.0.0.into(),
            place: one.0.1,
            #[cfg(feature = "encode")]
            is_whole_content: one.1,
            tag: tag.clone(),
            is_parsed,
        }));
    }
}

/// A tag, and where its attributes' values are.
#[cfg(feature = "encode")]
pub(crate) struct TagParts<'a> {
    pub(crate) name: &'a [u8],
    /// Where the values of its attributes are, without quotes.
    pub(crate) values: Vec<Range<usize>>,
    /// The position after its `>`, or the end of the text.
    pub(crate) end: usize,
}

/// The tag that begins at `start`.
#[cfg(feature = "encode")]
pub(crate) fn tag_at(text: &[u8], start: usize) -> TagParts<'_> {
    let from = start + 1 + usize::from(text.get(start + 1) == Some(&b'/'));
    let name_end = super::skip(text, from, |byte| !super::attributes::ends_a_name(byte));
    let mut attributes = Attributes::new(text, name_end);
    let values = attributes.by_ref().map(|attribute| attribute.value).filter(|value| !value.is_empty()).collect();
    let end = attributes.end().map_or(text.len(), |end| end + 1);
    TagParts { name: text.get(from..name_end).unwrap_or_default(), values, end }
}
