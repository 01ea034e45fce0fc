//! How likely the bytes are in each single-byte encoding, by the letter pairs of the languages
//! that it was written in.
//!
//! A language's model says how likely each of its letters, or a space or a sign, follows another.
//! An encoding reads the bytes as letters, so it makes the language say how likely the bytes are;
//! whichever encoding and language like them best explain them best. Only pairs with a byte above
//! 7F count: the others read the same in every encoding.

use super::sample::Pairs;
use super::table::LANGUAGES;
use crate::Encoding;

/// Costs are negative logarithms of probabilities, in this part of a nat.
pub(super) const PER_NAT: u32 = 8;

/// A language: its letters are numbered, after the symbols that all languages share.
pub(super) struct Language {
    pub(super) tag: &'static [u8],
    /// How many symbols there are: the length of a row of `costs`.
    pub(super) symbols: usize,
    /// Bytes 00 to 7F as symbols.
    pub(super) ascii: &'static [u8; 128],
    /// The cost of each symbol after each, a row for the first.
    pub(super) costs: &'static [u8],
}

/// An encoding in which a language was written.
pub(super) struct Reading {
    pub(super) encoding: Encoding,
    pub(super) language: usize,
    /// Bytes 80 to FF as symbols.
    pub(super) high: &'static [u8; 128],
}

/// Symbols fit in six bits; the other two are the letter's case, or both for a byte that the
/// encoding does not have.
const SYMBOL: u8 = 0x3F;
const CASE_SHIFT: u32 = 6;
const NO_CHARACTER: u8 = 0xC0;

/// What a change of case costs: `[before][after]`, of no case, lowercase, uppercase, no character.
/// Words start with a capital now and then; inside a word one hardly ever follows a small letter.
const CASE_COSTS: [[u32; 4]; 4] = [[0, 2, 13, 0], [0, 0, 48, 0], [0, 6, 4, 0], [0, 2, 13, 0]];

/// What a byte without a character costs: text has few errors, but it has them.
pub(super) const ERROR_COST: u32 = 40 * PER_NAT;

impl Reading {
    pub(super) fn language(&self) -> &'static Language {
        &LANGUAGES[self.language]
    }

    fn marked_symbol(&self, byte: u8) -> u8 {
        match byte.checked_sub(0x80) {
            Some(high) => self.high[usize::from(high)],
            None => self.language().ascii[usize::from(byte)],
        }
    }

    /// What the pairs cost, read this way.
    pub(super) fn cost(&self, pairs: &Pairs) -> u32 {
        let language = self.language();
        let mut total = 0u32;
        for &(first, second, count) in pairs.as_slice() {
            let (a, b) = (self.marked_symbol(first), self.marked_symbol(second));
            let at = usize::from(a & SYMBOL) * language.symbols + usize::from(b & SYMBOL);
            let mut cost = language.costs.get(at).map_or(u32::from(u8::MAX), |&cost| cost.into());
            cost += CASE_COSTS[usize::from(a >> CASE_SHIFT)][usize::from(b >> CASE_SHIFT)];
            if b & NO_CHARACTER == NO_CHARACTER {
                cost += ERROR_COST;
            }
            total = total.saturating_add(cost.saturating_mul(count));
        }
        total
    }
}
