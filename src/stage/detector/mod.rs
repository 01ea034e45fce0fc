//! Stage 7: the detector.
//!
//! UTF-8 is recognized by its validity and UTF-16 by its code units. For legacy encodings, a
//! [`Sample`] of the bytes above 7F and their neighbours is scored in every encoding
//! ([`Ranking`]). If the best score is too close to the next one, or the page has malformed sequences
//! in the best encoding, a larger sample is scored.
//!
//! `docs/detector.md` explains how it works and how well.

use alloc::vec::Vec;
use core::fmt;

use self::hints::Hints;
use self::ranking::{Best, Ranking, decode_alike};
pub(crate) use self::reason::reason;
use self::sample::{HighBytes, SCRIPT_SAMPLE, Sample};
use super::{Claims, Evidence, Finding};
use crate::content::utf8::{self, Utf8};
use crate::content::{Content, unmarked_utf16};
use crate::context::{Candidates, Detection};
use crate::{Encoding, Source};

mod bigrams;
pub(crate) mod builder;
mod check;
#[cfg(feature = "compact-enc-det")]
mod chromium;
mod damaged_utf8;
mod east_asian_signs;
mod escapes;
#[cfg(feature = "chardetng")]
mod firefox;
pub(crate) mod guess;
pub(crate) mod hints;
mod ideographs;
mod language;
mod model;
mod pair_models;
mod priors;
mod ranking;
mod reason;
mod sample;
mod signs;
mod symbol;
mod table;

/// The size in bytes of the first sample and of the largest one.
const FIRST_SAMPLE: usize = 1024;
const LARGEST_SAMPLE: usize = 16 * 1024;

/// The minimum lead of the best encoding, in nats, with which a small sample is enough.
const CLEAR_MARGIN: u32 = 20;

/// The maximum number of malformed sequences that are counted in the page, and the cost of each in nats.
const MOST_ERRORS: u32 = 64;
const NATS_PER_ERROR: u32 = 40;

/// With more bytes above 7F than this, the last character may be incomplete though nobody says so.
const ENOUGH_TO_BE_CUT: usize = 8;

/// What a declaration in a place where browsers ignore it is worth, in nats (measured: `docs/scoreboard.md`).
const IGNORED_NATS: u32 = 4;

/// The detector's answer, and what it is based on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Detected<'a> {
    /// The answer.
    pub(crate) encoding: Encoding,
    /// The best of the encodings that decode the sample to another text.
    pub(crate) runner_up: Option<Encoding>,
    /// The input.
    pub(crate) page: &'a [u8],
    /// Whether the last character of the input may be incomplete.
    pub(crate) is_cut: bool,
    /// How many bytes were scored.
    pub(crate) bytes_examined: usize,
    /// Which hints were given: the page's language, top-level domain, locale, claims.
    pub(crate) hints: [bool; 4],
}

impl fmt::Display for Detected<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes examined", self.bytes_examined)?;
        if let Some(runner_up) = self.runner_up {
            write!(f, ", runner-up {runner_up}")?;
        }
        let errors = check::count_errors(self.page, HighBytes::of(self.page), self.encoding, self.is_cut, 1);
        f.write_str(if errors == 0 { ", all of the input decodes" } else { ", the input has errors" })?;
        for (is_used, hint) in
            self.hints.into_iter().zip(["language", "top-level domain", "locale", "what is declared"])
        {
            if is_used {
                write!(f, ", {hint} taken into account")?;
            }
        }
        Ok(())
    }
}

