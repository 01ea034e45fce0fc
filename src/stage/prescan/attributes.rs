//! The attributes of a tag, as the [tokenizer](https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-name-state)
//! and the prescan's [get an attribute](https://html.spec.whatwg.org/multipage/parsing.html#concept-get-attributes-when-sniffing)
//! read them.

use core::ops::Range;

use memchr::memchr;

use crate::encoding::label::is_ascii_whitespace;

/// Whether a tag's name ends before this byte.
pub(super) fn ends_a_name(byte: u8) -> bool {
    is_ascii_whitespace(byte) || byte == b'/' || byte == b'>'
}

/// The attributes of a tag, repeated ones included.
pub(super) struct Attributes<'a> {
    bytes: &'a [u8],
    position: usize,
    /// Whether the tag ends with `/>`, after all attributes were read.
    pub(super) is_self_closing: bool,
}

pub(super) struct Attribute<'a> {
    pub(super) name: &'a [u8],
    /// The place of the value in the bytes, without quotes.
    pub(super) value: Range<usize>,
}

impl<'a> Attributes<'a> {
    /// The attributes of a tag whose name ends at `position`.
    pub(super) fn new(bytes: &'a [u8], position: usize) -> Attributes<'a> {
        Attributes { bytes, position, is_self_closing: false }
    }

    /// Where the tag's `>` is, after all attributes were read; `None` if the bytes end before it.
    pub(super) fn end(&self) -> Option<usize> {
        self.peek().filter(|byte| *byte == b'>').map(|_| self.position)
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.position).copied()
    }

    fn skip_whitespace(&mut self) {
        while self.peek().is_some_and(is_ascii_whitespace) {
            self.position += 1;
        }
    }
}

impl<'a> Iterator for Attributes<'a> {
    type Item = Attribute<'a>;

    fn next(&mut self) -> Option<Attribute<'a>> {
        // Before attribute name, self-closing start tag.
        let mut slash = false;
        while let Some(byte) = self.peek().filter(|&byte| is_ascii_whitespace(byte) || byte == b'/') {
            slash = byte == b'/';
            self.position += 1;
        }
        if matches!(self.peek()?, b'>') {
            self.is_self_closing = slash;
            return None;
        }

        // Attribute name; it may start with `=`.
        let start = self.position;
        self.position += 1;
        while self.peek().is_some_and(|byte| byte != b'=' && !ends_a_name(byte)) {
            self.position += 1;
        }
        let name = self.bytes.get(start..self.position)?;

        // After attribute name.
        self.skip_whitespace();
        if self.peek() != Some(b'=') {
            return Some(Attribute { name, value: self.position..self.position });
        }
        self.position += 1;

        // Before attribute value, attribute value.
        self.skip_whitespace();
        let value = match self.peek()? {
            quote @ (b'"' | b'\'') => {
                let start = self.position + 1;
                let end = start + memchr(quote, self.bytes.get(start..)?)?;
                self.position = end + 1;
                start..end
            }
            _ => {
                let start = self.position;
                while self.peek().is_some_and(|byte| byte != b'>' && !is_ascii_whitespace(byte)) {
                    self.position += 1;
                }
                start..self.position
            }
        };
        Some(Attribute { name, value })
    }
}
