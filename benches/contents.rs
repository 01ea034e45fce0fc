//! Contents that are rare on real pages: runs of emoji, characters beyond the Basic Multilingual
//! Plane, text in another script than that of the encoding, every character of an encoding, random
//! bytes. Each is decoded and encoded in every encoding, from and to UTF-8 and UTF-16, by this
//! crate and by `encoding_rs`.
//!
//!     cargo bench --bench contents --all-features [-- OPTIONS]
//!
//!     --level LEVEL     portable, avx2, avx512 or neon instead of the machine's best
//!     --filter TEXT     only lines that have it
//!     --below RATIO     print lines up to this ratio (default 1; inf: all)
//!
//! Each line has a ratio of speeds, ours divided by theirs, and GB of input per second. The texts
//! are made of random words.

#[path = "decode/level.rs"]
mod level;
#[path = "decode/measure.rs"]
mod measure;

use std::hint::black_box;

use charsniff::Encoding;

/// The length of a text in characters.
const LENGTH: usize = 20_000;
const ROUNDS: u32 = 7;

/// Measures the seconds per call of `$method`, ours and theirs, on `$input`.
macro_rules! times {
    ($ours:expr, $theirs:expr, $method:ident, $input:expr, $room:expr) => {{
        let (mut room, mut their_room) = ($room, $room);
        let (our_time, their_time) = measure::best_of(
            ROUNDS,
            &mut || {
                let _ = black_box($ours.clone().$method(black_box($input), &mut room, true));
            },
            &mut || {
                let _ = black_box($theirs.$method(black_box($input), &mut their_room, true));
            },
        );
        (our_time.as_secs_f64(), their_time.as_secs_f64())
    }};
}

fn main() {
    let (mut level, mut filter, mut most) = (None, String::new(), 1.0);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().unwrap_or_default();
        match argument.as_str() {
            "--level" => level = Some(level::level(&value())),
            "--filter" => filter = value(),
            "--below" => most = value().parse().expect("--below RATIO"),
            // Cargo adds this.
            "--bench" => {}
            other => panic!("no option is called {other:?}"),
        }
    }

    let mut lines: Vec<(f64, String)> = Vec::new();
    for encoding in Encoding::ALL.into_iter().filter(|encoding| *encoding != Encoding::Replacement) {
        let theirs = encoding_rs::Encoding::for_label(encoding.name().as_bytes()).expect("a name is a label");
        let mut line = |what: &str, content: &str, bytes: usize, times: &mut dyn FnMut() -> (f64, f64)| {
            let name = format!("{encoding} {content} {what}");
            if name.contains(&filter) {
                let (our_time, their_time) = times();
                let speed = bytes as f64 / our_time / 1e9;
                lines.push((their_time / our_time, format!("{name}: {speed:.2} GB/s")));
            }
        };
        let texts = texts(theirs);
        let is_output = encoding.output_encoding() == encoding;
        for (content, text) in texts.iter().filter(|_| is_output) {
            let units: Vec<u16> = text.encode_utf16().collect();
            let ours = match level {
                Some(level) => encoding.new_encoder_at_level(level).expect("this machine has the level"),
                None => encoding.new_encoder(),
            };
            line("from UTF-8", content, text.len(), &mut || {
                times!(ours, theirs.new_encoder(), encode_from_utf8, &text[..], vec![0; 10 * text.len()])
            });
            line("from UTF-16", content, 2 * units.len(), &mut || {
                times!(ours, theirs.new_encoder(), encode_from_utf16, &units[..], vec![0; 10 * units.len()])
            });
        }
        let inputs = texts.into_iter().map(|(content, text)| (content, bytes_of(theirs, &text))).chain(without_order());
        for (content, bytes) in inputs.filter(|(_, bytes)| bytes.len() > LENGTH / 10) {
            let (input, their_decoder) = (&bytes[..], || theirs.new_decoder_without_bom_handling());
            let ours = match level {
                Some(level) => encoding.new_decoder_at_level(level).expect("this machine has the level"),
                None => encoding.new_decoder_without_bom_handling(),
            };
            line("to UTF-8", content, input.len(), &mut || {
                times!(ours, their_decoder(), decode_to_utf8, input, vec![0; 3 * input.len() + 64])
            });
            line("to UTF-16", content, input.len(), &mut || {
                times!(ours, their_decoder(), decode_to_utf16, input, vec![0; input.len() + 64])
            });
        }
    }

    lines.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (ratio, text) in lines.iter().filter(|(ratio, _)| *ratio <= most) {
        println!("{ratio:.2} {text}");
    }
    let slower = |than: f64| lines.iter().filter(|(ratio, _)| *ratio < than).count();
    let ratios: Vec<f64> = lines.iter().map(|(ratio, _)| *ratio).collect();
    let (mean, least) = measure::mean_and_least(&ratios);
    println!(
        "{} lines, {} below 1, {} below 0.9; mean {mean:.2}, least {least:.2}",
        lines.len(),
        slower(1.0),
        slower(0.9)
    );
}

