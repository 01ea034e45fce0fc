//! Every level of kernels that this machine can run gives what the portable one gives, byte for
//! byte, error positions and counts included, reads nothing behind its input and writes nothing
//! behind its output.

use charsniff::{CoderResult, DecoderResult, Encoding, Level};

#[path = "kernels/guarded.rs"]
mod guarded;
#[path = "kernels/random.rs"]
mod random;
mod stride;

use guarded::Guarded;
use random::Random;
use stride::stride;

/// The levels to hold against the portable one.
fn levels() -> Vec<Level> {
    let all = [Level::Avx2, Level::Avx512, Level::Neon];
    all.into_iter().filter(|level| Encoding::Utf8.new_decoder_at_level(*level).is_some()).collect()
}

/// Else the tests below would hold the portable kernels against themselves.
#[test]
fn every_machine_has_its_level() {
    #[cfg(target_arch = "x86_64")]
    assert_eq!(
        levels().contains(&Level::Avx2),
        is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2") && is_x86_feature_detected!("popcnt")
    );
    assert_eq!(levels().contains(&Level::Neon), cfg!(all(target_arch = "aarch64", target_endian = "little")));
}

/// All that a decoder tells about an input, and the text.
#[derive(Debug, PartialEq, Eq)]
struct Told {
    results: Vec<(DecoderResult, usize, usize)>,
    text: Vec<u8>,
}

/// Decodes `chunks`, at most `room` bytes a call, with canaries behind them.
fn decode(encoding: Encoding, level: Level, chunks: &[&[u8]], room: usize) -> Told {
    const CANARY: u8 = 0xA5;
    let mut decoder = encoding.new_decoder_at_level(level).unwrap();
    let mut buffer = vec![CANARY; room + 256];
    let mut told = Told { results: Vec::new(), text: Vec::new() };
    for (i, chunk) in chunks.iter().enumerate() {
        let mut rest = *chunk;
        loop {
            let last = i + 1 == chunks.len();
            let (result, read, written) = decoder.decode_to_utf8_without_replacement(rest, &mut buffer[..room], last);
            assert!(buffer[room..].iter().all(|byte| *byte == CANARY), "{encoding} {level:?} wrote behind its room");
            told.text.extend_from_slice(&buffer[..written]);
            told.results.push((result, read, written));
            rest = &rest[read..];
            if result == DecoderResult::InputEmpty {
                break;
            }
        }
    }
    told
}

/// Holds every level against the portable one on `input`, which is put before a guard page; and that one
/// against the standard library where it can tell, since all levels share much of UTF-8.
fn agree(encoding: Encoding, guarded: &mut Guarded, input: &[u8], room: usize) {
    let expected = decode(encoding, Level::Portable, &[input], room);
    if encoding == Encoding::Utf8 {
        let valid: Vec<&[u8]> = input.utf8_chunks().map(|chunk| chunk.valid().as_bytes()).collect();
        assert!(expected.text == valid.concat(), "{:02X?}", &input[..input.len().min(300)]);
        let malformed = input.utf8_chunks().map(|chunk| chunk.invalid().len()).filter(|length| *length > 0);
        let told = expected.results.iter().filter_map(|(result, ..)| match result {
            DecoderResult::Malformed(length, _) => Some(usize::from(*length)),
            _ => None,
        });
        assert!(told.eq(malformed), "{:02X?}", &input[..input.len().min(300)]);
    }
    let input = guarded.at_end(input);
    for level in levels() {
        let told = decode(encoding, level, &[input], room);
        assert!(
            told == expected,
            "{encoding} at {level:?}, {room} bytes of room, {} bytes: {:02X?}",
            input.len(),
            &input[..input.len().min(300)]
        );
    }
}

/// Lengths 0 to 256, which at the end of a page are as many alignments, each with `specials` at
/// each position in otherwise unremarkable text.
fn special_at_each_position(encoding: Encoding, filler: &[u8], specials: &[&[u8]]) {
    special_at_positions(encoding, filler, specials, 1);
}

