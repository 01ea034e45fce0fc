//! Texts that are damaged here: how much of it is undone.

use std::collections::BTreeMap;

use charsniff::{Context, Encoding, decode};

use crate::{corpus, saved};

/// Pages with 1 to 5 of their own words pasted in, in a legacy encoding of their language.
pub fn mixed() {
    let mut random = Random(20_261_124);
    let mut counts: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    for (name, page) in saved::pages() {
        let Ok(text) = String::from_utf8(page) else { continue };
        let Some(encodings) = saved::legacy_encodings_of(&text) else { continue };
        for encoding in encodings {
            let words = words(&text, encoding);
            if words.is_empty() || text.bytes().filter(|byte| *byte > 0x7F).count() <= 200 {
                continue;
            }
            for round in 0..6 {
                let count = 1 + random.below(5);
                let (mut damaged, mut right) = (text.as_bytes().to_vec(), text.clone());
                for _ in 0..count {
                    let word = &words[random.below(words.len())];
                    let places: Vec<usize> = right.match_indices('>').map(|(at, _)| at + 1).collect();
                    if places.is_empty() {
                        continue;
                    }
                    let place = match round % 3 {
                        0 => places[places.len() / 50],
                        1 => places[random.below(places.len())],
                        _ => places[places.len() - 1],
                    };
                    // The same number of characters stands before it in both.
                    let in_damaged = place_of(&damaged, place, &right);
                    let bytes = encoding.encode(word).0;
                    damaged.splice(in_damaged..in_damaged, [b" ", &*bytes, b" "].concat());
                    right.insert_str(place, &format!(" {word} "));
                }
                if std::str::from_utf8(&damaged).is_ok() {
                    // The word is UTF-8 as well: nothing shows that it is not meant.
                    continue;
                }
                // Some pages are damaged themselves.
                let right = decode(right.as_bytes(), "text/html; charset=utf-8", &Context::html().repair(true)).text;
                let decoded = decode(&damaged, "text/html; charset=utf-8", &Context::html().repair(true));
                for key in ["all".to_owned(), encoding.to_string()] {
                    let [pages, words, back] = counts.entry(key).or_default();
                    *pages += 1;
                    *words += count;
                    *back += count - wrong_words(&decoded.text, &right).min(count);
                }
                if decoded.text != right && round < 3 {
                    let list: Vec<String> = decoded.repairs.iter().take(6).map(|repair| repair.to_string()).collect();
                    println!("  {name} {encoding}: {list:?}; {:?}", difference(&decoded.text, &right));
                }
            }
        }
    }
    println!("\n| words pasted in | pages | words | come back, % |\n| --- | ---: | ---: | ---: |");
    for (key, [pages, words, back]) in counts {
        println!("| {key} | {pages} | {words} | {:.1} |", back as f64 * 100.0 / words as f64);
    }
}

/// The place in `damaged` of the place in `right`: after the same `>`.
fn place_of(damaged: &[u8], place: usize, right: &str) -> usize {
    let nth = right[..place].bytes().filter(|byte| *byte == b'>').count();
    let found = damaged.iter().enumerate().filter(|(_, byte)| **byte == b'>').nth(nth - 1);
    found.map_or(damaged.len(), |(at, _)| at + 1)
}

/// The words of `text` that have characters above U+007F and can be encoded.
fn words(text: &str, encoding: Encoding) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_ascii() && (2..30).contains(&word.chars().count())).take(400);
    words.filter(|word| !encoding.encode(word).2).map(str::to_owned).collect()
}

/// How many words differ, between white space.
fn wrong_words(text: &str, right: &str) -> usize {
    let (mut wrong, mut right) = (0, right.split(' '));
    for word in text.split(' ') {
        wrong += usize::from(right.next() != Some(word));
    }
    wrong
}

/// The first words that differ.
fn difference<'a>(text: &'a str, right: &'a str) -> Option<(&'a str, &'a str)> {
    text.split(' ').zip(right.split(' ')).find(|(one, other)| one != other)
}

/// The encodings that UTF-8 is decoded as by mistake.
const MISREADINGS: [Encoding; 8] = [
    Encoding::Windows1252,
    Encoding::Windows1250,
    Encoding::Windows1251,
    Encoding::Windows1253,
    Encoding::Windows1254,
    Encoding::Iso8859_2,
    Encoding::Macintosh,
    Encoding::Koi8R,
];

/// Words alone and texts, encoded twice and three times.
pub fn doubly_encoded() {
    let texts: Vec<_> = corpus::samples().into_iter().chain(corpus::paragraphs()).collect();
    let repaired = |text: &str| {
        decode(text.as_bytes(), "text/html; charset=utf-8", &Context::html().repair(true)).text.into_owned()
    };
    println!("\n| misread as | words alone, % right | texts, % right | texts, misread twice, % right |");
    println!("| --- | ---: | ---: | ---: |");
    for encoding in MISREADINGS {
        let again = |text: &str| encoding.decode_without_bom_handling(text.as_bytes()).0.into_owned();
        let (mut words, mut words_right, mut whole, mut whole_right, mut twice_right) = (0, 0, 0, 0, 0);
        for text in texts.iter().step_by(17) {
            if again(&text.text).contains('\u{FFFD}') || text.text.is_ascii() {
                continue;
            }
            whole += 1;
            whole_right += usize::from(repaired(&again(&text.text)) == text.text);
            twice_right += usize::from(repaired(&again(&again(&text.text))) == text.text);
            for word in text.text.split_whitespace().filter(|word| !word.is_ascii() && word.len() < 60).take(4) {
                words += 1;
                let right = format!("a word, {word} alone");
                words_right += usize::from(repaired(&format!("a word, {} alone", again(word))) == right);
            }
        }
        let share = |right: usize, all: usize| right as f64 * 100.0 / all as f64;
        println!(
            "| {encoding} | {:.1} | {:.1} | {:.1} |",
            share(words_right, words),
            share(whole_right, whole),
            share(twice_right, whole)
        );
    }
}

/// A pseudorandom number generator (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % most as u64) as usize
    }
}
