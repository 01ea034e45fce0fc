//! Compares every decoder with `encoding_rs`: text and error positions, with any chunks and any
//! room for output.

use charsniff::{CoderResult, Decoder, DecoderResult, Encoding};

use super::random::Random;
use super::stride::stride;

/// The result of decoding.
#[derive(Debug, Default, PartialEq, Eq)]
struct Decoded {
    text: String,
    /// For each error, its offset in bytes, its length in bytes, and the length in bytes of the
    /// text before it.
    errors: Vec<(usize, usize, usize)>,
}

impl Decoded {
    /// The text with U+FFFD for each error.
    fn replaced(&self) -> String {
        let (mut text, mut done) = (String::new(), 0);
        for (.., at) in &self.errors {
            text += &self.text[done..*at];
            text.push(char::REPLACEMENT_CHARACTER);
            done = *at;
        }
        text + &self.text[done..]
    }
}

fn peer(encoding: Encoding) -> &'static encoding_rs::Encoding {
    encoding_rs::Encoding::for_label(encoding.name().as_bytes()).unwrap()
}

/// Decodes all of `bytes` with `encoding_rs`, with as much room as it asks for.
fn peers(mut decoder: encoding_rs::Decoder, bytes: &[u8]) -> Decoded {
    let mut decoded = Decoded::default();
    let mut buffer = vec![0; decoder.max_utf8_buffer_length(bytes.len()).unwrap() + 16];
    let (mut read, mut written) = (0, 0);
    loop {
        let (result, r, w) = decoder.decode_to_utf8_without_replacement(&bytes[read..], &mut buffer[written..], true);
        read += r;
        written += w;
        match result {
            encoding_rs::DecoderResult::InputEmpty => break,
            encoding_rs::DecoderResult::OutputFull => panic!("less room than asked for"),
            encoding_rs::DecoderResult::Malformed(length, after) => {
                let (length, after) = (usize::from(length), usize::from(after));
                decoded.errors.push((read - after - length, length, written));
            }
        }
    }
    buffer.truncate(written);
    decoded.text = String::from_utf8(buffer).unwrap();
    decoded
}

/// Decodes `chunks` with our decoder, with `room` bytes of output per call.
fn ours<'a>(mut decoder: Decoder, chunks: impl IntoIterator<Item = &'a [u8]>, room: usize) -> Decoded {
    let mut decoded = Decoded::default();
    let mut start = 0;
    let mut buffer = vec![0xFF; room.max(4)];
    let mut chunks = chunks.into_iter().peekable();
    while let Some(chunk) = chunks.next() {
        let last = chunks.peek().is_none();
        let mut read = 0;
        let mut now = room;
        loop {
            let (result, r, w) = decoder.decode_to_utf8_without_replacement(&chunk[read..], &mut buffer[..now], last);
            read += r;
            decoded.text.push_str(std::str::from_utf8(&buffer[..w]).unwrap());
            match result {
                DecoderResult::InputEmpty => break,
                DecoderResult::OutputFull if r == 0 && w == 0 => {
                    assert!(now < 4, "no progress with room for any character");
                    now += 1;
                }
                DecoderResult::OutputFull => now = room,
                DecoderResult::Malformed(length, after) => {
                    let (length, after) = (usize::from(length), usize::from(after));
                    decoded.errors.push((start + read - after - length, length, decoded.text.len()));
                }
            }
        }
        assert_eq!(read, chunk.len(), "InputEmpty means that all was read");
        start += chunk.len();
    }
    decoded
}

/// Compares the two decoders on `bytes` as a whole.
#[track_caller]
fn same(encoding: Encoding, bytes: &[u8]) {
    let theirs = peers(peer(encoding).new_decoder_without_bom_handling(), bytes);
    let ours = ours(encoding.new_decoder_without_bom_handling(), [bytes], 3 * bytes.len() + 16);
    if ours == theirs {
        let text = replaced(encoding.new_decoder_without_bom_handling(), bytes, b"");
        assert!(text == (theirs.replaced(), !theirs.errors.is_empty()), "{encoding}: not the same with replacement");
        return;
    }
    let error = ours.errors.iter().zip(&theirs.errors).find(|(ours, theirs)| ours != theirs);
    let at = ours.text.bytes().zip(theirs.text.bytes()).position(|(a, b)| a != b);
    match bytes.len() {
        0..=64 => panic!("{encoding} {bytes:02X?}: {ours:?}, not {theirs:?}"),
        _ => panic!("{encoding}: first difference of errors {error:?}, of text at {at:?}"),
    }
}

