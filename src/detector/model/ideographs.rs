//! The cost of a text in the encodings of Chinese, Japanese and Korean: the sum of the costs of its characters, which
//! depend on their frequency.

use alloc::boxed::Box;
use alloc::vec::Vec;

use once_cell::race::OnceBox;

use crate::Encoding;
use crate::detector::model::east_asian_signs;
use crate::detector::model::letters::Structure;
use crate::detector::model::table;
use crate::detector::weights::{self, PER_NAT};

/// A function of a byte above 7F, the byte after it, and the text from that second byte on. It
/// gives the length in bytes and the cost of the character at that place, or `None` if the encoding
/// has no character that starts so.
type CharacterCost = fn(u8, u8, &[u8]) -> Option<(usize, u32)>;

/// The model of one of these encodings.
pub(crate) struct TwoByteModel {
    pub(crate) encoding: Encoding,
    pub(crate) language: &'static [u8],
    /// The frequent characters, sorted: their first bytes, their second bytes, their costs.
    frequent: [&'static [u8]; 3],
    /// For each first byte from 80 on: how many frequent characters start with a lower byte.
    starts: [u16; 129],
    /// The costs of all other characters, by class.
    character: CharacterCost,
    /// The first byte of ’ “ ” — … and ·, and the second bytes of these.
    signs: (u8, &'static [u8]),
    /// [`TwoByteModel::frequent_characters`], once they were needed.
    characters: OnceBox<CodeUnits>,
}

pub(crate) static TWO_BYTE_MODELS: [TwoByteModel; 5] = [
    TwoByteModel::new(Encoding::ShiftJis, b"ja", table::SHIFT_JIS, shift_jis, (0x81, b"\x45\x5C\x63\x65\x66\x67\x68")),
    TwoByteModel::new(Encoding::EucJp, b"ja", table::EUC_JP, euc_jp, (0xA1, b"\xA6\xBD\xC4\xC6\xC7\xC8\xC9")),
    TwoByteModel::new(Encoding::EucKr, b"ko", table::EUC_KR, euc_kr, (0xA1, b"\xA4\xA6\xA9\xAA\xAE\xAF\xB0\xB1")),
    TwoByteModel::new(Encoding::Gbk, b"zh", table::GBK, gbk, (0xA1, b"\xA4\xAA\xAD\xAE\xAF\xB0\xB1")),
    TwoByteModel::new(Encoding::Big5, b"zh-Hant", table::BIG5, big5, (0xA1, b"\x45\x4B\x56\x58\xA5\xA6\xA7\xA8")),
];

/// The kind of the last character.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Before {
    /// A character that is not ASCII, or an error.
    Character,
    /// One of the signs that text in Latin script has too.
    Sign,
    /// An ASCII letter.
    Letter,
    /// Another ASCII character, or the start of the text.
    Other,
}

/// How far a sample was read.
#[derive(Clone, Copy)]
pub(crate) struct Progress {
    at: usize,
    /// The character before.
    before: Before,
    /// The cost of the character at `at`, if the sample ends in it or after it. Once the sample is longer,
    /// the character is read again, since it may be cut, and its cost depends on what follows.
    last: u32,
    /// Whether the character before is kana after ASCII.
    is_lone_kana: bool,
    /// The characters since the last ASCII byte, at most two.
    run: Run,
}

/// A run of characters that are not ASCII.
#[derive(Clone, Copy, Default)]
struct Run {
    length: u8,
    /// The cost of the first one.
    cost: u32,
    /// Whether an ASCII letter stands before the run.
    is_after_letter: bool,
    /// Whether the second byte of the first one is ASCII.
    has_ascii: bool,
}

impl Progress {
    pub(crate) const START: Progress = Progress {
        at: 0,
        before: Before::Other,
        last: 0,
        is_lone_kana: false,
        run: Run { length: 0, cost: 0, is_after_letter: false, has_ascii: false },
    };

