//! Encoders: every level gives the same.

use charsniff::{CoderResult, EncoderResult, Encoding, Level};

use super::guarded::Guarded;
use super::levels;
use super::random::Random;
use super::stride::stride;

/// Encodes a text. Returns the results of all calls, and the bytes.
fn encode(
    encoding: Encoding,
    level: Level,
    mut text: &str,
    room: usize,
) -> (Vec<(EncoderResult, usize, usize)>, Vec<u8>) {
    const CANARY: u8 = 0xA5;
    let mut encoder = encoding.new_encoder_at_level(level).unwrap();
    let mut buffer = vec![CANARY; room + 128];
    let (mut results, mut bytes) = (Vec::new(), Vec::new());
    loop {
        let (result, read, written) = encoder.encode_from_utf8_without_replacement(text, &mut buffer[..room], true);
        assert!(buffer[room..].iter().all(|byte| *byte == CANARY), "{encoding} {level:?} wrote after its room");
        bytes.extend_from_slice(&buffer[..written]);
        results.push((result, read, written));
        text = &text[read..];
        if result == EncoderResult::InputEmpty {
            return (results, bytes);
        }
    }
}

/// Compares every level with the portable one on `text`, which ends at a guard page.
fn agree(encoding: Encoding, guarded: &mut Guarded, text: &str, room: usize) {
    let expected = encode(encoding, Level::Portable, text, room);
    let text = std::str::from_utf8(guarded.at_end(text.as_bytes())).unwrap();
    for level in levels() {
        assert_eq!(encode(encoding, level, text, room), expected, "{encoding} at {level:?}: {text:?}, {room}");
    }
}

/// The characters of a legacy encoding, among some that all of them have.
fn letters(encoding: Encoding) -> Vec<char> {
    let bytes: Vec<u8> = match encoding.is_single_byte() {
        true => (0..=0xFF).collect(),
        false => (0xA1..=0xFE).flat_map(|lead| [lead, 0xA1 + lead % 90, lead, 0xB0, b' ']).collect(),
    };
    let text = encoding.decode_without_bom_handling(&bytes).0.replace(char::REPLACEMENT_CHARACTER, "");
    text.chars().chain("aaaaeeee     \u{2019}\u{2013}\u{20AC}\u{E9}\u{F6}".chars()).collect()
}

#[test]
fn random_texts() {
    let (mut random, mut guarded) = (Random::new(1), Guarded::new());
    for encoding in Encoding::ALL {
        let letters = letters(encoding);
        for _ in 0..150 {
            // Characters that are close together, as in the alphabet of a script.
            let (first, span) = (random.below(letters.len()), 1 + random.below(64));
            let mut text: String =
                (0..random.below(400)).map(|_| letters[(first + random.below(span)) % letters.len()]).collect();
            for _ in 0..random.below(3) {
                let at = (0..=random.below(text.len() + 1)).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0);
                text.insert(at, ['\u{10FFFF}', '\u{3042}', '\u{416}', '\0', '\u{5D0}', '\u{FFFD}'][random.below(6)]);
            }
            agree(encoding, &mut guarded, &text, 2000);
            agree(encoding, &mut guarded, &text, 16 + random.below(100));
        }
    }
}

#[test]
fn each_character_of_each_single_byte_encoding() {
    let mut guarded = Guarded::new();
    for encoding in Encoding::ALL.into_iter().filter(|encoding| encoding.is_single_byte()) {
        let letters = letters(encoding);
        for filler in ["", " ", "plain text, and more"] {
            let text: String = letters.iter().map(|letter| format!("{letter}{filler}")).collect();
            agree(encoding, &mut guarded, &text, 10_000);
        }
    }
}

