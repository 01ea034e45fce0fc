//! Comments that name the encoding of a source file, read as the tools that introduced them read them:
//! [Python](https://peps.python.org/pep-0263/) and Ruby,
//! [Emacs](https://www.gnu.org/software/emacs/manual/html_node/emacs/Specifying-File-Variables.html) and
//! [Vim](https://vimhelp.org/options.txt.html#modeline). Each is a claim, which the bytes can refute.

use core::ops::Range;

use super::{Declaration, Scanned, Undeclared, skip, start};
use crate::encoding::label::is_ascii_whitespace;
use crate::evidence::misspelled;
use crate::stage::Evidence;
use crate::{Encoding, Source};

/// How many lines Vim reads at the start and at the end.
const VIMS_LINES: usize = 5;

/// In how many bytes at the end Emacs looks for its list of variables.
const EMACS_TAIL: usize = 3000;

/// What begins a comment: in Python, Ruby and shells, C, batch files, SQL and Lua, Lisp and INI files, TeX, Basic, Vim
/// script.
const LEADERS: [&[u8]; 11] = [b"#", b"//", b"/*", b"::", b"rem ", b"@rem ", b"--", b";", b"%", b"'", b"\""];

/// What most batch files begin with.
const BATCH_START: &[u8] = b"@echo off";

/// The first comment that names an encoding.
pub(super) fn prescan(evidence: &Evidence<'_>, why_not: &'static str) -> Scanned {
    in_text(start(evidence, Some(0)), has_end(evidence), why_not)
}

/// Whether the end is read: only where a stream holds all of the resource, too.
pub(crate) fn has_end(evidence: &Evidence<'_>) -> bool {
    !evidence.is_truncated && evidence.bytes.len() < evidence.case.context.facts.held_limit()
}

/// The first comment in `text` that names an encoding, else the first that names something else. `is_whole` says that the
/// resource ends where the text does. Linear in the length of the lines that are read.
pub(crate) fn in_text(text: &[u8], is_whole: bool, why_not: &'static str) -> Scanned {
    let mut unknown = None;
    let mut found = None;
    labels(text, is_whole, &mut |range| {
        let label = text.get(range.clone()).unwrap_or_default();
        match misspelled::encoding_for(without_line_ends(label)) {
            Some(encoding) => {
                let encoding = encoding.declared_in_ascii();
                let (offset, length) = (range.start, range.len());
                found.get_or_insert(Declaration { encoding, source: Source::Comment, offset, length });
            }
            None if label.is_empty() => {}
            None => {
                unknown.get_or_insert(range);
            }
        }
    });
    found.ok_or_else(|| match unknown {
        Some(range) => Undeclared::unknown("the comment names no encoding", range),
        None => why_not.into(),
    })
}

/// Calls `each` with the places of all labels.
fn labels(text: &[u8], is_whole: bool, each: &mut dyn FnMut(Range<usize>)) {
    let mark = Encoding::for_bom(text).map_or(0, |(_, length)| length);
    let (mut is_pythons, mut is_emacs) = (true, true);
    for (number, line) in lines(text, mark).take(VIMS_LINES).enumerate() {
        let bytes = &text[line.clone()];
        let mut at_line = |label: Range<usize>| each(line.start + label.start..line.start + label.end);
        if number < 2 && is_emacs {
            emacs_line(bytes).into_iter().for_each(&mut at_line);
        }
        if number < 2 && is_pythons {
            in_comment(bytes).into_iter().for_each(&mut at_line);
        }
        vims(bytes).into_iter().for_each(&mut at_line);
        // In the second line, a declaration counts only after a comment, an empty line or `@echo off`; for Emacs, only
        // after the interpreter's name.
        let trimmed = bytes.trim_ascii();
        is_pythons = starts_comment(bytes) || trimmed.is_empty() || trimmed.eq_ignore_ascii_case(BATCH_START);
        is_emacs = bytes.starts_with(b"#!");
    }
    if is_whole {
        for line in lines(text, start_of_last_lines(text)) {
            vims(&text[line.clone()])
                .into_iter()
                .for_each(|label| each(line.start + label.start..line.start + label.end));
        }
        emacs_list(text, each);
    }
}

/// The lines from `at` on, without their ends.
fn lines(text: &[u8], at: usize) -> impl Iterator<Item = Range<usize>> {
    let mut at = Some(at);
    core::iter::from_fn(move || {
        let start = at.filter(|start| *start < text.len())?;
        let length = memchr::memchr2(b'\n', b'\r', &text[start..]);
        let end = length.map_or(text.len(), |length| start + length);
        at = length.map(|_| end + if text[end..].starts_with(b"\r\n") { 2 } else { 1 });
        Some(start..end)
    })
}

/// Where the last lines begin that Vim reads.
fn start_of_last_lines(text: &[u8]) -> usize {
    let is_end = |at: &usize| text[*at] == b'\n' || text.get(at + 1).is_some_and(|next| *next != b'\n');
    let mut ends = memchr::memrchr2_iter(b'\n', b'\r', text).filter(is_end).filter(|at| at + 1 < text.len());
    ends.nth(VIMS_LINES - 1).map_or(0, |at| at + 1)
}

