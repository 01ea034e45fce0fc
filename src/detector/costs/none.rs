//! None of these: text in no encoding that may be the answer, or in no language that a model knows.

use alloc::vec::Vec;

use super::{OFFSET, Ranking, decode_alike};
use crate::Encoding;
use crate::detector::claims::decoders_agree;
use crate::detector::model::ideographs::TWO_BYTE_MODELS;
use crate::detector::model::language_model::LanguageModel;
use crate::detector::sample::HighBytes;
use crate::detector::weights::{self, PER_NAT};

/// Fewer bigrams than this do not refute the best candidate.
const ENOUGH_TO_REFUTE: u32 = 12;

/// Fewer bigrams than this do not show that a text fits no encoding.
const ENOUGH_FOR_NONSENSE: u32 = 64;

impl Ranking {
    /// Whether the text costs a third more than text in none of the encodings, so that no model knows
    /// it.
    pub(crate) fn is_gibberish(&self, high_bytes: HighBytes) -> bool {
        let none = self.cost_of_none() / 3 * 4;
        let costs = self.costs(high_bytes);
        let claims = |encoding| self.claims.against(encoding) * PER_NAT;
        costs.first().is_some_and(|(cost, encoding)| cost.saturating_sub(OFFSET + claims(*encoding)) > none)
    }

    /// Whether text in `encoding` is likeliest a [list](LanguageModel::LIST) of letters.
    pub(crate) fn is_list(&self, high_bytes: HighBytes, encoding: Encoding) -> bool {
        let of_encoding = self.single_byte.iter().filter(|candidate| candidate.reading.encoding() == encoding);
        let best = of_encoding.min_by_key(|candidate| candidate.cost);
        best.is_some_and(|best| best.reading.is_list() && best.reading.has_letter_of(high_bytes))
    }

    /// Whether the best candidate costs less than text in none of the encodings.
    pub(crate) fn fits(&self) -> bool {
        self.lowest() < OFFSET + none_of_pairs(self.bigrams)
    }

    /// Whether other `text` of the page does not fit the best candidate so far.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(crate) fn is_refuted_by(&self, text: &[u8]) -> bool {
        let lowest = self.lowest();
        let single_byte = self.single_byte.iter().filter(|candidate| candidate.cost == lowest);
        let two_byte = self.two_byte.iter().filter(|candidate| candidate.cost == lowest);
        let mut best = Ranking {
            bigrams: 0,
            single_byte: single_byte.cloned().collect(),
            two_byte: two_byte.cloned().collect(),
            pruned: Vec::new(),
            beside: Vec::new(),
            ..*self
        };
        best.extend(text);
        best.bigrams >= ENOUGH_TO_REFUTE && best.lowest() > lowest + none_of_pairs(best.bigrams)
    }

    /// Whether the scored text fits an encoding that is not the best one of `other`; nearly is enough.
    pub(crate) fn fits_another_than(&self, other: &Ranking) -> bool {
        let fits = self.lowest() < OFFSET + none_of_pairs(self.bigrams) / 3 * 4;
        fits && self.cheapest() != other.cheapest()
    }

    /// The encoding with the lowest cost so far.
    fn cheapest(&self) -> Option<Encoding> {
        self.costs_so_far().min().map(|(_, encoding)| encoding)
    }

    /// The cost of text in none of these encodings, or in no language that they were written in.
    pub(super) fn cost_of_none(&self) -> u32 {
        weights::none() + none_of_pairs(self.bigrams)
    }

    /// The same beside text in `encoding`, in its likeliest language.
    pub(crate) fn cost_of_none_beside(&self, high_bytes: HighBytes, encoding: Encoding) -> u32 {
        if encoding.is_utf_16() {
            return OFFSET + weights::none() + weights::none_per_pair_of_two_bytes() * self.scored as u32;
        }
        let of_pair = if TWO_BYTE_MODELS.iter().any(|model| decoders_agree(model.encoding, encoding)) {
            weights::none_per_pair_of_two_bytes()
        } else {
            self.expected(high_bytes, encoding) + weights::none_per_pair()
        };
        OFFSET + weights::none() + of_pair * self.bigrams
    }

    /// Whether the text costs more than 1.6 times as much as text in none of the encodings, so that the costs are no
    /// evidence, as for pages with scrambled text in scripts.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(crate) fn is_nonsense(&self, high_bytes: HighBytes) -> bool {
        let most = OFFSET + self.cost_of_none() * 8 / 5 + self.claims.total() * PER_NAT;
        self.bigrams >= ENOUGH_FOR_NONSENSE && self.lowest_cost(high_bytes).is_some_and(|lowest| lowest > most)
    }

    /// What a pair of neighbours costs in the mean, in text of the language that is the likeliest in a single-byte
    /// `encoding`.
    fn expected(&self, high_bytes: HighBytes, encoding: Encoding) -> u32 {
        let alike = self.single_byte.iter();
        let alike = alike.filter(|candidate| decode_alike(candidate.reading.encoding(), encoding, high_bytes));
        let language = alike.min_by_key(|candidate| candidate.cost).map(|candidate| candidate.reading.language());
        u32::from(language.unwrap_or(&LanguageModel::LIST).expected)
    }
}

/// What pairs of neighbours cost in text of no language that a model knows.
fn none_of_pairs(pairs: u32) -> u32 {
    (u32::from(LanguageModel::LIST.expected) + weights::none_per_pair()) * pairs
}
