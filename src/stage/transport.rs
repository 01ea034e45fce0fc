//! Stage 3: the charset that was sent with the bytes, usually that of Content-Type.

use super::{Case, Finding, Unused};
use crate::context::policy::{Override, Transport};
use crate::evidence::CharsetValue;
use crate::{Confidence, Encoding, Source};

pub(super) fn note_unused(case: &Case<'_>, unused: &mut Unused) {
    let facts = &case.context.facts;
    unused.note(facts.string_type.is_some(), case.policy.transport == Transport::StringType, "the string type");
    unused.note(facts.in_worker, case.context.is_chromiums_worker(), "that a worker runs the script");
}

#[cfg_attr(target_family = "wasm", inline(never))]
pub(super) fn look<'a>(case: &'a Case<'_>) -> Finding<'a> {
    let (facts, policy) = (&case.context.facts, case.policy);
    if case.is_utf_8_alone() {
        let utf_8 = Finding::certain(Encoding::Utf8, Source::Default);
        return Finding { remark: Some("this MIME type is UTF-8, whatever the charset"), ..utf_8 };
    }
    let charset = match policy.transport {
        Transport::StringType => {
            return match facts.string_type.and_then(|string_type| string_type.encoding()) {
                Some(encoding) => Finding::certain(encoding, Source::Transport),
                None => Finding::default(),
            };
        }
        Transport::ExtValue => case.metadata.ext_value_charset.as_ref(),
        Transport::ContentType | Transport::Part | Transport::Never => {
            case.metadata.content_type.as_ref().and_then(|content_type| content_type.charset.as_ref())
        }
    };
    let misspelled = match charset {
        None if case.accepts_misspelled_labels() => case.metadata.misspelled_charset.as_ref(),
        _ => None,
    };
    let Some(label) = charset.or(misspelled).map(CharsetValue::as_slice) else { return Finding::default() };
    // https://xhr.spec.whatwg.org/#final-charset: the override charset replaces the response's, even if it
    // names no encoding.
    let is_unknown =
        case.override_label().is_some_and(|label| label.encoding.is_none() && case.hides_header(&label.raw));
    if policy.override_ == Override::OverrideCharset && is_unknown {
        return Finding { label: Some(label), ..Finding::remark("replaced by the override charset") };
    }
    match misspelled.and_then(|charset| case.encoding_for_misspelled(charset.as_slice())) {
        Some(encoding) => Finding::misspelled(label, encoding, Source::Transport),
        None => Finding::label(case, label, Encoding::for_label(label), Source::Transport, Confidence::Certain),
    }
}
