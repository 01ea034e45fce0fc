//! [UTF-8](https://encoding.spec.whatwg.org/#utf-8).

use super::kernel::{Kernels, text};
use super::{Decode, Handled};

#[cfg(feature = "encode")]
mod encoder;
#[cfg(feature = "encode")]
pub(crate) use encoder::Utf8Encoder;

/// Copies as many whole characters as fit; returns how many bytes they have.
pub(crate) fn encode_into(src: &str, dst: &mut [u8]) -> usize {
    let mut n = src.len();
    if n > dst.len() {
        n = dst.len();
        while !src.is_char_boundary(n) {
            n -= 1;
        }
    }
    dst[..n].copy_from_slice(&src.as_bytes()[..n]);
    n
}

/// [UTF-8 decoder](https://encoding.spec.whatwg.org/#utf-8-decoder).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Utf8Decoder {
    code_point: u32,
    bytes_seen: u8,
    bytes_needed: u8,
    lower_boundary: u8,
    upper_boundary: u8,
}

impl Utf8Decoder {
    pub(crate) const fn new() -> Utf8Decoder {
        Utf8Decoder { code_point: 0, bytes_seen: 0, bytes_needed: 0, lower_boundary: 0x80, upper_boundary: 0xBF }
    }

    /// To UTF-16 from where it is, up to an error, as far as it surely fits: (bytes read, code units
    /// written, and that there was no error).
    pub(super) fn code_units(&self, kernels: &Kernels, src: &[u8], dst: &mut [u16]) -> (usize, usize, bool) {
        /// So little that it is still in the cache when it has been looked at.
        const PIECE: usize = 4096;
        let (mut read, mut written) = (0, 0);
        if self.bytes_needed != 0 {
            return (read, written, false);
        }
        loop {
            // Code units are never more than bytes.
            let left = &src[read..];
            let piece = &left[..left.len().min(dst.len() - written).min(PIECE)];
            let n = (kernels.utf8_valid_up_to)(piece);
            written += (kernels.to_utf16)(text::trusted(&piece[..n]), &mut dst[written..]);
            read += n;
            if n == 0 || read == src.len() {
                return (read, written, false);
            }
        }
    }
}

impl Decode for Utf8Decoder {
    fn run(&mut self, kernels: &Kernels, src: &[u8], dst: &mut [u8]) -> (usize, usize) {
        if self.bytes_needed != 0 {
            return (0, 0);
        }
        let n = (kernels.utf8)(src, dst);
        (n, n)
    }

    fn handle(&mut self, byte: Option<u8>) -> Handled {
        // The bytes of the sequence so far, its lead included.
        let length = self.bytes_seen + 1;
        let Some(byte) = byte else {
            // 1. End-of-queue inside a sequence is an error.
            // 2. End-of-queue is finished.
            return if core::mem::replace(self, Self::new()).bytes_needed != 0 {
                Handled::error(length)
            } else {
                Handled::Finished
            };
        };
        if self.bytes_needed == 0 {
            // 3. The first byte of a sequence.
            let (needed, bits) = match byte {
                0x00..=0x7F => return Handled::One(byte.into()),
                0xC2..=0xDF => (1, byte & 0x1F),
                0xE0..=0xEF => (2, byte & 0xF),
                0xF0..=0xF4 => (3, byte & 0x7),
                _ => return Handled::error(1),
            };
            match byte {
                0xE0 => self.lower_boundary = 0xA0,
                0xED => self.upper_boundary = 0x9F,
                0xF0 => self.lower_boundary = 0x90,
                0xF4 => self.upper_boundary = 0x8F,
                _ => {}
            }
            self.bytes_needed = needed;
            self.code_point = bits.into();
            return Handled::Continue;
        }
        // 4. A byte that cannot follow ends the sequence and is handled again.
        if !(self.lower_boundary..=self.upper_boundary).contains(&byte) {
            *self = Self::new();
            return Handled::error_before(length);
        }
        // 5.–7.
        self.lower_boundary = 0x80;
        self.upper_boundary = 0xBF;
        self.code_point = self.code_point << 6 | u32::from(byte & 0x3F);
        self.bytes_seen += 1;
        // 8.
        if self.bytes_seen != self.bytes_needed {
            return Handled::Continue;
        }
        // 9.–11.
        let code_point = core::mem::replace(self, Self::new()).code_point;
        Handled::One(char::from_u32(code_point).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn malformed(&self, src: &[u8]) -> usize {
        match *src {
            [0x80..=0xC1 | 0xF5..=0xFF, ..] => 1,
            // The second byte is no continuation byte, or not one that may follow this lead.
            [0xC2..=0xF4, 0x00..=0x7F | 0xC0..=0xFF, ..] => 1,
            [0xE0, 0x80..=0x9F, ..] | [0xED, 0xA0..=0xBF, ..] | [0xF0, 0x80..=0x8F, ..] | [0xF4, 0x90..=0xBF, ..] => 1,
            [0xE0..=0xF4, _, 0x00..=0x7F | 0xC0..=0xFF, ..] => 2,
            [0xF0..=0xF4, _, _, 0x00..=0x7F | 0xC0..=0xFF, ..] => 3,
            _ => 0,
        }
    }

    fn pending(&self) -> usize {
        match self.bytes_needed {
            0 => 0,
            _ => usize::from(self.bytes_seen) + 1,
        }
    }
}
