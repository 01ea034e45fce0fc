//! What the detector answers for sentences in every encoding that they can be written in.

use charsniff::{Content, Encoding, detect};
use serde::Serialize;

use crate::fixture;
use crate::json::{Bytes, line};

/// How many bytes of UTF-8 a sample has at least, if there are as many.
const LENGTH: usize = 300;

#[derive(Serialize)]
struct Detection {
    id: String,
    bytes: Bytes,
    content: &'static str,
    /// `null` for binary data.
    guess: Option<Guess>,
}

#[derive(Serialize)]
struct Guess {
    encoding: &'static str,
    probability: f32,
    /// Encodings and their probabilities.
    runners_up: Vec<(&'static str, f32)>,
}

fn detection(id: String, bytes: Vec<u8>) -> String {
    let guess = detect(&bytes).map(|guess| Guess {
        encoding: guess.encoding.name(),
        probability: guess.probability,
        runners_up: guess.runners_up.iter().map(|other| (other.encoding.name(), other.probability)).collect(),
    });
    let content = Content::of(&bytes).as_str();
    line(&Detection { id, bytes: Bytes(bytes), content, guess })
}

/// The first sentences of each language.
fn samples() -> Vec<(String, String)> {
    let folder = fixture::folder().join("detector/sentences");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let sample = |text: &str| {
        let end = text.match_indices('\n').map(|(end, _)| end + 1).find(|end| *end >= LENGTH);
        text[..end.unwrap_or(text.len())].to_owned()
    };
    files
        .into_iter()
        .map(|path| {
            let language = path.file_stem().unwrap().to_str().unwrap().to_owned();
            (language, sample(&std::fs::read_to_string(path).unwrap()))
        })
        .collect()
}

pub fn lines() -> Vec<String> {
    let mut lines = Vec::new();
    for (language, sample) in samples() {
        let mut seen: Vec<Vec<u8>> = Vec::new();
        for encoding in Encoding::ALL {
            let (bytes, used, had_errors) = encoding.encode(&sample);
            if used == encoding && !had_errors && !seen.iter().any(|other| *other == *bytes) {
                seen.push(bytes.to_vec());
                lines.push(detection(format!("{language}/{encoding}"), bytes.into_owned()));
            }
        }
    }
    let short: [(&str, &[u8]); 4] = [
        ("empty", b""),
        ("ascii", b"nothing but ASCII"),
        ("binary", b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR"),
        ("byte", b"\xE9"),
    ];
    lines.extend(short.map(|(id, bytes)| detection(id.to_owned(), bytes.to_vec())));
    lines
}
