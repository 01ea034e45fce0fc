//! `mem` against the original's, function by function, on the same inputs.

use encoding_rs::mem as ours;
use original::mem as theirs;

/// Pieces that inputs are put together from: every length of UTF-8, right-to-left scripts and
/// controls, what is next to them, and malformed bytes.
const PIECES: [&[u8]; 28] = [
    b"",
    b"a",
    b"plain text of more than one register, and then some: 0123456789 abcdefghijklm",
    "é".as_bytes(),
    "ÿ".as_bytes(),
    "Ā".as_bytes(),
    "α".as_bytes(),
    "\u{58F}".as_bytes(),
    "\u{590}".as_bytes(),
    "א".as_bytes(),
    "\u{8FF}".as_bytes(),
    "\u{900}".as_bytes(),
    "\u{200F}".as_bytes(),
    "’".as_bytes(),
    "\u{2067}".as_bytes(),
    "漢字".as_bytes(),
    "\u{FB1C}".as_bytes(),
    "\u{FB1D}".as_bytes(),
    "\u{FEFE}".as_bytes(),
    "\u{FEFF}".as_bytes(),
    "😀".as_bytes(),
    "\u{10800}".as_bytes(),
    "\u{1E7FF}\u{1F000}".as_bytes(),
    b"\x80",
    b"\xC3",
    b"\xF0\x90",
    b"\xFF",
    b"\xC4",
];

/// A pseudo-random generator with the same numbers in every run (xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}

/// Bytes of all kinds: pieces, among a few kinds each, after ASCII of every length.
fn inputs() -> Vec<Vec<u8>> {
    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
    let mut inputs = vec![(0..=255).collect(), Vec::new()];
    for i in 0..2000 {
        let kinds = [PIECES[i % PIECES.len()], PIECES[numbers.below(PIECES.len())], PIECES[numbers.below(5)]];
        let mut bytes = vec![b'x'; numbers.below(140)];
        for _ in 0..numbers.below(40) {
            bytes.extend_from_slice(kinds[numbers.below(3)]);
        }
        inputs.push(bytes);
    }
    inputs.push("é漢字😀 aéא".repeat(400).into_bytes());
    inputs.push("é".repeat(3000).into_bytes());
    inputs
}

fn texts() -> Vec<String> {
    inputs().into_iter().filter_map(|bytes| String::from_utf8(bytes).ok()).collect()
}

/// The same as code units, and with surrogates that lack their other half.
fn units() -> Vec<Vec<u16>> {
    let mut numbers = Numbers(0xD1B5_4A32_D192_ED03);
    let mut inputs: Vec<Vec<u16>> =
        inputs().iter().map(|bytes| String::from_utf8_lossy(bytes).encode_utf16().collect()).collect();
    for i in 0..inputs.len() {
        let mut units = inputs[i].clone();
        for _ in 0..1 + numbers.below(3) {
            let at = numbers.below(units.len() + 1);
            units.insert(at, [0xD83D, 0xDE00, 0xD802, 0xDFFF][numbers.below(4)]);
        }
        inputs.push(units);
    }
    inputs
}

fn latin1s() -> Vec<Vec<u8>> {
    inputs()
}

#[test]
fn what_utf8_is() {
    for bytes in inputs() {
        assert_eq!(ours::is_ascii(&bytes), theirs::is_ascii(&bytes), "{bytes:X?}");
        assert_eq!(ours::is_utf8_latin1(&bytes), theirs::is_utf8_latin1(&bytes), "{bytes:X?}");
        assert_eq!(ours::utf8_latin1_up_to(&bytes), theirs::utf8_latin1_up_to(&bytes), "{bytes:X?}");
        assert_eq!(ours::is_utf8_bidi(&bytes), theirs::is_utf8_bidi(&bytes), "{bytes:X?}");
        let (ours, theirs) =
            (ours::check_utf8_for_latin1_and_bidi(&bytes), theirs::check_utf8_for_latin1_and_bidi(&bytes));
        assert_eq!(ours as u8, theirs as u8, "{bytes:X?}");
    }
    for text in texts() {
        assert_eq!(ours::is_str_latin1(&text), theirs::is_str_latin1(&text), "{text:?}");
        assert_eq!(ours::str_latin1_up_to(&text), theirs::str_latin1_up_to(&text), "{text:?}");
        assert_eq!(ours::is_str_bidi(&text), theirs::is_str_bidi(&text), "{text:?}");
        let (ours, theirs) = (ours::check_str_for_latin1_and_bidi(&text), theirs::check_str_for_latin1_and_bidi(&text));
        assert_eq!(ours as u8, theirs as u8, "{text:?}");
    }
}

