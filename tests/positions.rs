//! `Positions`: every offset of random resources in every encoding, compared with what the decoder gives for the
//! bytes before it or from it on.

use charsniff::{Encoding, Positions, TextUnit};

#[path = "support/random.rs"]
mod random;
use random::Random;

fn text(encoding: Encoding, bytes: &[u8]) -> String {
    encoding.decode_without_bom_handling(bytes).0.into_owned()
}

/// Whether the character at `byte_offset` is the one at `text_offset`, as the decoder sees it: the bytes from there on
/// give the text from there on. Where the decoder has a state between characters, the bytes before give the text before.
fn is_start(encoding: Encoding, bytes: &[u8], byte_offset: usize, whole: &str, text_offset: usize) -> bool {
    match encoding {
        Encoding::Iso2022Jp | Encoding::Replacement => {
            let before = |end: usize| {
                let mut text = String::with_capacity(3 * bytes.len() + 16);
                let mut decoder = encoding.new_decoder_without_bom_handling();
                let _ = decoder.decode_to_string(&bytes[..end], &mut text, false);
                text
            };
            // An escape sequence is malformed if another follows it, and so is found after that one.
            let is_before_another = || {
                let end = byte_offset + 6;
                end <= bytes.len() && before(end) == whole[..text_offset + '\u{FFFD}'.len_utf8()]
            };
            before(byte_offset) == whole[..text_offset]
                || text(encoding, &bytes[..byte_offset]) == whole[..text_offset]
                || whole[text_offset..].starts_with('\u{FFFD}') && is_before_another()
        }
        _ => text(encoding, &bytes[byte_offset..]) == whole[text_offset..],
    }
}

/// Checks every offset of a resource by [`is_start`].
fn check(encoding: Encoding, bytes: &[u8]) -> usize {
    let whole = text(encoding, bytes);
    let positions = Positions::new(encoding, bytes, TextUnit::Utf8);
    let body = Encoding::for_bom(bytes).filter(|(mark, _)| *mark == encoding);
    assert!(body.is_none(), "the bytes have no mark");
    let (mut checked, mut end, mut first_of_two) = (0, 0, 0..0);
    for (offset, c) in whole.char_indices() {
        let case = || format!("{encoding} {bytes:02X?}, {c:?} at {offset}");
        let range = positions.byte_range(offset..offset + c.len_utf8());
        // Big5 has two characters for one pair of bytes.
        if encoding == Encoding::Big5 && matches!(c, '\u{304}' | '\u{30C}') && range == first_of_two {
            continue;
        }
        assert!(range.start >= end && range.end > range.start, "{}: {range:?}, after {end}", case());
        assert!(is_start(encoding, bytes, range.start, &whole, offset), "{}: {range:?}", case());
        for byte in end..range.end {
            assert_eq!(positions.text_offset(byte), offset, "{}, byte {byte}", case());
        }
        for inside in 0..c.len_utf8() {
            assert_eq!(positions.byte_offset(offset + inside), range.start, "{}", case());
        }
        // Only escape sequences are no characters.
        assert!(range.start == end || encoding == Encoding::Iso2022Jp, "{}: {range:?}, after {end}", case());
        (end, first_of_two) = (range.end, range);
        checked += 1;
    }
    assert!(end == bytes.len() || matches!(encoding, Encoding::Iso2022Jp | Encoding::Replacement));
    assert_eq!(positions.byte_offset(whole.len()), bytes.len());
    assert_eq!(positions.text_offset(bytes.len()), whole.len());
    assert_eq!(positions.byte_offset(usize::MAX), bytes.len());
    checked
}

/// Bytes that make characters, malformed sequences and escape sequences likely.
fn random_bytes(encoding: Encoding, random: &mut Random, length: usize) -> Vec<u8> {
    let pieces: &[&[u8]] = match encoding {
        Encoding::Iso2022Jp => &[
            b"\x1B$B", b"\x1B(B", b"\x1B(J", b"\x1B(I", b"\x1B$@", b"\x1B$", b"\x1B(", b"\x1B", b"2P", b"@1", b"a",
            b"\x0E",
        ],
        Encoding::Utf8 => {
            &["é".as_bytes(), "火".as_bytes(), "😀".as_bytes(), b"a", b"\xE7\x81", b"\xF0\x9F", b"\xED\xA0", b"\xFF"]
        }
        Encoding::Utf16Le | Encoding::Utf16Be => {
            &[b"a\0", b"\0a", b"\xD8\x3D", b"\x3D\xD8", b"\xDE\0", b"\0\xDE", b"\x04"]
        }
        Encoding::Gb18030 | Encoding::Gbk => {
            &[b"\x81\x30\x81\x30", b"\x81\x30", b"\x90\x30", b"\xC4\xE3", b"a", b"\xFF", b"0"]
        }
        Encoding::Big5 => &[b"\x88\x62", b"\x88\xA5", b"\xA4\xA4", b"\xA4", b"a", b"\x80"],
        Encoding::EucJp => &[b"\x8F\xB0\xA1", b"\x8F", b"\x8E\xB1", b"\xB2\xD0", b"\xB2", b"a"],
        _ => &[b"\x81\x40", b"\xB1", b"\x89\xCE", b"\xE0", b"a", b"\x80"],
    };
    let mut bytes = Vec::new();
    while bytes.len() < length {
        match random.below(6) {
            0 => bytes.push(random.below(256) as u8),
            _ => bytes.extend_from_slice(pieces[random.below(pieces.len())]),
        }
    }
    bytes
}

