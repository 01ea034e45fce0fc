//! Stage 3: what travelled with the bytes: the charset of Content-Type, or whatever stands in its
//! place.

use super::{Evidence, Finding};
use crate::context::policy::{Override, Transport};
use crate::{Confidence, Encoding, Source};

pub(super) fn look<'a>(evidence: &Evidence<'a>) -> Finding<'a> {
    let (facts, policy) = (&evidence.context.facts, evidence.context.policy());
    if evidence.is_utf_8_alone() {
        let utf_8 = Finding::certain(Encoding::Utf8, Source::Default);
        return Finding { remark: Some("this MIME type is UTF-8, whatever the charset"), ..utf_8 };
    }
    let charset = match policy.transport {
        Transport::ExtValue => evidence.metadata.ext_value_charset.as_ref(),
        Transport::StringType => {
            return match facts.string_type.and_then(|string_type| string_type.encoding()) {
                Some(encoding) => Finding::certain(encoding, Source::Transport),
                None => Finding::nothing(),
            };
        }
        Transport::ContentType | Transport::Part | Transport::Never => {
            evidence.metadata.content_type.as_ref().and_then(|content_type| content_type.charset.as_ref())
        }
    };
    let Some(charset) = charset else { return Finding::nothing() };
    let label = charset.as_slice();
    // https://xhr.spec.whatwg.org/#final-charset: the override charset replaces the response's
    // before anyone looks whether it is a label.
    let is_unknown = facts.override_label.as_ref().is_some_and(|label| label.encoding.is_none());
    if policy.override_ == Override::OverrideCharset && is_unknown {
        return Finding {
            label: Some(label),
            remark: Some("hidden by the override charset, although that names no encoding"),
            ..Finding::default()
        };
    }
    Finding::label(label, Encoding::for_label(label), Source::Transport, Confidence::Certain)
}
