//! [Shift_JIS](https://encoding.spec.whatwg.org/#shift_jis), extended as windows-31J.

use super::two_byte_family::{TwoByteFamily, each, handle_pairs, malformed_pair};
use crate::codec::Handled;
use crate::codec::data::{self, IndexRows, Pairs};
use crate::simd::utf8_three;

const TRAILS: &[(u8, u8)] = &[(0x40, 0x7E), (0x80, 0xFC)];

pub(in crate::codec) static INDEXES: [IndexRows; 2] = [
    IndexRows::new(&[(0x81, 0x9F), (0xE0, 0xFC)], TRAILS, data::JIS0208),
    IndexRows::new(&[(0xF0, 0xF9)], TRAILS, data::USER_DEFINED),
];

/// [Shift_JIS decoder](https://encoding.spec.whatwg.org/#shift_jis-decoder).
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ShiftJisDecoder {
    lead: u8,
}

impl TwoByteFamily for ShiftJisDecoder {
    fn handle(&mut self, byte: Option<u8>) -> Handled {
        // 1. to 3.
        let first = |byte: u8| match byte {
            // 4.
            0x00..=0x80 => Handled::One(byte.into()),
            // 5. Halfwidth katakana.
            0xA1..=0xDF => char::from_u32(0xFF61 - 0xA1 + u32::from(byte)).map_or(Handled::error(1), Handled::One),
            // 6.
            0x81..=0x9F | 0xE0..=0xFC => Handled::Continue,
            // 7.
            0xA0 | 0xFD.. => Handled::error(1),
        };
        handle_pairs(&mut self.lead, byte, first, |pair| Self::pairs().character(pair))
    }

    fn pending(&self) -> usize {
        usize::from(self.lead != 0)
    }

    /// Index jis0208, and the end-user-defined characters, which are not in it.
    fn pairs() -> &'static Pairs {
        static PAIRS: Pairs = Pairs::new(&INDEXES);
        &PAIRS
    }

    fn alone(byte: u8) -> u32 {
        match byte {
            0xA1..=0xDF => utf8_three(0xFF61 - 0xA1 + u16::from(byte)),
            _ => 0,
        }
    }

    fn rare(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
        each(src, dst, |src| match *src {
            [0x80, ..] => Some(('\u{80}', 1)),
            _ => None,
        })
    }

    fn malformed_length(src: &[u8]) -> usize {
        match *src {
            [0xA0 | 0xFD..=0xFF, ..] => 1,
            [_, trail, ..] => malformed_pair(trail),
            _ => 0,
        }
    }
}
