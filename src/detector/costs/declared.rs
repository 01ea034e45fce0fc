//! What a declaration changes: letters of a declared encoding cost less, since no model may know the language; structure
//! costs more.

use alloc::vec::Vec;

use super::{OFFSET, Ranking, SingleByteCandidate, TwoByteCandidate, decode_alike};
use crate::Encoding;
use crate::codec::single_byte_scalars;
use crate::detector::claims::decoders_agree;
use crate::detector::language::known_language;
use crate::detector::model::letters::Structure;
use crate::detector::model::table::{CHARSETS, LANGUAGES};
use crate::detector::priors::encoding_prior;
use crate::detector::sample::HighBytes;
use crate::detector::weights::{self, PER_NAT};

/// At most this many bigrams, those of a word of two letters, are too few to show another script than Latin: a language in
/// it has an additional cost.
const SHORT: u32 = 3;

/// From this many bigrams on, a claim has no discount and counts a quarter if the declared encoding and the best other
/// one imply the same language: only letters that the language does not have speak for the claim then.
const ENOUGH_FOR_LANGUAGE: u32 = 128;

/// The pairs of neighbours that a single byte above 7F is in: no weight, but what a single byte is.
const PAIRS_OF_A_BYTE: u32 = 2;

impl Ranking {
    /// Whether a declaration of `encoding` is refuted by [structure](Structure) alone: it costs more than the declaration is
    /// worth and another letter that stands alone.
    pub(crate) fn has_no_structure_of(&self, encoding: Encoding) -> bool {
        let names = |other| decoders_agree(other, encoding);
        let single_byte = self.single_byte.iter().filter(|candidate| names(candidate.reading.encoding()));
        let single_byte = single_byte.filter(|candidate| !candidate.reading.is_list());
        let two_byte = self.two_byte.iter().filter(|candidate| names(candidate.encoding));
        let structures = single_byte.map(|candidate| candidate.structure);
        let least = structures.chain(two_byte.map(|candidate| candidate.structure)).map(Structure::cost).min();
        let least = least.or(self.pruned.iter().find(|(other, _)| names(*other)).map(|(_, cost)| *cost));
        least.is_some_and(|cost| cost > self.worth(encoding) + weights::lone_letter())
    }

    /// How many of the bytes above 7F two single-byte encodings decode differently, and the number of all of them.
    fn difference(&self, one: Encoding, other: Encoding) -> Option<(u32, u32)> {
        if !(one.is_single_byte() && other.is_single_byte()) {
            return None;
        }
        let (one, other) = (single_byte_scalars(one), single_byte_scalars(other));
        let (mut differing, mut all) = (0, 0);
        for (count, (one, other)) in self.counts.iter().zip(one.iter().zip(other)) {
            all += u32::from(*count);
            differing += if one == other { 0 } else { u32::from(*count) };
        }
        (all > 0).then_some((differing, all))
    }

    /// What the claims of `encoding` are worth.
    fn worth(&self, encoding: Encoding) -> u32 {
        self.claims.in_favour(encoding) * PER_NAT
    }

