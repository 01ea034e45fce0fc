//! The most room that the output of a [`Decoder`] can take.
//!
//! Both the bytes still to be read and those that are pending in the decoder count. What a byte can
//! become at most depends on the encoding, and on those to which a byte order mark may still change it.

use super::Decoder;
use super::decoder::Bom;
use crate::Encoding;

impl Decoder {
    /// The most bytes that [`decode_to_utf8`](Self::decode_to_utf8) writes for `byte_length` more bytes of
    /// input, from the decoder's current state. `None` if that overflows.
    ///
    /// ```
    /// let decoder = charsniff::Encoding::ShiftJis.new_decoder();
    /// assert!(decoder.max_utf8_buffer_length(100) >= Some(300));
    /// assert_eq!(decoder.max_utf8_buffer_length(usize::MAX), None);
    /// ```
    #[must_use]
    pub fn max_utf8_buffer_length(&self, byte_length: usize) -> Option<usize> {
        self.most(byte_length, |encoding, n| match encoding {
            Encoding::Utf16Be | Encoding::Utf16Le => utf16_to_utf8(n),
            Encoding::Replacement => Some(3),
            _ => n.checked_mul(3),
        })
    }

    /// As [`max_utf8_buffer_length`](Self::max_utf8_buffer_length), for
    /// [`decode_to_utf8_without_replacement`](Self::decode_to_utf8_without_replacement).
    ///
    /// ```
    /// let decoder = charsniff::Encoding::Utf8.new_decoder_without_bom_handling();
    /// assert_eq!(decoder.max_utf8_buffer_length_without_replacement(100), Some(100));
    /// ```
    #[must_use]
    pub fn max_utf8_buffer_length_without_replacement(&self, byte_length: usize) -> Option<usize> {
        self.most(byte_length, |encoding, n| match encoding {
            Encoding::Utf8 => Some(n),
            Encoding::Utf16Be | Encoding::Utf16Le => utf16_to_utf8(n),
            Encoding::EucJp | Encoding::EucKr => n.checked_add(n.div_ceil(2)),
            Encoding::Big5 => n.checked_mul(2),
            // Replacement writes nothing, but without room no byte is read.
            Encoding::Replacement => Some(usize::from(n > 0)),
            _ => n.checked_mul(3),
        })
    }

    /// The most code units that [`decode_to_utf16`](Self::decode_to_utf16) and
    /// [`decode_to_utf16_without_replacement`](Self::decode_to_utf16_without_replacement) write for
    /// `byte_length` more bytes of input, from the decoder's current state. `None` if that overflows.
    ///
    /// ```
    /// let decoder = charsniff::Encoding::ShiftJis.new_decoder_without_bom_handling();
    /// assert_eq!(decoder.max_utf16_buffer_length(100), Some(100));
    /// ```
    #[must_use]
    pub fn max_utf16_buffer_length(&self, byte_length: usize) -> Option<usize> {
        self.most(byte_length, |encoding, n| match encoding {
            // Half a code unit is read only where a pair of them would fit.
            Encoding::Utf16Be | Encoding::Utf16Le => n.div_ceil(2).checked_add(usize::from(n > 0)),
            Encoding::Replacement => Some(1),
            _ => Some(n),
        })
    }

    /// The greatest `length` of all encodings that this may yet decode from.
    fn most(&self, byte_length: usize, length: impl Fn(Encoding, usize) -> Option<usize>) -> Option<usize> {
        let n = byte_length.checked_add(self.pending())?;
        let mut most = length(self.encoding, n)?;
        if self.bom == Bom::Sniff {
            most = most.max(length(Encoding::Utf8, n)?).max(length(Encoding::Utf16Le, n)?);
        }
        Some(most)
    }
}

/// Three bytes for each code unit, and one more: a byte of UTF-16 is read only where a character of four
/// bytes would fit.
fn utf16_to_utf8(n: usize) -> Option<usize> {
    n.div_ceil(2).checked_mul(3)?.checked_add(usize::from(n > 0))
}
