//! Chromium's scanner. It examines tags one by one and keeps no tree: a few tags may occur in the head, and any other
//! ends it.

use super::name::*;
use super::tag::Tag;
use super::tree::Effect;

#[derive(Clone, Debug, Default)]
pub(super) struct Flat {
    pub(super) is_head_over: bool,
}

impl Flat {
    pub(super) fn tag(&mut self, tag: &Tag<'_>) -> Effect {
        let stays_in_head = match tag.name {
            BASE | LINK | META | NOSCRIPT | OBJECT | SCRIPT | STYLE | TITLE => true,
            HEAD | HTML => !tag.is_end,
            _ => false,
        };
        self.is_head_over |= !stays_in_head;
        match tag.name {
            _ if tag.is_end => Effect::Nothing,
            META => Effect::Meta,
            IFRAME | NOEMBED | NOFRAMES | STYLE | TEXTAREA | TITLE | XMP => Effect::RawText,
            SCRIPT => Effect::Script,
            PLAINTEXT => Effect::Plaintext,
            _ => Effect::Nothing,
        }
    }
}
