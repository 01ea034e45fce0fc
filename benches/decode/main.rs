//! Speed of decoding, beside `encoding_rs`, in one process, in turns.
//!
//!     cargo bench --bench decode --all-features [-- OPTIONS]
//!
//!     --level portable|avx2|avx512|neon        these kernels instead of the machine's best
//!     --filter TEXT[,TEXT…]                    only files or encodings whose name has one of these
//!     --rounds N                               best of how many rounds (default 15)
//!     --small                                  inputs of 16 to 200 bytes instead of whole files
//!     --whole                                  files at once: `decode`, which allocates
//!     --malformed                              files read as an encoding that they are not in
//!     --utf16                                  to UTF-16 instead of UTF-8
//!
//! Speeds are GB of input per second, into a buffer that is large enough. Ratios are ours divided
//! by theirs. The corpus is that of `benches/pages.rs`.

mod corpus;
#[path = "../language.rs"]
mod language;
mod level;
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
    malformed: bool,
    whole: bool,
    utf16: bool,
}

fn options() -> Options {
    let mut options = Options {
        level: None,
        filter: String::new(),
        rounds: 15,
        small: false,
        malformed: false,
        whole: false,
        utf16: false,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--level" => options.level = Some(level::level(&arguments.next().unwrap_or_default())),
            "--filter" => options.filter = arguments.next().unwrap_or_default(),
            "--rounds" => options.rounds = arguments.next().and_then(|n| n.parse().ok()).expect("--rounds N"),
            "--small" => options.small = true,
            "--malformed" => options.malformed = true,
            "--whole" => options.whole = true,
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
    let mut samples = corpus::samples();
    samples.retain(|sample| {
        options.filter.split(',').any(|text| sample.file.contains(text) || sample.encoding.name().contains(text))
    });
    match (options.small, options.malformed) {
        (true, _) => small_inputs(&samples, &options),
        (_, true) => misread_files(&samples, &options),
        _ => whole_files(&samples, &options),
    }
}

/// Times two pieces of code that decode `$bytes`, each with a decoder of its own. This is a macro
/// because moving a decoder or passing a result on would show in short inputs.
macro_rules! turns {
    ($options:expr, $method:ident, $bytes:expr, ($ours:expr, $room:expr), ($theirs:expr, $their_room:expr)) => {
        measure::best_of(
            $options.rounds,
            &mut || {
                let _ = black_box($ours.$method(black_box($bytes), &mut $room, true));
            },
            &mut || {
                let _ = black_box($theirs.$method(black_box($bytes), &mut $their_room, true));
            },
        )
    };
}

/// Defines a function that measures the seconds per call, ours and theirs, of decoding `bytes` with
/// `$method` into a buffer of `$most` times as many `$unit`.
macro_rules! measure_by {
    ($name:ident, $method:ident, $unit:ty, $most:expr) => {
        fn $name(encoding: &'static encoding_rs::Encoding, bytes: &[u8], options: &Options) -> (f64, f64) {
            let ours = Encoding::for_label(encoding.name().as_bytes()).expect("a name is a label");
            let mut room: Vec<$unit> = vec![0; $most * bytes.len() + 16];
            let mut their_room = room.clone();
            let our_decoder = || ours.new_decoder_without_bom_handling();
            let their_decoder = || encoding.new_decoder_without_bom_handling();
            // Looking up a level is not part of decoding.
            let at_level = |level| ours.new_decoder_at_level(level).expect("this machine has the level");
            let at_level = options.level.map(at_level);
            let (.., written, _) = at_level.clone().unwrap_or_else(our_decoder).$method(bytes, &mut room, true);
            let (.., their_written, _) = their_decoder().$method(bytes, &mut their_room, true);
            assert!(room[..written] == their_room[..their_written], "not the same text in {}", encoding.name());

            let (our_time, their_time) = match &at_level {
                Some(decoder) => {
                    turns!(options, $method, bytes, (decoder.clone(), room), (their_decoder(), their_room))
                }
                None => turns!(options, $method, bytes, (our_decoder(), room), (their_decoder(), their_room)),
            };
            (our_time.as_secs_f64(), their_time.as_secs_f64())
        }
    };
}

measure_by!(measure, decode_to_utf8, u8, 3);
measure_by!(measure_utf16, decode_to_utf16, u16, 1);

/// Measures decoding of a whole input by one call.
fn measure_whole(encoding: &'static encoding_rs::Encoding, bytes: &[u8], options: &Options) -> (f64, f64) {
    let ours = Encoding::for_label(encoding.name().as_bytes()).expect("a name is a label");
    assert!(ours.decode(bytes).0 == encoding.decode(bytes).0, "not the same text in {}", encoding.name());
    let (our_time, their_time) = measure::best_of(
        options.rounds,
        &mut || {
            let _ = black_box(ours.decode(black_box(bytes)));
        },
        &mut || {
            let _ = black_box(encoding.decode(black_box(bytes)));
        },
    );
    (our_time.as_secs_f64(), their_time.as_secs_f64())
}

fn whole_files(samples: &[Sample], options: &Options) {
    println!("| encoding | file | ours, GB/s | encoding_rs, GB/s | ratio |\n| --- | --- | ---: | ---: | ---: |");
    let measure = match options {
        Options { whole: true, .. } => measure_whole,
        Options { utf16: true, .. } => measure_utf16,
        _ => measure,
    };
    let mut ratios = Vec::new();
    for sample in samples {
        let (ours, theirs) = measure(sample.encoding, &sample.bytes, options);
        let speed = |time: f64| sample.bytes.len() as f64 / time / 1e9;
        let (name, file) = (sample.encoding.name(), &sample.file);
        println!("| {name} | {file} | {:.2} | {:.2} | {:.2} |", speed(ours), speed(theirs), theirs / ours);
        ratios.push((sample.class, sample.markup, theirs / ours));
    }
    println!("\n| class | `.txt` | least | `.html` | least |\n| --- | ---: | ---: | ---: | ---: |");
    for class in Class::ALL {
        let of = |markup| -> Vec<f64> {
            ratios.iter().filter(|row| row.0 == class && row.1 == markup).map(|row| row.2).collect()
        };
        let (text, markup) = (measure::mean_and_least(&of(false)), measure::mean_and_least(&of(true)));
        println!("| {} | {:.2} | {:.2} | {:.2} | {:.2} |", class.name(), text.0, text.1, markup.0, markup.1);
    }
}

/// Encodings of text, and the wrong encodings that it is decoded as. Errors are frequent in some
/// and rare in others.
const MISREAD: [(&str, &[&str]); 9] = [
    ("windows-1251", &["UTF-8", "GBK", "Big5", "EUC-KR", "EUC-JP", "Shift_JIS"]),
    ("windows-1252", &["UTF-8", "GBK", "Shift_JIS"]),
    ("UTF-8", &["Shift_JIS", "EUC-JP", "GBK", "Big5", "EUC-KR", "windows-1253", "ISO-2022-JP"]),
    ("Shift_JIS", &["UTF-8", "EUC-JP", "UTF-16LE"]),
    ("EUC-JP", &["Shift_JIS", "UTF-8"]),
    ("GBK", &["UTF-8", "Big5", "UTF-16BE"]),
    ("EUC-KR", &["UTF-8", "Shift_JIS"]),
    ("ISO-8859-5", &["UTF-16LE", "ISO-8859-7"]),
    ("UTF-16LE", &["UTF-16BE", "UTF-8", "windows-1255"]),
];

/// Text in one encoding, decoded as another.
fn misread_files(samples: &[Sample], options: &Options) {
    println!("| in | file | read as | errors | ours, GB/s | encoding_rs, GB/s | ratio |");
    println!("| --- | --- | --- | ---: | ---: | ---: | ---: |");
    for sample in samples.iter().filter(|sample| !sample.markup) {
        let name = sample.encoding.name();
        let others = MISREAD.iter().find(|(from, _)| *from == name).map_or(&[][..], |(_, others)| others);
        for other in others {
            let encoding = encoding_rs::Encoding::for_label(other.as_bytes()).expect("a name is a label");
            let errors = encoding.decode_without_bom_handling(&sample.bytes).0.matches('\u{FFFD}').count();
            let (ours, theirs) = measure(encoding, &sample.bytes, options);
            let speed = |time: f64| sample.bytes.len() as f64 / time / 1e9;
            let (file, ours_speed, their_speed) = (&sample.file, speed(ours), speed(theirs));
            println!(
                "| {name} | {file} | {other} | {errors} | {ours_speed:.2} | {their_speed:.2} | {:.2} |",
                theirs / ours
            );
        }
    }
}

/// Short inputs, such as titles, attribute values and header values: the start of each text's first
/// long line.
fn small_inputs(samples: &[Sample], options: &Options) {
    const LENGTHS: [usize; 6] = [16, 32, 64, 100, 150, 200];
    println!("Nanoseconds a call, ours / encoding_rs (ratio).\n");
    println!("| encoding | file | {} |", LENGTHS.map(|n| format!("{n} bytes")).join(" | "));
    println!("| --- | --- |{}", " ---: |".repeat(LENGTHS.len()));
    for sample in samples.iter().filter(|sample| !sample.markup) {
        let cells = LENGTHS.map(|length| {
            let measure = if options.utf16 { measure_utf16 } else { measure };
            let (ours, theirs) = measure(sample.encoding, &prefix(sample, length), options);
            format!("{:.0} / {:.0} ({:.2})", ours * 1e9, theirs * 1e9, theirs / ours)
        });
        println!("| {} | {} | {} |", sample.encoding.name(), sample.file, cells.join(" | "));
    }
}

/// The start of a line of text, up to `length` bytes.
fn prefix(sample: &Sample, length: usize) -> Vec<u8> {
    let line = sample.text.lines().find(|line| line.len() > 400).unwrap_or(&sample.text);
    let starts = line.char_indices().map(|(i, _)| corpus::encode(sample.encoding, &line[..i]).0);
    starts.take_while(|start| start.len() <= length).last().unwrap_or_default()
}
