//! Names as an archive has them, in one verdict over all and in a verdict on each.

use std::fs;
use std::hint::black_box;
use std::path::Path;

use encoding_rs::Encoding;

use crate::speed::fastest;

const LANGUAGES: [(&str, &Encoding); 3] =
    [("ja", encoding_rs::SHIFT_JIS), ("ru", encoding_rs::IBM866), ("de", encoding_rs::WINDOWS_1252)];

/// Prints microseconds for all names.
pub fn print() {
    let detector = charsniff::Detector::new();
    println!("\n| names | bytes | `detect_all`, µs | `detect` of each name, µs |");
    println!("| --- | ---: | ---: | ---: |");
    for (language, encoding) in LANGUAGES {
        for count in [10, 1_000, 10_000] {
            let names = names(language, encoding, count);
            let strings: Vec<&[u8]> = names.iter().map(Vec::as_slice).collect();
            let bytes = strings.iter().map(|name| name.len()).sum::<usize>();
            let all = fastest(|| drop(black_box(detector.detect_all(black_box(&strings)))));
            let each = fastest(|| strings.iter().for_each(|name| drop(black_box(detector.detect(black_box(name))))));
            let (all, each) = (all.as_secs_f64() * 1e6, each.as_secs_f64() * 1e6);
            println!("| {count} in {} | {bytes} | {all:.0} | {each:.0} |", encoding.name());
        }
    }
}

/// So many names of files: the names of languages, places and units in `fixtures/detector`, each with a number once all were
/// used.
fn names(language: &str, encoding: &'static Encoding, count: usize) -> Vec<Vec<u8>> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("fixtures/detector/names/{language}.txt"));
    let text = fs::read_to_string(file).expect("a file of names");
    let lines: Vec<Vec<u8>> = text
        .lines()
        .filter_map(|line| match encoding.encode(line) {
            (bytes, _, false) if !bytes.is_ascii() => Some(bytes.into_owned()),
            _ => None,
        })
        .collect();
    assert!(!lines.is_empty());
    let name = |at: usize| {
        let round = at / lines.len();
        let end = if round == 0 { ".jpg".to_owned() } else { format!(" ({round}).jpg") };
        [&lines[at % lines.len()], end.as_bytes()].concat()
    };
    (0..count).map(name).collect()
}
