//! The insertion modes other than those of the body and of tables.

use super::super::name::*;
use super::super::tag::Tag;
use super::stack::Scope;
use super::{Effect, Mode, Tree};

impl Tree {
    /// Handles a start tag by the rules of `mode`.
    pub(super) fn start_tag(&mut self, mode: Mode, tag: &Tag<'_>) -> Effect {
        match mode {
            Mode::Initial => {
                self.mode = Mode::BeforeHtml;
                self.start_tag(Mode::BeforeHtml, tag)
            }
            Mode::BeforeHtml => {
                self.stack.push_html(HTML);
                self.mode = Mode::BeforeHead;
                if tag.name == HTML { Effect::Nothing } else { self.start_tag(Mode::BeforeHead, tag) }
            }
            Mode::BeforeHead => {
                if tag.name == HTML {
                    return Effect::Nothing;
                }
                self.stack.push_html(HEAD);
                self.had_head = true;
                self.mode = Mode::InHead;
                if tag.name == HEAD { Effect::Nothing } else { self.start_tag(Mode::InHead, tag) }
            }
            Mode::InHead => self.start_tag_in_head(tag),
            Mode::InHeadNoscript => match tag.name {
                HTML | HEAD | NOSCRIPT => Effect::Nothing,
                BASEFONT | BGSOUND | LINK | META | NOFRAMES | STYLE => self.start_tag_in_head(tag),
                _ => {
                    self.stack.pop();
                    self.mode = Mode::InHead;
                    self.start_tag_in_head(tag)
                }
            },
            Mode::AfterHead => match tag.name {
                HTML | HEAD => Effect::Nothing,
                BODY => {
                    self.stack.push_html(BODY);
                    self.frameset_ok = false;
                    self.mode = Mode::InBody;
                    Effect::Nothing
                }
                FRAMESET => {
                    self.stack.push_html(FRAMESET);
                    self.mode = Mode::InFrameset;
                    Effect::Nothing
                }
                BASE | BASEFONT | BGSOUND | LINK | META | NOFRAMES | SCRIPT | STYLE | TEMPLATE | TITLE => {
                    self.start_tag_in_head(tag)
                }
                _ => {
                    self.stack.push_html(BODY);
                    self.mode = Mode::InBody;
                    self.start_tag_in_body(tag)
                }
            },
            Mode::InBody => self.start_tag_in_body(tag),
            Mode::InTable => self.start_tag_in_table(tag),
            Mode::InCaption => self.start_tag_in_caption(tag),
            Mode::InColumnGroup => self.start_tag_in_column_group(tag),
            Mode::InTableBody => self.start_tag_in_table_body(tag),
            Mode::InRow => self.start_tag_in_row(tag),
            Mode::InCell => self.start_tag_in_cell(tag),
            Mode::InTemplate => self.start_tag_in_template(tag),
            Mode::InFrameset => match tag.name {
                FRAMESET => {
                    self.stack.push_html(FRAMESET);
                    Effect::Nothing
                }
                NOFRAMES => Effect::RawText,
                _ => Effect::Nothing,
            },
            Mode::AfterFrameset if tag.name == NOFRAMES => Effect::RawText,
            Mode::AfterFrameset => Effect::Nothing,
        }
    }

    /// [In head](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead), where a
    /// `meta` counts.
    pub(super) fn start_tag_in_head(&mut self, tag: &Tag<'_>) -> Effect {
        match tag.name {
            META => Effect::Meta,
            HTML | HEAD | BASE | BASEFONT | BGSOUND | LINK => Effect::Nothing,
            TITLE | NOFRAMES | STYLE => Effect::RawText,
            NOSCRIPT if self.scripting => Effect::RawText,
            NOSCRIPT => {
                self.stack.push_html(NOSCRIPT);
                self.mode = Mode::InHeadNoscript;
                Effect::Nothing
            }
            SCRIPT => Effect::Script,
            // Nested too deep, it is treated as empty.
            TEMPLATE if self.stack.is_full() => Effect::Nothing,
            TEMPLATE => {
                self.is_head_over = true;
                self.formatting.push_marker();
                self.frameset_ok = false;
                self.mode = Mode::InTemplate;
                self.template_modes.push(Mode::InTemplate);
                self.stack.push_html(TEMPLATE);
                Effect::Nothing
            }
            _ => {
                self.pop_head();
                self.start_tag(Mode::AfterHead, tag)
            }
        }
    }