/// The same at every `step`-th position only, other ones for each length.
fn special_at_positions(encoding: Encoding, filler: &[u8], specials: &[&[u8]], step: usize) {
    let mut guarded = Guarded::new();
    for length in 0..=256 {
        let plain: Vec<u8> = filler.iter().copied().cycle().take(length).collect();
        for position in (length % step..length).step_by(step) {
            let special = specials[(length + position) % specials.len()];
            let mut input = plain.clone();
            let end = length.min(position + special.len());
            input[position..end].copy_from_slice(&special[..end - position]);
            let room = [3 * length + 16, length + 3, 300][position % 3].max(4);
            agree(encoding, &mut guarded, &input, room);
        }
    }
}

const UTF_8_SPECIALS: [&[u8]; 19] = [
    b"\x80",
    b"\xC2",
    b"\xC3\xA9",
    b"\xC0\xAF",
    b"\xC1\xBF",
    b"\xE0\x9F\xBF",
    b"\xE0\xA0\x80",
    b"\xE2\x82\xAC",
    b"\xE2\x82",
    b"\xED\x9F\xBF",
    b"\xED\xA0\x80",
    b"\xEF\xBF\xBF",
    b"\xF0\x8F\xBF\xBF",
    b"\xF0\x90\x80\x80",
    b"\xF0\x9F\x98\x80",
    b"\xF4\x8F\xBF\xBF",
    b"\xF4\x90\x80\x80",
    b"\xF5\x80\x80\x80",
    b"\xFF",
];

#[test]
fn utf_8_in_ascii() {
    special_at_each_position(Encoding::Utf8, b"plain text", &UTF_8_SPECIALS);
}

#[test]
fn utf_8_in_two_byte_characters() {
    special_at_each_position(Encoding::Utf8, "да".as_bytes(), &UTF_8_SPECIALS);
}

#[test]
fn utf_8_in_three_byte_characters() {
    special_at_each_position(Encoding::Utf8, "漢字".as_bytes(), &UTF_8_SPECIALS);
}

/// So long that all kernels come to the blocks that they are made for, and to choose again.
#[test]
fn utf_8_in_long_texts() {
    let changing =
        ["plain ", "да", "漢字", "한글·", "да", "ไทย", "a😀é", "，！"].map(|text| text.repeat(800 / text.len()));
    let changing = changing.concat();
    let mut guarded = Guarded::new();
    for (filler, longest) in
        [("한글", 3400), ("a😀é", 3400), ("ไทย", 3400), ("漢é", 3400), (&*changing, changing.len())]
    {
        for length in (257..longest).step_by(longest / 19) {
            let plain: Vec<u8> = filler.bytes().cycle().take(length).collect();
            agree(Encoding::Utf8, &mut guarded, &plain, 3 * length + 16);
            for position in (length % 29..length).step_by(if longest > 3400 { 131 } else { 29 }) {
                let special = UTF_8_SPECIALS[(length + position) % UTF_8_SPECIALS.len()];
                let mut input = plain.clone();
                input.splice(position..length.min(position + special.len()), special.iter().copied());
                let room = [3 * length + 16, length + 3, 300][position % 3];
                agree(Encoding::Utf8, &mut guarded, &input, room);
            }
        }
    }
}

/// Kernels test text by what leads it has: what one lets through at the end of a stretch, the test
/// of the next stretch must not forget.
#[test]
fn utf_8_cut_where_leads_change() {
    const CUT: [&[u8]; 10] =
        [b"", b"\xC3", b"\xDC", b"\xE0", b"\xE0\xA0", b"\xE6\xBC", b"\xED", b"\xEF\xBF", b"\xF0\x9F\x98", b"\xF4"];
    let fillers = ["a", "\u{E9}", "\u{800}", "\u{6F22}", "\u{D55C}", "\u{FF0C}", "\u{1F600}", "a\u{FF01}bc\u{E9}"];
    let mut guarded = Guarded::new();
    for (i, before) in fillers.into_iter().enumerate() {
        for (j, behind) in fillers.into_iter().enumerate() {
            for (k, cut) in CUT.into_iter().enumerate() {
                for place in (300..=556).skip((i + 3 * j + 7 * k) % 5).step_by(5) {
                    let before = before.as_bytes().iter().cycle().take(place);
                    let behind = behind.as_bytes().iter().cycle().take(800 + (i + 3 * j + 7 * k + place) % 1000);
                    let input: Vec<u8> = before.chain(cut).chain(behind).copied().collect();
                    agree(Encoding::Utf8, &mut guarded, &input, 3 * input.len());
                }
            }
        }
    }
}

