//! All decoders against `encoding_rs`, at random splits and output sizes.
//!
//! Each input tests one property of one encoding. The output buffer is allocated at its exact size, so
//! that AddressSanitizer sees a write after it.

use arbitrary::Unstructured;
use charsniff::{CoderResult, Decoder, Encoding};

/// Where an error ends in the input, and its length. How far a decoder reads before it reports an
/// error is not compared: decoders may differ in that.
pub(crate) type Errors = Vec<(usize, u8)>;

pub(crate) fn ours(decoder: Decoder, bytes: &[u8], split: usize, room: usize) -> (Vec<u8>, Errors) {
    let (text, errors) = crate::in_pieces(decoder, bytes, split, room);
    (text, errors.into_iter().map(|(read, length, after)| (read - usize::from(after), length)).collect())
}

pub(crate) fn theirs(encoding: Encoding, bytes: &[u8]) -> (Vec<u8>, Errors) {
    let mut decoder = crate::peer(encoding).new_decoder_without_bom_handling();
    let (mut text, mut errors, mut read) = (Vec::new(), Vec::new(), 0);
    let mut buffer = vec![0; bytes.len() * 3 + 16];
    loop {
        let (result, r, w) = decoder.decode_to_utf8_without_replacement(&bytes[read..], &mut buffer, true);
        text.extend_from_slice(&buffer[..w]);
        read += r;
        match result {
            encoding_rs::DecoderResult::InputEmpty => return (text, errors),
            encoding_rs::DecoderResult::OutputFull => {}
            encoding_rs::DecoderResult::Malformed(length, after) => errors.push((read - usize::from(after), length)),
        }
    }
}

/// Runs the target on one input.
pub fn run(data: &[u8]) {
    let mut u = Unstructured::new(data);
    let Ok(encoding) = crate::encoding(&mut u) else { return };
    let Ok([question, split, room]) = u.arbitrary::<[u8; 3]>() else { return };
    let bytes = u.take_rest();
    let peer = crate::peer(encoding);
    match question % 4 {
        0 => {
            let split = usize::from(split).min(bytes.len());
            // The longest character and the replacement character have room.
            let found = ours(encoding.new_decoder_without_bom_handling(), bytes, split, usize::from(room) + 4);
            assert_eq!(found, theirs(encoding, bytes), "{encoding}");
        }
        1 => {
            let decoder = encoding.new_decoder_without_bom_handling();
            let found = ours(decoder, bytes, bytes.len(), bytes.len() * 3 + 4);
            assert_eq!(found, theirs(encoding, bytes), "{encoding}");
        }
        2 => {
            let (text, used, had_errors) = peer.decode(bytes);
            let found = encoding.decode(bytes);
            assert_eq!((&found.0, found.1.name(), found.2), (&text, used.name(), had_errors));
        }
        _ => {
            let (text, _, had_errors) = peer.decode(bytes);
            let mut sniffing = encoding.new_decoder();
            let mut buffer = vec![0; sniffing.max_utf8_buffer_length(bytes.len()).unwrap_or(0)];
            let (result, read, written, errors) = sniffing.decode_to_utf8(bytes, &mut buffer, true);
            assert_eq!(
                (result, read, &buffer[..written], errors),
                (CoderResult::InputEmpty, bytes.len(), text.as_bytes(), had_errors)
            );
        }
    }
}
