//! Question marks that stand in the place of letters: `M?ller`, `?????? ???`. A program wrote them for characters that its
//! encoding lacks.
//!
//! An ordinary question mark ends a word, stands by itself, or is part of an address or of code. So what counts is a word with
//! question marks between its letters, several words of them side by side, or a line or a field of them.

/// Longer words are no words.
const LONGEST: usize = 48;

/// How many letters a word with question marks in it has at least. It proves alone that characters were lost if there are at
/// most so many letters on one side of one: two longer words may lack a space between them.
const LEAST_LETTERS: usize = 3;
const MOST_OF_PART: usize = 2;

/// How many question marks are a word, how many two words of them have at least, and how many fill a line or a field.
const LEAST_OF_WORD: usize = 2;
const LEAST_OF_TWO: usize = 7;
const LEAST_OF_LINE: usize = 4;

/// Counts question marks in the place of letters, in a text that comes in parts.
#[derive(Clone, Debug)]
pub(super) struct QuestionMarks {
    /// The current word.
    word: [char; LONGEST],
    length: usize,
    /// Whether it stands at the start of a line or of a field.
    is_first: bool,
    /// How many question marks the word before had that was nothing but these, in the same line.
    before: usize,
    /// How many may be characters, in how many words that do not prove it alone, and whether there is proof.
    counted: usize,
    weak: usize,
    is_evident: bool,
}

impl Default for QuestionMarks {
    fn default() -> QuestionMarks {
        QuestionMarks {
            word: ['\0'; LONGEST],
            length: 0,
            is_first: true,
            before: 0,
            counted: 0,
            weak: 0,
            is_evident: false,
        }
    }
}

/// What ends a word.
fn ends_word(c: char) -> bool {
    matches!(c, ' ' | ',' | ';')
}

/// What ends a field, in markup, tables and quotations.
fn ends_field(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\t' | '<' | '>' | '"')
}

impl QuestionMarks {
    /// Takes ASCII. Linear; fast where there are no question marks.
    pub(super) fn push_ascii(&mut self, text: &str) {
        let is_end = |byte: u8| ends_word(byte.into()) || ends_field(byte.into());
        let mut rest = text;
        while !rest.is_empty() {
            let mark = memchr::memchr(b'?', rest.as_bytes()).unwrap_or(rest.len());
            // The word in which it stands, and what is before that.
            let start = rest.as_bytes()[..mark].iter().rposition(|byte| is_end(*byte)).unwrap_or(0);
            let end = rest.as_bytes()[mark..].iter().position(|byte| is_end(*byte)).map_or(rest.len(), |at| mark + at);
            if start > 0 {
                // The first word goes on with what came before.
                let first = rest.as_bytes().iter().position(|byte| is_end(*byte)).unwrap_or(start).min(start);
                rest[..first].chars().for_each(|c| self.push(c));
                if first < start {
                    rest[first..=first].chars().for_each(|c| self.push(c));
                    if rest.as_bytes()[first..start].iter().any(|byte| !ends_word(char::from(*byte))) {
                        self.before = 0;
                        self.is_first = false;
                    }
                }
            }
            rest[start..end].chars().for_each(|c| self.push(c));
            rest = &rest[end..];
        }
    }

    pub(super) fn push(&mut self, c: char) {
        if ends_word(c) {
            self.end(false);
        } else if ends_field(c) {
            self.end(true);
            self.is_first = true;
            self.before = 0;
        } else {
            if let Some(place) = self.word.get_mut(self.length) {
                *place = c;
            }
            self.length += 1;
        }
    }

    /// Ends the word, which ends its line or field if `is_last`.
    fn end(&mut self, is_last: bool) {
        let length = core::mem::take(&mut self.length);
        if length == 0 {
            // A line of question marks may end in spaces.
            self.is_evident |= is_last && self.is_first && self.before >= LEAST_OF_LINE;
            return;
        }
        let is_first = core::mem::take(&mut self.is_first);
        let before = core::mem::take(&mut self.before);
        let Some(word) = self.word.get(..length) else { return };
        if !word.contains(&'?') {
            return;
        }
        let word = trimmed(word);
        let marks = word.iter().filter(|c| **c == '?').count();
        let letters = word.iter().filter(|c| c.is_alphabetic()).count();
        let others = word.len() - marks - letters;
        if letters == 0 && others == 0 {
            let is_word = marks >= LEAST_OF_WORD;
            self.counted += if is_word { marks } else { 0 };
            self.is_evident |= before >= LEAST_OF_WORD && is_word && before + marks >= LEAST_OF_TWO;
            self.is_evident |= is_first && is_last && marks >= LEAST_OF_LINE;
            self.before = marks;
            self.is_first = is_first && marks >= LEAST_OF_LINE && !is_last;
            return;
        }
        if letters == 0 || others > 0 {
            return;
        }
        let is_inside = is_inside(word);
        let parts = || word.split(|c| *c == '?').filter(|part| !part.is_empty());
        let is_strong = parts().any(|part| part.len() <= MOST_OF_PART);
        if is_inside && letters >= LEAST_LETTERS {
            self.weak += usize::from(!is_strong);
            self.is_evident |= is_strong || self.weak > 1;
        }
        let at_start = word.iter().take_while(|c| **c == '?').count();
        let at_end = word.iter().rev().take_while(|c| **c == '?').count();
        self.counted += if is_inside { marks - at_end } else { at_start };
    }

    /// How many question marks stand in the place of letters.
    pub(super) fn finish(&mut self) -> usize {
        self.end(true);
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

/// Whether a word has question marks between its letters, and goes on in the case in which it was.
fn is_inside(word: &[char]) -> bool {
    let mut letters = word.iter().enumerate().filter(|(_, c)| c.is_alphabetic());
    let Some((first, _)) = letters.next() else { return false };
    let Some((last, _)) = letters.next_back() else { return false };
    let inside = &word[first..=last];
    let is_upper = inside.iter().all(|c| *c == '?' || c.is_uppercase());
    let goes_on = |pair: &[char]| pair[0] != '?' || pair[1] == '?' || is_upper || pair[1].is_lowercase();
    inside.contains(&'?') && inside.windows(2).all(goes_on)
}
