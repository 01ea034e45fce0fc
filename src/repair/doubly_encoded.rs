//! Doubly encoded UTF-8: text whose UTF-8 bytes were decoded as a legacy encoding and encoded again, `Ã©` for `é`.
//! The wrong decoding is called a misreading, and the evidence for one, added up over a text, its proof.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::misreading::{CODE_PAGES, MISREADINGS, Table, WINDOWS_1252};
use super::{CodePage, modified, oddness};
use crate::Encoding;
use crate::codec::single_byte_scalars;

/// How many times a text can have been encoded again.
const MOST_LAYERS: usize = 4;

/// The additional evidence that a layer needs if its misreading differs from that of the layer after it, in nats.
const OTHER_LAYER: i32 = 4;

/// The evidence that one complete sequence (a lead and its continuation bytes) gives for a layer, in nats, by the number of its
/// continuation bytes: more of them are rarer by chance.
const EVIDENCE: [i32; 4] = [0, 1, 2, 3];

/// The part of a run's gain that occurs by chance, in nats; it is no evidence.
const CHANCE: i32 = 2;

/// The proof that a misreading needs in a text, in addition to [its own](MISREADINGS), in nats.
const PROOF: i32 = 3;

/// The lowest gain of a layer, in nats: a lower one would make the text too odd.
const LOWEST_GAIN: i32 = -6;

/// With this proof, a misreading that explains all runs of a text is undone in every run, in nats.
const STRONG_PROOF: i32 = 10;

/// The gain that a run needs if its misreading is proved, in nats.
const LEAST_GAIN: i32 = 2;

/// The cost of an orphan, in nats: a lead of a two-byte sequence that no continuation byte follows. Text that was encoded
/// twice has no orphans.
const ORPHAN: i32 = 3;

/// No more orphans are counted.
const MOST_ORPHANS: i32 = 6;

/// The evidence of one run counts up to this, in nats: far more than any proof needs.
const MOST_GAIN: i32 = 1_000;

/// The evidence of a text counts up to this, in nats.
const MOST_PROOF: i32 = 1_000_000;

/// The length in bytes from which a run is read in parts, so that memory is bounded.
const MOST_RUN: usize = 16 * 1024;

/// With fewer sequences than this, a misreading does not explain a text wholly.
const LEAST_SEQUENCES: usize = 4;

/// How many characters a sequence has at most: those of a surrogate pair in CESU-8.
const MOST_SEQUENCE: usize = 6;

/// A part of the text, and the characters that replace it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Undone {
    /// Where the part is in the text.
    pub(super) text: Range<usize>,
    pub(super) became: String,
    /// The misreadings, the last one first. Empty if the part is a C1 control.
    pub(super) encodings: Vec<CodePage>,
}

/// A run of characters above U+007F in a text.
#[derive(Clone, Copy)]
struct Run<'a> {
    text: &'a str,
    before: Option<char>,
    after: Option<char>,
}

