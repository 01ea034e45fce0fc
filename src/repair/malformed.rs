//! Malformed sequences in UTF-8 that are text in a legacy encoding, such as words that were copied from another page.
//!
//! The runs of bytes above 7F that contain malformed sequences are read in every encoding that the detector considers
//! likely. One encoding is chosen for all of them: the one whose characters also occur elsewhere in the page. In each
//! run the cheapest path decides which bytes are UTF-8, which are legacy text, and which are neither.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::alphabet::Alphabet;
use super::modified;
use crate::Encoding;
use crate::codec::single_byte_scalars;

/// The cost of legacy text after UTF-8 and of UTF-8 after legacy text, in nats.
const SWITCH: i32 = 4;

/// The cost of a malformed sequence that is left as it is.
const DAMAGED: i32 = 14;

/// The same for a truncated character: the bytes start one of the page's characters, and no letter follows. Indexed
/// by the number of bytes, from 1 on.
const CUT: [i32; 3] = [9, 11, 11];

/// How many ASCII bytes on each side of a run the detector is given: a word or two.
const MARGIN: usize = 14;

/// How many bytes the detector is given.
const SAMPLE: usize = 16 * 1024;

/// The encoding is chosen by about this many bytes of runs.
const WEIGHED: usize = 64 * 1024;

/// The length in bytes from which a run is read in parts, so that memory is bounded.
const MOST_RUN: usize = 16 * 1024;

/// Bytes that are text in `encoding`.
#[derive(Clone, Debug)]
pub(super) struct Patch {
    pub(super) bytes: Range<usize>,
    pub(super) became: String,
    pub(super) encoding: Encoding,
}

/// The encodings that the legacy text may be in, with the cost of each in nats.
pub(super) type Candidates<'a> = &'a dyn Fn(&[u8]) -> Vec<(Encoding, i32)>;

/// The encoding of the legacy text in UTF-8 with malformed sequences.
pub(super) struct LegacyText {
    encoding: Encoding,
    alphabet: Alphabet,
}

impl LegacyText {
    /// `None` if `body` has no malformed sequences, or none of `candidates` is likely. Linear in `body`; keeps nothing
    /// of it.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn of(body: &[u8], candidates: Candidates<'_>) -> Option<LegacyText> {
        runs(body).next()?;
        let alphabet = alphabet_of(body);
        // The first runs decide.
        let mut weighed = 0;
        let is_needed = |run: &Range<usize>| {
            weighed += run.len();
            weighed - run.len() < WEIGHED
        };
        let count = runs(body).take_while(is_needed).count();
        let total = |encoding: Encoding| {
            let costs = runs(body).take(count).map(|run| Paths::new(body, run, &alphabet, encoding).cost());
            costs.fold(0, i32::saturating_add)
        };
        let likely = candidates(&sample(body)).into_iter();
        let totals = likely.map(|(encoding, cost)| (total(encoding).saturating_add(cost), encoding));
        let (_, encoding) = totals.min_by_key(|(total, _)| *total)?;
        Some(LegacyText { encoding, alphabet })
    }

    /// The parts of `body` that are legacy text, in order.
    pub(super) fn patches<'a>(&'a self, body: &'a [u8]) -> impl Iterator<Item = Patch> + 'a {
        runs(body).flat_map(|run| Paths::new(body, run, &self.alphabet, self.encoding).patches())
    }
}

/// The runs of bytes above 7F that contain malformed sequences. A run longer than [`MOST_RUN`] comes in parts.
fn runs(body: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut chunks = body.utf8_chunks();
    let (mut at, mut run_end) = (0, 0);
    let runs = core::iter::from_fn(move || {
        loop {
            let chunk = chunks.next().filter(|chunk| !chunk.invalid().is_empty())?;
            let place = at + chunk.valid().len();
            at = place + chunk.invalid().len();
            if run_end <= place {
                let start = body[..place].iter().rposition(u8::is_ascii).map_or(0, |ascii| ascii + 1);
                run_end = body[place..].iter().position(u8::is_ascii).map_or(body.len(), |ascii| place + ascii);
                return Some(start..run_end);
            }
        }
    });
    runs.flat_map(|run| run.clone().step_by(MOST_RUN).map(move |start| start..run.end.min(start + MOST_RUN)))
}

/// The characters outside the runs, since legacy text can look like UTF-8.
fn alphabet_of(body: &[u8]) -> Alphabet {
    let mut alphabet = Alphabet::new();
    let mut rest = 0;
    for run in runs(body).chain(core::iter::once(body.len()..body.len())) {
        alphabet.add(body.get(rest..run.start).and_then(|text| core::str::from_utf8(text).ok()).unwrap_or_default());
        rest = run.end;
    }
    alphabet
}

