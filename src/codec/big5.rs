//! [Big5](https://encoding.spec.whatwg.org/#big5).

use super::kernel::{Kernels, TwoByte};
use super::table::big5::{BIG5, BIG5_PLANE_2};
use super::two_byte::{self, Rare, code_point};
use super::{Decode, Handled};

#[cfg(feature = "encode")]
mod encoder;
#[cfg(feature = "encode")]
pub(crate) use encoder::Big5Encoder;

/// The characters of plane 0; the others are [rare](Rare::rare), and the pointers of two characters,
/// which the index does not have, are left to the handler.
static LAYOUT: TwoByte = {
    let mut plane_0 = BIG5;
    let mut pointer = 0;
    while pointer < plane_0.len() {
        if is_plane_2(pointer) {
            plane_0[pointer] = 0;
        }
        pointer += 1;
    }
    TwoByte::new(&[(0x81, 0xFE)], &[(0x40, 0x7E), (0xA1, 0xFE)], &plane_0)
};

/// [Big5 decoder](https://encoding.spec.whatwg.org/#big5-decoder).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Big5Decoder {
    lead: u8,
    /// The second of two characters.
    due: Option<char>,
}

impl Big5Decoder {
    pub(crate) const fn new() -> Big5Decoder {
        Big5Decoder { lead: 0, due: None }
    }
}

impl Decode for Big5Decoder {
    fn run(&mut self, kernels: &Kernels, src: &[u8], dst: &mut [u8]) -> (usize, usize) {
        let (read, written, _) = two_byte::run::<Self, false>(self, kernels, src, dst);
        (read, written)
    }

    fn run_replacing(&mut self, kernels: &Kernels, src: &[u8], dst: &mut [u8]) -> (usize, usize, bool) {
        two_byte::run::<Self, true>(self, kernels, src, dst)
    }

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
            return match pointer.and_then(index_code_point) {
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
}

impl Rare for Big5Decoder {
    const LAYOUT: &'static TwoByte = &LAYOUT;

    fn rare(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
        two_byte::each(src, dst, |src| match *src {
            [lead @ 0x81..=0xFE, trail, ..] => {
                pointer(lead, trail).filter(|pointer| is_plane_2(*pointer)).and_then(index_code_point).map(|c| (c, 2))
            }
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

/// Step 3.3.: what a few pointers stand for.
fn two_characters(pointer: usize) -> Option<(char, char)> {
    match pointer {
        1133 => Some(('\u{CA}', '\u{304}')),
        1135 => Some(('\u{CA}', '\u{30C}')),
        1164 => Some(('\u{EA}', '\u{304}')),
        1166 => Some(('\u{EA}', '\u{30C}')),
        _ => None,
    }
}

/// [Index code point](https://encoding.spec.whatwg.org/#index-code-point) in index Big5.
fn index_code_point(pointer: usize) -> Option<char> {
    let low = u32::from(*BIG5.get(pointer)?);
    code_point(low + if is_plane_2(pointer) { 0x2_0000 } else { 0 })
}

const fn is_plane_2(pointer: usize) -> bool {
    BIG5_PLANE_2[pointer / 32] >> (pointer % 32) & 1 != 0
}