#[test]
fn what_utf16_is() {
    for units in units() {
        assert_eq!(ours::is_basic_latin(&units), theirs::is_basic_latin(&units), "{units:X?}");
        assert_eq!(ours::is_utf16_latin1(&units), theirs::is_utf16_latin1(&units), "{units:X?}");
        assert_eq!(ours::is_utf16_bidi(&units), theirs::is_utf16_bidi(&units), "{units:X?}");
        assert_eq!(ours::utf16_valid_up_to(&units), theirs::utf16_valid_up_to(&units), "{units:X?}");
        let (mut valid, mut also) = (units.clone(), units.clone());
        ours::ensure_utf16_validity(&mut valid);
        theirs::ensure_utf16_validity(&mut also);
        assert_eq!(valid, also, "{units:X?}");
        let (ours, theirs) =
            (ours::check_utf16_for_latin1_and_bidi(&units), theirs::check_utf16_for_latin1_and_bidi(&units));
        assert_eq!(ours as u8, theirs as u8, "{units:X?}");
    }
}

#[test]
fn every_character_and_every_code_unit() {
    for c in '\0'..=char::MAX {
        assert_eq!(ours::is_char_bidi(c), theirs::is_char_bidi(c), "{c:?}");
        let mut bytes = [0; 4];
        let text = c.encode_utf8(&mut bytes);
        assert_eq!(ours::is_str_bidi(text), theirs::is_char_bidi(c), "{c:?}");
        assert_eq!(ours::is_str_latin1(text), c <= '\u{FF}', "{c:?}");
    }
    for unit in 0..=u16::MAX {
        for units in [[unit; 1].as_slice(), &[unit; 64]] {
            assert_eq!(ours::is_basic_latin(units), unit < 0x80, "{unit:X}");
            assert_eq!(ours::is_utf16_latin1(units), unit < 0x100, "{unit:X}");
        }
        assert_eq!(ours::is_utf16_code_unit_bidi(unit), theirs::is_utf16_code_unit_bidi(unit), "{unit:X}");
    }
}

/// What a function has written and what it says about it: the same of both.
fn same<T: Clone + PartialEq + std::fmt::Debug, R: PartialEq + std::fmt::Debug>(
    room: usize,
    filler: T,
    written: impl Fn(&R) -> usize,
    ours: impl Fn(&mut [T]) -> R,
    theirs: impl Fn(&mut [T]) -> R,
) {
    let (mut by_us, mut by_them) = (vec![filler.clone(); room], vec![filler; room]);
    let (says, they_say) = (ours(&mut by_us), theirs(&mut by_them));
    assert_eq!(says, they_say);
    let length = written(&says);
    assert_eq!(by_us[..length], by_them[..length]);
}

#[test]
fn from_utf8() {
    for bytes in inputs() {
        let length = bytes.len();
        same(
            length + 1,
            7,
            |n| *n,
            |dst| ours::convert_utf8_to_utf16(&bytes, dst),
            |dst| theirs::convert_utf8_to_utf16(&bytes, dst),
        );
        same(
            length,
            7,
            |n: &Option<usize>| n.unwrap_or(0),
            |dst| ours::convert_utf8_to_utf16_without_replacement(&bytes, dst),
            |dst| theirs::convert_utf8_to_utf16_without_replacement(&bytes, dst),
        );
        same(
            length,
            7,
            |n| *n,
            |dst| ours::copy_ascii_to_ascii(&bytes, dst),
            |dst| theirs::copy_ascii_to_ascii(&bytes, dst),
        );
        same(
            length,
            7,
            |n| *n,
            |dst| ours::copy_ascii_to_basic_latin(&bytes, dst),
            |dst| theirs::copy_ascii_to_basic_latin(&bytes, dst),
        );
        if theirs::is_utf8_latin1(&bytes) {
            same(
                length,
                7,
                |n| *n,
                |dst| ours::convert_utf8_to_latin1_lossy(&bytes, dst),
                |dst| theirs::convert_utf8_to_latin1_lossy(&bytes, dst),
            );
            let text = str::from_utf8(&bytes).unwrap();
            assert_eq!(ours::encode_latin1_lossy(text), theirs::encode_latin1_lossy(text));
        }
    }
    for text in texts() {
        same(
            text.len(),
            7,
            |n| *n,
            |dst| ours::convert_str_to_utf16(&text, dst),
            |dst| theirs::convert_str_to_utf16(&text, dst),
        );
    }
}

#[test]
fn from_utf16() {
    for units in units() {
        let length = units.len();
        same(
            3 * length,
            7,
            |n| *n,
            |dst| ours::convert_utf16_to_utf8(&units, dst),
            |dst| theirs::convert_utf16_to_utf8(&units, dst),
        );
        same(
            length,
            7,
            |n| *n,
            |dst| ours::copy_basic_latin_to_ascii(&units, dst),
            |dst| theirs::copy_basic_latin_to_ascii(&units, dst),
        );
        if theirs::is_utf16_latin1(&units) {
            same(
                length,
                7,
                |()| length,
                |dst| ours::convert_utf16_to_latin1_lossy(&units, dst),
                |dst| theirs::convert_utf16_to_latin1_lossy(&units, dst),
            );
        }
        let mut text = "\u{E9}".repeat((3 * length).div_ceil(2));
        let written = ours::convert_utf16_to_str(&units, &mut text);
        assert_eq!(text[..written], String::from_utf16_lossy(&units));
        assert!(str::from_utf8(text.as_bytes()).is_ok());
    }
}

