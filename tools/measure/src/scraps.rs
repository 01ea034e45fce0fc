//! Scraps with an honest declaration: a single character between words or signs, and characters at random. They say
//! little or nothing, so the declaration must stand.

use std::collections::BTreeMap;

use charsniff::{Context, Reading, sniff};
use encoding_rs::Encoding;

use crate::corpus::same_text;

/// Where the character is.
const PLACES: [&str; 10] = [
    "#",
    "<p>#</p>",
    "<p># plain words",
    "<p>plain words #",
    "<p>wo#rd and more",
    "a::after { content: '#' }",
    "// #\nlet x = 1;",
    "<title>12# or so</title>",
    "{\"name\": \"W#\"}",
    "<p>a # b # c",
];

/// How many characters at random, and how many texts of each length.
const LENGTHS: [usize; 6] = [1, 2, 4, 16, 64, 1024];
const TEXTS: usize = 50;

pub fn print() {
    use encoding_rs::*;
    let encodings: [&'static Encoding; 34] = [
        BIG5,
        EUC_JP,
        EUC_KR,
        GB18030,
        GBK,
        SHIFT_JIS,
        IBM866,
        ISO_8859_2,
        ISO_8859_3,
        ISO_8859_4,
        ISO_8859_5,
        ISO_8859_6,
        ISO_8859_7,
        ISO_8859_8,
        ISO_8859_8_I,
        ISO_8859_10,
        ISO_8859_13,
        ISO_8859_14,
        ISO_8859_15,
        ISO_8859_16,
        KOI8_R,
        KOI8_U,
        MACINTOSH,
        WINDOWS_1250,
        WINDOWS_1251,
        WINDOWS_1252,
        WINDOWS_1253,
        WINDOWS_1254,
        WINDOWS_1255,
        WINDOWS_1256,
        WINDOWS_1257,
        WINDOWS_1258,
        WINDOWS_874,
        X_MAC_CYRILLIC,
    ];
    let mut table: BTreeMap<&str, [u32; 2]> = BTreeMap::new();
    let mut add = |kind: &'static str, bytes: &[u8], encoding: &'static Encoding| {
        let header = format!("text/html; charset={}", encoding.name());
        let answer = sniff(bytes, &*header, &Context::html().reading(Reading::Crawler)).encoding;
        let answer = Encoding::for_label(answer.name().as_bytes()).unwrap_or(REPLACEMENT);
        let is_wrong = !same_text(bytes, answer, encoding);
        let [all, overruled] = table.entry(kind).or_default();
        *all += 1;
        *overruled += u32::from(is_wrong);
        if is_wrong && std::env::var_os("FAILS").is_some() {
            println!("SCRAP {kind}: {} → {} {:?}", encoding.name(), answer.name(), encoding.decode(bytes).0);
        }
    };
    let mut state = 1u64;
    for encoding in encodings {
        let characters = characters(encoding);
        for place in PLACES {
            for character in &characters {
                let parts: Vec<&[u8]> = place.split('#').map(str::as_bytes).collect();
                add("one character", &parts.join(&character[..]), encoding);
            }
        }
        for length in LENGTHS {
            for _ in 0..TEXTS {
                let random = std::iter::repeat_with(|| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    &characters[(state >> 33) as usize % characters.len()][..]
                });
                let text: Vec<&[u8]> = random.take(length).collect();
                add("characters at random", &text.concat(), encoding);
            }
        }
    }
    println!("\n| scraps, honestly declared | texts | overruled |\n| --- | ---: | ---: |");
    for (kind, [all, overruled]) in table {
        println!("| {kind} | {all} | {overruled} |");
    }
}

/// The characters above U+007F of an encoding, of one or two bytes: of a large encoding, every hundredth.
fn characters(encoding: &'static Encoding) -> Vec<Vec<u8>> {
    let one = |text: &str| {
        text.chars().count() == 1 && text.chars().all(|c| c > '\u{9F}' && c != '\u{FFFD}' && !is_private(c))
    };
    let is_character = |bytes: &Vec<u8>| {
        encoding.decode_without_bom_handling_and_without_replacement(bytes).is_some_and(|text| one(&text))
    };
    let singles: Vec<Vec<u8>> = (0x80..=0xFFu8).map(|byte| vec![byte]).filter(is_character).collect();
    if encoding.is_single_byte() {
        return singles;
    }
    let pairs = (0x80..=0xFFu8).flat_map(|lead| (0x30..=0xFFu8).map(move |trail| vec![lead, trail]));
    pairs.filter(is_character).step_by(100).collect()
}

fn is_private(c: char) -> bool {
    matches!(c, '\u{E000}'..='\u{F8FF}')
}