/// Little-endian; odd positions show it what a byte out of step does.
#[test]
fn utf_16() {
    let specials: [&[u8]; 9] = [
        b"\x80\x00",
        b"\xFF\x07",
        b"\x00\x08",
        b"\xFF\xD7",
        b"\x00\xD8",
        b"\xFF\xDF",
        b"\x3D\xD8\x00\xDE",
        b"\x00\xE0",
        b"\xFF\xFF",
    ];
    let swapped = specials.map(|special| special.chunks(2).flat_map(|unit| [unit[1], unit[0]]).collect::<Vec<u8>>());
    let swapped: Vec<&[u8]> = swapped.iter().map(Vec::as_slice).collect();
    special_at_each_position(Encoding::Utf16Le, b"a\0b\0", &specials);
    special_at_each_position(Encoding::Utf16Le, b"\x34\x04\x30\x04", &specials);
    special_at_each_position(Encoding::Utf16Be, b"\x6F\x22\x5B\x57", &swapped);
}

#[test]
fn single_byte() {
    // D1 is a letter nearly everywhere, 80 and 93 are punctuation in most, FC has no character in
    // windows-874, AA none in windows-1253, 81 none in windows-1255.
    let specials: [&[u8]; 5] = [b"\x80", b"\xD1", b"\x93", b"\xFC", b"\xAA\x81"];
    for encoding in [Encoding::Windows1252, Encoding::Windows874, Encoding::Windows1253, Encoding::Windows1255] {
        special_at_each_position(encoding, b"plain text", &specials);
        special_at_each_position(encoding, b"\xE1\xE2\xE3", &specials);
    }
}

#[test]
fn each_byte_of_each_single_byte_encoding() {
    let mut guarded = Guarded::new();
    let bytes: Vec<u8> = (0..=0xFF).collect();
    for encoding in Encoding::ALL.into_iter().filter(|encoding| encoding.is_single_byte()) {
        // All, in order and each among ASCII, and only those that have a character.
        agree(encoding, &mut guarded, &bytes.repeat(2), 2000);
        let among_ascii: Vec<u8> = bytes.iter().flat_map(|&byte| [b'a', b'b', byte]).collect();
        agree(encoding, &mut guarded, &among_ascii, 3000);
        let mut known = bytes.clone();
        known.retain(|byte| !encoding.decode_without_bom_handling(&[*byte]).1);
        agree(encoding, &mut guarded, &known.repeat(2), 2000);
        known.retain(|byte| !byte.is_ascii());
        agree(encoding, &mut guarded, &known.repeat(3), 2000);
    }
}

/// Any bytes above 7F, from one in a hundred to every other, among ASCII.
#[test]
fn single_byte_among_ascii() {
    let mut random = Random::new();
    let mut guarded = Guarded::new();
    let encodings: Vec<Encoding> = Encoding::ALL.into_iter().filter(|encoding| encoding.is_single_byte()).collect();
    for round in 0..20_000 {
        let rarity = 2 + random.below([10, 99][round % 2]);
        let input: Vec<u8> = (0..random.below(400))
            .map(|_| match random.below(rarity) {
                0 => 0x80 + random.below(0x80) as u8,
                _ => b' ' + random.below(95) as u8,
            })
            .collect();
        let room = [3 * input.len() + 16, 4 + random.below(400)][round / 2 % 2];
        agree(encodings[random.below(encodings.len())], &mut guarded, &input, room);
    }
}

