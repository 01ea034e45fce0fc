//! What `detect` answers to samples of `tools/scoreboard`, in the format of its `peers.py`.

use std::fs;
use std::io::{BufWriter, Write};

use rustix::time::{ClockId, clock_gettime};
use serde_json::{Value, json};

/// Reads the samples of a file, a JSON object a line whose `data` are the bytes in base64, and writes an answer a line to
/// another. The last line has the version, and the seconds of the processor that the calls took.
pub fn write(samples: &str, out: &str) {
    let samples = fs::read_to_string(samples).expect(samples);
    let mut answers = BufWriter::new(fs::File::create(out).expect(out));
    let mut seconds = 0.0;
    for line in samples.lines() {
        let sample: Value = serde_json::from_str(line).expect("JSON");
        let bytes = from_base64(sample["data"].as_str().expect("data"));
        let start = processor_seconds();
        let guess = charsniff::detect(&bytes);
        seconds += processor_seconds() - start;
        let answer = match guess {
            Some(guess) => json!({
                "label": guess.encoding.name(), "confidence": guess.probability, "language": guess.language,
            }),
            None => json!({ "label": null, "confidence": null, "language": null }),
        };
        writeln!(answers, "{answer}").expect(out);
    }
    writeln!(answers, "{}", json!({ "version": env!("CARGO_PKG_VERSION"), "seconds": seconds })).expect(out);
}

fn processor_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

fn from_base64(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let digits: Vec<u8> = text.bytes().map_while(digit).collect();
    let mut bytes = Vec::with_capacity(digits.len() * 3 / 4);
    for group in digits.chunks(4) {
        let bits = group.iter().enumerate().fold(0, |bits, (at, digit)| bits | u32::from(*digit) << (18 - 6 * at));
        bytes.extend_from_slice(&bits.to_be_bytes()[1..group.len()]);
    }
    bytes
}
