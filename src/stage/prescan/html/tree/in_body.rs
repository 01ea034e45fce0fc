//! [The "in body" insertion mode](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody).

use super::super::name::*;
use super::super::tag::Tag;
use super::stack::{Element, Integration, Namespace, Scope};
use super::{Effect, Mode, Tree};

impl Tree {
    pub(super) fn start_tag_in_body(&mut self, tag: &Tag<'_>) -> Effect {
        match tag.name {
            name if is_in_head(name) => return self.start_tag_in_head(tag),
            HTML | CAPTION | COL | COLGROUP | FRAME | HEAD | TBODY | TD | TFOOT | TH | THEAD | TR => {}
            BODY => {
                if self.has_body() && !self.stack.has(TEMPLATE) {
                    self.frameset_ok = false;
                }
            }
            FRAMESET => {
                if self.frameset_ok && self.has_body() {
                    self.stack.truncate(1);
                    self.stack.push_html(FRAMESET);
                    self.mode = Mode::InFrameset;
                }
            }
            name if is_block(name) => self.push_block(name),
            name if is_heading(name) => {
                self.close_p();
                if self.stack.current().is_some_and(|e| e.namespace == Namespace::Html && is_heading(e.name)) {
                    self.stack.pop();
                }
                self.stack.push_html(name);
            }
            P => self.push_block(P),
            PRE | LISTING => {
                self.push_block(tag.name);
                self.frameset_ok = false;
            }
            FORM => {
                let in_template = self.stack.has(TEMPLATE);
                if !self.in_form || in_template {
                    self.push_block(FORM);
                    self.in_form |= !in_template;
                }
            }
            LI | DD | DT => self.start_list_item(tag.name),
            PLAINTEXT => {
                self.push_block(PLAINTEXT);
                return Effect::Plaintext;
            }
            BUTTON => {
                self.close_in_scope(Scope::Default, BUTTON);
                self.push_inline(BUTTON);
                self.frameset_ok = false;
            }
            A => {
                self.formatting.close_anchor(&mut self.stack, A);
                self.push_formatting(tag);
            }
            NOBR => {
                self.formatting.reconstruct(&mut self.stack);
                if self.stack.in_scope(Scope::Default, NOBR) {
                    self.formatting.adopt(&mut self.stack, NOBR);
                }
                self.push_formatting(tag);
            }
            name if is_formatting(name) => self.push_formatting(tag),
            APPLET | MARQUEE | OBJECT => {
                self.push_inline(tag.name);
                self.formatting.push_marker();
                self.frameset_ok = false;
            }
            TABLE => {
                if !self.in_quirks_mode {
                    self.close_p();
                }
                self.stack.push_html(TABLE);
                self.frameset_ok = false;
                self.mode = Mode::InTable;
            }
            AREA | BR | EMBED | IMG | IMAGE | KEYGEN | WBR => {
                self.formatting.reconstruct(&mut self.stack);
                self.frameset_ok = false;
            }
            INPUT => {
                if self.stack.in_scope(Scope::Default, SELECT) {
                    self.stack.pop_until(SELECT);
                }
                self.formatting.reconstruct(&mut self.stack);
                self.frameset_ok &= is_hidden(tag);
            }
            PARAM | SOURCE | TRACK => {}
            HR => {
                self.close_p();
                if self.stack.in_scope(Scope::Default, SELECT) {
                    self.stack.generate_implied_end_tags(NONE);
                }
                self.frameset_ok = false;
            }
            TEXTAREA => {
                self.frameset_ok = false;
                return Effect::RawText;
            }
            XMP => {
                self.close_p();
                self.formatting.reconstruct(&mut self.stack);
                self.frameset_ok = false;
                return Effect::RawText;
            }
            IFRAME => {
                self.frameset_ok = false;
                return Effect::RawText;
            }
            NOEMBED => return Effect::RawText,
            NOSCRIPT if self.scripting => return Effect::RawText,
            SELECT => {
                if self.stack.in_scope(Scope::Default, SELECT) {
                    self.stack.pop_until(SELECT);
                } else {
                    self.push_inline(SELECT);
                }
                self.frameset_ok = false;
            }
            OPTION | OPTGROUP => {
                if self.stack.in_scope(Scope::Default, SELECT) {
                    self.stack.generate_implied_end_tags(if tag.name == OPTION { OPTGROUP } else { NONE });
                } else if self.stack.current_is(OPTION) {
                    self.stack.pop();
                }
                self.push_inline(tag.name);
            }
            RB | RTC | RP | RT => {
                if self.stack.in_scope(Scope::Default, RUBY) {
                    self.stack.generate_implied_end_tags(if matches!(tag.name, RP | RT) { RTC } else { NONE });
                }
                self.stack.push_html(tag.name);
            }
            MATH | SVG => {
                self.formatting.reconstruct(&mut self.stack);
                if !tag.is_self_closing() {
                    self.push_foreign(tag, if tag.name == SVG { Namespace::Svg } else { Namespace::MathMl });
                }
            }
            _ => {
                self.formatting.reconstruct(&mut self.stack);
                self.stack.push_tag(tag, Namespace::Html, Integration::None);
            }
        }
        Effect::Nothing
    }

