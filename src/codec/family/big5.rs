//! [Big5](https://encoding.spec.whatwg.org/#big5).

use alloc::boxed::Box;

use once_cell::race::OnceBox;

use super::two_byte::{self, TwoByteDecoder, TwoByteFamily};
use crate::codec::Handled;
use crate::codec::data::{self, BIG5_POINTERS, IndexRows};
use crate::codec::kernel::TwoByte;

#[cfg(feature = "encode")]
mod encoder;
#[cfg(feature = "encode")]
pub(crate) use encoder::Big5Encoder;

/// The characters of plane 0. Those of plane 2 are [rare](TwoByteFamily::rare). The pointers that give two
/// characters are not in the index and are left to the handler.
static LAYOUT: OnceBox<TwoByte> = OnceBox::new();

/// The low 16 bits of the characters of plane 2, by their pointers; 0 where there is none.
static PLANE_2: OnceBox<[u16; BIG5_POINTERS]> = OnceBox::new();

fn layout() -> &'static TwoByte {
    LAYOUT.get_or_init(|| TwoByte::new([index()]))
}

fn index() -> IndexRows {
    IndexRows::new(&[(0x81, 0xFE)], &[(0x40, 0x7E), (0xA1, 0xFE)], data::big5())
}

/// [Big5 decoder](https://encoding.spec.whatwg.org/#big5-decoder).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Big5Decoder {
    lead: u8,
    /// The second of two characters of one pointer.
    due: Option<char>,
}

impl Big5Decoder {
    const START: Big5Decoder = Big5Decoder { lead: 0, due: None };

    pub(crate) const fn new() -> TwoByteDecoder<Big5Decoder> {
        TwoByteDecoder(Big5Decoder::START)
    }
}

impl TwoByteFamily for Big5Decoder {
    fn handle(&mut self, byte: Option<u8>) -> Handled {
        let lead = core::mem::take(&mut self.lead);
        let Some(byte) = byte else {
            // 1. and 2.
            return if lead != 0 { Handled::error(1) } else { Handled::Finished };
        };
        // 3.
        if lead != 0 {
            // 3.1. and 3.2.
            let pointer = pointer(lead, byte);
            // 3.3. Two characters.
            if let Some((first, second)) = pointer.and_then(two_characters) {
                self.due = Some(second);
                return Handled::One(first);
            }
            return match pointer.and_then(|pointer| layout().character([lead, byte]).or_else(|| plane_2(pointer))) {
                // 3.4. and 3.5.
                Some(c) => Handled::One(c),
                // 3.6. Restore an ASCII byte.
                None if byte.is_ascii() => Handled::error_before(1),
                // 3.7.
                None => Handled::error(2),
            };
        }
        match byte {
            // 4.
            0x00..=0x7F => Handled::One(byte.into()),
            // 5.
            0x81..=0xFE => {
                self.lead = byte;
                Handled::Continue
            }
            // 6.
            0x80 | 0xFF => Handled::error(1),
        }
    }

    fn take_due(&mut self) -> Option<char> {
        self.due.take()
    }

    fn pending(&self) -> usize {
        usize::from(self.lead != 0) + usize::from(self.due.is_some())
    }

    fn layout() -> &'static TwoByte {
        layout()
    }

    fn rare(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
        two_byte::each(src, dst, |src| match *src {
            [lead @ 0x81..=0xFE, trail, ..] => pointer(lead, trail).and_then(plane_2).map(|c| (c, 2)),
            _ => None,
        })
    }

    fn malformed_length(src: &[u8]) -> usize {
        match *src {
            [0x80 | 0xFF, ..] => 1,
            [lead, trail, ..] if pointer(lead, trail).and_then(two_characters).is_none() => {
                two_byte::malformed_pair(trail)
            }
            _ => 0,
        }
    }
}

/// The pointer of a lead byte (81 to FE) and a trail byte.
fn pointer(lead: u8, trail: u8) -> Option<usize> {
    let offset = if trail < 0x7F { 0x40 } else { 0x62 };
    match trail {
        0x40..=0x7E | 0xA1..=0xFE => Some(usize::from(lead - 0x81) * 157 + usize::from(trail - offset)),
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
    let scalars = PLANE_2.get_or_init(|| {
        let mut low: Box<[u16; BIG5_POINTERS]> = data::zeroes();
        for (low, scalar) in low.iter_mut().zip(data::big5()) {
            *low = if scalar > 0xFFFF { scalar as u16 } else { 0 };
        }
        low
    });
    match *scalars.get(pointer)? {
        0 => None,
        low => char::from_u32(0x2_0000 | u32::from(low)),
    }
}
