//! UTF-8: valid text, apart from a truncated end or a few errors.

use crate::codec::kernel::Kernels;

/// How many multi-byte characters there must be for each malformed sequence. In other encodings
/// such characters occur by chance, but not as often: of 28,740 texts in legacy encodings, none has
/// as many as three for each malformed sequence.
const CHARACTERS_PER_ERROR: usize = 5;

/// How many malformed sequences may come before the characters that outweigh them.
const FEW_ERRORS: usize = 3;

/// The result of validation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Utf8 {
    /// Valid UTF-8. The last character may be truncated.
    Valid,
    /// UTF-8 with a few errors.
    Nearly,
    No,
}

/// Judges bytes, at least one of which is above 7F.
pub(crate) fn judge(bytes: &[u8]) -> Utf8 {
    let valid_up_to = Kernels::best().utf8_valid_up_to;
    let (mut errors, mut characters) = (0, 0);
    let mut rest = bytes;
    loop {
        let (valid, tail) = rest.split_at(valid_up_to(rest).min(rest.len()));
        let is_end = tail.is_empty() || is_cut_character(tail);
        if is_end && errors == 0 {
            // A single byte that could start a character is no evidence.
            return if tail.len() == 1 && valid.is_ascii() { Utf8::No } else { Utf8::Valid };
        }
        // The lead bytes of complete characters.
        characters += valid.iter().filter(|byte| **byte >= 0xC0).count();
        if is_end {
            return if characters >= errors * CHARACTERS_PER_ERROR { Utf8::Nearly } else { Utf8::No };
        }
        errors += 1;
        if errors > FEW_ERRORS && characters < errors * CHARACTERS_PER_ERROR {
            return Utf8::No;
        }
        let lead_and_rest = tail.get(1..).unwrap_or_default();
        let resume = lead_and_rest.iter().take(3).take_while(|byte| (0x80..0xC0).contains(*byte)).count();
        rest = lead_and_rest.get(resume..).unwrap_or_default();
    }
}

/// Whether `tail` is the start of an incomplete character.
fn is_cut_character(tail: &[u8]) -> bool {
    let needed = match tail {
        [0xC2..=0xDF, ..] => 2,
        [0xE0, second, ..] if *second < 0xA0 => return false,
        [0xED, second, ..] if *second > 0x9F => return false,
        [0xE0..=0xEF, ..] => 3,
        [0xF0, second, ..] if *second < 0x90 => return false,
        [0xF4, second, ..] if *second > 0x8F => return false,
        [0xF0..=0xF4, ..] => 4,
        _ => return false,
    };
    tail.len() < needed && tail.iter().skip(1).all(|byte| (0x80..0xC0).contains(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_end_is_no_error() {
        for text in ["aé", "a€", "a😀"] {
            let bytes = text.as_bytes();
            for end in 3..=bytes.len() {
                assert_eq!(judge(&bytes[..end]), Utf8::Valid, "{:?}", &bytes[..end]);
            }
        }
        assert_eq!(judge("éé".as_bytes().split_at(3).0), Utf8::Valid);
        assert_eq!(judge(b"caf\xE9"), Utf8::No);
    }

    /// An end that cannot be the start of a character is an error: surrogates, overlong forms, and
    /// code points above U+10FFFF.
    #[test]
    fn an_end_that_starts_no_character_is_an_error() {
        for end in [&b"\xED\xA0"[..], b"\xE0\x9F", b"\xF0\x8F", b"\xF4\x90", b"\xC1", b"\xF5"] {
            assert_eq!(judge(&["café ".as_bytes(), end].concat()), Utf8::No, "{end:02X?}");
        }
        assert_eq!(judge(b"caf\xC3\xA9 \xED\x9F"), Utf8::Valid);
    }

    #[test]
    fn errors_must_be_outweighed_by_characters() {
        let mut page = "žluťoučký kůň ".repeat(20).into_bytes();
        page.insert(40, b'\xE9');
        page.insert(80, b'\xFF');
        assert_eq!(judge(&page), Utf8::Nearly);
        assert_eq!(
            judge(b"It\xE2\x80\x99s \xE2\x80\x9Cour\xE2\x80\x9D caf\xE9 \xE2\x80\x93 \xC3\xA0 la carte"),
            Utf8::Nearly
        );
        assert_eq!(judge(b"caf\xE9 \xC3\xA9 \xC3\xA8"), Utf8::No);
        assert_eq!(judge(b"\xCC\xE0\xF0\xF1"), Utf8::No);
    }
}
