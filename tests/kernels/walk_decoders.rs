//! The walk over places (`walk.rs`) for all other decoders: whatever ends a run (malformed bytes, rare characters,
//! escape sequences) at the places around the thresholds, to UTF-8 and to UTF-16, at every level, against `encoding_rs`.

use charsniff::{CoderResult, Decoder, DecoderResult, Encoding, Level};

use super::levels;
use super::stride::stride;

/// The lengths of words, vectors, blocks and rows of blocks, and those from which some level uses another loop.
const THRESHOLDS: [usize; 11] = [8, 16, 32, 64, 96, 128, 256, 384, 512, 1024, 2048];

/// Lengths that have rows of blocks after everything that is converted before the first row, and more text than the
/// buffer for UTF-16 holds.
const LONG: [usize; 3] = [1500, 2600, 4200];

/// How many of the specials are tried at a place; at the next place, it is others.
const AT_A_PLACE: usize = 2;

/// What a decoder makes of an input.
#[derive(Debug, Default, PartialEq, Eq)]
struct Expected {
    /// The text without the errors, and with U+FFFD for each.
    text: String,
    replaced: String,
    units: Vec<u16>,
    units_replaced: Vec<u16>,
    /// The place and the length of each error.
    errors: Vec<(usize, usize)>,
}

impl Expected {
    fn of(peer: &'static encoding_rs::Encoding, bytes: &[u8]) -> Expected {
        let mut decoder = peer.new_decoder_without_bom_handling();
        let mut expected = Expected::default();
        let room = decoder.max_utf8_buffer_length(bytes.len()).unwrap();
        expected.text.reserve(room);
        let mut read = 0;
        loop {
            let start = expected.text.len();
            let (result, r) = decoder.decode_to_string_without_replacement(&bytes[read..], &mut expected.text, true);
            read += r;
            expected.replaced.push_str(&expected.text[start..]);
            match result {
                encoding_rs::DecoderResult::InputEmpty => break,
                encoding_rs::DecoderResult::OutputFull => panic!("less room than asked for"),
                encoding_rs::DecoderResult::Malformed(length, after) => {
                    let (length, after) = (usize::from(length), usize::from(after));
                    expected.errors.push((read - after - length, length));
                    expected.replaced.push(char::REPLACEMENT_CHARACTER);
                }
            }
        }
        expected.units.extend(expected.text.encode_utf16());
        expected.units_replaced.extend(expected.replaced.encode_utf16());
        expected
    }
}

/// Decodes up to the end. `call` decodes what is left once. Returns the place and the length of each error, and how much
/// was written.
fn errors(
    length: usize,
    mut call: impl FnMut(usize, usize) -> (DecoderResult, usize, usize),
) -> (Vec<(usize, usize)>, usize) {
    let (mut errors, mut read, mut written) = (Vec::new(), 0, 0);
    loop {
        let (result, r, w) = call(read, written);
        (read, written) = (read + r, written + w);
        match result {
            DecoderResult::InputEmpty => break,
            DecoderResult::OutputFull => panic!("there is room for any text"),
            DecoderResult::Malformed(length, after) => {
                let (length, after) = (usize::from(length), usize::from(after));
                errors.push((read - after - length, length));
            }
        }
    }
    assert_eq!(read, length);
    (errors, written)
}

struct Walk {
    encoding: Encoding,
    peer: &'static encoding_rs::Encoding,
    levels: Vec<Level>,
    text: Vec<u8>,
    units: Vec<u16>,
    cases: usize,
}

impl Walk {
    fn new(encoding: Encoding) -> Walk {
        Walk {
            encoding,
            peer: encoding_rs::Encoding::for_label(encoding.name().as_bytes()).unwrap(),
            levels: [vec![Level::Portable], levels()].concat(),
            text: vec![0; 3 * 4300],
            units: vec![0; 4300],
            cases: 0,
        }
    }

    fn decoder(&self, level: Level) -> Decoder {
        self.encoding.new_decoder_at_level(level).unwrap()
    }

