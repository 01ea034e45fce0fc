//! Stage 2: the override: the user's choice, XHR's override charset, a known definite encoding.

use super::{Evidence, Finding};
use crate::context::Label;
use crate::context::policy::Override;
use crate::{Confidence, Source};

impl<'a> Evidence<'a> {
    /// The label that overrides: in XHR the charset of the override MIME type, else the caller's label.
    pub(super) fn override_label(&self) -> Option<&'a Label> {
        let facts = &self.context.facts;
        let of_mime_type = facts.override_charset.as_deref();
        let counts = self.policy.override_ == Override::OverrideCharset;
        of_mime_type.filter(|_| counts).or(facts.override_label.as_ref())
    }
}

#[cfg_attr(target_family = "wasm", inline(never))]
pub(super) fn look<'a>(evidence: &Evidence<'a>) -> Finding<'a> {
    match evidence.override_label() {
        Some(label) => Finding::label(evidence, &label.raw, label.encoding, Source::Override, Confidence::Certain),
        None => Finding::default(),
    }
}
