//! The cheapest way to read bytes, some of which are UTF-8 and some in a legacy encoding.

use alloc::vec::Vec;
use core::ops::Range;

use super::alphabet::Alphabet;
use super::{modified, oddness};
use crate::Encoding;
use crate::codec::single_byte_scalars;

/// The cost of legacy text after UTF-8 and of UTF-8 after legacy text, in nats.
const SWITCH: i32 = 4;

/// The additional cost of such a change between letters, in nats.
const IN_WORD: i32 = 6;

/// The cost of a letter beside one of another script, at most. Units such as `kΩ` have both.
const OTHER_SCRIPT: i32 = 3;

/// The cost of returning, after the end of a word, to the encoding of the rest of the file.
const BACK: i32 = 2;

/// The additional cost of a legacy character that occurs nowhere else in the page, if its byte may also be a truncated
/// character of UTF-8.
const UNSEEN_OR_CUT: i32 = 6;

/// The cost of a malformed sequence that is left as it is.
const DAMAGED: i32 = 14;

/// The same for a truncated character: the bytes start one of the page's characters, and no letter follows. Indexed
/// by the number of bytes, from 1 on.
const CUT: [i32; 3] = [9, 11, 11];

/// The length in bytes from which a run is read in parts, so that memory is bounded.
pub(super) const MOST_RUN: usize = 16 * 1024;

/// The lines that are not ASCII alone, without their ends. A line longer than [`MOST_RUN`] comes in parts, which end
/// after a space or a sign of ASCII if possible.
pub(super) fn segments(body: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let mut rest = 0;
    core::iter::from_fn(move || {
        let first = rest + Encoding::ascii_valid_up_to(body.get(rest..)?);
        body.get(first)?;
        let start = body[rest..first].iter().rposition(is_end).map_or(rest, |at| rest + at + 1);
        // Far before the first byte above 7F, ASCII makes no difference.
        let start = start.max(first.saturating_sub(MARGIN));
        let end = body[first..].iter().take(MOST_RUN - MARGIN).position(is_end).map(|length| first + length);
        rest = end.unwrap_or_else(|| {
            let most = body.len().min(first + MOST_RUN - MARGIN);
            let is_between = |byte: &u8| *byte <= b'/';
            let between = body[first..most].iter().rposition(is_between).filter(|_| most < body.len());
            // Otherwise, at least not inside a character of UTF-8.
            let is_first = |at: &usize| body.get(*at).is_none_or(|byte| !matches!(byte, 0x80..=0xBF));
            let before = (most.saturating_sub(3).max(first + 1)..=most).rev().find(is_first);
            between.map_or(before.unwrap_or(most), |at| first + at + 1)
        });
        Some(start..rest)
    })
}

/// How many bytes before the first one above 7F belong to a segment at most.
const MARGIN: usize = 64;

/// What the bytes of a run can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    Utf8,
    Legacy,
    Damaged,
}

impl Part {
    /// At equal cost, the earlier one wins.
    const ALL: [Part; 3] = [Part::Utf8, Part::Damaged, Part::Legacy];
}

/// The last step of the cheapest path to a position of a run that ends in a given [`Part`].
#[derive(Clone, Copy, Debug)]
struct Step {
    cost: i32,
    length: u16,
    before: Part,
    /// The script of its last character; 0 if that is no letter.
    script: u16,
}

const UNREACHED: Step = Step { cost: i32::MAX, length: 0, before: Part::Utf8, script: 0 };

/// The ways to read a run, or a line.
pub(super) struct Paths<'a> {
    body: &'a [u8],
    run: Range<usize>,
    alphabet: &'a Alphabet,
    encoding: Encoding,
    /// The encoding of the rest of the file.
    rest: Part,
    switch: i32,
    /// By position in the run, then by part. A two-byte character may end one byte after the run, in ASCII.
    steps: Vec<[Step; 3]>,
}

