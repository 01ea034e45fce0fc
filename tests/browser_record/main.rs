//! What Chromium and Firefox answered to generated cases (`fixtures/browsers/README.md`), held
//! against this crate: where both agree it answers the same, where they differ it sides with one.
//!
//!     cargo test --test browser_record -- --nocapture
//!
//! prints the table of agreement and what is explained.

mod exceptions;
mod record;

use std::collections::BTreeMap;

use charsniff::{Context, Detection, Encoding, Kind, decode, sniff};
use exceptions::{DISSENT, EXCEPTIONS, Exception};
use record::{Answer, Case};

/// The context of a case, with the facts that its environment states.
fn context(case: &Case) -> Context {
    let encoding = |fact: &str| case.fact(fact).and_then(|label| Encoding::for_label(label.as_bytes()));
    let kind = Kind::from_id(&case.context).unwrap_or_else(|| panic!("{}: no context {}", case.id, case.context));
    let mut context = Context::of(kind);
    if matches!(kind, Kind::Html | Kind::XhrHtml | Kind::Xml) {
        context = context.as_browsers_do();
    }
    // What both browsers do on the network. The pages of the record give them no domain to go by.
    context = context.detection(Detection::Legacy);
    if let Some(parent) = encoding("parent") {
        context = context.parent(parent, case.environment["same_origin"] == true);
    }
    if let Some(label) = case.fact("override_charset") {
        context = context.override_encoding(label);
    }
    if let Some(label) = case.fact("charset") {
        context = context.reference_charset(label);
    }
    if let Some(document) = encoding("document") {
        context = context.document(document);
    }
    if let Some(style_sheet) = encoding("style_sheet") {
        context = context.style_sheet(style_sheet);
    }
    context
}

/// `new TextDecoder(label, options).decode(bytes)`
fn text_decoder(case: &Case) -> Answer {
    let Some(encoding) = Encoding::for_label_no_replacement(case.fact("label").unwrap_or_default().as_bytes()) else {
        return Answer::default();
    };
    let option = |name: &str| case.environment["options"][name] == true;
    let context = Context::text_decoder(encoding).fatal(option("fatal")).ignore_bom(option("ignoreBOM"));
    let text = decode(&case.body, (), &context).ok().map(|decoded| decoded.text.into_owned());
    Answer { encoding: Some(encoding.name().to_lowercase()), text, ..Answer::default() }
}

/// What this crate makes of a case.
fn ours(case: &Case) -> Answer {
    if case.context == "text-decoder" {
        return text_decoder(case);
    }
    let context = context(case);
    // The charset of an override MIME type hides the header's, even one that names no encoding.
    // The row for XML does not know: it is the row of pages as well, which nobody overrides so.
    let is_hidden = context.kind() == Kind::Xml && case.fact("override_charset").is_some();
    let headers = if is_hidden { &[] } else { case.headers.as_slice() };
    let sniffed = sniff(&case.body, headers, &context);
    let decoded = decode(&case.body, headers, &context);
    let mut text = decoded.ok().map(|decoded| decoded.text.into_owned());
    if matches!(context.kind(), Kind::Html | Kind::XhrHtml | Kind::Xml) {
        // The parser drops U+0000 from text.
        text = text.map(|text| text.replace('\0', ""));
    }
    let text = text.and_then(|text| record::probe(&text).map(str::to_owned));
    Answer { encoding: Some(sniffed.encoding.name().to_owned()), text, ..Answer::default() }
}

#[derive(Default)]
struct Row {
    cases: usize,
    agreed: usize,
    same: usize,
    excepted: usize,
    as_chromium: usize,
    as_firefox: usize,
    dissent: usize,
    detector: usize,
    guessed_alike: usize,
    unshown: usize,
}

impl Row {
    const HEAD: &str = "| context | cases | both agree | ours the same | explained | browsers differ: ours as Chromium | as Firefox | explained | left to detectors | ours as one | not shown |\n\
        | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |";

    fn print(&self, name: &str) {
        println!(
            "| {name} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            self.cases,
            self.agreed,
            self.same,
            self.excepted,
            self.as_chromium,
            self.as_firefox,
            self.dissent,
            self.detector,
            self.guessed_alike,
            self.unshown
        );
    }
}

#[test]
fn answers_are_those_of_the_browsers() {
    let cases = record::read();
    assert!(cases.len() >= 1000, "{} cases", cases.len());
    let mut rows: BTreeMap<&str, Row> = BTreeMap::new();
    let mut failures = Vec::new();
    let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
    for case in &cases {
        let row = rows.entry(&case.context).or_default();
        row.cases += 1;
        let (chromium, firefox) = (&case.chromium, &case.firefox);
        if chromium.is_unshown() || firefox.is_unshown() {
            row.unshown += 1;
            continue;
        }
        let ours = ours(case);
        let (with_chromium, with_firefox) = (ours.is_like(chromium), ours.is_like(firefox));
        if case.detector {
            row.detector += 1;
            row.guessed_alike += usize::from(with_chromium || with_firefox);
            continue;
        }
        if chromium == firefox {
            row.agreed += 1;
            if with_chromium {
                row.same += 1;
            } else if let Some(exception) = Exception::of(EXCEPTIONS, &case.id) {
                *uses.entry(exception.reason).or_default() += 1;
                row.excepted += 1;
            } else {
                failures.push(format!("{}: browsers {chromium}, ours {ours}", case.id));
            }
        } else if with_chromium {
            row.as_chromium += 1;
        } else if with_firefox {
            row.as_firefox += 1;
        } else if let Some(exception) = Exception::of(DISSENT, &case.id) {
            *uses.entry(exception.reason).or_default() += 1;
            row.dissent += 1;
        } else {
            failures.push(format!("{}: Chromium {chromium}, Firefox {firefox}, ours {ours}", case.id));
        }
    }
    println!("{}", Row::HEAD);
    rows.iter().for_each(|(name, row)| row.print(name));
    for exception in EXCEPTIONS.iter().chain(DISSENT) {
        match uses.get(exception.reason) {
            Some(count) => println!("{count} ({}): {}", exception.ids, exception.reason),
            None => failures.push(format!("nothing needs the exception {}", exception.ids)),
        }
    }
    assert!(failures.is_empty(), "{} of {} cases:\n{}", failures.len(), cases.len(), failures.join("\n"));
}