impl<'a> Run<'a> {
    fn of(text: &'a str, range: Range<usize>) -> Run<'a> {
        Run {
            text: &text[range.clone()],
            before: text[..range.start].chars().next_back(),
            after: text[range.end..].chars().next(),
        }
    }
}

/// One way to undo a run.
struct Attempt {
    /// How much less odd the text is, in nats.
    gain: i32,
    became: String,
    /// The index of the last misreading in [`MISREADINGS`].
    last: usize,
    encodings: Vec<CodePage>,
    /// Whether every character of the run belongs to a sequence of the last misreading.
    is_whole: bool,
}

/// What a text proves of each of the [`MISREADINGS`].
pub(super) struct Proof {
    nats: [i32; MISREADINGS.len()],
    /// Whether the misreading explains every run of the text, with strong proof. Then it is undone in every run.
    is_all: [bool; MISREADINGS.len()],
    /// A bit for each misreading that is proved.
    proved: u16,
}

impl Proof {
    /// `texts`: the parts of the text. Linear; keeps nothing of the text.
    pub(super) fn of<'a>(texts: impl Iterator<Item = &'a str> + Clone) -> Proof {
        let table = Table::get();
        let mut nats = MISREADINGS.map(|(_, needed)| -needed);
        // How many runs there are, and how many of them each misreading explains.
        let (mut all, mut explained) = (0, [0; MISREADINGS.len()]);
        // The leads of two-byte sequences with which the runs of each misreading begin.
        let mut first_leads = [0; MISREADINGS.len()];
        for text in texts.clone() {
            for (range, suspects) in non_ascii_runs(text, table) {
                all += 1;
                if suspects == 0 {
                    continue;
                }
                let run = Run::of(text, range);
                for reading in readings(run, suspects, table) {
                    let last = reading.last;
                    if last >= CODE_PAGES && is_frame(run.text) {
                        continue;
                    }
                    nats[last] += (reading.gain - CHANCE).clamp(0, MOST_GAIN);
                    nats[last] = nats[last].min(MOST_PROOF);
                    explained[last] += usize::from(reading.is_whole);
                    first_leads[last] |= run.text.chars().next().map_or(0, |c| lead_bit(c, last, table));
                }
            }
        }
        if nats.iter().any(|nats| *nats >= PROOF) {
            for (index, nats) in nats.iter_mut().enumerate().filter(|(index, _)| first_leads[*index] != 0) {
                *nats -= ORPHAN * orphans(texts.clone(), first_leads[index], index, table);
            }
        }
        let is_all = core::array::from_fn(|index| explained[index] == all && nats[index] >= STRONG_PROOF);
        let proved =
            (0..MISREADINGS.len()).filter(|index| nats[*index] >= PROOF).fold(0, |all, index| all | 1 << index);
        Proof { nats, is_all, proved }
    }

    /// The proof of one misreading alone; `None` if UTF-8 is not often misread so.
    pub(super) fn of_misreading(&self, encoding: Encoding) -> Option<Proof> {
        let index = MISREADINGS.iter().position(|(page, _)| *page == encoding)?;
        let nats = core::array::from_fn(|other| if other == index { self.nats[index] } else { 0 });
        let is_all = core::array::from_fn(|other| other == index && self.is_all[index]);
        Some(Proof { nats, is_all, proved: self.proved & 1 << index })
    }

    /// The parts of `text` that were encoded twice, in order; with `with_controls`, also the C1 controls that stand for
    /// characters of windows-1252.
    pub(super) fn undone<'a>(&'a self, text: &'a str, with_controls: bool) -> impl Iterator<Item = Undone> + 'a {
        let table = Table::get();
        let runs = (self.proved != 0).then(|| non_ascii_runs(text, table)).into_iter().flatten();
        let runs =
            runs.filter_map(move |(range, suspects)| self.undone_run(text, range, suspects & self.proved, table));
        let graves = (self.nats[WINDOWS_1252] >= STRONG_PROOF).then(|| graves(text)).into_iter().flatten();
        let controls = with_controls.then(|| controls(text)).into_iter().flatten();
        let place = |undone: &Undone| undone.text.clone();
        super::fill(super::fill(runs, graves, place), controls, place)
    }

    fn undone_run(&self, text: &str, range: Range<usize>, suspects: u16, table: &Table) -> Option<Undone> {
        if suspects == 0 {
            return None;
        }
        let run = Run::of(text, range.clone());
        // If several misreadings explain a run equally well, the one with the most proof wins.
        let best =
            readings(run, suspects, table).into_iter().max_by_key(|reading| (reading.gain, self.nats[reading.last]));
        let Attempt { gain, became, encodings, last, .. } = best?;
        let least = if is_latin_1_sign(run, &became) { 1 } else { LEAST_GAIN };
        let became = || became.chars().map(without_control).collect();
        (self.is_all[last] || gain >= least).then(|| Undone { text: range, became: became(), encodings })
    }
}

/// The text whose UTF-8 was decoded as one of the encodings at `indexes`, and encoded again, if that explains all of its characters
/// above U+007F: a text that was misread before need not look like one. Linear.
#[cfg_attr(target_family = "wasm", inline(never))]
pub(super) fn wholly_undone(text: &str, indexes: impl IntoIterator<Item = usize>) -> Option<(CodePage, String)> {
    let table = Table::get();
    let end = text.as_bytes().iter().rposition(|byte| !byte.is_ascii())? + 1;
    indexes.into_iter().find_map(|index| {
        let pieces = || pieces(&text[..end], index, table);
        // In most texts, the first characters above U+007F are no sequence.
        let sequences = pieces().try_fold(0, |count, piece| piece.map(|_| count + 1))?;
        if sequences < LEAST_SEQUENCES {
            return None;
        }
        let mut undone = String::with_capacity(text.len());
        pieces().flatten().for_each(|(ascii, c)| {
            undone.push_str(ascii);
            undone.push(c);
        });
        undone.push_str(&text[end..]);
        Some((MISREADINGS[index].0, undone))
    })
}

