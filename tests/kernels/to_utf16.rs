//! Decoders to UTF-16: every level gives the same.

use charsniff::{CoderResult, Encoding, Level};

use super::decode::replaced;
use super::guarded::Guarded;
use super::levels;
use super::random::Random;
use super::resource;
use super::stride::stride;

/// Every level gives the code units of `str::encode_utf16`, and writes nothing beyond its room.
#[test]
fn code_units() {
    const CANARY: u16 = 0xA5A5;
    let levels = [vec![Level::Portable], levels()].concat();
    let mut buffer = vec![CANARY; 1024];
    for filler in
        ["a", "\u{E9}", "\u{7FF}", "\u{800}", "\u{8A9E}", "\u{FFFF}", "\u{1F600}", "na\u{EF}ve ", "\u{8A9E}a\u{E9}"]
    {
        for (length, special) in (0..180).zip(["a", "\u{80}", "\u{7FF}", "\u{20AC}", "\u{10FFFF}"].into_iter().cycle())
        {
            let characters: Vec<char> = filler.chars().cycle().take(length).collect();
            for position in (length % 3..=length).step_by(3 * stride()) {
                let text: String = characters[..position]
                    .iter()
                    .copied()
                    .chain(special.chars())
                    .chain(characters[position..].iter().copied())
                    .collect();
                let units: Vec<u16> = text.encode_utf16().collect();
                for (encoding, bytes) in [
                    (Encoding::Utf8, text.clone().into_bytes()),
                    (Encoding::Utf16Le, units.iter().flat_map(|unit| unit.to_le_bytes()).collect()),
                    (Encoding::Utf16Be, units.iter().flat_map(|unit| unit.to_be_bytes()).collect()),
                ] {
                    let room = units.len() + [0, 1, 33, 70][position % 4];
                    for &level in &levels {
                        buffer.fill(CANARY);
                        let mut decoder = encoding.new_decoder_at_level(level).unwrap();
                        let (result, read, written, _) = decoder.decode_to_utf16(&bytes, &mut buffer[..room], true);
                        assert_eq!(
                            (result, read, &buffer[..written]),
                            (CoderResult::InputEmpty, bytes.len(), &units[..]),
                            "{encoding} {level:?} {text:?}"
                        );
                        assert!(
                            buffer[room..].iter().all(|unit| *unit == CANARY),
                            "{encoding} {level:?} wrote after its room"
                        );
                    }
                }
            }
        }
    }
}

/// Single-byte encodings, which some levels decode to UTF-16 in one step: all bytes, also those
/// without a character.
#[test]
fn code_units_of_single_byte_encodings() {
    let mut random = Random::new(1);
    for encoding in Encoding::ALL {
        for length in (0..300).step_by(7) {
            // Mostly ASCII, or mostly not.
            let others = if length % 2 == 0 { 2 } else { 60 };
            let byte = |random: &mut Random| match random.below(64) < others {
                true => random.below(128) as u8 | 0x80,
                false => random.below(128) as u8,
            };
            let bytes: Vec<u8> = (0..length).map(|_| byte(&mut random)).collect();
            let (text, _) = encoding.decode_without_bom_handling(&bytes);
            let expected: Vec<u16> = text.encode_utf16().collect();
            for level in [vec![Level::Portable], levels()].concat() {
                let mut decoder = encoding.new_decoder_at_level(level).unwrap();
                // UTF-16 decoders want room for a pair of surrogates.
                let mut units = vec![0; expected.len() + 1];
                let (mut read, mut written) = (0, 0);
                // With room for the half, then for the rest.
                for end in [expected.len() / 2, units.len()] {
                    let (_, r, w, _) = decoder.decode_to_utf16(&bytes[read..], &mut units[written..end], true);
                    read += r;
                    written += w;
                }
                assert_eq!((read, written), (bytes.len(), expected.len()), "{encoding} {level:?} {bytes:02X?}");
                assert_eq!(units[..written], expected, "{encoding} {level:?} {bytes:02X?}");
            }
        }
    }
}

