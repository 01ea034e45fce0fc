//! Tags, as the [tokenizer](https://html.spec.whatwg.org/multipage/parsing.html#tag-open-state)
//! reads them: their end and their attributes.

use alloc::borrow::Cow;

use memchr::memchr;

use super::super::attributes::{Attributes, ends_a_name};
use super::super::character_reference;
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

    /// The name, in any case, if its number is [`LONG`].
    pub(super) fn long_name(&self) -> Option<&'a [u8]> {
        let start = 1 + usize::from(self.is_end);
        if self.name == LONG { self.bytes.get(start..self.name_end) } else { None }
    }

    /// Everything after the name.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.name_end..).unwrap_or_default()
    }

    pub(super) fn attributes(&self) -> Attributes<'a> {
        Attributes::new(self.bytes, self.name_end)
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
        let mut attributes = self.attributes();
        self.bytes.ends_with(b"/>") && {
            attributes.by_ref().for_each(drop);
            attributes.is_self_closing
        }
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