    pub(super) fn end_tag_in_body(&mut self, tag: &Tag<'_>) {
        match tag.name {
            TEMPLATE => self.end_template(),
            // For this purpose "after body" does not differ from "in body".
            BODY | HTML => {}
            name if is_block(name) => {
                self.close_in_scope(Scope::Default, name);
            }
            BUTTON | LISTING | PRE | SELECT | DD | DT => {
                self.close_in_scope(Scope::Default, tag.name);
            }
            FORM => self.end_form(),
            P => {
                if self.stack.in_scope(Scope::Button, P) {
                    self.close_p();
                }
            }
            LI => {
                self.close_in_scope(Scope::ListItem, LI);
            }
            name if is_heading(name) => {
                let heading = |e: &Element| e.namespace == Namespace::Html && is_heading(e.name);
                if self.stack.find_in_scope(Scope::Default, heading).is_some() {
                    self.stack.generate_implied_end_tags(name);
                    self.stack.pop_until_one_of(is_heading);
                }
            }
            name if is_formatting(name) => {
                if !self.formatting.adopt(&mut self.stack, name) {
                    self.any_other_end_tag(tag);
                }
            }
            APPLET | MARQUEE | OBJECT => {
                if self.close_in_scope(Scope::Default, tag.name) {
                    self.formatting.clear_to_marker();
                }
            }
            BR => {
                self.formatting.reconstruct(&mut self.stack);
                self.frameset_ok = false;
            }
            _ => self.any_other_end_tag(tag),
        }
    }

    fn any_other_end_tag(&mut self, tag: &Tag<'_>) {
        let is_html = |element: &Element| element.namespace == Namespace::Html && element.is_named(tag);
        let node = self.stack.upwards().find(|(_, element)| is_html(element) || element.is_special);
        if let Some((index, element)) = node
            && is_html(element)
        {
            self.stack.truncate(index);
        }
    }

    fn end_form(&mut self) {
        if self.stack.has(TEMPLATE) {
            self.close_in_scope(Scope::Default, FORM);
            return;
        }
        if !core::mem::replace(&mut self.in_form, false) {
            return;
        }
        if let Some(form) = self.stack.find_in_scope(Scope::Default, |element| element.is_html(FORM)) {
            let id = self.stack.get(form).map(|form| form.id);
            self.stack.generate_implied_end_tags(FORM);
            // Elements nested in it stay open.
            if let Some(index) = id.and_then(|id| self.stack.position(id)) {
                self.stack.remove(index);
            }
        }
    }

    /// An `li`, `dd` or `dt` closes the one before it.
    fn start_list_item(&mut self, name: Name) {
        self.frameset_ok = false;
        let open = self.stack.find_in_scope(Scope::Sibling, |element| match name {
            LI => element.is_html(LI),
            _ => element.is_html(DD) || element.is_html(DT),
        });
        if let Some(open) = open.and_then(|index| self.stack.get(index)).map(|element| element.name) {
            self.stack.generate_implied_end_tags(open);
            self.stack.pop_until(open);
        }
        self.push_block(name);
    }

    /// Whether the second element of the stack is a body.
    fn has_body(&self) -> bool {
        self.stack.get(1).is_some_and(|second| second.is_html(BODY))
    }

    /// [Close a p element](https://html.spec.whatwg.org/multipage/parsing.html#close-a-p-element), if one is in button scope.
    fn close_p(&mut self) {
        self.close_in_scope(Scope::Button, P);
    }

    fn push_block(&mut self, name: Name) {
        self.close_p();
        self.stack.push_html(name);
    }

    fn push_inline(&mut self, name: Name) {
        self.formatting.reconstruct(&mut self.stack);
        self.stack.push_html(name);
    }

    fn push_formatting(&mut self, tag: &Tag<'_>) {
        self.formatting.reconstruct(&mut self.stack);
        let id = self.stack.push_html(tag.name);
        self.formatting.push(tag.name, id, tag.rest());
    }
}

/// Whether an `input` is hidden.
pub(super) fn is_hidden(tag: &Tag<'_>) -> bool {
    tag.attribute(b"type").is_some_and(|kind| kind.eq_ignore_ascii_case(b"hidden"))
}
