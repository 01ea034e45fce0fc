//! The legacy encodings: which bytes stand for the page, and what they cost in each encoding.

use alloc::vec::Vec;

use super::Question;
use super::costs::{Best, Ranking};
use super::hints::Hints;
use super::sample::{HighBytes, SCRIPT_SAMPLE, Sample};
use super::text::errors::{self, MOST_ERRORS};
use super::text::words;
use super::weights::{self, PER_NAT};
use crate::Encoding;

/// The size of the first sample, in bytes.
const FIRST_SAMPLE: usize = 1024;

/// The size of the largest sample, in bytes.
pub(crate) const LARGEST_SAMPLE: usize = 16 * 1024;

/// The minimum lead of the best encoding, in nats, with which a small sample is enough.
const CLEAR_MARGIN: u32 = 20;

/// With more bytes above 7F than this, the last character may be incomplete though nobody says so. No weight: a word of two
/// characters has four.
const FEW_TO_BE_CUT: usize = 4;

/// The costs of a page in the legacy encodings.
pub(crate) struct Scores {
    /// The encoding in which the page costs least, and the best of those that decode the sample to another text.
    pub(crate) encoding: Encoding,
    pub(crate) runner_up: Option<Encoding>,
    /// How many bytes were scored.
    pub(crate) bytes_examined: usize,
    /// The costs of all candidates that are left.
    pub(crate) ranking: Ranking,
    /// The bytes above 7F that the scored sample has.
    pub(crate) high_bytes: HighBytes,
    /// What was scored.
    pub(crate) text: Vec<u8>,
}

impl Scores {
    /// Adds an encoding that is no legacy one, with its cost.
    pub(crate) fn add(&mut self, encoding: Encoding, cost: i64) {
        let cost = cost.clamp(0, u32::MAX.into()) as u32;
        if self.ranking.is_likelier(cost, self.high_bytes) {
            self.runner_up = Some(self.encoding);
            self.encoding = encoding;
        }
        self.ranking.beside.push((cost, encoding));
    }
}