/// Finds the encoding. Where the bytes decide, the answer may be one of `claims`. `ignored` finds a declaration that the
/// prescan ignored; it is called only if that is needed.
#[cfg_attr(target_family = "wasm", inline(never))]
pub(crate) fn look<'a>(
    evidence: &Evidence<'a>,
    claims: &Claims,
    ignored: impl FnOnce() -> Option<Encoding>,
) -> Finding<'a> {
    if evidence.is_json() {
        return Finding::remark("JSON is UTF-8: nothing to guess");
    }
    let facts = &evidence.context.facts;
    let settings = Settings {
        detection: facts.detection(),
        iso_2022_jp: evidence.may_be_iso_2022_jp(),
        // In HTML, UTF-16 must start with `<`, so that text of users cannot be read as hidden markup. A crawler
        // executes nothing, so for it this holds only for pages that start with markup in ASCII.
        html: evidence.reads_html()
            && (!evidence.bytes_decide() || evidence.bytes.trim_ascii_start().starts_with(b"<")),
        ceiling: facts.detection_ceiling,
        truncated: evidence.is_truncated,
        candidates: facts.candidates.as_deref().copied().unwrap_or_default(),
    };
    if settings.detection == Detection::Off {
        return Finding::remark("switched off");
    }
    let is_utf_16 = || !settings.html && ideographs::detect(evidence.bytes).is_some();
    if settings.detection.knows_binary() && Content::is_binary(evidence.bytes) && !is_utf_16() {
        return Finding::remark("binary: nothing to guess");
    }
    // A closure, since valid UTF-8 needs no hints.
    let hints = || {
        let mut claims = *claims;
        if let Some(ignored) = ignored()
            && !claims.encodings().any(|claimed| claimed == ignored)
        {
            claims.add(ignored, IGNORED_NATS);
        }
        let content_language = || evidence.metadata.content_language.as_ref().map(|tag| tag.as_slice());
        Hints {
            language: hints::page_language(evidence.bytes).or_else(content_language),
            tld: facts.tld.as_deref().map(str::as_bytes),
            locale: facts.locale.as_deref().map(str::as_bytes),
            claims,
        }
    };
    match detect(evidence.bytes, settings, claims, hints) {
        Some(detected) => {
            Finding { detected: Some(detected), ..Finding::tentative(detected.encoding, Source::Detector) }
        }
        None if !settings.detection.knows_binary() => {
            Finding::remark("the browser's detector leaves it to the default")
        }
        None => Finding::remark("no byte above 7F: no evidence"),
    }
}

/// The settings of the context that the detector follows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) detection: Detection,
    /// Whether ISO-2022-JP is looked for.
    pub(crate) iso_2022_jp: bool,
    /// Whether the bytes are read as HTML.
    pub(crate) html: bool,
    /// How many bytes may be examined at most.
    pub(crate) ceiling: usize,
    /// Whether the bytes end before the resource does.
    pub(crate) truncated: bool,
    /// Which encodings may be the answer.
    pub(crate) candidates: Candidates,
}