#[test]
fn two_byte() {
    // Characters that the run or the handler alone knows, leads without trails, halves of others.
    let specials: [&[u8]; 10] = [
        b"a",
        b"\x80",
        b"\xFF",
        b"\xB1",
        b"\x88\x62",
        b"\x8E\xB1",
        b"\x8F\xB0\xA1",
        b"\x81\x30\x84\x36",
        b"\xFE\x7F",
        b"\xFC\x4B",
    ];
    let encodings = [
        (Encoding::ShiftJis, &b"\x8A\xBF\x8E\x9A"[..]),
        (Encoding::EucJp, b"\xB4\xC1\xBB\xFA"),
        // Letters of two bytes, then of three, and ASCII.
        (Encoding::EucJp, b"\xA7\xD1\xA7\xD2\xA6\xC1, \xB4\xC1\xBB\xFA\xB4\xC1\xBB\xFA\xB4\xC1"),
        (Encoding::EucKr, b"\xC7\xD1\x20\xB1\xDB"),
        (Encoding::Gb18030, b"\xBA\xBA\x81\x40"),
        (Encoding::Big5, b"\xBA\x7E\xA6\x72"),
    ];
    for (encoding, filler) in encodings {
        special_at_positions(encoding, b"plain text", &specials, 7);
        special_at_positions(encoding, filler, &specials, 5);
    }
}

#[test]
fn iso_2022_jp() {
    let specials: [&[u8]; 6] = [b"\x1B$B", b"\x1B(B", b"\x1B(J", b"\x1B(I", b"\x1B\x1B$", b"\x0E"];
    special_at_positions(Encoding::Iso2022Jp, b"4A;z", &specials, 7);
    special_at_positions(Encoding::Iso2022Jp, b"\x1B$B4A;z\x1B(Btext", &specials, 7);
}

/// More than the queue's threshold, with something else at each place of a block.
#[test]
fn iso_2022_jp_in_long_texts() {
    let specials: [&[u8]; 12] = [
        b"\x1B(B",
        b"\x1B$B",
        b"\x1B$@",
        b"\x1B(B\x1B$B",
        b"\x1B(Ba\x1B$B",
        b"\x1B(J",
        b"\x1B",
        b"\x1B$",
        b"\xA1",
        b"\x7F",
        b"!",
        b"\x0E",
    ];
    let mut guarded = Guarded::new();
    for filler in [&b"4A;z"[..], b"\x1B(Btext \x1B$B4A;z4A"] {
        let mut plain = b"\x1B$B".to_vec();
        plain.extend(filler.iter().copied().cycle().take(2_000));
        for special in specials {
            for position in 900..1_500 {
                let mut input = plain.clone();
                input.splice(position..position, special.iter().copied());
                agree(Encoding::Iso2022Jp, &mut guarded, &input, 3 * input.len() + 16);
            }
        }
    }
}

/// Thousands of characters that are pairs and ASCII in runs of any length, with up to four
/// `specials` anywhere: more than kernels take at once.
fn long_runs(encoding: Encoding, runs: [&[u8]; 2], random_pair: fn(&mut Random) -> [u8; 2], specials: &[&[u8]]) {
    let mut random = Random::new();
    let mut guarded = Guarded::new();
    for round in 0..600 {
        let mut input = Vec::new();
        let longest = [4, 70, 700, 3000][round % 4];
        while input.len() < 6_000 {
            input.extend_from_slice(runs[0]);
            input.extend((0..1 + random.below(longest)).flat_map(|_| random_pair(&mut random)));
            input.extend_from_slice(runs[1]);
            input.extend((0..random.below([3, 100][round / 4 % 2])).map(|_| b' ' + random.below(95) as u8));
        }
        for _ in 0..round % 5 {
            let special = specials[random.below(specials.len())];
            let position = random.below(input.len());
            input.splice(position..position, special.iter().copied());
        }
        let room = [3 * input.len() + 16, 1 + random.below(9_000)][round % 2].max(4);
        agree(encoding, &mut guarded, &input, room);
    }
}

