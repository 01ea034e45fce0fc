//! Stage 2: the override: the user's choice, XHR's override charset, a known definite encoding.

use super::{Evidence, Finding};
use crate::{Confidence, Source};

#[cfg_attr(target_family = "wasm", inline(never))]
pub(super) fn look<'a>(evidence: &Evidence<'a>) -> Finding<'a> {
    match &evidence.context.facts.override_label {
        Some(label) => Finding::label(evidence, &label.raw, label.encoding, Source::Override, Confidence::Certain),
        None => Finding::nothing(),
    }
}
