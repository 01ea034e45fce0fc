//! [Tree construction](https://html.spec.whatwg.org/multipage/parsing.html#tree-construction)
//! without a tree. It tracks the insertion mode and the open elements, as far as they decide which
//! `meta` counts and what is raw text.

use alloc::vec::Vec;

use super::name::*;
use super::tag::Tag;
use crate::stage::prescan::character_reference;
use doctype::is_quirky;
use formatting::Formatting;
use stack::{Integration, Namespace, Stack};

mod doctype;
mod formatting;
mod in_body;
mod in_table;
mod insertion_mode;
mod stack;

/// The [insertion modes](https://html.spec.whatwg.org/multipage/parsing.html#the-insertion-mode)
/// that make a difference here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Mode {
    #[default]
    Initial,
    BeforeHtml,
    BeforeHead,
    InHead,
    InHeadNoscript,
    AfterHead,
    /// This also stands for "after body", from which every tag returns to "in body".
    InBody,
    InTable,
    InCaption,
    InColumnGroup,
    InTableBody,
    InRow,
    InCell,
    InTemplate,
    InFrameset,
    AfterFrameset,
}

/// The effect of a tag on the bytes after it, or that the tag is a `meta` that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    Nothing,
    Meta,
    /// RCDATA or RAWTEXT, both of which end at the same end tag.
    RawText,
    Script,
    Plaintext,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    stack: Stack,
    formatting: Formatting,
    mode: Mode,
    template_modes: Vec<Mode>,
    /// True for a page without a DOCTYPE.
    in_quirks_mode: bool,
    frameset_ok: bool,
    /// Whether the form element pointer is set.
    in_form: bool,
    /// Whether the head element pointer is set.
    had_head: bool,
    scripting: bool,
    /// Whether the head element was closed, or a template was met.
    pub(super) is_head_over: bool,
}

impl Tree {
    pub(super) fn new(scripting: bool) -> Tree {
        Tree { in_quirks_mode: true, frameset_ok: true, scripting, ..Tree::default() }
    }

    /// Whether `<![CDATA[` starts a CDATA section: the current node is foreign.
    pub(super) fn allows_cdata(&self) -> bool {
        self.stack.current().is_some_and(|current| current.namespace != Namespace::Html)
    }

    /// The [tree construction dispatcher](https://html.spec.whatwg.org/multipage/parsing.html#tree-construction-dispatcher).
    pub(super) fn tag(&mut self, tag: &Tag<'_>) -> Effect {
        let by_html_rules = match self.stack.current() {
            None => true,
            Some(current) => match (current.namespace, current.integration) {
                (Namespace::Html, _) => true,
                _ if tag.is_end => false,
                (_, Integration::MathMlText) => !matches!(tag.name, MGLYPH | MALIGNMARK),
                (_, Integration::Html) => true,
                (Namespace::MathMl, _) => current.name == ANNOTATION_XML && tag.name == SVG,
                (Namespace::Svg, _) => false,
            },
        };
        match (by_html_rules, tag.is_end) {
            (true, false) => return self.start_tag(tag),
            (false, false) => return self.foreign_start_tag(tag),
            (true, true) => self.end_tag(tag),
            (false, true) => self.foreign_end_tag(tag),
        }
        Effect::Nothing
    }

    /// Whether text has no effect any more.
    pub(super) fn ignores_text(&self) -> bool {
        !self.frameset_ok && self.formatting.is_empty() && self.mode == Mode::InBody
    }

    /// Text between tags. `is_blank` says whether it is white space and U+0000 only.
    pub(super) fn text(&mut self, is_blank: bool) {
        if self.ignores_text() {
            return;
        }
        if let Some(current) = self.stack.current()
            && current.namespace != Namespace::Html
            && current.integration == Integration::None
        {
            self.frameset_ok &= is_blank;
            return;
        }
        match self.mode {
            Mode::InFrameset | Mode::AfterFrameset => return,
            Mode::Initial
            | Mode::BeforeHtml
            | Mode::BeforeHead
            | Mode::InHead
            | Mode::InHeadNoscript
            | Mode::AfterHead => {
                if is_blank {
                    return;
                }
                while self.mode != Mode::InBody {
                    self.imply_next();
                }
            }
            Mode::InColumnGroup => {
                let is_closed = !is_blank && self.close_part(Mode::InColumnGroup);
                if !is_closed {
                    return;
                }
            }
            // White space becomes text in the table.
            Mode::InTable | Mode::InTableBody | Mode::InRow
                if is_blank
                    && self.stack.current().is_some_and(|e| matches!(e.name, TABLE | TBODY | TFOOT | THEAD | TR)) =>
            {
                return;
            }
            _ => {}
        }
        self.formatting.reconstruct(&mut self.stack);
        self.frameset_ok &= is_blank;
    }

