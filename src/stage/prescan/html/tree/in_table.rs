//! The insertion modes in a [table](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intable).

use super::super::name::*;
use super::super::tag::Tag;
use super::stack::Scope;
use super::{Effect, Mode, Tree};

impl Tree {
    pub(super) fn start_tag_in_table(&mut self, tag: &Tag<'_>) -> Effect {
        match tag.name {
            CAPTION => {
                self.clear_to(TABLE);
                self.formatting.push_marker();
                self.enter(CAPTION, Mode::InCaption);
            }
            COLGROUP => {
                self.clear_to(TABLE);
                self.enter(COLGROUP, Mode::InColumnGroup);
            }
            COL => {
                self.clear_to(TABLE);
                self.enter(COLGROUP, Mode::InColumnGroup);
                return self.start_tag_in_column_group(tag);
            }
            TBODY | TFOOT | THEAD => {
                self.clear_to(TABLE);
                self.enter(tag.name, Mode::InTableBody);
            }
            TD | TH | TR => {
                self.clear_to(TABLE);
                self.enter(TBODY, Mode::InTableBody);
                return self.start_tag_in_table_body(tag);
            }
            TABLE => {
                if self.stack.in_scope(Scope::Table, TABLE) {
                    self.stack.pop_until(TABLE);
                    self.reset_insertion_mode();
                    return self.start_tag(self.mode, tag);
                }
            }
            STYLE | SCRIPT | TEMPLATE => return self.start_tag_in_head(tag),
            FORM => self.in_form |= !self.stack.has(TEMPLATE),
            INPUT if super::in_body::is_hidden(tag) => {}
            _ => return self.start_tag_in_body(tag),
        }
        Effect::Nothing
    }

    pub(super) fn end_tag_in_table(&mut self, tag: &Tag<'_>) {
        match tag.name {
            TABLE => {
                if self.stack.in_scope(Scope::Table, TABLE) {
                    self.stack.pop_until(TABLE);
                    self.reset_insertion_mode();
                }
            }
            BODY | CAPTION | COL | COLGROUP | HTML | TBODY | TD | TFOOT | TH | THEAD | TR => {}
            _ => self.end_tag_in_body(tag),
        }
    }

    pub(super) fn start_tag_in_caption(&mut self, tag: &Tag<'_>) -> Effect {
        match tag.name {
            CAPTION | COL | COLGROUP | TBODY | TD | TFOOT | TH | THEAD | TR => {
                if self.close_caption() {
                    self.start_tag_in_table(tag)
                } else {
                    Effect::Nothing
                }
            }
            _ => self.start_tag_in_body(tag),
        }
    }

    pub(super) fn end_tag_in_caption(&mut self, tag: &Tag<'_>) {
        match tag.name {
            CAPTION => {
                self.close_caption();
            }
            TABLE => {
                if self.close_caption() {
                    self.end_tag_in_table(tag);
                }
            }
            BODY | COL | COLGROUP | HTML | TBODY | TD | TFOOT | TH | THEAD | TR => {}
            _ => self.end_tag_in_body(tag),
        }
    }

    fn close_caption(&mut self) -> bool {
        let is_open = self.close_in_scope(Scope::Table, CAPTION);
        if is_open {
            self.formatting.clear_to_marker();
            self.mode = Mode::InTable;
        }
        is_open
    }

    pub(super) fn start_tag_in_column_group(&mut self, tag: &Tag<'_>) -> Effect {
        match tag.name {
            HTML | COL => Effect::Nothing,
            TEMPLATE => self.start_tag_in_head(tag),
            // In a template there may be no colgroup. A `meta` is then ignored.
            _ if !self.stack.current_is(COLGROUP) => Effect::Nothing,
            _ => {
                self.stack.pop();
                self.mode = Mode::InTable;
                self.start_tag_in_table(tag)
            }
        }
    }

    pub(super) fn end_tag_in_column_group(&mut self, tag: &Tag<'_>) {
        match tag.name {
            COL => {}
            TEMPLATE => self.end_template(),
            _ if !self.stack.current_is(COLGROUP) => {}
            _ => {
                self.stack.pop();
                self.mode = Mode::InTable;
                if tag.name != COLGROUP {
                    self.end_tag_in_table(tag);
                }
            }
        }
    }

    pub(super) fn start_tag_in_table_body(&mut self, tag: &Tag<'_>) -> Effect {
        match tag.name {
            TR => {
                self.clear_to_table_body();
                self.enter(TR, Mode::InRow);
                Effect::Nothing
            }
            TH | TD => {
                self.clear_to_table_body();
                self.enter(TR, Mode::InRow);
                self.start_tag_in_row(tag)
            }
            CAPTION | COL | COLGROUP | TBODY | TFOOT | THEAD => {
                if self.close_table_body() {
                    self.start_tag_in_table(tag)
                } else {
                    Effect::Nothing
                }
            }
            _ => self.start_tag_in_table(tag),
        }
    }

