//! Changes found by comparing two texts: by line, then by character in the lines that differ.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;
use std::time::{Duration, Instant};

use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};

use super::Edit;

/// How long texts are compared. After that the differences that are left are found more coarsely.
const LONGEST: Duration = Duration::from_secs(2);

/// Browsers' WebAssembly has no clock that the standard library knows.
const HAS_CLOCK: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

/// How many lines are compared, and how many characters where lines differ, in both texts together. Of more, only the
/// common start and the common end are found.
const MOST_LINES: usize = if HAS_CLOCK { usize::MAX } else { 1 << 15 };
const MOST_CHARACTERS: usize = if HAS_CLOCK { 1 << 15 } else { 1 << 13 };

impl Edit<'_> {
    /// Makes `edited` the text: finds what differs from the [original](Edit::text), and replaces that. Earlier changes
    /// are discarded.
    ///
    /// Compares lines, then the characters of those that differ. What both texts have in common stays byte for byte,
    /// even where the edited text has U+FFFD for a malformed sequence. Takes at most a few seconds; where texts differ
    /// so much that it would take longer, larger parts count as changed.
    ///
    /// ```
    /// use charsniff::{Context, Edit};
    /// let file = b"caf\xC3\xA9 \xFF\ncaf\xE9\n";
    /// let mut edit = Edit::new(file, "text/plain; charset=utf-8", &Context::text());
    /// let edited = edit.text().replace("café", "thé");
    /// edit.set_text(&edited);
    /// assert_eq!(edit.write()?.bytes, b"th\xC3\xA9 \xFF\ncaf\xE9\n");
    /// # Ok::<(), charsniff::EditError>(())
    /// ```
    pub fn set_text(&mut self, edited: &str) {
        self.changes = changes(&self.text, edited);
    }
}

/// What turns `old` into `new`.
fn changes(old: &str, new: &str) -> Vec<(Range<usize>, String)> {
    let deadline = HAS_CLOCK.then(|| Instant::now() + LONGEST);
    let lines = |text| -> Vec<_> { str::split_inclusive(text, '\n').collect() };
    let mut changes = Vec::new();
    for (range, new_range) in differences(&lines(old), &lines(new), MOST_LINES, deadline) {
        let (one, other) = (old.get(range.clone()).unwrap_or_default(), new.get(new_range).unwrap_or_default());
        for (part, new_part) in differences(&characters(one), &characters(other), MOST_CHARACTERS, deadline) {
            let with = other.get(new_part).unwrap_or_default();
            changes.push((range.start + part.start..range.start + part.end, with.into()));
        }
    }
    changes
}

fn characters(text: &str) -> Vec<&str> {
    text.char_indices().filter_map(|(at, c)| text.get(at..at + c.len_utf8())).collect()
}

/// Where two texts in pieces differ, in bytes. Of more than `most` pieces, only the common start and the common end are
/// found.
fn differences(
    old: &[&str],
    new: &[&str],
    most: usize,
    deadline: Option<Instant>,
) -> Vec<(Range<usize>, Range<usize>)> {
    let (starts, new_starts) = (starts(old), starts(new));
    let at = |starts: &[usize], pieces: Range<usize>| {
        let at = |n: usize| starts.get(n).copied().unwrap_or_default();
        at(pieces.start)..at(pieces.end)
    };
    let same = old.iter().zip(new).take_while(|(one, other)| one == other).count();
    let (rest, new_rest) = (old.get(same..).unwrap_or_default(), new.get(same..).unwrap_or_default());
    let same_end = rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(one, other)| one == other).count();
    if old.len() + new.len() - 2 * (same + same_end) > most {
        return alloc::vec![(at(&starts, same..old.len() - same_end), at(&new_starts, same..new.len() - same_end))];
    }
    let operations = capture_diff_slices_deadline(Algorithm::Myers, old, new, deadline);
    let differing = operations.iter().filter(|operation| !matches!(operation, DiffOp::Equal { .. }));
    differing.map(|operation| (at(&starts, operation.old_range()), at(&new_starts, operation.new_range()))).collect()
}

/// Where each piece begins, and the end of the last.
fn starts(pieces: &[&str]) -> Vec<usize> {
    let mut end = 0;
    let mut starts = alloc::vec![0];
    for piece in pieces {
        end += piece.len();
        starts.push(end);
    }
    starts
}
