//! Scores: what each encoding costs, as a negative log-likelihood plus priors.
//!
//! A cost is the negative logarithm of a probability, in eighths of a nat ([`PER_NAT`]). The
//! encoding with the lowest total wins. An encoding has one total for each language that was
//! written in it; the priors say how common the encoding is and which languages the hints name.

mod best;
mod declared;
mod none;

use alloc::vec::Vec;

pub(crate) use best::Best;

use crate::Encoding;
use crate::codec::single_byte_scalars;
use crate::detector::candidates::Candidates;
use crate::detector::claims::{Claims, decoders_agree};
use crate::detector::hints::Hints;
use crate::detector::model::ideographs::{Progress, TWO_BYTE_MODELS, TwoByteModel};
use crate::detector::model::language_model::{Charset, LanguageModel};
use crate::detector::model::letters::{AsciiCosts, EncodedLanguage, Structure};
use crate::detector::model::table::{CHARSETS, LANGUAGES, READINGS};
use crate::detector::priors::{encoding_prior, language_prior};
use crate::detector::sample::{HighBytes, Sample};
use crate::detector::text::bigrams::{BigramByte, Bigrams};
use crate::detector::weights::{self, PER_NAT};

/// The minimum number of bytes that are scored, if the sample has them, so that text in none of the encodings is
/// recognized.
const ENOUGH_FOR_NONE: usize = 96;

/// A candidate is pruned if its cost exceeds the lowest one by more than this and the worth of all claims. Priors and
/// hints are worth much less, so they do not decide that.
const PRUNE_MARGIN: u32 = 40 * PER_NAT;

/// The most that [lone letters](EncodedLanguage::cost_of_lone_letters) cost in all: three of them, so that they alone prune no
/// candidate. More of them are an alphabet, such as the index of a dictionary, or a heading with spaces between its letters.
fn most_of_lone_letters() -> u32 {
    3 * weights::lone_letter()
}

/// The cost that every candidate starts with. Some costs are negative: this keeps totals above 0.
pub(crate) const OFFSET: u32 = 1 << 20;

/// A sample is scored in parts, and candidates are pruned between them, so that most of the sample is scored in a few
/// candidates only. The first part has this many bytes. Each further part is half as long as all parts before it.
const FIRST_PART: usize = 24;