    pub(super) fn end_tag_in_table_body(&mut self, tag: &Tag<'_>) {
        match tag.name {
            TBODY | TFOOT | THEAD => {
                if self.stack.in_scope(Scope::Table, tag.name) {
                    self.clear_to_table_body();
                    self.stack.pop();
                    self.mode = Mode::InTable;
                }
            }
            TABLE => {
                if self.close_table_body() {
                    self.end_tag_in_table(tag);
                }
            }
            BODY | CAPTION | COL | COLGROUP | HTML | TD | TH | TR => {}
            _ => self.end_tag_in_table(tag),
        }
    }

    fn close_table_body(&mut self) -> bool {
        let is_open = [TBODY, THEAD, TFOOT].iter().any(|&name| self.stack.in_scope(Scope::Table, name));
        if is_open {
            self.clear_to_table_body();
            self.stack.pop();
            self.mode = Mode::InTable;
        }
        is_open
    }

    pub(super) fn start_tag_in_row(&mut self, tag: &Tag<'_>) -> Effect {
        match tag.name {
            TH | TD => {
                self.clear_to(TR);
                self.enter(tag.name, Mode::InCell);
                self.formatting.push_marker();
                Effect::Nothing
            }
            CAPTION | COL | COLGROUP | TBODY | TFOOT | THEAD | TR => {
                if self.close_row() {
                    self.start_tag_in_table_body(tag)
                } else {
                    Effect::Nothing
                }
            }
            _ => self.start_tag_in_table(tag),
        }
    }

    pub(super) fn end_tag_in_row(&mut self, tag: &Tag<'_>) {
        match tag.name {
            TR => {
                self.close_row();
            }
            TABLE => {
                if self.close_row() {
                    self.end_tag_in_table_body(tag);
                }
            }
            TBODY | TFOOT | THEAD => {
                if self.stack.in_scope(Scope::Table, tag.name) && self.close_row() {
                    self.end_tag_in_table_body(tag);
                }
            }
            BODY | CAPTION | COL | COLGROUP | HTML | TD | TH => {}
            _ => self.end_tag_in_table(tag),
        }
    }

    fn close_row(&mut self) -> bool {
        let is_open = self.stack.in_scope(Scope::Table, TR);
        if is_open {
            self.clear_to(TR);
            self.stack.pop();
            self.mode = Mode::InTableBody;
        }
        is_open
    }

    pub(super) fn start_tag_in_cell(&mut self, tag: &Tag<'_>) -> Effect {
        match tag.name {
            CAPTION | COL | COLGROUP | TBODY | TD | TFOOT | TH | THEAD | TR => {
                let is_open = [TD, TH].iter().any(|&name| self.stack.in_scope(Scope::Table, name));
                if !is_open {
                    return Effect::Nothing;
                }
                self.close_cell();
                self.start_tag_in_row(tag)
            }
            _ => self.start_tag_in_body(tag),
        }
    }

    pub(super) fn end_tag_in_cell(&mut self, tag: &Tag<'_>) {
        match tag.name {
            TD | TH => {
                if self.close_in_scope(Scope::Table, tag.name) {
                    self.formatting.clear_to_marker();
                    self.mode = Mode::InRow;
                }
            }
            BODY | CAPTION | COL | COLGROUP | HTML => {}
            TABLE | TBODY | TFOOT | THEAD | TR => {
                if self.stack.in_scope(Scope::Table, tag.name) {
                    self.close_cell();
                    self.end_tag_in_row(tag);
                }
            }
            _ => self.end_tag_in_body(tag),
        }
    }

    /// [Close the cell](https://html.spec.whatwg.org/multipage/parsing.html#close-the-cell).
    fn close_cell(&mut self) {
        self.stack.generate_implied_end_tags(NONE);
        self.stack.pop_until_one_of(|name| matches!(name, TD | TH));
        self.formatting.clear_to_marker();
        self.mode = Mode::InRow;
    }

    fn enter(&mut self, name: Name, mode: Mode) {
        self.stack.push_html(name);
        self.mode = mode;
    }

    /// Clears the stack back to a table or table row [context](https://html.spec.whatwg.org/multipage/parsing.html#clear-the-stack-back-to-a-table-context).
    fn clear_to(&mut self, context: Name) {
        self.stack.clear_back_to(|name| name == context || matches!(name, TEMPLATE | HTML));
    }

    fn clear_to_table_body(&mut self) {
        self.stack.clear_back_to(|name| matches!(name, TBODY | TFOOT | THEAD | TEMPLATE | HTML));
    }
}
