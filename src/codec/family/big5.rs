//! [Big5](https://encoding.spec.whatwg.org/#big5).

use alloc::boxed::Box;

use once_cell::race::OnceBox;

use super::two_byte_family::{TwoByteFamily, each, handle_pairs, malformed_pair};
use crate::codec::Handled;
use crate::codec::data::{self, BIG5_POINTERS, IndexRows, Pairs, Unpacked};

pub(in crate::codec) static INDEX: [IndexRows; 1] =
    [IndexRows::new(&[(0x81, 0xFE)], &[(0x40, 0x7E), (0xA1, 0xFE)], data::BIG5)];

/// [Big5 decoder](https://encoding.spec.whatwg.org/#big5-decoder).
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Big5Decoder {
    lead: u8,
    /// The second of two characters of one pointer.
    due: Option<char>,
}

impl TwoByteFamily for Big5Decoder {
    fn handle(&mut self, byte: Option<u8>) -> Handled {
        // 1. to 3.
        let first = |byte: u8| match byte {
            // 4.
            0x00..=0x7F => Handled::One(byte.into()),
            // 5.
            0x81..=0xFE => Handled::Continue,
            // 6.
            0x80 | 0xFF => Handled::error(1),
        };
        let (lead, due) = (&mut self.lead, core::cell::Cell::new(None));
        let handled = handle_pairs(lead, byte, first, |[lead, trail]| {
            // 3.1. and 3.2.
            let pointer = pointer(lead, trail)?;
            // 3.3. Two characters.
            if let Some((first, second)) = two_characters(pointer) {
                due.set(Some(second));
                return Some(first);
            }
            Self::pairs().character([lead, trail]).or_else(|| plane_2(pointer))
        });
        self.due = due.get();
        handled
    }

    fn take_due(&mut self) -> Option<char> {
        self.due.take()
    }

    fn pending(&self) -> usize {
        usize::from(self.lead != 0) + usize::from(self.due.is_some())
    }

    /// The characters of plane 0. Those of plane 2 are rare. The pointers that give two characters are not in the index
    /// and are left to the handler.
    fn pairs() -> &'static Pairs {
        static PAIRS: Pairs = Pairs::new(&INDEX);
        &PAIRS
    }

    fn rare(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
        each(src, dst, |src| match *src {
            [lead @ 0x81..=0xFE, trail, ..] => pointer(lead, trail).and_then(plane_2).map(|c| (c, 2)),
            _ => None,
        })
    }

    fn malformed_length(src: &[u8]) -> usize {
        match *src {
            [0x80 | 0xFF, ..] => 1,
            [lead, trail, ..] if pointer(lead, trail).and_then(two_characters).is_none() => malformed_pair(trail),
            _ => 0,
        }
    }
}

/// How many pointers have the same lead byte.
const ROW: usize = 157;

/// The pointer of a lead byte (81 to FE) and a trail byte.
fn pointer(lead: u8, trail: u8) -> Option<usize> {
    let offset = if trail < 0x7F { 0x40 } else { 0x62 };
    match trail {
        0x40..=0x7E | 0xA1..=0xFE => Some(usize::from(lead - 0x81) * ROW + usize::from(trail - offset)),
        _ => None,
    }
}

/// Step 3.3.: the pointers that give two characters.
fn two_characters(pointer: usize) -> Option<(char, char)> {
    match pointer {
        1133 => Some(('\u{CA}', '\u{304}')),
        1135 => Some(('\u{CA}', '\u{30C}')),
        1164 => Some(('\u{EA}', '\u{304}')),
        1166 => Some(('\u{EA}', '\u{30C}')),
        _ => None,
    }
}

/// [Index code point](https://encoding.spec.whatwg.org/#index-code-point) in index Big5, for characters of
/// plane 2.
fn plane_2(pointer: usize) -> Option<char> {
    /// The low 16 bits of these characters, by their pointers; 0 where there is none.
    static PLANE_2: OnceBox<[u16; BIG5_POINTERS]> = OnceBox::new();
    let scalars = PLANE_2.get_or_init(|| {
        let mut low: Box<[u16; BIG5_POINTERS]> = crate::simd::zeroes();
        Unpacked::new(data::BIG5).fill(&mut *low, 2);
        low
    });
    match *scalars.get(pointer)? {
        0 => None,
        low => char::from_u32(0x2_0000 | u32::from(low)),
    }
}
