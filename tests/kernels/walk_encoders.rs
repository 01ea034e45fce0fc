//! The walk over places (`walk.rs`) for encoders: characters that an encoding lacks or that are rare in it, at the places
//! around the thresholds, from UTF-8 and from UTF-16, at every level, against `encoding_rs`.

use std::collections::HashMap;

use charsniff::{CoderResult, Encoder, EncoderResult, Encoding, Level};

use super::levels;
use super::stride::stride;

/// The lengths, in bytes, of words, vectors and blocks, and of the pieces of UTF-8 that UTF-16 becomes on its way.
const THRESHOLDS: [usize; 7] = [8, 16, 32, 64, 128, 256, 512];

/// Longer than the largest piece.
const LONG: [usize; 2] = [1100, 4200];

/// How many of the specials are tried at a place; at the next place, it is others.
const AT_A_PLACE: usize = 2;

/// Characters that some encodings lack and others have, of every length in UTF-8 and in an encoding.
const SPECIALS: [char; 25] = [
    '\0',
    '\u{E}',
    '\u{1B}',
    '\\',
    '~',
    '\u{7F}',
    '\u{80}',
    '\u{A5}',
    '\u{E9}',
    '\u{3A9}',
    '\u{430}',
    '\u{7FF}',
    '\u{800}',
    '\u{203E}',
    '\u{20AC}',
    '\u{2212}',
    '\u{6F22}',
    '\u{AC00}',
    '\u{E5E5}',
    '\u{F780}',
    '\u{FF71}',
    '\u{FFFD}',
    '\u{FFFF}',
    '\u{1F600}',
    '\u{2_0087}',
];

/// The bytes of a text, up to the first character that the encoding lacks, and that character.
type Encoded = (Vec<u8>, Option<char>);

struct Walk {
    encoding: Encoding,
    peer: &'static encoding_rs::Encoding,
    levels: Vec<Level>,
    bytes: Vec<u8>,
    /// The bytes of a character, in the initial state. `encoding_rs` takes long to find them.
    known: HashMap<char, Option<Vec<u8>>>,
    cases: usize,
}

impl Walk {
    fn new(encoding: Encoding) -> Walk {
        Walk {
            encoding,
            peer: encoding_rs::Encoding::for_label(encoding.name().as_bytes()).unwrap(),
            levels: [vec![Level::Portable], levels()].concat(),
            bytes: vec![0; 60_000],
            known: HashMap::new(),
            cases: 0,
        }
    }

    /// What `encoding_rs` makes of the characters one by one, or together where the encoder has states: the bytes and the
    /// characters that the encoding lacks, in turn.
    fn expected(&mut self, text: &[char]) -> Vec<Encoded> {
        let mut all = vec![Encoded::default()];
        if self.encoding != Encoding::Iso2022Jp {
            for &c in text {
                let peer = self.peer;
                let bytes = self.known.entry(c).or_insert_with(|| {
                    let (mut utf8, mut bytes) = ([0; 4], Vec::with_capacity(16));
                    let mut encoder = peer.new_encoder();
                    let text = c.encode_utf8(&mut utf8);
                    let (result, _) = encoder.encode_from_utf8_to_vec_without_replacement(text, &mut bytes, true);
                    (result == encoding_rs::EncoderResult::InputEmpty).then_some(bytes)
                });
                let last = all.last_mut().unwrap();
                match bytes {
                    Some(bytes) => last.0.extend_from_slice(bytes),
                    None => {
                        last.1 = Some(c);
                        all.push(Encoded::default());
                    }
                }
            }
            return all;
        }
        let text: String = text.iter().collect();
        let mut encoder = self.peer.new_encoder();
        let mut read = 0;
        loop {
            let last = all.last_mut().unwrap();
            last.0.reserve(5 * text.len() + 16);
            let (result, r) = encoder.encode_from_utf8_to_vec_without_replacement(&text[read..], &mut last.0, true);
            read += r;
            match result {
                encoding_rs::EncoderResult::InputEmpty => return all,
                encoding_rs::EncoderResult::OutputFull => panic!("there is room for any text"),
                encoding_rs::EncoderResult::Unmappable(c) => {
                    last.1 = Some(c);
                    all.push(Encoded::default());
                }
            }
        }
    }

    fn encoder(&self, level: Level) -> Encoder {
        self.encoding.new_encoder_at_level(level).unwrap()
    }