/// The character of each sequence of the misreading at `index`, with the ASCII before it; `None` for anything else above U+007F.
fn pieces<'a>(text: &'a str, index: usize, table: &'a Table) -> impl Iterator<Item = Option<(&'a str, char)>> {
    let mut rest = text;
    core::iter::from_fn(move || {
        let start = rest.as_bytes().iter().position(|byte| !byte.is_ascii())?;
        let (ascii, run) = rest.split_at(start);
        let found = sequence(run, index, table);
        rest = &run[found.map_or(run.len(), |(_, length)| length)..];
        Some(found.map(|(c, _)| (ascii, c)))
    })
}

/// Whether a run may be drawn: all of its lines are single, or all are double.
fn is_frame(run: &str) -> bool {
    let is_single = |c: char| "─│┌┐└┘├┤┬┴┼".contains(c);
    let is_double = |c: char| "═║╔╗╚╝╠╣╦╩╬".contains(c);
    run.chars().all(is_single) || run.chars().all(is_double)
}

/// The bit of a character that is a lead from C2 to DF in the misreading at `index`; 0 for others.
fn lead_bit(c: char, index: usize, table: &Table) -> u32 {
    match table.of(c).bytes[index] {
        lead @ 0xC2..=0xDF => 1 << (lead & 0x1F),
        _ => 0,
    }
}

/// The number of orphans of the misreading at `index`: occurrences, without a continuation byte after them, of one of
/// `leads`. At most [`MOST_ORPHANS`].
#[cfg_attr(target_family = "wasm", inline(never))]
fn orphans<'a>(texts: impl Iterator<Item = &'a str>, leads: u32, index: usize, table: &Table) -> i32 {
    let mut orphans = 0;
    for text in texts {
        for (at, lead) in text.char_indices().filter(|(_, c)| lead_bit(*c, index, table) & leads != 0) {
            let next = text[at + lead.len_utf8()..].chars().next();
            orphans += i32::from(next.is_none_or(|next| table.of(next).continues & 1 << index == 0));
            if orphans >= MOST_ORPHANS {
                return orphans;
            }
        }
    }
    orphans
}

/// Whether a run became one character up to U+00FF, at a place where `Â` or `Ã` would be odd: not after a capital.
fn is_latin_1_sign(run: Run<'_>, became: &str) -> bool {
    let mut characters = became.chars();
    run.text.starts_with(['Â', 'Ã'])
        && characters.next().is_some_and(|c| c <= 'ÿ')
        && characters.next().is_none()
        && !run.before.is_some_and(char::is_uppercase)
}

/// Whether a character is a C1 control whose byte is a character in windows-1252.
fn is_control(c: char) -> bool {
    c != without_control(c)
}

/// A C1 control's character in windows-1252; any other character as it is.
fn without_control(c: char) -> char {
    match c {
        '\u{80}'..='\u{9F}' => {
            let scalar = single_byte_scalars(Encoding::Windows1252)[usize::from(c as u8 & 0x1F)];
            char::from_u32(scalar.into()).unwrap_or(c)
        }
        _ => c,
    }
}

/// The C1 controls that stand for characters of windows-1252.
fn controls(text: &str) -> impl Iterator<Item = Undone> {
    // All of them start with C2 in UTF-8.
    memchr::memchr_iter(0xC2, text.as_bytes()).filter_map(|at| {
        let c = text[at..].chars().next().filter(|c| is_control(*c))?;
        let place = at..at + c.len_utf8();
        Some(Undone { text: place, became: without_control(c).into(), encodings: Vec::new() })
    })
}

