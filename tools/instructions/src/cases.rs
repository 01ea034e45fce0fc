//! What is counted: pages and texts made of the sentences in `fixtures/detector`.

use std::fs;
use std::hint::black_box;
use std::path::Path;

use charsniff::{CoderResult, Context, Encoding, Reading, decode, detect, sniff};

/// Which call of a process is counted.
pub enum Run {
    /// The first one, in which tables are built.
    First,
    /// One after all tables are built.
    Later,
}

pub struct Case {
    pub name: String,
    pub run: Run,
    pub work: Box<dyn Fn()>,
}

/// The length of pages and texts, in bytes of UTF-8.
const LENGTH: usize = 20_000;

const ENCODINGS: [(Encoding, &str); 11] = [
    (Encoding::Utf8, "zh"),
    (Encoding::Utf16Le, "ru"),
    (Encoding::Windows1252, "de"),
    (Encoding::Windows1251, "ru"),
    (Encoding::Windows874, "th"),
    (Encoding::ShiftJis, "ja"),
    (Encoding::EucJp, "ja"),
    (Encoding::Iso2022Jp, "ja"),
    (Encoding::Gb18030, "zh"),
    (Encoding::Big5, "zh-Hant"),
    (Encoding::EucKr, "ko"),
];

pub fn all() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |name: String, run: Run, work: Box<dyn Fn()>| cases.push(Case { name, run, work });
    for (encoding, language) in ENCODINGS {
        let text = text(language);
        let bytes = bytes(encoding, &text);
        let units = bytes.clone();
        let page = bytes_of_page(encoding, language);
        add(format!("decode {encoding}"), Run::Later, Box::new(move || to_utf8(encoding, &bytes)));
        add(format!("decode {encoding} to UTF-16"), Run::Later, Box::new(move || to_utf16(encoding, &units)));
        if encoding.output_encoding() == encoding {
            add(format!("encode {encoding}"), Run::Later, Box::new(move || encode(encoding, &text)));
            let first = page.clone();
            add(format!("first page {encoding}"), Run::First, Box::new(move || whole_page(&first)));
            add(format!("page {encoding}"), Run::Later, Box::new(move || whole_page(&page)));
        }
    }
    let page = bytes_of_page(Encoding::Windows1251, "ru");
    for (name, reading) in [("Standard", Reading::Standard), ("Chromium", Reading::Chromium)] {
        let page = page.clone();
        let context = Context::html().reading(reading);
        add(format!("sniff a meta, {name}"), Run::Later, Box::new(move || _ = black_box(sniff(&page, (), &context))));
    }
    let context = Context::html();
    add(
        "sniff a header".to_owned(),
        Run::Later,
        Box::new(move || _ = black_box(sniff(&page, "text/html; charset=koi8-r", &context))),
    );
    for (encoding, language) in ENCODINGS {
        if encoding != Encoding::Utf16Le && encoding != Encoding::Iso2022Jp {
            let page = bytes_of_page(encoding, language);
            let context = Context::html().reading(Reading::Crawler);
            let name = format!("sniff {encoding}, Crawler");
            add(name, Run::Later, Box::new(move || _ = black_box(sniff(black_box(&page), (), &context))));
        }
    }
    for (encoding, language) in ENCODINGS {
        if encoding != Encoding::Utf16Le {
            let bytes = bytes(encoding, &text(language));
            add(format!("detect {encoding}"), Run::Later, Box::new(move || _ = black_box(detect(black_box(&bytes)))));
        }
    }
    cases
}

/// Sentences in a language, again and again.
fn text(language: &str) -> String {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/detector/sentences").join(format!("{language}.txt"));
    let sentences = fs::read_to_string(path).expect("sentences");
    let mut text = String::new();
    while text.len() < LENGTH {
        text += &sentences;
    }
    text
}

fn bytes_of_page(encoding: Encoding, language: &str) -> Vec<u8> {
    let paragraphs = text(language).lines().map(|line| format!("<p>{line}</p>\n")).collect::<String>();
    bytes(encoding, &format!("<!doctype html><meta charset={encoding}><title>x</title><body>\n{paragraphs}"))
}

/// `text` in an encoding.
fn bytes(encoding: Encoding, text: &str) -> Vec<u8> {
    match encoding {
        Encoding::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        _ => encoding.encode(text).0.into_owned(),
    }
}

fn to_utf8(encoding: Encoding, bytes: &[u8]) {
    let mut room = vec![0; bytes.len() * 3 + 16];
    let (result, ..) = encoding.new_decoder().decode_to_utf8(black_box(bytes), &mut room, true);
    assert_eq!(result, CoderResult::InputEmpty);
    black_box(room);
}

fn to_utf16(encoding: Encoding, bytes: &[u8]) {
    let mut room = vec![0; bytes.len() + 16];
    let (result, ..) = encoding.new_decoder().decode_to_utf16(black_box(bytes), &mut room, true);
    assert_eq!(result, CoderResult::InputEmpty);
    black_box(room);
}

fn encode(encoding: Encoding, text: &str) {
    let mut room = vec![0; text.len() * 3 + 16];
    let (result, ..) = encoding.new_encoder().encode_from_utf8(black_box(text), &mut room, true);
    assert_eq!(result, CoderResult::InputEmpty);
    black_box(room);
}

fn whole_page(page: &[u8]) {
    black_box(decode(black_box(page), (), &Context::html()));
}
