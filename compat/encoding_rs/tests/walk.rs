//! A walk over places, against the original: one malformed place in UTF-8 and in UTF-16, and one character above ASCII in
//! Latin 1, at the places around the lengths of vectors and blocks, through the decoders and through `mem`.

use encoding_rs::{UTF_8, mem as ours};
use original::mem as theirs;

/// The lengths of vectors and blocks, and those from which another loop is used.
const THRESHOLDS: [usize; 8] = [8, 16, 32, 64, 128, 256, 2048, 4096];

/// Lengths around the thresholds, each with places around the thresholds and near both ends.
fn lengths_and_places() -> impl Iterator<Item = (usize, usize)> {
    let lengths = THRESHOLDS.iter().flat_map(|length| [length - 1, *length, length + 1, length + 37]);
    lengths.flat_map(|length| {
        let is_near = |place: usize| THRESHOLDS.iter().any(|threshold| place.abs_diff(*threshold) <= 3);
        (0..length).filter(move |&place| place < 4 || is_near(place) || length - place <= 8).map(move |at| (length, at))
    })
}

/// Every lead byte, and what is none, with 0 to 3 continuation bytes.
fn sequences() -> Vec<Vec<u8>> {
    let with = |lead: u8| {
        let seconds = [0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF];
        let longer = seconds.into_iter().flat_map(move |second| (2..5).map(move |length| (second, length)));
        [vec![lead]]
            .into_iter()
            .chain(longer.map(move |(second, length)| [lead, second, 0xBF, 0x80][..length].to_vec()))
    };
    (0x80..=0xFF).flat_map(with).collect()
}

/// Compares all that takes any bytes.
fn compare(bytes: &[u8], units: &mut [Vec<u16>; 2]) {
    let at = || {
        let place = bytes.utf8_chunks().next().map_or(0, |chunk| chunk.valid().len());
        format!("{} bytes, error at {place}: {:02X?}", bytes.len(), &bytes[place..bytes.len().min(place + 5)])
    };
    let (text, encoding, had_errors) = UTF_8.decode(bytes);
    let (their_text, their_encoding, their_errors) = original::UTF_8.decode(bytes);
    assert!((text == their_text, had_errors) == (true, their_errors), "decode: {}", at());
    assert_eq!(encoding.name(), their_encoding.name(), "{}", at());
    let valid = std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
    assert_eq!(encoding_rs::Encoding::utf8_valid_up_to(bytes), valid, "{}", at());
    assert_eq!(UTF_8.decode_without_bom_handling_and_without_replacement(bytes).is_some(), valid == bytes.len());

    let [units, expected] = units;
    let written = ours::convert_utf8_to_utf16(bytes, units);
    assert_eq!(written, theirs::convert_utf8_to_utf16(bytes, expected), "{}", at());
    assert!(units[..written] == expected[..written], "convert_utf8_to_utf16: {}", at());
    let written = ours::convert_utf8_to_utf16_without_replacement(bytes, units);
    assert_eq!(written, theirs::convert_utf8_to_utf16_without_replacement(bytes, expected), "{}", at());
    let written = written.unwrap_or(0);
    assert!(units[..written] == expected[..written], "convert_utf8_to_utf16_without_replacement: {}", at());

    assert_eq!(ours::is_utf8_latin1(bytes), theirs::is_utf8_latin1(bytes), "{}", at());
    assert_eq!(ours::utf8_latin1_up_to(bytes), theirs::utf8_latin1_up_to(bytes), "{}", at());
    assert_eq!(ours::is_utf8_bidi(bytes), theirs::is_utf8_bidi(bytes), "{}", at());
    let [ours, theirs] =
        [ours::check_utf8_for_latin1_and_bidi(bytes) as u8, theirs::check_utf8_for_latin1_and_bidi(bytes) as u8];
    assert_eq!(ours, theirs, "{}", at());
}

#[test]
fn utf_8() {
    let sequences = sequences();
    let mut cases = 0;
    for text in ["a", "\u{E9}", "\u{440} \u{7FF}", "\u{8A9E}\u{800}", "\u{1F600}", "a\u{E9}\u{8A9E}\u{1F600}bc"] {
        let plain: Vec<u8> = text.bytes().cycle().take(5000).collect();
        let mut units = [vec![0; 5000], vec![0; 5000]];
        let mut input = plain.clone();
        for (length, place) in lengths_and_places() {
            // All come in turn, and at each place some of all lead bytes.
            for i in 0..13 {
                let sequence = &sequences[(cases + i * sequences.len() / 13) % sequences.len()];
                let range = place..length.min(place + sequence.len());
                input[range.clone()].copy_from_slice(&sequence[..range.len()]);
                compare(&input[..length], &mut units);
                input[range.clone()].copy_from_slice(&plain[range]);
                cases += 1;
            }
        }
    }
    println!("{cases} cases");
}

