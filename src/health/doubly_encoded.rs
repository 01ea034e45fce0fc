//! UTF-8 that was decoded as windows-1252 and encoded again: `Ã©` for `é`.

use crate::Encoding;
use crate::codec::single_byte_scalars;

/// Characters that people write right after a letter (`É»`, `ß“`, `È…`, `Ý` and `Š`, no-break space, soft hyphen),
/// among those that windows-1252 has at the values of continuation bytes.
const BEHIND_LETTERS: &str = "»›«‹”“„’‘‚…–—•·\u{A0}\u{AD}™®°ºª¹²³´ŠšŽžŒœŸ";

/// If there are more than this many invalid runs for each valid one, the valid ones are considered chance.
const MOST_OTHERS: usize = 16;

/// Counts the runs of characters above U+007F that windows-1252 can encode, by whether the result is valid UTF-8.
/// Other runs, such as Greek or Chinese, are not counted.
#[derive(Clone, Debug, Default)]
pub(super) struct Runs {
    valid: usize,
    others: usize,
    /// The number of characters that the valid runs decode to.
    characters: usize,
    /// Whether one of the valid runs is a sequence that no ordinary text contains.
    is_evident: bool,
    /// The current run.
    pub(super) run: Run,
}

/// An unfinished run.
#[derive(Clone, Debug, Default)]
pub(super) struct Run {
    is_begun: bool,
    characters: usize,
    /// Whether windows-1252 lacks one of its characters.
    is_foreign: bool,
    is_other: bool,
    is_evident: bool,
    /// The current UTF-8 sequence: its bytes so far, and how many it will have.
    bytes: [u8; 4],
    length: usize,
    wanted: usize,
}

impl Runs {
    /// Ends the run.
    pub(super) fn end(&mut self) {
        if !self.run.is_begun {
            return;
        }
        let Run { characters, is_foreign, is_other, is_evident, length, .. } = core::mem::take(&mut self.run);
        if is_foreign {
            return;
        }
        if is_other || length > 0 {
            self.others += 1;
        } else {
            self.valid += 1;
            self.characters += characters;
            self.is_evident |= is_evident;
        }
    }

    /// The number of characters that were encoded twice.
    pub(super) fn characters(&self) -> usize {
        let is_chance = !self.is_evident || self.others > self.valid.saturating_mul(MOST_OTHERS);
        if is_chance { 0 } else { self.characters }
    }
}

impl Run {
    pub(super) fn push(&mut self, c: char) {
        self.is_begun = true;
        if self.is_foreign {
            return;
        }
        let Some(byte) = byte_of(c) else {
            self.is_foreign = true;
            return;
        };
        if self.is_other {
            return;
        }
        if self.length == 0 {
            self.wanted = match byte {
                0xC2..=0xDF => 2,
                0xE0..=0xEF => 3,
                0xF0..=0xF4 => 4,
                _ => 0,
            };
        } else {
            self.is_evident |= !BEHIND_LETTERS.contains(c);
        }
        match self.bytes.get_mut(self.length) {
            Some(place) if self.length < self.wanted => *place = byte,
            _ => self.is_other = true,
        }
        self.length += 1;
        if self.length == self.wanted {
            self.is_other |= self.bytes.get(..self.wanted).is_none_or(|bytes| core::str::from_utf8(bytes).is_err());
            self.characters += 1;
            self.length = 0;
        }
    }
}

/// The byte that windows-1252 has for a character above U+007F.
fn byte_of(c: char) -> Option<u8> {
    match c {
        '\u{A0}'..='\u{FF}' => u8::try_from(c).ok(),
        '\u{2123}'.. => None,
        _ => {
            let [from_80_to_9f, ..] = single_byte_scalars(Encoding::Windows1252).as_chunks::<32>().0 else {
                return None;
            };
            from_80_to_9f.iter().position(|&scalar| u32::from(scalar) == u32::from(c)).map(|at| 0x80 + at as u8)
        }
    }
}
