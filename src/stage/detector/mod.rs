//! Stage 7: the detector.
//!
//! UTF-8 is told by its validity, UTF-16 by its code units. For the rest the bytes above 7F and
//! their neighbours are weighed ([`Ranking`]) in all encodings: a sample of them, and more where
//! it leaves a doubt or the rest of the page does not read well.

use alloc::vec::Vec;
use core::fmt;

use self::hints::Hints;
use self::ranking::Ranking;
use self::sample::{Sample, Seen, first_non_ascii};
use self::utf8::Utf8;
use super::{Evidence, Finding, default};
use crate::context::Detection;
use crate::evidence::Content;
use crate::{Encoding, Source};

mod check;
#[cfg(feature = "chardetng")]
mod firefox;
pub(crate) mod guess;
pub(crate) mod hints;
mod model;
mod ranking;
mod sample;
mod signs;
mod symbol;
mod table;
mod two_byte;
mod utf16;
mod utf8;

/// How much is weighed at first, and at most, in bytes above 7F and their neighbours.
const FIRST_SAMPLE: usize = 1024;
const LARGEST_SAMPLE: usize = 16 * 1024;

/// By how many nats an encoding has to be better than the next to be settled on.
const SETTLED: u32 = 20;

/// How many malformed sequences are counted in the rest of the page, and what each costs.
const MOST_ERRORS: u32 = 64;
const NATS_PER_ERROR: u32 = 40;

/// What the detector saw.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Detected {
    /// What it answers.
    pub(crate) encoding: Encoding,
    /// The best of the encodings that would read the bytes differently.
    pub(crate) runner_up: Option<Encoding>,
    /// Whether all of the input is well-formed in `encoding`.
    pub(crate) whole_input_decodes: bool,
    /// How many bytes were weighed; the rest was only checked.
    pub(crate) bytes_examined: usize,
    /// Which hints there were: the page's language, top-level domain, locale, ignored declaration.
    pub(crate) hints: [bool; 4],
}

impl fmt::Display for Detected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes examined", self.bytes_examined)?;
        if let Some(runner_up) = self.runner_up {
            write!(f, ", runner-up {runner_up}")?;
        }
        f.write_str(if self.whole_input_decodes { ", all of the input decodes" } else { ", the input has errors" })?;
        for (is_used, hint) in
            self.hints.into_iter().zip(["language", "top-level domain", "locale", "ignored declaration"])
        {
            if is_used {
                write!(f, ", {hint} taken into account")?;
            }
        }
        Ok(())
    }
}

pub(super) fn look<'a>(evidence: &Evidence<'a>) -> Finding<'a> {
    if default::is_json(evidence) {
        return Finding::remark("JSON is UTF-8: nothing to guess");
    }
    let facts = &evidence.context.facts;
    let settings = Settings {
        detection: facts.detection(),
        // Browsers detect it in plain text, where there is no markup that it could hide.
        iso_2022_jp: facts.detect_iso_2022_jp || (facts.browser.is_some() && !evidence.reads_html()),
        html: evidence.reads_html(),
        ceiling: facts.detection_ceiling,
        truncated: facts.truncated,
    };
    if settings.detection == Detection::Off {
        return Finding::remark("switched off");
    }
    // UTF-16 has controls, too.
    let is_utf_16 = settings.detection == Detection::Full && utf16::detect(evidence.bytes, settings.html).is_some();
    if !is_utf_16 && Content::is_binary(evidence.bytes) {
        return Finding::remark("binary: nothing to guess");
    }
    let hints = Hints {
        language: hints::page_language(evidence.bytes).or(evidence
            .metadata
            .content_language
            .as_ref()
            .map(|tag| tag.as_bytes())),
        tld: facts.tld.as_deref().map(str::as_bytes),
        locale: facts.locale.as_deref().map(str::as_bytes),
        declared: super::prescan::ignored(evidence),
    };
    match detect(evidence.bytes, settings, &hints) {
        Some(detected) => {
            Finding { detected: Some(detected), ..Finding::tentative(detected.encoding, Source::Detector) }
        }
        None => Finding::remark("no byte above 7F: no evidence"),
    }
}

/// What the caller allows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) detection: Detection,
    pub(crate) iso_2022_jp: bool,
    /// Whether the bytes are read as HTML.
    pub(crate) html: bool,
    /// How many bytes may be looked at.
    pub(crate) ceiling: usize,
    /// Whether the bytes end before the resource does.
    pub(crate) truncated: bool,
}

