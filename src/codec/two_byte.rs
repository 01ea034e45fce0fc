//! The run that the encodings of ASCII and pairs have in common: Big5, EUC-JP, EUC-KR, GBK and
//! Shift_JIS differ in their layouts, which are data.

use super::kernel::{Kernels, utf8_units};

/// Past every index.
const NONE: u16 = 0x8000;

/// Which pairs of bytes are which pointers of an index.
pub(crate) struct TwoByte {
    /// Lead byte → pointer of the first character of its row.
    rows: [u16; 256],
    /// Trail byte → place in the row.
    columns: [u16; 256],
    /// Pointer → scalar value, 0 where there is none.
    index: &'static [u16],
}

impl TwoByte {
    /// `leads` and `trails` are inclusive ranges of bytes in the order of the pointers.
    pub(crate) const fn new(leads: &[(u8, u8)], trails: &[(u8, u8)], index: &'static [u16]) -> TwoByte {
        let columns = number(trails, 1);
        let mut width = 0;
        let mut byte = 0;
        while byte < 256 {
            width += (columns[byte] != NONE) as u16;
            byte += 1;
        }
        TwoByte { rows: number(leads, width), columns, index }
    }

    /// The same without the row of `lead`, which is left to the handler.
    pub(crate) const fn without(mut self, lead: u8) -> TwoByte {
        self.rows[lead as usize] = NONE;
        self
    }

    /// The scalar value of a pair, 0 if there is none.
    #[inline(always)]
    fn scalar(&self, lead: u8, trail: u8) -> u16 {
        let pointer = usize::from(self.rows[usize::from(lead)]) + usize::from(self.columns[usize::from(trail)]);
        match self.index.get(pointer) {
            Some(&scalar) => scalar,
            None => 0,
        }
    }

    /// [`Decode::run`](super::Decode::run) for ASCII, the pairs of the index, and whatever `rare`
    /// finds at the start of what follows: a character and its length in bytes.
    #[inline(always)]
    pub(crate) fn run(
        &self,
        kernels: &Kernels,
        src: &[u8],
        dst: &mut [u8],
        rare: impl Fn(&[u8]) -> Option<(char, usize)>,
    ) -> (usize, usize) {
        let (mut read, mut written) = (0, 0);
        loop {
            let n = (kernels.ascii)(&src[read..], &mut dst[written..]);
            read += n;
            written += n;
            while let Some(&[lead, trail]) = src.get(read..read + 2)
                && let Some(room) = dst.get_mut(written..written + 4)
            {
                let scalar = self.scalar(lead, trail);
                if scalar == 0 {
                    break;
                }
                let units = utf8_units(scalar);
                room.copy_from_slice(&units.to_le_bytes());
                read += 2;
                written += (units >> 24) as usize;
            }
            match src.get(read) {
                Some(0..=0x7F) if written < dst.len() => {}
                Some(0x80..)
                    if let Some((c, length)) = rare(&src[read..])
                        && let Some(room) = dst.get_mut(written..written + c.len_utf8()) =>
                {
                    written += c.encode_utf8(room).len();
                    read += length;
                }
                _ => return (read, written),
            }
        }
    }
}

/// Numbers the bytes of `ranges` in steps of `width`.
const fn number(ranges: &[(u8, u8)], width: u16) -> [u16; 256] {
    let mut numbers = [NONE; 256];
    let mut next = 0;
    let mut i = 0;
    while i < ranges.len() {
        let mut byte = ranges[i].0 as usize;
        while byte <= ranges[i].1 as usize {
            numbers[byte] = next;
            next += width;
            byte += 1;
        }
        i += 1;
    }
    numbers
}

/// A scalar value of an index, where 0 is none.
pub(crate) fn code_point(scalar: u32) -> Option<char> {
    match scalar {
        0 => None,
        scalar => char::from_u32(scalar),
    }
}
