//! The [tokenizer](https://html.spec.whatwg.org/multipage/parsing.html#tokenization), from one
//! tag that tree construction gets to see to the next.

use memchr::{memchr, memmem};

use super::doctype::is_quirky;
use super::name::{Name, SCRIPT, name};
use super::tag::{Tag, TagEnd, ends_a_name, is_tag, less_than_or_dash};
use super::tree::{Effect, Mode, Tree};

const DOCTYPE: &[u8] = b"<!doctype";

/// What the bytes at the position belong to.
#[derive(Clone, Copy, Debug)]
enum State {
    Data,
    /// A comment; at its start `>` and `->` end it too.
    Comment {
        at_start: bool,
    },
    /// Anything that ends at the next `>`: bogus comment, DOCTYPE that comes too late.
    Bogus,
    CdataSection,
    /// RCDATA or RAWTEXT, up to that end tag.
    RawText(Name),
    Script(Script),
    Plaintext,
}

/// The [script data states](https://html.spec.whatwg.org/multipage/parsing.html#script-data-state).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Script {
    Plain,
    /// Behind `<!--`.
    Escaped,
    /// Behind `<!--` and `<script`.
    DoubleEscaped,
}

/// A tokenizer and the tree construction that it works for, between two tokens or inside one.
#[derive(Clone, Debug)]
pub(super) struct Tokenizer {
    pub(super) tree: Tree,
    state: State,
    /// How far the tag at the position was read before the bytes ended.
    tag_end: TagEnd,
    /// How much of the DOCTYPE at the position was searched for its end before.
    searched: usize,
    /// Where the tag ends that ended the head in the last run.
    pub(super) head_end: Option<usize>,
}

/// Why the tokenizer came back.
pub(super) enum Stop<'a> {
    /// It met a `meta` that counts, and stands behind it.
    Meta(Tag<'a>),
    /// It stands at or behind the position that it was to go to, or where bytes are missing.
    Position,
}

impl Tokenizer {
    pub(super) fn new(scripting: bool) -> Tokenizer {
        Tokenizer {
            tree: Tree::new(scripting),
            state: State::Data,
            tag_end: TagEnd::default(),
            searched: 0,
            head_end: None,
        }
    }

