//! Writes untrusted text (paths, URLs) in lines for people.

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::io::{self, Write as _};

/// The text with everything escaped that [`is_hidden`], so that it cannot start another line, send
/// commands to a terminal, or change the order in which the line is shown.
pub fn in_one_line(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        // Writing to a string can't fail.
        let _ = if is_hidden(c) { write!(line, "{}", c.escape_default()) } else { line.write_char(c) };
    }
    Cow::Owned(line)
}

/// Whether a character does something instead of being shown: a control, a [bidirectional
/// control](https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters), a line or
/// paragraph separator.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Writes to standard error. It does not matter if that is closed.
pub fn tell(what: impl fmt::Display) {
    let _ = write!(io::stderr(), "{what}");
}

/// Writes an error message in one line.
pub fn complain(message: &str) {
    tell(format_args!("charsniff: {}\n", in_one_line(message)));
}

/// The start of a value, which may be a megabyte long.
pub fn excerpt(value: &str) -> String {
    const ROOM: usize = 60;
    match value.char_indices().nth(ROOM) {
        Some((end, _)) => format!("{}…", &value[..end]),
        None => value.to_owned(),
    }
}