#[test]
fn each_character_of_each_other_encoding() {
    let mut guarded = Guarded::new();
    for encoding in Encoding::ALL.into_iter().filter(|encoding| !encoding.is_single_byte()) {
        let scalars: Vec<char> = (0x80..=0xFFFF).filter_map(char::from_u32).collect();
        for texts in scalars.chunks(500) {
            agree(encoding, &mut guarded, &texts.iter().collect::<String>(), 3000);
        }
        // In UTF-8, the first three bytes of the last filler differ by one bit from those of
        // U+2014, which some encodings have.
        for filler in [" ", "plain text", "\u{80501}"] {
            let letters = letters(encoding);
            for letters in letters.chunks(500) {
                let text: String = letters.iter().map(|letter| format!("{letter}{filler}")).collect();
                agree(encoding, &mut guarded, &text, 10_000);
            }
        }
    }
}

/// Characters of one to four bytes in UTF-8, with one, two or no bytes in the encoding.
#[test]
fn one_other_character_in_each_lane() {
    let others = [
        'a',
        '\0',
        '\u{A5}',
        '\u{B7}',
        '\u{430}',
        '\u{2014}',
        '\u{2665}',
        '\u{4E00}',
        '\u{AC02}',
        '\u{FF76}',
        '\u{80501}',
    ];
    let mut guarded = Guarded::new();
    for encoding in Encoding::ALL.into_iter().filter(|encoding| !encoding.is_single_byte()) {
        for run in others {
            for other in others {
                for before in 24..24 + 70 {
                    let text: String =
                        core::iter::repeat_n(run, before).chain([other]).chain(core::iter::repeat_n(run, 70)).collect();
                    agree(encoding, &mut guarded, &text, 2000);
                }
            }
        }
    }
}

#[test]
fn every_length_and_room() {
    let mut guarded = Guarded::new();
    let texts = [
        (Encoding::Windows1251, "\u{41C}\u{430}\u{440}\u{441} \u{2014} 4-\u{44F}, \u{AB}\u{43F}\u{43B}\u{BB}. "),
        (Encoding::Windows874, "\u{E14}\u{E32}\u{E27} \u{E2D}\u{E31}\u{E07} \u{2013} Mars "),
        (Encoding::Windows1252, "plan\u{E8}te \u{20AC}\u{153} \u{2019} "),
        (Encoding::Macintosh, "plan\u{E8}te \u{FB01} \u{F8FF} \u{2202} "),
        (Encoding::ShiftJis, "\u{706B}\u{661F}\u{FF76} \u{A5}a"),
        (Encoding::EucKr, "\u{D654}\u{C131}\u{C740} \u{D0DC}\u{C591}\u{ACC4}\u{C758} \u{B7}4\u{D7}, "),
    ];
    for (encoding, text) in texts {
        let text = text.repeat(12);
        let ends: Vec<usize> = (0..=text.len()).filter(|&i| text.is_char_boundary(i)).collect();
        for &end in &ends {
            for start in ends.iter().copied().filter(|&start| start <= end).take(8) {
                agree(encoding, &mut guarded, &text[start..end], 1000);
            }
        }
        for room in 2..200 {
            agree(encoding, &mut guarded, &text, room);
        }
        let mut room = vec![0; 300];
        for length in 0..300 {
            for level in levels() {
                let mut encoder = encoding.new_encoder_at_level(level).unwrap();
                let (result, read, written, _) = encoder.encode_from_utf8(&text, &mut room[..length], true);
                assert!(written <= length && (result == CoderResult::InputEmpty) == (read == text.len()));
                assert!(result == CoderResult::InputEmpty || written + 2 > length, "{encoding}: room for more");
            }
        }
    }
}

