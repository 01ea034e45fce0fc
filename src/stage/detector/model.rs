//! How likely the bytes are in each single-byte encoding, by the letter pairs of the languages
//! that it was written in.
//!
//! A language's model says how likely each of its letters follows another, begins a word or ends
//! it; what stands beside a sign is the same in all languages ([`SIGNS`]). An encoding reads the
//! bytes as characters, so it makes the language say how likely the bytes are; whichever encoding
//! and language like them best explain them best.

use alloc::vec::Vec;

use super::sample::Pairs;
use super::signs::SIGNS;
use super::symbol::{ASCII_LETTER, JUNK, LETTER, ascii_class};
use super::table::{CHARSETS, LANGUAGES};
use crate::Encoding;

/// Costs are negative logarithms of probabilities, in this part of a nat.
pub(super) const PER_NAT: u32 = 8;

/// A language: its letters are numbered from [`LETTER`] on.
pub(super) struct Language {
    pub(super) tag: &'static [u8],
    /// The length of a row of `costs`: the letters, and the edge of a word before them.
    pub(super) row: usize,
    /// Whether the first letters are a to z.
    pub(super) is_latin: bool,
    /// The cost of each letter after each, a row for the first; at first the edge of a word.
    pub(super) costs: &'static [u8],
}

/// ASCII bytes as symbols, in Latin-script languages and in others.
static LATIN_ASCII: [u8; 128] = ascii_symbols(true);
static OTHER_ASCII: [u8; 128] = ascii_symbols(false);

const fn ascii_symbols(is_latin: bool) -> [u8; 128] {
    let mut symbols = [0; 128];
    let mut byte = 0;
    while byte < 128u8 {
        symbols[byte as usize] = match byte {
            b'A'..=b'Z' | b'a'..=b'z' if is_latin => LETTER + (byte.to_ascii_lowercase() - b'a'),
            b'A'..=b'Z' | b'a'..=b'z' => ASCII_LETTER,
            _ => ascii_class(byte),
        };
        byte += 1;
    }
    symbols
}

/// An encoding that has one byte for each character.
pub(super) struct Charset {
    pub(super) encoding: Encoding,
    /// Whether its letters are Latin letters.
    pub(super) is_latin: bool,
    /// Bytes 80 to FF by their letter's case; see [`CASE_COSTS`].
    pub(super) cases: &'static [u8; 128],
}

/// A charset in which a language was written.
pub(super) struct Reading {
    pub(super) charset: usize,
    pub(super) language: usize,
    /// Bytes 80 to FF as symbols.
    pub(super) high: &'static [u8; 128],
}

const NO_CHARACTER: usize = 3;

/// What a change of case costs: `[before][after]`, of no case, lowercase, uppercase, no character.
/// Words start with a capital now and then; inside a word one hardly ever follows a small letter.
const CASE_COSTS: [[u32; 4]; 4] = [[0, 2, 13, 0], [0, 0, 48, 0], [0, 6, 4, 0], [0, 2, 13, 0]];

/// What a byte without a character costs: text has few errors, but it has them.
pub(super) const ERROR_COST: u32 = 40 * PER_NAT;

/// What an ASCII word beside other letters costs in languages of other scripts.
const LATIN_WORD: i32 = 5 * PER_NAT as i32 / 2;

impl Charset {
    /// What the case of the letters costs, and bytes without a character.
    pub(super) fn cost(&self, pairs: &Pairs) -> u32 {
        let case = |byte: u8| match byte {
            b'a'..=b'z' if self.is_latin => 1,
            b'A'..=b'Z' if self.is_latin => 2,
            0..=0x7F => 0,
            0x80.. => usize::from(self.cases[usize::from(byte - 0x80)]) & 3,
        };
        let mut total = 0u32;
        for &(first, second, count) in pairs.as_slice() {
            let (a, b) = (case(first), case(second));
            let error = if b == NO_CHARACTER { ERROR_COST } else { 0 };
            total = total.saturating_add((CASE_COSTS[a][b] + error).saturating_mul(count));
        }
        total
    }
}

impl Language {
    /// The symbol of an ASCII byte.
    fn ascii(&self, byte: u8) -> u8 {
        // Turkish has i and I apart.
        if byte == b'I' && self.tag == b"tr" {
            return LETTER + 26;
        }
        let symbols = if self.is_latin { &LATIN_ASCII } else { &OTHER_ASCII };
        symbols.get(usize::from(byte)).copied().unwrap_or(JUNK)
    }

    /// What each pair of ASCII costs.
    pub(super) fn ascii_costs(&self, pairs: &Pairs) -> Vec<u32> {
        pairs.ascii().iter().map(|&(a, b, _)| self.cost(self.ascii(a), self.ascii(b))).collect()
    }

    /// What the pairs of ASCII cost more than in Latin-script languages in `general`, of which the
    /// costs are given.
    pub(super) fn ascii_cost(&self, pairs: &Pairs, general: &[u32]) -> i32 {
        let mut total = 0;
        for (&(a, b, count), &general) in pairs.ascii().iter().zip(general) {
            let more = if self.is_latin {
                self.cost(self.ascii(a), self.ascii(b)) as i32 - general as i32
            } else if a == b' ' || b == b' ' {
                LATIN_WORD
            } else {
                0
            };
            total += more * count as i32;
        }
        total
    }

    /// What symbol `b` costs after symbol `a`.
    fn cost(&self, a: u8, b: u8) -> u32 {
        let (a_class, b_class) = (usize::from(a.min(LETTER)), usize::from(b.min(LETTER)));
        // The letter's place in a row; the edge of a word is before the letters.
        let letter = |symbol: u8| usize::from((symbol + 1).saturating_sub(LETTER));
        let own = match (a >= LETTER, b >= LETTER) {
            (_, true) => self.costs.get(letter(a) * self.row + letter(b)),
            // The word ends.
            (true, false) if b < 3 => self.costs.get(letter(a) * self.row),
            _ => None,
        };
        own.map_or(0, |&cost| u32::from(cost)) + u32::from(SIGNS[a_class][b_class])
    }
}

impl Reading {
    pub(super) fn encoding(&self) -> Encoding {
        CHARSETS[self.charset].encoding
    }

    pub(super) fn language(&self) -> &'static Language {
        &LANGUAGES[self.language]
    }

    /// What the pairs cost, read this way.
    pub(super) fn cost(&self, pairs: &Pairs) -> u32 {
        let language = self.language();
        let symbol = |byte: u8| match byte.checked_sub(0x80) {
            Some(high) => self.high[usize::from(high)],
            None => language.ascii(byte),
        };
        let mut total = 0u32;
        for &(first, second, count) in pairs.as_slice() {
            total = total.saturating_add(language.cost(symbol(first), symbol(second)).saturating_mul(count));
        }
        total
    }
}
