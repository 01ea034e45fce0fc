//! Lines in UTF-8 in a text in a legacy encoding, as in a log that two programs wrote.
//!
//! Where UTF-8 is often misread as the encoding, [`doubly_encoded`](super::doubly_encoded) finds them, word by word.
//! Here are the other encodings, above all those of Chinese, Japanese and Korean.

use core::ops::Range;

use super::misreading::MISREADINGS;
use super::oddness;
use crate::Encoding;

/// How many characters above U+007F a line in UTF-8 has at least: any of them where its bytes are malformed in the
/// other encoding; else of two bytes each, or of three and more. Fewer may be UTF-8 by chance.
const LEAST_MALFORMED: usize = 2;
const LEAST_SHORT: usize = 6;
const LEAST_LONG: usize = 4;

/// How odd a character of three bytes or more may be, in nats; one of two may cost 1.
const MOST_ODD: usize = 4;

/// Whether lines of a text in `encoding` may be in UTF-8 here.
pub(super) fn has_lines(encoding: Encoding) -> bool {
    let is_misread = MISREADINGS.iter().any(|(misread, _)| *misread == encoding);
    let is_special = matches!(
        encoding,
        Encoding::Utf8
            | Encoding::Utf16Be
            | Encoding::Utf16Le
            | Encoding::Replacement
            | Encoding::XUserDefined
            | Encoding::Iso2022Jp
    );
    !is_misread && !is_special
}

/// The parts of `body` that are UTF-8, at most one in each line: from its first byte above 7F to the last. Linear.
pub(super) fn in_utf8(body: &[u8], encoding: Encoding) -> impl Iterator<Item = (Range<usize>, &str)> {
    let mut start = 0;
    let lines = body.split(|byte| matches!(byte, b'\n' | b'\r')).map(move |line| {
        let at = start;
        start += line.len() + 1;
        (at, line)
    });
    lines.filter_map(move |(at, line)| {
        let first = line.iter().position(|byte| !byte.is_ascii())?;
        let end = line.iter().rposition(|byte| !byte.is_ascii())? + 1;
        let text = core::str::from_utf8(&line[first..end]).ok()?;
        is_meant(text, encoding).then_some((at + first..at + end, text))
    })
}

/// Whether valid UTF-8 is that not by chance.
fn is_meant(text: &str, encoding: Encoding) -> bool {
    let long = text.chars().filter(|c| c.len_utf8() > 2).count();
    let short = text.chars().filter(|c| c.len_utf8() == 2).count();
    let is_malformed = || encoding.decode_without_bom_handling_or_fail(text.as_bytes()).is_err();
    let is_enough = long >= LEAST_LONG || short >= LEAST_SHORT || (short + long >= LEAST_MALFORMED && is_malformed());
    // By chance, neighbours are of different scripts.
    is_enough && oddness::of(None, text.chars(), None) <= (short + MOST_ODD * long).min(i32::MAX as usize) as i32
}
