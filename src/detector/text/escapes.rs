//! ASCII bytes that are characters in a 7-bit encoding: HZ, UTF-7 and the encodings of ISO 2022. Of these the
//! standard has only ISO-2022-JP, so the others only lower the probability of UTF-8.

use super::errors::{self, MOST_ERRORS};
use crate::Encoding;
use crate::detector::sample::HighBytes;
use crate::detector::weights;

/// What `page` costs more in ISO-2022-JP than in other encodings, which is below zero; `None` if it has no more escape
/// sequences that switch to kanji or katakana than malformed sequences. No other text has these escapes, so they cost as much
/// in other encodings as malformed sequences do in this one.
pub(crate) fn cost_of_iso_2022_jp(page: &[u8], is_cut: bool) -> Option<i64> {
    let is_escape = |at: &usize| matches!(page.get(*at..*at + 3), Some(b"\x1B$@" | b"\x1B$B" | b"\x1B(I"));
    let escapes = memchr::memchr_iter(0x1B, page).filter(is_escape).take(MOST_ERRORS as usize).count() as u32;
    if escapes == 0 {
        return None;
    }
    let errors = errors::count_errors(page, HighBytes::of(&[]), Encoding::Iso2022Jp, is_cut, escapes);
    (errors < escapes).then(|| i64::from(weights::malformed()) * (i64::from(errors) - i64::from(escapes)))
}

/// Whether ASCII looks like text in such an encoding.
pub(crate) fn found_in(ascii: &[u8]) -> bool {
    memchr::memchr3_iter(0x1B, b'~', b'+', ascii).any(|at| match ascii.get(at..) {
        Some([0x1B, rest @ ..]) => matches!(rest, [b'$', ..] | [b'(', b'J' | b'I', ..]),
        Some([b'~', rest @ ..]) => is_hz(rest),
        Some([b'+', rest @ ..]) => is_utf_7(rest),
        _ => false,
    })
}

/// The maximum length of a run of characters.
const LONGEST: usize = 256;

/// `{`, pairs of bytes from 21 to 7E, `~}`.
fn is_hz(rest: &[u8]) -> bool {
    let Some(run) = rest.get(..LONGEST).unwrap_or(rest).strip_prefix(b"{") else { return false };
    let end = run.windows(2).position(|pair| pair == b"~}");
    end.and_then(|end| run.get(..end))
        .is_some_and(|run| run.len() >= 2 && run.len() % 2 == 0 && run.iter().all(|byte| (0x21..=0x7E).contains(byte)))
}

/// The minimum number of ideographs, kana or Hangul syllables in a row that is not chance.
const FEWEST_EASTERN: usize = 3;

/// Base64 of code units that are not ASCII, up to a hyphen or another byte that is not in Base64. Without the hyphen
/// they must be [letters or signs](is_common), since `+` before a word is common in other texts.
fn is_utf_7(rest: &[u8]) -> bool {
    let (mut bits, mut count, mut units) = (0u32, 0, 0);
    let (mut all_are_common, mut all_are_eastern, mut all_are_digits) = (true, true, true);
    let mut bytes = rest.iter().take(LONGEST);
    let end = loop {
        let Some(byte) = bytes.next() else { break b' ' };
        let digit = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => break *byte,
        };
        all_are_digits &= byte.is_ascii_digit();
        bits = bits << 6 | u32::from(digit);
        count += 6;
        if count >= 16 {
            count -= 16;
            units += 1;
            let unit = (bits >> count) as u16;
            if unit <= 0x7F {
                return false;
            }
            all_are_common &= is_common(unit);
            all_are_eastern &= matches!(unit, 0x3000..=0x9FFF | 0xAC00..=0xD7A3 | 0xFF00..=0xFFEF);
        }
    };
    let is_whole = units > 0 && count < 6 && bits & ((1 << count) - 1) == 0;
    is_whole && !all_are_digits && (end == b'-' || all_are_common || all_are_eastern && units >= FEWEST_EASTERN)
}

/// Whether a code unit is a letter of Latin, Greek, Cyrillic, Hebrew, Arabic or Thai, kana, or a typographic sign.
fn is_common(unit: u16) -> bool {
    matches!(unit, 0xA0..=0x24F | 0x370..=0x6FF | 0xE00..=0xE7F | 0x2010..=0x203A | 0x20AC | 0x3000..=0x30FF)
}
