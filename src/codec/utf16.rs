//! [UTF-16BE and UTF-16LE](https://encoding.spec.whatwg.org/#shared-utf-16-decoder).

use super::kernel::Kernels;
use super::{Decode, Handled};

/// [Shared UTF-16 decoder](https://encoding.spec.whatwg.org/#shared-utf-16-decoder).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Utf16Decoder {
    big_endian: bool,
    lead_byte: Option<u8>,
    lead_surrogate: Option<u16>,
    /// Set when a lead surrogate was followed by a unit that is no trail surrogate: the standard
    /// restores that unit's two bytes, of which the first may lie in an earlier chunk.
    restored: Option<u16>,
}

impl Utf16Decoder {
    pub(crate) const fn new(big_endian: bool) -> Utf16Decoder {
        Utf16Decoder { big_endian, lead_byte: None, lead_surrogate: None, restored: None }
    }

    fn unit(&mut self, unit: u16) -> Option<Handled> {
        match unit {
            0xD800..=0xDBFF => {
                self.lead_surrogate = Some(unit);
                None
            }
            0xDC00..=0xDFFF => Some(Handled::Error { malformed: 2, after: 0, restore: false }),
            _ => Some(Handled::One(char::from_u32(unit.into()).unwrap_or(char::REPLACEMENT_CHARACTER))),
        }
    }
}

impl Decode for Utf16Decoder {
    fn run(&mut self, kernels: &Kernels, src: &[u8], dst: &mut [u8]) -> (usize, usize) {
        if self.lead_byte.is_some() || self.lead_surrogate.is_some() || self.restored.is_some() {
            return (0, 0);
        }
        (kernels.utf16)(src, dst, self.big_endian)
    }

    fn handle(&mut self, byte: Option<u8>) -> Handled {
        if let Some(unit) = self.restored.take() {
            return match self.unit(unit) {
                Some(Handled::One(c)) => Handled::OneAndRestore(c),
                // A lead surrogate, which waits for its trail: the byte given is its first.
                _ => self.handle(byte),
            };
        }
        let Some(byte) = byte else {
            // 1. and 2.
            let before = core::mem::replace(self, Self::new(self.big_endian));
            let pending = u8::from(before.lead_byte.is_some()) + 2 * u8::from(before.lead_surrogate.is_some());
            return match pending {
                0 => Handled::Finished,
                malformed => Handled::Error { malformed, after: 0, restore: false },
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
        // 5. Inside a pair.
        if let Some(lead) = self.lead_surrogate.take() {
            if let 0xDC00..=0xDFFF = unit {
                let code_point = 0x1_0000 + ((u32::from(lead) & 0x3FF) << 10 | u32::from(unit) & 0x3FF);
                return Handled::One(char::from_u32(code_point).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            self.restored = Some(unit);
            return Handled::Error { malformed: 2, after: 2, restore: false };
        }
        // 6.–8.
        self.unit(unit).unwrap_or(Handled::Continue)
    }
}
