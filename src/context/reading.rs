//! [`Reading`]: by whose rules a resource is read.

use crate::encoding::names::named_enum;

named_enum! {
    /// By whose rules a resource is read: the standards', a browser's, or a crawler's.
    ///
    /// ```
    /// use charsniff::{Context, Encoding, Reading, sniff};
    /// // In Chromium any end tag but a few ends the head, and text never does.
    /// let late = |before: &str| format!("<title>x</title>{before}{}<meta charset=gbk>", " ".repeat(1024));
    /// let encoding = |page: &str, reading| sniff(page.as_bytes(), (), &Context::html().reading(reading)).encoding;
    /// assert_eq!(encoding(&late("</x>"), Reading::Chromium), Encoding::Windows1252);
    /// assert_eq!(encoding(&late("</x>"), Reading::Firefox), Encoding::Gbk);
    /// assert_eq!(encoding(&late("text"), Reading::Chromium), Encoding::Gbk);
    /// assert_eq!(encoding(&late("text"), Reading::Firefox), Encoding::Windows1252);
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
    #[non_exhaustive]
    pub enum Reading, "reading", pub ALL {
        /// The standards to the letter: for a validator, or for a parser that looks for late declarations itself.
        #[default]
        Standard = "standard",
        /// As Chromium reads, and the browsers made from it: Chrome, Edge, Opera and others.
        ///
        /// In HTML a declaration counts where the browser's parser finds it: in the first 1,024 bytes (or the
        /// [limit](crate::Context::prescan_limit)), and after them in the head. The browsers differ in where the head
        /// ends, and in details of many [contexts](crate::Kind); `docs/browsers.md` lists them. At most 1 MiB of a
        /// head or of an XML declaration is read, or the prescan's limit if that is larger.
        ///
        /// The detector never answers UTF-8 ([`Detection::Legacy`](crate::Detection::Legacy)). For Chromium's own,
        /// compact_enc_det, add `Detection::Chromium` (feature `compact-enc-det`).
        Chromium = "chromium",
        /// As Firefox reads. The detector is that of Chromium's reading; for Firefox's own, add
        /// `Detection::Firefox` (feature `chardetng`).
        Firefox = "firefox",
        /// For crawlers, which need the most likely text rather than the one that a browser shows:
        ///
        /// - Every declaration, in the headers, in the bytes or on the reference (HTML 4's `<a charset>` too), is a claim, and the bytes decide. A
        ///   claim that the bytes refute is passed over: [`Sniffed::refuted`](crate::Sniffed::refuted) lists it, and
        ///   [`explain`](crate::explain) says why. Where the bytes say little, the claim stands. The caller's
        ///   [override](crate::Context::override_encoding) is never refuted (`docs/crawlers.md`).
        /// - This holds for every kind of resource, also for style sheets, scripts and JSON, where browsers do not
        ///   ask a detector and partly ignore the headers. The detector may answer UTF-8, UTF-16 and ISO-2022-JP.
        /// - Declarations are found as in Chromium. Misspelled labels (`utf_8`, `cp-1251`), misspelled headers
        ///   (`charset:utf-8`), malformed XML declarations and malformed `@charset` rules are accepted. In text, comments
        ///   of source files are declarations too: `coding: koi8-r` as Python, Ruby and Emacs read it, `vim: set
        ///   fenc=cp1251:`.
        /// - If nothing else decides, the encoding is UTF-8, or the caller's
        ///   [default](crate::Context::default_encoding).
        /// - Malformed sequences become U+FFFD in every context, XML included.
        ///
        /// [`Explanation::platform`](crate::Explanation::platform) has Chromium's verdict (with the same detection)
        /// for comparison, and where the two differ, the remark of the stage says so.
        Crawler = "crawler",
    }
}

/// A browser whose rules a reading follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Browser {
    Chromium,
    Firefox,
}

impl Reading {
    /// The browser by whose rules declarations and headers are read; `None` for the standard's.
    pub(crate) const fn browser(self) -> Option<Browser> {
        match self {
            Reading::Standard => None,
            Reading::Chromium | Reading::Crawler => Some(Browser::Chromium),
            Reading::Firefox => Some(Browser::Firefox),
        }
    }
}
