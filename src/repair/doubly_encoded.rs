//! Doubly encoded UTF-8: text whose UTF-8 bytes were decoded as a legacy encoding and encoded again, `Ã©` for `é`.
//! The wrong decoding is called a misreading, and the evidence for one, added up over a text, its proof.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::misreading::{MISREADINGS, Table, WINDOWS_1252};
use super::oddness;
use crate::Encoding;
use crate::codec::single_byte_scalars;

/// How many times a text can have been encoded again.
const MOST_LAYERS: usize = 4;

/// The additional evidence that a layer needs if its misreading differs from that of the layer after it, in nats.
const OTHER_LAYER: i32 = 4;

/// The evidence that one complete sequence (a lead and its continuation bytes) gives for a further layer, in nats.
const PER_SEQUENCE: i32 = 1;

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

/// The cost of an orphan, a lead of a two-byte sequence that no continuation byte follows, in nats; and how many
/// orphans count at most. Text that was encoded twice has none.
const ORPHAN: i32 = 3;
const MOST_ORPHANS: i32 = 6;

/// A part of the text, and the characters that replace it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Undone {
    /// Where the part is in the text.
    pub(super) text: Range<usize>,
    pub(super) became: String,
    /// The misreadings, the last one first. Empty if the part is a C1 control.
    pub(super) encodings: Vec<Encoding>,
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

/// A way to read a run.
struct Reading {
    /// How much less odd the text is, in nats.
    gain: i32,
    became: String,
    /// The index of the last misreading in [`MISREADINGS`].
    last: usize,
    encodings: Vec<Encoding>,
    /// Whether every character of the run belongs to a sequence of the last misreading.
    is_whole: bool,
}

/// The parts of the texts that were encoded twice, in order; with `with_controls`, also the C1 controls that stand
/// for characters of windows-1252. `texts`: each with its offset, which is added to the positions. Linear.
pub(super) fn undo_all(texts: &[(usize, &str)], with_controls: bool) -> Vec<Undone> {
    let table = Table::get();
    let mut runs = Vec::new();
    let mut proof = MISREADINGS.map(|(_, needed)| -needed);
    // How many runs there are, and how many of them each misreading explains.
    let (mut all, mut explained) = (0, [0; MISREADINGS.len()]);
    for &(offset, text) in texts {
        for (range, suspects) in non_ascii_runs(text, table) {
            all += 1;
            if suspects == 0 {
                continue;
            }
            let run = Run::of(text, range.clone());
            let readings = readings(run, suspects, table);
            for reading in &readings {
                proof[reading.last] += (reading.gain - CHANCE).max(0);
                explained[reading.last] += usize::from(reading.is_whole);
            }
            if !readings.is_empty() {
                runs.push((offset + range.start..offset + range.end, run, readings));
            }
        }
    }
    if proof.iter().any(|proof| *proof >= PROOF) {
        for (proof, orphans) in proof.iter_mut().zip(orphans(texts, &runs, table)) {
            *proof -= ORPHAN * orphans.min(MOST_ORPHANS);
        }
    }
    // A misreading that explains every run, with strong proof, is undone in every run.
    let mut is_all = explained.map(|explained| explained == all);
    is_all.iter_mut().zip(proof).for_each(|(is_all, proof)| *is_all &= proof >= STRONG_PROOF);
    let mut undone = Vec::new();
    for (range, run, readings) in runs {
        let proved = readings.into_iter().filter(|reading| proof[reading.last] >= PROOF);
        // If several misreadings explain a run equally well, the one with the most proof wins.
        let best = proved.max_by_key(|reading| (reading.gain, proof[reading.last]));
        if let Some(Reading { gain, became, encodings, last, .. }) = best
            && (is_all[last] || gain >= if is_latin_1_sign(run, &became) { 1 } else { LEAST_GAIN })
        {
            let became = became.chars().map(without_control).collect();
            undone.push(Undone { text: range, became, encodings });
        }
    }
    if proof[WINDOWS_1252] >= STRONG_PROOF {
        graves(texts, &mut undone);
    }
    if with_controls {
        controls(texts, &mut undone);
    }
    undone
}