    /// [In template](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intemplate).
    fn start_tag_in_template(&mut self, tag: &Tag<'_>) -> Effect {
        let mode = match tag.name {
            BASE | BASEFONT | BGSOUND | LINK | META | NOFRAMES | SCRIPT | STYLE | TEMPLATE | TITLE => {
                return self.start_tag_in_head(tag);
            }
            CAPTION | COLGROUP | TBODY | TFOOT | THEAD => Mode::InTable,
            COL => Mode::InColumnGroup,
            TR => Mode::InTableBody,
            TD | TH => Mode::InRow,
            _ => Mode::InBody,
        };
        self.template_modes.pop();
        self.template_modes.push(mode);
        self.mode = mode;
        self.start_tag(mode, tag)
    }

    /// Handles an end tag by the rules of `mode`.
    pub(super) fn end_tag(&mut self, mode: Mode, tag: &Tag<'_>) -> Effect {
        match mode {
            Mode::Initial => {
                self.mode = Mode::BeforeHtml;
                self.end_tag_before_body(Mode::BeforeHtml, tag);
            }
            Mode::BeforeHtml | Mode::BeforeHead | Mode::InHead | Mode::InHeadNoscript | Mode::AfterHead => {
                self.end_tag_before_body(mode, tag);
            }
            Mode::InBody => self.end_tag_in_body(tag),
            Mode::InTable => self.end_tag_in_table(tag),
            Mode::InCaption => self.end_tag_in_caption(tag),
            Mode::InColumnGroup => self.end_tag_in_column_group(tag),
            Mode::InTableBody => self.end_tag_in_table_body(tag),
            Mode::InRow => self.end_tag_in_row(tag),
            Mode::InCell => self.end_tag_in_cell(tag),
            Mode::InTemplate => {
                if tag.name == TEMPLATE {
                    self.end_template();
                }
            }
            Mode::InFrameset => {
                if tag.name == FRAMESET && self.stack.len() > 1 {
                    self.stack.pop();
                    if !self.stack.current_is(FRAMESET) {
                        self.mode = Mode::AfterFrameset;
                    }
                }
            }
            Mode::AfterFrameset => {}
        }
        Effect::Nothing
    }

    fn end_tag_before_body(&mut self, mode: Mode, tag: &Tag<'_>) {
        let is_general = matches!(tag.name, BODY | HTML | BR);
        match mode {
            Mode::BeforeHtml if is_general || tag.name == HEAD => {
                self.stack.push_html(HTML);
                self.mode = Mode::BeforeHead;
                self.end_tag_before_body(Mode::BeforeHead, tag);
            }
            Mode::BeforeHead if is_general || tag.name == HEAD => {
                self.stack.push_html(HEAD);
                self.had_head = true;
                self.mode = Mode::InHead;
                self.end_tag_before_body(Mode::InHead, tag);
            }
            Mode::InHead if tag.name == HEAD => self.pop_head(),
            Mode::InHead if is_general => {
                self.pop_head();
                self.end_tag_before_body(Mode::AfterHead, tag);
            }
            Mode::InHeadNoscript if tag.name == NOSCRIPT => {
                self.stack.pop();
                self.mode = Mode::InHead;
            }
            Mode::InHeadNoscript if tag.name == BR => {
                self.stack.pop();
                self.mode = Mode::InHead;
                self.end_tag_before_body(Mode::InHead, tag);
            }
            Mode::AfterHead if is_general => {
                self.stack.push_html(BODY);
                self.mode = Mode::InBody;
                self.end_tag_in_body(tag);
            }
            Mode::InHead | Mode::AfterHead if tag.name == TEMPLATE => self.end_template(),
            _ => {}
        }
    }

    /// `</template>`.
    pub(super) fn end_template(&mut self) {
        if !self.stack.has(TEMPLATE) {
            return;
        }
        self.stack.generate_all_implied_end_tags();
        self.stack.pop_until(TEMPLATE);
        self.formatting.clear_to_marker();
        self.template_modes.pop();
        self.reset_insertion_mode();
    }

    /// Pops an open element of that name and the elements nested in it, if it is in scope.
    pub(super) fn close_in_scope(&mut self, scope: Scope, name: Name) -> bool {
        let is_open = self.stack.in_scope(scope, name);
        if is_open {
            self.stack.generate_implied_end_tags(name);
            self.stack.pop_until(name);
        }
        is_open
    }
}
