//! UTF-8: valid text, apart from a truncated end or a few errors.

use crate::Encoding;
use crate::simd::Kernels;

/// The evidence for UTF-8 that one character above U+007F gives, in nats. Text in other encodings has such characters by
/// chance, but fewer: of 28,740 texts in legacy encodings, none has as many as three for each malformed sequence.
#[cfg(feature = "detector")]
const NATS_PER_CHARACTER: i32 = 4;

/// The evidence against UTF-8 that one malformed sequence gives, in nats.
#[cfg(feature = "detector")]
const NATS_PER_ERROR: i32 = 20;

/// The evidence against UTF-8 that one more malformed sequence in the same word gives: a word in another encoding was
/// pasted.
#[cfg(feature = "detector")]
pub(crate) const NATS_IN_WORD: i32 = 2;

/// The number of ASCII bytes that may be between two malformed sequences of a word. They may be second bytes of
/// characters.
const WITHIN_WORD: usize = 2;

/// Counting stops at this many characters of valid text, since more would not change an answer.
const ENOUGH_CHARACTERS: usize = 256;

/// Reading stops after this many malformed sequences if there were fewer characters than that.
const MOST_ERRORS: usize = 256;

/// How well bytes, at least one of which is above 7F, fit UTF-8. The positions of the words with malformed
/// sequences make no difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Utf8 {
    /// The number of characters above U+007F. In valid text it is a lower bound if it exceeds `ENOUGH_CHARACTERS`; in other
    /// text, a letter of two bytes that repeats the one before does not count.
    pub(crate) characters: usize,
    /// The number of malformed sequences. A truncated last character does not count.
    pub(crate) errors: usize,
    /// How many of these are in the same word as the one before.
    pub(crate) in_word: usize,
    /// Whether the last character is truncated.
    pub(crate) is_cut: bool,
}

/// How many characters after an error are read one by one, since the next error is most often near.
const NEAR: usize = 16;

/// Reads bytes as UTF-8. Linear in their length.
pub(crate) fn judge(bytes: &[u8]) -> Utf8 {
    let (mut errors, mut in_word, mut characters) = (0, 0, 0);
    let mut rest = bytes;
    loop {
        let valid = if errors == 0 { (Kernels::best().utf8_valid_up_to)(rest) } else { valid_near(rest) };
        let (valid, tail) = rest.split_at(valid.min(rest.len()));
        let is_cut = is_cut_character(tail);
        let is_end = tail.is_empty() || is_cut;
        characters += if errors == 0 && is_end { count_leads(valid, true) } else { count_different(valid) };
        if is_end {
            // A single byte that could start a character is no evidence.
            characters += usize::from(is_cut && tail.len() > 1);
            return Utf8 { characters, errors, in_word, is_cut };
        }
        // A surrogate pair in CESU-8 is a character that was encoded wrongly, and no other encoding has these six bytes.
        if let [0xED, 0xA0..=0xAF, 0x80..=0xBF, 0xED, 0xB0..=0xBF, 0x80..=0xBF, after @ ..] = tail {
            characters += 1;
            rest = after;
            continue;
        }
        let continues = valid.len() <= WITHIN_WORD && valid.iter().all(u8::is_ascii_graphic);
        in_word += usize::from(errors > 0 && continues);
        errors += 1;
        rest = after_error(tail);
        // In another encoding, one letter after another is an error.
        while errors < MOST_ERRORS && is_error(rest) {
            in_word += 1;
            errors += 1;
            rest = after_error(rest);
        }
        if errors >= MOST_ERRORS && characters < errors {
            return Utf8 { characters, errors, in_word, is_cut: false };
        }
    }
}

/// Whether bytes start with a malformed sequence, as far as the first two bytes say. At least four bytes are left, so that no
/// character is cut.
fn is_error(bytes: &[u8]) -> bool {
    matches!(bytes, [first @ 0x80..=0xFF, second, _, _, ..]
        if !(0xC2..=0xF4).contains(first) || !is_continuation(second))
}

/// What follows the malformed sequence at the start of `bytes`.
fn after_error(bytes: &[u8]) -> &[u8] {
    let rest = bytes.get(1..).unwrap_or_default();
    let resume = rest.iter().take(3).take_while(|byte| is_continuation(byte)).count();
    rest.get(resume..).unwrap_or_default()
}

