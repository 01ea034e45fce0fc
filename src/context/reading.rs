//! How the caller wants a resource read: by the standard, as a browser or as a crawler; the limits of
//! the prescan and the detector; and what becomes of malformed sequences.

use super::{Browser, Context, Detection};

/// How the resource is read.
impl Context {
    /// Reads as this browser does, where it departs from the standards.
    ///
    /// In HTML a declaration counts where the browser's parser finds it: in the first 1,024 bytes
    /// (or the [limit](Self::prescan_limit)), and after them in the head. The browsers differ in what
    /// they take for the head, and in details of many [contexts](crate::Kind); `docs/browsers.md`
    /// lists them. At most 1 MiB of a head or of an XML declaration is read, or the prescan's limit if
    /// that is larger.
    ///
    /// The detector never answers UTF-8 ([`Detection::Legacy`]; with the feature `chardetng`, as
    /// Firefox, Firefox's own detector). Chromium's detector, compact_enc_det, is not imitated. Call
    /// [`detection`](Self::detection), before or after this, to choose otherwise.
    ///
    /// ```
    /// use charsniff::{Browser, Context, Encoding, sniff};
    /// let page = b"<title><meta charset=big5></title><meta charset=gbk charset=koi8&#45;r>";
    /// assert_eq!(sniff(page, (), &Context::html()).encoding, Encoding::Big5);
    /// // Of an attribute that comes twice, Chromium takes the last, Firefox the first.
    /// assert_eq!(sniff(page, (), &Context::html().as_browser(Browser::Chromium)).encoding, Encoding::Koi8R);
    /// assert_eq!(sniff(page, (), &Context::html().as_browser(Browser::Firefox)).encoding, Encoding::Gbk);
    /// ```
    pub fn as_browser(mut self, browser: Browser) -> Context {
        self.facts.browser = Some(browser);
        self
    }

    /// Reads as most people's browser does: [as Chromium](Self::as_browser).
    ///
    /// ```
    /// use charsniff::{Browser, Context};
    /// assert_eq!(Context::html().as_browsers_do(), Context::html().as_browser(Browser::Chromium));
    /// ```
    pub fn as_browsers_do(self) -> Context {
        self.as_browser(Browser::Chromium)
    }

    /// Reads as a crawler needs, which wants the most likely text rather than what a browser shows:
    ///
    /// - Declarations are found [as Chromium](Self::as_browser) finds them.
    /// - Misspelled labels (`utf_8`, `windows1251`, `cp-1251`) and misspelled Content-Type headers
    ///   (`charset:utf-8`) are accepted. A verdict from one is tentative.
    /// - Where no declaration counts, the detector decides, and may answer UTF-8. A declaration that
    ///   browsers ignore, in a script or far down in the body, is a hint to it (the first one in
    ///   16 KiB; streams hold back as much for the detector), worth 4 nats (`docs/detector.md` has what
    ///   it is right about). In HTML it does not answer ISO-2022-JP:
    ///   escape sequences could hide or show markup that the page does not have in a browser.
    /// - Malformed sequences become U+FFFD in every context, XML included ([`lossy`](Self::lossy)).
    ///
    /// Call [`detection`](Self::detection) or [`as_browser`](Self::as_browser), before or after this,
    /// to choose another detection or another browser.
    ///
    /// [`Explanation::platform`](crate::Explanation::platform) has the browser's verdict (with the same
    /// detection) beside the crawler's, and the remark of a stage says where the two differ.
    ///
    /// ```
    /// use charsniff::{Context, Encoding, Source, Stage, explain};
    /// let context = Context::html().as_crawlers_need();
    /// let explanation = explain(b"<p>\xCC\xE0\xF0\xF1", "text/html; charset=cp-1251", &context);
    /// assert_eq!(explanation.sniffed.encoding, Encoding::Windows1251);
    /// assert_eq!(explanation.sniffed.source, Source::Transport);
    /// assert_ne!(explanation.platform.unwrap().source, Source::Transport);
    /// let remark = explanation.stage(Stage::Transport).remark.as_deref().unwrap();
    /// assert!(remark.ends_with("the platform finds nothing"));
    /// ```
    pub fn as_crawlers_need(mut self) -> Context {
        self.facts.browser.get_or_insert(Browser::Chromium);
        self.facts.as_crawlers_need = true;
        self
    }