    /// Checks `bytes` as a whole, and cut at `place`.
    fn check(&mut self, bytes: &[u8], place: usize) {
        let expected = Expected::of(self.peer, bytes);
        for level in self.levels.clone() {
            let at = || format!("{} {level:?}, {} bytes, at {place}", self.encoding, bytes.len());
            let mut decoder = self.decoder(level);
            let text = &mut self.text;
            let (found, written) = errors(bytes.len(), |read, written| {
                decoder.decode_to_utf8_without_replacement(&bytes[read..], &mut text[written..], true)
            });
            assert!(text[..written] == *expected.text.as_bytes(), "{}: text", at());
            assert!(found == expected.errors, "{}: {found:?}, not {:?}", at(), expected.errors);

            let mut decoder = self.decoder(level);
            let units = &mut self.units;
            let (found, written) = errors(bytes.len(), |read, written| {
                decoder.decode_to_utf16_without_replacement(&bytes[read..], &mut units[written..], true)
            });
            assert!(units[..written] == expected.units, "{}: code units", at());
            assert!(found == expected.errors, "{}: {found:?}, not {:?} to UTF-16", at(), expected.errors);

            let mut decoder = self.decoder(level);
            let done = decoder.decode_to_utf8(bytes, &mut self.text, true);
            let length = expected.replaced.len();
            assert_eq!(done, (CoderResult::InputEmpty, bytes.len(), length, !expected.errors.is_empty()), "{}", at());
            assert!(self.text[..length] == *expected.replaced.as_bytes(), "{}: text with U+FFFD", at());

            let mut decoder = self.decoder(level);
            let done = decoder.decode_to_utf16(bytes, &mut self.units, true);
            let length = expected.units_replaced.len();
            assert_eq!(done, (CoderResult::InputEmpty, bytes.len(), length, !expected.errors.is_empty()), "{}", at());
            assert!(self.units[..length] == expected.units_replaced, "{}: code units with U+FFFD", at());

            // The first chunk ends before, in or after the special.
            let (first, second) = bytes.split_at(bytes.len().min(place + self.cases % 4));
            let mut decoder = self.decoder(level);
            let (_, _, before, _) = decoder.decode_to_utf8(first, &mut self.text, false);
            let (_, _, after, _) = decoder.decode_to_utf8(second, &mut self.text[before..], true);
            assert!(self.text[..before + after] == *expected.replaced.as_bytes(), "{}: two chunks", at());
            let mut decoder = self.decoder(level);
            let (_, _, before, _) = decoder.decode_to_utf16(first, &mut self.units, false);
            let (_, _, after, _) = decoder.decode_to_utf16(second, &mut self.units[before..], true);
            assert!(self.units[..before + after] == expected.units_replaced, "{}: two chunks to UTF-16", at());
        }
        self.cases += 1;
    }

    /// Puts each of the `specials` in `start`, which `filler` follows again and again.
    fn walk(&mut self, start: &[u8], filler: &[u8], specials: &[&[u8]]) {
        let near = |place: usize| THRESHOLDS.iter().any(|threshold| place.abs_diff(*threshold) <= 2);
        let lengths = THRESHOLDS.iter().flat_map(|length| [length - 1, *length, length + 1, length + 29]).chain(LONG);
        let mut next = 0;
        for length in lengths.step_by(stride()) {
            let plain: Vec<u8> = start.iter().chain(filler.iter().cycle()).copied().take(length).collect();
            let mut input = plain.clone();
            let step = length / 40 + 1;
            let is_wanted = |place: &usize| {
                *place < 3 || near(*place) || length - place <= 6 || (place + length / 4).is_multiple_of(step)
            };
            for place in (0..length).filter(is_wanted) {
                for _ in 0..AT_A_PLACE {
                    next += 1;
                    let special = specials[next % specials.len()];
                    let special = &special[..special.len().min(length - place)];
                    input[place..place + special.len()].copy_from_slice(special);
                    self.check(&input, place);
                    input[place..place + special.len()].copy_from_slice(&plain[place..place + special.len()]);
                }
                // The first special is not always at the same places.
                next += length % 3;
            }
        }
    }
}