impl<'a> Paths<'a> {
    /// A run has at most [`MOST_RUN`] bytes. The file is in UTF-8.
    pub(super) fn new(body: &'a [u8], run: Range<usize>, alphabet: &'a Alphabet, encoding: Encoding) -> Paths<'a> {
        let mut steps = alloc::vec![[UNREACHED; 3]; run.len() + 2];
        steps[0][Part::Utf8 as usize].cost = 0;
        Paths { body, run, alphabet, encoding, rest: Part::Utf8, switch: SWITCH, steps }
    }

    /// The same in a file in the legacy encoding.
    pub(super) fn in_legacy_file(mut self) -> Paths<'a> {
        self.rest = Part::Legacy;
        let is_utf_8 = core::str::from_utf8(&self.body[self.run.clone()]).is_ok();
        self.steps[0][Part::Utf8 as usize].cost = if is_utf_8 { 0 } else { i32::MAX };
        self.steps[0][Part::Legacy as usize].cost = 0;
        self
    }

    /// The same, but each change between UTF-8 and legacy text costs `more` nats more.
    pub(super) fn switch_costs(self, more: i32) -> Paths<'a> {
        Paths { switch: SWITCH + more, ..self }
    }

    /// The cost of the cheapest path.
    pub(super) fn cost(mut self) -> i32 {
        self.find();
        let (at, part) = self.end();
        self.steps[at][part as usize].cost
    }

    /// Finds the cheapest path to each position.
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn find(&mut self) {
        for at in 0..self.run.len() {
            let place = self.run.start + at;
            if self.steps[at].iter().all(|step| step.cost == i32::MAX) {
                continue;
            }
            let rest = &self.body[place..self.run.end];
            let ascii = Encoding::ascii_valid_up_to(rest);
            if ascii > 0 {
                self.step_over_ascii(at, &rest[..ascii]);
                continue;
            }
            if let Some(length) = modified::length_at(self.body, place).filter(|length| at + length <= self.run.len()) {
                self.step(at, length, Part::Utf8, 0, 0);
                continue;
            }
            let script = |c| if c == 'µ' { 0 } else { oddness::class(c).script };
            let (c, length) = first_character(rest);
            let mut may_be_cut = false;
            match c {
                Some(c) => self.step(at, length, Part::Utf8, self.alphabet.cost(c), script(c)),
                None if self.rest == Part::Utf8 => {
                    let cost = self.cost_of_damage(place, length);
                    let before = place.checked_sub(1).and_then(|before| self.body.get(before));
                    may_be_cut =
                        cost < DAMAGED && before.is_none_or(|byte| byte.is_ascii() && !byte.is_ascii_alphabetic());
                    self.step(at, length, Part::Damaged, cost, 0);
                }
                None => {}
            }
            let mut is_legacy = false;
            for length in 1..=2 {
                if let Some(c) = self.legacy_character(place, length) {
                    // A capital of Greek or Cyrillic may occur only once in a page.
                    let is_of_script = script(c) != oddness::LATIN && self.alphabet.has_script(script(c));
                    let is_unseen = may_be_cut && self.alphabet.count(c) == 0 && !is_of_script;
                    let cost = self.alphabet.cost(c) + if is_unseen { UNSEEN_OR_CUT } else { 0 };
                    self.step(at, length, Part::Legacy, cost, script(c));
                    is_legacy = true;
                }
            }
            if !is_legacy && self.rest == Part::Legacy {
                self.step(at, 1, Part::Damaged, DAMAGED, 0);
            }
        }
    }

    /// The end of the cheapest path.
    fn end(&self) -> (usize, Part) {
        let ends = [self.run.len(), self.run.len() + 1].into_iter().flat_map(|at| Part::ALL.map(|part| (at, part)));
        ends.min_by_key(|(at, part)| self.steps[*at][*part as usize].cost).unwrap_or((0, Part::Utf8))
    }

    fn step(&mut self, at: usize, length: usize, part: Part, own: i32, script: u16) {
        for before in Part::ALL {
            let Step { cost, script: script_before, .. } = self.steps[at][before as usize];
            let is_in_word = script_before != 0 && script != 0;
            let other_script =
                if is_in_word { oddness::of_scripts(script_before, script).min(OTHER_SCRIPT) } else { 0 };
            let cost = cost.saturating_add(own + other_script + self.switch(before, part, is_in_word));
            self.reach(at + length, part, Step { cost, length: length as u16, before, script });
        }
    }

    /// ASCII is the same in both.
    fn step_over_ascii(&mut self, at: usize, ascii: &[u8]) {
        let is_word = ascii.iter().all(u8::is_ascii_alphabetic);
        let script_at = |byte: Option<&u8>| if byte.is_some_and(u8::is_ascii_alphabetic) { oddness::LATIN } else { 0 };
        let (first, script) = (script_at(ascii.first()), script_at(ascii.last()));
        for before in Part::ALL {
            let Step { cost, script: script_before, .. } = self.steps[at][before as usize];
            let is_in_word = script_before != 0 && first != 0;
            let other_script = if is_in_word { oddness::of_scripts(script_before, first).min(OTHER_SCRIPT) } else { 0 };
            for part in [Part::Utf8, Part::Legacy] {
                let switch = match self.switch(before, part, is_in_word && is_word) {
                    switch if !is_word && part == self.rest => switch.min(BACK),
                    switch => switch,
                };
                let cost = cost.saturating_add(other_script + switch);
                self.reach(at + ascii.len(), part, Step { cost, length: ascii.len() as u16, before, script });
            }
        }
    }

    fn reach(&mut self, at: usize, part: Part, step: Step) {
        if let Some(to) = self.steps.get_mut(at).map(|steps| &mut steps[part as usize])
            && step.cost < to.cost
        {
            *to = step;
        }
    }

    /// The cost of a part after another.
    fn switch(&self, before: Part, after: Part, is_in_word: bool) -> i32 {
        let is_legacy = |part| part == Part::Legacy || part == Part::Damaged && self.rest == Part::Legacy;
        match is_legacy(before) == is_legacy(after) {
            true => 0,
            false => self.switch + if is_in_word { IN_WORD } else { 0 },
        }
    }

    fn cost_of_damage(&self, place: usize, length: usize) -> i32 {
        let next = self.body.get(place + length);
        let is_cut = self.alphabet.has_lead(self.body[place])
            && next.is_none_or(|next| next.is_ascii() && !next.is_ascii_alphanumeric());
        CUT.get(length - 1).copied().filter(|_| is_cut).unwrap_or(DAMAGED)
    }

    /// The character that the `length` bytes at `place` are in the encoding, if the first byte is above 7F.
    fn legacy_character(&self, place: usize, length: usize) -> Option<char> {
        let bytes = self.body.get(place..place + length)?;
        // Not a byte of the next part of a long run, which begins with a byte above 7F.
        if place + length > self.run.end && !bytes.last()?.is_ascii() {
            return None;
        }
        let high = bytes.first()?.checked_sub(0x80)?;
        if self.encoding.is_single_byte() {
            let scalar = *single_byte_scalars(self.encoding).get(usize::from(high))?;
            return char::from_u32(scalar.into()).filter(|c| length == 1 && *c > '\u{9F}');
        }
        let text = self.encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
        let mut characters = text.chars();
        // Shift_JIS has U+0080, which no text has.
        characters.next().filter(|c| characters.next().is_none() && *c > '\u{9F}')
    }

    /// The parts of the run that are `wanted` on the cheapest path, without ASCII around them.
    pub(super) fn parts(mut self, wanted: Part) -> Vec<Range<usize>> {
        self.find();
        let (mut at, mut part) = self.end();
        let mut parts: Vec<Range<usize>> = Vec::new();
        while at > 0 {
            let Step { length, before, .. } = self.steps[at][part as usize];
            if length == 0 {
                break;
            }
            let end = self.run.start + at;
            at = at.saturating_sub(length.into());
            let start = self.run.start + at;
            match parts.last_mut().filter(|last| last.start == end) {
                _ if part != wanted || self.body[start].is_ascii() => {}
                Some(last) => last.start = start,
                None => parts.push(start..end),
            }
            part = before;
        }
        parts.reverse();
        parts
    }
}

/// The character of UTF-8 at the start of `bytes`, and its length; if there is a malformed sequence, `None` and the
/// length of that.
fn first_character(bytes: &[u8]) -> (Option<char>, usize) {
    let start = bytes.get(..4).unwrap_or(bytes);
    let Some(chunk) = start.utf8_chunks().next() else { return (None, 1) };
    match chunk.valid().chars().next() {
        Some(c) => (Some(c), c.len_utf8()),
        None => (None, chunk.invalid().len().max(1)),
    }
}