    /// Checks `text`, which has a special character at `place`.
    fn check(&mut self, text: &[char], place: usize) {
        let expected = self.expected(text);
        let replaced: Vec<u8> = expected
            .iter()
            .flat_map(|(bytes, c)| {
                let reference = c.map(|c| format!("&#{};", u32::from(c)).into_bytes());
                bytes.iter().copied().chain(reference.unwrap_or_default())
            })
            .collect();
        let string: String = text.iter().collect();
        // An unpaired surrogate is U+FFFD.
        let unit = |unit: u16| match unit {
            0xFFFD if place.is_multiple_of(2) => 0xD800 + (place as u16 & 0x7FF),
            _ => unit,
        };
        let units: Vec<u16> = string.encode_utf16().map(unit).collect();
        let lacks_any = expected.len() > 1;
        for level in self.levels.clone() {
            let at = || format!("{} {level:?}, {} bytes, at {place}: {:?}", self.encoding, string.len(), text[place]);
            let (mut utf_8, mut utf_16) = (self.encoder(level), self.encoder(level));
            let (mut read, mut units_read) = (0, 0);
            for (i, (bytes, c)) in expected.iter().enumerate() {
                let result = c.map_or(EncoderResult::InputEmpty, EncoderResult::Unmappable);
                let (found, r, written) =
                    utf_8.encode_from_utf8_without_replacement(&string[read..], &mut self.bytes, true);
                read += r;
                assert!(found == result && self.bytes[..written] == *bytes, "{}, part {i}: {found:?}", at());
                let (found, r, written) =
                    utf_16.encode_from_utf16_without_replacement(&units[units_read..], &mut self.bytes, true);
                units_read += r;
                assert!(found == result && self.bytes[..written] == *bytes, "{}, UTF-16, part {i}: {found:?}", at());
            }
            assert_eq!((read, units_read), (string.len(), units.len()), "{}", at());

            let done = self.encoder(level).encode_from_utf8(&string, &mut self.bytes, true);
            assert_eq!(done, (CoderResult::InputEmpty, string.len(), replaced.len(), lacks_any), "{}", at());
            assert!(self.bytes[..replaced.len()] == replaced, "{}: with references", at());
            let done = self.encoder(level).encode_from_utf16(&units, &mut self.bytes, true);
            assert_eq!(done, (CoderResult::InputEmpty, units.len(), replaced.len(), lacks_any), "{}", at());
            assert!(self.bytes[..replaced.len()] == replaced, "{}: with references, from UTF-16", at());
        }
        self.cases += 1;
    }

    /// Puts characters between those of `filler`, near the places and at the lengths of the thresholds.
    fn walk(&mut self, filler: &str, lengths: impl Iterator<Item = usize>) {
        let near = |place: usize| THRESHOLDS.iter().any(|threshold| place.abs_diff(*threshold) <= 2);
        let mut next = 0;
        for length in lengths.step_by(stride()) {
            let mut bytes = 0;
            let characters = filler.chars().cycle().take_while(|c| {
                bytes += c.len_utf8();
                bytes <= length
            });
            let mut text: Vec<char> = characters.collect();
            let step = length / 25 + 1;
            let mut place_in_bytes = 0;
            for place in 0..text.len() {
                let plain = text[place];
                let left = length - place_in_bytes;
                if place < 3
                    || near(place)
                    || near(place_in_bytes)
                    || left <= 12
                    || (place + length / 4).is_multiple_of(step)
                {
                    for _ in 0..AT_A_PLACE {
                        next += 1;
                        text[place] = SPECIALS[next % SPECIALS.len()];
                        self.check(&text, place);
                    }
                    // The first special is not always at the same places.
                    next += length % 3;
                }
                text[place] = plain;
                place_in_bytes += plain.len_utf8();
            }
        }
    }
}

fn walk(encoding: Encoding, fillers: &[&str]) {
    let mut walk = Walk::new(encoding);
    for filler in fillers {
        let lengths = THRESHOLDS.iter().flat_map(|length| [length - 1, *length, length + 1, length + 29]).chain(LONG);
        // The peer's encoder of ISO-2022-JP is slow, and ours has no kernel.
        let most = if encoding == Encoding::Iso2022Jp { 300 } else { usize::MAX };
        walk.walk(filler, lengths.filter(|length| *length < most));
    }
    println!("{encoding}: {} cases at {:?}", walk.cases, walk.levels);
}

#[test]
fn single_byte() {
    for encoding in Encoding::ALL.into_iter().filter(|encoding| encoding.is_single_byte()) {
        let high: Vec<u8> = (0x80..=0xFF).collect();
        let own = encoding.decode_without_bom_handling(&high).0.replace('\u{FFFD}', "");
        let mixed: String = own.chars().flat_map(|c| ['a', c, ' ', 'b', 'c']).collect();
        walk(encoding, &["plain text, ", &own, &mixed]);
    }
}

#[test]
fn others() {
    for (encoding, text, mixed) in [
        (Encoding::Utf8, "\u{E9}\u{6F22}\u{1F600}", "a\u{E9} \u{6F22}bc\u{1F600}"),
        (Encoding::Gbk, "\u{6C49}\u{5B57}\u{4E02}", "\u{6C49} a\u{44F}"),
        (Encoding::Gb18030, "\u{6C49}\u{5B57}\u{4E02}", "\u{6C49} a\u{44F}\u{E9}"),
        (Encoding::Big5, "\u{6F22}\u{5B57}\u{4E2D}", "\u{6F22} b\u{3B1}"),
        (Encoding::EucKr, "\u{D55C}\u{AE00}\u{AC00}", "\u{D55C} \u{AE00}c\u{44F}"),
        (Encoding::EucJp, "\u{6F22}\u{5B57}\u{3042}", "\u{6F22} d\u{44F}\u{FF71}"),
        (Encoding::ShiftJis, "\u{6F22}\u{5B57}\u{3042}", "\u{6F22} e\u{44F}\u{FF71}"),
        (Encoding::Iso2022Jp, "\u{6F22}\u{5B57}\u{3042}", "\u{6F22}f\u{44F}\u{A5}"),
    ] {
        walk(encoding, &["plain text, ", text, mixed]);
    }
}
