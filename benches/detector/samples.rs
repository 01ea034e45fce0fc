//! The wide samples, one line each: what `tools/plot_detector.py` draws.

use std::fs;

use encoding_rs::Encoding;
use serde_json::Value;

use crate::accuracy::chardetng;
use crate::corpus::same_text;

/// For each sample in a legacy encoding: its length, our confidence, and who is right. `path` is
/// `samples.jsonl` of `detect-wide`, unpacked.
pub fn print(path: &str) {
    let samples = fs::read_to_string(path).expect("CHARSNIFF_SAMPLES names samples.jsonl");
    println!("bytes\tconfidence\tcharsniff\tchardetng");
    for line in samples.lines() {
        let sample: Value = serde_json::from_str(line).expect("a JSON object a line");
        let (Some(text), Some(label)) = (sample["text"].as_str(), sample["enc"].as_str()) else { continue };
        let Some(encoding) = Encoding::for_label(label.as_bytes()) else { continue };
        let (bytes, _, is_lossy) = encoding.encode(text);
        if label.starts_with("utf") || is_lossy {
            continue;
        }
        let guess = charsniff::detect(&bytes);
        let ours = Encoding::for_label(guess.encoding.name().as_bytes()).unwrap_or(encoding_rs::UTF_8);
        let right =
            [ours, chardetng(&bytes, false, None)].map(|guess| u8::from(same_text(&bytes, false, guess, encoding)));
        println!("{}\t{:.4}\t{}\t{}", bytes.len(), guess.confidence, right[0], right[1]);
    }
}
