//! Stage 9: the context's default, when nothing else decided.

use super::{Case, Finding, Unused};
use crate::context::policy::{DefaultEncoding, ErrorMode, Legacy, Operation};
use crate::evidence::MimeClass;
use crate::{Encoding, Source};

pub(super) fn look<'a>(case: &'a Case<'_>) -> Finding<'a> {
    let users = case.context.facts.default_encoding.filter(|_| takes_a_default(case));
    let encoding = match case.policy.default {
        DefaultEncoding::Utf8Certain => return Finding::certain(Encoding::Utf8, Source::Default),
        DefaultEncoding::Utf8UnlessCharset if case.has_charset() => Encoding::Windows1252,
        DefaultEncoding::Utf8 | DefaultEncoding::Utf8UnlessCharset => users.unwrap_or(Encoding::Utf8),
        DefaultEncoding::CallersLabel => case.context.facts.named.unwrap_or(Encoding::Utf8),
        DefaultEncoding::Windows1252 | DefaultEncoding::ByMimeType | DefaultEncoding::ByMimeTypeAndPlatform => {
            if defaults_to_utf8(case) {
                Encoding::Utf8
            } else {
                users.unwrap_or(Encoding::Windows1252)
            }
        }
        DefaultEncoding::ByStringType | DefaultEncoding::Isomorphic => {
            let isomorphic = Finding::tentative(Encoding::Windows1252, Source::Default);
            return Finding { remark: Some("isomorphic: each byte is the code point of the same value"), ..isomorphic };
        }
    };
    Finding::tentative(encoding, Source::Default)
}

/// Whether the context takes a default encoding of the user, the platform or the crawler.
fn takes_a_default(case: &Case<'_>) -> bool {
    match case.policy.default {
        DefaultEncoding::Utf8 => case.bytes_decide() || case.policy.legacy == Legacy::Platform,
        DefaultEncoding::Windows1252 | DefaultEncoding::ByMimeType | DefaultEncoding::ByMimeTypeAndPlatform => true,
        _ => false,
    }
}

pub(super) fn note_unused(case: &Case<'_>, unused: &mut Unused) {
    let facts = &case.context.facts;
    let is_choice = case.context.kind().policy().error == ErrorMode::CallersChoice && !facts.lossy;
    unused.note(facts.fatal, is_choice, "`fatal`");
    unused.note(facts.default_encoding.is_some(), takes_a_default(case), "the default encoding");
    unused.note(facts.ignore_bom, case.policy.operation == Operation::TextDecoder, "`ignore_bom`");
}

/// Whether UTF-8 is the default by the MIME type: for style sheets, scripts, JSON and XML that are shown as
/// text; in browsers, for JSON and XML only. Other contexts have no such default.
pub(super) fn defaults_to_utf8(case: &Case<'_>) -> bool {
    let is_browsers = |mime| matches!(mime, MimeClass::Json | MimeClass::WebAppManifest | MimeClass::Xml);
    case.policy.shown_as_text
        && case.mime().is_some_and(|mime| match case.context.facts.browser() {
            Some(_) => is_browsers(mime),
            None => mime.defaults_to_utf8(),
        })
}
