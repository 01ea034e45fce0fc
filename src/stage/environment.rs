//! Stages 5 and 6: the environment. Explicit is what the reference to the resource declares; implicit
//! is the encoding of the document or style sheet that the resource belongs to.

use alloc::format;

use super::{Case, Finding, Unused};
use crate::context::Parent;
use crate::context::policy::Implicit;
use crate::{Confidence, Encoding, Source};

/// Stage 5: `<script charset>`, `<link charset>`, `<?xml-stylesheet charset?>`, `_charset_`.
pub(super) fn explicit<'a>(case: &'a Case<'_>) -> Finding<'a> {
    match &case.context.facts.reference {
        Some(label) => {
            let encoding = case.encoding_for_quoted(&label.raw);
            Finding::label(case, &label.raw, encoding, Source::Reference, Confidence::Tentative)
        }
        None => Finding::default(),
    }
}

/// Stage 6: parent and history, importing style sheet, or document.
pub(super) fn implicit<'a>(case: &'a Case<'_>) -> Finding<'a> {
    let facts = &case.context.facts;
    let of = |encoding: Option<Encoding>, source| encoding.map(|encoding| Finding::tentative(encoding, source));
    let found = match case.policy.implicit {
        Implicit::ParentHistory => return parent_or_history(case),
        Implicit::Document => of(facts.document, Source::Document),
        Implicit::StyleSheet => of(facts.style_sheet, Source::StyleSheet),
        // Not consulted, but `explain` shows one of the facts given.
        Implicit::Never => of(facts.document, Source::Document)
            .or(of(facts.style_sheet, Source::StyleSheet))
            .or(of(facts.history, Source::History))
            .or(of(facts.parent.map(|parent| parent.encoding), Source::Parent)),
    };
    found.unwrap_or_default()
}

pub(super) fn note_unused(case: &Case<'_>, unused: &mut Unused) {
    let (facts, of_page) = (&case.context.facts, case.policy.implicit == Implicit::ParentHistory);
    for (encoding, is_consulted, whose) in [
        (facts.parent.map(|parent| parent.encoding), of_page, "the parent's"),
        (facts.history, of_page, "an earlier visit's"),
        (facts.style_sheet, case.policy.implicit == Implicit::StyleSheet, "the style sheet's"),
        (facts.document, case.policy.implicit == Implicit::Document, "the document's"),
    ] {
        if let Some(encoding) = encoding {
            unused.note(true, is_consulted, format!("{whose} {encoding}"));
        }
    }
}

/// HTML's [encoding sniffing algorithm](https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm),
/// steps 6 and 7.
fn parent_or_history<'a>(case: &'a Case<'_>) -> Finding<'a> {
    let facts = &case.context.facts;
    let remark = match facts.parent {
        None => None,
        Some(Parent { same_origin: false, .. }) => Some("the parent has another origin"),
        Some(Parent { encoding, .. }) if encoding.is_utf_16() => Some("a parent's UTF-16 is not taken over"),
        Some(Parent { encoding, .. }) => match case.refuses_parent(encoding) {
            Some(remark) => Some(remark),
            None => return Finding::tentative(encoding, Source::Parent),
        },
    };
    let history = facts.history.map(|encoding| Finding::tentative(encoding, Source::History));
    Finding { remark, ..history.unwrap_or_default() }
}