#[test]
fn long_runs_of_pairs() {
    fn either(random: &mut Random, trails: [(u8, u8); 2]) -> u8 {
        let (first, last) = trails[random.below(2)];
        first + random.below(usize::from(last - first) + 1) as u8
    }
    /// Letters of two bytes of UTF-8 are few, so that some rows of characters have none.
    fn or_letter(random: &mut Random, pair: [u8; 2], first_letter: [u8; 2]) -> [u8; 2] {
        match random.below(700) {
            0 => [first_letter[0], first_letter[1] + random.below(15) as u8],
            _ => pair,
        }
    }
    let specials: [&[u8]; 6] = [b"\xFF", b"\x80", b"\xA1\xA1", b"\x8F\xB0\xA1", b"\x81\x30\x81\x30", b"\0"];
    for encoding in [Encoding::EucJp, Encoding::Gbk, Encoding::Gb18030] {
        let pair = |random: &mut Random| {
            let pair = [0xB0 + random.below(16) as u8, 0xA1 + random.below(94) as u8];
            or_letter(random, pair, [0xA7, 0xA1])
        };
        long_runs(encoding, [b"", b""], pair, &specials);
    }
    let pair = |random: &mut Random| {
        let pair = [0xB0 + random.below(16) as u8, 0xA1 + random.below(94) as u8];
        or_letter(random, pair, [0xAC, 0xA1])
    };
    long_runs(Encoding::EucKr, [b"", b""], pair, &specials);
    let pair = |random: &mut Random| {
        let pair = [0xA4 + random.below(32) as u8, either(random, [(0x40, 0x7E), (0xA1, 0xFE)])];
        or_letter(random, pair, [0xA3, 0x44])
    };
    long_runs(Encoding::Big5, [b"", b""], pair, &specials);
    let pair = |random: &mut Random| {
        let pair = [0x89 + random.below(7) as u8, either(random, [(0x40, 0x7E), (0x80, 0xFC)])];
        or_letter(random, pair, [0x84, 0x40])
    };
    long_runs(Encoding::ShiftJis, [b"", b""], pair, &specials);
    let pair = |random: &mut Random| {
        let pair = [0x30 + random.below(16) as u8, 0x21 + random.below(94) as u8];
        or_letter(random, pair, [0x27, 0x21])
    };
    let specials: [&[u8]; 7] = [b"\x1B(B", b"\x1B$@", b"\x1B(J", b"\x0F", b"\x7F", b"\xA1", b"!"];
    long_runs(Encoding::Iso2022Jp, [b"\x1B$B", b"\x1B(B"], pair, &specials);
}

