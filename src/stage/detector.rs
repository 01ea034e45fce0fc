//! Stage 7: the detector.

use super::{Evidence, Finding, prescan};
use crate::context::Detection;
use crate::detector::answer::{Basis, Detected};
#[cfg(any(feature = "chardetng", feature = "compact-enc-det"))]
use crate::detector::browsers;
use crate::detector::claims::Claims;
use crate::detector::hints::{self, Hints};
use crate::detector::weights::{self, PER_NAT};
use crate::detector::{Question, is_binary, judge};
use crate::{Encoding, Source};

/// Finds the encoding. Where the bytes decide, the answer may be one of `claims`.
#[cfg_attr(target_family = "wasm", inline(never))]
pub(crate) fn look<'a>(evidence: &Evidence<'a>, claims: &Claims) -> Finding<'a> {
    if evidence.case.is_json() {
        return Finding::remark("JSON is UTF-8: nothing to guess");
    }
    let facts = &evidence.case.context.facts;
    let bytes = evidence.bytes;
    let page = facts.detection_ceiling.and_then(|ceiling| bytes.get(..ceiling)).unwrap_or(bytes);
    let is_cut = evidence.is_truncated || page.len() < bytes.len();
    let answer = |detected: Detected<'a>| Finding {
        detected: Some(detected),
        ..Finding::tentative(detected.encoding, Source::Detector)
    };
    let tld = facts.tld.as_deref().map(str::as_bytes);
    let hints = || {
        let mut claims = *claims;
        if let Some(ignored) = prescan::ignored(evidence)
            && !claims.encodings().any(|claimed| claimed == ignored)
        {
            claims.add(ignored, weights::claim() / 2 / PER_NAT);
        }
        let content_language = || evidence.case.metadata.content_language.as_ref().map(|tag| tag.as_slice());
        Hints {
            language: hints::page_language(bytes).or_else(content_language),
            tld,
            locale: facts.locale.as_deref().map(str::as_bytes),
            claims,
        }
    };
    let question = Question {
        page,
        is_cut,
        // As markup, a page is UTF-16 only if it starts with markup in UTF-16, so that no ASCII page is read as UTF-16.
        // A crawler executes nothing, so for it that matters only where a page starts with markup in ASCII.
        is_markup: evidence.case.reads_html()
            && (!evidence.case.bytes_decide() || bytes.trim_ascii_start().starts_with(b"<")),
        as_browsers: facts.detection() == Detection::Legacy,
        iso_2022_jp: evidence.case.may_be_iso_2022_jp(),
        candidates: facts.candidates.as_deref().copied().unwrap_or_default(),
        claims: *claims,
        hints: &hints,
        read: (page.len() == bytes.len()).then_some(&evidence.read),
    };
    #[cfg(any(feature = "chardetng", feature = "compact-enc-det"))]
    let by_browser = |encoding: Option<Encoding>| match encoding {
        Some(encoding) => answer(Detected::by_browser(encoding, page, is_cut)),
        None => Finding::remark("the browser's detector leaves it to the default"),
    };
    match facts.detection() {
        Detection::Off => Finding::remark("switched off"),
        #[cfg(feature = "chardetng")]
        Detection::Firefox => by_browser(browsers::firefox::detect(page, is_cut, tld, question.iso_2022_jp)),
        #[cfg(feature = "compact-enc-det")]
        Detection::Chromium => {
            by_browser(browsers::chromium::detect(page, question.is_markup, tld, question.iso_2022_jp))
        }
        Detection::Legacy | Detection::Full => match judge(&question) {
            None if is_binary(page) => Finding::remark("binary: nothing to guess"),
            None => Finding::remark("no encoding may be the answer"),
            // ASCII refutes UTF-16, and replacement, which a browser would not decode: a crawler executes nothing.
            Some(found)
                if matches!(found.basis, Basis::Ascii)
                    && !claims.encodings().next().is_some_and(|claimed| refutes(found.encoding, claimed)) =>
            {
                Finding::remark("no byte above 7F: no evidence")
            }
            Some(found) => answer(found.summary(&question)),
        },
    }
}

/// Whether ASCII in `found` refutes a claim: most encodings would decode it alike, UTF-16 and replacement would not.
fn refutes(found: Encoding, claimed: Encoding) -> bool {
    claimed.is_utf_16() || claimed == Encoding::Replacement && found != Encoding::Replacement
}
