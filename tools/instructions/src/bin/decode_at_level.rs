//! Decodes a text many times with the kernels of one level; `tools/neon.sh` counts its instructions.
//!
//!     decode_at_level LEVEL LABEL FILE TIMES
//!
//! `FILE` is in UTF-8, and is repeated to 20,000 bytes.

use std::fs;
use std::hint::black_box;

use charsniff::{CoderResult, Encoding, Level};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [level, label, file, times] = &arguments[..] else { panic!("decode_at_level LEVEL LABEL FILE TIMES") };
    let level = match level.as_str() {
        "neon" => Level::Neon,
        "portable" => Level::Portable,
        _ => panic!("no level: {level}"),
    };
    let encoding = Encoding::for_label(label.as_bytes()).expect("a label");
    let sentences = fs::read_to_string(file).expect("a text");
    let text = sentences.repeat(20_000 / sentences.len() + 1);
    let bytes = match encoding {
        Encoding::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        _ => encoding.encode(&text).0.into_owned(),
    };
    let mut room = vec![0; bytes.len() * 3 + 16];
    for _ in 0..times.parse().expect("a number") {
        let mut decoder = encoding.new_decoder_at_level(level).expect("a machine with this level");
        let (result, ..) = decoder.decode_to_utf8(black_box(&bytes), &mut room, true);
        assert_eq!(result, CoderResult::InputEmpty);
        black_box(&mut room);
    }
}