/// `à` whose second byte was misread as a no-break space, which later became a space: `Ã la`.
fn graves(text: &str) -> impl Iterator<Item = Undone> {
    memchr::memmem::find_iter(text.as_bytes(), "Ã ").filter_map(|at| {
        if text[..at].chars().next_back().is_some_and(char::is_uppercase) {
            return None;
        }
        let rest = &text[at + "Ã ".len()..];
        // In Portuguese the word continues: `às`, `àquele`.
        let is_inside = rest.starts_with("s ") || rest.starts_with("quel");
        // Where the author had a space, there are two now; before these characters there was none.
        let is_behind = rest.is_empty() || rest.starts_with([' ', '-', ',', '.', ')', '’', '\'', '\r', '\n']);
        let length = if is_inside || is_behind { "Ã ".len() } else { "Ã".len() };
        Some(Undone { text: at..at + length, became: "à".into(), encodings: vec![Encoding::Windows1252.into()] })
    })
}

/// The runs of characters above U+007F, and the misreadings that are [suspects](suspects) in each. A run longer than
/// [`MOST_RUN`] comes in parts.
fn non_ascii_runs(text: &str, table: &'static Table) -> impl Iterator<Item = (Range<usize>, u16)> {
    let mut rest = 0;
    core::iter::from_fn(move || {
        let start = rest + text.as_bytes()[rest..].iter().position(|byte| !byte.is_ascii())?;
        let run = &text[start..];
        let most = (0..=run.len().min(MOST_RUN)).rev().find(|at| run.is_char_boundary(*at)).unwrap_or(0);
        let ascii = run.as_bytes()[..most].iter().position(u8::is_ascii);
        rest = start + ascii.unwrap_or_else(|| part_end(run, most, table));
        Some((start..rest, suspects(&text[start..rest], table)))
    })
}

/// Where to cut a long run at `most` or a little before: not inside what may be a sequence.
fn part_end(run: &str, most: usize, table: &Table) -> usize {
    let is_inside = |at: usize| run[at..].chars().next().is_some_and(|c| table.of(c).continues != 0);
    let ends = run[..most].char_indices().rev().take(MOST_SEQUENCE).map(|(at, _)| at);
    core::iter::once(most).chain(ends).find(|at| *at > 0 && !is_inside(*at)).unwrap_or(most)
}

/// A bit for each misreading in which two neighbouring characters are a lead and a continuation byte.
fn suspects(run: &str, table: &Table) -> u16 {
    let mut leads = 0;
    run.chars().fold(0, |suspects, c| {
        let bytes = table.of(c);
        let found = leads & bytes.continues;
        leads = bytes.leads;
        suspects | found
    })
}

/// The indexes in [`MISREADINGS`] whose bits are set.
fn places(suspects: u16) -> impl Iterator<Item = usize> {
    (0..MISREADINGS.len()).filter(move |index| suspects & 1 << index != 0)
}

/// The readings of a run: for each possible last misreading, the number of layers that gives the least odd text.
#[cfg_attr(target_family = "wasm", inline(never))]
fn readings(run: Run<'_>, suspects: u16, table: &Table) -> Vec<Attempt> {
    let odd = oddness::of(run.before, run.text.chars(), run.after);
    let mut readings = Vec::new();
    for last in places(suspects) {
        let Some(first) = undo_once(run.text, last, table) else { continue };
        let characters = first.text.chars().count();
        let is_whole = characters == first.sequences;
        // The corners of a frame look like pairs of a lead and a continuation byte, but the rest of it does not.
        if last >= CODE_PAGES && !is_whole && run.text.chars().all(oddness::is_box) {
            continue;
        }
        // Text that was encoded again consists of sequences, with few other characters among them.
        let may_have_layers = 3 * first.sequences >= characters;
        let mut best: Option<Attempt> = None;
        let (mut next, mut encodings, mut own) = (Some((last, first.text, first.evidence)), Vec::new(), 0);
        while let Some((index, undone, gain)) = next.filter(|_| encodings.len() < MOST_LAYERS) {
            encodings.push(MISREADINGS[index].0);
            own += gain;
            let odd_after = oddness::of(run.before, undone.chars(), run.after);
            let gain = odd - odd_after + own - missing_script(MISREADINGS[index].0, &undone);
            let is_natural = odd_after <= odd / 3 + 6;
            if is_natural && gain >= best.as_ref().map_or(LOWEST_GAIN + 1, |best| best.gain) {
                best = Some(Attempt { gain, became: undone.clone(), last, encodings: encodings.clone(), is_whole });
            }
            next = if may_have_layers { next_layer(run, &undone, index, table) } else { None };
        }
        readings.extend(best);
    }
    readings
}

