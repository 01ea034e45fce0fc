//! The [stack of open
//! elements](https://html.spec.whatwg.org/multipage/parsing.html#the-stack-of-open-elements)
//! without a tree: it keeps names only.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::super::name::*;
use super::super::tag::Tag;

/// An element's namespace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Namespace {
    Html,
    Svg,
    MathMl,
}

/// Which HTML a foreign element may contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Integration {
    None,
    /// [HTML integration point](https://html.spec.whatwg.org/multipage/parsing.html#html-integration-point).
    Html,
    /// [MathML text integration point](https://html.spec.whatwg.org/multipage/parsing.html#mathml-text-integration-point).
    MathMlText,
}

/// An open element, with the properties that searches need.
#[derive(Clone, Debug)]
pub(super) struct Element {
    pub(super) name: Name,
    /// The name, in any case, if its number is [`LONG`].
    long_name: Option<Box<[u8]>>,
    pub(super) namespace: Namespace,
    pub(super) integration: Integration,
    /// Whether it is of the [special](https://html.spec.whatwg.org/multipage/parsing.html#special) category.
    pub(super) is_special: bool,
    /// One bit for each [`Scope`] that it ends.
    ended_scopes: u8,
    /// Distinguishes it from other elements of the same name.
    pub(super) id: u32,
}

impl Element {
    fn new(name: Name, namespace: Namespace, integration: Integration, id: u32) -> Element {
        let is_special = match namespace {
            Namespace::Html => is_special(name),
            Namespace::Svg => matches!(name, FOREIGN_OBJECT | DESC | TITLE),
            Namespace::MathMl => matches!(name, MI | MO | MN | MS | MTEXT | ANNOTATION_XML),
        };
        let ends = |scope| match (scope, namespace) {
            (Scope::Sibling, Namespace::Html) => is_special && !matches!(name, ADDRESS | DIV | P),
            (Scope::Table, Namespace::Html) => matches!(name, HTML | TABLE | TEMPLATE),
            (Scope::Table, _) => false,
            (_, Namespace::Html) => {
                matches!(name, APPLET | CAPTION | HTML | TABLE | TD | TH | MARQUEE | OBJECT | SELECT | TEMPLATE)
                    || (scope == Scope::Button && name == BUTTON)
                    || (scope == Scope::ListItem && matches!(name, OL | UL))
            }
            _ => is_special,
        };
        let scopes = [Scope::Default, Scope::Button, Scope::ListItem, Scope::Table, Scope::Sibling];
        let ended_scopes = scopes.into_iter().filter(|&scope| ends(scope)).map(Scope::bit).sum();
        Element { name, long_name: None, namespace, integration, is_special, ended_scopes, id }
    }

    pub(super) fn is_html(&self, name: Name) -> bool {
        self.namespace == Namespace::Html && self.name == name
    }

    /// Whether it has the name of the tag.
    pub(super) fn is_named(&self, tag: &Tag<'_>) -> bool {
        let is_same = |long: &[u8]| self.long_name.as_deref().is_some_and(|name| name.eq_ignore_ascii_case(long));
        self.name == tag.name && tag.long_name().is_none_or(is_same)
    }

    fn ends(&self, scope: Scope) -> bool {
        self.ended_scopes & scope.bit() != 0
    }
}

/// Where a search for an open element stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    Default,
    Button,
    ListItem,
    Table,
    /// The scope in which an `li`, `dd` or `dt` searches for an open one to close.
    Sibling,
}

impl Scope {
    fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Elements nested deeper are treated as empty, to bound every search. Browsers have the same or a similar limit.
const DEEPEST: usize = 512;

#[derive(Clone, Debug, Default)]
pub(super) struct Stack {
    elements: Vec<Element>,
    next_id: u32,
}

impl Stack {
    pub(super) fn push(&mut self, name: Name, namespace: Namespace, integration: Integration) -> u32 {
        self.next_id = self.next_id.wrapping_add(1);
        if self.elements.len() < DEEPEST {
            self.elements.push(Element::new(name, namespace, integration, self.next_id));
        }
        self.next_id
    }

    /// Pushes the element of a start tag of any name.
    pub(super) fn push_tag(&mut self, tag: &Tag<'_>, namespace: Namespace, integration: Integration) {
        let id = self.push(tag.name, namespace, integration);
        if let Some(element) = self.elements.last_mut().filter(|element| element.id == id) {
            element.long_name = tag.long_name().map(Into::into);
        }
    }