/// What comes in rows: pairs, ASCII, characters that are neither, and what is malformed, each
/// some hundred in a row or one between others. Errors become U+FFFD, as encoding_rs has them.
#[test]
fn rows_of_rare_characters() {
    type Bytes = &'static [u8];
    let kinds: [(Encoding, Bytes, &[Bytes], &[Bytes]); 8] = [
        (
            Encoding::Gb18030,
            b"\xBA\xBA",
            &[b"\x94\x39\xFC\x36", b"\xE3\x32\x9A\x35", b"\x81\x30\x81\x30", b"\x84\x31\xA4\x39", b"\x80"],
            &[b"\xE3\x32\x9A\x36", b"\x84\x31\xA5\x30", b"\xFE\x39\xFE\x39", b"\x90\x30\x81", b"\x90\x30", b"\xFF"],
        ),
        (
            Encoding::EucJp,
            b"\xB4\xC1",
            &[b"\x8E\xB1", b"\x8E\xDF", b"\x8F\xB0\xA1"],
            &[b"\x8E\xE0", b"\x8F\xA1", b"\xA0", b"\x8F"],
        ),
        (
            Encoding::ShiftJis,
            b"\x8A\xBF",
            &[b"\xB1", b"\xDF", b"\xF0\x40", b"\xF9\xFC", b"\x80"],
            &[b"\xA0", b"\x81\x7F", b"\xFC\xFC", b"\x81"],
        ),
        (
            Encoding::Big5,
            b"\xBA\x7E",
            &[b"\x88\x62", b"\x88\xA5", b"\x89\x5C", b"\x8B\xE2"],
            &[b"\x81\x40", b"\xA4\x7F", b"\xA4\xA0", b"\xFF", b"\x81"],
        ),
        (Encoding::EucKr, b"\xC7\xD1", &[b"\x81\x41"], &[b"\x80", b"\xC9\xA1", b"\xC7\x7F", b"\xC7"]),
        (
            Encoding::Iso2022Jp,
            b"\x34\x41",
            &[b"\x1B$B", b"\x1B$B", b"\x1B(B", b"\x1B(J", b"\x1B(I"],
            &[b"\x1B$", b"\x1B(", b"\x1B", b"\x1B$A", b"\x80", b"\x0E", b"\x7F"],
        ),
        (Encoding::Windows1253, b"\xE1\xE2", &[b"\xA9"], &[b"\xAA", b"\xD2", b"\xFF"]),
        (Encoding::Iso8859_6, b"\xC7\xE4", &[b"\xA0"], &[b"\xA1", b"\xDB", b"\xFF"]),
    ];
    let mut random = Random::new();
    let mut guarded = Guarded::new();
    for round in 0..1600 {
        let (encoding, pair, rare, malformed) = kinds[round % kinds.len()];
        let theirs = encoding_rs::Encoding::for_label(encoding.name().as_bytes()).unwrap();
        let mut input = Vec::new();
        let length = [300, 3_000][round / 8 % 2];
        while input.len() < length {
            let row = [2, 8, 40, 300][round / 16 % 4];
            let row = 1 + random.below(row);
            match random.below(if round % 3 == 0 { 3 } else { 5 }) {
                0 => input.extend((0..row).flat_map(|_| pair)),
                1 => input.extend((0..row).map(|_| b' ' + random.below(95) as u8)),
                2 => input.extend((0..row).flat_map(|_| rare[random.below(rare.len())])),
                3 => input.extend((0..1 + row % 3).flat_map(|_| malformed[random.below(malformed.len())])),
                _ => input.extend((0..row).flat_map(|_| {
                    let kind = if random.below(3) < 2 { rare } else { malformed };
                    kind[random.below(kind.len())]
                })),
            }
        }
        let room = [3 * input.len() + 16, 4 + random.below(40), 4 + random.below(4_000)][round % 5 % 3];
        agree(encoding, &mut guarded, &input, room);

        let expected = theirs.decode_without_bom_handling(&input).0;
        let bytes = guarded.at_end(&input);
        for level in [vec![Level::Portable], levels()].concat() {
            assert!(
                replaced(encoding, level, bytes, room) == expected.as_bytes(),
                "{encoding} at {level:?} in round {round}"
            );
        }
    }
}

/// The text of `bytes`, at most `room` bytes a call, with U+FFFD for each error.
fn replaced(encoding: Encoding, level: Level, bytes: &[u8], room: usize) -> Vec<u8> {
    const CANARY: u8 = 0xA5;
    let mut decoder = encoding.new_decoder_at_level(level).unwrap();
    let mut buffer = vec![CANARY; room + 256];
    let (mut text, mut rest, mut any_errors) = (Vec::new(), bytes, false);
    loop {
        let (result, read, written, had_errors) = decoder.decode_to_utf8(rest, &mut buffer[..room], true);
        assert!(buffer[room..].iter().all(|byte| *byte == CANARY), "{encoding} {level:?} wrote behind its room");
        any_errors |= had_errors;
        text.extend_from_slice(&buffer[..written]);
        rest = &rest[read..];
        if result == CoderResult::InputEmpty {
            let has_replacements = text.windows(3).any(|utf8| utf8 == "\u{FFFD}".as_bytes());
            assert_eq!(any_errors, has_replacements, "{encoding} {level:?}");
            return text;
        }
    }
}

