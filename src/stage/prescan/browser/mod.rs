//! HTML as browsers read it for a declaration, which is not the standard's prescan: token by
//! token, and as far as the head goes. Chromium looks at tags alone, Firefox at the tree that its
//! parser makes of them.

use core::ops::Range;

use super::standard::{NO_META, UNKNOWN_LABEL};
use super::{Declaration, Scanned, Undeclared, xml};
use crate::context::{Context, policy};
use crate::encoding::names::named;
use crate::{Encoding, Source};

mod character_reference;
mod chromium;
mod head;
mod meta;
mod name;
mod scanner;
mod tag;
mod tokenizer;
mod tree;

pub use scanner::{MetaDeclaration, MetaScanner};

/// A browser whose rules are known, which are neither the standard's nor the other's.
///
/// ```
/// use charsniff::{Browser, Context, Encoding, sniff};
/// // In Chromium any end tag but a few ends the head, and text never does.
/// let late = |before: &str| format!("<title>x</title>{before}{}<meta charset=gbk>", " ".repeat(1024));
/// let encoding = |page: &str, browser| sniff(page.as_bytes(), (), &Context::html().as_browser(browser)).encoding;
/// assert_eq!(encoding(&late("</x>"), Browser::Chromium), Encoding::Windows1252);
/// assert_eq!(encoding(&late("</x>"), Browser::Firefox), Encoding::Gbk);
/// assert_eq!(encoding(&late("text"), Browser::Chromium), Encoding::Gbk);
/// assert_eq!(encoding(&late("text"), Browser::Firefox), Encoding::Windows1252);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Browser {
    /// Chromium, and with it Chrome, Edge, Opera and the others that are made from it.
    Chromium,
    /// Firefox.
    Firefox,
}

impl Browser {
    /// Every browser.
    ///
    /// ```
    /// assert_eq!(charsniff::Browser::ALL.len(), 2);
    /// ```
    pub const ALL: [Browser; 2] = [Browser::Chromium, Browser::Firefox];

    /// The browser's name in lower case.
    ///
    /// ```
    /// assert_eq!(charsniff::Browser::Firefox.as_str(), "firefox");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Browser::Chromium => "chromium",
            Browser::Firefox => "firefox",
        }
    }
}

named! {
    Browser, "browser", Browser::ALL, Browser::as_str,
    r#"assert_eq!("firefox".parse(), Ok(charsniff::Browser::Firefox));"#
}

/// What reads HTML in `context` as its browser does, if it is read so. XHR has no scripting.
pub(crate) fn scanner(context: &Context) -> Option<MetaScanner> {
    let scripting = context.policy().prescan != policy::Prescan::HtmlCertain;
    context.facts.browser.map(|browser| MetaScanner::reading_as(browser, context.facts.prescan_limit, scripting))
}

/// The first `meta` that counts, else the XML declaration. `bytes` end where no declaration is
/// looked for any more.
pub(super) fn prescan(bytes: &[u8], scanner: &MetaScanner, is_chromium: bool) -> Scanned {
    if let Some(declaration) = xml::utf_16(bytes).filter(|_| !is_chromium || bytes.len() >= xml::CHROMIUMS_LEAST) {
        return Ok(declaration);
    }
    let unknown = |label| Undeclared::unknown(UNKNOWN_LABEL, label);
    match scanner.declaration_or_label(bytes) {
        Ok((encoding, label)) => Ok(declaration(encoding, label)),
        Err(label) => xml::behind_html(bytes, label.map_or(NO_META.into(), unknown)),
    }
}

/// The first `meta` that `scanner` finds.
pub(crate) fn meta(bytes: &[u8], mut scanner: MetaScanner) -> Option<Declaration> {
    scanner.scan(bytes, true).map(|found| declaration(found.encoding, found.label))
}

fn declaration(encoding: Encoding, label: Range<usize>) -> Declaration {
    let encoding = encoding.declared_in_meta();
    Declaration { encoding, source: Source::Meta, offset: label.start, length: label.len() }
}
