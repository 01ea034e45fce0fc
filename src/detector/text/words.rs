//! The text of a page outside of its markup: its words in ASCII show the language, even far from any other letter.

use alloc::vec::Vec;

/// How many bytes of the text are kept. With four times as many, no more answers were right.
const MOST: usize = 512;

/// How many bytes of the page are read for them: its scripts and style sheets may be long.
const MOST_READ: usize = 64 * 1024;

/// The start of the text of `page`, without tags, comments, scripts and style sheets. A line break stands in place of each.
pub(crate) fn start_of_text(page: &[u8]) -> Vec<u8> {
    let mut text: Vec<u8> = Vec::with_capacity(MOST);
    let mut rest = page.get(..MOST_READ).unwrap_or(page);
    while text.len() < MOST
        && let Some((&first, behind)) = rest.split_first()
    {
        let (byte, behind) = match end_of_markup(rest) {
            None => (first, behind),
            Some((end, skipped)) => {
                let Some(at) = rest.windows(end.len()).position(|bytes| bytes == end) else { break };
                (b'\n', &rest[at + skipped..])
            }
        };
        rest = behind;
        match text.last_mut() {
            // Indentation and empty lines would take the place of words.
            Some(last) if last.is_ascii_whitespace() && byte.is_ascii_whitespace() => {
                if byte == b'\n' {
                    *last = byte;
                }
            }
            _ => text.push(byte),
        }
    }
    text
}

/// What ends the tag, comment, script or style sheet that `rest` starts with, and how much of that belongs to it; `None` if it
/// starts with none.
fn end_of_markup(rest: &[u8]) -> Option<(&'static [u8], usize)> {
    let starts_with = |name: &[u8]| rest.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
    match rest {
        [b'<', b'!', b'-', b'-', ..] => Some((b"-->", 3)),
        [b'<', ..] if starts_with(b"<script") || starts_with(b"<style") => Some((b"</", 0)),
        [b'<', b'/' | b'!' | b'?' | b'A'..=b'Z' | b'a'..=b'z', ..] => Some((b">", 1)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_no_text() {
        for (page, text) in [
            ("<p class=a>Bir <b>iki</b>, üç", "\nBir\niki\n, üç"),
            ("<!-- <p> one -->\r\n\r\n  iki <SCRIPT>var a = '<p>';</SCRIPT>üç", "\niki\nüç"),
            ("<style>p > a { color: red }</style><?php 1 ?><!doctype html>dört", "\ndört"),
            ("a < b, 1 <2", "a < b, 1 <2"),
            ("bir <p iki", "bir "),
            ("", ""),
        ] {
            assert_eq!(String::from_utf8_lossy(&start_of_text(page.as_bytes())), text, "{page}");
        }
        assert_eq!(start_of_text(&[b'a'; MOST + 1]).len(), MOST);
        let scripts = |count: usize| format!("{}Bir", "<script>a</script>".repeat(count));
        assert_eq!(start_of_text(scripts(1000).as_bytes()), b"\nBir");
        assert_eq!(start_of_text(scripts(MOST_READ).as_bytes()), b"\n");
    }
}
