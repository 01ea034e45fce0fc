//! The insertion modes in a [table](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intable).

use super::super::name::*;
use super::super::tag::Tag;
use super::stack::{Element, Namespace, Scope};
use super::{Effect, Mode, Tree};

impl Tree {
    pub(super) fn start_tag_in_table(&mut self, tag: &Tag<'_>) -> Effect {
        let (part, mode) = match tag.name {
            CAPTION => (CAPTION, Mode::InCaption),
            COL | COLGROUP => (COLGROUP, Mode::InColumnGroup),
            TBODY | TFOOT | THEAD => (tag.name, Mode::InTableBody),
            TD | TH | TR => (TBODY, Mode::InTableBody),
            TABLE if self.stack.in_scope(Scope::Table, TABLE) => {
                self.stack.pop_until(TABLE);
                self.reset_insertion_mode();
                return self.start_tag(tag);
            }
            TABLE => return Effect::Nothing,
            STYLE | SCRIPT | TEMPLATE => return self.start_tag_in_head(tag),
            FORM => {
                self.in_form |= !self.stack.has(TEMPLATE);
                return Effect::Nothing;
            }
            INPUT if super::in_body::is_hidden(tag) => return Effect::Nothing,
            _ => return self.start_tag_in_body(tag),
        };
        self.clear_to(&[TABLE]);
        self.enter(part, mode, tag)
    }

    pub(super) fn end_tag_in_table(&mut self, tag: &Tag<'_>) {
        match tag.name {
            TABLE => {
                if self.stack.in_scope(Scope::Table, TABLE) {
                    self.stack.pop_until(TABLE);
                    self.reset_insertion_mode();
                }
            }
            name if is_never_closed_in_table(name) => {}
            _ => self.end_tag_in_body(tag),
        }
    }

    pub(super) fn start_tag_in_column_group(&mut self, tag: &Tag<'_>) -> Effect {
        match tag.name {
            HTML | COL => Effect::Nothing,
            TEMPLATE => self.start_tag_in_head(tag),
            // In a template there may be no colgroup. A `meta` is then ignored.
            _ if !self.close_part(Mode::InColumnGroup) => Effect::Nothing,
            _ => self.start_tag_in_table(tag),
        }
    }

    pub(super) fn end_tag_in_column_group(&mut self, tag: &Tag<'_>) {
        match tag.name {
            COL => {}
            TEMPLATE => self.end_template(),
            _ => {
                if self.close_part(Mode::InColumnGroup) && tag.name != COLGROUP {
                    self.end_tag_in_table(tag);
                }
            }
        }
    }

    /// The rules of [`Mode::InCaption`], [`Mode::InTableBody`], [`Mode::InRow`] and [`Mode::InCell`] for a start tag:
    /// a part of the table that cannot be inside the current one closes it.
    pub(super) fn start_tag_in_part(&mut self, mode: Mode, tag: &Tag<'_>) -> Effect {
        match (mode, tag.name) {
            (Mode::InTableBody, TR | TD | TH) => {
                self.clear_to(&[TBODY, TFOOT, THEAD]);
                self.enter(TR, Mode::InRow, tag)
            }
            (Mode::InRow, TD | TH) => {
                self.clear_to(&[TR]);
                self.enter(tag.name, Mode::InCell, tag)
            }
            (_, name) if name != TABLE && is_in_table(name) || name == COL => match self.close_part(mode) {
                true => self.start_tag(tag),
                false => Effect::Nothing,
            },
            (Mode::InCaption | Mode::InCell, _) => self.start_tag_in_body(tag),
            _ => self.start_tag_in_table(tag),
        }
    }

    /// The same for an end tag: the end of a part around the current one closes the current one.
    pub(super) fn end_tag_in_part(&mut self, mode: Mode, tag: &Tag<'_>) {
        let is_own = match tag.name {
            CAPTION => mode == Mode::InCaption,
            TBODY | TFOOT | THEAD => mode == Mode::InTableBody,
            TR => mode == Mode::InRow,
            TD | TH => mode == Mode::InCell,
            _ => false,
        };
        let is_around = match tag.name {
            TABLE => true,
            TBODY | TFOOT | THEAD => matches!(mode, Mode::InRow | Mode::InCell),
            TR => mode == Mode::InCell,
            _ => false,
        };
        if is_own || is_around {
            // In a caption, and for `</table>` in a row or a table body, only the part that is closed has to be open.
            let is_open = match mode {
                Mode::InCaption => true,
                Mode::InCell => self.stack.in_scope(Scope::Table, tag.name),
                _ => tag.name == TABLE || self.stack.in_scope(Scope::Table, tag.name),
            };
            if is_open && self.close_part(mode) && is_around {
                self.end_tag(tag);
            }
        } else if !is_never_closed_in_table(tag.name) {
            match mode {
                Mode::InCaption | Mode::InCell => self.end_tag_in_body(tag),
                _ => self.end_tag_in_table(tag),
            }
        }
    }

    /// Closes the part of the table that `mode` is for, and enters the mode of the part around it. False if no such
    /// part is open.
    pub(super) fn close_part(&mut self, mode: Mode) -> bool {
        let (parts, outer): (&[Name], _) = match mode {
            Mode::InCaption => (&[CAPTION], Mode::InTable),
            Mode::InCell => (&[TD, TH], Mode::InRow),
            Mode::InRow => (&[TR], Mode::InTableBody),
            Mode::InTableBody => (&[TBODY, TFOOT, THEAD], Mode::InTable),
            _ => (&[COLGROUP], Mode::InTable),
        };
        let is_part = |element: &Element| element.namespace == Namespace::Html && parts.contains(&element.name);
        let is_open = match mode {
            Mode::InColumnGroup => self.stack.current_is(COLGROUP),
            _ => self.stack.find_in_scope(Scope::Table, is_part).is_some(),
        };
        if !is_open {
            return false;
        }
        if matches!(mode, Mode::InCaption | Mode::InCell) {
            self.stack.generate_implied_end_tags(NONE);
            self.stack.pop_until_one_of(|name| parts.contains(&name));
            self.formatting.clear_to_marker();
        } else {
            self.clear_to(parts);
            self.stack.pop();
        }
        self.mode = outer;
        true
    }

    /// Opens `part` of the table, for its own start tag or for one that implies it.
    fn enter(&mut self, part: Name, mode: Mode, tag: &Tag<'_>) -> Effect {
        self.stack.push_html(part);
        self.mode = mode;
        if matches!(mode, Mode::InCaption | Mode::InCell) {
            self.formatting.push_marker();
        }
        if part == tag.name { Effect::Nothing } else { self.start_tag(tag) }
    }

    /// Clears the stack back to a table, table body or table row [context](https://html.spec.whatwg.org/multipage/parsing.html#clear-the-stack-back-to-a-table-context).
    fn clear_to(&mut self, context: &[Name]) {
        self.stack.clear_back_to(|name| context.contains(&name) || matches!(name, TEMPLATE | HTML));
    }
}

/// Names whose end tags are ignored in a table, unless they close an open part.
fn is_never_closed_in_table(name: Name) -> bool {
    matches!(name, BODY | COL | HTML) || is_in_table(name) && name != TABLE
}
