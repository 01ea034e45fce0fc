//! HTML: [prescan a byte stream to determine its
//! encoding](https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding).

use alloc::vec::Vec;
use core::ops::Range;

use memchr::memchr;

use super::attributes::Attributes;
use super::meta::{self, Rules};
use super::{Declaration, Scanned, Undeclared, find, skip, xml};
use crate::encoding::label::is_ascii_whitespace;
use crate::{Encoding, Source};

/// Why there is no declaration, if no meta has a label.
pub(super) const NO_META: &str = "no meta names an encoding";

/// Why there is no declaration, if a meta has a label.
pub(super) const UNKNOWN_LABEL: &str = "the meta names no encoding";

/// The end of the bytes. It ends the prescan, even inside an attribute.
#[derive(Debug)]
struct EndOfBytes;

/// The standard's algorithm. `bytes` end at the limit. Linear: each byte is read a bounded number
/// of times.
pub(super) fn prescan(bytes: &[u8]) -> Scanned {
    if let Some(declaration) = xml::utf_16(bytes) {
        return Ok(declaration);
    }
    let mut prescan = Prescan { bytes, position: 0, unknown: None };
    match prescan.run() {
        Ok(declaration) => Ok(declaration),
        Err(EndOfBytes) => {
            let unknown = |label| Undeclared::unknown(UNKNOWN_LABEL, label);
            xml::behind_html(bytes, prescan.unknown.map_or(NO_META.into(), unknown))
        }
    }
}

/// The places of all metas that the algorithm reads, from `<` to after `>`, in order. Linear.
pub(super) fn metas(bytes: &[u8]) -> Vec<Range<usize>> {
    let mut prescan = Prescan { bytes, position: 0, unknown: None };
    let mut metas = Vec::new();
    while let Ok(start) = prescan.next_meta()
        && prescan.meta().is_ok()
    {
        prescan.position += 1;
        metas.push(start..prescan.position);
    }
    metas
}

struct Prescan<'a> {
    bytes: &'a [u8],
    position: usize,
    /// The position of the first label of a meta that names no encoding.
    unknown: Option<Range<usize>>,
}

impl<'a> Prescan<'a> {
    /// Goes from one meta to the next until one declares an encoding.
    fn run(&mut self) -> Result<Declaration, EndOfBytes> {
        loop {
            self.next_meta()?;
            if let Some(declaration) = self.meta()? {
                return Ok(declaration);
            }
            self.position += 1;
        }
    }

    /// Goes from one `<` to the next until a meta begins, and returns its position.
    fn next_meta(&mut self) -> Result<usize, EndOfBytes> {
        loop {
            self.position += memchr(b'<', self.rest()).ok_or(EndOfBytes)?;
            match self.rest() {
                [b'<', b'!', b'-', b'-', ..] => self.skip_comment()?,
                [b'<', m, e, t, a, next, ..]
                    if [*m, *e, *t, *a].eq_ignore_ascii_case(b"meta")
                        && (is_ascii_whitespace(*next) || *next == b'/') =>
                {
                    return Ok(self.position);
                }
                [b'<', b'/', letter, ..] | [b'<', letter, ..] if letter.is_ascii_alphabetic() => self.skip_tag()?,
                [b'<', b'!' | b'/' | b'?', ..] => self.position += memchr(b'>', self.rest()).ok_or(EndOfBytes)?,
                _ => {}
            }
            self.position += 1;
        }
    }

    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.position..).unwrap_or_default()
    }

    /// Skips to the `>` of the first `-->`, whose dashes may be those of `<!--`.
    fn skip_comment(&mut self) -> Result<(), EndOfBytes> {
        self.position += b"<!".len();
        self.position += find(self.rest(), b"-->").ok_or(EndOfBytes)? + b"--".len();
        Ok(())
    }

    /// Skips a tag up to its `>`. Unlike in a parser, a `/` does not end the tag's name.
    fn skip_tag(&mut self) -> Result<(), EndOfBytes> {
        let name_end = skip(self.bytes, self.position, |byte| !is_ascii_whitespace(byte) && byte != b'>');
        let mut attributes = Attributes::new(self.bytes, name_end);
        attributes.by_ref().for_each(drop);
        self.position = attributes.end().ok_or(EndOfBytes)?;
        Ok(())
    }

    /// Reads a meta up to its `>`; returns the encoding that its attributes declare together.
    fn meta(&mut self) -> Result<Option<Declaration>, EndOfBytes> {
        let mut attributes = Attributes::new(self.bytes, self.position + b"<meta".len());
        let labels = meta::labels(self.bytes, &mut attributes, Rules::Prescan);
        self.position = attributes.end().ok_or(EndOfBytes)?;
        let Some((label, place)) = labels.into_iter().flatten().next() else { return Ok(None) };
        let Some(encoding) = Encoding::for_label(&label) else {
            self.unknown.get_or_insert(place);
            return Ok(None);
        };
        let encoding = encoding.declared_in_meta();
        Ok(Some(Declaration { encoding, source: Source::Meta, offset: place.start, length: place.len() }))
    }
}
