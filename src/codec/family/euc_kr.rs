//! [EUC-KR](https://encoding.spec.whatwg.org/#euc-kr), extended as windows-949.

use super::two_byte_family::{TwoByteFamily, handle_pairs, malformed_pair};
use crate::codec::Handled;
use crate::codec::data::{self, IndexRows, Pairs};

pub(in crate::codec) static INDEX: [IndexRows; 1] = [IndexRows::new(&[(0x81, 0xFE)], &[(0x41, 0xFE)], data::EUC_KR)];

/// [EUC-KR decoder](https://encoding.spec.whatwg.org/#euc-kr-decoder).
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct EucKrDecoder {
    lead: u8,
}

impl TwoByteFamily for EucKrDecoder {
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
        handle_pairs(&mut self.lead, byte, first, |pair| Self::pairs().character(pair))
    }

    fn pending(&self) -> usize {
        usize::from(self.lead != 0)
    }

    fn pairs() -> &'static Pairs {
        static PAIRS: Pairs = Pairs::new(&INDEX);
        &PAIRS
    }

    fn malformed_length(src: &[u8]) -> usize {
        match *src {
            [0x80 | 0xFF, ..] => 1,
            [_, trail, ..] => malformed_pair(trail),
            _ => 0,
        }
    }
}
