//! How much room the output of a [`Decoder`] can take.
//!
//! Every byte counts once: either it is still to be read or it is pending in the decoder. What a
//! byte can become at most is the encoding's own, plus that of the encodings that a byte order
//! mark may still turn it into.

use super::Decoder;
use super::decoder::Bom;
use crate::Encoding;

impl Decoder {
    /// How many bytes [`decode_to_utf8`](Self::decode_to_utf8) writes at most for `byte_length`
    /// more bytes of input, in the state that this decoder is in; `None` if that overflows.
    ///
    /// ```
    /// let decoder = charsniff::Encoding::ShiftJis.new_decoder();
    /// assert!(decoder.max_utf8_buffer_length(100) >= Some(300));
    /// assert_eq!(decoder.max_utf8_buffer_length(usize::MAX), None);
    /// ```
    pub fn max_utf8_buffer_length(&self, byte_length: usize) -> Option<usize> {
        self.most(byte_length, 3, |encoding, n| match encoding {
            Encoding::Utf16Be | Encoding::Utf16Le => n.div_ceil(2).checked_mul(3),
            Encoding::Replacement => Some(3),
            _ => n.checked_mul(3),
        })
    }

    /// The same for [`decode_to_utf8_without_replacement`](Self::decode_to_utf8_without_replacement).
    ///
    /// ```
    /// let decoder = charsniff::Encoding::Utf8.new_decoder_without_bom_handling();
    /// assert_eq!(decoder.max_utf8_buffer_length_without_replacement(100), Some(100));
    /// ```
    pub fn max_utf8_buffer_length_without_replacement(&self, byte_length: usize) -> Option<usize> {
        self.most(byte_length, 3, |encoding, n| match encoding {
            Encoding::Utf8 => Some(n),
            Encoding::Utf16Be | Encoding::Utf16Le => n.div_ceil(2).checked_mul(3),
            Encoding::EucJp | Encoding::EucKr => n.checked_add(n.div_ceil(2)),
            Encoding::Big5 => n.checked_mul(2),
            Encoding::Replacement => Some(0),
            _ => n.checked_mul(3),
        })
    }

    /// How many code units [`decode_to_utf16`](Self::decode_to_utf16) and
    /// [`decode_to_utf16_without_replacement`](Self::decode_to_utf16_without_replacement) write at
    /// most for `byte_length` more bytes of input; `None` if that overflows.
    ///
    /// ```
    /// let decoder = charsniff::Encoding::ShiftJis.new_decoder_without_bom_handling();
    /// assert_eq!(decoder.max_utf16_buffer_length(100), Some(100));
    /// ```
    pub fn max_utf16_buffer_length(&self, byte_length: usize) -> Option<usize> {
        self.most(byte_length, 1, |encoding, n| match encoding {
            Encoding::Utf16Be | Encoding::Utf16Le => Some(n.div_ceil(2)),
            Encoding::Replacement => Some(1),
            _ => Some(n),
        })
    }

    /// The most of `length` over the encodings that this may yet decode from, and the room for a
    /// U+FFFD that is still to be written.
    fn most(
        &self,
        byte_length: usize,
        replacement: usize,
        length: impl Fn(Encoding, usize) -> Option<usize>,
    ) -> Option<usize> {
        let n = byte_length.checked_add(self.pending())?;
        let mut most = length(self.encoding, n)?;
        if self.bom == Bom::Sniff {
            most = most.max(length(Encoding::Utf8, n)?).max(length(Encoding::Utf16Le, n)?);
        }
        most.checked_add(if self.owes_replacement { replacement } else { 0 })
    }
}
