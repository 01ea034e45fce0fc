//! Until where a browser looks for declarations: in its first 1,024 bytes everywhere, behind them
//! in the head only.

/// Firefox parses blocks of this many bytes.
const BLOCK: usize = 1024;

/// Where declarations stop to count. All positions are the page's.
#[derive(Clone, Debug)]
pub(super) struct Head {
    /// From here on, declarations count in the head only.
    from: usize,
    /// Whether anything came that is no head's.
    pub(super) is_over: bool,
    /// Where what ended it ends; for text, where that begins.
    pub(super) end: Option<usize>,
    /// In Firefox text ends the head, but the parser stops behind the token that follows the text,
    /// if that ends up to here.
    grace: Option<usize>,
}

impl Head {
    pub(super) fn new(from: usize) -> Head {
        Head { from, is_over: false, end: None, grace: None }
    }

    /// Whether no declaration counts that begins at `position`.
    pub(super) fn is_behind(&self, position: usize) -> bool {
        position >= self.from && self.is_over && self.grace.is_none_or(|grace| position >= grace)
    }

    /// A token that is no text has ended here: whether a declaration in it counts. `has_return`:
    /// whether there is a carriage return in it.
    pub(super) fn token(&mut self, end: usize, has_return: bool) -> bool {
        match self.grace.take() {
            Some(usize::MAX) | None => true,
            Some(grace) => end <= grace && !has_return,
        }
    }

    /// A tag ended the head.
    pub(super) fn end_with_tag(&mut self, end: usize) {
        if !self.is_over {
            self.is_over = true;
            self.end = Some(end);
        }
    }

    /// Text from `start` on; what stands at `visible` in it is not head.
    ///
    /// Firefox hands text to its tree builder at the next `<`, at a carriage return and at the end
    /// of a block, and stops after that at the next token, carriage return or end of a block.
    pub(super) fn text(&mut self, start: usize, text: &[u8], visible: Option<usize>) {
        let mut seen = 0;
        if let Some(visible) = visible.filter(|_| !self.is_over) {
            self.is_over = true;
            let at = start + visible;
            self.end = Some(at);
            if at >= self.from {
                self.grace.get_or_insert((at / BLOCK + 1) * BLOCK);
            }
            seen = visible;
        }
        let has_return = || memchr::memchr(b'\r', text.get(seen..).unwrap_or_default()).is_some();
        if self.is_over && self.grace.is_some_and(|grace| grace != usize::MAX) && has_return() {
            self.grace = None;
        }
    }

    /// A `<` and what stands behind it, up to `end`, that turned out to be no token. Where the first
    /// 1,024 bytes end in it, the browser goes on until a token ends.
    pub(super) fn no_token(&mut self, position: usize, end: usize) {
        if position < self.from && self.from < end {
            self.grace = Some(usize::MAX);
        }
    }
}