/// The runs, each on a line of its own with the ASCII around it.
fn sample(body: &[u8]) -> Vec<u8> {
    let mut sample = Vec::new();
    for run in runs(body) {
        let before = body[..run.start].iter().rev().take(MARGIN).take_while(|byte| byte.is_ascii()).count();
        let after = body[run.end..].iter().take(MARGIN).take_while(|byte| byte.is_ascii()).count();
        sample.push(b'\n');
        sample.extend_from_slice(&body[run.start - before..run.end + after]);
        if sample.len() >= SAMPLE {
            break;
        }
    }
    sample
}

/// What the bytes of a run can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Utf8,
    Legacy,
    Damaged,
}

impl Part {
    /// At equal cost, the earlier one wins.
    const ALL: [Part; 3] = [Part::Utf8, Part::Damaged, Part::Legacy];

    fn cost_after(self, before: Part) -> i32 {
        match (before, self) {
            (Part::Legacy, Part::Legacy) | (Part::Utf8 | Part::Damaged, Part::Utf8 | Part::Damaged) => 0,
            _ => SWITCH,
        }
    }
}

/// The last step of the cheapest path to a position of a run that ends in a given [`Part`].
#[derive(Clone, Copy, Debug)]
struct Step {
    cost: i32,
    length: u8,
    before: Part,
}

const UNREACHED: Step = Step { cost: i32::MAX, length: 0, before: Part::Utf8 };

struct Paths<'a> {
    body: &'a [u8],
    run: Range<usize>,
    alphabet: &'a Alphabet,
    encoding: Encoding,
    /// By position in the run, then by part. A two-byte character may end one byte after the run, in ASCII.
    steps: Vec<[Step; 3]>,
}

impl<'a> Paths<'a> {
    fn new(body: &'a [u8], run: Range<usize>, alphabet: &'a Alphabet, encoding: Encoding) -> Paths<'a> {
        let mut steps = alloc::vec![[UNREACHED; 3]; run.len() + 2];
        steps[0][Part::Utf8 as usize].cost = 0;
        Paths { body, run, alphabet, encoding, steps }
    }

    /// The cost of the cheapest path.
    fn cost(mut self) -> i32 {
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
            if let Some(length) = modified::length_at(self.body, place).filter(|length| at + length <= self.run.len()) {
                self.step(at, length, Part::Utf8, 0);
                continue;
            }
            let (c, length) = first_character(&self.body[place..self.run.end]);
            match c {
                Some(c) => self.step(at, length, Part::Utf8, self.alphabet.cost(c)),
                None => self.step(at, length, Part::Damaged, self.cost_of_damage(place, length)),
            }
            for length in 1..=2 {
                if let Some(c) = self.legacy_character(place, length) {
                    self.step(at, length, Part::Legacy, self.alphabet.cost(c));
                }
            }
        }
    }

    /// The end of the cheapest path.
    fn end(&self) -> (usize, Part) {
        let ends = [self.run.len(), self.run.len() + 1].into_iter().flat_map(|at| Part::ALL.map(|part| (at, part)));
        ends.min_by_key(|(at, part)| self.steps[*at][*part as usize].cost).unwrap_or((0, Part::Utf8))
    }

    fn step(&mut self, at: usize, length: usize, part: Part, own: i32) {
        let from = self.steps[at];
        for before in Part::ALL {
            let Step { cost, .. } = from[before as usize];
            if cost == i32::MAX {
                continue;
            }
            let cost = cost.saturating_add(own + part.cost_after(before));
            if let Some(to) = self.steps.get_mut(at + length).map(|steps| &mut steps[part as usize])
                && cost < to.cost
            {
                *to = Step { cost, length: length as u8, before };
            }
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
        // The next part of a long run begins with a byte above 7F, which is its own.
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

    /// The legacy text of the run, by the cheapest path.
    fn patches(mut self) -> Vec<Patch> {
        self.find();
        let (mut at, mut part) = self.end();
        let mut patches: Vec<Patch> = Vec::new();
        while at > 0 {
            let Step { length, before, .. } = self.steps[at][part as usize];
            if length == 0 {
                break;
            }
            let end = self.run.start + at;
            at = at.saturating_sub(length.into());
            let start = self.run.start + at;
            match patches.last_mut().filter(|last| last.bytes.start == end) {
                _ if part != Part::Legacy => {}
                Some(last) => last.bytes.start = start,
                None => patches.push(Patch { bytes: start..end, became: String::new(), encoding: self.encoding }),
            }
            part = before;
        }
        patches.reverse();
        for patch in &mut patches {
            let text = self.encoding.decode_without_bom_handling(&self.body[patch.bytes.clone()]).0;
            patch.became = text.into_owned();
        }
        patches
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
