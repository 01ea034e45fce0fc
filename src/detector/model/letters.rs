//! Bigram models: the cost of a text in a single-byte encoding and a language.
//!
//! A cost is the negative logarithm of a probability, so costs of independent events add up. The
//! model of a language has the cost of each of its letters after each other letter, at the start
//! of a word and at its end. The costs of signs by their neighbours are the same in all languages
//! ([`SIGNS`]). An encoding maps bytes to characters; with that map, a language's model gives the
//! cost of the bytes.

use crate::Encoding;
use crate::detector::model::language_model::{Charset, LanguageModel};
use crate::detector::model::signs::{SIGNS, SIGNS_ROW};
use crate::detector::model::symbol::{APOSTROPHE, CLOSING, FOREIGN_LETTER, JUNK, LETTER, NO_BREAK_SPACE, RAISED};
use crate::detector::model::table::{ASCII_COSTS, CHARSETS, LANGUAGES, LATIN_LANGUAGES, READINGS, SYMBOLS};
use crate::detector::sample::HighBytes;
use crate::detector::text::bigrams::{BigramByte, Bigrams, place};
use crate::detector::weights;

/// A pair of an encoding and a language that was written in it. Each is a candidate.
#[derive(Clone, Copy)]
pub(crate) struct EncodedLanguage {
    /// The index in [`CHARSETS`].
    pub(crate) charset: usize,
    /// The index in [`LANGUAGES`].
    pub(crate) language: usize,
    /// The symbols of the bytes from 80 to FF.
    pub(crate) high: &'static [u8; 128],
}

/// The cost of the case of two neighbouring characters, `[first][second]`: 0 no case, 1 lowercase,
/// 2 uppercase, 3 no character. An uppercase letter is fairly common at the start of a word; after
/// a lowercase letter it is very rare.
fn case_costs() -> [[u32; 4]; 4] {
    let malformed = weights::malformed();
    [[0, 2, 10, malformed], [0, 0, weights::capital_in_word(), malformed], [0, 6, 2, malformed], [0, 2, 10, malformed]]
}

/// The part of a text's cost that no declaration forgives: single letters of another script inside words of ASCII letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Structure {
    cost: u32,
    cases: u32,
}

impl Structure {
    pub(crate) fn add(&mut self, cost: u32) {
        self.cost += cost;
        self.cases += 1;
    }

    pub(crate) fn add_all(&mut self, other: Structure) {
        self.cost += other.cost;
        self.cases += other.cases;
    }

    /// The cost that is counted for structure alone.
    pub(crate) fn additional(self) -> u32 {
        weights::structure() * self.cases
    }

    /// All of its cost.
    pub(crate) fn cost(self) -> u32 {
        self.cost + self.additional()
    }
}

/// The case of each ASCII byte in Latin script, as in [`case_costs`].
static LATIN_CASES: [u8; 128] = {
    let mut cases = [0; 128];
    let mut letter = b'a';
    while letter <= b'z' {
        cases[letter as usize] = 1;
        cases[letter.to_ascii_uppercase() as usize] = 2;
        letter += 1;
    }
    cases
};

impl Charset {
    /// The cost of the letters' case, and of bytes without a character.
    pub(crate) fn cost(&self, bigrams: &Bigrams) -> u32 {
        let ascii = if self.is_latin { &LATIN_CASES } else { &[0; 128] };
        let case = |byte: u8| match byte.checked_sub(0x80) {
            Some(high) => usize::from(self.cases[usize::from(high)]) & 3,
            None => usize::from(ascii[usize::from(byte)]),
        };
        let case_costs = case_costs();
        let mut total = 0;
        let (mut before, mut capitals) = (0, 0);
        for &BigramByte { byte, mask } in &bigrams.non_ascii {
            let case = case(byte);
            capitals &= u32::from(mask);
            let after_capitals =
                if case == 1 && capitals >= 2 && self.is_latin { weights::after_capitals() } else { 0 };
            total += (case_costs[before][case] + after_capitals) & u32::from(mask);
            capitals = if case == 2 { capitals + 1 } else { 0 };
            before = case;
        }
        total
    }
}