/// The next layer below `last`, the misreading that gave `text`: its misreading (mostly `last` again), the text
/// before it, and the evidence for it in nats.
fn next_layer(run: Run<'_>, text: &str, last: usize, table: &Table) -> Option<(usize, String, i32)> {
    let layers = places(suspects(text, table)).filter_map(|index| {
        let undone = undo_once(text, index, table)?;
        let needed = if index == last { 0 } else { MISREADINGS[index].1 + OTHER_LAYER };
        Some((index, undone.text, undone.evidence - needed))
    });
    layers.min_by_key(|(_, undone, gain)| oddness::of(run.before, undone.chars(), run.after) - gain)
}

/// The cost, in nats, if IBM866, in which only Cyrillic text is misread, gives a text without Cyrillic; or if a code page of
/// consoles gives rare letters: `ã¼`, the bytes of `Ƭ` there, is `Ã¼` in lower case.
fn missing_script(page: CodePage, text: &str) -> i32 {
    let is_rare = |c: char| {
        matches!(c, '\u{180}'..='\u{24F}' | '\u{300}'..='\u{36F}') && !matches!(c, 'Ơ' | 'ơ' | 'Ư' | 'ư' | 'Ș'..='ț')
    };
    let is_odd = match page {
        CodePage::Encoding(Encoding::Ibm866) => !text.chars().any(|c| matches!(c, 'Ѐ'..='ӿ')),
        CodePage::Encoding(_) | CodePage::Ibm852 => false,
        CodePage::Ibm437 | CodePage::Ibm850 => text.chars().any(is_rare),
    };
    if is_odd { 30 } else { 0 }
}

/// A run in which a misreading was undone once.
struct Layer {
    text: String,
    /// How many sequences there were.
    sequences: usize,
    /// What they are worth, in nats.
    evidence: i32,
}

/// Undoes the misreading at `index` in every sequence of `run`; `None` if there are none.
fn undo_once(run: &str, index: usize, table: &Table) -> Option<Layer> {
    let mut layer = Layer { text: String::with_capacity(run.len()), sequences: 0, evidence: 0 };
    let mut rest = run;
    while let Some(c) = rest.chars().next() {
        if let Some((decoded, length)) = sequence(rest, index, table) {
            layer.text.push(decoded);
            layer.sequences += 1;
            layer.evidence += EVIDENCE[decoded.len_utf8() - 1];
            rest = &rest[length..];
        } else {
            // A C1 control that is left stands for a character of windows-1252.
            layer.text.push(if index == WINDOWS_1252 { without_control(c) } else { c });
            rest = &rest[c.len_utf8()..];
        }
    }
    (layer.sequences > 0).then_some(layer)
}

/// The character whose UTF-8 bytes, misread, are the characters at the start of `text`; and the length of these.
fn sequence(text: &str, index: usize, table: &Table) -> Option<(char, usize)> {
    let mut bytes = [0; 6];
    let mut length = 0;
    let mut count = 0;
    let mut wanted = 1;
    for c in text.chars() {
        let byte = table.of(c).bytes[index];
        if count == 0 {
            wanted = match byte {
                0xC2..=0xDF => 2,
                0xE0..=0xEF => 3,
                0xF0..=0xF4 => 4,
                _ => return None,
            };
        } else if count == 1 && bytes[0] == 0xED && byte >= 0xA0 {
            // A surrogate pair in CESU-8.
            wanted = 6;
        }
        *bytes.get_mut(count)? = byte;
        length += c.len_utf8();
        count += 1;
        if count == wanted {
            return decode(&bytes[..count]).map(|c| (c, length));
        }
    }
    None
}

fn decode(bytes: &[u8]) -> Option<char> {
    if bytes.starts_with(&[0xED])
        && let Some((c, _)) = modified::character(bytes)
    {
        return Some(c);
    }
    core::str::from_utf8(bytes).ok()?.chars().next()
}
