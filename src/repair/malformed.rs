//! Malformed sequences in UTF-8 that are text in a legacy encoding, such as words that were copied from another page.
//!
//! The runs of bytes above 7F that contain malformed sequences are read in every encoding that the detector considers
//! likely. One encoding is chosen for all of them: the one whose characters also occur elsewhere in the page. In each
//! run the cheapest path decides which bytes are UTF-8, which are legacy text, and which are neither.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::alphabet::Alphabet;
use super::paths::{MOST_RUN, Part, Paths, segments};
use crate::Encoding;

/// How many ASCII bytes on each side of a run the detector is given: a word or two.
const MARGIN: usize = 14;

/// How many bytes the detector is given, at most.
const SAMPLE: usize = 16 * 1024;

/// The encoding is chosen by about this many bytes of runs.
const WEIGHED: usize = 64 * 1024;

/// The additional cost of a change to legacy text in a line that is valid UTF-8, in nats, if the page has as many such
/// lines as others.
const IN_VALID_LINE: i32 = 4;

/// Legacy text may be valid UTF-8 by chance, but not if it has more than this many bytes without ASCII between them.
const MOST_BY_CHANCE: usize = 6;

/// The same limit for all of a line. Text in UTF-8 may have rare characters in many words, such as a phonetic
/// transcription.
const MOST_BY_CHANCE_IN_LINE: usize = 12;

/// A line that is valid UTF-8, but has fewer characters beyond ASCII, does not show that the page has a script.
const LEAST_IN_LINE: usize = 3;

/// Fewer characters beyond ASCII do not say what is common in a page.
const FEW: u32 = 12;

/// In a line that is valid UTF-8, legacy text is looked for only if a character occurs at most this many times in the page.
const RARE: usize = 3;

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
    /// [`IN_VALID_LINE`] for this page: more if it has more lines that are valid UTF-8.
    in_valid_line: i32,
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
        let alphabet = alphabet_of_both(body, alphabet, encoding);
        let mut lines = [0_usize; 2];
        segments(body).for_each(|line| lines[usize::from(core::str::from_utf8(&body[line]).is_ok())] += 1);
        let ratio = lines[1] / lines[0].max(1);
        let in_valid_line = IN_VALID_LINE + (ratio + 1).ilog2() as i32 * 7 / 10;
        Some(LegacyText { encoding, alphabet, in_valid_line })
    }

    /// The parts of `body` that are legacy text, in order.
    pub(super) fn patches<'a>(&'a self, body: &'a [u8]) -> impl Iterator<Item = Patch> + 'a {
        let (encoding, mut alphabet) = (self.encoding, self.alphabet.clone());
        segments(body).filter(|line| self.may_have_legacy_text(&body[line.clone()])).flat_map(move |line| {
            let valid = core::str::from_utf8(&body[line.clone()]).ok();
            // A line that is valid UTF-8 does not show whether it is UTF-8.
            let counted = valid.filter(|text| text.chars().all(|c| c.is_ascii() || alphabet.count(c) > 0));
            counted.into_iter().for_each(|text| alphabet.take_away(text));
            let switch = if valid.is_some() { self.in_valid_line } else { 0 };
            let mut parts = Paths::new(body, line, &alphabet, encoding).switch_costs(switch).parts(Part::Legacy);
            counted.into_iter().for_each(|text| alphabet.add(text));
            if valid.is_some() && parts.iter().map(Range::len).sum::<usize>() > MOST_BY_CHANCE_IN_LINE {
                parts.clear();
            }
            parts.retain(|part| !is_utf_8(body, part));
            parts.into_iter().map(move |bytes| {
                let text = encoding.decode_without_bom_handling(&body[bytes.clone()]).0;
                Patch { became: text.into_owned(), bytes, encoding }
            })
        })
    }

    /// Whether a line has malformed sequences, or rare characters.
    fn may_have_legacy_text(&self, line: &[u8]) -> bool {
        let is_rare = |c: char| !c.is_ascii() && self.alphabet.count(c) <= RARE;
        core::str::from_utf8(line).map_or(true, |text| text.chars().any(is_rare))
    }
}

/// The runs of bytes above 7F that contain malformed sequences. A run longer than [`MOST_RUN`] comes in parts.
pub(super) fn runs(body: &[u8]) -> impl Iterator<Item = Range<usize>> {
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

/// Whether a part belongs to a run that is valid UTF-8, and too long to be that by chance.
fn is_utf_8(body: &[u8], part: &Range<usize>) -> bool {
    let start = body[..part.start].iter().rev().take(MOST_RUN).take_while(|byte| !byte.is_ascii()).count();
    let end = body[part.end..].iter().take(MOST_RUN).take_while(|byte| !byte.is_ascii()).count();
    let run = &body[part.start - start..part.end + end];
    run.len() > MOST_BY_CHANCE && core::str::from_utf8(run).is_ok()
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

/// The characters of the lines without malformed sequences, and of the legacy text in the others. If there are few such
/// lines, also those of `alphabet`.
fn alphabet_of_both(body: &[u8], alphabet: Alphabet, encoding: Encoding) -> Alphabet {
    let mut both = Alphabet::new();
    let valid = || segments(body).filter_map(|line| core::str::from_utf8(&body[line]).ok());
    let is_short = |text: &&str| text.chars().filter(|c| !c.is_ascii()).count() < LEAST_IN_LINE;
    valid().filter(|text| !is_short(text)).for_each(|text| both.add(text));
    // Short lines may be legacy text, and do not add a script.
    for text in valid().filter(is_short) {
        if text.chars().all(|c| c.is_ascii() || both.has_script_of(c)) {
            both.add(text);
        }
    }
    let mut both = if both.total() < FEW { alphabet_of(body) } else { both };
    for run in runs(body) {
        for bytes in Paths::new(body, run, &alphabet, encoding).parts(Part::Legacy) {
            both.add(&encoding.decode_without_bom_handling(&body[bytes]).0);
        }
    }
    both
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