#[test]
fn inputs_of_one_and_two_bytes() {
    let mut count = 0;
    for encoding in Encoding::ALL {
        for first in 0..=0xFF {
            same(encoding, &[first]);
            count += 1;
        }
        for pair in (0..=0xFFFF_u16).step_by(stride()) {
            same(encoding, &pair.to_be_bytes());
            count += 1;
        }
    }
    println!("inputs of one and two bytes: {count}");
}

/// All sequences of three bytes, each followed by `tail`, which returns the decoder to its initial
/// state. Those with the same first byte are one input.
fn inputs_of_three_bytes(encoding: Encoding, tail: &[u8]) {
    let mut bytes = Vec::with_capacity(256 * 256 * (3 + tail.len()));
    for first in (0..=0xFF).step_by(stride()) {
        bytes.clear();
        for second in 0..=0xFF {
            for third in 0..=0xFF {
                bytes.extend_from_slice(&[first, second, third]);
                bytes.extend_from_slice(tail);
            }
        }
        same(encoding, &bytes);
    }
    println!("{encoding}: inputs of three bytes before {tail:02X?}: {}", 256_usize.div_ceil(stride()) << 16);
}

#[test]
fn inputs_of_three_bytes_in_utf_8() {
    inputs_of_three_bytes(Encoding::Utf8, b"\n");
}

#[test]
fn inputs_of_three_bytes_in_utf_16() {
    for encoding in [Encoding::Utf16Be, Encoding::Utf16Le] {
        inputs_of_three_bytes(encoding, b"\n");
        inputs_of_three_bytes(encoding, b"\xDC\0\n");
        inputs_of_three_bytes(encoding, b"\xD8\0\n");
    }
}

#[test]
fn inputs_of_three_bytes_in_gb18030() {
    inputs_of_three_bytes(Encoding::Gbk, b"\n");
    inputs_of_three_bytes(Encoding::Gb18030, b"0\n");
}

#[test]
fn inputs_of_three_bytes_in_big5_and_euc_kr() {
    inputs_of_three_bytes(Encoding::Big5, b"\n");
    inputs_of_three_bytes(Encoding::EucKr, b"\n");
}

#[test]
fn inputs_of_three_bytes_in_japanese_encodings() {
    inputs_of_three_bytes(Encoding::EucJp, b"\n");
    inputs_of_three_bytes(Encoding::ShiftJis, b"\n");
    for tail in [&b"\n\x1B(B"[..], b"\n\x1B$B"] {
        inputs_of_three_bytes(Encoding::Iso2022Jp, tail);
    }
}

#[test]
fn four_byte_sequences_of_gb18030() {
    let mut valid = Vec::new();
    for first in 0x81..=0xFE {
        for second in 0x30..=0x39 {
            for third in 0x81..=0xFE {
                for fourth in 0x30..=0x39 {
                    valid.extend_from_slice(&[first, second, third, fourth]);
                }
            }
        }
    }
    same(Encoding::Gb18030, &valid);
    let mut random = Random::new(1);
    let some = [0x00, 0x2F, 0x30, 0x35, 0x39, 0x3A, 0x40, 0x7F, 0x80, 0x81, 0x84, 0x90, 0xE3, 0xFE, 0xFF];
    let bytes: Vec<u8> = (0..4_000_000).map(|_| some[random.below(some.len())]).collect();
    same(Encoding::Gb18030, &bytes);
    println!("gb18030: four-byte sequences: {}, and {} random bytes at their bounds", valid.len() / 4, bytes.len());
}

/// Bytes that are likely to be text in `encoding`, with errors in between.
fn random_text(encoding: Encoding, random: &mut Random, length: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while bytes.len() < length {
        match random.below(8) {
            0 => bytes.push(random.next() as u8),
            1 => bytes.extend((0..random.below(40)).map(|_| b' ' + random.below(95) as u8)),
            2 if encoding == Encoding::Iso2022Jp => {
                let escapes = [&b"\x1B(B"[..], b"\x1B(J", b"\x1B(I", b"\x1B$@", b"\x1B$B", b"\x1B$", b"\x1B("];
                bytes.extend_from_slice(escapes[random.below(escapes.len())]);
            }
            3 if encoding == Encoding::Iso2022Jp => {
                bytes.extend((0..random.below(40)).map(|_| b' ' + random.below(95) as u8));
            }
            _ => {
                for _ in 0..random.below(24) {
                    let c = char::from_u32(match random.below(6) {
                        0 => random.below(0x300) as u32,
                        1 => random.below(0x11_0000) as u32,
                        2 => 0x3040 + random.below(0xC0) as u32,
                        3 => 0xAC00 + random.below(11_172) as u32,
                        _ => 0x4E00 + random.below(20_902) as u32,
                    });
                    let text = c.unwrap_or('\u{E0}').to_string();
                    match encoding {
                        Encoding::Utf16Be => bytes.extend(text.encode_utf16().flat_map(u16::to_be_bytes)),
                        Encoding::Utf16Le => bytes.extend(text.encode_utf16().flat_map(u16::to_le_bytes)),
                        _ => bytes.extend_from_slice(&peer(encoding).encode(&text).0),
                    }
                }
            }
        }
    }
    bytes.truncate(length);
    bytes
}