    /// How many bytes from the start the prescan may read; 1,024 by default.
    ///
    /// ```
    /// use charsniff::{Context, Source, sniff};
    /// let page = b"<!doctype html><meta charset=gbk>";
    /// assert_eq!(sniff(page, (), &Context::html().prescan_limit(15)).source, Source::Default);
    /// ```
    pub fn prescan_limit(mut self, bytes: usize) -> Context {
        self.facts.prescan_limit = bytes;
        self
    }

    /// How far the detector may go; by default, as [the browser](Self::as_browser) does if there is
    /// one, else [`Detection::Full`].
    ///
    /// ```
    /// use charsniff::{Context, Detection, Source, sniff};
    /// assert_eq!(sniff("é".as_bytes(), (), &Context::html().detection(Detection::Off)).source, Source::Default);
    /// ```
    pub fn detection(mut self, detection: Detection) -> Context {
        self.facts.detection = Some(detection);
        self
    }

    /// Whether the detector may answer ISO-2022-JP in HTML too. Off by default: whoever can put
    /// escape sequences into a page could change how the rest of it is read. Outside of HTML,
    /// [`as_browsers_do`](Self::as_browsers_do) and [`as_crawlers_need`](Self::as_crawlers_need) allow
    /// it anyway, as browsers do.
    ///
    /// ```
    /// use charsniff::{Context, Encoding, sniff};
    /// let page = b"\x1B$B2P@1\x1B(B";
    /// assert_ne!(sniff(page, (), &Context::html()).encoding, Encoding::Iso2022Jp);
    /// # #[cfg(feature = "detector")]
    /// assert_eq!(sniff(page, (), &Context::html().detect_iso_2022_jp(true)).encoding, Encoding::Iso2022Jp);
    /// ```
    pub fn detect_iso_2022_jp(mut self, allowed: bool) -> Context {
        self.facts.detect_iso_2022_jp = allowed;
        self
    }

    /// How many bytes from the start the detector may look at; no limit by default.
    ///
    /// ```
    /// use charsniff::{Context, Source, sniff};
    /// let page = "<p>café".as_bytes();
    /// # #[cfg(feature = "detector")]
    /// assert_eq!(sniff(page, (), &Context::html()).source, Source::Detector);
    /// assert_eq!(sniff(page, (), &Context::html().detection_ceiling(6)).source, Source::Default);
    /// ```
    pub fn detection_ceiling(mut self, bytes: usize) -> Context {
        self.facts.detection_ceiling = bytes;
        self
    }

    /// For [`Kind::TextDecoder`](crate::Kind::TextDecoder): whether malformed input is an error. Other
    /// contexts have an error mode of their own. [`lossy`](Self::lossy) takes precedence.
    ///
    /// ```
    /// use charsniff::{Context, Encoding, decode};
    /// assert!(decode(b"\xFF", (), &Context::text_decoder(Encoding::Utf8).fatal(true)).is_err());
    /// ```
    pub fn fatal(mut self, fatal: bool) -> Context {
        self.facts.fatal = fatal;
        self
    }

    /// Replaces malformed sequences by U+FFFD in every context, also where they would be an error, as
    /// in XML. [`Decoded::errors`](crate::Decoded::errors) counts them.
    /// [`as_crawlers_need`](Self::as_crawlers_need) implies it.
    ///
    /// ```
    /// use charsniff::{Context, decode};
    /// assert!(decode(b"<a>\xFF</a>", (), &Context::xml()).is_err());
    /// let decoded = decode(b"<a>\xFF</a>", (), &Context::xml().lossy()).unwrap();
    /// assert_eq!((&*decoded.text, decoded.errors), ("<a>\u{FFFD}</a>", 1));
    /// ```
    pub fn lossy(mut self) -> Context {
        self.facts.lossy = true;
        self
    }

    /// For [`Kind::TextDecoder`](crate::Kind::TextDecoder): whether a byte order mark is kept as U+FEFF.
    ///
    /// ```
    /// use charsniff::{Context, Encoding, decode};
    /// let context = Context::text_decoder(Encoding::Utf8).ignore_bom(true);
    /// assert_eq!(decode(b"\xEF\xBB\xBFa", (), &context).unwrap().text, "\u{FEFF}a");
    /// ```
    pub fn ignore_bom(mut self, ignore_bom: bool) -> Context {
        self.facts.ignore_bom = ignore_bom;
        self
    }
}
