//! Speed of encoding, beside `encoding_rs`, in one process, in turns.
//!
//!     cargo bench --bench encode --all-features [-- OPTIONS]
//!
//!     --level portable|avx2|avx512   these kernels instead of the machine's best
//!     --filter TEXT[,TEXT…]          only files or encodings whose name has one of these
//!     --rounds N                     best of how many rounds (default 15)
//!     --utf16                        from UTF-16 instead of UTF-8
//!     --small                        texts of 16 to 200 bytes instead of whole files
//!     --costs                        nanoseconds a character instead: the median and the worst of each encoder
//!
//! Speeds are GB of UTF-8 per second, into a buffer that is large enough. Ratios are ours divided
//! by theirs. The corpus is that of `benches/pages.rs`. To compare with `encoding_rs`'s feature
//! `fast-legacy-encode`, add `--features encoding_rs/fast-legacy-encode` before the `--`.

#[path = "../decode/corpus.rs"]
mod corpus;
mod costs;
#[path = "../language.rs"]
mod language;
#[path = "../decode/level.rs"]
mod level;
#[path = "../decode/measure.rs"]
mod measure;
#[path = "../pages.rs"]
mod pages;
#[path = "../text.rs"]
mod text;

use std::hint::black_box;

use charsniff::{Encoding, Level};
use corpus::{Class, Sample};

struct Options {
    level: Option<Level>,
    filter: String,
    rounds: u32,
    small: bool,
    costs: bool,
    utf16: bool,
}

fn options() -> Options {
    let mut options =
        Options { level: None, filter: String::new(), rounds: 15, small: false, costs: false, utf16: false };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--level" => options.level = Some(level::level(&arguments.next().unwrap_or_default())),
            "--filter" => options.filter = arguments.next().unwrap_or_default(),
            "--rounds" => options.rounds = arguments.next().and_then(|n| n.parse().ok()).expect("--rounds N"),
            "--small" => options.small = true,
            "--costs" => options.costs = true,
            "--utf16" => options.utf16 = true,
            // Cargo adds this.
            "--bench" => {}
            other => panic!("no option is called {other:?}"),
        }
    }
    options
}

fn main() {
    let options = options();
    if options.costs {
        costs::print();
        return;
    }
    let mut samples = corpus::samples();
    samples.retain(|sample| {
        let name = sample.encoding.name();
        sample.encoding.output_encoding() == sample.encoding
            && !sample.markup
            && options.filter.split(',').any(|text| sample.file.contains(text) || name.contains(text))
    });
    match options.small {
        false => whole_files(&samples, &options),
        true => small_inputs(&samples, &options),
    }
}

/// Seconds per call, ours and theirs.
fn measure(sample: &Sample, text: &str, options: &Options) -> (f64, f64) {
    let ours = Encoding::for_label(sample.encoding.name().as_bytes()).expect("a name is a label");
    // Looking up a level is not part of encoding.
    let at_level = options.level.map(|level| ours.new_encoder_at_level(level).expect("this machine has the level"));
    let encoder = || at_level.clone().unwrap_or_else(|| ours.new_encoder());
    let mut bytes = vec![0; text.len() * 3 + 16];
    let mut other_bytes = bytes.clone();
    let (.., written, _) = encoder().encode_from_utf8(text, &mut bytes, true);
    let (.., their_written, _) = sample.encoding.new_encoder().encode_from_utf8(text, &mut other_bytes, true);
    assert!(bytes[..written] == other_bytes[..their_written], "{} in {}", sample.file, sample.encoding.name());

    let (our_time, their_time) = measure::best_of(
        options.rounds,
        &mut || {
            let _ = black_box(encoder().encode_from_utf8(black_box(text), &mut bytes, true));
        },
        &mut || {
            _ = black_box(sample.encoding.new_encoder().encode_from_utf8(black_box(text), &mut other_bytes, true));
        },
    );
    (our_time.as_secs_f64(), their_time.as_secs_f64())
}

/// Measures encoding from UTF-16.
fn measure_utf16(sample: &Sample, text: &str, options: &Options) -> (f64, f64) {
    let ours = Encoding::for_label(sample.encoding.name().as_bytes()).expect("a name is a label");
    let at_level = options.level.map(|level| ours.new_encoder_at_level(level).expect("this machine has the level"));
    let encoder = || at_level.clone().unwrap_or_else(|| ours.new_encoder());
    let units: Vec<u16> = text.encode_utf16().collect();
    let mut bytes = vec![0; text.len() * 3 + 16];
    let mut other_bytes = bytes.clone();
    let (.., written, _) = encoder().encode_from_utf16(&units, &mut bytes, true);
    let (.., their_written, _) = sample.encoding.new_encoder().encode_from_utf16(&units, &mut other_bytes, true);
    assert!(bytes[..written] == other_bytes[..their_written], "{} in {}", sample.file, sample.encoding.name());

    let (our_time, their_time) = measure::best_of(
        options.rounds,
        &mut || {
            let _ = black_box(encoder().encode_from_utf16(black_box(&units), &mut bytes, true));
        },
        &mut || {
            _ = black_box(sample.encoding.new_encoder().encode_from_utf16(black_box(&units), &mut other_bytes, true));
        },
    );
    (our_time.as_secs_f64(), their_time.as_secs_f64())
}

fn whole_files(samples: &[Sample], options: &Options) {
    println!(
        "| encoding | file | encoded, bytes | ours, GB/s | encoding_rs, GB/s | ratio |\n| --- | --- | ---: | ---: | ---: | ---: |"
    );
    let mut ratios = Vec::new();
    for sample in samples {
        let measure = if options.utf16 { measure_utf16 } else { measure };
        let (ours, theirs) = measure(sample, &sample.text, options);
        let speed = |time: f64| sample.text.len() as f64 / time / 1e9;
        let (name, file, length) = (sample.encoding.name(), &sample.file, sample.bytes.len());
        println!("| {name} | {file} | {length} | {:.2} | {:.2} | {:.2} |", speed(ours), speed(theirs), theirs / ours);
        ratios.push((sample.class, theirs / ours));
    }
    println!("\n| class | ratio | least |\n| --- | ---: | ---: |");
    for class in Class::ALL {
        let of: Vec<f64> = ratios.iter().filter(|row| row.0 == class).map(|row| row.1).collect();
        if !of.is_empty() {
            let (mean, least) = measure::mean_and_least(&of);
            println!("| {} | {mean:.2} | {least:.2} |", class.name());
        }
    }
}

/// Short inputs, such as form fields and titles: the start of each text's first long line.
fn small_inputs(samples: &[Sample], options: &Options) {
    const LENGTHS: [usize; 6] = [16, 32, 64, 100, 150, 200];
    println!("Nanoseconds a call, ours / encoding_rs (ratio).\n");
    println!("| encoding | file | {} |", LENGTHS.map(|n| format!("{n} bytes")).join(" | "));
    println!("| --- | --- |{}", " ---: |".repeat(LENGTHS.len()));
    for sample in samples {
        let line = sample.text.lines().find(|line| line.len() > 400).unwrap_or(&sample.text);
        let cells = LENGTHS.map(|length| {
            let end = (0..=length).rev().find(|&end| line.is_char_boundary(end)).unwrap_or(0);
            let measure = if options.utf16 { measure_utf16 } else { measure };
            let (ours, theirs) = measure(sample, &line[..end], options);
            format!("{:.0} / {:.0} ({:.2})", ours * 1e9, theirs * 1e9, theirs / ours)
        });
        println!("| {} | {} | {} |", sample.encoding.name(), sample.file, cells.join(" | "));
    }
}
