//! The [tokenizer](https://html.spec.whatwg.org/multipage/parsing.html#tokenization). It stops at
//! the tags that tree construction needs to see.

use memchr::{memchr, memchr2, memmem};

use super::super::attributes::ends_a_name;
use super::super::character_reference;
use super::chromium::Flat;
use super::head::Head;
use super::name::{Name, SCRIPT, name};
use super::tag::{Tag, TagEnd, is_tag};
use super::tree::{Effect, Tree};

const DOCTYPE: &[u8] = b"<!doctype";

/// What the bytes at the position belong to.
#[derive(Clone, Copy, Debug)]
enum State {
    Data,
    /// A comment. At its start, `>` and `->` end it too.
    Comment {
        at_start: bool,
    },
    /// A bogus comment, or a DOCTYPE where it has no effect: ends at the next `>`.
    Bogus,
    CdataSection,
    /// RCDATA or RAWTEXT: ends at the end tag of that name.
    RawText(Name),
    Script(Script),
    Plaintext,
}

/// The [script data states](https://html.spec.whatwg.org/multipage/parsing.html#script-data-state).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Script {
    Plain,
    /// After `<!--`.
    Escaped,
    /// After `<!--` and `<script`.
    DoubleEscaped,
}

/// Where the tokens go.
#[derive(Clone, Debug)]
pub(super) enum Construction {
    /// Tree construction, as in a parser.
    Tree(Tree),
    /// No tree: each tag is judged by itself.
    Flat(Flat),
}

/// A tokenizer and the state that its tokens go to.
#[derive(Clone, Debug)]
pub(super) struct Tokenizer {
    construction: Construction,
    pub(super) head: Head,
    state: State,
    /// How far the tag at the position was read before the bytes ended.
    tag_end: TagEnd,
    /// How many bytes of the DOCTYPE at the position were searched for its end.
    searched: usize,
}

/// How far the tokenizer came.
struct Advance<'a> {
    /// How many bytes were passed.
    passed: usize,
    /// Whether more bytes can be passed.
    goes_on: bool,
    what: Passed<'a>,
}

enum Passed<'a> {
    /// Text, or a part of a token.
    Some,
    /// The rest of a token.
    Token,
    /// A whole tag, and whether it is a `meta` that counts.
    Tag(Tag<'a>, bool),
}

impl Advance<'_> {
    /// The result when only later bytes can tell how to continue.
    const WAITS: Self = Advance { passed: 0, goes_on: false, what: Passed::Some };
}

impl Tokenizer {
    pub(super) fn new(construction: Construction, head: Head) -> Tokenizer {
        Tokenizer { construction, head, state: State::Data, tag_end: TagEnd::default(), searched: 0 }
    }

