//! [`Answer`]: what the detector says.

use alloc::boxed::Box;
use core::fmt;

use super::Question;
use super::sample::HighBytes;
use super::scores::Scores;
use super::text::errors::count_errors;
use crate::Encoding;
use crate::detector::text::utf8::Utf8;

/// What the detector says.
pub(crate) struct Answer {
    pub(crate) encoding: Encoding,
    pub(crate) basis: Basis,
}

/// What an answer is based on.
pub(crate) enum Basis {
    /// All bytes are ASCII.
    Ascii,
    /// The bytes are UTF-8, apart from what this counts.
    Utf8(Utf8),
    /// The code units are those of text.
    Utf16,
    /// The escape sequences.
    Iso2022Jp,
    /// Browsers answer so, whatever the bytes say.
    Browsers,
    /// The costs of the text in each legacy encoding, and which hints were given: the page's language, top-level domain,
    /// locale, claims.
    Scores(Box<Scores>, [bool; 4]),
}

impl Answer {
    pub(crate) fn new(encoding: Encoding, basis: Basis) -> Answer {
        Answer { encoding, basis }
    }

    /// What the explanation says of the answer.
    pub(crate) fn summary<'a>(&self, question: &Question<'a, '_>) -> Detected<'a> {
        let Question { page, is_cut, .. } = *question;
        let (runner_up, bytes_examined, hints) = match &self.basis {
            Basis::Scores(scores, hints) => (scores.runner_up, scores.bytes_examined, *hints),
            _ => (None, page.len(), [false; 4]),
        };
        Detected { encoding: self.encoding, runner_up, page, is_cut, bytes_examined, hints }
    }
}

/// The answer as a stage reports it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Detected<'a> {
    pub(crate) encoding: Encoding,
    /// The best of the encodings that decode the sample to another text.
    runner_up: Option<Encoding>,
    /// The input.
    page: &'a [u8],
    /// Whether the last character of the input may be incomplete.
    is_cut: bool,
    /// How many bytes were scored.
    bytes_examined: usize,
    /// Which hints were given, as in [`Basis::Scores`].
    hints: [bool; 4],
}

impl<'a> Detected<'a> {
    /// The answer of a browser's own detector, which gives no reasons.
    #[cfg(any(feature = "chardetng", feature = "compact-enc-det"))]
    pub(crate) fn by_browser(encoding: Encoding, page: &'a [u8], is_cut: bool) -> Detected<'a> {
        Detected { encoding, runner_up: None, page, is_cut, bytes_examined: page.len(), hints: [false; 4] }
    }
}

impl fmt::Display for Detected<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes examined", self.bytes_examined)?;
        if let Some(runner_up) = self.runner_up {
            write!(f, ", runner-up {runner_up}")?;
        }
        let errors = count_errors(self.page, HighBytes::of(self.page), self.encoding, self.is_cut, 1);
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
