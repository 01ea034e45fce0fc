//! [EUC-JP](https://encoding.spec.whatwg.org/#euc-jp).

use super::kernel::{Kernels, TwoByte};
use super::table::jis0208::JIS0208;
use super::table::jis0212::JIS0212;
use super::two_byte::{self, Rare, code_point};
use super::{Decode, Handled};

#[cfg(feature = "encode")]
mod encoder;
#[cfg(feature = "encode")]
pub(crate) use encoder::{EucJpEncoder, PAGES};

/// JIS X 0208, and behind 8E halfwidth katakana.
pub(super) static EUC_JP_PAIRS: TwoByte = {
    let mut scalars = [0; 94 + JIS0208.len()];
    let mut trail = 0xA1;
    while trail <= 0xDF {
        scalars[trail - 0xA1] = 0xFF61 - 0xA1 + trail as u16;
        trail += 1;
    }
    let mut pointer = 0;
    while pointer < JIS0208.len() {
        scalars[94 + pointer] = JIS0208[pointer];
        pointer += 1;
    }
    TwoByte::new(&[(0x8E, 0x8E), (0xA1, 0xFE)], &[(0xA1, 0xFE)], &scalars)
};

/// [EUC-JP decoder](https://encoding.spec.whatwg.org/#euc-jp-decoder).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct EucJpDecoder {
    /// Whether 8F came before `lead`.
    jis0212: bool,
    lead: u8,
}

impl EucJpDecoder {
    pub(crate) const fn new() -> EucJpDecoder {
        EucJpDecoder { jis0212: false, lead: 0 }
    }
}

impl Decode for EucJpDecoder {
    fn run(&mut self, kernels: &Kernels, src: &[u8], dst: &mut [u8]) -> (usize, usize) {
        let (read, written, _) = two_byte::run::<Self, false>(self, kernels, src, dst);
        (read, written)
    }

    fn run_replacing(&mut self, kernels: &Kernels, src: &[u8], dst: &mut [u8]) -> (usize, usize, bool) {
        two_byte::run::<Self, true>(self, kernels, src, dst)
    }

    fn handle(&mut self, byte: Option<u8>) -> Handled {
        let EucJpDecoder { jis0212, lead } = *self;
        // The bytes of the sequence so far.
        let length = self.pending() as u8;
        *self = Self::new();
        let Some(byte) = byte else {
            // 1. and 2.
            return if lead != 0 { Handled::error(length) } else { Handled::Finished };
        };
        match (lead, byte) {
            // 3.
            (0x8E, 0xA1..=0xDF) => halfwidth_katakana(byte).map_or(Handled::error(2), Handled::One),
            // 4.
            (0x8F, 0xA1..=0xFE) => {
                *self = EucJpDecoder { jis0212: true, lead: byte };
                Handled::Continue
            }
            (0, _) => match byte {
                // 6.
                0x00..=0x7F => Handled::One(byte.into()),
                // 7.
                0x8E | 0x8F | 0xA1..=0xFE => {
                    self.lead = byte;
                    Handled::Continue
                }
                // 8.
                _ => Handled::error(1),
            },
            // 5.1.–5.3.
            _ => match index_code_point(if jis0212 { &JIS0212 } else { &JIS0208 }, lead, byte) {
                // 5.4.
                Some(c) => Handled::One(c),
                // 5.5. Restore an ASCII byte.
                None if byte.is_ascii() => Handled::error_before(length),
                // 5.6.
                None => Handled::error(length + 1),
            },
        }
    }

    fn pending(&self) -> usize {
        usize::from(self.lead != 0) + usize::from(self.jis0212)
    }
}

impl Rare for EucJpDecoder {
    const LAYOUT: &'static TwoByte = &EUC_JP_PAIRS;

    fn rare(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
        two_byte::each(src, dst, |src| match *src {
            [0x8F, lead, trail, ..] => index_code_point(&JIS0212, lead, trail).map(|c| (c, 3)),
            _ => None,
        })
    }

    fn malformed_length(src: &[u8]) -> usize {
        match *src {
            [0x80..=0x8D | 0x90..=0xA0 | 0xFF, ..] => 1,
            // The start of three bytes.
            [0x8F, 0xA1..=0xFE, ..] => 0,
            [_, trail, ..] => two_byte::malformed_pair(trail),
            _ => 0,
        }
    }
}

fn halfwidth_katakana(trail: u8) -> Option<char> {
    char::from_u32(0xFF61 - 0xA1 + u32::from(trail))
}

/// The character of a lead and a trail byte, both A1 to FE, in one of the two indexes.
fn index_code_point(index: &[u16], lead: u8, trail: u8) -> Option<char> {
    match (lead, trail) {
        (0xA1..=0xFE, 0xA1..=0xFE) => {
            let pointer = usize::from(lead - 0xA1) * 94 + usize::from(trail - 0xA1);
            code_point((*index.get(pointer)?).into())
        }
        _ => None,
    }
}