    /// The cost of each encoding, with what is declared; sorted by cost.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn costs(&self, high_bytes: HighBytes) -> Vec<(u32, Encoding)> {
        let all = self.costs_by_encoding(high_bytes);
        // Evidence for a claim is measured against the best encoding that decodes the bytes differently from all
        // claims.
        let is_rival = |other: &&CostIn| {
            let decodes_alike = |claimed| decode_alike(claimed, other.encoding, high_bytes);
            !self.claims.name(other.encoding) && !self.claims.encodings().any(decodes_alike)
        };
        let is_declared = self.claims.encodings().next().is_some();
        let rivals = || all.iter().filter(is_rival).min_by_key(|other| (other.cost, other.encoding));
        let rival = if is_declared { rivals() } else { None };
        let mut costs = Vec::with_capacity(all.len());
        for own in &all {
            let cost = if self.claims.name(own.encoding) { self.cost_of_claimed(own, rival) } else { own.cost };
            // There are about thirty, so inserting is fast enough; the standard library's sort would make programs
            // larger.
            let place = costs.partition_point(|other| *other < (cost, own.encoding));
            costs.insert(place, (cost, own.encoding));
        }
        costs
    }

    /// The cost of each encoding in the language in which it costs least, before anything is forgiven.
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn costs_by_encoding(&self, high_bytes: HighBytes) -> Vec<CostIn> {
        let mut lowest: [Option<CostIn>; CHARSETS.len()] = [None; CHARSETS.len()];
        for SingleByteCandidate { reading, is_claimed, cost, structure, .. } in &self.single_byte {
            let is_latin_or_claimed = *is_claimed || reading.language().is_latin;
            // The lists are of Latin letters.
            let has_letters =
                is_latin_or_claimed || reading.is_list() || self.has_neighbours && reading.has_letter_of(high_bytes);
            let is_short = !is_latin_or_claimed && self.bigrams <= SHORT;
            let cost = cost
                + if has_letters { 0 } else { weights::no_letter() }
                + if is_short { weights::short_foreign() } else { 0 };
            let tax = if *is_claimed { tax_of_structure(self.worth(reading.encoding()), *structure) } else { 0 };
            let cost = cost + tax;
            let lowest = &mut lowest[reading.charset];
            if lowest.is_none_or(|other| cost < other.cost) {
                let (encoding, language) = (reading.encoding(), Some(reading.language));
                *lowest = Some(CostIn { cost, encoding, language, structure: *structure });
            }
        }
        let two_byte = self.two_byte.iter().map(|TwoByteCandidate { cost, encoding, structure, .. }| {
            let is_claimed = self.claims.name(*encoding);
            let structure = if is_claimed { *structure } else { Structure::default() };
            let cost = cost + tax_of_structure(self.worth(*encoding), structure);
            CostIn { cost, encoding: *encoding, language: None, structure }
        });
        let mut all = Vec::with_capacity(CHARSETS.len() + self.two_byte.len());
        all.extend(lowest.into_iter().flatten());
        all.extend(two_byte);
        all
    }

    /// The cost of a declared encoding, of which letters may be of a language that no model knows. `rival` is the best
    /// encoding that is not declared.
    fn cost_of_claimed(&self, own: &CostIn, rival: Option<&CostIn>) -> u32 {
        let CostIn { mut cost, encoding, language, structure } = *own;
        let is_of_rival = |rival: &CostIn| rival.language == language && language.is_some_and(is_known);
        if self.bigrams >= ENOUGH_FOR_LANGUAGE && rival.is_some_and(is_of_rival) {
            return cost + tax_of_language(self.worth(encoding), structure);
        }
        // A single byte shows nothing that would contradict the declaration of a rare script.
        let is_latin = || CHARSETS.iter().any(|charset| charset.is_latin && charset.encoding == encoding);
        let is_scrap = self.bigrams <= PAIRS_OF_A_BYTE && !is_latin();
        let per_cent = if is_scrap { weights::forgiven_a_scrap() } else { weights::forgiven() };
        // What is no structure of any language is no letter.
        let of_letters = cost.saturating_sub(OFFSET + structure.cost());
        let (differing, all) = rival.and_then(|rival| self.difference(encoding, rival.encoding)).unwrap_or((1, 1));
        let forgiven = u64::from(of_letters * per_cent) * u64::from(all.min(4 * differing));
        cost -= (forgiven / u64::from(all) / 100) as u32;
        if let Some(rival) = rival.filter(|_| all > 4 * differing) {
            let priors = |encoding| encoding_prior(encoding) + self.claims.against(encoding) * PER_NAT;
            let of_others = weights::unknown_character() * differing;
            cost = cost.min(rival.cost + priors(encoding) + of_others - priors(rival.encoding));
        }
        cost
    }
}

/// What the text costs in an encoding, in the language in which it costs least.
#[derive(Clone, Copy)]
struct CostIn {
    cost: u32,
    encoding: Encoding,
    /// The place of the language in [`LANGUAGES`]; `None` for a two-byte encoding.
    language: Option<usize>,
    /// The part of the cost that no declaration forgives, if the encoding is declared.
    structure: Structure,
}

/// What [structure](Structure) takes off claims that are worth this much: it is counted once more than without a claim.
fn tax_of_structure(worth: u32, structure: Structure) -> u32 {
    structure.additional().min(worth)
}

/// What claims that are worth this much lose if the best other encoding implies the same language: three quarters, and no
/// more than what structure left of them.
fn tax_of_language(worth: u32, structure: Structure) -> u32 {
    (worth / 4 * 3).min(worth.saturating_sub(structure.cost()))
}

/// Whether the model at a place in [`LANGUAGES`] is that of one language.
fn is_known(language: usize) -> bool {
    LANGUAGES.get(language).is_some_and(|language| known_language(language.tag).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is right without a declaration is right with an honest one: a claim loses no more than it is worth.
    #[test]
    fn no_claim_is_taxed_more_than_it_is_worth() {
        for (letters, nats) in (0..20).flat_map(|letters| (0..=64).map(move |nats| (letters, nats))) {
            let mut structure = Structure::default();
            (0..letters).for_each(|_| structure.add(weights::lone_letter()));
            let worth = nats * PER_NAT;
            let taxes = tax_of_structure(worth, structure) + tax_of_language(worth, structure);
            assert!(taxes <= worth, "{letters} letters take {taxes} of {worth}");
        }
    }
}
