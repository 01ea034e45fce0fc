//! Random pages without a declaration (`tools/browsers/unlabelled.py`): each browser's own detector decides.

use charsniff::{Context, Detection, Kind, Reading, sniff};

use crate::record::{self, Case};

/// The cases in which `detection` does not give the answer of `browser`, and of how many.
fn differing(cases: &[Case], browser: Reading, detection: Detection) -> (Vec<String>, usize) {
    let mut asked = 0;
    let mut failures = Vec::new();
    for case in cases {
        let Some(theirs) = case.answer(browser).encoding.as_deref() else { continue };
        asked += 1;
        let kind = case.context.parse::<Kind>().unwrap_or_else(|_| panic!("{}: no context {}", case.id, case.context));
        let mut context = Context::of(kind).reading(browser).detection(detection);
        if let Some(tld) = case.fact("tld") {
            context = context.tld(tld);
        }
        let ours = sniff(&case.body, &case.headers[..], &context).encoding.name();
        if !ours.eq_ignore_ascii_case(theirs) {
            failures.push(format!("{}: {browser} {theirs}, ours {ours}: {case}", case.id));
        }
    }
    (failures, asked)
}

#[cfg(feature = "compact-enc-det")]
#[test]
fn chromiums_own_detector_answers_as_chromium() {
    let (failures, asked) = differing(&record::unlabelled(), Reading::Chromium, Detection::Chromium);
    assert!(asked >= 1000, "{asked} pages");
    assert!(failures.is_empty(), "{} of {asked}:\n{}", failures.len(), failures.join("\n"));
}

/// Firefox guesses from the start of a page first, and keeps that guess for some pages whose first byte above 7F comes
/// late. It gives six others than chardetng of the whole page.
#[cfg(feature = "chardetng")]
#[test]
fn firefoxs_own_detector_answers_as_firefox() {
    let (failures, asked) = differing(&record::unlabelled(), Reading::Firefox, Detection::Firefox);
    assert!(asked >= 1000, "{asked} pages");
    assert!(failures.len() <= 6, "{} of {asked}:\n{}", failures.len(), failures.join("\n"));
}
