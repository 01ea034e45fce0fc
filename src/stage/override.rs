//! Stage 2: the override: the user's choice, XHR's override charset, a known definite encoding.

use super::{Case, Finding, Unused};
use crate::context::Label;
use crate::context::policy::Override;
use crate::{Confidence, Source};

impl Case<'_> {
    /// The label that overrides: in XHR the charset of the override MIME type, else the caller's label.
    pub(super) fn override_label(&self) -> Option<&Label> {
        let facts = &self.context.facts;
        let of_mime_type = facts.override_charset.as_deref();
        let counts = self.policy.override_ == Override::OverrideCharset;
        of_mime_type.filter(|_| counts).or(facts.override_label.as_ref())
    }
}

pub(super) fn note_unused(case: &Case<'_>, unused: &mut Unused) {
    let (facts, in_xhr) = (&case.context.facts, case.policy.override_ == Override::OverrideCharset);
    unused.note(facts.override_charset.is_some(), in_xhr, "the override MIME type's charset");
    let is_replaced = in_xhr && facts.override_charset.is_some();
    unused.note(facts.override_label.is_some(), !is_replaced, "the label, by the override MIME type");
}

#[cfg_attr(target_family = "wasm", inline(never))]
pub(super) fn look<'a>(case: &'a Case<'_>) -> Finding<'a> {
    match case.override_label() {
        Some(label) => Finding::label(case, &label.raw, label.encoding, Source::Override, Confidence::Certain),
        None => Finding::default(),
    }
}