/// What encoding `bytes` are in; `None` if they hold nothing to tell it by.
pub(crate) fn detect(bytes: &[u8], settings: Settings, hints: &Hints<'_>) -> Option<Detected> {
    let page = bytes.get(..settings.ceiling).unwrap_or(bytes);
    let is_cut = settings.truncated || page.len() < bytes.len();
    let detected = |encoding, whole_input_decodes| Detected {
        encoding,
        runner_up: None,
        whole_input_decodes,
        bytes_examined: page.len(),
        hints: [false; 4],
    };
    #[cfg(feature = "chardetng")]
    if settings.detection == Detection::Firefox {
        let encoding = firefox::detect(page, is_cut, hints.tld, settings.iso_2022_jp)?;
        let errors = check::count_errors(page, &Seen::of(page), encoding, is_cut, 1);
        return Some(detected(encoding, errors == 0));
    }
    let full = settings.detection == Detection::Full;
    if full && let Some(encoding) = utf16::detect(page, settings.html) {
        let errors = check::count_errors(page, &Seen::of(&[]), encoding, is_cut, 1);
        return Some(detected(encoding, errors == 0));
    }
    let Some(first) = first_non_ascii(page) else {
        let is_iso_2022_jp = settings.iso_2022_jp && is_iso_2022_jp(page, is_cut);
        return is_iso_2022_jp.then(|| detected(Encoding::Iso2022Jp, true));
    };
    let utf_8 = utf8::judge(&page[first..]);
    if full && utf_8 != Utf8::No {
        return Some(detected(Encoding::Utf8, utf_8 == Utf8::Valid));
    }
    if utf_8 == Utf8::Valid {
        // So do both browsers.
        return Some(detected(Encoding::Windows1252, true));
    }
    Some(detect_legacy(page, is_cut, settings, hints))
}

/// The encoding of a page that has bytes above 7F and is not UTF-8.
fn detect_legacy(page: &[u8], is_cut: bool, settings: Settings, hints: &Hints<'_>) -> Detected {
    weigh_legacy(page, is_cut, settings, hints).0
}

/// The same, with what all encodings cost, and the bytes of which that was judged.
fn weigh_legacy(page: &[u8], is_cut: bool, settings: Settings, hints: &Hints<'_>) -> (Detected, Ranking, Seen) {
    let browsers_only = settings.detection != Detection::Full;
    let mut length = FIRST_SAMPLE;
    loop {
        let mut sample = Sample::new(page, length);
        let mut ranking = Ranking::new(&sample.text, hints, |encoding| !browsers_only || browsers_know(encoding));
        if !sample.is_whole && ranking.best(&sample.seen).is_some_and(|(encoding, ..)| encoding.is_single_byte()) {
            ranking.add_novel(sample.add_novel(page));
        }
        let is_last = sample.is_whole || length >= LARGEST_SAMPLE;
        let fallback = (Encoding::Windows1252, None, 0);
        let (mut encoding, mut runner_up, margin) = ranking.best(&sample.seen).unwrap_or(fallback);
        let mut errors = check::count_errors(page, &sample.seen, encoding, is_cut, MOST_ERRORS);
        // Errors tell against the best, and then perhaps against the next.
        let mut burdened = Vec::new();
        while is_last && errors > 0 && !burdened.contains(&encoding) {
            ranking.raise(errors.saturating_mul(NATS_PER_ERROR), |other| other == encoding);
            burdened.push(encoding);
            let (second_thought, ..) = ranking.best(&sample.seen).unwrap_or(fallback);
            if second_thought != encoding {
                runner_up = Some(encoding);
                encoding = second_thought;
                errors = check::count_errors(page, &sample.seen, encoding, is_cut, MOST_ERRORS);
            }
        }
        let is_settled = margin >= SETTLED.saturating_add(errors.saturating_mul(NATS_PER_ERROR));
        if is_last || is_settled {
            let detected = Detected {
                encoding,
                runner_up,
                whole_input_decodes: errors == 0,
                bytes_examined: sample.text.len(),
                hints: [
                    hints.language.is_some(),
                    hints.tld.is_some(),
                    hints.locale.is_some(),
                    hints.declared.is_some(),
                ],
            };
            return (detected, ranking, sample.seen);
        }
        length *= 4;
    }
}

/// Whether a browser's detector ever answers this.
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

/// Whether ASCII `page` is ISO-2022-JP: an escape sequence switches to its two-byte characters,
/// and all of it can be read.
fn is_iso_2022_jp(page: &[u8], is_cut: bool) -> bool {
    page.windows(3).any(|window| matches!(window, b"\x1B$@" | b"\x1B$B" | b"\x1B(I"))
        && check::count_errors(page, &Seen::of(&[]), Encoding::Iso2022Jp, is_cut, 1) == 0
}
