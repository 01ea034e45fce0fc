//! [EUC-JP](https://encoding.spec.whatwg.org/#euc-jp).

use alloc::boxed::Box;

use once_cell::race::OnceBox;

use super::two_byte_family::{TwoByteFamily, each, malformed_pair};
use crate::codec::Handled;
use crate::codec::data::{self, IndexRows, Pairs, Unpacked};

/// The trail bytes of all pairs.
const TRAILS: &[(u8, u8)] = &[(0xA1, 0xFE)];

/// Index jis0208, and after lead byte 8E the halfwidth katakana.
pub(in crate::codec) static INDEXES: [IndexRows; 2] = [
    IndexRows::new(&[(0x8E, 0x8E)], TRAILS, data::HALFWIDTH_KATAKANA),
    IndexRows::new(&[(0xA1, 0xFE)], TRAILS, data::JIS0208),
];

/// ISO-2022-JP has the same pairs.
pub(super) static PAIRS: Pairs = Pairs::new(&INDEXES);

/// How many pairs have the same lead byte.
const ROW: usize = 94;

/// Index jis0212 by pointers; 0 where there is no character.
fn jis0212() -> &'static [u16; ROW * ROW] {
    static SCALARS: OnceBox<[u16; ROW * ROW]> = OnceBox::new();
    SCALARS.get_or_init(|| {
        let mut scalars: Box<[u16; ROW * ROW]> = crate::simd::zeroes();
        Unpacked::new(data::JIS0212).fill(&mut *scalars, 0);
        scalars
    })
}

/// [EUC-JP decoder](https://encoding.spec.whatwg.org/#euc-jp-decoder).
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct EucJpDecoder {
    /// Whether 8F came before `lead`.
    jis0212: bool,
    lead: u8,
}

impl TwoByteFamily for EucJpDecoder {
    fn handle(&mut self, byte: Option<u8>) -> Handled {
        let EucJpDecoder { jis0212, lead } = *self;
        // The length of the sequence so far.
        let length = self.pending() as u8;
        *self = Self::default();
        let Some(byte) = byte else {
            // 1. and 2.
            return if lead != 0 { Handled::error(length) } else { Handled::Finished };
        };
        match (lead, byte) {
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
            // 3. and 5.1. to 5.3.
            _ => match if jis0212 { code_point_0212(lead, byte) } else { PAIRS.character([lead, byte]) } {
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

    fn pairs() -> &'static Pairs {
        &PAIRS
    }

    fn rare(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
        each(src, dst, |src| match *src {
            [0x8F, lead, trail, ..] => code_point_0212(lead, trail).map(|c| (c, 3)),
            _ => None,
        })
    }

    fn malformed_length(src: &[u8]) -> usize {
        match *src {
            [0x80..=0x8D | 0x90..=0xA0 | 0xFF, ..] => 1,
            // The start of three bytes.
            [0x8F, 0xA1..=0xFE, ..] => 0,
            [_, trail, ..] => malformed_pair(trail),
            _ => 0,
        }
    }
}

/// The character of a lead and a trail byte in index jis0212.
fn code_point_0212(lead: u8, trail: u8) -> Option<char> {
    let (0xA1..=0xFE, 0xA1..=0xFE) = (lead, trail) else { return None };
    match jis0212()[usize::from(lead - 0xA1) * ROW + usize::from(trail - 0xA1)] {
        0 => None,
        scalar => char::from_u32(scalar.into()),
    }
}
