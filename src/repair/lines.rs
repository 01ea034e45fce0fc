//! Lines in UTF-8 in a text in a legacy encoding, as in a log that two programs wrote.
//!
//! If UTF-8 is often misread as the encoding, [`doubly_encoded`](super::doubly_encoded) finds such lines, word by word.
//! This file is for the other encodings, above all those of Chinese, Japanese and Korean.

use core::ops::Range;

use super::oddness;
use crate::Encoding;

/// How many characters above U+007F a line in UTF-8 must have if its bytes are malformed in the other encoding. With fewer,
/// it may be UTF-8 by chance.
const LEAST_MALFORMED: usize = 2;

/// How many characters of two bytes it must have otherwise, if it has few of three bytes and more.
const LEAST_SHORT: usize = 6;

/// How many characters of three bytes and more it must have otherwise.
const LEAST_LONG: usize = 4;

/// How odd a character of three bytes or more may be, in nats. For one of two bytes the limit is 1.
const MOST_ODD: usize = 4;

/// Whether lines of a text in `encoding` may be in UTF-8.
pub(super) fn may_have_lines(encoding: Encoding) -> bool {
    use Encoding::*;
    !matches!(encoding, Utf8 | Utf16Be | Utf16Le | Replacement | XUserDefined | Iso2022Jp)
}

/// The parts of `body` that are UTF-8: of a line in UTF-8, from its first byte above 7F to the last; of another line, words.
/// Linear.
pub(super) fn in_utf8(body: &[u8], encoding: Encoding) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    let lines = body.split(|byte| matches!(byte, b'\n' | b'\r')).filter_map(move |line| {
        let at = start;
        start += line.len() + 1;
        let first = line.iter().position(|byte| !byte.is_ascii())?;
        let end = line.iter().rposition(|byte| !byte.is_ascii())? + 1;
        Some(at + first..at + end)
    });
    let is_utf_8 =
        move |part: &Range<usize>| core::str::from_utf8(&body[part.clone()]).is_ok_and(|text| is_meant(text, encoding));
    lines.flat_map(move |line| {
        let is_valid = core::str::from_utf8(&body[line.clone()]).is_ok();
        let whole = is_valid.then(|| line.clone());
        let words = (!is_valid).then(|| words(body, line)).into_iter().flatten();
        whole.into_iter().chain(words).filter(is_utf_8)
    })
}

/// The runs of bytes above 7F in a line.
fn words(body: &[u8], line: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let mut rest = line.start;
    core::iter::from_fn(move || {
        let start = rest + body.get(rest..line.end)?.iter().position(|byte| !byte.is_ascii())?;
        rest = body[start..line.end].iter().position(u8::is_ascii).map_or(line.end, |length| start + length);
        Some(start..rest)
    })
}

/// Whether text is valid UTF-8 not just by chance.
fn is_meant(text: &str, encoding: Encoding) -> bool {
    let long = text.chars().filter(|c| c.len_utf8() > 2).count();
    let short = text.chars().filter(|c| c.len_utf8() == 2).count();
    let in_words = in_words(text);
    let is_malformed = || encoding.decode_without_bom_handling_or_fail(text.as_bytes()).is_err();
    let is_enough =
        long >= LEAST_LONG || short + in_words >= LEAST_SHORT || (short + long >= LEAST_MALFORMED && is_malformed());
    // Characters that are UTF-8 by chance are of different scripts.
    is_enough && oddness::of(None, text.chars(), None) <= (short + MOST_ODD * long).min(i32::MAX as usize) as i32
}

/// How many characters of two bytes stand, alone or in pairs, between letters of ASCII. Chinese, Japanese and Korean
/// characters seldom do, so these count twice.
fn in_words(text: &str) -> usize {
    let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphabetic());
    let mut rest = text;
    let runs = core::iter::from_fn(|| {
        let start = rest.find(|c: char| !c.is_ascii())?;
        let end = rest[start..].find(|c: char| c.is_ascii()).map_or(rest.len(), |length| start + length);
        let between = is_letter(rest[..start].chars().next_back()) && is_letter(rest[end..].chars().next());
        let run = &rest[start..end];
        rest = &rest[end..];
        Some((between, run))
    });
    let counted = runs.filter(|(between, run)| *between && run.len() <= 4 && run.chars().all(|c| c.len_utf8() == 2));
    counted.map(|(_, run)| run.chars().count()).sum()
}