/// Walks through ASCII, through text of the encoding, and through both in turn.
fn walk(encoding: Encoding, text: &[u8], mixed: &[u8], specials: &[&[u8]]) {
    let mut walk = Walk::new(encoding);
    for filler in [b"plain text, ", text, mixed] {
        walk.walk(b"", filler, specials);
    }
    println!("{encoding}: {} cases at {:?}", walk.cases, walk.levels);
}

/// Bytes without a character, in each encoding that has some; and some encodings that have none.
#[test]
fn single_byte() {
    for encoding in Encoding::ALL.into_iter().filter(|encoding| encoding.is_single_byte()) {
        let is_known = |byte: &u8| !encoding.decode_without_bom_handling(&[*byte]).1;
        let (mut known, unknown): (Vec<u8>, Vec<u8>) = (0x80..=0xFF).partition(is_known);
        let is_of_interest =
            [Encoding::Windows1252, Encoding::Windows1251, Encoding::Macintosh, Encoding::XUserDefined];
        if unknown.is_empty() && !is_of_interest.contains(&encoding) {
            continue;
        }
        // No period that vectors have.
        known.truncate(known.len() / 2 * 2 - 1);
        let mixed: Vec<u8> = known.iter().flat_map(|byte| [b'a', *byte, b' ', b'b', b'c']).collect();
        let mut specials: Vec<&[u8]> = unknown.chunks(1).collect();
        let last_two = unknown.last_chunk::<2>();
        specials.extend(last_two.map(|two| &two[..]));
        specials.extend([&b"a"[..], b"\x80", b"\x9F", b"\xFF", b"\0"]);
        walk(encoding, &known, &mixed, &specials);
    }
}

#[test]
fn gb18030() {
    let specials: [&[u8]; 22] = [
        b"a",
        b"\x80",
        b"\xFF",
        b"\x81",
        b"\x81\x7F",
        b"\x81\xFF",
        b"\xFE\x7F",
        b"\x81\x30",
        b"\x90\x30\x81",
        b"\x81\x30\x81a",
        b"\x81\x30\x81\x30",
        b"\x84\x31\xA4\x39",
        b"\x84\x31\xA5\x30",
        b"\x8F\x39\xFE\x39",
        b"\x90\x30\x81\x30",
        b"\x94\x39\xFC\x36",
        b"\xE3\x32\x9A\x35",
        b"\xE3\x32\x9A\x36",
        b"\xFE\x39\xFE\x39",
        b"\x81\x35\xF4\x37",
        b"\xA2\xE3\xA8\xBF",
        b"\xFE\x50",
    ];
    walk(Encoding::Gb18030, b"\xBA\xBA\xD7\xD6\x81\x40", b"\xBA\xBA\xD7\xD6 a\xA7\xD1", &specials);
}

#[test]
fn big5() {
    let specials: [&[u8]; 14] = [
        b"a",
        b"\x80",
        b"\xFF",
        b"\x81",
        b"\xA4\x7F",
        b"\xA4\xA0",
        b"\xA4\xFF",
        b"\x81\x40",
        b"\x81\xFE",
        b"\x88\x62",
        b"\x88\xA5",
        b"\x89\x5C",
        b"\x8B\xE2",
        b"\xFE\xFE",
    ];
    walk(Encoding::Big5, b"\xBA\x7E\xA6\x72\xA4\xA4", b"\xBA\x7E\xA6\x72 b\xA3\x44", &specials);
}

#[test]
fn euc_kr() {
    let specials: [&[u8]; 11] = [
        b"a",
        b"\x80",
        b"\xFF",
        b"\xC7",
        b"\xC7\x7F",
        b"\xC7\xFF",
        b"\xC7\x40",
        b"\xC9\xA1",
        b"\x81\x41",
        b"\xC6\x53",
        b"\xFE\xFE",
    ];
    walk(Encoding::EucKr, b"\xC7\xD1\xB1\xDB\xB0\xA1", b"\xC7\xD1 \xB1\xDB\xAC\xA1c", &specials);
}

