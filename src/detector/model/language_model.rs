//! What the tables of the letters consist of: the models of languages, and the single-byte encodings.

use crate::Encoding;
use crate::detector::text::bigrams;

/// The model of a language. Its letters have the symbols from [`LETTER`](super::symbol::LETTER) on.
pub(crate) struct LanguageModel {
    pub(crate) tag: &'static [u8],
    /// The length of a row of `costs`: the number of letters, and one for the edge of a word.
    pub(crate) row: usize,
    /// Whether the first letters are a to z.
    pub(crate) is_latin: bool,
    /// The symbols of ASCII bytes.
    pub(super) ascii: &'static [u8; 128],
    /// The cost of each letter after each letter: `costs[second * row + first]`. Index 0 is the edge of a word, and
    /// `costs[0]`, of two neighbours that are not letters, is 0. In Latin script the costs of a to z after a to z are in
    /// `ASCII_COSTS`, and most of them are 0 here.
    pub(super) costs: &'static [u8],
    /// What a pair of neighbours with a letter above U+007F costs in the mean, in text of the language.
    pub(crate) expected: u8,
}

impl LanguageModel {
    /// Letters that form no words, such as an alphabet or a set in a regular expression. All letters have one symbol, and
    /// the same cost after any other.
    pub(crate) const LIST: LanguageModel = LanguageModel {
        tag: b"zxx",
        row: 2,
        is_latin: false,
        ascii: &bigrams::OTHER,
        costs: &[0, 0, LIST_LETTER, LIST_LETTER],
        // As in the languages, in the mean.
        expected: 22,
    };

    /// The language whose costs start at `at` in `all`.
    pub(crate) const fn new(
        tag: &'static [u8],
        is_latin: bool,
        all: &'static [u8],
        at: usize,
        row: usize,
        expected: u8,
    ) -> LanguageModel {
        let (_, costs) = all.split_at(at);
        let (costs, _) = costs.split_at(row * row);
        let ascii = match tag {
            b"tr" => &bigrams::TURKISH,
            _ if is_latin => &bigrams::LATIN,
            _ => &bigrams::OTHER,
        };
        LanguageModel { tag, row, is_latin, ascii, costs, expected }
    }
}

/// A single-byte encoding.
pub(crate) struct Charset {
    pub(crate) encoding: Encoding,
    /// Whether most of its letters above 7F are Latin letters.
    pub(crate) is_latin: bool,
    /// The case of the letter of each byte from 80 to FF, 0 no case, 1 lowercase, 2 uppercase, 3 no character.
    pub(crate) cases: &'static [u8; 128],
}

/// The cost of each letter of a [list](LanguageModel::LIST): it is one of some 60.
const LIST_LETTER: u8 = 33;
