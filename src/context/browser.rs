//! [`Browser`]: the browsers that [`Context::as_browser`](super::Context::as_browser) imitates.

use crate::encoding::names::named;

/// A browser that [`Context::as_browser`](crate::Context::as_browser) reads like.
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
    /// Chromium, and the browsers made from it: Chrome, Edge, Opera and others.
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