#[test]
fn euc_jp() {
    let specials: [&[u8]; 17] = [
        b"a",
        b"\x80",
        b"\xA0",
        b"\xFF",
        b"\x8E",
        b"\x8F",
        b"\x8F\xA1",
        b"\x8E\xB1",
        b"\x8E\xDF",
        b"\x8E\xE0",
        b"\x8E\xA0",
        b"\x8F\xB0\xA1",
        b"\x8F\xB0\xFF",
        b"\x8F\xA1\xA1",
        b"\xB4\x40",
        b"\xA9\xA1",
        b"\xFE\xFE",
    ];
    walk(Encoding::EucJp, b"\xB4\xC1\xBB\xFA\xA4\xA2", b"\xB4\xC1\xBB\xFA \xA7\xD1d", &specials);
}

#[test]
fn shift_jis() {
    let specials: [&[u8]; 15] = [
        b"a",
        b"\x80",
        b"\xA0",
        b"\xFD",
        b"\xFF",
        b"\x81",
        b"\x81\x7F",
        b"\x81\xFD",
        b"\xFC\xFC",
        b"\xB1",
        b"\xDF",
        b"\xF0\x40",
        b"\xF9\xFC",
        b"\x85\x40",
        b"\xFA\x40",
    ];
    walk(Encoding::ShiftJis, b"\x8A\xBF\x8E\x9A\x82\xA0", b"\x8A\xBF\x8E\x9A \x84\x40e", &specials);
}

#[test]
fn iso_2022_jp() {
    let specials: [&[u8]; 21] = [
        b"!",
        b"\x7F",
        b"\x80",
        b"\xA1",
        b"\xFF",
        b"\x0E",
        b"\x0F",
        b"\n",
        b"\x1B",
        b"\x1B\x1B",
        b"\x1B(",
        b"\x1B$",
        b"\x1B$A",
        b"\x1B(B",
        b"\x1B(J",
        b"\x1B(I",
        b"\x1B$B",
        b"\x1B$@",
        b"\x1B(B\x1B$B",
        b"\x1B(Ba\x1B$B",
        b"\x29\x21",
    ];
    let mut walk = Walk::new(Encoding::Iso2022Jp);
    let fillers = [
        (&b""[..], &b"plain text, "[..]),
        (b"\x1B$B", b"4A;z$\"0l"),
        (b"\x1B(I", b"12345"),
        (b"\x1B(J", b"a\\~b"),
        (b"", b"\x1B$B4A;z$\"\x1B(Btext "),
    ];
    for (start, filler) in fillers {
        walk.walk(start, filler, &specials);
    }
    println!("ISO-2022-JP: {} cases at {:?}", walk.cases, walk.levels);
}

/// Also at odd places, so that all code units after it are others.
#[test]
fn utf_16() {
    let specials: [&[u8]; 14] = [
        b"a",
        b"\x80\0",
        b"\xFF\x07",
        b"\0\x08",
        b"\xFF\xD7",
        b"\0\xD8",
        b"\xFF\xDB",
        b"\0\xDC",
        b"\xFF\xDF",
        b"\0\xD8\0\xD8",
        b"\0\xDC\0\xD8",
        b"\x3D\xD8\0\xDE",
        b"\0\xE0",
        b"\xFF\xFF",
    ];
    let text = |units: &str, big: bool| -> Vec<u8> {
        units.encode_utf16().flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
    };
    for (encoding, big) in [(Encoding::Utf16Le, false), (Encoding::Utf16Be, true)] {
        let swapped: Vec<Vec<u8>> = specials
            .iter()
            .map(|special| special.chunks(2).flat_map(|unit| unit.iter().rev()).copied().collect())
            .collect();
        let specials: Vec<&[u8]> = if big { swapped.iter().map(Vec::as_slice).collect() } else { specials.to_vec() };
        let mut walk = Walk::new(encoding);
        for filler in [
            "plain text ",
            "\u{43C}\u{430}\u{440}\u{441}",
            "\u{6F22}\u{5B57}\u{3042}",
            "\u{1F600}\u{10000}",
            "a\u{E9}\u{6F22}\u{1F600} b",
        ] {
            walk.walk(b"", &text(filler, big), &specials);
        }
        println!("{encoding}: {} cases at {:?}", walk.cases, walk.levels);
    }
}

#[test]
fn replacement() {
    walk(Encoding::Replacement, b"\xC7\xD1", b"a\xFF", &[b"\0", b"\x80", b"\xFF"]);
}