/// Scores a page that has bytes above 7F in the legacy encodings.
pub(crate) fn score(question: &Question<'_, '_>, hints: &Hints<'_>) -> Scores {
    let Question { page, is_cut, as_browsers, candidates, .. } = *question;
    let mut length = FIRST_SAMPLE;
    let mut sample = Sample::new(page);
    sample.grow(SCRIPT_SAMPLE);
    let is_allowed = |encoding| !as_browsers || browsers_know(encoding) || hints.claims.name(encoding);
    let fallback = Best {
        encoding: candidates.or_first_allowed(Best::FALLBACK.encoding).unwrap_or(Best::FALLBACK.encoding),
        ..Best::FALLBACK
    };
    let rank = |sample: &Sample<'_>| Ranking::new(hints, candidates, !sample.is_in_another_script(), is_allowed);
    let mut ranking_of_sample = rank(&sample);
    let mut is_first_time = true;
    loop {
        ranking_of_sample.score(&mut sample, length);
        // It is scored first then, since a candidate that is pruned by the start does not come back.
        if core::mem::take(&mut is_first_time)
            && let Some((elsewhere, ranking)) = differs_elsewhere(&sample, &ranking_of_sample, rank)
        {
            sample.put_first(elsewhere);
            ranking_of_sample = ranking;
            continue;
        }
        if let Some(encoding) = ranking_of_sample.only_candidate() {
            return Scores {
                encoding,
                runner_up: None,
                bytes_examined: sample.size,
                high_bytes: sample.high_bytes,
                text: scored(&ranking_of_sample, sample.text, &[]),
                ranking: ranking_of_sample,
            };
        }
        let mut ranking = ranking_of_sample.clone();
        let mut new_text = Vec::new();
        let (mut high_bytes, mut bytes_examined) = (sample.high_bytes, sample.size);
        if !sample.is_whole && ranking.best(high_bytes).is_some_and(|best| best.encoding.is_single_byte()) {
            let new = sample.new_bytes(!sample.is_in_another_script());
            ranking.extend(&new.text);
            high_bytes = new.high_bytes;
            bytes_examined += new.size;
            new_text = new.text;
        }
        let is_last = sample.is_whole || length >= LARGEST_SAMPLE;
        let mut best = ranking.best(high_bytes).unwrap_or(fallback);
        // Words far from any byte above 7F take time, so they are read only where they may change the answer.
        if is_last && best.margin <= weights::clear_language() / PER_NAT {
            ranking.add_words(&words::start_of_text(page));
            best = ranking.best(high_bytes).unwrap_or(fallback);
        }
        let Best { mut encoding, mut runner_up, margin } = best;
        // The models know what an incomplete last character costs. A file that ends early does not say so; but an odd
        // number of bytes in a word of one or two characters shows that it is not in a two-byte encoding.
        let is_cut = is_cut || sample.text.iter().filter(|byte| !byte.is_ascii()).nth(FEW_TO_BE_CUT).is_some();
        let count_errors = |encoding| errors::count_errors(page, high_bytes, encoding, is_cut, MOST_ERRORS);
        let mut errors = count_errors(encoding);
        // Malformed sequences make the best encoding costlier. If another one is then the best, its
        // malformed sequences count as well. Each encoding is penalized once.
        let mut penalized = Vec::new();
        while is_last && errors > 0 && !penalized.contains(&encoding) {
            ranking.penalize(encoding, errors.saturating_mul(weights::malformed() / PER_NAT));
            penalized.push(encoding);
            let new_best = ranking.best(high_bytes).unwrap_or(fallback).encoding;
            if new_best != encoding {
                runner_up = Some(encoding);
                encoding = new_best;
                errors = count_errors(encoding);
            }
        }
        // A list of letters says nothing of what follows it.
        let is_clear = margin >= CLEAR_MARGIN.saturating_add(errors.saturating_mul(weights::malformed() / PER_NAT))
            && !ranking.is_list(high_bytes, encoding);
        if is_last || is_clear {
            let likely = hints.claims.encodings().find(|claimed| claimed.is_single_byte());
            let likely = likely.unwrap_or(fallback.encoding);
            if ranking.is_nonsense(high_bytes) && encoding.is_single_byte() && encoding != likely {
                runner_up = Some(encoding);
                encoding = likely;
            }
            let text = scored(&ranking_of_sample, sample.text, &new_text);
            return Scores { encoding, runner_up, bytes_examined, ranking, high_bytes, text };
        }
        length *= 4;
    }
}

/// Text from the rest of the page, and its ranking, if it does not fit the best candidate so far, but another one: the start
/// of a page may differ from the rest, such as an alphabet, a table, or a list of rare characters.
#[cfg_attr(target_family = "wasm", inline(never))]
fn differs_elsewhere<'a>(
    sample: &Sample<'a>,
    ranking: &Ranking,
    rank: impl Fn(&Sample<'_>) -> Ranking,
) -> Option<(Sample<'a>, Ranking)> {
    // If even the best candidate does not fit, the scored text may be of two kinds.
    let from = if ranking.fits() { ranking.scored() } else { ranking.scored() / 2 };
    let mut elsewhere = sample.elsewhere(from);
    if !ranking.is_refuted_by(&elsewhere.text) {
        return None;
    }
    let (mut other, length) = (rank(&elsewhere), elsewhere.length);
    other.score(&mut elsewhere, length);
    other.fits_another_than(ranking).then_some((elsewhere, other))
}

/// The part of a sample that is scored, and `new` pieces of the page.
fn scored(ranking: &Ranking, mut sample: Vec<u8>, new: &[u8]) -> Vec<u8> {
    sample.truncate(ranking.scored());
    sample.extend_from_slice(new);
    sample
}

/// Whether the detectors of browsers ever answer `encoding`.
fn browsers_know(encoding: Encoding) -> bool {
    use Encoding::*;
    !matches!(
        encoding,
        Utf8 | Utf16Be
            | Utf16Le
            | Iso8859_3
            | Iso8859_10
            | Iso8859_14
            | Iso8859_15
            | Iso8859_16
            | Iso8859_8I
            | Koi8R
            | Macintosh
            | XMacCyrillic
    )
}
