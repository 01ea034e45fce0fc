//! Question marks that stand in the place of letters: `M?ller`, `?????? ???`. A program wrote them for characters that its
//! encoding lacks.
//!
//! An ordinary question mark ends a word, stands by itself, or is part of an address or of code. So these count: a word
//! with question marks between its letters, several words of question marks alone side by side, and a line or a field
//! of question marks alone.

/// Anything longer is not a word.
const LONGEST: usize = 48;

/// How many letters a word with question marks between them must have.
const LEAST_LETTERS: usize = 3;

/// Such a word alone proves a loss if a part of it has at most this many letters. Two longer parts may be words that lack
/// a space between them.
const MOST_OF_PART: usize = 2;

/// So many question marks prove a loss if they fill a line or a field.
const LEAST_OF_FIELD: usize = 4;

/// So many prove one if they are several words side by side.
const LEAST_OF_WORDS: usize = 7;

/// Counts question marks in the place of letters, in a text that comes in parts.
#[derive(Clone, Debug)]
pub(super) struct QuestionMarks {
    /// The current word.
    word: [char; LONGEST],
    length: usize,
    /// How many words of question marks alone stand just before it, and how many question marks these have.
    run: usize,
    run_marks: usize,
    /// Whether there is no other word in the field.
    is_alone: bool,
    /// How many question marks stand in the place of letters; how many words with such question marks prove nothing
    /// alone; and whether there is proof.
    counted: usize,
    weak: usize,
    is_evident: bool,
}

impl Default for QuestionMarks {
    fn default() -> QuestionMarks {
        QuestionMarks {
            word: ['\0'; LONGEST],
            length: 0,
            run: 0,
            run_marks: 0,
            is_alone: true,
            counted: 0,
            weak: 0,
            is_evident: false,
        }
    }
}

/// What ends a field, in markup, tables and quotations.
fn ends_field(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\t' | '<' | '>' | '"')
}

impl QuestionMarks {
    /// Takes more of the text. Linear; fast where there are no question marks.
    pub(super) fn push(&mut self, mut text: &str) {
        while !text.is_empty() {
            let (before, rest) = text.split_at(memchr::memchr(b'?', text.as_bytes()).unwrap_or(text.len()));
            // Whole fields without question marks change nothing.
            let first = before.find(ends_field).unwrap_or(before.len());
            let last = before.rfind(ends_field).unwrap_or(before.len());
            let end = rest.find(ends_field).unwrap_or(rest.len());
            [&before[..first], &before[last..], &rest[..end]]
                .iter()
                .flat_map(|part| part.chars())
                .for_each(|c| self.take(c));
            text = &rest[end..];
        }
    }

    fn take(&mut self, c: char) {
        if matches!(c, ' ' | ',' | ';') {
            self.end_word();
        } else if ends_field(c) {
            self.end_field();
        } else {
            if let Some(place) = self.word.get_mut(self.length) {
                *place = c;
            }
            self.length += 1;
        }
    }

    fn end_field(&mut self) {
        self.end_word();
        self.end_run(true);
        self.is_alone = true;
    }

    fn end_run(&mut self, ends_field: bool) {
        let (words, marks) = (core::mem::take(&mut self.run), core::mem::take(&mut self.run_marks));
        self.counted += marks;
        self.is_evident |=
            words > 1 && marks >= LEAST_OF_WORDS || self.is_alone && ends_field && marks >= LEAST_OF_FIELD;
    }

    fn end_word(&mut self) {
        let length = core::mem::take(&mut self.length);
        if length == 0 {
            return;
        }
        let word = self.word;
        let word = word.get(..length).map(trimmed).unwrap_or_default();
        let marks = word.iter().filter(|c| **c == '?').count();
        if marks > 1 && marks == word.len() {
            self.run += 1;
            self.run_marks += marks;
            return;
        }
        self.end_run(false);
        self.is_alone = false;
        let letters = word.iter().filter(|c| c.is_alphabetic()).count();
        if marks == 0 || letters == 0 || marks + letters < word.len() {
            return;
        }
        let is_inside = is_inside(word);
        if is_inside && letters >= LEAST_LETTERS {
            let is_strong = word.split(|c| *c == '?').any(|part| (1..=MOST_OF_PART).contains(&part.len()));
            self.weak += usize::from(!is_strong);
            self.is_evident |= is_strong || self.weak > 1;
        }
        let at_start = word.iter().take_while(|c| **c == '?').count();
        let at_end = word.iter().rev().take_while(|c| **c == '?').count();
        self.counted += if is_inside { marks - at_end } else { at_start };
    }

    /// How many question marks stand in the place of letters.
    pub(super) fn finish(&mut self) -> usize {
        self.end_field();
        if self.is_evident { self.counted } else { 0 }
    }
}

/// A word without the signs around it.
fn trimmed(word: &[char]) -> &[char] {
    let is_sign = |c: &char| {
        matches!(
            c,
            '\'' | '(' | ')' | '[' | ']' | '.' | ',' | ':' | '!' | '“' | '”' | '„' | '«' | '»' | '‘' | '’' | '…'
        )
    };
    let start = word.iter().position(|c| !is_sign(c)).unwrap_or(word.len());
    let end = word.iter().rposition(|c| !is_sign(c)).map_or(start, |last| last + 1);
    &word[start..end]
}

/// Whether a word has question marks between its letters, and goes on after them in lower case, or is in upper case as
/// a whole.
fn is_inside(word: &[char]) -> bool {
    let mut letters = word.iter().enumerate().filter(|(_, c)| c.is_alphabetic());
    let Some((first, _)) = letters.next() else { return false };
    let Some((last, _)) = letters.next_back() else { return false };
    let inside = &word[first..=last];
    let is_upper = inside.iter().all(|c| *c == '?' || c.is_uppercase());
    let goes_on = |pair: &[char]| pair[0] != '?' || pair[1] == '?' || is_upper || pair[1].is_lowercase();
    inside.contains(&'?') && inside.windows(2).all(goes_on)
}
