//! The format of a packed index.

/// Unpacks an index pointer by pointer: the scalar value, or 0 where there is none. It ends after the last
/// scalar value.
///
/// Most characters closely follow the one before, so that one or two bytes encode the distance. Distances are counted
/// from the last scalar value, at the start from 0:
///
/// ```text
///   00 to 9F          1 to 160 further
///   A0 to BF          2 to 33 characters in a row, each one further
///   C0 to EF, low     -6144 to 6143 further
///   F0, low, high     a scalar value of plane 0
///   F1, low, high     a scalar value of plane 2
///   F2, n             34 to 289 characters in a row, each one further
///   F3, n             13 to 268 pointers without a character
///   F4 to FF          1 to 12 pointers without a character
/// ```
#[derive(Clone)]
pub(crate) struct Unpacked {
    bytes: core::slice::Iter<'static, u8>,
    scalar: u32,
    /// How many characters of a row are left.
    row: u32,
    /// How many pointers without a character are left.
    gap: u32,
}

impl Unpacked {
    pub(crate) fn new(bytes: &'static [u8]) -> Unpacked {
        Unpacked { bytes: bytes.iter(), scalar: 0, row: 0, gap: 0 }
    }

    fn byte(&mut self) -> Option<u32> {
        self.bytes.next().map(|byte| u32::from(*byte))
    }

    fn two_bytes(&mut self) -> Option<u32> {
        Some(self.byte()? | self.byte()? << 8)
    }
}

impl Iterator for Unpacked {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.row > 0 {
            self.row -= 1;
            self.scalar += 1;
            return Some(self.scalar);
        }
        if self.gap > 0 {
            self.gap -= 1;
            return Some(0);
        }
        match self.byte()? {
            further @ 0..=0x9F => self.scalar += 1 + further,
            row @ 0xA0..=0xBF => {
                self.row = row - 0xA0 + 1;
                self.scalar += 1;
            }
            high @ 0xC0..=0xEF => {
                self.scalar = (self.scalar + ((high - 0xC0) << 8 | self.byte()?)).wrapping_sub(6144);
            }
            0xF0 => self.scalar = self.two_bytes()?,
            0xF1 => self.scalar = 0x2_0000 | self.two_bytes()?,
            0xF2 => {
                self.row = self.byte()? + 33;
                self.scalar += 1;
            }
            0xF3 => {
                self.gap = self.byte()? + 12;
                return Some(0);
            }
            gap => {
                self.gap = gap - 0xF4;
                return Some(0);
            }
        }
        Some(self.scalar)
    }
}
