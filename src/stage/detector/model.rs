//! Bigram models: the cost of a text in a single-byte encoding and a language.
//!
//! A cost is the negative logarithm of a probability, so costs of independent events add up. The
//! model of a language has the cost of each of its letters after each other letter, at the start
//! of a word and at its end. The costs of signs by their neighbours are the same in all languages
//! ([`SIGNS`]). An encoding maps bytes to characters; with that map, a language's model gives the
//! cost of the bytes.

use alloc::vec::Vec;

use super::sample::{Bigram, Bigrams, HighBytes};
use super::signs::SIGNS;
use super::symbol::{ASCII_LETTER, CLOSING, JUNK, LETTER, NO_BREAK_SPACE, ascii_class};
use super::table::{CHARSETS, LANGUAGES};
use crate::Encoding;

/// How many units of cost are a nat, the unit of natural logarithms.
pub(super) const PER_NAT: u32 = 8;

/// The model of a language. Its letters have the symbols from [`LETTER`] on.
pub(super) struct Language {
    pub(super) tag: &'static [u8],
    /// The length of a row of `costs`: the number of letters, and one for the edge of a word.
    pub(super) row: usize,
    /// Whether the first letters are a to z.
    pub(super) is_latin: bool,
    /// The cost of each letter after each letter, a row for each first one. Place 0 of a row, and
    /// row 0, are the edge of a word.
    pub(super) costs: &'static [u8],
}

impl Language {
    /// The language whose costs start at `at` in `all`.
    pub(super) const fn new(tag: &'static [u8], is_latin: bool, all: &'static [u8], at: usize, row: usize) -> Language {
        let (_, costs) = all.split_at(at);
        let (costs, _) = costs.split_at(row * row);
        Language { tag, row, is_latin, costs }
    }
}

/// The symbols of ASCII bytes, for languages in Latin script and for others.
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

/// A single-byte encoding.
pub(super) struct Charset {
    pub(super) encoding: Encoding,
    /// Whether most of its letters above 7F are Latin letters.
    pub(super) is_latin: bool,
    /// The case of the letter of each byte from 80 to FF, as in [`CASE_COSTS`].
    pub(super) cases: &'static [u8; 128],
}

/// A pair of an encoding and a language that was written in it. Each is a candidate.
pub(super) struct Reading {
    /// The index in [`CHARSETS`].
    pub(super) charset: usize,
    /// The index in [`LANGUAGES`].
    pub(super) language: usize,
    /// The symbols of the bytes from 80 to FF.
    pub(super) high: &'static [u8; 128],
}

/// The case of a byte that has no character in an encoding.
const NO_CHARACTER: usize = 3;

/// The cost of the case of two neighbouring characters, `[first][second]`: 0 no case, 1 lowercase,
/// 2 uppercase, 3 no character. An uppercase letter is fairly common at the start of a word; after
/// a lowercase letter it is very rare.
const CASE_COSTS: [[u32; 4]; 4] = [[0, 2, 13, 0], [0, 0, 48, 0], [0, 6, 4, 0], [0, 2, 13, 0]];

/// The cost of a byte without a character. It is high, since such errors are rare, but it does not
/// rule an encoding out.
pub(super) const ERROR_COST: u32 = 40 * PER_NAT;

/// The cost of each space beside an ASCII letter, in languages that are not in Latin script.
const LATIN_WORD: i32 = 5 * PER_NAT as i32 / 2;

impl Charset {
    /// The cost of the letters' case, and of bytes without a character.
    pub(super) fn cost(&self, bigrams: &Bigrams) -> u32 {
        let case = |byte: u8| match byte {
            b'a'..=b'z' if self.is_latin => 1,
            b'A'..=b'Z' if self.is_latin => 2,
            0..=0x7F => 0,
            0x80.. => usize::from(self.cases[usize::from(byte - 0x80)]) & 3,
        };
        let mut total = 0u32;
        for &Bigram { first, second, count } in &bigrams.non_ascii {
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
        // In Turkish, I is not the capital of i: it is that of ı, which is the 27th letter here.
        if byte == b'I' && self.tag == b"tr" {
            return LETTER + 26;
        }
        let symbols = if self.is_latin { &LATIN_ASCII } else { &OTHER_ASCII };
        symbols.get(usize::from(byte)).copied().unwrap_or(JUNK)
    }

    /// The cost of each ASCII bigram.
    pub(super) fn ascii_costs(&self, bigrams: &Bigrams) -> Vec<u32> {
        bigrams.ascii.iter().map(|bigram| self.cost(self.ascii(bigram.first), self.ascii(bigram.second))).collect()
    }

    /// The cost of the ASCII bigrams relative to `general`, their costs in the general model of
    /// languages in Latin script; negative if this language fits them better. It counts half, since
    /// the ASCII words in a sample are often of another language, names above all.
    pub(super) fn ascii_cost(&self, bigrams: &Bigrams, general: &[u32]) -> i32 {
        let mut total = 0;
        for (&Bigram { first, second, count }, &general) in bigrams.ascii.iter().zip(general) {
            let difference = if self.is_latin {
                self.cost(self.ascii(first), self.ascii(second)) as i32 - general as i32
            } else if first == b' ' || second == b' ' {
                LATIN_WORD
            } else {
                0
            };
            total += difference * count as i32;
        }
        if self.is_latin { total / 2 } else { total }
    }

    /// The cost of symbol `b` after symbol `a`.
    fn cost(&self, a: u8, b: u8) -> u32 {
        let (a_class, b_class) = (usize::from(a.min(LETTER)), usize::from(b.min(LETTER)));
        // The place of a symbol in a row: 0, the edge of a word, for all but letters.
        let letter = |symbol: u8| usize::from((symbol + 1).saturating_sub(LETTER));
        let own = match (a >= LETTER, b >= LETTER) {
            (_, true) => self.costs.get(letter(a) * self.row + letter(b)),
            // The word ends.
            (true, false) if b < 3 || (CLOSING..=NO_BREAK_SPACE).contains(&b) => self.costs.get(letter(a) * self.row),
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

    /// Whether one of these bytes is a letter of the language.
    pub(super) fn has_letter_of(&self, high_bytes: HighBytes) -> bool {
        high_bytes.indices().any(|high| self.high[high] >= LETTER)
    }

    /// The cost of the bigrams that have a byte above 7F.
    pub(super) fn cost(&self, bigrams: &Bigrams) -> u32 {
        let language = self.language();
        let symbol = |byte: u8| match byte.checked_sub(0x80) {
            Some(high) => self.high[usize::from(high)],
            None => language.ascii(byte),
        };
        let mut total = 0u32;
        for &Bigram { first, second, count } in &bigrams.non_ascii {
            total = total.saturating_add(language.cost(symbol(first), symbol(second)).saturating_mul(count));
        }
        total
    }
}
