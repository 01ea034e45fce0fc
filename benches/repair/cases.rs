//! The test cases of ftfy that are about encodings.

use std::fs;
use std::path::Path;
use std::time::Instant;

use charsniff::{Context, decode};
use serde_json::Value;

/// Prints how many cases come right, and the time.
pub fn print(folder: &str) {
    let mut files: Vec<_> =
        fs::read_dir(Path::new(folder)).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    files.sort();
    let context = Context::html().repair(true);
    let (mut all, mut right) = (0, 0);
    let mut texts = Vec::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "json")) {
        let cases: Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
        let (mut of_file, mut right_of_file) = (0, 0);
        for case in cases.as_array().into_iter().flatten() {
            let field = |name: &str| case[name].as_str();
            let Some(original) = field("original") else { continue };
            let wanted = field("fixed-encoding").or(field("fixed")).unwrap_or(original);
            let text = decode(original.as_bytes(), "text/html; charset=utf-8", &context).text;
            of_file += 1;
            if text == wanted {
                right_of_file += 1;
            } else {
                println!("  {:?}\n    gives  {text:?}\n    wanted {wanted:?}", field("label").unwrap_or_default());
            }
            texts.push(original.to_owned());
        }
        println!("{}: {of_file} cases, {right_of_file} right", file.file_name().unwrap().display());
        (all, right) = (all + of_file, right + right_of_file);
    }
    println!("all: {all} cases, {right} right");
    const ROUNDS: usize = 200;
    let start = Instant::now();
    for _ in 0..ROUNDS {
        for text in &texts {
            std::hint::black_box(decode(text.as_bytes(), "text/html; charset=utf-8", &context));
        }
    }
    let time = start.elapsed() / (ROUNDS * texts.len().max(1)) as u32;
    println!("{time:?} a case");
}
