//! UTF-8 as Java and some databases write it: a character above U+FFFF as two surrogates of three bytes each (CESU-8),
//! and U+0000 as C0 80 (modified UTF-8).

use alloc::string::String;
use core::ops::Range;

/// The character whose modified form is at the start of `bytes`, and its length.
pub(super) fn character(bytes: &[u8]) -> Option<(char, usize)> {
    match *bytes {
        [0xC0, 0x80, ..] => Some(('\0', 2)),
        [0xED, a @ 0xA0..=0xAF, b @ 0x80..=0xBF, 0xED, c @ 0xB0..=0xBF, d @ 0x80..=0xBF, ..] => {
            let [a, b, c, d] = [a, b, c, d].map(|byte| u32::from(byte & 0x3F));
            char::from_u32(0x1_0000 + ((a & 0xF) << 16 | b << 10 | (c & 0xF) << 6 | d)).map(|c| (c, 6))
        }
        _ => None,
    }
}

/// The runs of such characters in UTF-8, and their text, in order. Linear in `body`. C0 80 counts only between UTF-8:
/// elsewhere it may be text in a legacy encoding.
pub(super) fn runs(body: &[u8]) -> impl Iterator<Item = (Range<usize>, String)> {
    let mut rest = 0;
    core::iter::from_fn(move || {
        loop {
            let start = rest + memchr::memchr2(0xC0, 0xED, body.get(rest..)?)?;
            let (mut text, mut end) = (String::new(), start);
            while let Some((c, length)) = character(&body[end..]) {
                text.push(c);
                end += length;
            }
            rest = end.max(start + 1);
            if end > start && (!text.contains('\0') || is_among_utf8(body, start..end)) {
                return Some((start..end, text));
            }
        }
    })
}

/// Whether the length of the modified form at `place`, if there is one, belongs to one of the [`runs`].
pub(super) fn length_at(body: &[u8], place: usize) -> Option<usize> {
    let (c, length) = character(body.get(place..)?)?;
    (c != '\0' || is_among_utf8(body, place..place + length)).then_some(length)
}

/// Whether a character of UTF-8, or a modified one, ends where a range starts, and one starts where it ends.
fn is_among_utf8(body: &[u8], range: Range<usize>) -> bool {
    let is_whole = |bytes: &[u8]| {
        let is_character = core::str::from_utf8(bytes).is_ok_and(|text| text.chars().count() == 1);
        is_character || character(bytes).is_some_and(|(_, length)| length == bytes.len())
    };
    let (before, after) = (&body[..range.start], &body[range.end..]);
    let follows = before.is_empty()
        || (1..=6).any(|length| before.len().checked_sub(length).is_some_and(|at| is_whole(&before[at..])));
    follows && (after.is_empty() || (1..=6).any(|length| after.get(..length).is_some_and(is_whole)))
}

#[cfg(test)]
mod tests {
    use super::{character, length_at, runs};

    #[test]
    fn runs_and_single_characters_agree() {
        let body =
            b"a\xC0\x80\xC0\x80b \xED\xA0\xBD\xED\xB8\x80\xC0\x80\xED\x95\x9C \xE9\xC0\x80 \xED\xA0\xBD \xC0\x81";
        let found: Vec<_> = runs(body).collect();
        assert_eq!(found, [(1..5, "\0\0".into()), (7..15, "\u{1F600}\0".into())]);
        let mut at = 0;
        let mut covered = Vec::new();
        while at < body.len() {
            let length = length_at(body, at).unwrap_or(0);
            covered.extend(at..at + length);
            at += length.max(1);
        }
        assert_eq!(covered, found.into_iter().flat_map(|(range, _)| range).collect::<Vec<_>>());
        assert_eq!(character(b"\xED\xA0\x80\xED\xB0\x80"), Some(('\u{10000}', 6)));
        assert_eq!(character(b"\xED\xAF\xBF\xED\xBF\xBF"), Some(('\u{10FFFF}', 6)));
        assert_eq!(character(b"\xED\xB0\x80\xED\xA0\x80"), None);
    }
}
