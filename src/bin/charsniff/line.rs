//! Text of strangers (paths, URLs) in lines for people.

use std::borrow::Cow;
use std::fmt::Write;

/// The text with its control characters escaped: it can't start another line, nor command a
/// terminal.
pub fn in_one_line(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        // Writing to a string can't fail.
        let _ = if c.is_control() { write!(line, "{}", c.escape_default()) } else { line.write_char(c) };
    }
    Cow::Owned(line)
}

/// The start of a value that may be a megabyte.
pub fn excerpt(value: &str) -> String {
    const ROOM: usize = 60;
    match value.char_indices().nth(ROOM) {
        Some((end, _)) => format!("{}…", &value[..end]),
        None => value.to_owned(),
    }
}