#[test]
fn long_random_inputs() {
    let mut random = Random::new(2);
    let mut count = 0;
    for encoding in Encoding::ALL {
        for length in [100_000, 5_000, 1_000, 100, 99, 98, 97] {
            same(encoding, &random_text(encoding, &mut random, length));
            let noise: Vec<u8> = (0..length).map(|_| random.next() as u8).collect();
            same(encoding, &noise);
            count += 2 * length;
        }
    }
    println!("random bytes: {count}");
}

const BOMS: [&[u8]; 7] = [b"", b"\xEF\xBB\xBF", b"\xEF\xBB", b"\xEF", b"\xFE\xFF", b"\xFF\xFE", b"\xFF"];

/// Our decoder and theirs, for each way of handling a byte order mark.
fn decoders(encoding: Encoding) -> [(Decoder, encoding_rs::Decoder); 3] {
    let theirs = peer(encoding);
    [
        (encoding.new_decoder(), theirs.new_decoder()),
        (encoding.new_decoder_with_bom_removal(), theirs.new_decoder_with_bom_removal()),
        (encoding.new_decoder_without_bom_handling(), theirs.new_decoder_without_bom_handling()),
    ]
}

#[test]
fn every_split_and_every_room() {
    let mut random = Random::new(3);
    let mut count = 0;
    for encoding in Encoding::ALL {
        for (i, bom) in BOMS.into_iter().enumerate() {
            let bytes = [bom, &random_text(encoding, &mut random, 60 + i)].concat();
            for (ours_new, theirs_new) in decoders(encoding) {
                let expected = peers(theirs_new, &bytes);
                for room in [0, 1, 2, 3, 4, 5, 7, 16, 64, 400] {
                    for split in (i % stride()..=bytes.len()).step_by(stride()) {
                        let (a, b) = bytes.split_at(split);
                        assert_eq!(
                            ours(ours_new.clone(), [a, &[], b], room),
                            expected,
                            "{encoding} {bytes:02X?} split at {split}, room {room}"
                        );
                        count += 1;
                    }
                    assert_eq!(ours(ours_new.clone(), bytes.chunks(1), room), expected, "{encoding} byte by byte");
                }
            }
        }
    }
    println!("inputs in chunks: {count}");
}

/// Both methods with replacement, at every split, never write more than their documented maximum.
#[test]
fn replacement_and_greatest_lengths() {
    let mut random = Random::new(4);
    let mut count = 0;
    for encoding in Encoding::ALL {
        for bom in BOMS {
            let noise: Vec<u8> = (0..24).map(|_| 0x80 | random.next() as u8).collect();
            for bytes in [random_text(encoding, &mut random, 40), noise] {
                let bytes = [bom, &bytes].concat();
                for (decoder, mut theirs) in decoders(encoding) {
                    let mut expected = String::with_capacity(200);
                    let (_, _, expected_errors) = theirs.decode_to_string(&bytes, &mut expected, true);
                    let units: Vec<u16> = expected.encode_utf16().collect();
                    for split in 0..=bytes.len() {
                        let (a, b) = bytes.split_at(split);
                        let text = replaced(decoder.clone(), a, b);
                        assert_eq!(text, (expected.clone(), expected_errors), "{encoding} {bytes:02X?} at {split}");
                        assert_eq!(replaced_utf16(decoder.clone(), a, b), units, "{encoding} {bytes:02X?} at {split}");
                        fits_without_replacement(decoder.clone(), a, b);
                        count += 1;
                    }
                    for room in 0..6 {
                        assert_eq!(utf16_with_room(decoder.clone(), &bytes, room), units, "{encoding} room {room}");
                    }
                }
            }
        }
    }
    println!("inputs with replacement: {count}");
}

