//! Text in a legacy encoding with lines or replacement characters in UTF-8, such as a log that two programs write.

use alloc::vec::Vec;

use crate::Encoding;
use crate::detector::text::utf8::{self, Utf8};
use crate::detector::weights::{self, PER_NAT};

/// How many bytes of a page are looked at, and taken if there are such lines.
const LOOKED_AT: usize = 64 * 1024;

/// U+FFFD in UTF-8. A program that read a text in the wrong encoding wrote it in place of letters.
const REPLACEMENT: &[u8] = "\u{FFFD}".as_bytes();

/// The start of the page without its lines and replacement characters in UTF-8, if there are some beside others; they are
/// no evidence for or against the encoding of the others. `utf_8` is what the page is as UTF-8. Linear in the length of
/// that start.
pub(crate) fn without_utf_8(page: &[u8], utf_8: Utf8) -> Option<Vec<u8>> {
    if utf_8.errors == 0 || utf_8.characters == 0 {
        return None;
    }
    let start = page.get(..LOOKED_AT).unwrap_or(page);
    let lines = || {
        let mut rest = start;
        core::iter::from_fn(move || {
            let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |at| at + 1);
            let (line, after) = rest.split_at_checked(end).filter(|(line, _)| !line.is_empty())?;
            rest = after;
            Some(line)
        })
    };
    // Of a longer page, the text may come behind what is looked at.
    let has_replacements = page.len() <= LOOKED_AT && memchr::memmem::find(page, REPLACEMENT).is_some();
    if !has_replacements && !has_line_in_utf_8(start) {
        return None;
    }
    let mut others: Vec<u8> = lines().filter(|line| !is_utf_8(line)).flatten().copied().collect();
    if has_replacements {
        others = without_replacements(&others);
    }
    (others.len() < start.len() && !others.is_ascii()).then_some(others)
}

/// The text without the replacement characters that stand between ASCII. Between other bytes, the same three may be parts
/// of characters, such as 常申 in EUC-JP.
fn without_replacements(text: &[u8]) -> Vec<u8> {
    let runs = text.chunk_by(|byte, next| byte.is_ascii() == next.is_ascii());
    runs.filter(|run| !run.chunks(REPLACEMENT.len()).all(|character| character == REPLACEMENT))
        .flatten()
        .copied()
        .collect()
}

fn has_line_in_utf_8(mut rest: &[u8]) -> bool {
    loop {
        // The ASCII at the start of a line makes no difference, nor do lines of ASCII.
        rest = &rest[Encoding::ascii_valid_up_to(rest)..];
        let (line, after) = rest.split_at(memchr::memchr(b'\n', rest).unwrap_or(rest.len()));
        // Most lines in another encoding have an error in their first character.
        if matches!(line, [0xC2..=0xFF, 0x80..=0xBF, ..]) && is_utf_8(line) {
            return true;
        }
        if after.is_empty() {
            return false;
        }
        rest = after;
    }
}

/// Whether a line is valid UTF-8, with as much evidence as a declaration. Legacy text has three such characters in a row by
/// chance in one of some hundred lines.
fn is_utf_8(line: &[u8]) -> bool {
    Encoding::utf8_valid_up_to(line) == line.len() && utf8::judge(line).nats() >= (weights::claim() / PER_NAT) as i32
}
