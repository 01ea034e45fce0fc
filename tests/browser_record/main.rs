//! Compares this crate with the recorded answers of Chromium and Firefox to generated cases
//! (`fixtures/browsers/README.md`).
//!
//!     cargo test --test browser_record -- --nocapture
//!
//! prints tables of agreement. `CHARSNIFF_BROWSER_RECORDS` names further records, separated by
//! colons, such as those that `tools/browsers/record.py --random` writes.

mod exceptions;
mod record;

use std::collections::BTreeMap;

use charsniff::{Browser, Context, Detection, Encoding, Kind, Source, decode, sniff};
use exceptions::Exception;
use record::{Answer, Case};

/// The context of a case, with the facts in its environment.
fn context(case: &Case, browser: Browser) -> Context {
    let encoding = |fact: &str| case.fact(fact).and_then(|label| Encoding::for_label(label.as_bytes()));
    let kind = Kind::from_id(&case.context).unwrap_or_else(|| panic!("{}: no context {}", case.id, case.context));
    // Both browsers use legacy detection for resources from the network. The recorded pages had no
    // top-level domain.
    let mut context = Context::of(kind).as_browser(browser).detection(Detection::Legacy);
    if matches!(case.how.as_str(), "worker" | "module-worker" | "import-scripts") {
        context = context.in_worker();
    }
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

/// This crate's answer to a case.
fn ours(case: &Case, browser: Browser) -> Answer {
    if case.context == "text-decoder" {
        return text_decoder(case);
    }
    let context = context(case, browser);
    // The charset of an override MIME type replaces the header's, even if it names no encoding (in
    // Chromium only if it is a token). The row `xml` does not do so, since it is also the row of
    // pages, whose MIME type cannot be overridden.
    let is_charset = |label: &str| browser != Browser::Chromium || record::is_token(label.trim());
    let is_hidden = context.kind() == Kind::Xml && case.fact("override_charset").is_some_and(is_charset);
    let headers = if is_hidden { &[] } else { case.headers.as_slice() };
    let sniffed = sniff(&case.body, headers, &context);
    let decoded = decode(&case.body, headers, &context);
    let mut text = decoded.ok().map(|decoded| decoded.text.into_owned());
    if matches!(context.kind(), Kind::Html | Kind::XhrHtml | Kind::Xml) {
        // The parser drops U+0000 from text.
        text = text.map(|text| text.replace('\0', ""));
    }
    let text = text.and_then(|text| record::probe(&text).map(str::to_owned));
    let is_undeclared = matches!(sniffed.source, Source::Detector | Source::Locale | Source::Default);
    Answer { encoding: Some(sniffed.encoding.name().to_owned()), text, is_undeclared, ..Answer::default() }
}

#[derive(Default)]
struct Row {
    cases: usize,
    same: usize,
    explained: usize,
    guesses: usize,
    guessed_alike: usize,
    unshown: usize,
}

impl Row {
    const HEAD: &str = "| context | cases | the same | explained | a detector's | ours the same | not shown |\n\
        | --- | ---: | ---: | ---: | ---: | ---: | ---: |";

    fn print(&self, name: &str) {
        let Row { cases, same, explained, guesses, guessed_alike, unshown } = self;
        println!("| {name} | {cases} | {same} | {explained} | {guesses} | {guessed_alike} | {unshown} |");
    }
}

/// Compares the crate with `browser` on `cases`, and prints a table. Returns the differences
/// without an exception, and how often each exception was needed.
fn compare(cases: &[Case], browser: Browser) -> (Vec<String>, BTreeMap<&'static str, usize>) {
    let mut rows: BTreeMap<&str, Row> = BTreeMap::new();
    let mut failures = Vec::new();
    let mut uses = BTreeMap::new();
    for case in cases {
        let row = rows.entry(&case.context).or_default();
        row.cases += 1;
        let theirs = case.answer(browser);
        if theirs.is_unshown() {
            row.unshown += 1;
            continue;
        }
        let ours = ours(case, browser);
        let is_same = ours.is_like(theirs);
        if case.detector || (!is_same && ours.is_undeclared && case.is_guess(browser)) {
            row.guesses += 1;
            row.guessed_alike += usize::from(is_same);
        } else if is_same {
            row.same += 1;
        } else if let Some(exception) = Exception::of(browser, case) {
            *uses.entry(exception.reason).or_default() += 1;
            row.explained += 1;
        } else {
            failures.push(format!("{}: {browser} {theirs}, ours {ours}: {case}", case.id));
        }
    }
    println!("\n{browser}\n\n{}", Row::HEAD);
    rows.iter().for_each(|(name, row)| row.print(name));
    println!();
    uses.iter().for_each(|(reason, count)| println!("{count}: {reason}"));
    (failures, uses)
}

#[test]
fn answers_are_those_of_each_browser() {
    let cases = record::read();
    assert!(cases.len() >= 1000, "{} cases", cases.len());
    let mut failures = Vec::new();
    for browser in Browser::ALL {
        let (differing, uses) = compare(&cases, browser);
        failures.extend(differing);
        for exception in Exception::all(browser).filter(|exception| !uses.contains_key(exception.reason)) {
            failures.push(format!("{browser}: nothing needs the exception: {}", exception.reason));
        }
    }
    assert!(failures.is_empty(), "{} of {} cases:\n{}", failures.len(), cases.len(), failures.join("\n"));
}

#[test]
fn answers_to_further_records_are_those_of_each_browser() {
    let Some(files) = std::env::var_os("CHARSNIFF_BROWSER_RECORDS") else {
        eprintln!("skipped: CHARSNIFF_BROWSER_RECORDS names no further records");
        return;
    };
    let read = |path: std::path::PathBuf| {
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let cases: Vec<Case> = std::env::split_paths(&files).flat_map(|path| record::parse(&read(path))).collect();
    let failures: Vec<String> = Browser::ALL.into_iter().flat_map(|browser| compare(&cases, browser).0).collect();
    assert!(failures.is_empty(), "{} of {} cases:\n{}", failures.len(), cases.len(), failures.join("\n"));
}
