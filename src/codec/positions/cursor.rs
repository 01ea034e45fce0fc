//! A walk over the characters of a resource that only goes forward.

use core::ops::Range;

use super::{Characters, Checkpoints, State};

/// A character, where it is in the bytes, and where in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) bytes: Range<usize>,
    pub(crate) text: Range<usize>,
}

/// Finds the characters at offsets that only grow. Each search continues where the last one ended, so many offsets take
/// one walk over the text.
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    checkpoints: &'a Checkpoints,
    characters: Characters<'a>,
    /// The last character that was read, and the one before it.
    last: Option<Place>,
    before: Option<Place>,
    /// How much text was read.
    text: usize,
}

impl<'a> Cursor<'a> {
    fn from(bytes: &'a [u8], checkpoints: &'a Checkpoints, state: State) -> Cursor<'a> {
        let characters = Characters::new(bytes, state);
        Cursor { bytes, checkpoints, characters, last: None, before: None, text: state.text }
    }

    /// The character that an offset of the text is in, and the one before it. At the end of the text the first is `None`.
    pub(crate) fn at(&mut self, text_offset: usize) -> (Option<Place>, Option<Place>) {
        let state = self.checkpoints.last(|state| state.text < text_offset);
        if state.text > self.text {
            *self = Cursor { text: state.text, ..Cursor::from(self.bytes, self.checkpoints, state) };
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
            self.text += self.checkpoints.unit.count_one(c);
            self.before = self.last.replace(Place { bytes, text: start..self.text });
        }
    }
}

impl Checkpoints {
    /// A cursor at the start of `bytes`, of which these are the checkpoints.
    pub(crate) fn cursor<'a>(&'a self, bytes: &'a [u8]) -> Cursor<'a> {
        Cursor::from(bytes, self, self.last(|_| false))
    }
}