#[test]
fn every_offset_of_random_bytes_in_every_encoding() {
    let mut random = Random::new(7);
    for encoding in Encoding::ALL {
        let mut checked = 0;
        for n in 0..2000 {
            let bytes = random_bytes(encoding, &mut random, n % 24);
            if Encoding::for_bom(&bytes).is_none() {
                checked += check(encoding, &bytes);
            }
        }
        assert!(checked > 1000, "{encoding}: {checked}");
    }
}

/// States are kept every 4,096 bytes. Sequences that lie across such a place, at every offset, have the same offsets as
/// in a short resource.
#[test]
fn sequences_across_a_kept_state() {
    let mut random = Random::new(8);
    for encoding in Encoding::ALL.into_iter().filter(|encoding| *encoding != Encoding::Replacement) {
        let ascii: &[u8] = match encoding {
            Encoding::Utf16Le => b"a\0",
            Encoding::Utf16Be => b"\0a",
            _ => b"a",
        };
        for n in 0..60 {
            let part = random_bytes(encoding, &mut random, 24);
            let filler = ascii.repeat((4096 - n / 3) / ascii.len());
            let bytes = [&filler, &part[..]].concat();
            for unit in [TextUnit::Utf8, TextUnit::Utf16, TextUnit::Scalar] {
                let (alone, both) = (Positions::new(encoding, &part, unit), Positions::new(encoding, &bytes, unit));
                if Encoding::for_bom(&part).is_some() {
                    continue;
                }
                let letters = filler.len() / ascii.len();
                for byte in 0..=part.len() {
                    let (short, long) = (alone.text_offset(byte), both.text_offset(filler.len() + byte));
                    assert_eq!(
                        short + letters,
                        long,
                        "{encoding} {unit:?} {part:02X?} byte {byte}, filler {}",
                        filler.len()
                    );
                    let (short, long) = (alone.byte_offset(short), both.byte_offset(letters + short));
                    assert_eq!(short + filler.len(), long, "{encoding} {unit:?} {part:02X?} byte {byte}");
                }
            }
        }
    }
}

#[test]
fn marks_and_isomorphic_text() {
    use charsniff::{Context, Kind, sniff};
    for (bytes, offset) in [(&b"\xEF\xBB\xBFa\xC3\xA9"[..], 4), (b"\xFE\xFF\0a\0\xE9", 4), (b"\xFF\xFEa\0\xE9\0", 4)] {
        let positions = sniff(bytes, (), &Context::html()).positions(bytes, TextUnit::Scalar);
        assert_eq!(
            (positions.byte_offset(1), positions.text_offset(0), positions.text_offset(bytes.len())),
            (offset, 0, 2)
        );
    }
    let value = b"\x80\xE9a";
    let positions = sniff(value, (), &Context::of(Kind::HeaderValue)).positions(value, TextUnit::Utf8);
    assert_eq!([0, 1, 2, 3].map(|byte| positions.text_offset(byte)), [0, 2, 4, 5]);
    assert_eq!(positions.byte_range(2..5), 1..3);
}

/// The encoding of a stream may change late. The text before is the same in both encodings.
#[test]
fn positions_of_a_stream_whose_encoding_changed() {
    use charsniff::{Change, Context, StreamDecoder};
    let page = [&b"<title>x</title>"[..], &[b' '; 5000], b"<meta charset=koi8-r>", b"\xCD\xC1\xD2\xD3"].concat();
    let (mut stream, mut text) = (StreamDecoder::new((), &Context::html()), String::new());
    let (before, after) = page.split_at(5037);
    stream.push(before, &mut text).unwrap();
    assert!(matches!(stream.change_the_encoding(b"koi8-r", &mut text), Change::Switch { .. }));
    stream.push(after, &mut text).unwrap();
    let positions = stream.finish(&mut text).unwrap().positions(&page, TextUnit::Utf8);
    let letter = text.find('\u{440}').unwrap();
    assert_eq!(positions.byte_range(letter..letter + 2), 5039..5040);
    assert_eq!(positions.text_offset(5039), letter);
}
