//! What browsers do otherwise than the standards outside of HTML's declarations
//! ([`Context::as_browser`](crate::Context::as_browser)).

use super::Evidence;
use crate::context::policy::Prescan;
use crate::encoding::label::is_ascii_whitespace;
use crate::evidence::MimeClass;
use crate::{Browser, Encoding};

impl Evidence<'_> {
    pub(crate) fn is_read_as(&self, browser: Browser) -> bool {
        self.context.facts.browser == Some(browser)
    }

    /// What a label names that stands in quotes. To Chromium, white space around it makes it none.
    pub(super) fn named(&self, label: &[u8]) -> Option<Encoding> {
        let has_space = [label.first(), label.last()].into_iter().flatten().any(|&byte| is_ascii_whitespace(byte));
        Encoding::for_label(label).filter(|_| !(has_space && self.is_read_as(Browser::Chromium)))
    }

    /// Whether Firefox reads a document of this MIME type as UTF-8, whatever its header and its
    /// mark say.
    pub(super) fn is_utf_8_alone(&self) -> bool {
        self.is_read_as(Browser::Firefox)
            && self.context.policy().prescan == Prescan::ByMimeType
            && matches!(self.mime(), Some(MimeClass::Json | MimeClass::WebVtt | MimeClass::CacheManifest))
    }

    /// Whether the header has a charset, whatever it names.
    pub(super) fn has_charset(&self) -> bool {
        self.metadata.content_type.as_ref().is_some_and(|header| header.charset.is_some())
    }

    /// Why this browser does not take over a parent's encoding.
    pub(super) fn refuses_parent(&self, parent: Encoding) -> Option<&'static str> {
        match self.context.facts.browser? {
            Browser::Chromium => {
                self.has_charset().then_some("the header has a charset, although it names no encoding")
            }
            Browser::Firefox => (parent == Encoding::Iso2022Jp).then_some("a parent's ISO-2022-JP is not taken over"),
        }
    }
}
