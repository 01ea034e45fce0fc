//! The test cases of ftfy that are about encodings.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use charsniff::{Context, decode};
use serde_json::Value;

/// A program in Python that reads cases, `[original, wanted]`, and prints how many ftfy fixes as is wanted.
const FTFY: &str = "import ftfy, json, sys
print(sum(ftfy.fix_encoding(original) == wanted for original, wanted in json.load(sys.stdin)))";

/// Prints what is wrong, a table of how many cases come right, and the time. `python` is an interpreter that has ftfy, or empty.
pub fn print(folder: &str, python: &str) {
    let mut files: Vec<_> =
        fs::read_dir(Path::new(folder)).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    files.sort();
    let context = Context::html().repair(true);
    let mut texts = Vec::new();
    let mut rows = Vec::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "json")) {
        let cases: Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
        let mut right = 0;
        let mut of_file = Vec::new();
        for case in cases.as_array().into_iter().flatten() {
            let field = |name: &str| case[name].as_str();
            let Some(original) = field("original") else { continue };
            let wanted = field("fixed-encoding").or(field("fixed")).unwrap_or(original);
            let text = decode(original.as_bytes(), "text/html; charset=utf-8", &context).text;
            if text == wanted {
                right += 1;
            } else {
                println!("  {:?}\n    gives  {text:?}\n    wanted {wanted:?}", field("label").unwrap_or_default());
            }
            of_file.push((original, wanted));
            texts.push(original.to_owned());
        }
        let by_ftfy = if python.is_empty() { "-".to_owned() } else { by_ftfy(python, &of_file) };
        rows.push((file.file_stem().unwrap().display().to_string(), of_file.len(), right, by_ftfy));
    }
    println!("\n| file | cases | right | ftfy |\n| --- | ---: | ---: | ---: |");
    for (file, cases, right, by_ftfy) in &rows {
        println!("| {file} | {cases} | {right} | {by_ftfy} |");
    }
    let all = |number: fn(&(String, usize, usize, String)) -> usize| rows.iter().map(number).sum::<usize>();
    let by_ftfy = all(|row| row.3.parse().unwrap_or(0));
    println!("| all | {} | {} | {by_ftfy} |\n", all(|row| row.1), all(|row| row.2));
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

/// How many of the cases ftfy fixes as is wanted.
fn by_ftfy(python: &str, cases: &[(&str, &str)]) -> String {
    let mut child = Command::new(python)
        .args(["-c", FTFY])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("an interpreter of Python");
    child.stdin.take().unwrap().write_all(&serde_json::to_vec(cases).unwrap()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{python} has no ftfy");
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}