/// For each misreading, the number of orphans: occurrences, without a continuation byte after them, of a two-byte
/// lead with which one of its runs begins.
#[cfg_attr(target_family = "wasm", inline(never))]
fn orphans(
    texts: &[(usize, &str)],
    runs: &[(Range<usize>, Run<'_>, Vec<Reading>)],
    table: &Table,
) -> [i32; MISREADINGS.len()] {
    let mut orphans = [0; MISREADINGS.len()];
    for (index, orphans) in orphans.iter_mut().enumerate() {
        let of_misreading = runs.iter().filter(|(.., readings)| readings.iter().any(|reading| reading.last == index));
        // The bit of a byte from C2 to DF; 0 for others.
        let bit = |c: char| match table.of(c).bytes[index] {
            lead @ 0xC2..=0xDF => 1u32 << (lead & 0x1F),
            _ => 0,
        };
        let leads = of_misreading.filter_map(|(_, run, _)| run.text.chars().next()).fold(0, |leads, c| leads | bit(c));
        if leads == 0 {
            continue;
        }
        for (_, text) in texts {
            for (at, lead) in text.char_indices().filter(|(_, c)| bit(*c) & leads != 0) {
                let next = text[at + lead.len_utf8()..].chars().next();
                *orphans += i32::from(next.is_none_or(|next| table.of(next).continues & 1 << index == 0));
                if *orphans >= MOST_ORPHANS {
                    break;
                }
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

/// Adds the C1 controls outside the parts that are already undone.
#[cfg_attr(target_family = "wasm", inline(never))]
fn controls(texts: &[(usize, &str)], undone: &mut Vec<Undone>) {
    let mut found = Vec::new();
    for &(offset, text) in texts {
        // All of them start with C2 in UTF-8.
        for at in memchr::memchr_iter(0xC2, text.as_bytes()) {
            let Some(c) = text[at..].chars().next().filter(|c| is_control(*c)) else { continue };
            let place = offset + at..offset + at + c.len_utf8();
            found.push(Undone { text: place, became: without_control(c).into(), encodings: Vec::new() });
        }
    }
    add(undone, found);
}

/// Adds `à` whose second byte was misread as a no-break space, which later became a space: `Ã la`.
#[cfg_attr(target_family = "wasm", inline(never))]
fn graves(texts: &[(usize, &str)], undone: &mut Vec<Undone>) {
    let mut found = Vec::new();
    for &(offset, text) in texts {
        for at in memchr::memmem::find_iter(text.as_bytes(), "Ã ") {
            if text[..at].chars().next_back().is_some_and(char::is_uppercase) {
                continue;
            }
            let rest = &text[at + "Ã ".len()..];
            // In Portuguese the word continues: `às`, `àquele`.
            let is_inside = rest.starts_with("s ") || rest.starts_with("quel");
            let length = if is_inside { "Ã ".len() } else { "Ã".len() };
            let place = offset + at..offset + at + length;
            found.push(Undone { text: place, became: "à".into(), encodings: vec![Encoding::Windows1252] });
        }
    }
    add(undone, found);
}

/// Adds those of `found` that are outside `undone`, and keeps the order.
fn add(undone: &mut Vec<Undone>, mut found: Vec<Undone>) {
    found.retain(|part| {
        let next = undone.partition_point(|other| other.text.end <= part.text.start);
        undone.get(next).is_none_or(|other| other.text.start >= part.text.end)
    });
    *undone = super::merge(core::mem::take(undone), found, |part| part.text.start);
}

/// The runs of characters above U+007F, and the misreadings that are [suspects](suspects) in each.
fn non_ascii_runs(text: &str, table: &'static Table) -> impl Iterator<Item = (Range<usize>, u16)> {
    let mut rest = 0;
    core::iter::from_fn(move || {
        let start = rest + text.as_bytes()[rest..].iter().position(|byte| !byte.is_ascii())?;
        let run = &text[start..];
        rest = start + run.bytes().position(|byte| byte.is_ascii()).unwrap_or(run.len());
        Some((start..rest, suspects(&text[start..rest], table)))
    })
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
fn readings(run: Run<'_>, suspects: u16, table: &Table) -> Vec<Reading> {
    let odd = oddness::of(run.before, run.text.chars(), run.after);
    let mut readings = Vec::new();
    for last in places(suspects) {
        let Some((first_text, sequences)) = undo_once(run.text, last, table) else { continue };
        let is_whole = first_text.chars().count() == sequences as usize;
        let mut best: Option<Reading> = None;
        let (mut next, mut encodings, mut own) = (Some((last, first_text, sequences * PER_SEQUENCE)), Vec::new(), 0);
        while let Some((index, undone, gain)) = next.filter(|_| encodings.len() < MOST_LAYERS) {
            encodings.push(MISREADINGS[index].0);
            own += gain;
            let odd_after = oddness::of(run.before, undone.chars(), run.after);
            let gain = odd - odd_after + own - missing_script(MISREADINGS[index].0, &undone);
            let is_natural = odd_after <= odd / 3 + 6;
            if is_natural && gain > best.as_ref().map_or(LOWEST_GAIN, |best| best.gain) {
                best = Some(Reading { gain, became: undone.clone(), last, encodings: encodings.clone(), is_whole });
            }
            next = next_layer(run, &undone, index, table);
        }
        readings.extend(best);
    }
    readings
}

/// The next layer below `last`, the misreading that gave `text`: its misreading (mostly `last` again), the text
/// before it, and the evidence for it in nats.
fn next_layer(run: Run<'_>, text: &str, last: usize, table: &Table) -> Option<(usize, String, i32)> {
    let layers = places(suspects(text, table)).filter_map(|index| {
        let (undone, sequences) = undo_once(text, index, table)?;
        let needed = if index == last { 0 } else { MISREADINGS[index].1 + OTHER_LAYER };
        Some((index, undone, sequences * PER_SEQUENCE - needed))
    });
    layers.min_by_key(|(_, undone, gain)| oddness::of(run.before, undone.chars(), run.after) - gain)
}

/// The cost, in nats, if IBM866, in which only Cyrillic text is misread, gives a text without Cyrillic.
fn missing_script(encoding: Encoding, text: &str) -> i32 {
    let is_cyrillic_only = encoding == Encoding::Ibm866;
    if is_cyrillic_only && !text.chars().any(|c| matches!(c, 'Ѐ'..='ӿ')) { 30 } else { 0 }
}

/// Undoes the misreading at `index` in every sequence of `run`. Returns the text and the number of sequences; `None`
/// if there are none.
fn undo_once(run: &str, index: usize, table: &Table) -> Option<(String, i32)> {
    let mut undone = String::with_capacity(run.len());
    let mut sequences = 0;
    let mut rest = run;
    while let Some(c) = rest.chars().next() {
        if let Some((decoded, length)) = sequence(rest, index, table) {
            undone.push(decoded);
            rest = &rest[length..];
            sequences += 1;
        } else {
            undone.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    (sequences > 0).then_some((undone, sequences))
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
    if let &[0xED, a @ 0xA0..=0xAF, b @ 0x80..=0xBF, 0xED, c @ 0xB0..=0xBF, d @ 0x80..=0xBF] = bytes {
        let [a, b, c, d] = [a, b, c, d].map(|byte| u32::from(byte & 0x3F));
        return char::from_u32(0x1_0000 + ((a & 0xF) << 16 | b << 10 | (c & 0xF) << 6 | d));
    }
    core::str::from_utf8(bytes).ok()?.chars().next()
}
