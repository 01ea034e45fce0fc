//! [ISO-2022-JP encoder](https://encoding.spec.whatwg.org/#iso-2022-jp-encoder).

use crate::codec::data::ISO_2022_JP_KATAKANA;
use crate::codec::data::pages::Pages;
use crate::codec::encode::{Bytes, Encode, Encoded};
use crate::codec::family::euc_jp;
use crate::codec::kernel::encode::EncodeKernels;

/// [ISO-2022-JP encoder state](https://encoding.spec.whatwg.org/#iso-2022-jp-encoder-state).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Ascii,
    Roman,
    Jis0208,
}

const TO_ASCII: [u8; 3] = [0x1B, 0x28, 0x42];
const TO_ROMAN: [u8; 3] = [0x1B, 0x28, 0x4A];
const TO_JIS0208: [u8; 3] = [0x1B, 0x24, 0x42];

/// [ISO-2022-JP encoder](https://encoding.spec.whatwg.org/#iso-2022-jp-encoder).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Iso2022JpEncoder {
    state: State,
}

impl Iso2022JpEncoder {
    pub(crate) const fn new() -> Iso2022JpEncoder {
        Iso2022JpEncoder { state: State::Ascii }
    }

    fn switch(&mut self, state: State, escape: [u8; 3]) -> Encoded {
        self.state = state;
        Encoded::Escape(escape)
    }
}

impl Encode for Iso2022JpEncoder {
    const HAS_ASCII: bool = false;

    /// Japanese text alternates between ASCII and kanji, so the escape sequences between these two are
    /// written here as well.
    fn run(&mut self, _kernels: &EncodeKernels, src: &str, dst: &mut [u8]) -> (usize, usize) {
        let (src, pages) = (src.as_bytes(), euc_jp::pages());
        let (mut read, mut written) = (0, 0);
        loop {
            let rest = &src[read..];
            let room = &mut dst[written..];
            match self.state {
                State::Ascii => {
                    // Byte by byte, since there are mostly one or two of them between kanji.
                    let mut n = 0;
                    while let Some(&byte @ 0x00..=0x7F) = rest.get(n)
                        && !matches!(byte, 0x0E | 0x0F | 0x1B)
                        && let Some(to) = room.get_mut(n)
                    {
                        *to = byte;
                        n += 1;
                    }
                    read += n;
                    written += n;
                    let Some(escape) = room.get_mut(n..n + 3).filter(|_| jis0208(&rest[n..], pages).is_some()) else {
                        break;
                    };
                    escape.copy_from_slice(&TO_JIS0208);
                    self.state = State::Jis0208;
                    written += 3;
                }
                State::Jis0208 => {
                    let (pairs, _) = room.as_chunks_mut();
                    let (mut n, mut length) = (0, 0);
                    for pair in pairs {
                        let Some((bytes, utf8)) = jis0208(&rest[length..], pages) else { break };
                        *pair = bytes;
                        n += 2;
                        length += utf8;
                    }
                    read += length;
                    written += n;
                    let is_ascii = matches!(rest.get(length), Some(0x00..=0x7F));
                    let Some(escape) = room.get_mut(n..n + 3).filter(|_| is_ascii) else { break };
                    escape.copy_from_slice(&TO_ASCII);
                    self.state = State::Ascii;
                    written += 3;
                }
                State::Roman => break,
            }
        }
        (read, written)
    }

    /// In another state, an escape sequence has to be written at the end.
    fn is_pending(&self) -> bool {
        self.state != State::Ascii
    }

    fn handle(&mut self, c: Option<char>) -> Encoded {
        // 1. and 2. At the end, return to the ASCII state.
        let Some(c) = c else {
            return match self.state {
                State::Ascii => Encoded::Finished,
                _ => self.switch(State::Ascii, TO_ASCII),
            };
        };
        match (self.state, c) {
            // 3. These could be read as the start of an escape sequence. U+FFFD is reported in their place, so
            // that the caller does not write them either.
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
                let unit = euc_jp::pages().get(c);
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

/// The bytes of the character at the start of `utf8`, if index jis0208 has it, and its length in UTF-8.
/// Halfwidth katakana count as fullwidth.
#[inline(always)]
fn jis0208(utf8: &[u8], pages: &Pages<u16>) -> Option<([u8; 2], usize)> {
    let (page, last, length) = match *utf8 {
        [lead @ 0xE0..=0xEF, middle, last, ..] => (usize::from(lead & 0xF) << 6 | usize::from(middle & 0x3F), last, 3),
        [lead @ 0xC2..=0xDF, last, ..] => (usize::from(lead & 0x1F), last, 2),
        _ => return None,
    };
    let unit = match pages.unit(page, last) {
        unit @ 0xA100.. => unit,
        unit @ 0x8EA1.. => {
            let fullwidth = *ISO_2022_JP_KATAKANA.get(usize::from(unit - 0x8EA1))?;
            pages.unit(usize::from(fullwidth >> 6), fullwidth as u8)
        }
        _ => return None,
    };
    Some(((unit & 0x7F7F).to_be_bytes(), length))
}
