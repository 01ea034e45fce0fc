//! [`Case`]: what is known about a resource before its bytes.

use alloc::borrow::Cow;
#[cfg(feature = "detector")]
use core::cell::OnceCell;

use super::{Evidence, departures};
use crate::Encoding;
use crate::context::Context;
use crate::context::policy::{Bom, Policy, Prescan, Transport};
use crate::evidence::page::begins_as_page;
use crate::evidence::{Metadata, MimeClass, Visit};

/// What is known about a resource before its bytes: the context, and what the headers say.
#[derive(Clone, Debug)]
pub(crate) struct Case<'a> {
    pub(crate) context: Cow<'a, Context>,
    /// The columns of the context's row, as changed by the reading.
    pub(crate) policy: Policy,
    pub(crate) metadata: Metadata,
}

/// A syntax that has declarations of the encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Syntax {
    Html,
    Xml,
    Css,
}

impl<'a> Case<'a> {
    /// Reads what `context` needs from the headers.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(crate) fn new(headers: &dyn Visit, context: &'a Context) -> Case<'a> {
        let policy = context.policy();
        let reads_ext_value = policy.transport == Transport::ExtValue;
        let metadata = Metadata::read(headers, departures::in_headers(context), reads_ext_value);
        Case { context: Cow::Borrowed(context), policy, metadata }
    }

    /// The same, with a context of its own.
    pub(crate) fn into_owned(self) -> Case<'static> {
        Case { context: Cow::Owned(self.context.into_owned()), ..self }
    }

    /// The evidence for a resource of these bytes, or that begins with them, if the context says that it is truncated.
    pub(crate) fn evidence<'e>(&'e self, bytes: &'e [u8]) -> Evidence<'e> {
        Evidence {
            bytes,
            case: self,
            is_truncated: self.context.facts.truncated,
            #[cfg(feature = "detector")]
            read: OnceCell::new(),
        }
    }

    /// The class of the MIME type: that of the header, else the one that the caller gave.
    pub(crate) fn mime(&self) -> Option<MimeClass> {
        let header = self.metadata.content_type.as_ref();
        header.map(|header| MimeClass::of(header.essence.as_slice())).or(self.context.facts.mime)
    }

    /// Whether declarations are claims, which the bytes can refute.
    pub(crate) fn bytes_decide(&self) -> bool {
        self.context.facts.is_crawlers() && self.policy.detector
    }

    /// Whether UTF-32 is read. Browsers do not have it.
    pub(crate) fn reads_utf_32(&self) -> bool {
        self.bytes_decide() && self.policy.bom == Bom::Sniff
    }

    /// Whether the detector may answer ISO-2022-JP. Browsers detect it in plain text, where no markup can be hidden.
    pub(crate) fn may_be_iso_2022_jp(&self) -> bool {
        let facts = &self.context.facts;
        let is_browsers = facts.browser().is_some() && !self.reads_html();
        facts.detect_iso_2022_jp || facts.is_crawlers() || is_browsers
    }

    /// Whether the detector looks for ISO-2022-JP: because it may answer it, or because the caller names it.
    pub(crate) fn looks_for_iso_2022_jp(&self) -> bool {
        let candidates = self.context.facts.candidates.as_deref();
        self.may_be_iso_2022_jp() || candidates.is_some_and(|candidates| candidates.name(Encoding::Iso2022Jp))
    }

    /// Whether the resource is read as JSON. [That is UTF-8](https://www.rfc-editor.org/rfc/rfc8259#section-8.1)
    /// unless a header says otherwise, and browsers do not detect its encoding.
    #[cfg(feature = "detector")]
    pub(crate) fn is_json(&self) -> bool {
        let is_shown = self.policy.shown_as_text && !self.bytes_decide();
        is_shown && matches!(self.mime(), Some(MimeClass::Json | MimeClass::WebAppManifest))
    }

    /// Whether a text that is read as HTML is a page. Without a MIME type it may be read so for want of something better.
    pub(crate) fn is_page(&self, text: &str) -> bool {
        self.mime() == Some(MimeClass::Html) || begins_as_page(text)
    }

    /// The syntax in which the bytes can have a declaration, or why there is none.
    pub(crate) fn syntax(&self) -> Result<Syntax, &'static str> {
        match self.policy.prescan {
            Prescan::Html | Prescan::HtmlCertain => Ok(Syntax::Html),
            Prescan::Xml => Ok(Syntax::Xml),
            Prescan::Css => Ok(Syntax::Css),
            Prescan::ByMimeType => match self.mime() {
                Some(MimeClass::Html) => Ok(Syntax::Html),
                Some(MimeClass::Xml) => Ok(Syntax::Xml),
                Some(MimeClass::XmlPart) if self.context.facts.is_crawlers() => Ok(Syntax::Xml),
                Some(MimeClass::Css) => Ok(Syntax::Css),
                Some(_) => Err("this MIME type has no declarations"),
                None => Err("no MIME type says how to read the bytes"),
            },
            Prescan::Never => Err("this kind of resource has no declarations"),
        }
    }

    /// Whether a comment may name the encoding, as in source files: in the crawler's reading of text.
    pub(crate) fn reads_comments(&self) -> bool {
        self.bytes_decide() && self.policy.prescan == Prescan::ByMimeType && self.syntax().is_err()
    }

    /// Whether declarations are read as in HTML.
    pub(crate) fn reads_html(&self) -> bool {
        self.syntax() == Ok(Syntax::Html)
    }
}
