//! Honest declarations: texts in every encoding that their language was written in, cut to many lengths, with a right
//! declaration. How many are overruled to a worse text?

use std::collections::BTreeMap;

use charsniff::{Context, Reading, sniff};
use encoding_rs::Encoding;

use crate::corpus::{Page, Sample, encoded, encodings_of_languages, same_text};

const LENGTHS: [usize; 7] = [16, 32, 64, 256, 1024, 4096, usize::MAX];

/// By kind of claim and length: how many declarations there were in the tuned half and in the blind one, and how many
/// were overruled.
type Table = BTreeMap<(&'static str, usize), [[u32; 2]; 2]>;

pub fn print(samples: &[Sample], pages: &[Page]) {
    let languages = encodings_of_languages(samples);
    let mut table = Table::new();
    for sample in samples {
        for encoding in &languages[&*sample.language] {
            add(&mut table, &sample.text, encoding, sample.is_blind, &sample.language);
        }
    }
    for page in pages {
        let Ok(text) = core::str::from_utf8(&page.bytes) else { continue };
        for encoding in page.encodings() {
            add(&mut table, text, encoding, page.is_blind, &page.name);
        }
    }
    println!("\n| bytes | header, tuned | header, blind | meta, tuned | meta, blind |");
    println!("| --- | ---: | ---: | ---: | ---: |");
    let mut sums = [[0; 2]; 4];
    let print = |name: String, row: [[u32; 2]; 4]| {
        let cells = row.map(|[all, overruled]| format!("{overruled} of {all}"));
        println!("| {name} | {} |", cells.join(" | "));
    };
    for length in LENGTHS {
        let halves = |claim| table.get(&(claim, length)).copied().unwrap_or_default();
        let ([a, b], [c, d]) = (halves("header"), halves("meta"));
        let row = [a, b, c, d];
        for (sum, part) in sums.iter_mut().flatten().zip(row.as_flattened()) {
            *sum += part;
        }
        print(if length == usize::MAX { "whole".into() } else { length.to_string() }, row);
    }
    print("all".into(), sums);
}

fn add(table: &mut Table, text: &str, encoding: &'static Encoding, is_blind: bool, what: &str) {
    let Some(whole) = encoded(text, encoding) else { return };
    let mut previous = 0;
    for length in LENGTHS {
        // Cut between characters.
        let mut end = length.min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let Some(bytes) = (if end == text.len() { Some(whole.clone()) } else { encoded(&text[..end], encoding) })
        else {
            continue;
        };
        if bytes.is_ascii() || bytes.len() == previous {
            continue;
        }
        previous = bytes.len();
        let mut test = |claim: &'static str, bytes: &[u8], header: Option<&str>| {
            let answer = sniff(bytes, header, &Context::html().reading(Reading::Crawler)).encoding;
            let answer = Encoding::for_label(answer.name().as_bytes()).unwrap_or(encoding_rs::REPLACEMENT);
            let is_wrong = !same_text(bytes, answer, encoding);
            let [all, overruled] = &mut table.entry((claim, length)).or_default()[usize::from(is_blind)];
            *all += 1;
            *overruled += u32::from(is_wrong);
            if is_wrong && std::env::var_os("FAILS").is_some() && (!is_blind || std::env::var_os("BLIND").is_some()) {
                let text: String = encoding.decode_without_bom_handling(bytes).0.chars().take(70).collect();
                let other: String = answer.decode_without_bom_handling(bytes).0.chars().take(70).collect();
                println!(
                    "HARM {what} {claim} {} → {} {} {text:?} {other:?}",
                    encoding.name(),
                    answer.name(),
                    bytes.len()
                );
            }
        };
        test("header", &bytes, Some(&format!("text/html; charset={}", encoding.name())));
        if !encoding.name().starts_with("UTF-16") {
            let page = [format!("<meta charset={}>", encoding.name()).as_bytes(), &bytes].concat();
            test("meta", &page, None);
        }
    }
}
