//! Wrong declarations in the header, or none: how often does the right text come out?

use std::collections::BTreeMap;

use charsniff::{Context, Reading, sniff};
use encoding_rs::Encoding;

use crate::corpus::{Sample, encoded, encodings_of_languages, same_text, same_words};

pub fn print(samples: &[Sample]) {
    let languages = encodings_of_languages(samples);
    let mut table: BTreeMap<(bool, &str), [[u32; 2]; 2]> = BTreeMap::new();
    for sample in samples {
        let Some(bytes) = encoded(&sample.text, sample.encoding) else { continue };
        if bytes.is_ascii() || sample.encoding.name() == "ISO-2022-JP" {
            continue;
        }
        let lies = lies(sample.encoding, &languages[&*sample.language]).into_iter();
        let lies = lies.filter(|lie| !same_text(&bytes, lie, sample.encoding)).map(Some);
        for lie in lies.chain([None]) {
            let header = lie.map_or("text/html".into(), |lie| format!("text/html; charset={}", lie.name()));
            let answer = sniff(&bytes, &*header, &Context::html().reading(Reading::Crawler)).encoding;
            let answer = Encoding::for_label(answer.name().as_bytes()).unwrap_or(encoding_rs::REPLACEMENT);
            let is_right = same_words(&bytes, answer, sample.encoding);
            let [all, right] =
                &mut table.entry((lie.is_none(), &sample.size)).or_default()[usize::from(sample.is_blind)];
            *all += 1;
            *right += u32::from(is_right);
            if !is_right && !sample.is_blind && std::env::var_os("FAILS").is_some() {
                let text: String = sample.text.chars().take(70).collect();
                println!(
                    "LIE {} {} {} said {} → {} {text:?}",
                    sample.language,
                    sample.size,
                    sample.encoding.name(),
                    lie.map_or("nothing", Encoding::name),
                    answer.name()
                );
            }
        }
    }
    println!("\n| sample | wrong, tuned | wrong, blind | none, tuned | none, blind |");
    println!("| --- | ---: | ---: | ---: | ---: |");
    for ((_, size), wrong) in table.iter().filter(|((is_none, _), _)| !is_none) {
        let none = table.get(&(true, size)).copied().unwrap_or_default();
        let percent = |[all, right]: [u32; 2]| format!("{:.1}", 100.0 * f64::from(right) / f64::from(all.max(1)));
        println!("| {size} | {} | {} |", wrong.map(percent).join(" | "), none.map(percent).join(" | "));
    }
}

/// What servers and authors write instead: UTF-8, Latin 1, the other encoding of the same script.
fn lies(encoding: &'static Encoding, of_language: &[&'static Encoding]) -> Vec<&'static Encoding> {
    use encoding_rs::*;
    let sister = match encoding.name() {
        "GBK" | "gb18030" => BIG5,
        "Big5" => GBK,
        "Shift_JIS" => EUC_JP,
        "EUC-JP" => SHIFT_JIS,
        "windows-1251" => KOI8_R,
        "KOI8-R" => WINDOWS_1251,
        "windows-1253" => ISO_8859_7,
        "ISO-8859-2" => WINDOWS_1250,
        "EUC-KR" => GBK,
        // The first legacy encoding of the language.
        "UTF-8" => of_language.iter().find(|other| !other.name().starts_with("UTF")).copied().unwrap_or(WINDOWS_1252),
        _ => UTF_8,
    };
    let mut lies = vec![UTF_8, WINDOWS_1252, sister];
    lies.retain(|lie| *lie != encoding);
    if lies.split_last().is_some_and(|(last, others)| others.contains(last)) {
        lies.pop();
    }
    lies
}