/// The length of what is valid.
fn valid_near(bytes: &[u8]) -> usize {
    let mut at = 0;
    for _ in 0..NEAR {
        let mut rest = bytes.get(at..).unwrap_or_default();
        if rest.first().is_some_and(u8::is_ascii) {
            at += Encoding::ascii_valid_up_to(rest);
            rest = bytes.get(at..).unwrap_or_default();
        }
        let whole = character_length(rest).filter(|length| rest.get(1..*length).is_some_and(is_continued));
        let Some(length) = whole else { return at };
        at += length;
    }
    let rest = bytes.get(at..).unwrap_or_default();
    at + (Kernels::best().utf8_valid_up_to)(rest)
}

/// The number of characters above U+007F in valid text, without letters of two bytes that repeat the one before: a line drawn
/// with one character of two bytes in another encoding has a hundred of them. Signs below U+00C0 count: text has many no-break
/// spaces and dots (·) in a row.
fn count_different(valid: &[u8]) -> usize {
    let count = count_leads(valid, false);
    if count < 2 {
        return count;
    }
    let again = valid.windows(4).filter(|pair| (pair[0] > 0xC2) & (pair[0] == pair[2]) & (pair[1] == pair[3]));
    count - again.count()
}

/// How many words of eight bytes are counted before the counters are summed. Each counter is a byte, so it must be
/// below 256.
const MOST_WORDS: usize = 32;

/// The number of characters above U+007F in valid text. If `may_stop`, counts to [`ENOUGH_CHARACTERS`] only.
fn count_leads(valid: &[u8], may_stop: bool) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const PAIR: u64 = 0x0001_0001_0001_0001;
    const PAIRS: u64 = 0xFF * PAIR;
    let mut count = 0;
    let (words, rest) = valid.as_chunks::<8>();
    for part in words.chunks(MOST_WORDS) {
        // A lead byte has its two highest bits set. Each byte of the sum counts the leads at its place in the words.
        // No SIMD is needed.
        let leads = part.iter().map(|word| u64::from_ne_bytes(*word)).map(|word| word >> 7 & word >> 6 & ONES);
        let places = leads.sum::<u64>();
        let pairs = (places & PAIRS) + (places >> 8 & PAIRS);
        count += (pairs.wrapping_mul(PAIR) >> 48) as usize;
        if may_stop && count >= ENOUGH_CHARACTERS {
            return count;
        }
    }
    count + rest.iter().filter(|byte| **byte >= 0xC0).count()
}

impl Utf8 {
    /// Whether the bytes are valid UTF-8 with a character above U+007F.
    pub(crate) fn is_valid(self) -> bool {
        self.errors == 0 && self.characters > 0
    }
}

#[cfg(feature = "detector")]
impl Utf8 {
    /// How many words have malformed sequences.
    pub(crate) fn malformed_words(self) -> usize {
        self.errors.saturating_sub(self.in_word)
    }

    /// Whether the bytes are valid UTF-8. If the last character is truncated, several whole ones must come before it:
    /// two or three letters of another encoding may happen to be a truncated sequence.
    pub(crate) fn refutes_a_claim(self) -> bool {
        self.is_valid() && (!self.is_cut || self.characters as i32 * NATS_PER_CHARACTER > NATS_PER_ERROR)
    }

    /// The evidence for UTF-8, in nats: positive for valid text, and not negative for text with a few errors.
    pub(crate) fn nats(self) -> i32 {
        let of = |count: usize, nats: i32| i32::try_from(count).unwrap_or(i32::MAX).saturating_mul(nats);
        let against = of(self.malformed_words(), NATS_PER_ERROR).saturating_add(of(self.in_word, NATS_IN_WORD));
        of(self.characters, NATS_PER_CHARACTER).saturating_sub(against)
    }

    /// Whether the bytes are UTF-8, perhaps with a few errors, if nothing else is known.
    pub(crate) fn is_likely(self) -> bool {
        self.characters > 0 && self.nats() >= 0
    }
}

/// Whether `tail` is the start of an incomplete character.
fn is_cut_character(tail: &[u8]) -> bool {
    tail.len() < 4
        && character_length(tail).is_some_and(|length| tail.len() < length)
        && tail.get(1..).is_some_and(is_continued)
}

/// The length of the character above U+007F that `tail` starts with, as far as its first two bytes say.
fn character_length(tail: &[u8]) -> Option<usize> {
    match tail {
        [0xE0, ..=0x9F, ..] | [0xED, 0xA0..=0xFF, ..] | [0xF0, ..=0x8F, ..] | [0xF4, 0x90..=0xFF, ..] => None,
        [0xC2..=0xDF, ..] => Some(2),
        [0xE0..=0xEF, ..] => Some(3),
        [0xF0..=0xF4, ..] => Some(4),
        _ => None,
    }
}