    /// Whether a new element is treated as empty.
    pub(super) fn is_full(&self) -> bool {
        self.elements.len() >= DEEPEST
    }

    pub(super) fn push_html(&mut self, name: Name) -> u32 {
        self.push(name, Namespace::Html, Integration::None)
    }

    /// Inserts an HTML element right above the one at `index`.
    pub(super) fn insert_above(&mut self, index: usize, name: Name) -> u32 {
        let id = self.push_html(name);
        if let Some(element) = self.elements.pop_if(|element| element.id == id) {
            self.elements.insert(self.elements.len().min(index + 1), element);
        }
        id
    }

    pub(super) fn pop(&mut self) {
        self.elements.pop();
    }

    pub(super) fn remove(&mut self, index: usize) {
        if index < self.elements.len() {
            self.elements.remove(index);
        }
    }

    pub(super) fn truncate(&mut self, length: usize) {
        self.elements.truncate(length);
    }

    pub(super) fn len(&self) -> usize {
        self.elements.len()
    }

    pub(super) fn get(&self, index: usize) -> Option<&Element> {
        self.elements.get(index)
    }

    /// The current node.
    pub(super) fn current(&self) -> Option<&Element> {
        self.elements.last()
    }

    pub(super) fn current_is(&self, name: Name) -> bool {
        self.current().is_some_and(|element| element.is_html(name))
    }

    /// The elements from the current node up to the root, with their positions.
    pub(super) fn upwards(&self) -> impl Iterator<Item = (usize, &Element)> {
        self.elements.iter().enumerate().rev()
    }

    pub(super) fn position(&self, id: u32) -> Option<usize> {
        self.upwards().find(|(_, element)| element.id == id).map(|(index, _)| index)
    }

    pub(super) fn has(&self, name: Name) -> bool {
        self.elements.iter().any(|element| element.is_html(name))
    }

    /// [Has an element in
    /// scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-the-specific-scope):
    /// the position of the first element that `wanted` accepts.
    pub(super) fn find_in_scope(&self, scope: Scope, wanted: impl Fn(&Element) -> bool) -> Option<usize> {
        for (index, element) in self.upwards() {
            if wanted(element) {
                return Some(index);
            }
            if element.ends(scope) {
                return None;
            }
        }
        None
    }

    pub(super) fn in_scope(&self, scope: Scope, name: Name) -> bool {
        self.find_in_scope(scope, |element| element.is_html(name)).is_some()
    }

    /// [Generate implied end tags](https://html.spec.whatwg.org/multipage/parsing.html#generate-implied-end-tags),
    /// except for one name.
    pub(super) fn generate_implied_end_tags(&mut self, except: Name) {
        self.pop_while(|name| has_implied_end(name) && name != except);
    }

    /// [Generate all implied end tags thoroughly](https://html.spec.whatwg.org/multipage/parsing.html#generate-all-implied-end-tags-thoroughly).
    pub(super) fn generate_all_implied_end_tags(&mut self) {
        self.pop_while(|name| has_implied_end(name) || is_in_table(name) && name != TABLE);
    }

    /// Pops the current node as long as it is an HTML element that `goes` accepts.
    fn pop_while(&mut self, goes: impl Fn(Name) -> bool) {
        while self.current().is_some_and(|element| element.namespace == Namespace::Html && goes(element.name)) {
            self.pop();
        }
    }

    /// Pops until an HTML element of that name is popped.
    pub(super) fn pop_until(&mut self, name: Name) {
        self.pop_until_one_of(|popped| popped == name);
    }

    pub(super) fn pop_until_one_of(&mut self, is_last: impl Fn(Name) -> bool) {
        while let Some(element) = self.elements.pop() {
            if element.namespace == Namespace::Html && is_last(element.name) {
                break;
            }
        }
    }

    /// Pops until the current node is an HTML element that `stays` accepts, or the root.
    pub(super) fn clear_back_to(&mut self, stays: impl Fn(Name) -> bool) {
        while self.elements.len() > 1
            && !self.current().is_some_and(|element| element.namespace == Namespace::Html && stays(element.name))
        {
            self.pop();
        }
    }
}
