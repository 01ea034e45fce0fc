//! The `encoding-detection` tests of [Web Platform Tests](https://github.com/web-platform-tests/wpt): pages without a
//! declaration, and the encoding that each was written in.
//!
//!     CHARSNIFF_WPT=/path/to/wpt cargo test --test web_platform_tests -- --nocapture
//!
//! Without a checkout it is skipped. The pages stay out of this repository.

#![cfg(feature = "detector")]

use std::path::{Path, PathBuf};
use std::{env, fs};

use charsniff::{Context, Detection, Encoding, Reading, sniff};

#[path = "support/skipped.rs"]
mod skipped;

/// A test: its name, the page, and the right encoding; `None` if it may be anything but UTF-8.
struct Test {
    name: String,
    page: Vec<u8>,
    right: Option<Encoding>,
}

/// The text between two others.
fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    text.split_once(before)?.1.split_once(after).map(|(inside, _)| inside)
}

fn read(folder: &Path) -> Vec<Test> {
    let files = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "html"));
    paths.sort();
    let test = |path: &PathBuf| {
        let own = fs::read(path).unwrap();
        let text = String::from_utf8_lossy(&own).into_owned();
        // The late ones open another page.
        let page = match between(&text, "window.open(\"", "\"") {
            Some(other) => fs::read(folder.join(other)).unwrap(),
            None => own,
        };
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let right = between(&text, "assert_equals(", ")").and_then(|asserted| between(asserted, ", \"", "\""));
        let right = right.map(|name| Encoding::for_label(name.as_bytes()).unwrap());
        Test { name, page, right }
    };
    paths.iter().map(test).collect()
}

/// Readings, with how they detect and the tests that they fail.
fn readings() -> Vec<(Reading, Detection, &'static [&'static str])> {
    // Chromium's own detector fails these, in Chromium too.
    #[cfg(feature = "compact-enc-det")]
    const CHROMIUM: &[&str] = &[
        "ar-ISO-8859-6-late.tentative.html",
        "ar-ISO-8859-6.tentative.html",
        "el-windows-1253-late.tentative.html",
        "el-windows-1253.tentative.html",
        "en-windows-1252.tentative.html",
        "fi-windows-1252-late.tentative.html",
        "ja-EUC-JP-late.tentative.html",
        "ja-EUC-JP.tentative.html",
        "ja-half-width-late.tentative.html",
        "ja-half-width.tentative.html",
        "uk-KOI8-U-late.tentative.html",
        "uk-KOI8-U.tentative.html",
        "vi-windows-1258-late.tentative.html",
        "vi-windows-1258.tentative.html",
    ];
    vec![
        (Reading::Chromium, Detection::Legacy, &[]),
        (Reading::Firefox, Detection::Legacy, &[]),
        (Reading::Crawler, Detection::Full, &[]),
        #[cfg(feature = "compact-enc-det")]
        (Reading::Chromium, Detection::Chromium, CHROMIUM),
        #[cfg(feature = "chardetng")]
        (Reading::Firefox, Detection::Firefox, &[]),
    ]
}

#[test]
fn encodings_of_pages_are_detected() {
    let Some(folder) = env::var_os("CHARSNIFF_WPT") else {
        return skipped::skipped("CHARSNIFF_WPT names no checkout of Web Platform Tests");
    };
    let tests = read(&Path::new(&folder).join("encoding-detection"));
    assert!(tests.len() > 70, "{} tests", tests.len());
    for (reading, detection, known) in readings() {
        let context = Context::html().reading(reading).detection(detection);
        let mut failing = Vec::new();
        let mut asked = 0;
        for test in &tests {
            // No browser detects it in HTML any more. UTF-8 is right for crawlers.
            let is_crawlers = reading == Reading::Crawler;
            if test.right == Some(Encoding::Iso2022Jp) || (is_crawlers && test.right.is_none()) {
                continue;
            }
            asked += 1;
            let found = sniff(&test.page, (), &context).encoding;
            if test.right.map_or(found == Encoding::Utf8, |right| found != right) {
                failing.push(test.name.as_str());
            }
        }
        println!("{reading}, {detection}: {} of {asked}", asked - failing.len());
        assert_eq!(failing, known, "{reading}, {detection}");
    }
}
