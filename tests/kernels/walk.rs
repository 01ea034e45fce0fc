//! A walk over places: one malformed place in valid UTF-8, at every place of every length, through every entry, at every
//! level, against the standard library.
//!
//! Kernels test many bytes at once, and each test covers its own bytes only. A fault lies where two tests meet: at the
//! ends of vectors and blocks, at the lengths from which another loop is used, at the end of the input. Random input
//! seldom has an error just there.

use charsniff::{Context, DecoderResult, Encoding, Level, StreamDecoder};

use super::levels;
use super::stride::stride;

/// From these lengths on, some level uses another loop.
const THRESHOLDS: [usize; 7] = [16, 32, 64, 128, 131, 256, 2048];

/// The walk has all lengths below this.
const LENGTHS: usize = 4_200;

/// Every lead byte, and what is none, with 0 to 3 continuation bytes of each class.
fn sequences() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for lead in 0x80..=0xFF {
        all.push(vec![lead]);
        // At these borders the second byte is restricted after E0, ED, F0 and F4.
        for second in [0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF] {
            all.push(vec![lead, second]);
            for third in [0x80, 0xBF] {
                all.push(vec![lead, second, third]);
                all.extend([0x80, 0xBF].map(|fourth| vec![lead, second, third, fourth]));
            }
        }
    }
    all
}

/// Text, in which a few bytes at a time are replaced.
struct Walk {
    /// Valid text, except that its end may cut a character.
    bytes: Vec<u8>,
    /// The code units up to each byte, with those of a character at its first byte.
    units: Vec<u16>,
    units_up_to: Vec<usize>,
    levels: Vec<Level>,
    cases: usize,
    text: Vec<u8>,
    utf_16: Vec<u16>,
}

impl Walk {
    fn new(text: &str) -> Walk {
        let all: String = text.chars().cycle().take(LENGTHS + 300).collect();
        let units_up_to = (0..=all.len()).scan(0, |units, at| {
            let before = *units;
            *units += all.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf16);
            Some(before)
        });
        Walk {
            units: all.encode_utf16().collect(),
            units_up_to: units_up_to.collect(),
            bytes: all.into_bytes(),
            levels: [vec![Level::Portable], levels()].concat(),
            cases: 0,
            text: vec![0; 3 * LENGTHS],
            utf_16: vec![0; LENGTHS],
        }
    }

    /// Checks `length` bytes from `start` on with `sequence` at `place`. Where they begin within a character, its bytes
    /// become ASCII, so that at each place there may begin a character. `thorough`: through the slow entries, too.
    fn check(&mut self, start: usize, length: usize, place: usize, sequence: &[u8], thorough: bool) {
        let mut input = std::mem::take(&mut self.bytes);
        let head = input[start..].iter().take_while(|byte| **byte & 0xC0 == 0x80).count();
        let saved_head: [u8; 3] = std::array::from_fn(|i| input[start + i]);
        input[start..start + head].fill(b'a');
        let end = length.min(place + sequence.len());
        let range = start + place..start + end;
        // The text before this is valid: the start of the character at `place`.
        let back = (0..=place.min(3)).find(|back| input[start + place - back] & 0xC0 != 0x80);
        let from = place - back.unwrap_or(0);
        let saved: [u8; 4] = std::array::from_fn(|i| input[start + place + i]);
        input[range.clone()].copy_from_slice(&sequence[..end - place]);
        let bytes = &input[start..start + length];
        // Elsewhere, there is no error but a character that the end cuts.
        let until = (end + 4).min(length);
        let valid = match std::str::from_utf8(&bytes[from..until]) {
            Err(error) if error.error_len().is_some() || until == length => from + error.valid_up_to(),
            _ => match std::str::from_utf8(&bytes[length.saturating_sub(4).max(from)..]) {
                Err(error) if error.error_len().is_none() => length.saturating_sub(4).max(from) + error.valid_up_to(),
                _ => length - self.cut_at_end(bytes),
            },
        };
        if thorough || self.cases.is_multiple_of(97) {
            let expected = std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
            assert_eq!(valid, expected, "the test's own reckoning: {length} bytes, {sequence:02X?} at {place}");
        }
        for &level in &self.levels {
            let at = || format!("{level:?}, {length} bytes, {sequence:02X?} at {place}");
            assert_eq!(Encoding::utf8_valid_up_to_at_level(bytes, level), Some(valid), "{}", at());
            if !self.cases.is_multiple_of(4) && !thorough {
                continue;
            }
            let mut decoder = Encoding::Utf8.new_decoder_at_level(level).unwrap();
            let (result, _, written) = decoder.decode_to_utf8_without_replacement(bytes, &mut self.text, true);
            assert_eq!(result == DecoderResult::InputEmpty, valid == length, "{}", at());
            assert!(self.text[..written] == bytes[..valid], "{}", at());
            if !thorough {
                continue;
            }
            let mut decoder = Encoding::Utf8.new_decoder_at_level(level).unwrap();
            let (_, read, written, _) = decoder.decode_to_utf16(bytes, &mut self.utf_16, true);
            let expected: Vec<u16> = String::from_utf8_lossy(bytes).encode_utf16().collect();
            assert_eq!(read, length, "{}", at());
            assert!(self.utf_16[..written] == expected, "{}", at());
        }
        if thorough {
            let expected = String::from_utf8_lossy(bytes);
            let at = || format!("{length} bytes, {sequence:02X?} at {place}");
            let (text, had_errors) = Encoding::Utf8.decode_without_bom_handling(bytes);
            assert!((&text, had_errors) == (&expected, valid < length), "decode: {}", at());
            for cut in [length, place, end] {
                let mut text = String::new();
                let mut stream = StreamDecoder::new("text/plain; charset=utf-8", &Context::text());
                for chunk in [&bytes[..cut], &bytes[cut..]] {
                    stream.push(chunk, &mut text).unwrap();
                }
                stream.finish(&mut text).unwrap();
                // A stream removes a byte order mark.
                let expected = expected.strip_prefix('\u{FEFF}').unwrap_or(&expected);
                assert!(text == expected, "stream, cut at {cut}: {}", at());
            }
        } else if self.cases.is_multiple_of(16) {
            // The code units before the error.
            let before = valid.min(from);
            let head = head.min(before);
            let expected = &self.units[self.units_up_to[start + head]..self.units_up_to[start + before]];
            for &level in &self.levels {
                let mut decoder = Encoding::Utf8.new_decoder_at_level(level).unwrap();
                let (_, _, written) = decoder.decode_to_utf16_without_replacement(bytes, &mut self.utf_16, true);
                let (first, rest) = self.utf_16[..written].split_at(head);
                let same = first.iter().all(|unit| *unit == u16::from(b'a')) && rest.starts_with(expected);
                assert!(same, "{level:?}, {length} bytes, {sequence:02X?} at {place}");
            }
        }
        input[start + place..start + place + 4].copy_from_slice(&saved);
        input[start..start + 3].copy_from_slice(&saved_head);
        self.bytes = input;
        self.cases += 1;
    }

    /// How many bytes at the end of text without other errors are a character that is cut.
    fn cut_at_end(&self, bytes: &[u8]) -> usize {
        let last = bytes.iter().rev().take(3).position(|byte| byte & 0xC0 != 0x80).unwrap_or(0);
        let needed = bytes.iter().rev().nth(last).map_or(0, |lead| match lead {
            0xF0.. => 4,
            0xE0.. => 3,
            0xC0.. => 2,
            _ => 1,
        });
        if needed > last + 1 { last + 1 } else { 0 }
    }
}

