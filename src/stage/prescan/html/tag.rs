//! Tags, as the [tokenizer](https://html.spec.whatwg.org/multipage/parsing.html#tag-open-state)
//! reads them: their end and their attributes.

use alloc::borrow::Cow;
use core::ops::Range;

use memchr::{memchr, memchr2};

use super::character_reference;
use super::name::{LONG, Name, name};
use crate::encoding::label::is_ascii_whitespace;

/// The state of the search for a tag's end. It continues when more bytes have arrived.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TagEnd {
    state: State,
    /// How many bytes of the tag were read.
    read: usize,
}

/// The tokenizer's states inside a tag, as far as they decide where it ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    TagName,
    BeforeAttributeName,
    AttributeName,
    AfterAttributeName,
    BeforeAttributeValue,
    Quoted(u8),
    Unquoted,
}

impl TagEnd {
    /// The length of the tag at the start of `bytes`, which start with `<` or `</` and a letter;
    /// `None` if it does not end in them. Reads each byte once over all calls.
    pub(super) fn find(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut at = self.read.max(b"</".len());
        while let Some(&byte) = bytes.get(at) {
            self.state = match (self.state, byte) {
                (State::Quoted(quote), _) => match memchr(quote, bytes.get(at..).unwrap_or_default()) {
                    Some(length) => {
                        at += length;
                        State::BeforeAttributeName
                    }
                    None => {
                        at = bytes.len() - 1;
                        State::Quoted(quote)
                    }
                },
                (_, b'>') => return Some(at + 1),
                (State::BeforeAttributeValue, b'"' | b'\'') => State::Quoted(byte),
                (State::BeforeAttributeValue, _) if is_ascii_whitespace(byte) => State::BeforeAttributeValue,
                (State::BeforeAttributeValue | State::Unquoted, _) if !is_ascii_whitespace(byte) => State::Unquoted,
                (State::AttributeName | State::AfterAttributeName, b'=') => State::BeforeAttributeValue,
                (State::AttributeName | State::AfterAttributeName, _) if is_ascii_whitespace(byte) => {
                    State::AfterAttributeName
                }
                (_, b'/') => State::BeforeAttributeName,
                (State::TagName, _) if !is_ascii_whitespace(byte) => State::TagName,
                (_, _) if is_ascii_whitespace(byte) => State::BeforeAttributeName,
                _ => State::AttributeName,
            };
            at += 1;
        }
        self.read = at;
        None
    }
}

/// A whole tag, from `<` to `>`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tag<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) name: Name,
    pub(super) is_end: bool,
    /// Where the name ends.
    name_end: usize,
}

impl<'a> Tag<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Tag<'a> {
        let is_end = bytes.get(1) == Some(&b'/');
        let start = 1 + usize::from(is_end);
        let rest = bytes.get(start..).unwrap_or_default();
        let length = rest.iter().position(|&byte| ends_a_name(byte)).unwrap_or(rest.len());
        Tag { bytes, name: name(&rest[..length]), is_end, name_end: start + length }
    }

    /// The name, in any case, if [`LONG`] stands for it.
    pub(super) fn long_name(&self) -> Option<&'a [u8]> {
        let start = 1 + usize::from(self.is_end);
        if self.name == LONG { self.bytes.get(start..self.name_end) } else { None }
    }

    /// Everything after the name.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.name_end..).unwrap_or_default()
    }

    pub(super) fn attributes(&self) -> Attributes<'a> {
        Attributes { bytes: self.bytes, position: self.name_end, is_self_closing: false }
    }

    /// The value of the first attribute of that name (in lower case), with its character references
    /// decoded.
    pub(super) fn attribute(&self, name: &[u8]) -> Option<Cow<'a, [u8]>> {
        let bytes = self.bytes;
        self.attributes()
            .find(|attribute| attribute.name.eq_ignore_ascii_case(name))
            .and_then(|attribute| bytes.get(attribute.value))
            .map(character_reference::decode)
    }

    pub(super) fn is_self_closing(&self) -> bool {
        // Most names that differ have a different last letter.
        let mut attributes = self.attributes();
        self.bytes.ends_with(b"/>") && {
            attributes.by_ref().for_each(drop);
            attributes.is_self_closing
        }
    }
}

/// Whether a tag's name ends before this byte.
pub(super) fn ends_a_name(byte: u8) -> bool {
    is_ascii_whitespace(byte) || byte == b'/' || byte == b'>'
}

/// The attributes of a tag, repeated ones included.
pub(super) struct Attributes<'a> {
    bytes: &'a [u8],
    position: usize,
    is_self_closing: bool,
}

pub(super) struct Attribute<'a> {
    pub(super) name: &'a [u8],
    /// The place of the value in the tag, without quotes.
    pub(super) value: Range<usize>,
}

impl<'a> Attributes<'a> {
    /// The attributes in the [`rest`](Tag::rest) of a tag.
    pub(super) fn of(rest: &'a [u8]) -> Attributes<'a> {
        Attributes { bytes: rest, position: 0, is_self_closing: false }
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

/// Whether the bytes from `<` on are the start of a tag; `None` if that depends on bytes to come.
pub(super) fn is_tag(bytes: &[u8]) -> Option<bool> {
    match bytes {
        [_, b'/', letter, ..] => Some(letter.is_ascii_alphabetic()),
        [_, b'/'] | [_] | [] => None,
        [_, letter, ..] => Some(letter.is_ascii_alphabetic()),
    }
}

/// The first `<` or `-`.
pub(super) fn less_than_or_dash(bytes: &[u8]) -> Option<usize> {
    memchr2(b'<', b'-', bytes)
}