impl LanguageModel {
    /// The cost of the bigrams that have a byte above 7F. `high` has the symbols of the bytes from 80 on.
    pub(crate) fn cost(&self, high: &[u8; 128], bigrams: &Bigrams) -> u32 {
        let symbols = [self.ascii, high];
        let symbol = |byte: u8| symbols[usize::from(byte >> 7)][usize::from(byte & 0x7F)];
        let LanguageModel { costs, row, .. } = *self;
        let mut total = 0;
        // Of the byte before: its row in `SIGNS`, and its place in the rows of `costs`.
        let (mut signs, mut before) = (0, 0);
        // No branches, since they would often be mispredicted.
        for &BigramByte { byte, mask } in &bigrams.non_ascii {
            // One number, since that takes one load.
            let costs_of = SYMBOL_COSTS[usize::from(symbol(byte)) % SYMBOL_COSTS.len()];
            let place = costs_of as usize & 0xFF;
            let own = costs.get(place * row + before).copied().unwrap_or(0) & (costs_of >> 8) as u8;
            let sign = SIGNS[(signs + (costs_of >> 16) as usize) % SIGNS.len()];
            total += (u32::from(own) + u32::from(sign)) & u32::from(mask);
            signs = (costs_of >> 16) as usize * SIGNS_ROW;
            before = place;
        }
        let others = bigrams.ordinals.iter().filter(|byte| symbol(**byte) != RAISED);
        total += weights::no_ordinal() * others.count() as u32;
        total
    }
}

/// The length of a row of ASCII letters: the edge of a word, and a to z.
const ASCII_ROW: usize = 27;
const _: () = assert!(ASCII_COSTS.len() == ASCII_ROW * ASCII_ROW);
const _: () = {
    let mut language = 0;
    while language < LANGUAGES.len() {
        assert!(LANGUAGES[language].is_latin == (language < LATIN_LANGUAGES));
        language += 1;
    }
};

/// The costs of the ASCII bigrams of a text, relative to those in the general model of languages in Latin script: negative
/// where a language fits the text better. They count half, since the ASCII words in a sample are often of another language,
/// above all names.
pub(crate) struct AsciiCosts {
    of_latin: [i32; LATIN_LANGUAGES],
    /// The cost for a language that is not in Latin script: that of English if it is negative, otherwise 0.
    pub(crate) english: i32,
}

impl AsciiCosts {
    /// Text in any language may have English words, so a cost is at most that of English plus `english_words`.
    pub(crate) fn of(bigrams: &Bigrams, english_words: i32) -> AsciiCosts {
        /// The sum of so many costs fits in 16 bits.
        const MOST: usize = 257;
        let mut of_latin = [0; LATIN_LANGUAGES];
        for pairs in bigrams.ascii.chunks(MOST) {
            let mut sums = [0u16; LATIN_LANGUAGES];
            for &[first, second] in pairs {
                let costs = ASCII_COSTS
                    .get(usize::from(second) * ASCII_ROW + usize::from(first))
                    .unwrap_or(&[0; LATIN_LANGUAGES]);
                sums.iter_mut().zip(costs).for_each(|(sum, cost)| *sum += u16::from(*cost));
            }
            of_latin.iter_mut().zip(sums).for_each(|(all, sum)| *all += i32::from(sum));
        }
        if !bigrams.turkish.is_empty() {
            let LanguageModel { costs, row, .. } = LANGUAGES[TURKISH];
            let cost = |&[first, second]: &[u8; 2]| costs.get(usize::from(second) * row + usize::from(first));
            of_latin[TURKISH] = bigrams.turkish.iter().filter_map(cost).map(|cost| i32::from(*cost)).sum();
        }
        let general = of_latin[0];
        let english = (of_latin[ENGLISH] - general) / 2;
        of_latin.iter_mut().for_each(|cost| *cost = ((*cost - general) / 2).min(english + english_words));
        AsciiCosts { of_latin, english: english.min(0) }
    }

    /// The cost in a language.
    pub(crate) fn of_language(&self, language: usize) -> i32 {
        self.of_latin.get(language).copied().unwrap_or(self.english)
    }
}

/// The index of English in [`LANGUAGES`].
const ENGLISH: usize = 2;
const _: () = assert!(matches!(LANGUAGES[ENGLISH].tag, b"en"));

/// The index of Turkish.
const TURKISH: usize = 45;
const _: () = assert!(matches!(LANGUAGES[TURKISH].tag, b"tr"));

/// The index of the [list](LanguageModel::LIST) in [`LANGUAGES`]: the last one.
const LIST: usize = LANGUAGES.len() - 1;
const _: () = assert!(LANGUAGES[LIST].row == LanguageModel::LIST.row);

