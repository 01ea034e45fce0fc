//! The encoding that a label names in a context.

use super::{Case, Finding, Verdict};
use crate::context::Browser;
use crate::context::policy::Labels;
use crate::encoding::label::is_ascii_whitespace;
use crate::evidence::misspelled;
use crate::{Confidence, Encoding, Source};

impl Case<'_> {
    /// Whether the context accepts misspelled labels.
    pub(super) fn accepts_misspelled_labels(&self) -> bool {
        self.policy.labels == Labels::Misspelled
    }

    /// The encoding that a misspelled label names, if the context accepts such labels.
    pub(super) fn encoding_for_misspelled(&self, label: &[u8]) -> Option<Encoding> {
        self.accepts_misspelled_labels().then(|| misspelled::encoding_for(label))?
    }

    /// The encoding that a label in quotes names. For Chromium it names none if whitespace surrounds it.
    pub(super) fn encoding_for_quoted(&self, label: &[u8]) -> Option<Encoding> {
        let has_space = [label.first(), label.last()].into_iter().flatten().any(|&byte| is_ascii_whitespace(byte));
        Encoding::for_label(label).filter(|_| !(has_space && self.is_read_as(Browser::Chromium)))
    }
}

impl<'a> Finding<'a> {
    /// A label, and the `encoding` that it names. If it names none, it may be a misspelled one.
    pub(super) fn label(
        case: &Case<'_>,
        label: &'a [u8],
        encoding: Option<Encoding>,
        source: Source,
        confidence: Confidence,
    ) -> Finding<'a> {
        if let Some(encoding) = encoding {
            let verdict = Verdict { encoding, source, confidence };
            return Finding { label: Some(label), verdict: Some(verdict), ..Finding::default() };
        }
        match case.encoding_for_misspelled(label) {
            Some(encoding) => Finding::misspelled(label, encoding, source),
            None => Finding { label: Some(label), ..Finding::remark("names no encoding") },
        }
    }

    /// A misspelled label, and the encoding that its author must have meant.
    pub(super) fn misspelled(label: &'a [u8], encoding: Encoding, source: Source) -> Finding<'a> {
        Finding { label: Some(label), remark: Some("misspelled"), ..Finding::tentative(encoding, source) }
    }
}