/// Pseudo-random numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % end
    }

    fn character(&mut self, range: std::ops::Range<u32>) -> char {
        let n = self.below(range.len()) as u32;
        char::from_u32(range.start + n).unwrap_or('?')
    }
}

const EMOJI: std::ops::Range<u32> = 0x1F600..0x1F640;
const KATAKANA: std::ops::Range<u32> = 0xFF61..0xFFA0;

fn texts(encoding: &'static encoding_rs::Encoding) -> Vec<(&'static str, String)> {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let all_of_it: Vec<char> = ('\u{80}'..=char::MAX).step_by(step(encoding)).filter(|c| has(encoding, *c)).collect();
    let mut each =
        |make: &mut dyn FnMut(&mut Random) -> char| -> String { (0..LENGTH).map(|_| make(&mut random)).collect() };
    let mut texts = vec![
        ("digits", each(&mut |random| random.character(0x30..0x3A))),
        ("emoji", each(&mut |random| random.character(EMOJI))),
        ("plane 2", each(&mut |random| random.character(0x2_0000..0x2_A6D0))),
        ("plane 0", each(&mut |random| random.character(0x80..0xD800))),
        ("halfwidth katakana", each(&mut |random| random.character(KATAKANA))),
        ("katakana, half and full", {
            each(&mut |random| {
                if random.below(2) == 0 { random.character(KATAKANA) } else { random.character(0x3041..0x3094) }
            })
        }),
        ("its characters among ASCII", {
            each(&mut |random| if random.below(6) == 0 { all_of_it[random.below(all_of_it.len())] } else { 'e' })
        }),
        ("its characters", each(&mut |random| all_of_it[random.below(all_of_it.len())])),
    ];
    texts.push(("its characters in order", all_of_it.iter().cycle().take(LENGTH).collect()));
    texts.push(("ASCII and \u{FC} in turns", "a\u{FC}".repeat(LENGTH / 2)));
    texts.push(("ASCII and hiragana in turns", "a\u{3042}".repeat(LENGTH / 2)));
    texts.push(("quotation marks", "\u{201C}it\u{2019}s\u{201D} \u{2013} ".repeat(LENGTH / 9)));
    texts.push((
        "chat with emoji",
        (0..LENGTH / 25).map(|i| format!("nice one {i} lol{} ", "\u{1F602}".repeat(2))).collect(),
    ));
    for (script, range) in [
        ("words of Latin", 0xE0..0x180),
        ("words of Greek", 0x3B1..0x3CA),
        ("words of Cyrillic", 0x430..0x450),
        ("words of Hebrew", 0x5D0..0x5EB),
        ("words of Arabic", 0x628..0x64B),
        ("words of Thai", 0xE01..0xE2F),
        ("words of hiragana", 0x3041..0x3094),
        ("words of Chinese", 0x4E00..0x9FA0),
        ("words of Korean", 0xAC00..0xD7A4),
    ] {
        let mut text = String::new();
        while text.len() < 2 * LENGTH {
            text.extend((0..1 + random.below(10)).map(|_| random.character(range.clone())));
            text.push_str([" ", " ", " ", ", ", ". ", " 123 ", " and "][random.below(7)]);
        }
        texts.push((script, text));
    }
    texts
}

/// Random bytes, which are malformed in most encodings.
fn without_order() -> impl Iterator<Item = (&'static str, Vec<u8>)> {
    let mut random = Random(1);
    let mut each = |first: usize| (0..2 * LENGTH).map(|_| (first + random.below(256 - first)) as u8).collect();
    let (any, high) = (each(0), each(0x80));
    let escapes = [0x1B, b'(', b'$'].into_iter().cycle().take(2 * LENGTH).collect();
    [("any bytes", any), ("high bytes", high), ("escapes", escapes)].into_iter().chain(
        [("bytes 00", 0), ("bytes 80", 0x80), ("bytes FF", 0xFF)].map(|(name, byte)| (name, vec![byte; 2 * LENGTH])),
    )
}

/// For encodings that have all characters: only every so many-th is used.
fn step(encoding: &'static encoding_rs::Encoding) -> usize {
    if ["UTF-8", "UTF-16LE", "UTF-16BE", "gb18030"].contains(&encoding.name()) { 61 } else { 1 }
}

fn has(encoding: &'static encoding_rs::Encoding, c: char) -> bool {
    let (mut utf8, mut room) = ([0; 4], [0; 16]);
    let (result, ..) =
        encoding.new_encoder().encode_from_utf8_without_replacement(c.encode_utf8(&mut utf8), &mut room, true);
    result == encoding_rs::EncoderResult::InputEmpty
}

/// `text` in an encoding, without the characters that it lacks.
fn bytes_of(encoding: &'static encoding_rs::Encoding, text: &str) -> Vec<u8> {
    match encoding.name() {
        "UTF-16LE" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        "UTF-16BE" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        _ => {
            let mut encoder = encoding.new_encoder();
            let (mut bytes, mut read) = (Vec::with_capacity(3 * text.len() + 64), 0);
            while read < text.len() {
                let (_, r) = encoder.encode_from_utf8_to_vec_without_replacement(&text[read..], &mut bytes, true);
                read += r;
            }
            bytes
        }
    }
}