    /// Continues from `position` until a `meta` counts (which is returned), until `until` is reached, until a token
    /// does not end in `bytes` (which begin at `offset` in the page), or until no `meta` can count any more. Linear
    /// in the bytes passed.
    pub(super) fn run<'a>(
        &mut self,
        bytes: &'a [u8],
        position: &mut usize,
        until: usize,
        offset: usize,
    ) -> Option<Tag<'a>> {
        while *position < until && !self.head.is_behind(offset + *position) {
            let Some(rest) = bytes.get(*position..) else { break };
            let step = match self.state {
                State::Data => self.data(rest, offset + *position),
                _ => self.other(rest),
            };
            *position += step.passed;
            let end = offset + *position;
            match step.what {
                Passed::Some => {}
                Passed::Token => {
                    self.head.token(end, false);
                }
                Passed::Tag(tag, is_meta) => {
                    let has_return = is_meta && memchr(b'\r', tag.bytes).is_some();
                    if self.head.token(end, has_return) && is_meta {
                        return Some(tag);
                    }
                    if self.has_ended_head() {
                        self.head.end_with_tag(end);
                    }
                }
            }
            if !step.goes_on {
                break;
            }
        }
        None
    }

    fn has_ended_head(&self) -> bool {
        match &self.construction {
            Construction::Tree(tree) => tree.is_head_over,
            Construction::Flat(flat) => flat.is_head_over,
        }
    }

    /// [Data state](https://html.spec.whatwg.org/multipage/parsing.html#data-state): text, then
    /// whatever a `<` starts. `rest` begins at `position` in the page.
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn data<'a>(&mut self, rest: &'a [u8], position: usize) -> Advance<'a> {
        let text = memchr(b'<', rest);
        let length = text.unwrap_or(rest.len());
        if length > 0 {
            return self.text(&rest[..length], text.is_some(), position);
        }
        let (state, passed) = match rest {
            [_, b'!', b'-', b'-', ..] => (State::Comment { at_start: true }, 4),
            [_, b'!'] | [_, b'!', b'-'] => return Advance::WAITS,
            [_, b'!', b'[', ..] if matches!(&self.construction, Construction::Tree(tree) if tree.allows_cdata()) => {
                const CDATA: &[u8] = b"<![CDATA[";
                match rest.get(..CDATA.len()) {
                    Some(CDATA) => (State::CdataSection, CDATA.len()),
                    None if CDATA.starts_with(rest) => return Advance::WAITS,
                    _ => (State::Bogus, 2),
                }
            }
            [_, b'!', b'd' | b'D', ..] if matches!(&self.construction, Construction::Tree(tree) if tree.wants_doctype()) => {
                match rest.get(..DOCTYPE.len()) {
                    Some(start) if start.eq_ignore_ascii_case(DOCTYPE) => return self.doctype(rest),
                    None if DOCTYPE.starts_with(&rest.to_ascii_lowercase()) => return Advance::WAITS,
                    _ => (State::Bogus, 2),
                }
            }
            [_, b'!' | b'?', ..] => (State::Bogus, 2),
            _ => match is_tag(rest) {
                None => return Advance::WAITS,
                Some(true) => return self.tag(rest),
                Some(false) if rest.starts_with(b"</>") => {
                    self.no_token(position, 3);
                    return Advance { passed: 3, goes_on: true, what: Passed::Some };
                }
                Some(false) if rest.get(1) == Some(&b'/') => (State::Bogus, 2),
                Some(false) => {
                    let step = self.text(b"<", true, position);
                    self.no_token(position, 2);
                    return step;
                }
            },
        };
        self.state = state;
        Advance { passed, goes_on: true, what: Passed::Some }
    }

    /// Passes `length` bytes that turned out not to be a token.
    fn no_token(&mut self, position: usize, length: usize) {
        let end = position + length;
        match self.construction {
            Construction::Tree(_) => self.head.no_token(position, end),
            // Chromium checks the limit at the end of a token, and text is a token.
            Construction::Flat(_) if length == b"</>".len() => self.head.no_token(position, end + 1),
            Construction::Flat(_) => {}
        }
    }

    /// Passes text at `position` in the page. `goes_on` says whether bytes follow it.
    fn text<'a>(&mut self, mut text: &[u8], goes_on: bool, position: usize) -> Advance<'a> {
        if let Construction::Tree(tree) = &mut self.construction {
            let mut visible = None;
            if !tree.ignores_text() {
                if !goes_on {
                    // The start of a possible character reference for white space is kept until its
                    // end is known.
                    text = &text[..text.len() - character_reference::unfinished(text)];
                }
                visible = Tree::first_visible(text);
                if !text.is_empty() {
                    tree.text(visible.is_none());
                }
            }
            self.head.text(position, text, visible.filter(|_| tree.is_head_over));
        } else if goes_on {
            self.head.token(position + text.len(), false);
        }
        Advance { passed: text.len(), goes_on, what: Passed::Some }
    }

    /// Passes a DOCTYPE, which decides on quirks mode.
    fn doctype<'a>(&mut self, rest: &[u8]) -> Advance<'a> {
        let Some(end) = memchr(b'>', rest.get(self.searched..).unwrap_or_default()) else {
            self.searched = rest.len();
            return Advance::WAITS;
        };
        let end = core::mem::take(&mut self.searched) + end;
        if let Construction::Tree(tree) = &mut self.construction {
            tree.doctype(rest.get(DOCTYPE.len()..end).unwrap_or_default());
        }
        Advance { passed: end + 1, goes_on: true, what: Passed::Token }
    }

    fn tag<'a>(&mut self, rest: &'a [u8]) -> Advance<'a> {
        let Some(passed) = self.tag_end.find(rest) else { return Advance::WAITS };
        self.tag_end = TagEnd::default();
        let tag = Tag::new(&rest[..passed]);
        let effect = match &mut self.construction {
            Construction::Tree(tree) => tree.tag(&tag),
            Construction::Flat(flat) => flat.tag(&tag),
        };
        match effect {
            Effect::Nothing | Effect::Meta => {}
            Effect::RawText => self.state = State::RawText(tag.name),
            Effect::Script => self.state = State::Script(Script::Plain),
            Effect::Plaintext => self.state = State::Plaintext,
        }
        Advance { passed, goes_on: true, what: Passed::Tag(tag, effect == Effect::Meta) }
    }

    /// Passes the content of a comment, of raw text or of a script.
    fn other<'a>(&mut self, rest: &[u8]) -> Advance<'a> {
        let (passed, goes_on) = match self.state {
            State::Data | State::Plaintext => (rest.len(), false),
            State::Comment { at_start } => self.comment(rest, at_start),
            State::Bogus => self.skip_behind(rest, b">"),
            State::CdataSection => {
                let (passed, goes_on) = self.skip_behind(rest, b"]]>");
                let text = rest.get(..passed).unwrap_or_default();
                let text = text.strip_suffix(b"]]>").unwrap_or(text);
                if let Construction::Tree(tree) = &mut self.construction
                    && !text.is_empty()
                {
                    // In a CDATA section an ampersand is text.
                    tree.text(text.iter().all(|byte| matches!(byte, 0 | b'\t' | b'\n' | 0x0C | b'\r' | b' ')));
                }
                (passed, goes_on)
            }
            State::RawText(element) => self.raw_text(rest, element),
            State::Script(script) => self.script(rest, script),
        };
        let what = if matches!(self.state, State::Data) { Passed::Token } else { Passed::Some };
        Advance { passed, goes_on, what }
    }

    /// Skips to after `end`, or, if that is not found, to where it may start.
    fn skip_behind(&mut self, rest: &[u8], end: &[u8]) -> (usize, bool) {
        match memmem::find(rest, end) {
            Some(found) => {
                self.state = State::Data;
                (found + end.len(), true)
            }
            None => (rest.len().saturating_sub(end.len() - 1), false),
        }
    }

    /// [Comment start
    /// state](https://html.spec.whatwg.org/multipage/parsing.html#comment-start-state) and the
    /// states after it. The comment ends at `-->` or `--!>`, or right at its start at `>` or `->`.
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
            let length = match rest.get(at + 2..) {
                Some([b'>', ..]) => 3,
                Some([b'!', b'>', ..]) => 4,
                Some([] | [b'!']) | None => return (at, false),
                Some(_) => {
                    at += 1;
                    continue;
                }
            };
            self.state = State::Data;
            return (at + length, true);
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

    /// [Script data](https://html.spec.whatwg.org/multipage/parsing.html#script-data-state). After
    /// `<!--` and `<script`, a `</script` is text.
    fn script(&mut self, rest: &[u8], mut script: Script) -> (usize, bool) {
        let mut at = 0;
        loop {
            let found = match script {
                Script::Plain => memchr(b'<', &rest[at..]),
                _ => memchr2(b'<', b'-', &rest[at..]),
            };
            let Some(found) = found else {
                self.state = State::Script(script);
                return (rest.len(), false);
            };
            at += found;
            let here = &rest[at..];
            // How many bytes to pass, and the state after them; `None` if only later bytes can tell what starts here.
            let next = match (here, script) {
                // The dashes of `<!--` may also be those of `-->`.
                ([b'<', b'!', b'-', b'-', ..], Script::Plain) => Some((2, Script::Escaped)),
                ([b'<', b'!', ..], Script::Plain) if here.len() < 4 && b"<!--".starts_with(here) => None,
                ([b'-', b'-', b'>', ..], _) => Some((3, Script::Plain)),
                ([b'-', ..], _) if here.len() < 3 && b"-->".starts_with(here) => None,
                ([b'<', ..], _) => match named_tag(here, SCRIPT) {
                    None => None,
                    Some(Named::End) if script != Script::DoubleEscaped => {
                        self.state = State::Script(script);
                        return self.end_raw_text(rest, at);
                    }
                    Some(Named::End) => Some((1, Script::Escaped)),
                    Some(Named::Start) if script == Script::Escaped => Some((1, Script::DoubleEscaped)),
                    Some(_) => Some((1, script)),
                },
                _ => Some((1, script)),
            };
            let Some((passed, state)) = next else {
                self.state = State::Script(script);
                return (at, false);
            };
            (at, script) = (at + passed, state);
        }
    }

    /// Passes the whole end tag of raw text. Tree construction need not see it.
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

/// Whether the bytes from `<` on are a tag of that element; `None` if only later bytes can tell.
fn named_tag(bytes: &[u8], element: Name) -> Option<Named> {
    /// The longest name that can end raw text (`plaintext` never ends).
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