/// The encoding of `bytes`; `None` if there is no evidence of it.
fn detect<'a, 'h>(
    bytes: &'a [u8],
    settings: Settings,
    claims: &Claims,
    hints: impl FnOnce() -> Hints<'h>,
) -> Option<Detected<'a>> {
    let page = bytes.get(..settings.ceiling).unwrap_or(bytes);
    let is_cut = settings.truncated || page.len() < bytes.len();
    let detected =
        |encoding| Detected { encoding, runner_up: None, page, is_cut, bytes_examined: page.len(), hints: [false; 4] };
    #[cfg(feature = "chardetng")]
    if settings.detection == Detection::Firefox {
        let encoding = firefox::detect(page, is_cut, hints().tld, settings.iso_2022_jp)?;
        return Some(detected(encoding));
    }
    #[cfg(feature = "compact-enc-det")]
    if settings.detection == Detection::Chromium {
        let encoding = chromium::detect(page, settings.html, hints().tld, settings.iso_2022_jp)?;
        return Some(detected(encoding));
    }
    let full = settings.detection == Detection::Full;
    let may_be = |encoding: &Encoding| settings.candidates.allow(*encoding) || claims.name(*encoding);
    let mut claimed_utf_16 = claims.encodings().filter(|claimed| claimed.is_utf_16());
    if let Some(encoding) = claimed_utf_16.find_map(|claimed| unmarked_utf16::as_claimed(page, claimed)) {
        return Some(detected(encoding));
    }
    if full && let Some(encoding) = unmarked_utf16::detect(page, settings.html).filter(may_be) {
        return Some(detected(encoding));
    }
    let first = Encoding::ascii_valid_up_to(page);
    let utf_8 = utf8::judge(&page[first..]);
    let may_be_utf_8 = full && may_be(&Encoding::Utf8);
    let is_first_claim = claims.encodings().next().map_or(may_be_utf_8, |claimed| claimed == Encoding::Utf8);
    let is_claimed = is_first_claim && claims.name(Encoding::Utf8);
    if is_first_claim && utf_8.is_valid() || is_claimed && utf_8.errors == 0 && ends_in_a_lead(page) {
        return Some(detected(Encoding::Utf8));
    }
    // A short two-byte text may happen to be frequent ideographs in UTF-16.
    let is_as_claimed = |claimed: Encoding| {
        !claimed.is_single_byte()
            && claimed != Encoding::Utf8
            && check::count_errors(page, HighBytes::of(&[]), claimed, is_cut, 1) == 0
    };
    if full
        && !settings.html
        && let Some(encoding) = ideographs::detect(page).filter(may_be)
        && !claims.encodings().any(is_as_claimed)
    {
        return Some(detected(encoding));
    }
    if first == page.len() {
        let iso_2022_jp = settings.iso_2022_jp || settings.candidates.name(Encoding::Iso2022Jp);
        if iso_2022_jp && may_be(&Encoding::Iso2022Jp) && is_iso_2022_jp(page, is_cut) {
            return Some(detected(Encoding::Iso2022Jp));
        }
        // ASCII is the same in all encodings but UTF-16, which the bytes refute.
        let mut others = claims.encodings().filter(|claimed| !claimed.is_utf_16());
        return (claims.encodings().next()?.is_utf_16()).then(|| detected(others.next().unwrap_or(Encoding::Utf8)));
    }
    if claims.name(Encoding::Iso2022Jp) && is_iso_2022_jp(page, is_cut) {
        return Some(detected(Encoding::Iso2022Jp));
    }
    if is_utf_8(utf_8, claims, may_be_utf_8) {
        return Some(detected(Encoding::Utf8));
    }
    let may_be_damaged = may_be_utf_8 || claims.name(Encoding::Utf8);
    let claimed_only = || Hints { claims: *claims, ..Hints::default() };
    if may_be_damaged && damaged_utf8::is_likeliest(page, utf_8, &claimed_only(), settings.candidates) {
        return Some(detected(Encoding::Utf8));
    }
    let browsers_only = settings.detection != Detection::Full && may_be(&Encoding::Windows1252);
    if browsers_only && utf_8.is_valid() && claims.encodings().next().is_none() {
        // Both browsers answer windows-1252 for UTF-8 without a label.
        return Some(detected(Encoding::Windows1252));
    }
    // Valid UTF-8 that is too short to refute a claim may be chance.
    let hints = &hints();
    let claims = &hints.claims;
    let may_be_utf_8 = may_be_utf_8 && utf_8.refutes_a_claim();
    settings.candidates.or_first_allowed(Encoding::Windows1252)?;
    // Two-byte text is valid UTF-8 by chance more often than text in a single-byte encoding.
    let is_of_bytes = claims.encodings().all(|claimed| claimed.is_single_byte());
    let chance = if is_of_bytes { 0 } else { utf8::NATS_PER_CHARACTER.unsigned_abs() * utf_8.characters as u32 };
    let cost = may_be_utf_8.then(|| claims.against(Encoding::Utf8) + chance);
    let legacy = score_legacy(page, is_cut, settings, hints, cost);
    let LegacyScores { mut detected, high_bytes, ranking, .. } = legacy;
    if ranking.is_utf_8(high_bytes) {
        detected.encoding = Encoding::Utf8;
        return Some(detected);
    }
    // If no model knows the text, the declared encoding stands, provided that it decodes all of the page.
    let decodes = |claimed: &Encoding| check::count_errors(page, high_bytes, *claimed, is_cut, 1) == 0;
    if ranking.is_gibberish(high_bytes)
        && let Some(claimed) =
            claims.encodings().find(|claimed| decodes(claimed) && !ranking.has_no_structure_of(*claimed))
    {
        detected.encoding = claimed;
        return Some(detected);
    }
    // If a declared encoding decodes the bytes to the same text, it is the answer.
    if let Some(claimed) = claims.encodings().find(|claimed| decode_alike(*claimed, detected.encoding, high_bytes)) {
        detected.encoding = claimed;
    }
    Some(detected)
}