fn is_continued(bytes: &[u8]) -> bool {
    bytes.iter().all(is_continuation)
}

fn is_continuation(byte: &u8) -> bool {
    (0x80..0xC0).contains(byte)
}

#[cfg(test)]
mod tests {
    use super::{MOST_ERRORS, Utf8, is_continuation, is_cut_character, judge};

    /// What [`judge`] says of bytes without surrogates, by the standard library, one sequence after the other.
    fn by_standard_library(bytes: &[u8]) -> Utf8 {
        let mut found = Utf8 { characters: 0, errors: 0, in_word: 0, is_cut: false };
        let mut rest = bytes;
        loop {
            let (valid, error) = match core::str::from_utf8(rest) {
                Ok(valid) => (valid, None),
                Err(error) => (core::str::from_utf8(&rest[..error.valid_up_to()]).unwrap(), Some(error)),
            };
            let is_cut = error.is_some_and(|error| error.error_len().is_none());
            let is_valid = found.errors == 0 && (is_cut || error.is_none());
            let mut last = None;
            let mut is_again = |c: char| last.replace(c) == Some(c) && ('\u{C0}'..'\u{800}').contains(&c) && !is_valid;
            found.characters += valid.chars().filter(|c| !is_again(*c) && !c.is_ascii()).count();
            let tail = &rest[valid.len()..];
            if is_cut || tail.is_empty() {
                found.characters += usize::from(tail.len() > 1);
                return Utf8 { is_cut, ..found };
            }
            let is_in_word = valid.len() <= 2 && valid.bytes().all(|byte| byte.is_ascii_graphic());
            found.in_word += usize::from(found.errors > 0 && is_in_word);
            found.errors += 1;
            rest = &tail[1 + tail[1..].iter().take(3).take_while(|byte| is_continuation(byte)).count()..];
        }
    }

    #[test]
    fn malformed_sequences_are_counted_one_by_one() {
        let bytes = [b'a', b' ', 0x80, 0xBF, 0xC3, 0xE0, 0xF5];
        for n in 0..bytes.len().pow(6) {
            let text: [u8; 6] = core::array::from_fn(|at| bytes[n / bytes.len().pow(at as u32) % bytes.len()]);
            assert_eq!(judge(&text), by_standard_library(&text), "{text:02X?}");
        }
        // A pair of surrogates behind an error is one character.
        let found = judge(b"\xFF\xED\xA0\xBD\xED\xB8\x80");
        assert_eq!(found, Utf8 { characters: 1, errors: 1, in_word: 0, is_cut: false });
    }

    /// A line drawn with `－` of Big5 is `С` in UTF-8, thirty times and more.
    #[test]
    fn a_line_of_one_character_is_one_character() {
        for length in [3, 15, 16, 17, 40] {
            let line = [&b"// "[..], &b"\xA1\xD0".repeat(length)].concat();
            let found = judge(&line);
            assert!(found.errors > 0 && found.characters <= 2, "{length}: {found:?}");
            for (before, after) in [("\u{A0}", ""), ("", "\u{A0}")] {
                let letters = [before.as_bytes(), "ё".repeat(length).as_bytes(), after.as_bytes()].concat();
                for text in [[&letters[..], b"\xFF"].concat(), [b"\xFF", &letters[..]].concat()] {
                    assert_eq!(judge(&text), by_standard_library(&text), "{length}");
                }
            }
        }
        assert_eq!(judge("\u{A0}\u{A0}\u{A0}·····".as_bytes()).characters, 8);
        assert_eq!(judge(b"\xC2\xA0\xC2\xA0\xC2\xA0\xFF").characters, 3);
        assert_eq!(judge("//－－ ёё ё".as_bytes()).characters, 5);
    }

    #[test]
    fn reading_stops_after_many_errors_without_characters() {
        assert_eq!(judge(&[0xFF; 300]).errors, MOST_ERRORS);
        let page = ["éè".repeat(150).into_bytes(), vec![0xFF; 300]].concat();
        assert_eq!(judge(&page).errors, 300);
    }

    #[test]
    fn a_character_may_be_cut_after_each_of_its_bytes() {
        for first in 0..=u8::MAX {
            for second in 0..=u8::MAX {
                for tail in [&[first][..], &[first, second], &[first, second, 0x80], &[first, second, 0xBF]] {
                    let is_cut = core::str::from_utf8(tail)
                        .is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none());
                    assert_eq!(is_cut_character(tail), is_cut, "{tail:02X?}");
                }
            }
        }
    }
}