/// Random text, in chunks of any size, with any room for output. Nothing is written beyond the
/// room.
#[test]
fn random_code_units() {
    const CANARY: u16 = 0xA5A5;
    let mut random = Random::new(1);
    let mut guarded = Guarded::new();
    for round in 0..4_000 {
        let (encoding, mut input) = resource::random(&mut random);
        for _ in 0..[0, 0, 1, 8][round % 4] {
            resource::damage(&mut random, &mut input);
        }
        let input = guarded.at_end(&input);
        let theirs = encoding_rs::Encoding::for_label(encoding.name().as_bytes()).unwrap();
        let (text, had_errors) = theirs.decode_without_bom_handling(input);
        let expected: Vec<u16> = text.encode_utf16().collect();
        let middle = random.below(input.len() + 1);
        let size = [input.len() + 8, 2 + random.below(200)][round % 2];
        for level in [vec![Level::Portable], levels()].concat() {
            let mut decoder = encoding.new_decoder_at_level(level).unwrap();
            let (mut units, mut errors) = (Vec::new(), false);
            let mut room = vec![CANARY; size + 100];
            for (mut chunk, last) in [(&input[..middle], false), (&input[middle..], true)] {
                loop {
                    let (result, read, written, is_error) = decoder.decode_to_utf16(chunk, &mut room[..size], last);
                    units.extend_from_slice(&room[..written]);
                    assert!(
                        room[size..].iter().all(|unit| *unit == CANARY),
                        "{encoding} {level:?} wrote after its room"
                    );
                    errors |= is_error;
                    chunk = &chunk[read..];
                    if result == CoderResult::InputEmpty {
                        break;
                    }
                }
                assert!(chunk.is_empty(), "{encoding} {level:?} in round {round}");
            }
            assert!(units == expected, "{encoding} at {level:?} in round {round}");
            assert_eq!(errors, had_errors, "{encoding} at {level:?} in round {round}");
        }
    }
}

/// Blocks of pairs only, some or all of which have two bytes in UTF-8.
#[test]
fn code_units_of_pairs() {
    for encoding in [Encoding::Big5, Encoding::EucJp, Encoding::EucKr, Encoding::Gbk, Encoding::ShiftJis] {
        let theirs = encoding_rs::Encoding::for_label(encoding.name().as_bytes()).unwrap();
        for characters in ["\u{3A9}", "\u{3A9}\u{3042}", "\u{3042}\u{3A9}\u{3042}\u{3042}", "\u{3042}"] {
            for before in 0..3 {
                let text = "x".repeat(before) + &characters.repeat(300);
                let (bytes, _, is_incomplete) = theirs.encode(&text);
                assert!(!is_incomplete);
                let expected: Vec<u16> = text.encode_utf16().collect();
                for level in [vec![Level::Portable], levels()].concat() {
                    let mut units = vec![0; expected.len()];
                    let mut decoder = encoding.new_decoder_at_level(level).unwrap();
                    let result = decoder.decode_to_utf16(&bytes, &mut units, true);
                    assert_eq!(result, (CoderResult::InputEmpty, bytes.len(), expected.len(), false));
                    assert!(units == expected, "{encoding} {level:?} {text}");
                }
            }
        }
    }
}

/// More text than the UTF-8 buffers of the decoder and the encoder hold, with every kind of
/// character at their ends.
#[test]
fn long_code_units() {
    for filler in ["a", "\u{E9}", "\u{8A9E}", "\u{1F600}", "a\u{E9}\u{8A9E}\u{1F600}"] {
        for start in 0..8 {
            let text: String = "x".repeat(start) + &filler.repeat(9000 / filler.len());
            let units: Vec<u16> = text.encode_utf16().collect();
            for level in [vec![Level::Portable], levels()].concat() {
                for spare in [0, 1, 5000] {
                    let mut room = vec![0; units.len() + spare];
                    let mut decoder = Encoding::Utf8.new_decoder_at_level(level).unwrap();
                    let result = decoder.decode_to_utf16(text.as_bytes(), &mut room, true);
                    assert_eq!(result, (CoderResult::InputEmpty, text.len(), units.len(), false), "{level:?}");
                    assert_eq!(room[..units.len()], units, "{level:?}");
                }
            }
        }
    }
}

