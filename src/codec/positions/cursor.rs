//! A walk over the characters of a resource that goes on where it was.

use core::ops::Range;

use super::{Characters, Positions, State};

/// A character, where it is in the bytes, and where in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) bytes: Range<usize>,
    pub(crate) text: Range<usize>,
}

/// Finds the characters at offsets that only grow. It goes on where it was, so many offsets take one walk over the text.
pub(crate) struct Cursor<'a> {
    positions: &'a Positions<'a>,
    characters: Characters<'a>,
    /// The last character that was read, and the one before it.
    last: Option<Place>,
    before: Option<Place>,
    /// How much text was read.
    text: usize,
}

impl<'a> Cursor<'a> {
    /// The character that an offset of the text is in, and the one before it. At the end of the text the first is `None`.
    pub(crate) fn at(&mut self, text_offset: usize) -> (Option<Place>, Option<Place>) {
        let state = self.positions.last_state(|state| state.text < text_offset);
        if state.text > self.text {
            *self = Cursor { text: state.text, ..self.positions.cursor_from(state) };
        }
        loop {
            match &self.last {
                Some(last) if last.text.end > text_offset => {
                    let is_in = last.text.start <= text_offset;
                    return (is_in.then(|| last.clone()), self.before.clone());
                }
                _ => {}
            }
            let Some((bytes, c)) = self.characters.next() else { return (None, self.last.clone()) };
            let start = self.text;
            self.text += self.positions.unit.count_one(c);
            self.before = self.last.replace(Place { bytes, text: start..self.text });
        }
    }
}

impl Positions<'_> {
    /// A cursor at the start.
    pub(crate) fn cursor(&self) -> Cursor<'_> {
        self.cursor_from(self.last_state(|_| false))
    }

    fn cursor_from(&self, state: State) -> Cursor<'_> {
        let characters = Characters::new(&self.bytes, state);
        Cursor { positions: self, characters, last: None, before: None, text: state.text }
    }
}
