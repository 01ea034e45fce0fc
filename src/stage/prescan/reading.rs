//! How the readings of browsers and crawlers find declarations, for programs that ask for one of these readings.

use once_cell::race::OnceRef;

use super::{Scanned, crawler, html, xml};
use crate::context::policy::Prescan;
use crate::stage::{Evidence, Syntax};
use crate::{Context, Reading};

type Scan = fn(&Evidence<'_>) -> Option<Scanned>;

/// [`Context::reading`] stores [`scan`] here. Until then every context has the standards' reading. The stage calls `scan` only
/// through this, so a program that reads whole inputs and never calls that method does not contain it: a tree builder, the
/// declarations in comments, and more.
static SCAN: OnceRef<'static, Scan> = OnceRef::new();

/// The declaration as the reading finds it; `None` where it reads as the standard does.
pub(super) fn prescan(evidence: &Evidence<'_>) -> Option<Scanned> {
    match evidence.case.context.facts.reading {
        Reading::Standard => None,
        _ => SCAN.get()?(evidence),
    }
}

fn scan(evidence: &Evidence<'_>) -> Option<Scanned> {
    let case = evidence.case;
    if case.bytes_decide() {
        return Some(crawler::prescan(evidence));
    }
    if case.policy.prescan == Prescan::Never {
        return None;
    }
    match (case.syntax().ok()?, case.context.facts.browser()?) {
        (Syntax::Html, _) => Some(html::prescan(evidence)),
        // Browsers read a declaration of any length.
        (Syntax::Xml, browser) if !case.policy.shown_as_text => Some(xml::as_browser(evidence.head(), browser)),
        _ => None,
    }
}

impl Context {
    /// By whose rules the resource is read; by default the [standards'](Reading::Standard).
    ///
    /// ```
    /// use charsniff::{Context, Encoding, Reading, Source, Stage, explain, sniff};
    /// let page = b"<title><meta charset=big5></title><meta charset=gbk charset=koi8&#45;r>";
    /// assert_eq!(sniff(page, (), &Context::html()).encoding, Encoding::Big5);
    /// // Of an attribute that comes twice, Chromium takes the last, Firefox the first.
    /// assert_eq!(sniff(page, (), &Context::html().reading(Reading::Chromium)).encoding, Encoding::Koi8R);
    /// assert_eq!(sniff(page, (), &Context::html().reading(Reading::Firefox)).encoding, Encoding::Gbk);
    ///
    /// // A crawler accepts a misspelled label.
    /// let context = Context::html().reading(Reading::Crawler);
    /// let explanation = explain(b"<p>\xCC\xE0\xF0\xF1", "text/html; charset=cp-1251", &context);
    /// assert_eq!(explanation.sniffed.encoding, Encoding::Windows1251);
    /// assert_eq!(explanation.sniffed.source, Source::Transport);
    /// assert_ne!(explanation.platform.unwrap().source, Source::Transport);
    /// let remark = explanation.stage(Stage::Transport).remark.as_deref().unwrap();
    /// assert!(remark.ends_with("the platform finds nothing"));
    /// ```
    pub fn reading(mut self, reading: Reading) -> Context {
        // An earlier call may have stored it: it is the same function.
        let _ = SCAN.set(&(scan as Scan));
        self.facts.reading = reading;
        self
    }
}