fn starts_comment(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    LEADERS.iter().any(|leader| line.get(..leader.len()).is_some_and(|start| start.eq_ignore_ascii_case(leader)))
}

/// In a comment: `coding`, a colon or an equals sign, and the label. So in `encoding: utf-8`, too.
fn in_comment(line: &[u8]) -> Option<Range<usize>> {
    const NAME: &[u8] = b"coding";
    let value = |at: usize| {
        let separator = skip(line, at + NAME.len(), is_blank);
        let is_name = line.get(at..at + NAME.len()).is_some_and(|name| name.eq_ignore_ascii_case(NAME));
        (is_name && matches!(line.get(separator), Some(b':' | b'='))).then_some(separator + 1)
    };
    let value = memchr::memchr2_iter(b'c', b'C', line).find_map(value).filter(|_| starts_comment(line))?;
    Some(label(line, value))
}

/// Between `-*-` and `-*-`: variables with values.
fn emacs_line(line: &[u8]) -> Option<Range<usize>> {
    const SIGN: &[u8] = b"-*-";
    let start = super::find(line, SIGN)? + SIGN.len();
    let end = start + super::find(line.get(start..)?, SIGN)?;
    let mut at = start;
    line.get(start..end)?.split(|byte| *byte == b';').find_map(|variable| {
        let value = value_of_coding(variable).map(|value| label(line, at + value));
        at += variable.len() + 1;
        value
    })
}

/// Where the value is in `coding: value`.
fn value_of_coding(variable: &[u8]) -> Option<usize> {
    let colon = memchr::memchr(b':', variable)?;
    variable[..colon].trim_ascii().eq_ignore_ascii_case(b"coding").then_some(colon + 1)
}

/// The list of variables at the end of a file, each in a line that starts as that with `Local Variables:` does.
fn emacs_list(text: &[u8], each: &mut dyn FnMut(Range<usize>)) {
    const TITLE: &[u8] = b"local variables:";
    const END: &[u8] = b"end:";
    let tail = text.len().saturating_sub(EMACS_TAIL);
    let tail = memchr::memrchr(0x0C, &text[tail..]).map_or(tail, |page| tail + page + 1);
    let title = |line: &Range<usize>| {
        let bytes = &text[line.clone()];
        bytes.windows(TITLE.len()).position(|window| window.eq_ignore_ascii_case(TITLE))
    };
    let mut prefix: Option<&[u8]> = None;
    for line in lines(text, tail) {
        if let Some(length) = title(&line) {
            prefix = text.get(line.start..line.start + length);
            continue;
        }
        let Some(before) = prefix else { continue };
        let Some(variable) = text[line.clone()].strip_prefix(before) else {
            prefix = None;
            continue;
        };
        if variable.trim_ascii().get(..END.len()).is_some_and(|start| start.eq_ignore_ascii_case(END)) {
            prefix = None;
        } else if let Some(value) = value_of_coding(variable) {
            each(label(&text[..line.end], line.start + before.len() + value));
        }
    }
}

/// The value of `fileencoding` after `vim:`, `vi:` or `ex:`, of which the first two may begin a line. The options end at
/// a colon if `set` comes before them.
fn vims(line: &[u8]) -> Option<Range<usize>> {
    const NAMES: [&[u8]; 2] = [b"fenc=", b"fileencoding="];
    let start = memchr::memchr_iter(b':', line).find_map(|colon| {
        let word = line[..colon].rsplit(|byte| is_blank(*byte)).next().unwrap_or_default();
        let is_first = word.len() == colon;
        // A version may come before the colon: `vim>800:`.
        let name = word.iter().position(|byte| matches!(byte, b'<' | b'=' | b'>')).map_or(word, |at| &word[..at]);
        let is_name = matches!(name, b"vim" | b"Vim" | b"vi") || name == b"ex" && !is_first;
        is_name.then_some(colon + 1)
    })?;
    let mut at = skip(line, start, is_blank);
    let rest = line.get(at..)?;
    let set = [&b"set "[..], b"se "].iter().find(|set| rest.starts_with(set)).map(|set| set.len());
    at += set.unwrap_or(0);
    let end = set.and_then(|_| memchr::memchr(b':', &line[at..])).map_or(line.len(), |length| at + length);
    for option in line[at..end].split(|byte| is_blank(*byte) || *byte == b':') {
        if let Some(name) = NAMES.iter().find(|name| option.starts_with(name)) {
            return Some(label(line, at + name.len()));
        }
        at += option.len() + 1;
    }
    None
}

fn is_blank(byte: u8) -> bool {
    is_ascii_whitespace(byte)
}

/// The label that begins at `at`, or after blanks there.
fn label(line: &[u8], at: usize) -> Range<usize> {
    let at = skip(line, at, |byte| is_blank(byte) || matches!(byte, b'"' | b'\''));
    at..skip(line, at, |byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
}

/// A label without what Emacs adds about the ends of lines.
fn without_line_ends(label: &[u8]) -> &[u8] {
    let ends = [&b"-unix"[..], b"-dos", b"-mac"];
    ends.iter().find_map(|end| label.strip_suffix(*end)).unwrap_or(label)
}