/// A single-byte encoding with a language, and the cost so far.
#[derive(Clone)]
struct SingleByteCandidate {
    reading: EncodedLanguage,
    /// Whether the encoding is declared.
    is_claimed: bool,
    cost: u32,
    /// The part of the cost for [lone letters](EncodedLanguage::cost_of_lone_letters).
    lone_letters: u32,
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
    /// The bytes above 7F that were [words](Bigrams::words) in the scored bytes.
    lone: HighBytes,
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
        let not_preferred = |encoding| if candidates.prefer_others(encoding) { weights::claim() / 2 } else { 0 };
        let is_declared = hints.claims.encodings().next().is_some();
        let undeclared = |encoding| match encoding {
            Encoding::Koi8R | Encoding::Koi8U if !is_declared => weights::undeclared_koi8(),
            _ => 0,
        };
        let of_encoding = |encoding| {
            let prior = encoding_prior(encoding) + undeclared(encoding);
            OFFSET + prior + hints.cost_of_encoding(encoding) + not_preferred(encoding)
        };
        let allowed = |encoding| allowed(encoding) && (candidates.allow(encoding) || hints.claims.name(encoding));
        let mut charsets = [None; CHARSETS.len()];
        for (found, &Charset { encoding, .. }) in charsets.iter_mut().zip(&CHARSETS) {
            *found = allowed(encoding).then(|| (of_encoding(encoding), hints.claims.name(encoding)));
        }
        let cost_of_language = hints.costs();
        let mut languages = [None; LANGUAGES.len()];
        for (place, (cost, language)) in languages.iter_mut().zip(&LANGUAGES).enumerate() {
            let prior = if is_declared { 0 } else { language_prior(place) };
            let list = if language.tag == LanguageModel::LIST.tag { weights::list() } else { 0 };
            let may_be = is_latin || !language.is_latin || language.tag == b"vi";
            *cost = may_be.then(|| prior.saturating_add_unsigned(list + cost_of_language(language.tag)));
        }
        let mut single_byte = Vec::with_capacity(READINGS.len());
        single_byte.extend(EncodedLanguage::all().filter_map(|reading| {
            let (cost, is_claimed) = charsets[reading.charset]?;
            let cost = cost.saturating_add_signed(languages[reading.language]?);
            Some(SingleByteCandidate { reading, is_claimed, cost, lone_letters: 0, structure: Structure::default() })
        }));
        let two_byte = TWO_BYTE_MODELS.iter().filter_map(|model| {
            // The model of GBK is that of gb18030, too.
            let names = [model.encoding, Encoding::Gb18030].into_iter();
            let names = names.filter(|name| decoders_agree(*name, model.encoding) && allowed(*name));
            let encoding = names.min_by_key(|name| candidates.prefer_others(*name))?;
            let cost = of_encoding(encoding) + cost_of_language(model.language);
            Some(TwoByteCandidate { encoding, model, progress: Progress::START, cost, structure: Structure::default() })
        });
        let prune_margin = PRUNE_MARGIN + hints.claims.total() * PER_NAT;
        Ranking {
            candidates,
            bigrams: 0,
            counts: [0; 128],
            has_neighbours: false,
            lone: HighBytes::of(&[]),
            scored: 0,
            prune_margin,
            beside: Vec::new(),
            claims: hints.claims,
            single_byte,
            two_byte: two_byte.collect(),
            pruned: Vec::new(),
        }
    }

    /// The number of bytes of the sample that are scored.
    pub(crate) fn scored(&self) -> usize {
        self.scored
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
        let mut bigrams = Bigrams::with_room(length.min(sample.page_length()));
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
        self.score_single_byte(&mut bigrams);
        for TwoByteCandidate { model, cost, structure, .. } in &mut self.two_byte {
            model.add_cost(text, &mut Progress::START.clone(), text.len(), cost, structure);
        }
    }

    fn score_single_byte(&mut self, bigrams: &mut Bigrams) {
        // The same letter alone again is less evidence. Without ASCII words, it is none.
        if !bigrams.ascii.is_empty() {
            bigrams.find_words_again(&mut self.lone);
        }
        // Candidates share charsets and languages: the cost of each is computed once, and only if a candidate is left that
        // needs it.
        self.has_neighbours |= bigrams.has_neighbours;
        let mut high_bytes = HighBytes::of(&[]);
        for &BigramByte { byte, mask } in &bigrams.non_ascii {
            self.bigrams += u32::from(mask & 1);
            self.counts[usize::from(byte & 0x7F)] += u16::from(byte >> 7) & mask;
            high_bytes.insert(byte);
        }
        // The last charset and its cost, since the candidates of an encoding follow each other; and of each language, the
        // symbols that were last scored in it, with their cost.
        let (mut charset, mut languages) = ((CHARSETS.len(), 0), [None; LANGUAGES.len()]);
        let english_words =
            if self.scored < ENOUGH_FOR_NONE { weights::english_at_start() } else { weights::english_later() } as i32;
        let ascii = AsciiCosts::of(bigrams, english_words);
        for TwoByteCandidate { cost, .. } in &mut self.two_byte {
            *cost = cost.saturating_add_signed(ascii.english);
        }
        for SingleByteCandidate { reading, is_claimed, cost, lone_letters, structure } in &mut self.single_byte {
            if *is_claimed && !bigrams.beside_letters.is_empty() {
                structure.add_all(reading.structure(bigrams));
            }
            if charset.0 != reading.charset {
                charset = (reading.charset, CHARSETS[reading.charset].cost(bigrams));
            }
            // Many encodings of a language have its letters at the same places.
            let of_language: &mut Option<(&[u8; 128], u32)> = &mut languages[reading.language];
            let alike = of_language.filter(|(other, _)| high_bytes.are_same_in(other, reading.high));
            let (_, letters) = alike.unwrap_or_else(|| *of_language.insert((reading.high, reading.cost(bigrams))));
            let more = reading.cost_of_lone_letters(bigrams).min(most_of_lone_letters() - *lone_letters);
            *lone_letters += more;
            *cost = (*cost + charset.1 + letters + more).saturating_add_signed(ascii.of_language(reading.language));
        }
    }

    /// Adds to the cost of each language what the words of `text` say of it: a quarter of how much more they cost in it than in
    /// the likeliest one. Each line may be English instead, as in templates and programs. It is at most
    /// [`clear_language`](weights::clear_language).
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(crate) fn add_words(&mut self, text: &[u8]) {
        let mut is_left = [false; LANGUAGES.len()];
        self.single_byte.iter().for_each(|candidate| is_left[candidate.reading.language] = true);
        // In a language in another script, all ASCII words are English.
        let (mut costs, mut english) = ([0; LANGUAGES.len()], 0);
        let mut bigrams = Bigrams::default();
        for line in text.split(|byte| matches!(byte, b'\n' | b'\r')) {
            bigrams.read(line);
            let ascii = AsciiCosts::of(&bigrams, 0);
            english += ascii.english;
            for ((language, cost), _) in costs.iter_mut().enumerate().zip(is_left).filter(|(_, is_left)| *is_left) {
                *cost += ascii.of_language(language).min(0);
            }
        }
        let least = costs.iter().fold(english, |least, cost| least.min(*cost));
        let additional = |cost: i32| (cost.abs_diff(least) / 2).min(weights::clear_language());
        for SingleByteCandidate { reading, cost, .. } in &mut self.single_byte {
            *cost += additional(costs[reading.language]);
        }
        self.two_byte.iter_mut().for_each(|candidate| candidate.cost += additional(english));
    }

    /// The costs of the candidates so far, without what is declared and what is [beside](Self::beside) them.
    fn costs_so_far(&self) -> impl Iterator<Item = (u32, Encoding)> + '_ {
        let single_byte = self.single_byte.iter().map(|candidate| (candidate.cost, candidate.reading.encoding()));
        single_byte.chain(self.two_byte.iter().map(|candidate| (candidate.cost, candidate.encoding)))
    }

    /// The lowest cost so far.
    fn lowest(&self) -> u32 {
        self.costs_so_far().map(|(cost, _)| cost).min().unwrap_or(0)
    }

    /// Removes the candidates that can no longer win.
    fn prune(&mut self) {
        // Letters that form no words say nothing of what follows them.
        let single_byte = self.single_byte.iter().filter(|candidate| !candidate.reading.is_list());
        let single_byte = single_byte.map(|candidate| candidate.cost);
        let Some(lowest) = single_byte.chain(self.two_byte.iter().map(|candidate| candidate.cost)).min() else {
            return;
        };
        let is_left = |cost: u32| cost <= lowest + self.prune_margin;
        let pruned = &mut self.pruned;
        let mut keep_structure =
            |encoding: Encoding, structure: Structure| match pruned.iter_mut().find(|(other, _)| *other == encoding) {
                Some((_, least)) => *least = structure.cost().min(*least),
                None => pruned.push((encoding, structure.cost())),
            };
        self.single_byte.retain(|candidate| {
            let is_left = is_left(candidate.cost);
            if !is_left && candidate.is_claimed && !candidate.reading.is_list() {
                keep_structure(candidate.reading.encoding(), candidate.structure);
            }
            is_left
        });
        self.two_byte.retain(|candidate| {
            let is_left = is_left(candidate.cost);
            if !is_left && self.claims.name(candidate.encoding) {
                keep_structure(candidate.encoding, candidate.structure);
            }
            is_left
        });
    }

    /// Adds `nats` to the cost of `encoding` in all its languages.
    pub(crate) fn penalize(&mut self, encoding: Encoding, nats: u32) {
        let single_byte = self.single_byte.iter_mut().map(|other| (other.reading.encoding(), &mut other.cost));
        let two_byte = self.two_byte.iter_mut().map(|other| (other.encoding, &mut other.cost));
        for (_, cost) in single_byte.chain(two_byte).filter(|(other, _)| *other == encoding) {
            *cost = cost.saturating_add(nats.saturating_mul(PER_NAT));
        }
    }
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
