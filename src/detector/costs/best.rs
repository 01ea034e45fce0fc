//! The answer of the sum: the best encoding, those after it, and the language.

use alloc::vec::Vec;

use super::{OFFSET, Ranking, decode_alike};
use crate::Encoding;
use crate::detector::language::{known_language, script_of};
use crate::detector::priors::encoding_prior;
use crate::detector::sample::HighBytes;
use crate::detector::weights::{self, PER_NAT};

/// The answer of a [`Ranking`].
#[derive(Clone, Copy)]
pub(crate) struct Best {
    pub(crate) encoding: Encoding,
    /// The encoding with the lowest cost among those that decode the sample to another text.
    pub(crate) runner_up: Option<Encoding>,
    /// The lead of `encoding` over `runner_up` in nats; the highest number if there is none, since no larger sample
    /// brings a pruned candidate back.
    pub(crate) margin: u32,
}

impl Best {
    /// The answer if no candidate is left.
    pub(crate) const FALLBACK: Best = Best { encoding: Encoding::Windows1252, runner_up: None, margin: 0 };
}

impl Ranking {
    /// The lowest cost in any encoding, with what is declared.
    pub(crate) fn lowest_cost(&self, high_bytes: HighBytes) -> Option<u32> {
        self.costs(high_bytes).first().map(|(cost, _)| *cost)
    }

    /// Whether a text of this cost is likelier than in any encoding so far.
    pub(crate) fn is_likelier(&self, cost: u32, high_bytes: HighBytes) -> bool {
        let lowest = self.lowest_cost(high_bytes).unwrap_or(u32::MAX);
        self.beside.iter().all(|(other, _)| cost < *other) && cost < lowest
    }

    /// Whether `encoding` is one of those beside the legacy encodings.
    pub(crate) fn is_beside(&self, encoding: Encoding) -> bool {
        self.beside.iter().any(|(_, other)| *other == encoding)
    }

    /// The encoding with the lowest cost. `high_bytes` are those of the sample.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(crate) fn best(&self, high_bytes: HighBytes) -> Option<Best> {
        let costs = self.costs(high_bytes);
        let &(lowest, cheapest) = costs.first()?;
        // Of several encodings that decode the sample to the same text, the most common one that is not improbable;
        // of equally common ones, the one with the lowest cost.
        let probable =
            costs.iter().take_while(|(cost, _)| *cost < lowest + weights::improbable()).map(|(_, other)| *other);
        let alike = probable.filter(|other| decode_alike(*other, cheapest, high_bytes));
        let encoding = alike
            .min_by_key(|other| (self.candidates.prefer_others(*other), encoding_prior(*other)))
            .unwrap_or(cheapest);
        let second = costs.iter().find(|(_, other)| !decode_alike(*other, encoding, high_bytes));
        let margin = second.map_or(u32::MAX, |(cost, _)| (cost - lowest) / PER_NAT);
        Some(Best { encoding, runner_up: second.map(|(_, other)| *other), margin })
    }

    /// At most `most` encodings with their costs: `best` first, then the others from the lowest
    /// cost up. Of encodings that decode the sample to the same text only the first is given.
    pub(crate) fn candidates(&self, high_bytes: HighBytes, best: Encoding, most: usize) -> Vec<(Encoding, u32)> {
        let mut costs = self.costs(high_bytes);
        for beside in &self.beside {
            costs.insert(costs.partition_point(|(other, _)| *other <= beside.0), *beside);
        }
        // `best` may be the most common of several that decode alike, not the one with the lowest cost.
        let alike = costs.iter().find(|(_, encoding)| decode_alike(*encoding, best, high_bytes));
        // If `best` was pruned, it is given the highest cost of those that are left, so that its probability is low.
        let cost = alike.or(costs.last()).map_or_else(|| 2 * (OFFSET + self.cost_of_none()), |(cost, _)| *cost);
        let mut candidates = alloc::vec![(best, cost)];
        for (cost, encoding) in costs {
            if candidates.len() >= most {
                break;
            }
            if !candidates.iter().any(|(other, _)| decode_alike(encoding, *other, high_bytes)) {
                candidates.push((encoding, cost));
            }
        }
        candidates
    }

    /// The most likely language of the text if it is in `encoding`, and its script.
    pub(crate) fn language(
        &self,
        high_bytes: HighBytes,
        encoding: Encoding,
    ) -> (Option<&'static str>, Option<&'static str>) {
        let single_byte = self
            .single_byte
            .iter()
            .map(|candidate| (candidate.cost, candidate.reading.encoding(), candidate.reading.language().tag));
        let two_byte =
            self.two_byte.iter().map(|candidate| (candidate.cost, candidate.encoding, candidate.model.language));
        let alike = single_byte.chain(two_byte).filter(|(_, other, _)| decode_alike(*other, encoding, high_bytes));
        let Some((lowest, _, tag)) = alike.clone().min_by_key(|(cost, ..)| *cost) else { return (None, None) };
        let is_clear =
            alike.filter(|(.., other)| *other != tag).all(|(cost, ..)| cost >= lowest + weights::clear_language());
        (known_language(tag).filter(|_| is_clear), Some(script_of(tag)))
    }
}
