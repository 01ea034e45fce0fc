//! Writes untrusted text (paths, URLs) in lines for people.

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::io::{self, Write as _};

/// The text with its control characters escaped, so that it cannot start another line or send
/// commands to a terminal.
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
