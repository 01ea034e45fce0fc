//! [gb18030](https://encoding.spec.whatwg.org/#gb18030) and [GBK](https://encoding.spec.whatwg.org/#gbk),
//! whose decoder is gb18030's.

use super::kernel::{Kernels, TwoByte};
use super::table::gb18030::{GB18030, GB18030_RANGES};
use super::two_byte::{self, code_point};
use super::{Decode, Handled};

#[cfg(feature = "encode")]
mod encoder;
#[cfg(feature = "encode")]
pub(crate) use encoder::Gb18030Encoder;

static LAYOUT: TwoByte = TwoByte::new(&[(0x81, 0xFE)], &[(0x40, 0x7E), (0x80, 0xFE)], &GB18030);

/// [gb18030 decoder](https://encoding.spec.whatwg.org/#gb18030-decoder).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Gb18030Decoder {
    first: u8,
    second: u8,
    third: u8,
    /// The digit that was restored to the queue when a four-byte sequence broke off.
    due: Option<char>,
}

impl Gb18030Decoder {
    pub(crate) const fn new() -> Gb18030Decoder {
        Gb18030Decoder { first: 0, second: 0, third: 0, due: None }
    }
}

impl Decode for Gb18030Decoder {
    fn run(&mut self, kernels: &Kernels, src: &[u8], dst: &mut [u8]) -> (usize, usize) {
        if self.first != 0 {
            return (0, 0);
        }
        two_byte::run(&LAYOUT, kernels, src, dst, |src| match *src {
            [0x80, ..] => Some(('\u{20AC}', 1)),
            [first @ 0x81..=0xFE, second @ 0x30..=0x39, third @ 0x81..=0xFE, fourth @ 0x30..=0x39, ..] => {
                ranges_code_point(first, second, third, fourth).map(|c| (c, 4))
            }
            _ => None,
        })
    }

    fn handle(&mut self, byte: Option<u8>) -> Handled {
        let Some(byte) = byte else {
            // 1. and 2.
            return match core::mem::replace(self, Self::new()).pending() {
                0 => Handled::Finished,
                malformed => Handled::error(malformed as u8),
            };
        };
        let Gb18030Decoder { first, second, third, .. } = *self;
        // 3.
        if third != 0 {
            *self = Self::new();
            // 3.1. Restore second, third and byte, return error: second is a digit, third a first.
            if !byte.is_ascii_digit() {
                self.due = Some(second.into());
                self.first = third;
                return Handled::Error { malformed: 1, after: 2, restore: true };
            }
            // 3.2.–3.5.
            return ranges_code_point(first, second, third, byte).map_or(Handled::error(4), Handled::One);
        }
        // 4.
        if second != 0 {
            // 4.1.
            if let 0x81..=0xFE = byte {
                self.third = byte;
                return Handled::Continue;
            }
            // 4.2. Restore second and byte, return error.
            *self = Self::new();
            self.due = Some(second.into());
            return Handled::Error { malformed: 1, after: 1, restore: true };
        }
        // 5.
        if first != 0 {
            // 5.1.
            if byte.is_ascii_digit() {
                self.second = byte;
                return Handled::Continue;
            }
            // 5.2.–5.6.
            self.first = 0;
            let offset = if byte < 0x7F { 0x40 } else { 0x41 };
            let pointer = match byte {
                0x40..=0x7E | 0x80..=0xFE => Some(usize::from(first - 0x81) * 190 + usize::from(byte - offset)),
                _ => None,
            };
            let scalar = pointer.and_then(|pointer| GB18030.get(pointer)).copied().unwrap_or(0);
            return match code_point(scalar.into()) {
                // 5.7.
                Some(c) => Handled::One(c),
                // 5.8. Restore an ASCII byte.
                None if byte.is_ascii() => Handled::error_before(1),
                // 5.9.
                None => Handled::error(2),
            };
        }
        match byte {
            // 6.
            0x00..=0x7F => Handled::One(byte.into()),
            // 7.
            0x80 => Handled::One('\u{20AC}'),
            // 8.
            0x81..=0xFE => {
                self.first = byte;
                Handled::Continue
            }
            // 9.
            0xFF => Handled::error(1),
        }
    }

    fn malformed(&self, src: &[u8]) -> usize {
        match *src {
            [0xFF, ..] => 1,
            // The start of four bytes.
            [_, b'0'..=b'9', ..] => 0,
            [first @ 0x81..=0xFE, second, ..] if LAYOUT.unit(u16::from_be_bytes([first, second])) == 0 => {
                two_byte::malformed_pair(second)
            }
            _ => 0,
        }
    }

    fn take_due(&mut self) -> Option<char> {
        self.due.take()
    }

    fn pending(&self) -> usize {
        [self.first != 0, self.second != 0, self.third != 0, self.due.is_some()].into_iter().map(usize::from).sum()
    }
}

/// [Index gb18030 ranges code point](https://encoding.spec.whatwg.org/#index-gb18030-ranges-code-point)
/// of a four-byte sequence.
fn ranges_code_point(first: u8, second: u8, third: u8, fourth: u8) -> Option<char> {
    let pointer = ((u32::from(first - 0x81) * 10 + u32::from(second - 0x30)) * 126 + u32::from(third - 0x81)) * 10
        + u32::from(fourth - 0x30);
    match pointer {
        // 1.
        39_420..=188_999 | 1_237_576.. => None,
        // 2.
        7_457 => Some('\u{E7C7}'),
        // 3. and 4.
        _ => {
            let mut range = usize::from(*RANGE_OF_BLOCK.get(pointer as usize / BLOCK).unwrap_or(&LAST_RANGE));
            while let Some(&(next, _)) = GB18030_RANGES.get(range + 1)
                && next <= pointer
            {
                range += 1;
            }
            let (offset, code_point_offset) = *GB18030_RANGES.get(range)?;
            char::from_u32(code_point_offset + pointer - offset)
        }
    }
}

/// So few pointers that hardly a range ends among them.
const BLOCK: usize = 64;

const LAST_RANGE: u8 = (GB18030_RANGES.len() - 1) as u8;

/// The range that the first pointer of each block lies in.
static RANGE_OF_BLOCK: [u8; 39_420_usize.div_ceil(BLOCK)] = {
    let mut ranges = [0; 39_420_usize.div_ceil(BLOCK)];
    let mut range = 0;
    let mut block = 0;
    while block < ranges.len() {
        while range < LAST_RANGE && GB18030_RANGES[range as usize + 1].0 as usize <= block * BLOCK {
            range += 1;
        }
        ranges[block] = range;
        block += 1;
    }
    ranges
};
