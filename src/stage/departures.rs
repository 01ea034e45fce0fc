//! Where browsers depart from the standards, apart from how they find declarations in HTML
//! ([`Reading`](crate::Reading)).

use super::Case;
use crate::context::Browser;
use crate::evidence::{Departures, MimeClass};
use crate::{Context, Encoding};

/// What the browser reads in headers that the standard does not.
pub(super) fn in_headers(context: &Context) -> Departures {
    let browser = context.facts.browser();
    Departures {
        slash_in_subtype: browser.is_some(),
        charset_of_any: browser == Some(Browser::Chromium),
        inherits_last: browser.is_some(),
        misspelled_charset: context.facts.is_crawlers(),
    }
}

impl Case<'_> {
    /// Whether the resource is read as this browser does.
    pub(crate) fn is_read_as(&self, browser: Browser) -> bool {
        self.context.facts.browser() == Some(browser)
    }

    /// Whether an override charset that names no encoding hides the header's charset. By the standard it always does;
    /// in Chromium, only if it is a token of RFC 2616, since otherwise the MIME type has no charset.
    pub(super) fn hides_header(&self, charset: &[u8]) -> bool {
        let is_token = |byte: &u8| !b" \t()<>@,;:\\\"/[]?=".contains(byte);
        !self.is_read_as(Browser::Chromium) || charset.trim_ascii().iter().all(is_token)
    }

    /// Whether the resource has a MIME type that Firefox always reads as UTF-8, whatever the header and the byte
    /// order mark say.
    pub(super) fn is_utf_8_alone(&self) -> bool {
        self.is_read_as(Browser::Firefox)
            && self.policy.shown_as_text
            && matches!(self.mime(), Some(MimeClass::Json | MimeClass::WebVtt | MimeClass::CacheManifest))
    }

    /// Whether the header has a charset, even one that names no encoding.
    pub(super) fn has_charset(&self) -> bool {
        self.metadata.content_type.as_ref().is_some_and(|header| header.charset.is_some())
    }

    /// Why the browser does not take over the parent's encoding; `None` if it does.
    pub(super) fn refuses_parent(&self, parent: Encoding) -> Option<&'static str> {
        match self.context.facts.browser()? {
            Browser::Chromium => {
                self.has_charset().then_some("the header has a charset, although it names no encoding")
            }
            Browser::Firefox => (parent == Encoding::Iso2022Jp).then_some("a parent's ISO-2022-JP is not taken over"),
        }
    }
}