    /// Goes on from `position` until a `meta` counts, `until` is reached, or a token does not end
    /// in `bytes`; from `head_from` on it stops, too, where the head is over. Linear in the bytes
    /// that it passes.
    pub(super) fn run<'a>(
        &mut self,
        bytes: &'a [u8],
        position: &mut usize,
        until: usize,
        head_from: usize,
    ) -> Stop<'a> {
        while *position < until && (*position < head_from || !self.tree.is_head_over) {
            let Some(rest) = bytes.get(*position..) else { break };
            let was_over = self.tree.is_head_over;
            let (passed, goes_on, tag) = match self.state {
                State::Data => self.data(rest),
                _ => {
                    let (passed, goes_on) = self.other(rest);
                    (passed, goes_on, None)
                }
            };
            *position += passed;
            if !was_over && self.tree.is_head_over {
                self.head_end = Some(*position);
            }
            if let Some(meta) = tag {
                return Stop::Meta(meta);
            }
            if !goes_on {
                break;
            }
        }
        Stop::Position
    }

    /// [Data state](https://html.spec.whatwg.org/multipage/parsing.html#data-state): text, then
    /// whatever `<` starts. Bytes passed, whether more can be passed, a `meta` that counts.
    fn data<'a>(&mut self, rest: &'a [u8]) -> (usize, bool, Option<Tag<'a>>) {
        let text = memchr(b'<', rest).unwrap_or(rest.len());
        if text > 0 {
            self.tree.text(&rest[..text]);
            return (text, text < rest.len(), None);
        }
        let (state, passed) = match rest {
            [_, b'!', b'-', b'-', ..] => (State::Comment { at_start: true }, 4),
            [_, b'!'] | [_, b'!', b'-'] => return (0, false, None),
            [_, b'!', b'[', ..] if self.tree.allows_cdata() => {
                const CDATA: &[u8] = b"<![CDATA[";
                match rest.get(..CDATA.len()) {
                    Some(CDATA) => (State::CdataSection, CDATA.len()),
                    None if CDATA.starts_with(rest) => return (0, false, None),
                    _ => (State::Bogus, 2),
                }
            }
            [_, b'!', b'd' | b'D', ..] if self.tree.mode == Mode::Initial => match rest.get(..DOCTYPE.len()) {
                Some(start) if start.eq_ignore_ascii_case(DOCTYPE) => return self.doctype(rest),
                None if DOCTYPE.starts_with(&rest.to_ascii_lowercase()) => return (0, false, None),
                _ => (State::Bogus, 2),
            },
            [_, b'!' | b'?', ..] => (State::Bogus, 2),
            _ => match is_tag(rest) {
                None => return (0, false, None),
                Some(true) => return self.tag(rest),
                Some(false) if rest.get(1) == Some(&b'/') => (State::Bogus, 2),
                Some(false) => {
                    self.tree.text(b"<");
                    (State::Data, 1)
                }
            },
        };
        self.state = state;
        (passed, true, None)
    }

    /// A DOCTYPE that decides on quirks mode.
    fn doctype<'a>(&mut self, rest: &[u8]) -> (usize, bool, Option<Tag<'a>>) {
        let Some(end) = memchr(b'>', rest.get(self.searched..).unwrap_or_default()) else {
            self.searched = rest.len();
            return (0, false, None);
        };
        let end = core::mem::take(&mut self.searched) + end;
        self.tree.doctype(is_quirky(rest.get(DOCTYPE.len()..end).unwrap_or_default()));
        (end + 1, true, None)
    }

    fn tag<'a>(&mut self, rest: &'a [u8]) -> (usize, bool, Option<Tag<'a>>) {
        let Some(length) = self.tag_end.find(rest) else { return (0, false, None) };
        self.tag_end = TagEnd::default();
        let tag = Tag::new(&rest[..length]);
        match self.tree.tag(&tag) {
            Effect::Nothing => {}
            Effect::Meta => return (length, true, Some(tag)),
            Effect::RawText => self.state = State::RawText(tag.name),
            Effect::Script => self.state = State::Script(Script::Plain),
            Effect::Plaintext => self.state = State::Plaintext,
        }
        (length, true, None)
    }

    /// Everything that is not data: bytes passed, and whether more can be passed.
    fn other(&mut self, rest: &[u8]) -> (usize, bool) {
        match self.state {
            State::Data | State::Plaintext => (rest.len(), false),
            State::Comment { at_start } => self.comment(rest, at_start),
            State::Bogus => self.skip_behind(rest, b">"),
            State::CdataSection => {
                let (passed, goes_on) = self.skip_behind(rest, b"]]>");
                let text = rest.get(..passed).unwrap_or_default();
                self.tree.text(text.strip_suffix(b"]]>").unwrap_or(text));
                (passed, goes_on)
            }
            State::RawText(element) => self.raw_text(rest, element),
            State::Script(script) => self.script(rest, script),
        }
    }

    /// Skips to behind `end`; without it, to where it may start.
    fn skip_behind(&mut self, rest: &[u8], end: &[u8]) -> (usize, bool) {
        match memmem::find(rest, end) {
            Some(found) => {
                self.state = State::Data;
                (found + end.len(), true)
            }
            None => (rest.len().saturating_sub(end.len() - 1), false),
        }
    }

    /// [Comment start state](https://html.spec.whatwg.org/multipage/parsing.html#comment-start-state)
    /// and those behind it: the comment ends at `-->` or `--!>`, and at once at `>` or `->`.
    fn comment(&mut self, rest: &[u8], at_start: bool) -> (usize, bool) {
        if at_start {
            let end: usize = match rest {
                [b'>', ..] => 1,
                [b'-', b'>', ..] => 2,
                [] | [b'-'] => return (0, false),
                _ => 0,
            };
            self.state = if end > 0 { State::Data } else { State::Comment { at_start: false } };
            return (end, true);
        }
        let mut at = 0;
        while let Some(dashes) = memmem::find(&rest[at..], b"--") {
            at += dashes;
            match rest.get(at + 2..) {
                Some([b'>', ..]) => {
                    self.state = State::Data;
                    return (at + 3, true);
                }
                Some([b'!', b'>', ..]) => {
                    self.state = State::Data;
                    return (at + 4, true);
                }
                Some([] | [b'!']) | None => return (at, false),
                Some(_) => at += 1,
            }
        }
        (rest.len() - usize::from(rest.ends_with(b"-")), false)
    }

    /// [RCDATA](https://html.spec.whatwg.org/multipage/parsing.html#rcdata-state) and
    /// [RAWTEXT](https://html.spec.whatwg.org/multipage/parsing.html#rawtext-state).
    fn raw_text(&mut self, rest: &[u8], element: Name) -> (usize, bool) {
        let mut at = 0;
        while let Some(less_than) = memchr(b'<', &rest[at..]) {
            at += less_than;
            match named_tag(&rest[at..], element) {
                None => return (at, false),
                Some(Named::End) => return self.end_raw_text(rest, at),
                Some(_) => at += 1,
            }
        }
        (rest.len(), false)
    }

    /// [Script data](https://html.spec.whatwg.org/multipage/parsing.html#script-data-state), where
    /// `<!--` and then `<script` make `</script` text.
    fn script(&mut self, rest: &[u8], mut script: Script) -> (usize, bool) {
        let mut at = 0;
        loop {
            let found = match script {
                Script::Plain => memchr(b'<', &rest[at..]),
                _ => less_than_or_dash(&rest[at..]),
            };
            let Some(found) = found else { break };
            at += found;
            let here = &rest[at..];
            // Where the bytes end, whatever starts here waits for more of them.
            let is_known = match (here, script) {
                ([b'<', b'!', b'-', b'-', ..], Script::Plain) => {
                    script = Script::Escaped;
                    // Its dashes may be those of `-->`.
                    at += 2;
                    true
                }
                ([b'<', b'!', ..], Script::Plain) if here.len() < 4 && b"<!--".starts_with(here) => false,
                ([b'-', b'-', b'>', ..], _) => {
                    script = Script::Plain;
                    at += 3;
                    true
                }
                ([b'-', ..], _) if here.len() < 3 && b"-->".starts_with(here) => false,
                ([b'<', ..], _) => match named_tag(here, SCRIPT) {
                    None => false,
                    Some(Named::End) if script != Script::DoubleEscaped => {
                        self.state = State::Script(script);
                        return self.end_raw_text(rest, at);
                    }
                    Some(Named::End) => {
                        script = Script::Escaped;
                        at += 1;
                        true
                    }
                    Some(Named::Start) if script == Script::Escaped => {
                        script = Script::DoubleEscaped;
                        at += 1;
                        true
                    }
                    Some(_) => {
                        at += 1;
                        true
                    }
                },
                _ => {
                    at += 1;
                    true
                }
            };
            if !is_known {
                self.state = State::Script(script);
                return (at, false);
            }
        }
        self.state = State::Script(script);
        (rest.len(), false)
    }

    /// The end tag that ends raw text, as a whole: nothing is left to tree construction.
    fn end_raw_text(&mut self, rest: &[u8], at: usize) -> (usize, bool) {
        match self.tag_end.find(&rest[at..]) {
            Some(length) => {
                self.tag_end = TagEnd::default();
                self.state = State::Data;
                (at + length, true)
            }
            None => (at, false),
        }
    }
}

/// What a `<` in raw text starts.
enum Named {
    Start,
    End,
    Other,
}

/// Whether the bytes from `<` on are a tag of that element; `None` if bytes to come decide.
fn named_tag(bytes: &[u8], element: Name) -> Option<Named> {
    /// The longest name that is looked for here: `plaintext` never ends.
    const LONGEST: usize = b"textarea".len();
    let (start, named) = match bytes {
        [_, b'/', ..] => (2, Named::End),
        [_] => return None,
        _ => (1, Named::Start),
    };
    let rest = bytes.get(start..)?;
    match rest.iter().take(LONGEST + 1).position(|&byte| ends_a_name(byte)) {
        Some(length) if name(&rest[..length]) == element => Some(named),
        None if rest.len() <= LONGEST && rest.iter().all(u8::is_ascii_alphabetic) => None,
        _ => Some(Named::Other),
    }
}