impl EncodedLanguage {
    /// The letters of another script than Latin that stand alone beside ASCII letters, or are a word among ASCII words.
    pub(crate) fn structure(&self, bigrams: &Bigrams) -> Structure {
        let mut structure = Structure::default();
        if self.language().is_latin || self.is_list() {
            return structure;
        }
        let is_letter = |byte: u8| {
            byte.checked_sub(0x80).is_some_and(|high| {
                let symbol = self.high[usize::from(high)];
                symbol >= FOREIGN_LETTER && symbol != JUNK
            })
        };
        // The bytes of a run of bigrams, and what is outside of it.
        let byte = |at: Option<usize>| at.and_then(|at| bigrams.non_ascii.get(at)).map_or(b' ', |other| other.byte);
        for &at in &bigrams.beside_letters {
            let (first, second) = (byte(at.checked_sub(1)), byte(Some(at)));
            let is_first_of_run = bigrams.non_ascii.get(at.saturating_sub(1)).is_none_or(|other| other.mask == 0);
            let before_first = if is_first_of_run { b' ' } else { byte(at.checked_sub(2)) };
            if first.is_ascii_alphabetic() && is_letter(second) && byte(Some(at + 1)).is_ascii() {
                structure.add(weights::lone_letter());
            } else if second.is_ascii_alphabetic() && is_letter(first) && before_first.is_ascii() {
                structure.add(weights::lone_letter_before());
            }
        }
        // A letter alone proves nothing by itself.
        if structure.cases > 0 && !bigrams.ascii.is_empty() {
            bigrams.words.iter().filter(|word| is_letter(**word)).for_each(|_| structure.add(weights::lone_letter()));
        }
        structure
    }

    pub(crate) fn all() -> impl Iterator<Item = EncodedLanguage> {
        READINGS.iter().zip(SYMBOLS).map(|(&[charset, language], high)| EncodedLanguage {
            charset: charset.into(),
            language: language.into(),
            high,
        })
    }

    pub(crate) fn encoding(&self) -> Encoding {
        CHARSETS[self.charset].encoding
    }

    pub(crate) fn language(&self) -> &'static LanguageModel {
        &LANGUAGES[self.language]
    }

    /// Whether this is a [list](LanguageModel::LIST) of letters.
    pub(crate) fn is_list(&self) -> bool {
        self.language == LIST
    }

    /// Whether one of these bytes is a letter of the language.
    pub(crate) fn has_letter_of(&self, high_bytes: HighBytes) -> bool {
        high_bytes.indices().any(|high| self.high[high] >= LETTER)
    }

    /// The cost of the bigrams that have a byte above 7F.
    pub(crate) fn cost(&self, bigrams: &Bigrams) -> u32 {
        self.language().cost(self.high, bigrams)
    }

    /// The cost of the letters that are words by themselves among ASCII words, if they are not Latin.
    pub(crate) fn cost_of_lone_letters(&self, bigrams: &Bigrams) -> u32 {
        if bigrams.ascii.is_empty() || self.language().is_latin {
            return 0;
        }
        let cost_of = |words: &[u8], cost: u32| {
            cost * words.iter().filter(|word| self.high[usize::from(**word & 0x7F)] >= LETTER).count() as u32
        };
        // A list has each letter once. In text, the same letter again is half as much evidence.
        let again = if self.is_list() { weights::lone_letter() } else { weights::lone_letter() / 2 };
        cost_of(&bigrams.words, weights::lone_letter()) + cost_of(&bigrams.words_again, again)
    }
}

/// Where the costs of a symbol are. Bits 0 to 7 are its [`place`]. Bits 8 to 15 are ones if the language's cost of the
/// symbol after another counts, which for all but letters is that of the end of a word; else only the cost in [`SIGNS`]
/// counts. The other bits are the row and column in [`SIGNS`]. All symbols are below 128, since no language has more than
/// 64 letters.
static SYMBOL_COSTS: [u32; 128] = {
    let mut all = [0; 128];
    let mut symbol = 0;
    while symbol < 128u8 {
        let column = if symbol < LETTER { symbol } else { LETTER };
        let is_sign = APOSTROPHE <= symbol && symbol < LETTER && !(CLOSING <= symbol && symbol <= NO_BREAK_SPACE);
        let mask = if is_sign { 0 } else { 0xFF };
        all[symbol as usize] = place(symbol) as u32 | mask << 8 | (column as u32) << 16;
        symbol += 1;
    }
    all
};
