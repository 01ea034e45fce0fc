//! UTF-32, which the Encoding Standard does not have. [Unicode](https://www.unicode.org/versions/latest/core-spec/chapter-3/#G31703)
//! defines it: four bytes are a scalar value.

use crate::codec::{Decode, Handled, push};
use crate::simd::Kernels;

/// Four bytes that are no scalar value (a surrogate, or above 10FFFF) are an error, and so are fewer at the end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Utf32Decoder {
    big_endian: bool,
    /// The first bytes of a unit, and how many there are.
    held: [u8; 3],
    held_length: u8,
}

impl Utf32Decoder {
    pub(crate) const fn new(big_endian: bool) -> Utf32Decoder {
        Utf32Decoder { big_endian, held: [0; 3], held_length: 0 }
    }

    fn character(&self, unit: [u8; 4]) -> Option<char> {
        char::from_u32(if self.big_endian { u32::from_be_bytes(unit) } else { u32::from_le_bytes(unit) })
    }
}

impl Decode for Utf32Decoder {
    #[inline(never)]
    fn run(&mut self, _: &Kernels, src: &[u8], dst: &mut [u8]) -> (usize, usize) {
        let (mut read, mut written) = (0, 0);
        if self.held_length == 0 {
            for unit in src.as_chunks().0 {
                if !self.character(*unit).is_some_and(|c| push(c, dst, &mut written)) {
                    break;
                }
                read += unit.len();
            }
        }
        (read, written)
    }

    fn handle(&mut self, byte: Option<u8>) -> Handled {
        let length = core::mem::take(&mut self.held_length);
        let Some(byte) = byte else {
            return if length == 0 { Handled::Finished } else { Handled::error(length) };
        };
        if let Some(room) = self.held.get_mut(usize::from(length)) {
            *room = byte;
            self.held_length = length + 1;
            return Handled::Continue;
        }
        let [first, second, third] = self.held;
        self.character([first, second, third, byte]).map_or(Handled::error(4), Handled::One)
    }

    fn pending(&self) -> usize {
        self.held_length.into()
    }
}
