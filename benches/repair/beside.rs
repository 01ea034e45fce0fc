//! Lines of which one word is doubly encoded and the others are right: how many right words change.

use charsniff::{Context, Encoding, decode};

use crate::corpus;

const LANGUAGES: [&str; 21] = [
    "de", "fr", "es", "pt", "it", "sv", "fi", "da", "nb", "nl", "pl", "cs", "hu", "ro", "tr", "vi", "ru", "uk", "el",
    "is", "ca",
];

/// How many files of a language there are, and how many lines a file has.
const FILES: usize = 150;
const LINES: usize = 6;

pub fn print() {
    let (mut files, mut changed, mut undone, mut words) = (0, 0, 0, 0);
    for (name, text) in corpus::texts() {
        let language = name.trim_end_matches(".txt").rsplit('/').next().unwrap_or_default();
        if !LANGUAGES.contains(&language) {
            continue;
        }
        let lines: Vec<&str> = text.lines().filter(|line| !line.is_ascii() && line.len() < 600).collect();
        for (number, file) in lines.chunks(LINES).cycle().take(FILES).enumerate() {
            let right: Vec<&str> = file.iter().flat_map(|line| line.split(' ').chain(["\n"])).collect();
            let places: Vec<usize> = (0..right.len()).filter(|at| !right[*at].is_ascii()).collect();
            // Enough of them that the misreading is proved, and one alone.
            let damaged: Vec<usize> = match number % 3 {
                0 => vec![places[number * 7 % places.len()]],
                1 => places.iter().copied().skip(number % 5).step_by(5).collect(),
                _ => places.iter().copied().skip(number % 2).step_by(2).collect(),
            };
            let again = |word: &str| Encoding::Windows1252.decode_without_bom_handling(word.as_bytes()).0.into_owned();
            let all: Vec<String> = right
                .iter()
                .enumerate()
                .map(|(at, word)| if damaged.contains(&at) { again(word) } else { (*word).to_owned() })
                .collect();
            let page = all.join(" ");
            let decoded = decode(page.as_bytes(), "text/plain; charset=utf-8", &Context::text().repair(true));
            let became: Vec<&str> = decoded.text.split(' ').collect();
            files += 1;
            words += damaged.len();
            if became.len() != right.len() {
                changed += 1;
                println!("  {language}: words were joined or split: {:?}", decoded.repairs);
                continue;
            }
            undone += damaged.iter().filter(|at| became[**at] == right[**at]).count();
            for at in (0..right.len()).filter(|at| !damaged.contains(at) && became[*at] != right[*at]) {
                changed += 1;
                println!("  {language}: {:?} became {:?}", right[at], became[at]);
            }
        }
    }
    println!("\n| files | words damaged | come back | right words that changed |\n| ---: | ---: | ---: | ---: |");
    println!("| {files} | {words} | {undone} | {changed} |");
}