#[test]
fn from_latin1() {
    for bytes in latin1s() {
        let length = bytes.len();
        same(
            length,
            7,
            |()| length,
            |dst| ours::convert_latin1_to_utf16(&bytes, dst),
            |dst| theirs::convert_latin1_to_utf16(&bytes, dst),
        );
        same(
            2 * length,
            7,
            |n| *n,
            |dst| ours::convert_latin1_to_utf8(&bytes, dst),
            |dst| theirs::convert_latin1_to_utf8(&bytes, dst),
        );
        let text = theirs::decode_latin1(&bytes);
        assert_eq!(ours::decode_latin1(&bytes), text);
        let mut also = "\u{E9}".repeat(length);
        let written = ours::convert_latin1_to_str(&bytes, &mut also);
        assert_eq!(also[..written], *text);
        assert!(str::from_utf8(also.as_bytes()).is_ok());
    }
}

/// With room for part of the text, a function fills the room with as many characters as fit, and changes nothing
/// beyond it.
#[test]
fn what_fits() {
    let hold = |read: usize, written: usize, dst: &[u8], text: &[char], message: &dyn std::fmt::Debug| {
        let expected: String = text[..read].iter().collect();
        assert_eq!(dst[..written], *expected.as_bytes(), "{message:X?}");
        assert!(dst[written..].iter().all(|byte| *byte == 7), "{message:X?}");
        assert!(text.get(read).is_none_or(|next| written + next.len_utf8() > dst.len()), "{message:X?}");
    };
    for (i, bytes) in latin1s().iter().enumerate() {
        let text: Vec<char> = bytes.iter().map(|byte| char::from(*byte)).collect();
        let room = i % (2 * bytes.len() + 1);
        let mut dst = vec![7; room];
        let (read, written) = ours::convert_latin1_to_utf8_partial(bytes, &mut dst);
        hold(read, written, &dst, &text, bytes);
        let mut dst = "\u{7}".repeat(room);
        assert_eq!(ours::convert_latin1_to_str_partial(bytes, &mut dst), (read, written));
        assert!(str::from_utf8(dst.as_bytes()).is_ok());
        assert_eq!(dst[..written], text[..read].iter().collect::<String>());
    }
    for (i, units) in units().iter().enumerate() {
        let text: Vec<char> = char::decode_utf16(units.iter().copied()).map(|c| c.unwrap_or('\u{FFFD}')).collect();
        let room = i * 7 % (3 * units.len() + 1);
        let mut dst = vec![7; room];
        let (read, written) = ours::convert_utf16_to_utf8_partial(units, &mut dst);
        let characters = char::decode_utf16(units[..read].iter().copied()).count();
        hold(characters, written, &dst, &text, units);
        let mut dst = "\u{7}".repeat(room);
        assert_eq!(ours::convert_utf16_to_str_partial(units, &mut dst), (read, written));
        assert!(str::from_utf8(dst.as_bytes()).is_ok());
        assert_eq!(dst[..written], text[..characters].iter().collect::<String>());
    }
}

macro_rules! panics {
    ($($name:ident($($argument:expr),*);)+) => {
        /// A destination that is one unit too short panics, with both.
        #[test]
        fn destinations_that_are_too_short() {
            $(
                assert!(std::panic::catch_unwind(|| { let _ = theirs::$name($($argument),*); }).is_err(), stringify!($name));
                assert!(std::panic::catch_unwind(|| { let _ = ours::$name($($argument),*); }).is_err(), stringify!($name));
            )+
        }
    };
}

panics! {
    convert_utf8_to_utf16(b"abc", &mut [0; 3]);
    convert_str_to_utf16("abc", &mut [0; 2]);
    convert_utf8_to_utf16_without_replacement(b"abc", &mut [0; 2]);
    convert_utf16_to_utf8(&[0x61, 0x62], &mut [0; 5]);
    convert_utf16_to_str(&[0x61, 0x62], &mut "12345".to_string());
    convert_latin1_to_utf16(b"abc", &mut [0; 2]);
    convert_latin1_to_utf8(b"abc", &mut [0; 5]);
    convert_latin1_to_str(b"abc", &mut "12345".to_string());
    convert_utf8_to_latin1_lossy(b"abc", &mut [0; 2]);
    convert_utf16_to_latin1_lossy(&[0x61, 0x62], &mut [0; 1]);
    copy_ascii_to_ascii(b"abc", &mut [0; 2]);
    copy_ascii_to_basic_latin(b"abc", &mut [0; 2]);
    copy_basic_latin_to_ascii(&[0x61, 0x62], &mut [0; 1]);
}