    /// A DOCTYPE in the [initial](https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode)
    /// insertion mode. `doctype` is the text between `<!doctype` and `>`.
    pub(super) fn doctype(&mut self, doctype: &[u8]) {
        self.in_quirks_mode = is_quirky(doctype);
        self.mode = Mode::BeforeHtml;
    }

    /// Whether a DOCTYPE can still set quirks mode.
    pub(super) fn wants_doctype(&self) -> bool {
        self.mode == Mode::Initial
    }

    /// The position of the first character of `text` that is not white space. U+0000 is dropped
    /// where the standard drops it, and a character reference can be white space.
    pub(super) fn first_visible(text: &[u8]) -> Option<usize> {
        let mut at = 0;
        loop {
            at += match text.get(at)? {
                0 | b'\t' | b'\n' | 0x0C | b'\r' | b' ' => 1,
                b'&' => match character_reference::white_space(text.get(at..)?) {
                    Some(length) => length,
                    None => return Some(at),
                },
                _ => return Some(at),
            };
        }
    }

    /// [Reset the insertion mode appropriately](https://html.spec.whatwg.org/multipage/parsing.html#reset-the-insertion-mode-appropriately).
    fn reset_insertion_mode(&mut self) {
        let mode = self.stack.upwards().filter(|(_, element)| element.namespace == Namespace::Html).find_map(
            |(_, element)| match element.name {
                TD | TH => Some(Mode::InCell),
                TR => Some(Mode::InRow),
                TBODY | THEAD | TFOOT => Some(Mode::InTableBody),
                CAPTION => Some(Mode::InCaption),
                COLGROUP => Some(Mode::InColumnGroup),
                TABLE => Some(Mode::InTable),
                TEMPLATE => self.template_modes.last().copied(),
                HEAD => Some(Mode::InHead),
                BODY => Some(Mode::InBody),
                FRAMESET => Some(Mode::InFrameset),
                HTML if !self.had_head => Some(Mode::BeforeHead),
                HTML => Some(Mode::AfterHead),
                _ => None,
            },
        );
        self.mode = mode.unwrap_or(Mode::InBody);
    }

    /// The rules for parsing tokens in [foreign content](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign).
    fn foreign_start_tag(&mut self, tag: &Tag<'_>) -> Effect {
        let is_html_font = || [b"color".as_slice(), b"face", b"size"].iter().any(|name| tag.attribute(name).is_some());
        if breaks_out(tag.name) || (tag.name == FONT && is_html_font()) {
            self.leave_foreign_content();
            return self.start_tag(tag);
        }
        if let Some(current) = self.stack.current()
            && !tag.is_self_closing()
        {
            self.push_foreign(tag, current.namespace);
        }
        Effect::Nothing
    }

    fn push_foreign(&mut self, tag: &Tag<'_>, namespace: Namespace) {
        let integration = match (namespace, tag.name) {
            (Namespace::Svg, FOREIGN_OBJECT | DESC | TITLE) => Integration::Html,
            (Namespace::MathMl, MI | MO | MN | MS | MTEXT) => Integration::MathMlText,
            (Namespace::MathMl, ANNOTATION_XML) => match tag.attribute(b"encoding").as_deref() {
                Some(encoding)
                    if encoding.eq_ignore_ascii_case(b"text/html")
                        || encoding.eq_ignore_ascii_case(b"application/xhtml+xml") =>
                {
                    Integration::Html
                }
                _ => Integration::None,
            },
            _ => Integration::None,
        };
        self.stack.push_tag(tag, namespace, integration);
    }

    fn foreign_end_tag(&mut self, tag: &Tag<'_>) {
        if matches!(tag.name, BR | P) {
            self.leave_foreign_content();
            return self.end_tag(tag);
        }
        let foreign = self.stack.upwards().take_while(|(_, element)| element.namespace != Namespace::Html);
        let node = foreign.filter(|(_, element)| element.is_named(tag)).map(|(index, _)| index).next();
        match node {
            Some(index) => self.stack.truncate(index),
            None => self.end_tag(tag),
        }
    }

    /// Pops elements until an HTML element may be inserted.
    fn leave_foreign_content(&mut self) {
        while self
            .stack
            .current()
            .is_some_and(|current| current.namespace != Namespace::Html && current.integration == Integration::None)
        {
            self.stack.pop();
        }
    }
}
