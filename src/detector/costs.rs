//! Scores: what each encoding costs, as a negative log-likelihood plus priors.
//!
//! A cost is the negative logarithm of a probability, in eighths of a nat ([`PER_NAT`]). The
//! encoding with the lowest total wins. An encoding has one total for each language that was
//! written in it; the priors say how common the encoding is and which languages the hints name.

use alloc::vec::Vec;

use super::weights::{self, PER_NAT};
use crate::Encoding;
use crate::codec::single_byte_scalars;
use crate::detector::candidates::Candidates;
use crate::detector::claims::{Claims, IGNORED_CLAIMS, decoders_agree};
use crate::detector::hints::Hints;
use crate::detector::language::{known_language, script_of};
use crate::detector::model::ideographs::{Progress, TWO_BYTE_MODELS, TwoByteModel};
use crate::detector::model::language_model::LanguageModel;
use crate::detector::model::letters::{AsciiCosts, EncodedLanguage, Structure};
use crate::detector::model::table::{CHARSETS, LANGUAGES};
use crate::detector::priors::encoding_prior;
use crate::detector::sample::{HighBytes, Sample};
use crate::detector::text::bigrams::{BigramByte, Bigrams};

/// The minimum number of bytes that are scored, if the sample has them, so that text in none of the encodings is
/// recognized.
const ENOUGH_FOR_NONE: usize = 96;

/// Fewer bigrams than this do not refute the best candidate.
const ENOUGH_TO_REFUTE: u32 = 12;

/// Fewer bigrams than this do not show that a text fits no encoding.
const ENOUGH_FOR_NONSENSE: u32 = 64;

/// The additional cost of a language that is not in Latin script if the sample has at most `SHORT` bigrams, those of a
/// word of two letters: two bytes are too few to show another script.
const SHORT: u32 = 3;
/// A candidate is pruned if its cost exceeds the lowest one by more than this and the worth of all claims. Priors and
/// hints are worth much less, so they do not decide that.
const PRUNE_MARGIN: u32 = 40 * PER_NAT;

/// From this many bigrams on, a claim has no discount and counts a quarter if the declared encoding and the best other
/// one imply the same language: only letters that the language does not have speak for the claim then.
const ENOUGH_FOR_LANGUAGE: u32 = 128;

/// The cost that every candidate starts with. Some costs are negative: this keeps totals above 0.
pub(crate) const OFFSET: u32 = 1 << 20;

/// A sample is scored in parts, and candidates are pruned between them, so that most of the sample is scored in a few
/// candidates only. The first part has this many bytes. Each further part is half as long as all parts before it.
const FIRST_PART: usize = 24;

/// A single-byte encoding with a language, and the cost so far.
#[derive(Clone)]
struct SingleByteCandidate {
    reading: EncodedLanguage,
    cost: u32,
    /// The part of the cost that a declaration does not forgive; only if the encoding is declared.
    structure: Structure,
}

/// A two-byte encoding, how far the sample was read, and the cost so far.
#[derive(Clone)]
struct TwoByteCandidate {
    /// The encoding of the model, or gb18030 for GBK.
    encoding: Encoding,
    model: &'static TwoByteModel,
    progress: Progress,
    cost: u32,
    /// As for a single-byte encoding.
    structure: Structure,
}

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

/// The candidates that are left, with their costs.
#[derive(Clone)]
pub(crate) struct Ranking {
    candidates: Candidates,
    /// The number of scored bigrams with a byte above 7F.
    pub(crate) bigrams: u32,
    /// The number of occurrences of each byte above 7F in the scored bytes.
    counts: [u16; 128],
    /// Whether two bytes above 7F that are not signs are neighbours in the scored bytes.
    has_neighbours: bool,
    /// The number of bytes of the sample that are scored.
    scored: usize,
    /// A candidate whose cost exceeds the lowest one by more than this is pruned.
    prune_margin: u32,
    /// The costs in UTF-8, UTF-16 and ISO-2022-JP, if the text may be in them.
    pub(crate) beside: Vec<(u32, Encoding)>,
    /// What was declared, as in [`Hints`].
    claims: Claims,
    single_byte: Vec<SingleByteCandidate>,
    two_byte: Vec<TwoByteCandidate>,
    /// The least cost of structure of each declared encoding of which no candidate is left.
    pruned: Vec<(Encoding, u32)>,
}

