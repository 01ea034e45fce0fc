//! Decoders to UTF-8: every level gives the same.

use charsniff::{CoderResult, DecoderResult, Encoding, Level};

use super::guarded::Guarded;
use super::levels;
use super::random::Random;
use super::resource;

/// The results of all calls, and the text.
#[derive(Debug, PartialEq, Eq)]
struct Told {
    results: Vec<(DecoderResult, usize, usize)>,
    text: Vec<u8>,
}

/// Decodes `chunks`, with at most `room` bytes per call and canaries after them.
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
            assert!(buffer[room..].iter().all(|byte| *byte == CANARY), "{encoding} {level:?} wrote after its room");
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

/// Compares every level, on `input` that ends at a guard page, with the portable one. UTF-8 is also
/// compared with the standard library, since all levels share much of its code.
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
    // The portable level too: it has not seen the guard page yet.
    for level in [vec![Level::Portable], levels()].concat() {
        let told = decode(encoding, level, &[input], room);
        assert!(
            told == expected,
            "{encoding} at {level:?}, {room} bytes of room, {} bytes: {:02X?}",
            input.len(),
            &input[..input.len().min(300)]
        );
    }
}

/// Lengths 0 to 256, which at the end of a page are as many alignments, each with one of `specials`
/// at each position among `filler`.
fn special_at_each_position(encoding: Encoding, filler: &[u8], specials: &[&[u8]]) {
    special_at_positions(encoding, filler, specials, 1);
}

/// Checks every `step`-th position only. The positions differ for each length.
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

/// Long enough for all kernels to reach the blocks that they are made for, and to choose again.
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

/// Kernels check text by its lead bytes. An incomplete sequence at the end of one stretch must be
/// noticed in the next.
#[test]
fn utf_8_cut_where_leads_change() {
    const CUT: [&[u8]; 20] = [
        b"",
        b"\x80",
        b"\xC3",
        b"\xDC",
        b"\xC3\xC3\xA9",
        b"\xC0\x80",
        b"\xC1\xBF",
        b"\xE0",
        b"\xE0\xA0",
        b"\xE0\x9F\xBF",
        b"\xE6\xBC",
        b"\xE6\xE6\xBC\xA2",
        b"\xED",
        b"\xED\xA0\x80",
        b"\xEF\xBF",
        b"\xF0\x9F\x98",
        b"\xF0\x8F\xBF\xBF",
        b"\xF4",
        b"\xF4\x90\x80\x80",
        b"\xF5\x80\x80\x80",
    ];
    let fillers = [
        "a",
        "\u{E9}",
        "\u{7FF}a",
        "\u{800}",
        "\u{1000}",
        "\u{6F22}",
        "\u{D55C}",
        "\u{FF0C}",
        "\u{1F600}",
        "a\u{FF01}bc\u{E9}",
    ];
    let mut guarded = Guarded::new();
    for (i, before) in fillers.into_iter().enumerate() {
        for (j, after) in fillers.into_iter().enumerate() {
            for (k, cut) in CUT.into_iter().enumerate() {
                // In ASCII at all places of some blocks, elsewhere at a different choice of places each.
                let step = if i + j == 0 { 1 } else { 19 };
                for place in (300..=560).skip((i + 3 * j + 7 * k) % step).step_by(step) {
                    let before = before.as_bytes().iter().cycle().take(place);
                    let after = after.as_bytes().iter().cycle().take(1500 + (i + 3 * j + 7 * k + place) % 800);
                    let input: Vec<u8> = before.chain(cut).chain(after).copied().collect();
                    let room = [3 * input.len(), input.len() - place % 4][place % 2];
                    agree(Encoding::Utf8, &mut guarded, &input, room);
                }
            }
        }
    }
}

/// Rare characters may make the chosen test fail and be chosen again any number of times. Its patience, which doubles
/// each time, does not overflow.
#[test]
fn utf_8_with_rare_characters_at_long_distances() {
    let mut text = String::new();
    for _ in 0..70 {
        // Both twice, close to each other, so that another test is chosen.
        for rare in ["\u{E9}", "\u{E9}", "\u{1F600}", "\u{1F600}"] {
            text.push_str(rare);
            text.extend(core::iter::repeat_n('\u{FF01}', 100));
        }
        text.extend(core::iter::repeat_n('\u{FF01}', 4000));
    }
    for level in [vec![Level::Portable], levels()].concat() {
        assert!(decode(Encoding::Utf8, level, &[text.as_bytes()], text.len() + 16).text == text.as_bytes());
    }
}

/// Little-endian. At odd positions, a special byte shifts the code units.
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
    // D1 is a letter in nearly all encodings, 80 and 93 are punctuation in most. FC has no
    // character in windows-874, AA has none in windows-1253, 81 has none in windows-1255.
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
        // All bytes in order, each among ASCII; and only those that have a character.
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

/// Random bytes above 7F among ASCII, from one in a hundred to every other.
#[test]
fn single_byte_among_ascii() {
    let mut random = Random::new(1);
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
    // Characters that only the run or only the handler knows, leads without trails, halves of
    // characters.
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
        // Letters of two bytes in UTF-8, then of three bytes, and ASCII.
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

/// Longer than the threshold of the queue, with something else at each position in a block.
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

/// Thousands of characters, in runs of pairs and ASCII of any length, with up to four `specials`
/// anywhere: more than kernels process at once.
fn long_runs(encoding: Encoding, runs: [&[u8]; 2], random_pair: fn(&mut Random) -> [u8; 2], specials: &[&[u8]]) {
    let mut random = Random::new(1);
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
    /// There are few letters of two bytes in UTF-8, so that some rows of characters have none.
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

/// Pairs, ASCII, other characters and malformed sequences, each in rows of some hundred or alone.
/// Errors become U+FFFD, as with `encoding_rs`.
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
    let mut random = Random::new(1);
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

/// Decodes `bytes` with at most `room` bytes per call, and U+FFFD for each error.
pub fn replaced(encoding: Encoding, level: Level, bytes: &[u8], room: usize) -> Vec<u8> {
    const CANARY: u8 = 0xA5;
    let mut decoder = encoding.new_decoder_at_level(level).unwrap();
    let mut buffer = vec![CANARY; room + 256];
    let (mut text, mut rest, mut any_errors) = (Vec::new(), bytes, false);
    loop {
        let (result, read, written, had_errors) = decoder.decode_to_utf8(rest, &mut buffer[..room], true);
        assert!(buffer[room..].iter().all(|byte| *byte == CANARY), "{encoding} {level:?} wrote after its room");
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

/// Text in every script, partly damaged, in chunks of any size, with any room for output.
#[test]
fn random_text() {
    let mut random = Random::new(1);
    let mut guarded = Guarded::new();
    for round in 0..6_000 {
        let (encoding, mut input) = resource::random(&mut random);
        for _ in 0..[0, 0, 1, 8][round % 4] {
            resource::damage(&mut random, &mut input);
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