/// Whether the last byte starts a character of two bytes in UTF-8, and is hardly a letter of another encoding: there it
/// would be a capital after a small letter. DF is the ß of windows-1252.
fn ends_in_a_lead(page: &[u8]) -> bool {
    matches!(page, [.., before, 0xC2..=0xDE] if before.is_ascii_lowercase())
}

/// Whether the bytes are UTF-8, by the evidence for it and the claims. Only `full` detection answers UTF-8 that is
/// not claimed.
fn is_utf_8(utf_8: Utf8, claims: &Claims, full: bool) -> bool {
    let is_claimed = claims.name(Encoding::Utf8);
    let against = claims.against(Encoding::Utf8);
    let nats = utf_8.nats().saturating_add_unsigned(claims.total() - against).saturating_sub_unsigned(against);
    (full || is_claimed) && utf_8.characters > 0 && nats >= 0
}

/// The result of [`score_legacy`].
struct LegacyScores<'a> {
    detected: Detected<'a>,
    /// The scores of all candidates that are left.
    ranking: Ranking,
    /// The bytes above 7F that the scored sample has.
    high_bytes: HighBytes,
    /// The sample.
    text: Vec<u8>,
}

/// Scores a page that has bytes above 7F in the legacy encodings. `is_cut`: the last character may be incomplete.
/// `utf_8`: the cost of UTF-8 in nats, if the page may be UTF-8.
fn score_legacy<'a>(
    page: &'a [u8],
    is_cut: bool,
    settings: Settings,
    hints: &Hints<'_>,
    utf_8: Option<u32>,
) -> LegacyScores<'a> {
    let detected = |encoding, runner_up, bytes_examined| Detected {
        encoding,
        runner_up,
        page,
        is_cut,
        bytes_examined,
        hints: [
            hints.language.is_some(),
            hints.tld.is_some(),
            hints.locale.is_some(),
            hints.claims.encodings().next().is_some(),
        ],
    };
    let browsers_only = settings.detection != Detection::Full;
    let mut length = FIRST_SAMPLE;
    let mut sample = Sample::new(page);
    sample.grow(SCRIPT_SAMPLE);
    let is_allowed = |encoding| !browsers_only || browsers_know(encoding) || hints.claims.name(encoding);
    let candidates = settings.candidates;
    let fallback = Best {
        encoding: candidates.or_first_allowed(Best::FALLBACK.encoding).unwrap_or(Best::FALLBACK.encoding),
        ..Best::FALLBACK
    };
    let rank = |sample: &Sample<'_>| Ranking::new(hints, candidates, !sample.is_in_another_script(), utf_8, is_allowed);
    let mut ranking_of_sample = rank(&sample);
    let mut is_first_time = true;
    loop {
        ranking_of_sample.score(&mut sample, length);
        // The start of a page may differ from the rest: an alphabet, a table, a list of rare characters. Then text from
        // the rest is scored first, since a candidate that is pruned by the start does not come back.
        if core::mem::take(&mut is_first_time) {
            // If even the best candidate does not fit, the scored text may be of two kinds.
            let scored = ranking_of_sample.scored();
            let mut elsewhere = sample.elsewhere(if ranking_of_sample.fits() { scored } else { scored / 2 });
            if ranking_of_sample.is_refuted_by(&elsewhere.text) {
                let (mut ranking, length) = (rank(&elsewhere), elsewhere.length);
                ranking.score(&mut elsewhere, length);
                if ranking.fits_another_than(&ranking_of_sample) {
                    sample.put_first(elsewhere);
                    ranking_of_sample = ranking;
                    continue;
                }
            }
        }
        if let Some(encoding) = ranking_of_sample.only_candidate() {
            let detected = detected(encoding, None, sample.size);
            let (high_bytes, text) = (sample.high_bytes, sample.text);
            return LegacyScores { detected, ranking: ranking_of_sample, high_bytes, text };
        }
        let mut ranking = ranking_of_sample.clone();
        let (mut high_bytes, mut bytes_examined) = (sample.high_bytes, sample.size);
        if !sample.is_whole && ranking.best(high_bytes).is_some_and(|best| best.encoding.is_single_byte()) {
            let new = sample.new_bytes(!sample.is_in_another_script());
            ranking.extend(&new.text);
            high_bytes = new.high_bytes;
            bytes_examined += new.size;
        }
        let is_last = sample.is_whole || length >= LARGEST_SAMPLE;
        let Best { mut encoding, mut runner_up, margin } = ranking.best(high_bytes).unwrap_or(fallback);
        // The models know what an incomplete last character costs. A file that ends early does not say so; but an odd
        // number of bytes in a short word shows that it is not in a two-byte encoding.
        let is_cut = is_cut || sample.text.iter().filter(|byte| !byte.is_ascii()).nth(ENOUGH_TO_BE_CUT).is_some();
        let count_errors = |encoding| check::count_errors(page, high_bytes, encoding, is_cut, MOST_ERRORS);
        let mut errors = count_errors(encoding);
        // Malformed sequences make the best encoding costlier. If another one is then the best, its
        // malformed sequences count as well. Each encoding is penalized once.
        let mut penalized = Vec::new();
        while is_last && errors > 0 && !penalized.contains(&encoding) {
            ranking.penalize(encoding, errors.saturating_mul(NATS_PER_ERROR));
            penalized.push(encoding);
            let new_best = ranking.best(high_bytes).unwrap_or(fallback).encoding;
            if new_best != encoding {
                runner_up = Some(encoding);
                encoding = new_best;
                errors = count_errors(encoding);
            }
        }
        let is_clear = margin >= CLEAR_MARGIN.saturating_add(errors.saturating_mul(NATS_PER_ERROR));
        if is_last || is_clear {
            let likely = hints.claims.encodings().find(|claimed| claimed.is_single_byte());
            let likely = likely.unwrap_or(fallback.encoding);
            if ranking.is_nonsense(high_bytes) && encoding.is_single_byte() && encoding != likely {
                runner_up = Some(encoding);
                encoding = likely;
            }
            let detected = detected(encoding, runner_up, bytes_examined);
            return LegacyScores { detected, ranking, high_bytes, text: sample.text };
        }
        length *= 4;
    }
}