/// Words of any script with spaces and emoji, most of which an encoding lacks: with any room, from
/// UTF-8 and from UTF-16, every level writes what the characters give one by one.
#[test]
fn text_of_other_scripts() {
    const SCRIPTS: [(u32, u32); 10] = [
        (0x61, 26),
        (0xC0, 64),
        (0x410, 64),
        (0x3B1, 24),
        (0x801, 40),
        (0x3041, 80),
        (0x4E00, 2000),
        (0xFF61, 63),
        (0x1F600, 64),
        (0x2_0000, 999),
    ];
    let mut random = Random::new(1);
    for encoding in Encoding::ALL {
        for words in [1, 3, 20, 150].repeat(1 + 3 / stride()) {
            let mut text = String::new();
            for _ in 0..words {
                let (first, n) = SCRIPTS[random.below(SCRIPTS.len())];
                let c = |random: &mut Random| char::from_u32(first + random.below(n as usize) as u32).unwrap();
                text.extend((0..random.below(12)).map(|_| c(&mut random)));
                text.push_str(
                    ["", " ", ", ", " plain text, longer than a word or a vector of 32 bytes "][random.below(4)],
                );
            }
            let units: Vec<u16> = text.encode_utf16().collect();
            let mut one_by_one = encoding.new_encoder_at_level(Level::Portable).unwrap();
            let mut expected = Vec::with_capacity(10 * text.len() + 16);
            for c in text.chars() {
                let (result, ..) = one_by_one.encode_from_utf8_to_vec(c.encode_utf8(&mut [0; 4]), &mut expected, false);
                assert_eq!(result, CoderResult::InputEmpty);
            }
            assert_eq!(one_by_one.encode_from_utf8_to_vec("", &mut expected, true).0, CoderResult::InputEmpty);

            for level in [vec![Level::Portable], levels()].concat() {
                // Ten bytes may be too few for the last character and the return to ASCII.
                for room in [13, 17, 64, 1000, expected.len().max(13), expected.len() + 100] {
                    let mut buffer = vec![0; room];
                    let mut encoder = encoding.new_encoder_at_level(level).unwrap();
                    let (mut all, mut left) = (Vec::new(), &text[..]);
                    loop {
                        let (result, read, written, _) = encoder.encode_from_utf8(left, &mut buffer, true);
                        all.extend_from_slice(&buffer[..written]);
                        left = &left[read..];
                        if result == CoderResult::InputEmpty {
                            break;
                        }
                    }
                    assert!(all == expected, "{encoding} {level:?} {room} {text:?}");

                    let mut encoder = encoding.new_encoder_at_level(level).unwrap();
                    let (mut all, mut left) = (Vec::new(), &units[..]);
                    loop {
                        let (result, read, written, _) = encoder.encode_from_utf16(left, &mut buffer, true);
                        all.extend_from_slice(&buffer[..written]);
                        left = &left[read..];
                        if result == CoderResult::InputEmpty {
                            break;
                        }
                    }
                    assert!(all == expected, "{encoding} {level:?} {room} {text:?} in UTF-16");
                }
            }
        }
    }
}

/// Long UTF-16 with the encoding's own characters, and near its end one that the encoding may lack.
#[test]
fn long_code_units() {
    for encoding in Encoding::ALL.into_iter().filter(|encoding| encoding.output_encoding() == *encoding) {
        let high: Vec<u8> = (0x80..=0xFF).flat_map(|byte| [byte, byte, b'a']).collect();
        let own: String = encoding.decode_without_bom_handling(&high).0.replace('\u{FFFD}', "");
        for special in ["", "\0", "\u{80}", "\u{7FF}", "\u{801}", "\u{2019}", "\u{FFFF}", "\u{1F600}"] {
            for place in (64..400).step_by(37) {
                let mut characters: Vec<char> = own.chars().chain("plain ".chars()).cycle().take(700).collect();
                characters.splice(place..place, special.chars());
                let text: String = characters.into_iter().collect();
                let units: Vec<u16> = text.encode_utf16().collect();
                let (expected, ..) = encoding.encode(&text);
                for level in [vec![Level::Portable], levels()].concat() {
                    let mut bytes = vec![0; expected.len()];
                    let mut encoder = encoding.new_encoder_at_level(level).unwrap();
                    let (result, read, written, _) = encoder.encode_from_utf16(&units, &mut bytes, true);
                    assert_eq!((result, read, written), (CoderResult::InputEmpty, units.len(), expected.len()));
                    assert!(bytes == *expected, "{encoding} {level:?} {special:?} at {place}");
                }
            }
        }
    }
}