/// UTF-16 with surrogate pairs in rows and lone surrogates, among ASCII and other characters, to
/// UTF-8 and to UTF-16, with the room at once and in two parts.
#[test]
fn surrogates() {
    let mut random = Random::new(1);
    for round in 0..4000 / stride() {
        let mut units: Vec<u16> = Vec::new();
        let lone = [0, 0, 1, 8][round % 4];
        for _ in 0..random.below(24) {
            let n = [1, 2, 5, 40][random.below(4)];
            match random.below(8) {
                0..3 => units.extend((0..n).map(|i| 0x61 + i % 26)),
                3 => units.extend((0..n).map(|i| 0x410 + i % 64)),
                4 => units.extend((0..n).map(|i| 0x4E00 + i)),
                _ => units.extend((0..n).flat_map(|i| [0xD83D, 0xDE00 + i])),
            }
            if random.below(16) < lone {
                units.push(0xD800 + random.below(0x800) as u16);
            }
        }
        let text = String::from_utf16_lossy(&units);
        let expected: Vec<u16> = text.encode_utf16().collect();
        for encoding in [Encoding::Utf16Le, Encoding::Utf16Be] {
            let bytes_of =
                |unit: &u16| if encoding == Encoding::Utf16Le { unit.to_le_bytes() } else { unit.to_be_bytes() };
            let bytes: Vec<u8> = units.iter().flat_map(bytes_of).collect();
            for level in [vec![Level::Portable], levels()].concat() {
                let mut utf8 = vec![0; text.len() + 3];
                let mut decoder = encoding.new_decoder_at_level(level).unwrap();
                let (result, read, written, _) = decoder.decode_to_utf8(&bytes, &mut utf8, true);
                assert_eq!((result, read), (CoderResult::InputEmpty, bytes.len()), "{encoding} {level:?} {units:04X?}");
                assert!(&utf8[..written] == text.as_bytes(), "{encoding} {level:?} {units:04X?}");
                for middle in [0, expected.len() / 2, expected.len()] {
                    let mut decoder = encoding.new_decoder_at_level(level).unwrap();
                    // The decoders want room for a pair of surrogates.
                    let mut to = vec![0; expected.len() + 1];
                    let (_, read, written, _) = decoder.decode_to_utf16(&bytes, &mut to[..middle], true);
                    let (result, _, more, _) = decoder.decode_to_utf16(&bytes[read..], &mut to[written..], true);
                    assert_eq!(
                        (result, written + more),
                        (CoderResult::InputEmpty, expected.len()),
                        "{level:?} {units:04X?}"
                    );
                    assert!(to[..expected.len()] == expected, "{encoding} {level:?} {middle} {units:04X?}");
                }
            }
        }
    }
}

/// One code unit repeated. Kernels classify the units of a group together, by comparing them with
/// these limits.
#[test]
fn rows_of_one_unit() {
    let edges = [0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFF];
    // U+FFFD would look like an error to `replaced`.
    for unit in edges.into_iter().chain((0..=0xFFFF).step_by(stride())).filter(|unit| *unit != 0xFFFD) {
        for length in [9, 40] {
            let text = String::from_utf16_lossy(&vec![unit; length]);
            for level in [vec![Level::Portable], levels()].concat() {
                let (le, be) = (unit.to_le_bytes().repeat(length), unit.to_be_bytes().repeat(length));
                assert!(replaced(Encoding::Utf16Le, level, &le, 256) == text.as_bytes(), "{level:?} {unit:04X}");
                assert!(replaced(Encoding::Utf16Be, level, &be, 256) == text.as_bytes(), "{level:?} {unit:04X}");
            }
        }
    }
}