/// All sequences of four bytes from the classes that UTF-8 distinguishes, among more or less ASCII,
/// in one short call.
#[test]
fn every_four_bytes_of_utf8() {
    const KINDS: [u8; 22] = [
        0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF,
        0xF0, 0xF1, 0xF4, 0xF5,
    ];
    const MOST: usize = 22;
    for i in (0..KINDS.len().pow(4)).step_by(stride()) {
        let kind = |place: u32| KINDS[i / KINDS.len().pow(place) % KINDS.len()];
        let (before, after) = (i % MOST, i / MOST % MOST);
        let bytes = [&[b'a'; MOST][before..], &[kind(0), kind(1), kind(2), kind(3)], &[b'z'; MOST][after..]].concat();
        let expected = String::from_utf8_lossy(&bytes);
        let is_error = matches!(expected, std::borrow::Cow::Owned(_));
        let decoder = || Encoding::Utf8.new_decoder_without_bom_handling();

        let mut text = [0; 3 * (2 * MOST + 4)];
        let (result, read, written, had_errors) = decoder().decode_to_utf8(&bytes, &mut text, true);
        assert_eq!((result, read, had_errors), (CoderResult::InputEmpty, bytes.len(), is_error), "{bytes:02X?}");
        assert_eq!(&text[..written], expected.as_bytes(), "{bytes:02X?}");

        let units: Vec<u16> = expected.encode_utf16().collect();
        // No more is decoded than there is room for.
        let mut room = vec![0; units.len()];
        let (result, read, written, had_errors) = decoder().decode_to_utf16(&bytes, &mut room, true);
        assert_eq!((result, read, had_errors), (CoderResult::InputEmpty, bytes.len(), is_error), "{bytes:02X?}");
        assert_eq!(&room[..written], units, "{bytes:02X?}");
    }
}

fn replaced(mut decoder: Decoder, a: &[u8], b: &[u8]) -> (String, bool) {
    let mut text = String::new();
    let mut any = false;
    for (chunk, last) in [(a, false), (b, true)] {
        let mut room = vec![0; decoder.max_utf8_buffer_length(chunk.len()).unwrap()];
        let (result, read, written, had_errors) = decoder.decode_to_utf8(chunk, &mut room, last);
        assert_eq!((result, read), (CoderResult::InputEmpty, chunk.len()));
        text.push_str(std::str::from_utf8(&room[..written]).unwrap());
        any |= had_errors;
    }
    (text, any)
}

fn replaced_utf16(mut decoder: Decoder, a: &[u8], b: &[u8]) -> Vec<u16> {
    let mut units = Vec::new();
    for (chunk, last) in [(a, false), (b, true)] {
        let mut room = vec![0; decoder.max_utf16_buffer_length(chunk.len()).unwrap()];
        let (result, read, written, _) = decoder.decode_to_utf16(chunk, &mut room, last);
        assert_eq!((result, read), (CoderResult::InputEmpty, chunk.len()));
        units.extend_from_slice(&room[..written]);
    }
    units
}

fn fits_without_replacement(mut decoder: Decoder, a: &[u8], b: &[u8]) {
    for (chunk, last) in [(a, false), (b, true)] {
        let mut read = 0;
        loop {
            let most = decoder.max_utf8_buffer_length_without_replacement(chunk.len() - read).unwrap();
            let mut text = String::with_capacity(most);
            // The capacity may have been rounded up.
            let mut exact = vec![0; most];
            let (result, r, w) = decoder.clone().decode_to_utf8_without_replacement(&chunk[read..], &mut exact, last);
            assert_ne!(result, DecoderResult::OutputFull);
            assert_eq!(decoder.decode_to_string_without_replacement(&chunk[read..], &mut text, last), (result, r));
            assert_eq!(text.as_bytes(), &exact[..w]);
            read += r;
            if result == DecoderResult::InputEmpty {
                break;
            }
        }
    }
}

fn utf16_with_room(mut decoder: Decoder, bytes: &[u8], room: usize) -> Vec<u16> {
    let mut units = Vec::new();
    let (mut read, mut now) = (0, room);
    let mut buffer = [0; 8];
    loop {
        let (result, r, w, _) = decoder.decode_to_utf16(&bytes[read..], &mut buffer[..now], true);
        read += r;
        units.extend_from_slice(&buffer[..w]);
        match result {
            CoderResult::InputEmpty => return units,
            CoderResult::OutputFull if r == 0 && w == 0 => {
                assert!(now < 2, "no progress with room for any character");
                now += 1;
            }
            CoderResult::OutputFull => now = room,
        }
    }
}