impl Ranking {
    /// A ranking of the encodings of `candidates` for which `allowed` is true. `is_latin`: whether the page may be in
    /// a language in Latin script.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(crate) fn new(
        hints: &Hints<'_>,
        candidates: Candidates,
        is_latin: bool,
        allowed: impl Fn(Encoding) -> bool,
    ) -> Ranking {
        let not_preferred =
            |encoding| if candidates.prefer_others(encoding) { weights::claim() / IGNORED_CLAIMS } else { 0 };
        let is_declared = hints.claims.encodings().next().is_some();
        let koi8 = |encoding| {
            if is_declared || !matches!(encoding, Encoding::Koi8R | Encoding::Koi8U) {
                0
            } else {
                weights::undeclared_koi8()
            }
        };
        let of_encoding = |encoding| {
            let prior = encoding_prior(encoding) + koi8(encoding);
            OFFSET + prior + hints.cost_of_encoding(encoding) + not_preferred(encoding)
        };
        let allowed = |encoding| allowed(encoding) && (candidates.allow(encoding) || hints.claims.name(encoding));
        let mut charsets = [None; CHARSETS.len()];
        for (cost, charset) in charsets.iter_mut().zip(&CHARSETS) {
            *cost = allowed(charset.encoding).then(|| of_encoding(charset.encoding));
        }
        let mut languages = [None; LANGUAGES.len()];
        for (cost, language) in languages.iter_mut().zip(&LANGUAGES) {
            let list = if language.tag == LanguageModel::LIST.tag { weights::list() } else { 0 };
            let may_be = is_latin || !language.is_latin || language.tag == b"vi";
            *cost = may_be.then(|| list + hints.cost(language.tag));
        }
        let single_byte = EncodedLanguage::all().filter_map(|reading| {
            let cost = charsets[reading.charset]? + languages[reading.language]?;
            Some(SingleByteCandidate { reading, cost, structure: Structure::default() })
        });
        let two_byte = TWO_BYTE_MODELS.iter().filter_map(|model| {
            // gb18030 and GBK have the same decoder.
            let names = [model.encoding, Encoding::Gb18030];
            let names = names.get(..if model.encoding == Encoding::Gbk { 2 } else { 1 }).unwrap_or_default();
            let encoding = names
                .iter()
                .copied()
                .filter(|name| allowed(*name))
                .min_by_key(|name| candidates.prefer_others(*name))?;
            let cost = of_encoding(encoding) + hints.cost(model.language);
            Some(TwoByteCandidate { encoding, model, progress: Progress::START, cost, structure: Structure::default() })
        });
        let prune_margin = PRUNE_MARGIN + hints.claims.total() * PER_NAT;
        Ranking {
            candidates,
            bigrams: 0,
            counts: [0; 128],
            has_neighbours: false,
            scored: 0,
            prune_margin,
            beside: Vec::new(),
            claims: hints.claims,
            single_byte: single_byte.collect(),
            two_byte: two_byte.collect(),
            pruned: Vec::new(),
        }
    }

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

    /// Whether the text costs a third more than text in none of the encodings, so that no model knows
    /// it.
    pub(crate) fn is_gibberish(&self, high_bytes: HighBytes) -> bool {
        let none = self.cost_of_none() / 3 * 4;
        let costs = self.costs(high_bytes);
        let claims = |encoding| self.claims.against(encoding) * PER_NAT;
        costs.first().is_some_and(|(cost, encoding)| cost.saturating_sub(OFFSET + claims(*encoding)) > none)
    }

    /// Whether a declaration of `encoding` is refuted by [structure](Structure) alone.
    pub(crate) fn has_no_structure_of(&self, encoding: Encoding) -> bool {
        let names = |other| decoders_agree(other, encoding);
        let single_byte = self.single_byte.iter().filter(|candidate| names(candidate.reading.encoding()));
        let single_byte = single_byte.filter(|candidate| candidate.reading.language().tag != LanguageModel::LIST.tag);
        let two_byte = self.two_byte.iter().filter(|candidate| names(candidate.encoding));
        let structures = single_byte.map(|candidate| candidate.structure);
        let least = structures.chain(two_byte.map(|candidate| candidate.structure)).map(Structure::cost).min();
        let least = least.or(self.pruned.iter().find(|(other, _)| names(*other)).map(|(_, cost)| *cost));
        least.is_some_and(|cost| cost > self.claims.in_favour(encoding) * PER_NAT + weights::enough_structure())
    }

    /// The number of bytes of the sample that are scored.
    pub(crate) fn scored(&self) -> usize {
        self.scored
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
        let single_byte = self.single_byte.iter().map(|candidate| (candidate.cost, candidate.reading.encoding()));
        let two_byte = self.two_byte.iter().map(|candidate| (candidate.cost, candidate.encoding));
        single_byte.chain(two_byte).min().map(|(_, encoding)| encoding)
    }

    /// The encoding of the only candidate, if no other one is left.
    pub(crate) fn only_candidate(&self) -> Option<Encoding> {
        match (&self.single_byte[..], &self.two_byte[..]) {
            ([candidate], []) => Some(candidate.reading.encoding()),
            ([], [candidate]) => Some(candidate.encoding),
            _ => None,
        }
    }

    /// Whether text with only these bytes above 7F costs the same in all candidates: they are of one language,
    /// and decode it alike.
    // Called from two places: inlined there, it would make programs larger.
    #[inline(never)]
    fn are_alike(&self, high_bytes: HighBytes) -> bool {
        let [first, others @ ..] = &self.single_byte[..] else { return false };
        self.two_byte.is_empty()
            && others.iter().all(|other| other.reading.language == first.reading.language)
            && others.iter().all(|other| decode_alike(other.reading.encoding(), first.reading.encoding(), high_bytes))
    }

    /// Scores the part of `sample` that is not scored yet, up to `length` bytes, and lets the sample grow as
    /// far as that takes. Stops once the rest cannot change the answer.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(crate) fn score(&mut self, sample: &mut Sample, length: usize) {
        let mut bigrams = Bigrams::default();
        loop {
            let end = (self.scored + self.scored / 2).max(FIRST_PART).min(length);
            while end > sample.text.len() && sample.length < length {
                sample.grow((2 * sample.length.max(FIRST_PART)).min(length));
            }
            let end = end.min(sample.text.len());
            if end == self.scored {
                break;
            }
            self.prune();
            if self.scored >= ENOUGH_FOR_NONE && self.only_candidate().is_some() {
                break;
            }
            if self.scored >= ENOUGH_FOR_NONE && self.are_alike(sample.high_bytes) {
                sample.grow(length);
                if self.are_alike(sample.high_bytes) {
                    break;
                }
            }
            self.score_part(&sample.text, end, &mut bigrams);
        }
    }

    /// Scores all of `text` in all candidates, in the same parts as a sample.
    pub(crate) fn score_all(&mut self, text: &[u8]) {
        let mut bigrams = Bigrams::default();
        while self.scored < text.len() {
            let end = (self.scored + self.scored / 2).max(FIRST_PART).min(text.len());
            self.score_part(text, end, &mut bigrams);
        }
    }

    /// Scores `text` from what is scored up to `end`.
    fn score_part(&mut self, text: &[u8], end: usize, bigrams: &mut Bigrams) {
        // One byte of the part before, for the bigram across the boundary.
        bigrams.read(&text[self.scored.saturating_sub(1)..end]);
        self.score_single_byte(bigrams);
        for TwoByteCandidate { model, progress, cost, structure, .. } in &mut self.two_byte {
            model.add_cost(text, progress, end, cost, structure);
        }
        self.scored = end;
    }

    /// Adds the cost of `text`, the pieces of a page that the sample does not have.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(crate) fn extend(&mut self, text: &[u8]) {
        let mut bigrams = Bigrams::default();
        bigrams.read(text);
        self.score_single_byte(&bigrams);
        for TwoByteCandidate { model, cost, structure, .. } in &mut self.two_byte {
            model.add_cost(text, &mut Progress::START.clone(), text.len(), cost, structure);
        }
    }

    fn score_single_byte(&mut self, bigrams: &Bigrams) {
        // Candidates share charsets and languages: the cost of each is computed once, and only if
        // a candidate is left that needs it.
        self.has_neighbours |= bigrams.has_neighbours;
        for &BigramByte { byte, mask } in &bigrams.non_ascii {
            self.bigrams += u32::from(mask & 1);
            self.counts[usize::from(byte & 0x7F)] += u16::from(byte >> 7) & mask;
        }
        let (mut charsets, mut languages) = ([None; CHARSETS.len()], [None; LANGUAGES.len()]);
        let english_words =
            if self.scored < ENOUGH_FOR_NONE { weights::english_at_start() } else { weights::english_later() } as i32;
        let mut general = None;
        let english = AsciiCosts::english(bigrams, &mut general);
        for TwoByteCandidate { cost, .. } in &mut self.two_byte {
            *cost = cost.saturating_add_signed(english);
        }
        let claims = self.claims;
        for SingleByteCandidate { reading, cost, structure } in &mut self.single_byte {
            let may_have_structure = !bigrams.beside_letters.is_empty() && !reading.language().is_latin;
            if may_have_structure && claims.name(reading.encoding()) {
                structure.add_all(reading.structure(bigrams));
            }
            let charset = *charsets[reading.charset].get_or_insert_with(|| CHARSETS[reading.charset].cost(bigrams));
            let ascii = *languages[reading.language]
                .get_or_insert_with(|| reading.language().relative_ascii_cost(bigrams, english_words, &mut general));
            *cost = (*cost + charset + reading.cost(bigrams)).saturating_add_signed(ascii);
        }
    }

    /// The lowest cost in any encoding but UTF-8.
    fn lowest(&self) -> u32 {
        let costs = self.single_byte.iter().map(|candidate| candidate.cost);
        costs.chain(self.two_byte.iter().map(|candidate| candidate.cost)).min().unwrap_or(0)
    }

    /// Removes the candidates that can no longer win.
    fn prune(&mut self) {
        let lowest = self.lowest();
        let is_left = |cost: u32| cost - lowest <= self.prune_margin;
        let single_byte =
            self.single_byte.iter().filter(|candidate| candidate.reading.language().tag != LanguageModel::LIST.tag);
        let single_byte =
            single_byte.map(|candidate| (candidate.reading.encoding(), candidate.cost, candidate.structure.cost()));
        let two_byte =
            self.two_byte.iter().map(|candidate| (candidate.encoding, candidate.cost, candidate.structure.cost()));
        for (encoding, cost, structure) in single_byte.chain(two_byte) {
            if is_left(cost) || !self.claims.name(encoding) {
                continue;
            }
            match self.pruned.iter_mut().find(|(other, _)| *other == encoding) {
                Some((_, least)) => *least = structure.min(*least),
                None => self.pruned.push((encoding, structure)),
            }
        }
        self.single_byte.retain(|candidate| is_left(candidate.cost));
        self.two_byte.retain(|candidate| is_left(candidate.cost));
    }

    /// Adds `nats` to the cost of `encoding` in all its languages.
    pub(crate) fn penalize(&mut self, encoding: Encoding, nats: u32) {
        let single_byte = self.single_byte.iter_mut().map(|other| (other.reading.encoding(), &mut other.cost));
        let two_byte = self.two_byte.iter_mut().map(|other| (other.encoding, &mut other.cost));
        for (_, cost) in single_byte.chain(two_byte).filter(|(other, _)| *other == encoding) {
            *cost = cost.saturating_add(nats.saturating_mul(PER_NAT));
        }
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
        // If `best` was pruned, it is given the highest cost of those that are left, so that its confidence is low.
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

    /// The cost of text in none of these encodings, or in no language that they were written in.
    fn cost_of_none(&self) -> u32 {
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
        let lowest = self.costs(high_bytes).first().map_or(0, |(cost, _)| cost.saturating_sub(OFFSET));
        self.bigrams >= ENOUGH_FOR_NONSENSE && lowest > self.cost_of_none() * 8 / 5 + self.claims.total() * PER_NAT
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

    /// What a pair of neighbours costs in the mean, in text of the language that is the likeliest in a single-byte
    /// `encoding`.
    fn expected(&self, high_bytes: HighBytes, encoding: Encoding) -> u32 {
        let alike = self.single_byte.iter();
        let alike = alike.filter(|candidate| decode_alike(candidate.reading.encoding(), encoding, high_bytes));
        let language = alike.min_by_key(|candidate| candidate.cost).map(|candidate| candidate.reading.language());
        u32::from(language.unwrap_or(&LanguageModel::LIST).expected)
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

    /// What [structure](Structure) costs besides in a declared encoding. It takes no more than what the declaration gives:
    /// what is right without a declaration is right with it.
    fn of_structure(&self, encoding: Encoding, structure: Structure) -> u32 {
        structure.additional().min(self.claims.in_favour(encoding) * PER_NAT)
    }

    /// The cost of each encoding, which is the lowest one of its languages; sorted by cost.
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn costs(&self, high_bytes: HighBytes) -> Vec<(u32, Encoding)> {
        // The lowest cost of each encoding, and the language with it.
        let mut lowest: [Option<(u32, usize, u32)>; CHARSETS.len()] = [None; CHARSETS.len()];
        for SingleByteCandidate { reading, cost, structure } in &self.single_byte {
            let is_latin = reading.language().is_latin;
            let is_named = is_latin || self.claims.name(reading.encoding());
            let has_letters = is_named || self.has_neighbours && reading.has_letter_of(high_bytes);
            let is_short = !is_named && self.bigrams <= SHORT;
            let cost = cost
                + if has_letters { 0 } else { weights::no_letter() }
                + if is_short { weights::short_foreign() } else { 0 };
            let cost = cost + self.of_structure(reading.encoding(), *structure);
            let lowest = &mut lowest[reading.charset];
            if lowest.is_none_or(|(other, ..)| cost < other) {
                *lowest = Some((cost, reading.language, structure.cost()));
            }
        }
        let single_byte = lowest.iter().zip(&CHARSETS);
        let single_byte = single_byte.filter_map(|(lowest, charset)| {
            let (cost, language, structure) = (*lowest)?;
            Some((cost, charset.encoding, Some(language), structure))
        });
        let two_byte = self.two_byte.iter().map(|TwoByteCandidate { cost, encoding, structure, .. }| {
            let is_claimed = self.claims.name(*encoding);
            let structure = if is_claimed { *structure } else { Structure::default() };
            (cost + self.of_structure(*encoding, structure), *encoding, None, structure.cost())
        });
        let all = || single_byte.clone().chain(two_byte.clone());
        let is_latin = |encoding| CHARSETS.iter().any(|charset| charset.is_latin && charset.encoding == encoding);
        // Evidence for a claim is measured against the best encoding that decodes the bytes differently from all
        // claims.
        let is_rival = |encoding| {
            let decodes_alike = |claimed| decode_alike(claimed, encoding, high_bytes);
            !self.claims.name(encoding) && !self.claims.encodings().any(decodes_alike)
        };
        let rival = all().filter(|(_, encoding, ..)| is_rival(*encoding)).min();
        let mut costs = Vec::with_capacity(CHARSETS.len() + self.two_byte.len());
        for (mut cost, encoding, language, structure) in all() {
            if self.claims.name(encoding) {
                let (differing, of) =
                    rival.and_then(|(_, rival, ..)| self.difference(encoding, rival)).unwrap_or((1, 1));
                let is_of_rival = |(_, _, of_rival, _)| of_rival == language && language.is_some_and(is_known);
                if self.bigrams >= ENOUGH_FOR_LANGUAGE && rival.is_some_and(is_of_rival) {
                    cost += self.claims.in_favour(encoding) * PER_NAT / 4 * 3;
                } else {
                    // The fewer pairs there are, the less they show that would contradict a declaration of a rare script.
                    let few = if is_latin(encoding) { 0 } else { weights::forgiven_a_scrap() / self.bigrams.max(2) };
                    let per_cent = weights::forgiven() + few;
                    // Letters may be of a language that no model knows; what is no structure of any language is no letter.
                    let of_letters = cost.saturating_sub(OFFSET + structure);
                    let forgiven = u64::from(of_letters * per_cent) * u64::from(of.min(4 * differing));
                    cost -= (forgiven / u64::from(of) / 100) as u32;
                    if let Some((of_rival, rival, ..)) = rival.filter(|_| of > 4 * differing) {
                        let priors = |encoding| encoding_prior(encoding) + self.claims.against(encoding) * PER_NAT;
                        cost = cost.min(
                            of_rival + priors(encoding) + weights::unknown_character() * differing - priors(rival),
                        );
                    }
                }
            }
            // There are about thirty, so inserting is fast enough; the standard library's sort would make programs
            // larger.
            let place = costs.partition_point(|other| *other < (cost, encoding));
            costs.insert(place, (cost, encoding));
        }
        costs
    }
}

/// What pairs of neighbours cost in text of no language that a model knows.
fn none_of_pairs(pairs: u32) -> u32 {
    (u32::from(LanguageModel::LIST.expected) + weights::none_per_pair()) * pairs
}

/// Whether the model at a place in [`LANGUAGES`] is that of one language.
fn is_known(language: usize) -> bool {
    LANGUAGES.get(language).is_some_and(|language| known_language(language.tag).is_some())
}

/// Whether two encodings decode a text to the same characters, if it has only these bytes above 7F.
pub(crate) fn decode_alike(a: Encoding, b: Encoding, high_bytes: HighBytes) -> bool {
    if decoders_agree(a, b) {
        return true;
    }
    if !(a.is_single_byte() && b.is_single_byte()) {
        return false;
    }
    let (a, b) = (single_byte_scalars(a), single_byte_scalars(b));
    high_bytes.indices().all(|index| a.get(index) == b.get(index))
}
