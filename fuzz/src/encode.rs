//! All encoders against `encoding_rs`, at every level of kernels, at random splits and output
//! sizes, from UTF-8 and from UTF-16.
//!
//! Each input tests one property of one encoding. The output buffer is allocated at its exact size, so
//! that AddressSanitizer sees a write after it.

use arbitrary::{self, Unstructured};
use charsniff::{CoderResult, Encoder, EncoderResult, Encoding, Level};

/// Enough room for every encoder to make progress: a numeric character reference and two escape sequences.
const LEAST_ROOM: usize = 16;

/// Text whose characters the encoding mostly has, or any text.
fn text(u: &mut Unstructured<'_>) -> arbitrary::Result<String> {
    let source = match u.int_in_range(0..=2)? {
        0 => Encoding::Utf8,
        _ => crate::encoding(u)?,
    };
    let take = u.int_in_range(1..=8)?;
    let (text, _) = crate::peer(source).decode_without_bom_handling(u.bytes(u.len())?);
    // A repeated text is long enough for the widest strides.
    Ok(text.repeat(take))
}

/// The bytes, in pieces, and the unmappable characters, each with how far the encoder had read.
fn in_pieces(mut encoder: Encoder, text: &str, split: usize, room: usize) -> (Vec<u8>, Vec<(usize, char)>) {
    let (mut bytes, mut errors, mut read) = (Vec::new(), Vec::new(), 0);
    let mut buffer = vec![0; room];
    for (end, last) in [(split, false), (text.len(), true)] {
        loop {
            let (result, r, w) = encoder.encode_from_utf8_without_replacement(&text[read..end], &mut buffer, last);
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
    let mut encoder = crate::peer(encoding).new_encoder();
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

/// Runs the target on one input.
pub fn run(data: &[u8]) {
    let mut u = Unstructured::new(data);
    let Ok(encoding) = crate::encoding(&mut u) else { return };
    let Ok([question, split, room]) = u.arbitrary::<[u8; 3]>() else { return };
    let Ok(text) = text(&mut u) else { return };
    let split = text.floor_char_boundary(usize::from(split));
    let room = usize::from(room) + LEAST_ROOM;
    let peer = crate::peer(encoding);
    match question % 8 {
        0 => {
            let (bytes, used, had_unmappables) = peer.encode(&text);
            let ours = encoding.encode(&text);
            assert_eq!((&ours.0, ours.1.name(), ours.2), (&bytes, used.name(), had_unmappables));
        }
        1..=3 => {
            // A third of them with unpaired surrogates.
            let spoilt = |unit| if question % 8 == 3 && unit % 7 == 0 { unit ^ 0xD800 } else { unit };
            let units: Vec<u16> = text.encode_utf16().map(spoilt).collect();
            let split = split.min(units.len());
            // The halves of a pair that is split are unpaired too.
            let (before, behind) = units.split_at(split);
            let text = String::from_utf16_lossy(before) + &String::from_utf16_lossy(behind);
            let found = from_utf16(encoding.new_encoder(), &units, split, room);
            assert_eq!(found, *peer.encode(&text).0, "{encoding} from UTF-16");
        }
        which => {
            let level = if which == 4 { Level::Portable } else { crate::level(question / 8) };
            let Some(encoder) = encoding.new_encoder_at_level(level) else { return };
            assert_eq!(in_pieces(encoder, &text, split, room), theirs(encoding, &text), "{encoding} {level:?}");
        }
    }
}