    /// Moves behind an ASCII byte. Returns what it costs beside the character before; adds to `structure` what that
    /// character costs if it stands alone inside a word.
    fn take_ascii(&mut self, byte: u8, structure: &mut Structure) -> u32 {
        let Progress { at, before, is_lone_kana, run, .. } = self;
        let is_letter = byte.is_ascii_alphabetic();
        // `T恤` is a word; `célula` has a letter before é, and é takes the next one.
        let is_inside = run.is_after_letter && is_letter || run.has_ascii && (run.is_after_letter || is_letter);
        if *before == Before::Character && run.length == 1 && is_inside {
            structure.add(run.cost + if is_letter { weights::beside_letter() } else { 0 });
        }
        run.length = 0;
        let lone_kana = if byte == b' ' && core::mem::take(is_lone_kana) { weights::lone_kana() } else { 0 };
        let beside = match before {
            Before::Character if is_letter => weights::beside_letter(),
            Before::Character => 2 * PER_NAT,
            Before::Sign if is_letter => weights::again(),
            _ => 0,
        };
        *before = if is_letter { Before::Letter } else { Before::Other };
        *at += 1;
        lone_kana + beside
    }
}

/// The costs of the frequent characters by their code units.
pub(crate) struct CodeUnits {
    /// A bit for each code unit.
    bits: Vec<u64>,
    /// For each word of `bits`, how many bits are set before it.
    before: Vec<u16>,
    /// A cost for each bit that is set.
    costs: Vec<u8>,
}

impl CodeUnits {
    fn new(all: &[(u16, u8)]) -> CodeUnits {
        let mut bits = alloc::vec![0; (1 << u16::BITS) / u64::BITS as usize];
        for (unit, _) in all {
            bits[usize::from(unit >> 6)] |= 1 << (unit & 0x3F);
        }
        let before = bits.iter().scan(0, |count, word: &u64| {
            *count += word.count_ones() as u16;
            Some(*count - word.count_ones() as u16)
        });
        let mut units = CodeUnits { before: before.collect(), bits, costs: alloc::vec![0; all.len()] };
        for (unit, cost) in all {
            if let Some(at) = units.place(*unit) {
                units.costs[at] = *cost;
            }
        }
        units
    }

    /// The place of a code unit in `costs`.
    fn place(&self, unit: u16) -> Option<usize> {
        let (word, bit) = (usize::from(unit >> 6), 1u64 << (unit & 0x3F));
        let lower = (self.bits[word] & (bit - 1)).count_ones() as usize;
        (self.bits[word] & bit != 0).then(|| usize::from(self.before[word]) + lower)
    }

    pub(crate) fn has(&self, unit: u16) -> bool {
        self.place(unit).is_some()
    }