/// The maximum number of encodings that [`legacy_candidates`] returns.
const MOST_CANDIDATES: usize = 8;

/// The legacy encodings that `text` may be in, with the cost of each in nats. `text` must not be UTF-8; `page`, of
/// which it is a part, gives a hint at its language.
pub(crate) fn legacy_candidates(text: &[u8], page: &[u8]) -> Vec<(Encoding, i32)> {
    let settings = Settings {
        detection: Detection::Full,
        iso_2022_jp: false,
        html: false,
        ceiling: usize::MAX,
        truncated: false,
        candidates: Candidates::default(),
    };
    let hints = Hints { language: hints::page_language(page), ..Hints::default() };
    let scores = score_legacy(text, false, settings, &hints, None);
    let candidates = scores.ranking.candidates(scores.high_bytes, scores.detected.encoding, MOST_CANDIDATES);
    candidates.into_iter().map(|(encoding, cost)| (encoding, (cost / model::PER_NAT) as i32)).collect()
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

/// Whether `page` is ISO-2022-JP: it has escape sequences that switch to kanji or katakana, and more of them
/// than malformed sequences.
fn is_iso_2022_jp(page: &[u8], is_cut: bool) -> bool {
    let is_escape = |at: &usize| matches!(page.get(*at..*at + 3), Some(b"\x1B$@" | b"\x1B$B" | b"\x1B(I"));
    let escapes = memchr::memchr_iter(0x1B, page).filter(is_escape).take(MOST_ERRORS as usize).count() as u32;
    escapes > 0 && check::count_errors(page, HighBytes::of(&[]), Encoding::Iso2022Jp, is_cut, escapes) < escapes
}
