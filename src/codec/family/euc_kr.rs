//! [EUC-KR](https://encoding.spec.whatwg.org/#euc-kr), extended as windows-949.

use once_cell::race::OnceBox;

use super::two_byte::{self, TwoByteDecoder, TwoByteFamily};
use crate::codec::Handled;
use crate::codec::data::{self, IndexRows};
use crate::codec::kernel::TwoByte;

#[cfg(feature = "encode")]
mod encoder;
#[cfg(feature = "encode")]
pub(crate) use encoder::pages;

static LAYOUT: OnceBox<TwoByte> = OnceBox::new();

fn layout() -> &'static TwoByte {
    LAYOUT.get_or_init(|| TwoByte::new([index()]))
}

fn index() -> IndexRows {
    IndexRows::new(&[(0x81, 0xFE)], &[(0x41, 0xFE)], data::euc_kr())
}

/// [EUC-KR decoder](https://encoding.spec.whatwg.org/#euc-kr-decoder).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct EucKrDecoder {
    lead: u8,
}

impl EucKrDecoder {
    const START: EucKrDecoder = EucKrDecoder { lead: 0 };

    pub(crate) const fn new() -> TwoByteDecoder<EucKrDecoder> {
        TwoByteDecoder(EucKrDecoder::START)
    }
}

impl TwoByteFamily for EucKrDecoder {
    fn handle(&mut self, byte: Option<u8>) -> Handled {
        let lead = core::mem::take(&mut self.lead);
        let Some(byte) = byte else {
            // 1. and 2.
            return if lead != 0 { Handled::error(1) } else { Handled::Finished };
        };
        // 3.
        if lead != 0 {
            // 3.1. to 3.3.
            return match layout().character([lead, byte]) {
                // 3.4.
                Some(c) => Handled::One(c),
                // 3.5. Restore an ASCII byte.
                None if byte.is_ascii() => Handled::error_before(1),
                // 3.6.
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

    fn pending(&self) -> usize {
        usize::from(self.lead != 0)
    }

    fn layout() -> &'static TwoByte {
        layout()
    }

    fn rare(_: &[u8], _: &mut [u8]) -> (usize, usize) {
        (0, 0)
    }

    fn malformed_length(src: &[u8]) -> usize {
        match *src {
            [0x80 | 0xFF, ..] => 1,
            [_, trail, ..] => two_byte::malformed_pair(trail),
            _ => 0,
        }
    }
}