#[test]
fn utf_16() {
    let specials: [&[u16]; 10] = [
        &[0x80],
        &[0x100],
        &[0x5D0],
        &[0xD800],
        &[0xDBFF],
        &[0xDC00],
        &[0xDFFF],
        &[0xD83D, 0xDE00],
        &[0xDE00, 0xD83D],
        &[0xD800, 0xD800],
    ];
    let mut cases = 0;
    for text in ["a", "\u{E9}", "\u{440} ", "\u{8A9E}", "\u{1F600}", "a\u{E9}\u{8A9E}\u{1F600}bc"] {
        let plain: Vec<u16> = text.encode_utf16().cycle().take(5000).collect();
        let mut input = plain.clone();
        let [mut utf_8, mut expected] = [vec![0; 15_000], vec![0; 15_000]];
        for (length, place) in lengths_and_places() {
            for i in 0..3 {
                let special = specials[(cases + i) % specials.len()];
                let range = place..length.min(place + special.len());
                input[range.clone()].copy_from_slice(&special[..range.len()]);
                let units = &input[..length];
                let at = || format!("{length} code units, {special:04X?} at {place} in {text}");
                assert_eq!(ours::utf16_valid_up_to(units), theirs::utf16_valid_up_to(units), "{}", at());
                assert_eq!(ours::is_utf16_latin1(units), theirs::is_utf16_latin1(units), "{}", at());
                assert_eq!(ours::is_utf16_bidi(units), theirs::is_utf16_bidi(units), "{}", at());
                let written = ours::convert_utf16_to_utf8(units, &mut utf_8);
                assert_eq!(written, theirs::convert_utf16_to_utf8(units, &mut expected), "{}", at());
                assert!(utf_8[..written] == expected[..written], "convert_utf16_to_utf8: {}", at());
                // With room up to the place and a little more.
                let room = (place + i).min(utf_8.len());
                let done = ours::convert_utf16_to_utf8_partial(units, &mut utf_8[..room]);
                assert!(std::str::from_utf8(&utf_8[..done.1]).is_ok(), "{}", at());
                assert!(utf_8[..done.1] == expected[..done.1], "convert_utf16_to_utf8_partial: {}", at());
                let [mut valid, mut also] = [units.to_vec(), units.to_vec()];
                ours::ensure_utf16_validity(&mut valid);
                theirs::ensure_utf16_validity(&mut also);
                assert!(valid == also, "ensure_utf16_validity: {}", at());
                input[range.clone()].copy_from_slice(&plain[range]);
            }
            cases += 1;
        }
    }
    println!("{} cases", 3 * cases);
}

#[test]
fn latin_1() {
    for filler in [b"a", b"\xE9"] {
        let plain = filler.repeat(5000);
        let mut input = plain.clone();
        let [mut utf_8, mut expected] = [vec![0; 10_000], vec![0; 10_000]];
        let [mut latin_1, mut also] = [vec![0; 10_000], vec![0; 10_000]];
        for (length, place) in lengths_and_places() {
            for special in [0, 0x7F, 0x80, 0xBF, 0xC0, 0xFF] {
                input[place] = special;
                let bytes = &input[..length];
                let at = || format!("{length} bytes, {special:02X} at {place}");
                assert_eq!(ours::is_ascii(bytes), bytes.is_ascii(), "{}", at());
                let copied = ours::copy_ascii_to_ascii(bytes, &mut latin_1);
                assert_eq!(copied, theirs::copy_ascii_to_ascii(bytes, &mut also), "{}", at());
                assert!(latin_1[..copied] == also[..copied], "copy_ascii_to_ascii: {}", at());
                let written = ours::convert_latin1_to_utf8(bytes, &mut utf_8);
                assert_eq!(written, theirs::convert_latin1_to_utf8(bytes, &mut expected), "{}", at());
                assert!(utf_8[..written] == expected[..written], "convert_latin1_to_utf8: {}", at());
                let back = ours::convert_utf8_to_latin1_lossy(&utf_8[..written], &mut latin_1);
                assert!(latin_1[..back] == *bytes, "convert_utf8_to_latin1_lossy: {}", at());
                input[place] = plain[place];
            }
        }
    }
}
