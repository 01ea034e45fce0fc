//! Where this crate answers otherwise than a browser, and why.

use charsniff::{Browser, Encoding};

use crate::record::Case;

/// A group of cases whose answer is not the browser's.
pub struct Exception {
    browsers: &'static [Browser],
    covers: fn(&Case) -> bool,
    /// Why.
    pub reason: &'static str,
}

impl Exception {
    /// The exceptions for a browser.
    pub fn all(browser: Browser) -> impl Iterator<Item = &'static Exception> {
        EXCEPTIONS.iter().filter(move |exception| exception.browsers.contains(&browser))
    }

    /// The exception that a case falls under.
    pub fn of(browser: Browser, case: &Case) -> Option<&'static Exception> {
        Exception::all(browser).find(|exception| (exception.covers)(case))
    }
}

/// Whether a header has this in it.
fn has_header(case: &Case, part: &str) -> bool {
    case.headers.iter().any(|(_, value)| value.windows(part.len()).any(|window| window == part.as_bytes()))
}

fn names_nothing(label: &str) -> bool {
    Encoding::for_label(label.as_bytes()).is_none()
}

const EXCEPTIONS: &[Exception] = &[
    Exception {
        browsers: &Browser::ALL,
        covers: |case| has_header(case, "text/html/x;"),
        reason: "`text/html/x;charset=...` is no MIME type, since a subtype has no slash (MIME Sniffing, parse a MIME \
            type); both browsers take it for one",
    },
    Exception {
        browsers: &[Browser::Chromium],
        covers: |case| has_header(case, "*/*;"),
        reason: "`*/*;charset=...` in a second header is passed over (Fetch, extract a MIME type); Chromium takes its \
            charset",
    },
    Exception {
        browsers: &[Browser::Chromium],
        covers: |case| case.fact("link") == Some("xml-stylesheet") && case.fact("charset").is_some_and(names_nothing),
        reason: "a charset of <?xml-stylesheet?> that names no encoding makes Chromium read windows-1252, not the \
            document's encoding, as it does for <link>; the context does not tell the two apart",
    },
    Exception {
        browsers: &[Browser::Chromium],
        covers: |case| case.fact("override_charset").is_some_and(|label| label.trim().contains(' ')),
        reason: "an override charset with a space in it hides the header's (MIME Sniffing lets a value have one); \
            Chromium takes it for none",
    },
    Exception {
        browsers: &[Browser::Chromium],
        covers: |case| case.context == "event-stream",
        reason: "Chromium refuses an event stream whose header has another charset than UTF-8: there is no text",
    },
];
