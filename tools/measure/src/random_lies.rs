//! Samples whose header names another encoding, any of the standard's, and samples whose header is honest.

use std::collections::BTreeMap;

use charsniff::{Context, Reading, sniff};
use encoding_rs::Encoding;

use crate::corpus::{Sample, encoded, same_text, same_words};
use crate::random::Random;

/// How many lies are told of each sample.
const LIES: usize = 2;

const LIE: &str = "a lie at random";
const TRUTH: &str = "the truth";

/// Encodings of Web pages that have ASCII.
fn labels() -> Vec<&'static Encoding> {
    let is_one = |encoding: &charsniff::Encoding| {
        use charsniff::Encoding::{Iso2022Jp, Replacement, XUserDefined};
        !encoding.is_utf_16() && ![Iso2022Jp, Replacement, XUserDefined].contains(encoding)
    };
    let all = charsniff::Encoding::ALL.into_iter().filter(is_one);
    all.filter_map(|encoding| Encoding::for_label(encoding.name().as_bytes())).collect()
}

pub fn print(samples: &[Sample]) {
    let labels = labels();
    let mut random = Random::new(7);
    // By what is said and the size, in the tuned half and in the blind one: all, right.
    let mut table: BTreeMap<(&str, &str), [[u32; 2]; 2]> = BTreeMap::new();
    for sample in samples {
        let Some(bytes) = encoded(&sample.text, sample.encoding) else { continue };
        if bytes.is_ascii() || sample.encoding.name() == "ISO-2022-JP" {
            continue;
        }
        let mut add = |what, said: &'static Encoding| {
            let header = format!("text/html; charset={}", said.name());
            let answer = sniff(&bytes, &*header, &Context::html().reading(Reading::Crawler)).encoding;
            let answer = Encoding::for_label(answer.name().as_bytes()).unwrap_or(encoding_rs::REPLACEMENT);
            let is_right = same_words(&bytes, answer, sample.encoding);
            let [all, right] = &mut table.entry((what, &sample.size)).or_default()[usize::from(sample.is_blind)];
            *all += 1;
            *right += u32::from(is_right);
            if !is_right && !sample.is_blind && std::env::var_os("FAILS").is_some() {
                let text: String = sample.text.chars().take(70).collect();
                println!(
                    "{what} {} {} {} said {} → {} {text:?}",
                    sample.language,
                    sample.size,
                    sample.encoding.name(),
                    said.name(),
                    answer.name()
                );
            }
        };
        add(TRUTH, sample.encoding);
        for _ in 0..LIES {
            let lie = labels[random.below(labels.len())];
            if !same_text(&bytes, lie, sample.encoding) {
                add(LIE, lie);
            }
        }
    }
    println!("\n| sample | wrong, tuned | wrong, blind | honest and overruled, tuned | blind |");
    println!("| --- | ---: | ---: | ---: | ---: |");
    for ((_, size), lies) in table.iter().filter(|((what, _), _)| *what == LIE) {
        let percent = |[all, right]: [u32; 2]| format!("{:.1}", 100.0 * f64::from(right) / f64::from(all.max(1)));
        let wrong = |[all, right]: [u32; 2]| format!("{} of {all}", all - right);
        let truths = table.get(&(TRUTH, size)).copied().unwrap_or_default();
        println!("| {size} | {} | {} |", lies.map(percent).join(" | "), truths.map(wrong).join(" | "));
    }
}
