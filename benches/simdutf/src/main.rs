//! Speed beside simdutf (C++, with its best kernels for this machine), in one process, in turns:
//!
//!     cargo run --release --manifest-path benches/simdutf/Cargo.toml [-- --level avx2]
//!
//! With `--level`, our decoders use that level. `SIMDUTF_FORCE_IMPLEMENTATION=haswell` in the
//! environment does the same for simdutf.
//!
//! Compared are: validating UTF-8; copying UTF-8 into a `str` (simdutf's validation and a copy);
//! UTF-8 to UTF-16LE (`convert_utf8_to_utf16le`); UTF-16LE to UTF-8 (`convert_utf16le_to_utf8`; our
//! decoder, then our encoder, which takes code units as theirs does). Speeds are GB of input per
//! second. Ratios are ours divided by theirs.

#[path = "../../decode/level.rs"]
mod level;
#[path = "../../decode/measure.rs"]
mod measure;

use std::hint::black_box;
use std::path::PathBuf;

use charsniff::{Decoder, Encoding, Level};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let level = arguments.next().map(|option| {
        assert_eq!(option, "--level", "no option is called {option:?}");
        level::level(&arguments.next().unwrap_or_default())
    });
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/wikipedia");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        return println!("nothing to measure: there is no {}", folder.display());
    };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| !path.ends_with("sources.txt"));
    files.sort_by_key(|path| (path.extension() == Some("html".as_ref()), path.clone()));

    println!("| what | file | ours, GB/s | simdutf, GB/s | ratio |\n| --- | --- | ---: | ---: | ---: |");
    let mut ratios: [(&str, [Vec<f64>; 2]); 5] = Default::default();
    let (utf_8, utf_16) = (decoder(Encoding::Utf8, level), decoder(Encoding::Utf16Le, level));
    for path in &files {
        let text = std::fs::read_to_string(path).expect("the corpus is UTF-8");
        let units: Vec<u16> = text.encode_utf16().collect();
        let utf16: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let mut room = vec![0; 3 * text.len() + 64];
        let mut other_room = room.clone();
        let decode = |room: &mut [u8]| utf_16.clone().decode_to_utf8(black_box(&utf16), room, true).2;
        let encode = |room: &mut [u8]| Encoding::Utf8.new_encoder().encode_from_utf16(black_box(&units), room, true).2;
        let rows = [
            ("UTF-8, validate", text.len(), validate(text.as_bytes())),
            ("UTF-8, decode", text.len(), decode_utf_8(&utf_8, text.as_bytes(), &mut room, &mut other_room)),
            ("UTF-8, decode to UTF-16", text.len(), decode_to_utf_16(&utf_8, text.as_bytes())),
            ("UTF-16LE, decode", utf16.len(), to_utf_8(&units, &mut room, &mut other_room, decode)),
            ("UTF-8, encode from UTF-16", utf16.len(), to_utf_8(&units, &mut room, &mut other_room, encode)),
        ];
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let markup = usize::from(file.ends_with("html"));
        for ((what, length, (ours, theirs)), ratios) in rows.into_iter().zip(&mut ratios) {
            let speed = |time: f64| length as f64 / time / 1e9;
            println!("| {what} | {file} | {:.1} | {:.1} | {:.2} |", speed(ours), speed(theirs), theirs / ours);
            ratios.0 = what;
            ratios.1[markup].push(theirs / ours);
        }
    }
    println!("\n| what | `.txt` | least | `.html` | least |\n| --- | ---: | ---: | ---: | ---: |");
    for (what, [text, markup]) in &ratios {
        let (text, markup) = (measure::mean_and_least(text), measure::mean_and_least(markup));
        println!("| {what} | {:.2} | {:.2} | {:.2} | {:.2} |", text.0, text.1, markup.0, markup.1);
    }
}

/// A decoder of this level; without a level, of the best that the machine has.
fn decoder(encoding: Encoding, level: Option<Level>) -> Decoder {
    let at_level = |level| encoding.new_decoder_at_level(level).expect("the machine has it");
    level.map_or_else(|| encoding.new_decoder_without_bom_handling(), at_level)
}

/// Seconds per call, ours and theirs.
fn times(ours: &mut dyn FnMut(), theirs: &mut dyn FnMut()) -> (f64, f64) {
    let (ours, theirs) = measure::best_of(15, ours, theirs);
    (ours.as_secs_f64(), theirs.as_secs_f64())
}

/// Uses the machine's best level.
fn validate(text: &[u8]) -> (f64, f64) {
    assert_eq!((Encoding::utf8_valid_up_to(text), simdutf::validate_utf8(text)), (text.len(), true));
    times(
        &mut || {
            black_box(Encoding::utf8_valid_up_to(black_box(text)));
        },
        &mut || {
            black_box(simdutf::validate_utf8(black_box(text)));
        },
    )
}

fn decode_utf_8(decoder: &Decoder, text: &[u8], room: &mut [u8], other_room: &mut [u8]) -> (f64, f64) {
    times(
        &mut || {
            let _ = black_box(decoder.clone().decode_to_utf8(black_box(text), room, true));
        },
        &mut || {
            if simdutf::validate_utf8(black_box(text)) {
                other_room[..text.len()].copy_from_slice(text);
            }
            black_box(&mut *other_room);
        },
    )
}

fn decode_to_utf_16(decoder: &Decoder, text: &[u8]) -> (f64, f64) {
    let (mut room, mut other_room) = (vec![0; text.len()], vec![0; text.len()]);
    // SAFETY: a byte gives at most one code unit, and `room` has as many.
    let convert =
        |room: &mut [u16]| unsafe { simdutf::convert_utf8_to_utf16le(text.as_ptr(), text.len(), room.as_mut_ptr()) };
    let (.., written, _) = decoder.clone().decode_to_utf16(text, &mut room, true);
    let their_length = convert(&mut other_room);
    assert!(room[..written] == other_room[..their_length]);
    times(
        &mut || {
            let _ = black_box(decoder.clone().decode_to_utf16(black_box(text), &mut room, true));
        },
        &mut || {
            black_box(convert(&mut other_room));
        },
    )
}

/// Code units to UTF-8, which `ours` writes and counts.
fn to_utf_8(
    units: &[u16],
    room: &mut [u8],
    other_room: &mut [u8],
    mut ours: impl FnMut(&mut [u8]) -> usize,
) -> (f64, f64) {
    let (length, their_length) = (ours(room), convert_to_utf_8(units, other_room));
    assert!(room[..length] == other_room[..their_length]);
    times(
        &mut || {
            black_box(ours(room));
        },
        &mut || {
            black_box(convert_to_utf_8(units, other_room));
        },
    )
}

fn convert_to_utf_8(units: &[u16], room: &mut [u8]) -> usize {
    assert!(room.len() >= 3 * units.len());
    // SAFETY: a code unit gives at most three bytes, and `room` has as many.
    unsafe { simdutf::convert_utf16le_to_utf8(black_box(units).as_ptr(), units.len(), room.as_mut_ptr()) }
}
