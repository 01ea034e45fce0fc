//! Laws that hold of every text: tried on the texts of `fixtures/`, on generated ASCII, and on whole corpora by
//! `cargo run --release -p charsniff-measure -- laws`.

#![cfg(all(feature = "detector", feature = "encode", not(emulated)))]

#[path = "../support/fixture.rs"]
#[expect(dead_code, reason = "the laws take the bytes of a document, not what is expected of it")]
mod fixture;
#[path = "../support/random.rs"]
mod random;

mod ascii;
mod law;

use std::fs;

use charsniff::{Encoding, Encoding::*};
use law::{Report, Text};
use random::Random;

/// Encodings that texts in a language were written in.
const LANGUAGES: [(&str, &[Encoding]); 43] = [
    ("ar", &[Windows1256, Iso8859_6]),
    ("be", &[Windows1251, Koi8U, Iso8859_5]),
    ("bg", &[Windows1251, Koi8R]),
    ("cs", CENTRAL),
    ("cy", &[Iso8859_14]),
    ("da", WESTERN),
    ("de", WESTERN),
    ("el", &[Windows1253, Iso8859_7]),
    ("eo", &[Iso8859_3]),
    ("es", WESTERN),
    ("et", BALTIC),
    ("fa", &[Windows1256]),
    ("fi", WESTERN),
    ("fr", WESTERN),
    ("ga", WESTERN),
    ("he", &[Windows1255, Iso8859_8I]),
    ("hr", CENTRAL),
    ("hu", CENTRAL),
    ("is", WESTERN),
    ("it", WESTERN),
    ("ja", &[ShiftJis, EucJp]),
    ("ko", &[EucKr]),
    ("lt", BALTIC),
    ("lv", BALTIC),
    ("mk", &[Windows1251, Iso8859_5]),
    ("mt", &[Iso8859_3]),
    ("nb", WESTERN),
    ("nl", WESTERN),
    ("pl", CENTRAL),
    ("pt", WESTERN),
    ("ro", CENTRAL),
    ("ru", &[Windows1251, Koi8R, Ibm866, Iso8859_5, XMacCyrillic]),
    ("se", &[Iso8859_10]),
    ("sk", CENTRAL),
    ("sl", CENTRAL),
    ("sr", &[Windows1251, Iso8859_5]),
    ("sv", WESTERN),
    ("th", &[Windows874]),
    ("tr", &[Windows1254]),
    ("uk", &[Windows1251, Koi8U, Iso8859_5]),
    ("vi", &[Windows1258]),
    ("zh", &[Gbk, Gb18030]),
    ("zh-Hant", &[Big5]),
];

const WESTERN: &[Encoding] = &[Windows1252, Iso8859_15, Macintosh];
const CENTRAL: &[Encoding] = &[Windows1250, Iso8859_2, Iso8859_16];
const BALTIC: &[Encoding] = &[Windows1257, Iso8859_13];

/// The size of a text in characters: a long paragraph, or some short ones.
const SIZE: usize = 600;

/// How many generated texts.
const ASCII_TEXTS: usize = 1000;

/// The names and texts: sentences, parts of the Universal Declaration, and pages.
fn texts() -> Vec<(String, String, Vec<Encoding>)> {
    let mut texts = Vec::new();
    for (language, encodings) in LANGUAGES {
        let encodings = || [Utf8, Utf16Le, Utf16Be].iter().chain(encodings).copied().collect();
        // Chinese has sentences only.
        let folders = if language.starts_with("zh") { &["sentences"][..] } else { &["sentences", "udhr"] };
        for folder in folders {
            let path = fixture::folder().join(format!("detector/{folder}/{language}.txt"));
            let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let mut part = String::new();
            for line in text.split_inclusive('\n') {
                part.push_str(line);
                if part.chars().count() >= SIZE {
                    texts.push((format!("{folder}/{language}"), std::mem::take(&mut part), encodings()));
                }
            }
            texts.push((format!("{folder}/{language}"), part, encodings()));
        }
    }
    for document in fixture::documents() {
        let encoding = Encoding::for_label(document.encoding.as_bytes()).unwrap();
        let bytes = document.bytes();
        let (text, _, has_errors) = encoding.decode(&bytes);
        let is_binary = text.contains('\0');
        if !has_errors && !is_binary && law::encoded(&text, encoding).is_some() {
            texts.push((document.file, text.into_owned(), vec![encoding]));
        }
    }
    texts
}

fn each_text(random: &mut Random, mut law: impl FnMut(&mut Random, Text, bool)) {
    for (name, text, encodings) in &texts() {
        for (n, encoding) in encodings.iter().enumerate() {
            law(random, Text { name, text, encoding: *encoding }, n == 0);
        }
    }
}

/// Each of so many laws was tried often, and is kept.
fn check(report: &Report, laws: usize, least: u32) {
    let is_kept = report.print();
    assert_eq!(report.tried(least), laws, "too few tries");
    assert!(is_kept);
}

#[test]
fn printable_ascii_stays() {
    let (mut report, mut random) = (Report::default(), Random::new(11));
    for _ in 0..ASCII_TEXTS {
        let text = ascii::text(&mut random);
        law::ascii_stays(&mut report, &mut random, &text);
    }
    check(&report, 1, 100_000);
}

#[test]
fn declared_utf_8_stays() {
    let (mut report, mut random) = (Report::default(), Random::new(12));
    each_text(&mut random, |random, text, is_first| {
        if is_first && !text.text.is_ascii() {
            law::declared_utf_8_stays(&mut report, random, text);
        }
    });
    check(&report, 1, 1_000);
}

#[test]
fn undeclared_utf_8_bears_a_stray_byte() {
    let (mut report, mut random) = (Report::default(), Random::new(13));
    each_text(&mut random, |random, text, is_first| {
        if is_first {
            law::undeclared_utf_8_bears_a_stray_byte(&mut report, random, text);
            for line in text.text.lines() {
                law::undeclared_utf_8_bears_a_stray_byte(&mut report, random, Text { text: line, ..text });
            }
        }
    });
    check(&report, 2, 100);
}

#[test]
fn an_honest_declaration_harms_nothing() {
    let (mut report, mut random) = (Report::default(), Random::new(14));
    each_text(&mut random, |_, text, _| law::an_honest_declaration_harms_nothing(&mut report, text));
    for _ in 0..ASCII_TEXTS {
        let text = ascii::text(&mut random);
        let encoding = [Windows1252, ShiftJis, Gbk, Koi8R, EucKr, Utf8, Iso2022Jp][random.below(7)];
        law::an_honest_declaration_harms_nothing(&mut report, Text { name: "ASCII", text: &text, encoding });
    }
    check(&report, 1, 1_000);
}

#[test]
fn more_of_it_changes_nothing() {
    let (mut report, mut random) = (Report::default(), Random::new(15));
    each_text(&mut random, |_, text, _| law::more_of_it_changes_nothing(&mut report, text));
    check(&report, 8, 100);
}
