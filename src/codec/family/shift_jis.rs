//! [Shift_JIS](https://encoding.spec.whatwg.org/#shift_jis), extended as windows-31J.

use once_cell::race::OnceBox;

use super::two_byte::{self, TwoByteDecoder, TwoByteFamily};
use crate::codec::Handled;
use crate::codec::data::{self, IndexRows};
use crate::codec::kernel::{TwoByte, utf8_three};

#[cfg(feature = "encode")]
mod encoder;
#[cfg(feature = "encode")]
pub(crate) use encoder::pages;

static LAYOUT: OnceBox<TwoByte> = OnceBox::new();

/// Index jis0208, and the end-user-defined characters, which are not in it.
fn layout() -> &'static TwoByte {
    LAYOUT.get_or_init(|| TwoByte::new([index(), IndexRows::new(&[(0xF0, 0xF9)], TRAILS, data::user_defined())]))
}

const TRAILS: &[(u8, u8)] = &[(0x40, 0x7E), (0x80, 0xFC)];

fn index() -> IndexRows {
    IndexRows::new(&[(0x81, 0x9F), (0xE0, 0xFC)], TRAILS, data::jis0208())
}

/// [Shift_JIS decoder](https://encoding.spec.whatwg.org/#shift_jis-decoder).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct ShiftJisDecoder {
    lead: u8,
}

impl ShiftJisDecoder {
    const START: ShiftJisDecoder = ShiftJisDecoder { lead: 0 };

    pub(crate) const fn new() -> TwoByteDecoder<ShiftJisDecoder> {
        TwoByteDecoder(ShiftJisDecoder::START)
    }
}

impl TwoByteFamily for ShiftJisDecoder {
    fn handle(&mut self, byte: Option<u8>) -> Handled {
        let lead = core::mem::take(&mut self.lead);
        let Some(byte) = byte else {
            // 1. and 2.
            return if lead != 0 { Handled::error(1) } else { Handled::Finished };
        };
        // 3.
        if lead != 0 {
            // 3.1. to 3.5.
            return match layout().character([lead, byte]) {
                // 3.4. and 3.6.
                Some(c) => Handled::One(c),
                // 3.7. Restore an ASCII byte.
                None if byte.is_ascii() => Handled::error_before(1),
                // 3.8.
                None => Handled::error(2),
            };
        }
        match byte {
            // 4. and 5.
            0x00..=0x80 | 0xA1..=0xDF => single(byte).map_or(Handled::error(1), Handled::One),
            // 6.
            0x81..=0x9F | 0xE0..=0xFC => {
                self.lead = byte;
                Handled::Continue
            }
            // 7.
            0xA0 | 0xFD.. => Handled::error(1),
        }
    }

    fn pending(&self) -> usize {
        usize::from(self.lead != 0)
    }

    fn layout() -> &'static TwoByte {
        layout()
    }

    /// Halfwidth katakana.
    fn alone(byte: u8) -> u32 {
        match byte {
            0xA1..=0xDF => utf8_three(0xFF61 - 0xA1 + u16::from(byte)),
            _ => 0,
        }
    }

    fn rare(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
        two_byte::each(src, dst, |src| match *src {
            [0x80, ..] => Some(('\u{80}', 1)),
            _ => None,
        })
    }

    fn malformed_length(src: &[u8]) -> usize {
        match *src {
            [0xA0 | 0xFD..=0xFF, ..] => 1,
            [_, trail, ..] => two_byte::malformed_pair(trail),
            _ => 0,
        }
    }
}

/// The character of a single byte: ASCII, 80, or halfwidth katakana (A1 to DF).
fn single(byte: u8) -> Option<char> {
    match byte {
        0x00..=0x80 => Some(byte.into()),
        _ => char::from_u32(0xFF61 - 0xA1 + u32::from(byte)),
    }
}
