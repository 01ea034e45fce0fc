//! HTML: [prescan a byte stream to determine its
//! encoding](https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding).

use core::ops::Range;

use memchr::{memchr, memchr2, memmem};

use super::{Declaration, Scanned, Undeclared, xml};
use crate::encoding::label::is_ascii_whitespace;
use crate::{Encoding, Source};

/// Why there is no declaration.
pub(super) const NO_META: &str = "no meta names an encoding";
pub(super) const UNKNOWN_LABEL: &str = "the meta names no encoding";

/// The bytes end. The prescan then ends too, even inside an attribute.
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

struct Prescan<'a> {
    bytes: &'a [u8],
    position: usize,
    /// Where the first label of a meta is that names no encoding.
    unknown: Option<Range<usize>>,
}

impl<'a> Prescan<'a> {
    /// Goes from one `<` to the next until a meta declares an encoding.
    fn run(&mut self) -> Result<Declaration, EndOfBytes> {
        loop {
            self.position += memchr(b'<', self.rest()).ok_or(EndOfBytes)?;
            match self.rest() {
                [b'<', b'!', b'-', b'-', ..] => self.skip_comment()?,
                [b'<', m, e, t, a, next, ..]
                    if [*m, *e, *t, *a].eq_ignore_ascii_case(b"meta")
                        && (is_ascii_whitespace(*next) || *next == b'/') =>
                {
                    self.position += b"<meta".len();
                    if let Some(declaration) = self.meta()? {
                        return Ok(declaration);
                    }
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

    fn byte(&self) -> Result<u8, EndOfBytes> {
        self.bytes.get(self.position).copied().ok_or(EndOfBytes)
    }

    /// Skips to the `>` of the first `-->`. Its dashes may be those of `<!--`.
    fn skip_comment(&mut self) -> Result<(), EndOfBytes> {
        self.position += b"<!".len();
        self.position += memmem::find(self.rest(), b"-->").ok_or(EndOfBytes)? + b"--".len();
        Ok(())
    }

    /// Skips the attributes of a tag and its `>`.
    fn skip_tag(&mut self) -> Result<(), EndOfBytes> {
        while !is_ascii_whitespace(self.byte()?) && self.byte()? != b'>' {
            self.position += 1;
        }
        while self.attribute()?.is_some() {}
        Ok(())
    }

    /// Reads the attributes of a meta; returns the encoding that they declare together.
    fn meta(&mut self) -> Result<Option<Declaration>, EndOfBytes> {
        let mut got_pragma = false;
        let mut need_pragma = None;
        let mut charset: Option<(Option<Encoding>, Range<usize>)> = None;
        let mut seen = [false; 3];
        let mut unknown = None;

        while let Some(Attribute { name, value, offset }) = self.attribute()? {
            const NAMES: [&[u8]; 3] = [b"http-equiv", b"content", b"charset"];
            let Some(which) = NAMES.iter().position(|known| name.eq_ignore_ascii_case(known)) else { continue };
            // Of attributes with the same name, only the first counts.
            if core::mem::replace(&mut seen[which], true) {
                continue;
            }
            match which {
                0 => got_pragma = value.eq_ignore_ascii_case(b"content-type"),
                1 if charset.is_none() => {
                    let Some(label) = label_in_content(value) else { continue };
                    let at = offset + label.start..offset + label.end;
                    match Encoding::for_label(&value[label]) {
                        Some(encoding) => {
                            charset = Some((Some(encoding), at));
                            need_pragma = Some(true);
                        }
                        None => unknown = Some(at),
                    }
                }
                1 => {}
                _ => {
                    charset = Some((Encoding::for_label(value), offset..offset + value.len()));
                    need_pragma = Some(false);
                }
            }
        }

        let usable = match need_pragma {
            None => false,
            Some(needed) => !needed || got_pragma,
        };
        let (encoding, label) = match charset.filter(|_| usable) {
            Some((Some(encoding), label)) => (encoding, label),
            without => {
                let label = without.map(|(_, label)| label).or(unknown.filter(|_| got_pragma));
                self.unknown = self.unknown.take().or(label);
                return Ok(None);
            }
        };
        let encoding = encoding.declared_in_meta();
        Ok(Some(Declaration { encoding, source: Source::Meta, offset: label.start, length: label.len() }))
    }

    /// [Get an attribute](https://html.spec.whatwg.org/multipage/parsing.html#concept-get-attributes-when-sniffing).
    fn attribute(&mut self) -> Result<Option<Attribute<'a>>, EndOfBytes> {
        // 1. and 2.
        while is_ascii_whitespace(self.byte()?) || self.byte()? == b'/' {
            self.position += 1;
        }
        if self.byte()? == b'>' {
            return Ok(None);
        }

        // 3.–5. The name, which may start with `=`.
        let start = self.position;
        loop {
            match self.byte()? {
                b'=' if self.position > start => break,
                b'/' | b'>' => {
                    return Ok(Some(Attribute {
                        name: &self.bytes[start..self.position],
                        value: &[],
                        offset: self.position,
                    }));
                }
                byte if is_ascii_whitespace(byte) => break,
                _ => self.position += 1,
            }
        }
        let name = &self.bytes[start..self.position];

        // 6.–8.
        self.skip_whitespace()?;
        if self.byte()? != b'=' {
            return Ok(Some(Attribute { name, value: &[], offset: self.position }));
        }
        self.position += 1;

        // 9.–11. The value.
        self.skip_whitespace()?;
        if let quote @ (b'"' | b'\'') = self.byte()? {
            let offset = self.position + 1;
            let rest = &self.bytes[offset..];
            let value = &rest[..memchr(quote, rest).ok_or(EndOfBytes)?];
            self.position = offset + value.len() + 1;
            return Ok(Some(Attribute { name, value, offset }));
        }
        let offset = self.position;
        while !is_ascii_whitespace(self.byte()?) && self.byte()? != b'>' {
            self.position += 1;
        }
        Ok(Some(Attribute { name, value: &self.bytes[offset..self.position], offset }))
    }

    fn skip_whitespace(&mut self) -> Result<(), EndOfBytes> {
        while is_ascii_whitespace(self.byte()?) {
            self.position += 1;
        }
        Ok(())
    }
}

/// An attribute. Names and values are compared without case.
struct Attribute<'a> {
    name: &'a [u8],
    value: &'a [u8],
    /// Where the value starts.
    offset: usize,
}

/// [Extract a character encoding from a meta
/// element](https://html.spec.whatwg.org/multipage/urls-and-fetching.html#extracting-character-encodings-from-meta-elements):
/// where the label is in the value of `content`, whether or not it names an encoding.
pub(super) fn label_in_content(content: &[u8]) -> Option<Range<usize>> {
    let mut position = 0;
    loop {
        // 2.–4. `charset`, then `=`. If there is no `=`, the search continues.
        position = skip_whitespace(content, find_charset(content, position)?);
        if content.get(position) != Some(&b'=') {
            continue;
        }

        // 5. and 6.
        let start = skip_whitespace(content, position + 1);
        return Some(match content.get(start..)? {
            [quote @ (b'"' | b'\''), value @ ..] => start + 1..start + 1 + memchr(*quote, value)?,
            value => {
                let end = value.iter().position(|&byte| is_ascii_whitespace(byte) || byte == b';');
                start..start + end.unwrap_or(value.len())
            }
        });
    }
}

/// The position after the first `charset` from `at` on, in any case.
pub(super) fn find_charset(bytes: &[u8], mut at: usize) -> Option<usize> {
    const CHARSET: &[u8] = b"charset";
    loop {
        at += memchr2(b'c', b'C', bytes.get(at..)?)?;
        if bytes.get(at..at + CHARSET.len())?.eq_ignore_ascii_case(CHARSET) {
            return Some(at + CHARSET.len());
        }
        at += 1;
    }
}

/// The position of the first byte from `at` on that is not ASCII whitespace.
fn skip_whitespace(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|&&byte| is_ascii_whitespace(byte)).count()
}