/// Text of every script, some of it damaged, in chunks of any size, into rooms of any size.
#[test]
fn random_text() {
    let mut random = Random::new();
    let mut guarded = Guarded::new();
    for round in 0..6_000 {
        let (encoding, mut input) = random.resource();
        for _ in 0..[0, 0, 1, 8][round % 4] {
            random.damage(&mut input);
        }
        let input = guarded.at_end(&input);
        let room = [3 * input.len() + 16, 4 + random.below(100)][round % 2];
        let middle = random.below(input.len() + 1);
        let chunks = [&input[..middle], &input[middle..]];
        let chunks = if round % 3 == 0 { &chunks[..] } else { &[input] };
        let expected = decode(encoding, Level::Portable, chunks, room);
        for level in levels() {
            let told = decode(encoding, level, chunks, room);
            assert!(told == expected, "{encoding} at {level:?} in round {round}");
        }
        if chunks.len() == 1 {
            let theirs = encoding_rs::Encoding::for_label(encoding.name().as_bytes()).unwrap();
            let text = theirs.decode_without_bom_handling(input).0;
            let mut decoder = encoding.new_decoder_without_bom_handling();
            let mut ours = vec![0; 3 * input.len() + 16];
            let (.., written, _) = decoder.decode_to_utf8(input, &mut ours, true);
            assert!(&ours[..written] == text.as_bytes(), "{encoding} in round {round}");
        }
    }
}

/// To UTF-16, each level gives the code units of `str::encode_utf16`, and nothing behind its room.
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
                            "{encoding} {level:?} wrote behind its room"
                        );
                    }
                }
            }
        }
    }
}

/// Single-byte encodings, which some levels turn into UTF-16 in one step: all bytes, errors too.
#[test]
fn code_units_of_single_byte_encodings() {
    let mut random = Random::new();
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
                let mut units = vec![0; expected.len()];
                let (mut read, mut written) = (0, 0);
                // In two pieces of room.
                for end in [expected.len() / 2, expected.len()] {
                    let (_, r, w, _) = decoder.decode_to_utf16(&bytes[read..], &mut units[written..end], true);
                    read += r;
                    written += w;
                }
                assert_eq!((read, written), (bytes.len(), expected.len()), "{encoding} {level:?} {bytes:02X?}");
                assert_eq!(units, expected, "{encoding} {level:?} {bytes:02X?}");
            }
        }
    }
}

/// The same text to UTF-16, in chunks of any size into rooms of any size, and nothing behind these.
#[test]
fn random_code_units() {
    const CANARY: u16 = 0xA5A5;
    let mut random = Random::new();
    let mut guarded = Guarded::new();
    for round in 0..4_000 {
        let (encoding, mut input) = random.resource();
        for _ in 0..[0, 0, 1, 8][round % 4] {
            random.damage(&mut input);
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
                    assert!(room[size..].iter().all(|unit| *unit == CANARY), "{encoding} {level:?} behind its room");
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

/// Blocks of pairs alone, of which some or all have two bytes in UTF-8.
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

/// More than the decoder's and the encoder's UTF-8 in between can hold, with all that may be where
/// it ends.
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

/// UTF-16 with surrogates, pairs in rows and some alone, among ASCII and others, to UTF-8 and to
/// code units, in one piece of room and in two.
#[test]
fn surrogates() {
    let mut random = Random::new();
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
                    let mut to = vec![0; expected.len()];
                    let (_, read, written, _) = decoder.decode_to_utf16(&bytes, &mut to[..middle], true);
                    let (result, _, more, _) = decoder.decode_to_utf16(&bytes[read..], &mut to[written..], true);
                    assert_eq!((result, written + more), (CoderResult::InputEmpty, to.len()), "{level:?} {units:04X?}");
                    assert!(to == expected, "{encoding} {level:?} {middle} {units:04X?}");
                }
            }
        }
    }
}

/// UTF-16 of one unit again and again, where kernels tell units apart by what all of a group are less
/// than.
#[test]
fn rows_of_one_unit() {
    let edges = [0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFF];
    // U+FFFD is what tells `replaced` of an error.
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