/// Every sequence near the thresholds and near both ends of the input; every length and every place with some of them.
fn walk(text: &str) {
    let sequences = sequences();
    let mut walk = Walk::new(text);
    let step = stride();
    // Any alignment, and any place in a character.
    let start = |length: usize, case: usize| length % 64 + case / 16 % 4;
    let near = |place: usize| THRESHOLDS.iter().any(|threshold| place.abs_diff(*threshold) <= 4);
    let lengths = THRESHOLDS.iter().flat_map(|length| [length - 1, *length, length + 1, length + 37]);
    for length in lengths.step_by(step) {
        let is_near = |place: &usize| *place < 5 || near(*place) || length - place <= 40;
        for place in (0..length).filter(is_near) {
            // A sixteenth of them at each place, another one at the next.
            for sequence in sequences.iter().skip((length + place) % 16).step_by(16 * step) {
                walk.check(start(length, walk.cases), length, place, sequence, false);
            }
            // Each lead byte once through all entries.
            let of_lead = sequences.len() / 128;
            for lead in (0..128).step_by(step) {
                let sequence = &sequences[lead * of_lead + (length + place + lead) % of_lead];
                walk.check(start(length, walk.cases), length, place, sequence, (place + lead) % 32 == 0);
            }
        }
    }
    let mut next = 0;
    for length in (1..LENGTHS).step_by(step) {
        for place in (length % 61..length).step_by(61) {
            next = (next + 1009) % sequences.len();
            walk.check(start(length, walk.cases), length, place, &sequences[next], false);
        }
    }
    println!("{} cases at {:?}", walk.cases, walk.levels);
}

#[test]
fn utf_8_in_ascii() {
    walk("a");
}

#[test]
fn utf_8_in_two_byte_characters() {
    walk("\u{E9}\u{440} \u{7FF}");
}

#[test]
fn utf_8_in_three_byte_characters() {
    walk("\u{8A9E}\u{D7FF}\u{800}\u{FFFD}");
}

#[test]
fn utf_8_in_four_byte_characters() {
    walk("\u{1F600}\u{10FFFF}\u{10000}");
}

#[test]
fn utf_8_in_characters_of_all_lengths() {
    walk("a\u{E9}\u{8A9E}\u{1F600}bcd\u{20AC} ");
}
