//! Which lines are in which encoding: of files in two encodings, how many come right, and of files in one, how many are said to be
//! in several.

use std::collections::BTreeMap;

use charsniff::{Context, Encoding, Reading, sniff};
use serde_json::Value;

use crate::corpus;
use crate::lines::{FILES, KINDS, LANGUAGES, LINES, mixed, pieces};

/// How many words a list has.
const WORDS: [usize; 5] = [3, 8, 20, 60, 200];

#[derive(Default)]
struct Count {
    files: usize,
    /// How many repair reads right.
    right: usize,
    /// How many are right with `mixed_lines`.
    by_line: usize,
    /// How many repair reads right, and these lines not.
    worse: usize,
}

/// The text as `mixed_lines` says, each part repaired; `None` if it is in one encoding. And as repair alone reads it.
fn texts(bytes: &[u8]) -> (Option<String>, String) {
    let context = Context::text().reading(Reading::Crawler).repair(true);
    let sniffed = sniff(bytes, (), &context);
    let lines = sniffed.mixed_lines(bytes, &context).map(|lines| {
        let read = |(part, encoding): (&[u8], Encoding)| {
            charsniff::decode(part, (), &context.clone().override_encoding(encoding.name())).text.into_owned()
        };
        lines.iter().map(|lines| read((&bytes[lines.bytes.clone()], lines.encoding))).collect()
    });
    (lines, sniffed.decode(bytes).text.into_owned())
}

/// The lines of which some are in `encoding` and the others in `other`.
fn in_two(lines: &[&String], [encoding, other]: [Encoding; 2], is_other: impl Fn(usize) -> bool) -> Vec<u8> {
    let line = |(at, line): (usize, &&String)| {
        let encoding = if is_other(at) { other } else { encoding };
        [&*encoding.encode(line).0, b"\n"].concat()
    };
    lines.iter().enumerate().flat_map(line).collect()
}

/// The words of a text; of a text without spaces, parts of two to five characters.
fn words(text: &str, encoding: Encoding) -> Vec<String> {
    let parts = text.split(|c: char| !c.is_alphanumeric()).flat_map(|word| {
        let characters: Vec<char> = word.chars().collect();
        let has_spaces = encoding == Encoding::EucKr || encoding.is_single_byte() && encoding != Encoding::Windows874;
        let length = if has_spaces { characters.len().max(1) } else { 2 + characters.len() % 4 };
        characters.chunks(length).map(|part| part.iter().collect()).collect::<Vec<String>>()
    });
    let mut words: Vec<String> = parts.filter(|word| !word.is_ascii() && !encoding.encode(word).2).collect();
    words.dedup();
    words
}

pub fn print() {
    let mut counts: BTreeMap<&str, Count> = BTreeMap::new();
    // Of published files, the text that they have is taken for right.
    let mut add = |kind: &'static str, bytes: &[u8], right: Option<&str>| {
        let (by_line, repaired) = texts(bytes);
        let right = right.unwrap_or(&repaired);
        let count = counts.entry(kind).or_default();
        let is_right = repaired == right;
        let is_right_by_line = by_line.map_or(is_right, |text| text == right);
        count.files += 1;
        count.right += usize::from(is_right);
        count.by_line += usize::from(is_right_by_line);
        count.worse += usize::from(is_right && !is_right_by_line);
    };
    for (name, text) in corpus::texts() {
        let language = name.trim_end_matches(".txt").rsplit('/').next().unwrap_or_default();
        let of_language = |(own, _): &&(&str, _)| Some(*own) == language.split('-').next();
        let Some((_, encodings)) = LANGUAGES.iter().find(of_language) else { continue };
        let all: Vec<String> = text.lines().flat_map(pieces).collect();
        for encoding in *encodings {
            let lines: Vec<&String> = all.iter().filter(|line| !encoding.encode(line).2).collect();
            for file in lines.chunks_exact(LINES).take(FILES) {
                let right: String = file.iter().map(|line| format!("{line}\n")).collect();
                for kind in KINDS {
                    add("UTF-8 and a legacy encoding", &mixed(file, kind, *encoding), Some(&right));
                }
                for other in encodings.iter().filter(|other| *other != encoding) {
                    if file.iter().all(|line| !other.encode(line).2) {
                        let both = [*encoding, *other];
                        add("two legacy encodings, by turns", &in_two(file, both, |at| at % 2 == 1), Some(&right));
                        add("two legacy encodings, half and half", &in_two(file, both, |at| at >= 6), Some(&right));
                    }
                }
            }
            let words = words(&text, *encoding);
            for list in WORDS.iter().flat_map(|length| words.chunks_exact(*length).take(30)) {
                let right: String = list.iter().map(|word| format!("{word}\n")).collect();
                add("one encoding: lists of words", &encoding.encode(&right).0, Some(&right));
            }
        }
    }
    let folder = corpus::root().join("wild");
    if folder.exists() {
        let files = corpus::unpacked(&folder.join("files.bin.zst"));
        let index = String::from_utf8(corpus::unpacked(&folder.join("index.jsonl.zst"))).unwrap();
        let mut rest = &files[..];
        for entry in index.lines() {
            let entry: Value = serde_json::from_str(entry).unwrap();
            let bytes = rest.split_off(..entry["len"].as_u64().unwrap() as usize).unwrap();
            if entry["cls"] != "mixed" && !bytes.is_ascii() {
                add("one encoding: published files", bytes, None);
            }
        }
    }
    println!(
        "\n| lines | files | right by repair | right by `mixed_lines` | worse |\n| --- | ---: | ---: | ---: | ---: |"
    );
    for (kind, Count { files, right, by_line, worse }) in counts {
        println!("| {kind} | {files} | {right} | {by_line} | {worse} |");
    }
}
