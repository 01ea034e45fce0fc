//! Cases in which this crate differs from a browser, and why.

use charsniff::{Encoding, Reading};

use crate::record::{Case, is_token};

/// A group of cases in which this crate does not give the browser's answer.
pub struct Exception {
    browsers: &'static [Reading],
    covers: fn(&Case) -> bool,
    /// Why.
    pub reason: &'static str,
}

impl Exception {
    /// The exceptions for a browser.
    pub fn all(browser: Reading) -> impl Iterator<Item = &'static Exception> {
        EXCEPTIONS.iter().filter(move |exception| exception.browsers.contains(&browser))
    }

    /// The exception that applies to a case.
    pub fn of(browser: Reading, case: &Case) -> Option<&'static Exception> {
        Exception::all(browser).find(|exception| (exception.covers)(case))
    }
}

fn names_nothing(label: &str) -> bool {
    Encoding::for_label(label.as_bytes()).is_none()
}

const EXCEPTIONS: &[Exception] = &[
    Exception {
        browsers: &[Reading::Chromium],
        covers: |case| case.fact("link") == Some("xml-stylesheet") && case.fact("charset").is_some_and(names_nothing),
        reason: "a charset of <?xml-stylesheet?> that names no encoding makes Chromium read windows-1252, not the \
            document's encoding, as it does for <link>; the context does not tell the two apart",
    },
    Exception {
        browsers: &[Reading::Chromium],
        covers: |case| {
            let is_label = |label: &str| !names_nothing(label) && !is_token(label);
            case.fact("override_charset").is_some_and(is_label)
                && case.fact("override_mime").is_some_and(|mime| !mime.contains('"'))
        },
        reason: "an override charset that is a label but no token, such as iso_8859-5:1988, is none in Chromium if it \
            stands without quotes; the context has the label alone",
    },
    Exception {
        browsers: &[Reading::Chromium],
        covers: |case| case.context == "event-stream",
        reason: "Chromium refuses an event stream whose header has another charset than UTF-8: there is no text",
    },
];
