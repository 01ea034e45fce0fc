//! Stage 9: the context's default, when nothing else decided.

use super::{Evidence, Finding};
use crate::context::policy::{DefaultEncoding, Legacy, Prescan};
use crate::evidence::MimeClass;
use crate::{Encoding, Source};

pub(super) fn look<'a>(evidence: &Evidence<'a>) -> Finding<'a> {
    let users = evidence.context.facts.default_encoding;
    let is_platforms = evidence.policy.legacy == Legacy::Platform;
    let encoding = match evidence.policy.default {
        DefaultEncoding::Utf8Certain => return Finding::certain(Encoding::Utf8, Source::Default),
        DefaultEncoding::Utf8UnlessCharset if evidence.has_charset() => Encoding::Windows1252,
        DefaultEncoding::Utf8 if evidence.bytes_decide() || is_platforms => users.unwrap_or(Encoding::Utf8),
        DefaultEncoding::Utf8 | DefaultEncoding::Utf8UnlessCharset => Encoding::Utf8,
        DefaultEncoding::CallersLabel => evidence.context.facts.named.unwrap_or(Encoding::Utf8),
        DefaultEncoding::Windows1252 | DefaultEncoding::ByMimeType | DefaultEncoding::ByMimeTypeAndPlatform => {
            if defaults_to_utf8(evidence) {
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

/// Whether UTF-8 is the default by the MIME type: for style sheets, scripts, JSON and XML that are shown as
/// text; in browsers, for JSON and XML only. Contexts that do not read by MIME type have no such default.
pub(super) fn defaults_to_utf8(evidence: &Evidence<'_>) -> bool {
    let by_mime_type = evidence.policy.prescan == Prescan::ByMimeType;
    let is_browsers = |mime| matches!(mime, MimeClass::Json | MimeClass::WebAppManifest | MimeClass::Xml);
    by_mime_type
        && evidence.mime().is_some_and(|mime| match evidence.context.facts.browser() {
            Some(_) => is_browsers(mime),
            None => mime.defaults_to_utf8(),
        })
}