    /// The cost of a frequent character.
    pub(crate) fn cost(&self, unit: u16) -> Option<u32> {
        self.place(unit).and_then(|at| self.costs.get(at)).map(|cost| u32::from(*cost))
    }
}

impl TwoByteModel {
    const fn new(
        encoding: Encoding,
        language: &'static [u8],
        frequent: &'static [u8],
        character: CharacterCost,
        signs: (u8, &'static [u8]),
    ) -> TwoByteModel {
        let mut starts = [0; 129];
        let (firsts, rest) = frequent.split_at(frequent.len() / 3);
        let (seconds, costs) = rest.split_at(firsts.len());
        let frequent = [firsts, seconds, costs];
        let mut i = 0;
        while i < firsts.len() {
            starts[firsts[i] as usize - 0x80 + 1] = i as u16 + 1;
            i += 1;
        }
        let mut first = 1;
        while first < starts.len() {
            // No character starts with the byte before.
            if starts[first] == 0 {
                starts[first] = starts[first - 1];
            }
            first += 1;
        }
        TwoByteModel { encoding, language, frequent, starts, character, signs, characters: OnceBox::new() }
    }

    /// The frequent characters of East Asia, with their costs.
    pub(crate) fn frequent_characters(&self) -> &CodeUnits {
        self.characters.get_or_init(|| {
            let [_, _, costs] = self.frequent;
            let pairs = self.frequent_pairs();
            let all = pairs.into_iter().zip(costs).map(|((unit, _), cost)| (unit, *cost));
            let all: Vec<_> = all.filter(|(unit, _)| *unit >= 0x3001).collect();
            Box::new(CodeUnits::new(&all))
        })
    }

    /// The frequent characters as code units, with their bytes.
    pub(crate) fn frequent_pairs(&self) -> Vec<(u16, [u8; 2])> {
        let [firsts, seconds, _] = self.frequent;
        let pairs = firsts.iter().zip(seconds).map(|(first, second)| [*first, *second]);
        let bytes: Vec<u8> = pairs.clone().flatten().collect();
        let text = self.encoding.decode_without_bom_handling(&bytes).0;
        text.encode_utf16().zip(pairs).collect()
    }

    /// The cost of a frequent character.
    fn frequent_cost(&self, first: u8, second: u8) -> Option<u32> {
        let starts = self.starts.get(usize::from(first.checked_sub(0x80)?)..)?;
        let [start, end, ..] = starts else { return None };
        let (start, end) = (usize::from(*start), usize::from(*end));
        let [_, seconds, costs] = self.frequent;
        let at = start + seconds.get(start..end)?.binary_search(&second).ok()?;
        costs.get(at).map(|cost| u32::from(*cost))
    }

    /// Adds to `total` the cost of `text` from `progress` up to `end`, or up to the end of a character
    /// that crosses `end`. Moves `progress` there. Of this cost, adds to `structure` that of single characters inside
    /// words of ASCII letters.
    pub(crate) fn add_cost(
        &self,
        text: &[u8],
        progress: &mut Progress,
        end: usize,
        total: &mut u32,
        structure: &mut Structure,
    ) {
        *total -= core::mem::take(&mut progress.last);
        while progress.at < end
            && let [first, tail @ ..] = text.get(progress.at..).unwrap_or_default()
        {
            if first.is_ascii() {
                *total += progress.take_ascii(*first, structure);
                continue;
            }
            let Progress { at, before, last, is_lone_kana, run } = progress;
            // 0 at the end of the text, since it is no character's second byte.
            let second = tail.first().copied().unwrap_or(0);
            let common = self.cost_among_ascii(*before, [*first, second], tail.get(1));
            let is_common = common.is_some();
            let is_again = is_common && text.get(at.saturating_sub(2)..*at) == Some(&[*first, second]);
            let is_sign = is_common || *first == self.signs.0 && self.signs.1.contains(&second);
            // Most of the signs' row is punctuation, which may stand behind a word: `Name：Tom`.
            let is_behind_word = *first == self.signs.0 && *before == Before::Letter;
            let after = match before {
                Before::Character | Before::Sign => 1,
                Before::Letter if !is_sign && !is_behind_word => weights::beside_letter() - weights::again(),
                _ => weights::again(),
            };
            let (length, cost) = self.length_and_cost(*first, second, tail);
            let is_katakana = length == 1 && self.encoding == Encoding::ShiftJis;
            // Katakana after another character is likelier.
            let cost = if is_katakana && *before == Before::Character { cost.min(weights::katakana()) } else { cost };
            let is_between_ascii = length == 2 && second.is_ascii() && tail.get(1).is_none_or(u8::is_ascii);
            let is_lone =
                !is_common && !matches!(before, Before::Character | Before::Sign) && (is_katakana || is_between_ascii);
            let cost = match common {
                _ if is_again => weights::again(),
                Some(of_sign) => cost.min(of_sign),
                None if is_sign => cost.min(weights::common_sign()),
                None => cost,
            };
            let cost = cost + after + if is_lone { weights::lone_character() } else { 0 };
            let run_before = *run;
            let is_sign = is_sign || is_behind_word;
            if !is_sign && run.length == 0 {
                *run =
                    Run { length: 1, cost, is_after_letter: *before == Before::Letter, has_ascii: second.is_ascii() };
            } else if !is_sign {
                run.length = 2;
            }
            *total += cost;
            if *at + length >= text.len() {
                // It is read again: see `last`.
                if !is_sign {
                    *run = run_before;
                }
                *last = cost;
                break;
            }
            *is_lone_kana = self.is_kana(*first) && *before == Before::Other;
            *before = if is_sign { Before::Sign } else { Before::Character };
            *at += length;
        }
    }

    /// The cost of a character that is one of the [signs of East Asia](east_asian_signs) among ASCII. `after`: the byte
    /// after it.
    fn cost_among_ascii(&self, before: Before, character: [u8; 2], after: Option<&u8>) -> Option<u32> {
        let [first, second] = character;
        east_asian_signs::cost(self.encoding, first, second).filter(|_| match character {
            // `¡¡Hola!!`; an ideographic space stands after a word, or alone as in `<td>　</td>`.
            [0xA1, 0xA1] => match before {
                Before::Letter => true,
                Before::Other => after.is_some_and(u8::is_ascii_punctuation),
                _ => false,
            },
            // `¡viva!` has 「 of Big5.
            [0xA1, b'a'..=b'z'] => !after.is_some_and(u8::is_ascii_lowercase),
            _ => true,
        })
    }

    /// The length in bytes of the character that begins with `first`, and its cost, in whatever place.
    fn length_and_cost(&self, first: u8, second: u8, tail: &[u8]) -> (usize, u32) {
        match (self.character)(first, second, tail) {
            None if tail.is_empty() => (1, weights::unknown_character()),
            Some((2, class_cost)) => (2, self.frequent_cost(first, second).unwrap_or(class_cost)),
            Some(other) => other,
            None => (1, weights::malformed()),
        }
    }

    /// Whether a character that begins with `first` is kana.
    fn is_kana(&self, first: u8) -> bool {
        match self.encoding {
            Encoding::EucJp => matches!(first, 0xA4 | 0xA5),
            Encoding::ShiftJis => matches!(first, 0x82 | 0x83),
            _ => false,
        }
    }
}

// The functions below give costs by class, for the characters that are not frequent. The counted
// texts leave them a small probability, which the characters of a class share evenly.

fn gbk(lead: u8, trail: u8, tail: &[u8]) -> Option<(usize, u32)> {
    let cost = match (lead, trail) {
        (0x81..=0xFE, 0x30..=0x39) => match tail {
            [_, 0x81..=0xFE, 0x30..=0x39, ..] => return Some((4, 160)),
            [_] | [_, 0x81..=0xFE] => return Some((4, 160)),
            _ => return None,
        },
        (0x81..=0xFE, 0..=0x3F | 0x7F | 0xFF) | (0x80 | 0xFF, _) => return None,
        // Level 1, level 2.
        (0xB0..=0xD7, 0xA1..) => 90,
        (0xD8..=0xF7, 0xA1..) => 101,
        (0xA1 | 0xA3, 0xA1..) => 76,
        // Private use.
        (0xAA..=0xAF | 0xF8..=0xFE, 0xA1..) | (0xA1..=0xA7, ..=0xA0) => 150,
        (0xA2, 0xAB..=0xB0) | (0xA4, 0xF4..) | (0xA5, 0xF7..) | (0xA6, 0xB9..=0xC0 | 0xD9..=0xDF | 0xF6..) => 150,
        (0xA7, 0xC2..=0xD0 | 0xF2..) | (0xA8, 0xEA..) | (0xA9, 0xF0..) => 150,
        (0xA2..=0xA9, 0xA1..) => 99,
        _ => 123,
    };
    Some((2, cost))
}

fn euc_kr(lead: u8, trail: u8, _: &[u8]) -> Option<(usize, u32)> {
    let cost = match (lead, trail) {
        (0x81..=0xFD, 0..=0x40 | 0x5B..=0x60 | 0x7B..=0x80 | 0xFF) | (0x80 | 0xFE | 0xFF, _) => return None,
        // Hangul, hanja.
        (0xB0..=0xC8, 0xA1..) => 93,
        (0xCA..=0xFD, 0xA1..) => 114,
        (0xA1 | 0xA3, 0xA1..) => 80,
        // Letters of Hangul.
        (0xA4, 0xA1..=0xD3) => 64,
        (0xA2..=0xAC, 0xA1..) => 105,
        (0xC9 | 0xAD..=0xAF, 0xA1..) => 170,
        (0xC7.., _) => return None,
        _ => 128,
    };
    Some((2, cost))
}

fn big5(lead: u8, trail: u8, _: &[u8]) -> Option<(usize, u32)> {
    let cost = match (lead, trail) {
        (0x81..=0xFE, 0..=0x3F | 0x7F..=0xA0 | 0xFF) | (0x80 | 0xFF, _) => return None,
        // Level 1, level 2.
        (0xA4..=0xC5, _) | (0xC6, ..=0x7E) => 93,
        (0xC9..=0xF9, _) => 114,
        (0xA1, _) => 85,
        // Full-width digits and letters, as in GBK.
        (0xA2, 0xAF..=0xB8 | 0xCF..) | (0xA3, ..=0x43) => 76,
        (0xA2..=0xA3, _) => 105,
        // Kana, as in GBK.
        (0xC6, 0xE7..) | (0xC7, ..=0xF2) => 99,
        // Hong Kong's supplement.
        _ => 130,
    };
    Some((2, cost))
}

fn shift_jis(lead: u8, trail: u8, _: &[u8]) -> Option<(usize, u32)> {
    let cost = match (lead, trail) {
        // Half-width katakana.
        (0xA1..=0xDF, _) => return Some((1, 64)),
        (0x80 | 0xA0 | 0xFD..=0xFF, _) => return None,
        (_, 0..=0x3F | 0x7F | 0xFD..=0xFF) => return None,
        (0x81, _) => 80,
        (0x82 | 0x83, ..=0xF1) => 76,
        (0x84, ..=0xBE) => 110,
        // Level 1, level 2.
        (0x89..=0x97, _) | (0x88, 0x9F..) | (0x98, ..=0x72) => 88,
        (0x98..=0x9F | 0xE0..=0xE9, _) | (0xEA, ..=0xA4) => 107,
        (0x87 | 0xED | 0xEE | 0xFA..=0xFC, _) => 125,
        // Private use, and rows without characters.
        (0xF0..=0xF9, _) => 150,
        _ => return None,
    };
    Some((2, cost))
}

fn euc_jp(lead: u8, trail: u8, tail: &[u8]) -> Option<(usize, u32)> {
    let cost = match (lead, trail) {
        (0x8E, 0xA1..=0xDF) => 90,
        (0x8F, 0xA1..=0xFE) if tail.get(1).is_none_or(|third| *third >= 0xA1) => return Some((3, 140)),
        (0x80..=0xA0 | 0xFF, _) | (_, ..=0xA0 | 0xFF) => return None,
        (0xA1, _) => 80,
        (0xA3..=0xA5, _) => 76,
        (0xA2 | 0xA6..=0xA8, _) => 110,
        // Level 1, level 2.
        (0xB0..=0xCF, _) => 88,
        (0xD0..=0xF4, _) => 107,
        (0xAD | 0xF9..=0xFC, _) => 125,
        _ => return None,
    };
    Some((2, cost))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_grows_costs_as_much_as_the_whole() {
        let text = include_bytes!("../../../fixtures/pages/ja-nikki-sjis.html");
        for model in &TWO_BYTE_MODELS {
            for cut in 1..text.len() {
                let (mut progress, mut whole) = (Progress::START, 0);
                model.add_cost(text, &mut progress, text.len(), &mut whole, &mut Structure::default());
                let (mut progress, mut total) = (Progress::START, 0);
                model.add_cost(&text[..cut], &mut progress, cut, &mut total, &mut Structure::default());
                model.add_cost(text, &mut progress, text.len(), &mut total, &mut Structure::default());
                assert_eq!(total, whole, "{} cut at {cut}", model.encoding);
            }
        }
    }

    /// A model that took a character for a malformed sequence would refute its own encoding.
    #[test]
    fn every_character_has_a_cost() {
        for model in &TWO_BYTE_MODELS {
            for bytes in (0x80..=0xFF).flat_map(|lead| (0..=0xFF).map(move |trail| [lead, trail])) {
                let (text, had_errors) = model.encoding.decode_without_bom_handling(&bytes);
                if !had_errors && text.chars().count() == 1 {
                    let cost = (model.character)(bytes[0], bytes[1], &bytes[1..]);
                    assert!(cost.is_some(), "{} {bytes:02X?} {text}", model.encoding);
                }
            }
        }
    }
}
