//! All encoders against `encoding_rs`, at every level of kernels, at random splits and output
//! sizes, from UTF-8 and from UTF-16.

#![no_main]

use charsniff::{CoderResult, Encoder, EncoderResult, Encoding, Level};
use libfuzzer_sys::arbitrary::{self, Unstructured};
use libfuzzer_sys::fuzz_target;

/// Room in which every encoder gets on: a numeric character reference and two escape sequences.
const LEAST_ROOM: usize = 16;

/// Text that the encoding has mostly characters for, or any.
fn text(u: &mut Unstructured<'_>) -> arbitrary::Result<String> {
    let source = match u.int_in_range(0..=2)? {
        0 => Encoding::Utf8,
        _ => charsniff_fuzz::encoding(u)?,
    };
    let take = u.int_in_range(1..=8)?;
    let (text, _) = charsniff_fuzz::peer(source).decode_without_bom_handling(u.bytes(u.len())?);
    // A repeated text is long enough for the widest strides.
    Ok(text.repeat(take))
}

/// The bytes in pieces, and the characters that have none, with how far the encoder had read.
fn in_pieces(mut encoder: Encoder, text: &str, split: usize, room: usize) -> (Vec<u8>, Vec<(usize, char)>) {
    let (mut bytes, mut errors, mut read) = (Vec::new(), Vec::new(), 0);
    let mut buffer = vec![0xAA; room + 64];
    for (end, last) in [(split, false), (text.len(), true)] {
        loop {
            let (result, r, w) =
                encoder.encode_from_utf8_without_replacement(&text[read..end], &mut buffer[..room], last);
            assert!(buffer[room..].iter().all(|&byte| byte == 0xAA));
            bytes.extend_from_slice(&buffer[..w]);
            read += r;
            match result {
                EncoderResult::InputEmpty => break,
                EncoderResult::OutputFull => assert!(r > 0 || w > 0),
                EncoderResult::Unmappable(c) => errors.push((read, c)),
            }
        }
    }
    (bytes, errors)
}

fn theirs(encoding: Encoding, text: &str) -> (Vec<u8>, Vec<(usize, char)>) {
    let mut encoder = charsniff_fuzz::peer(encoding).new_encoder();
    let (mut bytes, mut errors, mut read) = (Vec::new(), Vec::new(), 0);
    let mut buffer = vec![0; text.len() * 4 + 64];
    loop {
        let (result, r, w) = encoder.encode_from_utf8_without_replacement(&text[read..], &mut buffer, true);
        bytes.extend_from_slice(&buffer[..w]);
        read += r;
        match result {
            encoding_rs::EncoderResult::InputEmpty => return (bytes, errors),
            encoding_rs::EncoderResult::OutputFull => {}
            encoding_rs::EncoderResult::Unmappable(c) => errors.push((read, c)),
        }
    }
}

/// The error mode *html* from UTF-16, with unpaired surrogates as they come.
fn from_utf16(mut encoder: Encoder, units: &[u16], split: usize, room: usize) -> Vec<u8> {
    let (mut bytes, mut read) = (Vec::new(), 0);
    let mut buffer = vec![0; room];
    for (end, last) in [(split, false), (units.len(), true)] {
        loop {
            let (result, r, w, _) = encoder.encode_from_utf16(&units[read..end], &mut buffer, last);
            bytes.extend_from_slice(&buffer[..w]);
            read += r;
            match result {
                CoderResult::InputEmpty => break,
                CoderResult::OutputFull => assert!(r > 0 || w > 0),
            }
        }
    }
    bytes
}

fuzz_target!(|data: &[u8]| {
    let mut u = Unstructured::new(data);
    let Ok(encoding) = charsniff_fuzz::encoding(&mut u) else { return };
    let Ok(split) = u.arbitrary::<u16>() else { return };
    let Ok(room) = u.int_in_range(LEAST_ROOM..=300) else { return };
    let Ok(text) = text(&mut u) else { return };
    let split = text.floor_char_boundary(usize::from(split));

    let expected = theirs(encoding, &text);
    for level in [Level::Portable, Level::Sse2, Level::Avx2, Level::Avx512, Level::Neon] {
        let Some(encoder) = encoding.new_encoder_at_level(level) else { continue };
        assert_eq!(in_pieces(encoder, &text, split, room), expected, "{encoding} {level:?}");
    }

    let (bytes, used, had_unmappables) = charsniff_fuzz::peer(encoding).encode(&text);
    let ours = encoding.encode(&text);
    assert_eq!((&ours.0, ours.1.name(), ours.2), (&bytes, used.name(), had_unmappables));

    let units: Vec<u16> = text.encode_utf16().collect();
    let split = split.min(units.len());
    assert_eq!(from_utf16(encoding.new_encoder(), &units, split, room), *bytes, "{encoding} from UTF-16");
    let unpaired: Vec<u16> = units.iter().map(|unit| unit ^ if unit % 7 == 0 { 0xD800 } else { 0 }).collect();
    let expected = charsniff_fuzz::peer(encoding).encode(&String::from_utf16_lossy(&unpaired)).0.into_owned();
    assert_eq!(from_utf16(encoding.new_encoder(), &unpaired, split, room), expected, "{encoding} from bad UTF-16");
});
