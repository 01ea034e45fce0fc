//! The insertion modes other than those of the body and of tables.

use super::super::name::*;
use super::super::tag::Tag;
use super::stack::Scope;
use super::{Effect, Mode, Tree};

impl Tree {
    /// Handles a start tag by the rules of the insertion mode.
    pub(super) fn start_tag(&mut self, tag: &Tag<'_>) -> Effect {
        match self.mode {
            Mode::Initial | Mode::BeforeHtml => {
                self.imply_next();
                if tag.name == HTML { Effect::Nothing } else { self.start_tag(tag) }
            }
            Mode::BeforeHead if tag.name == HTML => Effect::Nothing,
            Mode::BeforeHead => {
                self.imply_next();
                if tag.name == HEAD { Effect::Nothing } else { self.start_tag(tag) }
            }
            Mode::InHead => self.start_tag_in_head(tag),
            Mode::InHeadNoscript => match tag.name {
                HTML | HEAD | NOSCRIPT => Effect::Nothing,
                BASEFONT | BGSOUND | LINK | META | NOFRAMES | STYLE => self.start_tag_in_head(tag),
                _ => {
                    self.imply_next();
                    self.start_tag_in_head(tag)
                }
            },
            Mode::AfterHead => match tag.name {
                HTML | HEAD => Effect::Nothing,
                FRAMESET => {
                    self.stack.push_html(FRAMESET);
                    self.mode = Mode::InFrameset;
                    Effect::Nothing
                }
                name if is_in_head(name) => self.start_tag_in_head(tag),
                _ => {
                    self.imply_next();
                    self.start_tag_in_body(tag)
                }
            },
            Mode::InBody => self.start_tag_in_body(tag),
            Mode::InTable => self.start_tag_in_table(tag),
            Mode::InColumnGroup => self.start_tag_in_column_group(tag),
            Mode::InCaption | Mode::InTableBody | Mode::InRow | Mode::InCell => self.start_tag_in_part(self.mode, tag),
            Mode::InTemplate => self.start_tag_in_template(tag),
            Mode::InFrameset if tag.name == FRAMESET => {
                self.stack.push_html(FRAMESET);
                Effect::Nothing
            }
            Mode::InFrameset | Mode::AfterFrameset if tag.name == NOFRAMES => Effect::RawText,
            Mode::InFrameset | Mode::AfterFrameset => Effect::Nothing,
        }
    }

    /// Opens or closes the next element that the standard implies before the body.
    pub(super) fn imply_next(&mut self) {
        self.mode = match self.mode {
            Mode::Initial | Mode::BeforeHtml => {
                self.stack.push_html(HTML);
                Mode::BeforeHead
            }
            Mode::BeforeHead => {
                self.stack.push_html(HEAD);
                self.had_head = true;
                Mode::InHead
            }
            Mode::InHeadNoscript => {
                self.stack.pop();
                Mode::InHead
            }
            Mode::InHead => {
                self.stack.pop();
                self.is_head_over = true;
                Mode::AfterHead
            }
            Mode::AfterHead => {
                self.stack.push_html(BODY);
                Mode::InBody
            }
            behind => behind,
        };
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
            // Nested too deep: treated as empty.
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
                self.imply_next();
                self.start_tag(tag)
            }
        }
    }

    /// [In template](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intemplate).
    fn start_tag_in_template(&mut self, tag: &Tag<'_>) -> Effect {
        let mode = match tag.name {
            name if is_in_head(name) => return self.start_tag_in_head(tag),
            CAPTION | COLGROUP | TBODY | TFOOT | THEAD => Mode::InTable,
            COL => Mode::InColumnGroup,
            TR => Mode::InTableBody,
            TD | TH => Mode::InRow,
            _ => Mode::InBody,
        };
        self.template_modes.pop();
        self.template_modes.push(mode);
        self.mode = mode;
        self.start_tag(tag)
    }

    /// Handles an end tag by the rules of the insertion mode.
    pub(super) fn end_tag(&mut self, tag: &Tag<'_>) {
        match self.mode {
            Mode::Initial => {
                self.mode = Mode::BeforeHtml;
                self.end_tag(tag);
            }
            Mode::BeforeHtml | Mode::BeforeHead | Mode::InHead | Mode::InHeadNoscript | Mode::AfterHead => {
                self.end_tag_before_body(tag);
            }
            Mode::InBody => self.end_tag_in_body(tag),
            Mode::InTable => self.end_tag_in_table(tag),
            Mode::InColumnGroup => self.end_tag_in_column_group(tag),
            Mode::InCaption | Mode::InTableBody | Mode::InRow | Mode::InCell => self.end_tag_in_part(self.mode, tag),
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
    }

    fn end_tag_before_body(&mut self, tag: &Tag<'_>) {
        match (self.mode, tag.name) {
            (Mode::InHead, HEAD) | (Mode::InHeadNoscript, NOSCRIPT) => self.imply_next(),
            (Mode::InHead | Mode::AfterHead, TEMPLATE) => self.end_template(),
            (Mode::InHeadNoscript, BODY | HTML) => {}
            (Mode::BeforeHtml | Mode::BeforeHead, HEAD) | (_, BODY | HTML | BR) => {
                self.imply_next();
                self.end_tag(tag);
            }
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
