//! Files that are written in two encodings, line by line or word by word: how many characters come out wrong.
//! With the environment variable `LIST`, each wrong line, and a count of each encoding.

use std::collections::BTreeMap;

use charsniff::{Context, Encoding, Reading, decode};

use crate::corpus;

/// Languages, and encodings in which their texts are common.
pub const LANGUAGES: [(&str, &[Encoding]); 31] = {
    use Encoding::*;
    const WESTERN: &[Encoding] = &[Windows1252, Macintosh];
    const CENTRAL: &[Encoding] = &[Windows1250, Iso8859_2];
    [
        ("ru", &[Windows1251, Koi8R, Iso8859_5, Ibm866]),
        ("uk", &[Windows1251, Koi8U]),
        ("be", &[Windows1251]),
        ("bg", &[Windows1251]),
        ("sr", &[Windows1251]),
        ("mk", &[Windows1251]),
        ("el", &[Windows1253, Iso8859_7]),
        ("he", &[Windows1255]),
        ("ar", &[Windows1256]),
        ("fa", &[Windows1256]),
        ("tr", &[Windows1254]),
        ("pl", CENTRAL),
        ("cs", CENTRAL),
        ("sk", CENTRAL),
        ("hu", CENTRAL),
        ("hr", CENTRAL),
        ("sl", CENTRAL),
        ("lt", &[Windows1257]),
        ("lv", &[Windows1257]),
        ("et", &[Windows1257]),
        ("de", WESTERN),
        ("fr", WESTERN),
        ("es", WESTERN),
        ("pt", WESTERN),
        ("it", WESTERN),
        ("sv", WESTERN),
        ("fi", WESTERN),
        ("th", &[Windows874]),
        ("ja", &[ShiftJis, EucJp]),
        ("ko", &[EucKr]),
        ("zh", &[Gbk, Big5]),
    ]
};

pub const KINDS: [&str; 5] = ["by turns", "UTF-8 first", "UTF-8 last", "words in UTF-8", "one line in UTF-8"];

/// How many lines a file has, and how many files of a language there are in each encoding.
pub const LINES: usize = 12;
pub const FILES: usize = 40;

pub fn print() {
    let is_listed = std::env::var_os("LIST").is_some();
    let mut counts: BTreeMap<String, [usize; 4]> = BTreeMap::new();
    for (name, text) in corpus::texts() {
        let language = name.trim_end_matches(".txt").rsplit('/').next().unwrap_or_default();
        let Some((_, encodings)) =
            LANGUAGES.iter().find(|(own, _)| *own == language.split('-').next().unwrap_or_default())
        else {
            continue;
        };
        let lines: Vec<String> = text.lines().flat_map(pieces).collect();
        for encoding in *encodings {
            let lines: Vec<&String> = lines.iter().filter(|line| !encoding.encode(line).2).collect();
            for file in lines.chunks_exact(LINES).take(FILES) {
                for kind in KINDS {
                    let bytes = mixed(file, kind, *encoding);
                    let right: Vec<&str> = file.iter().map(|line| line.as_str()).collect();
                    let legacy = format!("text/plain; charset={encoding}");
                    for (declared, header) in
                        [("nothing", ""), ("the encoding", &*legacy), ("UTF-8", "text/plain; charset=utf-8")]
                    {
                        let context = Context::text().reading(Reading::Crawler).repair(true);
                        let decoded = decode(&bytes, header, &context);
                        let (mut all, mut wrong) = (0, 0);
                        for (line, right) in decoded.text.split('\n').zip(&right) {
                            all += right.chars().filter(|c| !c.is_ascii()).count();
                            let differs = difference(line, right);
                            wrong += differs;
                            if differs > 0 && is_listed {
                                println!(
                                    "  {encoding} {language} {kind}, {declared}, as {}: {differs}: {line:?} for {right:?}",
                                    decoded.sniffed.encoding
                                );
                            }
                        }
                        for key in [
                            format!("{kind}, {declared}"),
                            format!("{encoding}, {declared}"),
                            format!("all, {declared}"),
                        ] {
                            let [files, files_wrong, characters, characters_wrong] = counts.entry(key).or_default();
                            *files += 1;
                            *files_wrong += usize::from(wrong > 0);
                            *characters += all;
                            *characters_wrong += wrong;
                        }
                    }
                }
            }
        }
    }
    println!("\n| files in two encodings | files | wrong | characters | wrong |\n| --- | ---: | ---: | ---: | ---: |");
    for (key, [files, files_wrong, characters, characters_wrong]) in counts {
        if !is_listed && LANGUAGES.iter().flat_map(|(_, all)| *all).any(|own| key.starts_with(own.name())) {
            continue;
        }
        println!("| {key} | {files} | {files_wrong} | {characters} | {characters_wrong} |");
    }
}

/// The parts of a line of a text, as long as lines of a program's messages, that have characters above U+007F.
pub fn pieces(line: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for part in line.split_inclusive(['.', ',', ';', ':', '。', '、', '，', ' ']) {
        let last = pieces.last_mut().unwrap();
        if last.chars().count() > 30 || (last.chars().count() > 12 && !last.ends_with(' ')) {
            pieces.push(part.to_owned());
        } else {
            last.push_str(part);
        }
    }
    let pieces = pieces.iter().map(|piece| piece.trim()).filter(|piece| !piece.is_ascii());
    pieces.map(str::to_owned).collect()
}

/// The lines, some of them in `encoding` and the others in UTF-8.
pub fn mixed(lines: &[&String], kind: &str, encoding: Encoding) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let is_utf_8 = match kind {
            "by turns" => number % 2 == 0,
            "UTF-8 first" => number < lines.len() / 2,
            "UTF-8 last" => number >= lines.len() / 2,
            "one line in UTF-8" => number == 5,
            _ => false,
        };
        let mut rest = line.as_str();
        if kind == "words in UTF-8" && number % 3 == 0 {
            let word = line.split(' ').filter(|word| word.chars().filter(|c| !c.is_ascii()).count() >= 2).nth(1);
            let place = word.and_then(|word| Some((line.find(&format!(" {word} "))? + 1, word)));
            if let Some((place, word)) = place {
                bytes.extend_from_slice(&encoding.encode(&line[..place]).0);
                bytes.extend_from_slice(word.as_bytes());
                rest = &line[place + word.len()..];
            }
        }
        match is_utf_8 {
            true => bytes.extend_from_slice(rest.as_bytes()),
            false => bytes.extend_from_slice(&encoding.encode(rest).0),
        }
        bytes.push(b'\n');
    }
    bytes
}

/// How many characters of either line are not in the other, in order: the larger number.
fn difference(line: &str, right: &str) -> usize {
    if line == right {
        return 0;
    }
    let (line, right): (Vec<char>, Vec<char>) = (line.chars().collect(), right.chars().collect());
    let mut row = vec![0; right.len() + 1];
    for c in &line {
        let mut left_above = 0;
        for (at, other) in right.iter().enumerate() {
            let above = row[at + 1];
            row[at + 1] = if c == other { left_above + 1 } else { row[at].max(above) };
            left_above = above;
        }
    }
    line.len().max(right.len()) - row[right.len()]
}
