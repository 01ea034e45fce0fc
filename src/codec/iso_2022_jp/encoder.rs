//! [ISO-2022-JP encoder](https://encoding.spec.whatwg.org/#iso-2022-jp-encoder).

use crate::codec::encode::{Bytes, Encode, Encoded};
use crate::codec::euc_jp;
use crate::codec::kernel::encode::EncodeKernels;
use crate::codec::table::jis0208::ISO_2022_JP_KATAKANA;

/// [ISO-2022-JP encoder state](https://encoding.spec.whatwg.org/#iso-2022-jp-encoder-state).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Ascii,
    Roman,
    Jis0208,
}

const TO_ASCII: Encoded = Encoded::Escape([0x1B, 0x28, 0x42]);
const TO_ROMAN: Encoded = Encoded::Escape([0x1B, 0x28, 0x4A]);
const TO_JIS0208: Encoded = Encoded::Escape([0x1B, 0x24, 0x42]);

/// [ISO-2022-JP encoder](https://encoding.spec.whatwg.org/#iso-2022-jp-encoder).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Iso2022JpEncoder {
    state: State,
}

impl Iso2022JpEncoder {
    pub(crate) const fn new() -> Iso2022JpEncoder {
        Iso2022JpEncoder { state: State::Ascii }
    }

    /// Whether an escape sequence is due at the end.
    pub(crate) fn is_pending(self) -> bool {
        self.state != State::Ascii
    }

    fn switch(&mut self, state: State, escape: Encoded) -> Encoded {
        self.state = state;
        escape
    }
}

impl Encode for Iso2022JpEncoder {
    fn run(&mut self, _kernels: &EncodeKernels, src: &str, dst: &mut [u8]) -> (usize, usize) {
        match self.state {
            State::Ascii => {
                let mut n = 0;
                for (&from, to) in src.as_bytes().iter().zip(dst) {
                    if matches!(from, 0x0E | 0x0F | 0x1B | 0x80..) {
                        break;
                    }
                    *to = from;
                    n += 1;
                }
                (n, n)
            }
            State::Roman => (0, 0),
            State::Jis0208 => {
                let mut read = 0;
                let mut rooms = dst.chunks_exact_mut(2);
                while let [lead @ 0xE0..=0xEF, middle, last, ..] = src.as_bytes()[read..] {
                    let page = usize::from(lead & 0xF) << 6 | usize::from(middle & 0x3F);
                    let [lead, trail] = euc_jp::PAGES.unit(page, last).to_be_bytes();
                    // The handler turns halfwidth katakana into fullwidth.
                    if lead < 0xA1 {
                        break;
                    }
                    let Some(room) = rooms.next() else { break };
                    room.copy_from_slice(&[lead & 0x7F, trail & 0x7F]);
                    read += 3;
                }
                (read, read / 3 * 2)
            }
        }
    }

    fn handle(&mut self, c: Option<char>) -> Encoded {
        // 1. and 2. The bytes end in the ASCII state.
        let Some(c) = c else {
            return match self.state {
                State::Ascii => Encoded::Finished,
                _ => self.switch(State::Ascii, TO_ASCII),
            };
        };
        match (self.state, c) {
            // 3. What would be read as the start of an escape sequence; U+FFFD keeps the caller
            // from writing it after all.
            (State::Ascii | State::Roman, '\x0E' | '\x0F' | '\x1B') => Encoded::Error(char::REPLACEMENT_CHARACTER),
            // 4.
            (State::Ascii, '\0'..='\x7F') => Encoded::Bytes(Bytes::one(c as u8)),
            // 5. and 6.
            (State::Roman, '\u{A5}') => Encoded::Bytes(Bytes::one(0x5C)),
            (State::Roman, '\u{203E}') => Encoded::Bytes(Bytes::one(0x7E)),
            (State::Roman, '\\' | '~') => self.switch(State::Ascii, TO_ASCII),
            (State::Roman, '\0'..='\x7F') => Encoded::Bytes(Bytes::one(c as u8)),
            (State::Jis0208, '\0'..='\x7F') => self.switch(State::Ascii, TO_ASCII),
            // 7.
            (_, '\u{A5}' | '\u{203E}') => self.switch(State::Roman, TO_ROMAN),
            _ => {
                // 8. is in the table. 9.
                let fullwidth = (c as usize).checked_sub(0xFF61).and_then(|i| ISO_2022_JP_KATAKANA.get(i));
                let c = fullwidth.and_then(|&scalar| char::from_u32(scalar.into())).unwrap_or(c);
                // 10.
                let unit = euc_jp::PAGES.get(c);
                match self.state {
                    // 11. The caller may write ASCII in place of the character.
                    State::Jis0208 if unit == 0 => self.switch(State::Ascii, TO_ASCII),
                    _ if unit == 0 => Encoded::Error(c),
                    // 13.–15.
                    State::Jis0208 => Encoded::unit(unit & 0x7F7F, c),
                    // 12.
                    _ => self.switch(State::Jis0208, TO_JIS0208),
                }
            }
        }
    }
}
