//! How far a browser looks for declarations: everywhere in the first 1,024 bytes, after them only
//! in the head.

/// Firefox parses blocks of this many bytes.
const BLOCK: usize = 1024;

/// Tracks where declarations stop counting. All positions are offsets in the page.
#[derive(Clone, Debug)]
pub(super) struct Head {
    /// From here on, declarations count only in the head.
    from: usize,
    /// Whether the head has ended.
    pub(super) is_over: bool,
    /// The end of the tag that ended the head, or the start of the text that did.
    pub(super) end: Option<usize>,
    grace: Grace,
}

/// How far the browser reads on where the head has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Grace {
    /// No further.
    Over,
    /// To the end of the next token.
    OneToken,
    /// As [`OneToken`](Self::OneToken), but the token must end at or before this position: in Firefox text ends the head,
    /// and the parser stops only after the token that follows the text.
    Until(usize),
}

impl Head {
    pub(super) fn new(from: usize) -> Head {
        Head { from, is_over: false, end: None, grace: Grace::Over }
    }

    /// Whether a declaration that begins at `position` is too late to count.
    pub(super) fn is_behind(&self, position: usize) -> bool {
        let is_late = match self.grace {
            Grace::Over => true,
            Grace::OneToken => false,
            Grace::Until(end) => position >= end,
        };
        position >= self.from && self.is_over && is_late
    }

    /// Called at the end of a token that is not text. Returns whether a declaration in it counts.
    /// `has_return` says whether it contains a carriage return.
    pub(super) fn token(&mut self, end: usize, has_return: bool) -> bool {
        match core::mem::replace(&mut self.grace, Grace::Over) {
            Grace::Over | Grace::OneToken => true,
            Grace::Until(grace) => end <= grace && !has_return,
        }
    }

    /// Called when a tag ends the head.
    pub(super) fn end_with_tag(&mut self, end: usize) {
        if !self.is_over {
            self.is_over = true;
            self.end = Some(end);
        }
    }

    /// Called for text from `start` on. The character at `visible`, if any, does not belong in a head.
    ///
    /// Firefox hands text to its tree builder at the next `<`, at a carriage return and at the end
    /// of a block. It then stops at the next token, carriage return or end of a block.
    pub(super) fn text(&mut self, start: usize, text: &[u8], visible: Option<usize>) {
        let mut seen = 0;
        if let Some(visible) = visible.filter(|_| !self.is_over) {
            self.is_over = true;
            let at = start + visible;
            self.end = Some(at);
            if at >= self.from && self.grace == Grace::Over {
                self.grace = Grace::Until((at / BLOCK + 1) * BLOCK);
            }
            seen = visible;
        }
        let has_return = || memchr::memchr(b'\r', text.get(seen..).unwrap_or_default()).is_some();
        if self.is_over && matches!(self.grace, Grace::Until(_)) && has_return() {
            self.grace = Grace::Over;
        }
    }

    /// Called for a `<` and the bytes after it, up to `end`, that turned out not to be a token. If
    /// the first 1,024 bytes end in it, the browser continues until a token ends.
    pub(super) fn no_token(&mut self, position: usize, end: usize) {
        if position < self.from && self.from < end {
            self.grace = Grace::OneToken;
        }
    }
}
