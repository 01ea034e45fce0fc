//! Compares this crate with the recorded answers of Chromium and Firefox to generated cases
//! (`fixtures/browsers/README.md`).
//!
//!     cargo test --test browser_record -- --nocapture
//!
//! prints tables of agreement. `CHARSNIFF_BROWSER_RECORDS` names further records, separated by
//! colons, such as those that `tools/browsers/record.py --random` writes.

mod exceptions;
mod record;
#[path = "../support/skipped.rs"]
mod skipped;
#[cfg(any(feature = "chardetng", feature = "compact-enc-det"))]
mod unlabelled;

use std::collections::BTreeMap;

use charsniff::{
    Context, Detection, Encoding, Kind, Reading, Source, Stage, StreamDecoder, explain, sniff, try_decode,
};
use exceptions::Exception;
use record::{Answer, Case};

/// The context of a case, with the facts in its environment.
fn context(case: &Case, browser: Reading) -> Context {
    let encoding = |fact: &str| case.fact(fact).and_then(|label| Encoding::for_label(label.as_bytes()));
    let kind = case.context.parse::<Kind>().unwrap_or_else(|_| panic!("{}: no context {}", case.id, case.context));
    // Both browsers use legacy detection for resources from the network. The recorded pages had no
    // top-level domain.
    let mut context = Context::of(kind).reading(browser).detection(Detection::Legacy);
    if matches!(case.how.as_str(), "worker" | "module-worker" | "import-scripts") {
        context = context.in_worker(true);
    }
    // Chromium's XMLHttpRequest decodes an XML document before it parses it.
    if case.how == "xhr-document" && kind == Kind::Xml && browser == Reading::Chromium {
        context = context.lossy(true);
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
    let text = try_decode(&case.body, (), &context).ok().map(|decoded| decoded.text.into_owned());
    Answer { encoding: Some(encoding.name().to_lowercase()), text, ..Answer::default() }
}

/// The headers that count for a case. The charset of an override MIME type replaces the header's,
/// even if it names no encoding (in Chromium only if it is a token). The row `xml` does not do so,
/// since it is also the row of pages, whose MIME type cannot be overridden.
fn headers(case: &Case, browser: Reading) -> &[(&'static str, Vec<u8>)] {
    let is_charset = |label: &str| browser != Reading::Chromium || record::is_token(label.trim());
    let is_hidden = case.context == Kind::Xml.as_str() && case.fact("override_charset").is_some_and(is_charset);
    if is_hidden { &[] } else { &case.headers }
}

/// This crate's answer to a case.
fn ours(case: &Case, browser: Reading) -> Answer {
    if case.context == "text-decoder" {
        return text_decoder(case);
    }
    let context = context(case, browser);
    let headers = headers(case, browser);
    let sniffed = sniff(&case.body, headers, &context);
    let decoded = try_decode(&case.body, headers, &context);
    let mut text = decoded.ok().map(|decoded| decoded.text.into_owned());
    if matches!(context.kind(), Kind::Html | Kind::XhrHtml | Kind::Xml) {
        // The parser drops U+0000 from text.
        text = text.map(|text| text.replace('\0', ""));
    }
    let text = text.and_then(|text| record::probe(&text).map(str::to_owned));
    let is_undeclared = is_undeclared(sniffed.source);
    Answer { encoding: Some(sniffed.encoding.name().to_owned()), text, is_undeclared, ..Answer::default() }
}

/// Whether a detector or the default decided.
fn is_undeclared(source: Source) -> bool {
    matches!(source, Source::Detector | Source::Locale | Source::Default)
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
fn compare(cases: &[Case], browser: Reading) -> (Vec<String>, BTreeMap<&'static str, usize>) {
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
    for browser in [Reading::Chromium, Reading::Firefox] {
        let (differing, uses) = compare(&cases, browser);
        failures.extend(differing);
        for exception in Exception::all(browser).filter(|exception| !uses.contains_key(exception.reason)) {
            failures.push(format!("{browser}: nothing needs the exception: {}", exception.reason));
        }
    }
    assert!(failures.is_empty(), "{} of {} cases:\n{}", failures.len(), cases.len(), failures.join("\n"));
}

/// Cases in which a stream does not give the verdict and the text of the whole resource, for chunks
/// of several sizes. A stream's detector sees less than the whole, so cases without a declaration
/// are left out.
fn differing_streams(cases: &[Case], browser: Reading) -> (usize, Vec<String>) {
    let mut streams = 0;
    let mut failures = Vec::new();
    for case in cases.iter().filter(|case| case.context != "text-decoder") {
        let (context, headers) = (context(case, browser), headers(case, browser));
        if is_undeclared(sniff(&case.body, headers, &context).source) {
            continue;
        }
        let whole = try_decode(&case.body, headers, &context);
        let whole = whole.map(|decoded| (decoded.sniffed, decoded.text.into_owned()));
        for size in [1, 61, 1024, 5000] {
            // Chunks of one byte are for resources of a usual size.
            if case.body.len() / size > 5000 {
                continue;
            }
            let mut stream = StreamDecoder::new(headers, &context);
            let mut text = String::new();
            let pushed = case.body.chunks(size).try_for_each(|chunk| stream.push(chunk, &mut text));
            let streamed = pushed.and_then(|()| stream.finish(&mut text)).map(|sniffed| (sniffed, text));
            if streamed != whole {
                failures.push(format!("{}: {browser}, chunks of {size}: {streamed:?}, not {whole:?}", case.id));
            }
            streams += 1;
        }
    }
    (streams, failures)
}

#[test]
fn streams_give_the_same_answers() {
    let mut cases = record::read();
    cases.extend(further_cases());
    for browser in [Reading::Chromium, Reading::Firefox] {
        let (streams, failures) = differing_streams(&cases, browser);
        println!("{streams} streams as {browser}");
        assert!(streams > 5000, "{streams} streams");
        assert!(failures.is_empty(), "{} of {streams}:\n{}", failures.len(), failures.join("\n"));
    }
}

/// What Chromium finds, a crawler finds too, as a claim. What Chromium ignores, a crawler ignores, except for
/// misspelled labels and headers, and malformed XML declarations.
#[test]
fn crawlers_follow_the_declarations_that_chromium_follows() {
    let mut cases = record::read();
    cases.extend(further_cases());
    let (mut declared, mut undeclared) = (0, 0);
    for case in cases.iter().filter(|case| case.context == "html") {
        let context = context(case, Reading::Chromium);
        let browsers = sniff(&case.body, headers(case, Reading::Chromium), &context);
        let crawlers = explain(&case.body, headers(case, Reading::Chromium), &context.reading(Reading::Crawler));
        // What is found in the bytes and in the headers, refuted or not.
        let claims = [Stage::Bom, Stage::Override, Stage::Transport, Stage::Prescan, Stage::ImplicitEnvironment]
            .map(|stage| crawlers.stage(stage));
        let claim = claims.iter().find(|claim| claim.encoding.is_some());
        if is_undeclared(browsers.source) {
            undeclared += 1;
            let names_nothing = |label: &[u8]| Encoding::for_label(label).is_none();
            let is_lenient = |claim: &&&charsniff::StageReport| {
                claim.stage == Stage::Transport
                    || claim.label.as_deref().is_none_or(names_nothing)
                    || case.body.trim_ascii_start().starts_with(b"<?xml")
            };
            assert!(
                claim.is_none() || claim.is_some_and(|claim| is_lenient(&claim)),
                "{}: {crawlers}: {case}",
                case.id
            );
        } else {
            declared += 1;
            let is_same = claim.is_some_and(|claim| claim.encoding == Some(browsers.encoding));
            let is_misspelled = claim.is_some_and(|claim| {
                claim.remark.as_deref().is_some_and(|remark| remark.contains("the platform finds"))
            });
            assert!(is_same || is_misspelled, "{}: {crawlers}, Chromium {browsers}: {case}", case.id);
        }
    }
    println!("{declared} pages with a declaration, {undeclared} without");
    assert!(declared > 1500 && undeclared > 500, "{declared}, {undeclared}");
}

/// The cases of the records that the environment names.
fn further_cases() -> Vec<Case> {
    let files = std::env::var_os("CHARSNIFF_BROWSER_RECORDS").unwrap_or_default();
    let read = |path: std::path::PathBuf| {
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let paths = std::env::split_paths(&files).filter(|path| !path.as_os_str().is_empty());
    paths.flat_map(|path| record::parse(&read(path))).collect()
}

#[test]
fn answers_to_further_records_are_those_of_each_browser() {
    let cases = further_cases();
    if cases.is_empty() {
        return skipped::skipped("CHARSNIFF_BROWSER_RECORDS names no further records");
    }
    let failures: Vec<String> =
        [Reading::Chromium, Reading::Firefox].into_iter().flat_map(|browser| compare(&cases, browser).0).collect();
    assert!(failures.is_empty(), "{} of {} cases:\n{}", failures.len(), cases.len(), failures.join("\n"));
}
