//! The [list of active formatting elements](https://html.spec.whatwg.org/multipage/parsing.html#the-list-of-active-formatting-elements)
//! and the adoption agency, as far as they change the stack of open elements.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use super::super::name::Name;
use super::stack::{Scope, Stack};
use crate::stage::prescan::attributes::Attributes;
use crate::stage::prescan::character_reference;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Entry {
    Marker,
    /// An element, with its attributes as they are written.
    Element {
        name: Name,
        id: u32,
        attributes: Box<[u8]>,
    },
}

impl Entry {
    fn is_element(&self, of: Name) -> bool {
        matches!(self, Entry::Element { name, .. } if *name == of)
    }

    fn has_attributes(&self, written: &[u8]) -> bool {
        match self {
            Entry::Marker => false,
            Entry::Element { attributes, .. } => **attributes == *written || parsed(attributes) == parsed(written),
        }
    }
}

/// The names, in lower case, and the values of a tag's attributes, in one order. Of attributes with the same name, only
/// the first counts.
fn parsed(attributes: &[u8]) -> Vec<(Vec<u8>, Cow<'_, [u8]>)> {
    let value = |value| character_reference::decode(attributes.get(value).unwrap_or_default());
    let mut parsed: Vec<_> = Attributes::new(attributes, 0)
        .map(|attribute| (attribute.name.to_ascii_lowercase(), value(attribute.value)))
        .collect();
    parsed.sort_by(|(one, _), (other, _)| one.cmp(other));
    parsed.dedup_by(|(one, _), (other, _)| one == other);
    parsed
}

/// At most this many formatting elements after the last marker are reconstructed.
const MOST: usize = 64;

/// No more entries than this are kept, markers included.
const MOST_ENTRIES: usize = 4096;

#[derive(Clone, Debug, Default)]
pub(super) struct Formatting {
    entries: Vec<Entry>,
}

impl Formatting {
    pub(super) fn push_marker(&mut self) {
        if self.entries.len() < MOST_ENTRIES {
            self.entries.push(Entry::Marker);
        }
    }

    pub(super) fn clear_to_marker(&mut self) {
        while self.entries.pop().is_some_and(|entry| entry != Entry::Marker) {}
    }

    /// Pushes an element. Of equal elements after the last marker, at most three are kept (the
    /// Noah's Ark clause).
    pub(super) fn push(&mut self, element: Name, id: u32, attributes: &[u8]) {
        let start = self.entries.iter().rposition(|entry| *entry == Entry::Marker).map_or(0, |marker| marker + 1);
        let behind = &self.entries[start..];
        let of_the_name = || behind.iter().enumerate().filter(|(_, entry)| entry.is_element(element));
        // Comparing attributes is needed only for three elements with this name, which are rare.
        let is_full = of_the_name().count() >= 3;
        let mut alike = of_the_name().filter(|(_, entry)| is_full && entry.has_attributes(attributes));
        if let (Some((first, _)), Some(_), Some(_)) = (alike.next(), alike.next(), alike.next()) {
            self.entries.remove(start + first);
        } else if behind.len() >= MOST {
            self.entries.remove(start);
        }
        if self.entries.len() < MOST_ENTRIES {
            self.entries.push(Entry::Element { name: element, id, attributes: attributes.into() });
        }
    }

    /// The last element of that name after the last marker: position and id.
    fn find(&self, element: Name) -> Option<(usize, u32)> {
        let behind = self.entries.iter().enumerate().rev().take_while(|(_, entry)| **entry != Entry::Marker);
        behind.into_iter().find_map(|(index, entry)| match entry {
            Entry::Element { name, id, .. } if *name == element => Some((index, *id)),
            _ => None,
        })
    }

    fn position(&self, element: u32) -> Option<usize> {
        self.entries.iter().rposition(|entry| matches!(entry, Entry::Element { id, .. } if *id == element))
    }

    /// [Reconstruct the active formatting elements](https://html.spec.whatwg.org/multipage/parsing.html#reconstruct-the-active-formatting-elements).
    pub(super) fn reconstruct(&mut self, stack: &mut Stack) {
        let closed = |entry: &Entry| matches!(entry, Entry::Element { id, .. } if stack.position(*id).is_none());
        let count = self.entries.iter().rev().take_while(|entry| closed(entry)).count();
        let start = self.entries.len() - count;
        for entry in &mut self.entries[start..] {
            if let Entry::Element { name, id, .. } = entry {
                *id = stack.push_html(*name);
            }
        }
    }

    /// An `<a>` closes an `<a>` that is still open.
    pub(super) fn close_anchor(&mut self, stack: &mut Stack, a: Name) {
        let Some((_, id)) = self.find(a) else { return };
        self.adopt(stack, a);
        if let Some(index) = self.position(id) {
            self.entries.remove(index);
        }
        if let Some(index) = stack.position(id) {
            stack.remove(index);
        }
    }

    /// The [adoption agency
    /// algorithm](https://html.spec.whatwg.org/multipage/parsing.html#adoption-agency-algorithm)
    /// for an end tag. Returns false if it must be handled like any other end tag.
    pub(super) fn adopt(&mut self, stack: &mut Stack, subject: Name) -> bool {
        // 2. The common case.
        if stack.current().is_some_and(|current| current.is_html(subject) && self.position(current.id).is_none()) {
            stack.pop();
            return true;
        }
        // 4. Outer loop.
        for _ in 0..8 {
            let Some((entry, id)) = self.find(subject) else { return false };
            let Some(index) = stack.position(id) else {
                self.entries.remove(entry);
                return true;
            };
            if stack.find_in_scope(Scope::Default, |element| element.id == id).is_none() {
                return true;
            }
            // 4.7. The furthest block: the first special element above.
            let furthest = (index + 1..stack.len()).find(|&above| stack.get(above).is_some_and(|e| e.is_special));
            let Some(mut furthest) = furthest else {
                stack.truncate(index);
                self.entries.remove(entry);
                return true;
            };
            let mut bookmark = entry;

            // 4.13. Inner loop, from the furthest block down to the formatting element.
            let mut inner = 0;
            let mut is_first_kept = true;
            for node in (index + 1..furthest).rev() {
                inner += 1;
                let Some(element) = stack.get(node) else { break };
                let mut listed = self.position(element.id);
                if inner > 3
                    && let Some(position) = listed.take()
                {
                    self.entries.remove(position);
                    bookmark -= usize::from(position < bookmark);
                }
                match listed {
                    None => {
                        stack.remove(node);
                        furthest -= 1;
                    }
                    // The replacement element differs only in its id.
                    Some(position) => {
                        if core::mem::replace(&mut is_first_kept, false) {
                            bookmark = position + 1;
                        }
                    }
                }
            }

            // 4.17.–4.19. A new element takes the formatting element's place in the list, and is
            // put above the furthest block in the stack.
            let Some(entry) = self.position(id) else { return true };
            let mut replacement = self.entries.remove(entry);
            bookmark -= usize::from(entry < bookmark);
            stack.remove(index);
            let new_id = stack.insert_above(furthest - 1, subject);
            if let Entry::Element { id, .. } = &mut replacement {
                *id = new_id;
            }
            self.entries.insert(bookmark.min(self.entries.len()), replacement);
        }
        true
    }

    /// Whether no element is left to reconstruct.
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}
