//! [UTF-16BE and UTF-16LE](https://encoding.spec.whatwg.org/#shared-utf-16-decoder).

use super::kernel::Kernels;
use super::{Decode, Handled};

/// [Shared UTF-16 decoder](https://encoding.spec.whatwg.org/#shared-utf-16-decoder).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Utf16Decoder {
    big_endian: bool,
    lead_byte: Option<u8>,
    lead_surrogate: Option<u16>,
    /// The character of the two bytes that an unpaired lead surrogate restored.
    due: Option<char>,
}

impl Utf16Decoder {
    pub(crate) const fn new(big_endian: bool) -> Utf16Decoder {
        Utf16Decoder { big_endian, lead_byte: None, lead_surrogate: None, due: None }
    }

    /// Copies code units up to a surrogate without its other half: (bytes read, code units written).
    pub(super) fn copy_units(&self, src: &[u8], dst: &mut [u16]) -> (usize, usize) {
        let units = match *self == Self::new(self.big_endian) {
            true if self.big_endian => copy(src, dst, u16::from_be_bytes),
            true => copy(src, dst, u16::from_le_bytes),
            false => 0,
        };
        (2 * units, units)
    }
}

/// Copies code units as long as surrogates are pairs that fit, by blocks, of which compilers make
/// vectors, and one by one.
#[inline(always)]
fn copy(src: &[u8], dst: &mut [u16], unit: impl Fn([u8; 2]) -> u16) -> usize {
    const BLOCK: usize = 32;
    const FEW: usize = 8;
    let (pairs, _) = src.as_chunks::<2>();
    let mut units = 0;
    // A block, and the unit behind it.
    while let Some(from) = pairs[units..].first_chunk::<{ BLOCK + 1 }>() {
        let behind_lead = units > 0 && is_lead(dst[units - 1]);
        let Some(to) = dst[units..].first_chunk_mut::<BLOCK>() else { break };
        if copy_block(from, to, &unit) {
            let mut alone = u16::from(is_trail(to[0])) ^ u16::from(behind_lead);
            for (this, next) in to.iter().zip(&from[1..]) {
                alone |= u16::from(is_lead(*this)) ^ u16::from(is_trail(unit(*next)));
            }
            if alone != 0 {
                break;
            }
        }
        units += BLOCK;
    }
    // A lead at the end of the last block has its trail behind it.
    if units > 0 && is_lead(dst[units - 1]) {
        units -= 1;
    }
    for (from, to) in pairs[units..].as_chunks::<FEW>().0.iter().zip(dst[units..].as_chunks_mut::<FEW>().0) {
        if copy_block(from, to, &unit) {
            break;
        }
        units += FEW;
    }
    loop {
        units += match (&pairs[units..], &mut dst[units..]) {
            ([first, ..], [to, ..]) if !is_surrogate(unit(*first)) => {
                *to = unit(*first);
                1
            }
            ([lead, trail, ..], [first, second, ..]) if is_lead(unit(*lead)) && is_trail(unit(*trail)) => {
                (*first, *second) = (unit(*lead), unit(*trail));
                2
            }
            _ => return units,
        };
    }
}

/// Copies all that there is room for, and says whether there is a surrogate among it.
#[inline(always)]
fn copy_block(from: &[[u8; 2]], to: &mut [u16], unit: impl Fn([u8; 2]) -> u16) -> bool {
    let mut any = false;
    for (from, to) in from.iter().zip(to) {
        *to = unit(*from);
        any |= is_surrogate(*to);
    }
    any
}

fn is_surrogate(unit: u16) -> bool {
    unit & 0xF800 == 0xD800
}

fn is_lead(unit: u16) -> bool {
    unit & 0xFC00 == 0xD800
}

fn is_trail(unit: u16) -> bool {
    unit & 0xFC00 == 0xDC00
}

impl Decode for Utf16Decoder {
    fn run(&mut self, kernels: &Kernels, src: &[u8], dst: &mut [u8]) -> (usize, usize) {
        if self.lead_byte.is_some() || self.lead_surrogate.is_some() {
            return (0, 0);
        }
        (kernels.utf16)(src, dst, self.big_endian)
    }

    fn handle(&mut self, byte: Option<u8>) -> Handled {
        let Some(byte) = byte else {
            // 1. and 2.
            return match core::mem::replace(self, Self::new(self.big_endian)).pending() {
                0 => Handled::Finished,
                malformed => Handled::error(malformed as u8),
            };
        };
        // 3. and 4.
        let Some(lead_byte) = self.lead_byte.take() else {
            self.lead_byte = Some(byte);
            return Handled::Continue;
        };
        let unit = match self.big_endian {
            true => u16::from_be_bytes([lead_byte, byte]),
            false => u16::from_le_bytes([lead_byte, byte]),
        };
        match (self.lead_surrogate.take(), unit) {
            // 5.2. A pair.
            (Some(lead), 0xDC00..=0xDFFF) => {
                let code_point = 0x1_0000 + ((u32::from(lead) & 0x3FF) << 10 | u32::from(unit) & 0x3FF);
                Handled::One(char::from_u32(code_point).unwrap_or(char::REPLACEMENT_CHARACTER))
            }
            // 5.3.–5.5. Restore the two bytes: they are a lead surrogate or a character.
            (Some(_), _) => {
                match char::from_u32(unit.into()) {
                    Some(c) => self.due = Some(c),
                    None => self.lead_surrogate = Some(unit),
                }
                Handled::Error { malformed: 2, after: 2, restore: false }
            }
            // 6.
            (None, 0xD800..=0xDBFF) => {
                self.lead_surrogate = Some(unit);
                Handled::Continue
            }
            // 7. A trail surrogate without a lead. 8. A character.
            (None, _) => char::from_u32(unit.into()).map_or(Handled::error(2), Handled::One),
        }
    }

    fn malformed(&self, src: &[u8]) -> usize {
        let unit = |bytes| match self.big_endian {
            true => u16::from_be_bytes(bytes),
            false => u16::from_le_bytes(bytes),
        };
        match *src {
            [a, b, ..] if matches!(unit([a, b]), 0xDC00..=0xDFFF) => 2,
            [a, b, c, d, ..] if matches!((unit([a, b]), unit([c, d])), (0xD800..=0xDBFF, ..=0xDBFF | 0xE000..)) => 2,
            _ => 0,
        }
    }

    fn take_due(&mut self) -> Option<char> {
        self.due.take()
    }

    fn pending(&self) -> usize {
        usize::from(self.lead_byte.is_some())
            + 2 * usize::from(self.lead_surrogate.is_some())
            + 2 * usize::from(self.due.is_some())
    }
}
