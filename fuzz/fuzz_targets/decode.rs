//! All decoders against `encoding_rs`, at random splits and output sizes.

#![no_main]

use charsniff::{CoderResult, Decoder, DecoderResult, Encoding};
use libfuzzer_sys::arbitrary::Unstructured;
use libfuzzer_sys::fuzz_target;

/// Where an error ends in the input, and its length: how far a decoder reads on before it says so
/// is its own affair.
type Errors = Vec<(usize, u8)>;

/// The text in pieces, and the errors.
fn in_pieces(mut decoder: Decoder, bytes: &[u8], split: usize, room: usize) -> (Vec<u8>, Errors) {
    let (mut text, mut errors, mut read) = (Vec::new(), Vec::new(), 0);
    let mut buffer = vec![0xAA; room + 4];
    for (end, last) in [(split, false), (bytes.len(), true)] {
        loop {
            let (result, r, w) =
                decoder.decode_to_utf8_without_replacement(&bytes[read..end], &mut buffer[..room], last);
            assert_eq!(buffer[room..], [0xAA; 4]);
            text.extend_from_slice(&buffer[..w]);
            read += r;
            match result {
                DecoderResult::InputEmpty => break,
                DecoderResult::OutputFull => assert!(r > 0 || w > 0),
                DecoderResult::Malformed(length, after) => errors.push((read - usize::from(after), length)),
            }
        }
    }
    (text, errors)
}

fn theirs(encoding: Encoding, bytes: &[u8]) -> (Vec<u8>, Errors) {
    let mut decoder = charsniff_fuzz::peer(encoding).new_decoder_without_bom_handling();
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

fuzz_target!(|data: &[u8]| {
    let mut u = Unstructured::new(data);
    let Ok(encoding) = charsniff_fuzz::encoding(&mut u) else { return };
    let Ok(split) = u.arbitrary::<u16>() else { return };
    let Ok(room) = u.int_in_range(4..=80) else { return };
    let bytes = u.take_rest();
    let split = usize::from(split).min(bytes.len());
    let expected = theirs(encoding, bytes);
    let decoder = encoding.new_decoder_without_bom_handling();
    assert_eq!(in_pieces(decoder.clone(), bytes, split, room), expected, "{encoding}");
    assert_eq!(in_pieces(decoder, bytes, bytes.len(), bytes.len() * 3 + 4), expected, "{encoding}");

    let (text, used, had_errors) = charsniff_fuzz::peer(encoding).decode(bytes);
    let ours = encoding.decode(bytes);
    assert_eq!((&ours.0, ours.1.name(), ours.2), (&text, used.name(), had_errors));

    let mut sniffing = encoding.new_decoder();
    let most = sniffing.max_utf8_buffer_length(bytes.len()).unwrap_or(0);
    let mut buffer = vec![0; most];
    let (result, read, written, errors) = sniffing.decode_to_utf8(bytes, &mut buffer, true);
    assert_eq!(
        (result, read, &buffer[..written], errors),
        (CoderResult::InputEmpty, bytes.len(), text.as_bytes(), had_errors)
    );
});
