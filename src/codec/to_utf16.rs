//! Decoding to UTF-16: through a little UTF-8 on the stack.

use super::kernel::text;
use super::{CoderResult, Decoder, DecoderResult};

/// UTF-8 never takes fewer bytes than UTF-16 takes code units, so as many bytes as there is room
/// for code units always fit once converted.
const BUFFER: usize = 1024;

impl Decoder {
    /// As [`decode_to_utf8`](Self::decode_to_utf8), but to UTF-16 code units. Surrogate pairs are
    /// never torn apart.
    ///
    /// ```
    /// use charsniff::{CoderResult, Encoding};
    /// let mut units = [0; 4];
    /// let result = Encoding::EucKr.new_decoder().decode_to_utf16(b"\xC7\xD1!", &mut units, true);
    /// assert_eq!(result, (CoderResult::InputEmpty, 3, 2, false));
    /// assert_eq!(units[..2], [0xD55C, 0x21]);
    /// ```
    pub fn decode_to_utf16(&mut self, src: &[u8], dst: &mut [u16], last: bool) -> (CoderResult, usize, usize, bool) {
        let mut had_errors = false;
        let (mut read, mut written) = (0, 0);
        loop {
            let (result, r, w) = self.decode_to_utf16_without_replacement(&src[read..], &mut dst[written..], last);
            read += r;
            written += w;
            match result {
                DecoderResult::InputEmpty => return (CoderResult::InputEmpty, read, written, had_errors),
                DecoderResult::OutputFull => return (CoderResult::OutputFull, read, written, had_errors),
                DecoderResult::Malformed(..) => {
                    had_errors = true;
                    self.owes_replacement = true;
                }
            }
        }
    }

    /// As [`decode_to_utf8_without_replacement`](Self::decode_to_utf8_without_replacement), but to
    /// UTF-16 code units.
    ///
    /// ```
    /// use charsniff::{DecoderResult, Encoding};
    /// let (mut decoder, mut units) = (Encoding::Utf8.new_decoder(), [0; 4]);
    /// let result = decoder.decode_to_utf16_without_replacement("é\u{0}".as_bytes(), &mut units, false);
    /// assert_eq!((result, units[0]), ((DecoderResult::InputEmpty, 3, 2), 0xE9));
    /// let result = decoder.decode_to_utf16_without_replacement(b"\xFF", &mut units, true);
    /// assert_eq!(result, (DecoderResult::Malformed(1, 0), 1, 0));
    /// ```
    pub fn decode_to_utf16_without_replacement(
        &mut self,
        src: &[u8],
        dst: &mut [u16],
        last: bool,
    ) -> (DecoderResult, usize, usize) {
        let mut buffer = [0; BUFFER];
        let (mut read, mut written) = (0, 0);
        let mut room = dst.len().min(BUFFER);
        loop {
            let (result, r, w) = self.decode_to_utf8_without_replacement(&src[read..], &mut buffer[..room], last);
            read += r;
            for (unit, slot) in text::trusted(&buffer[..w]).encode_utf16().zip(&mut dst[written..]) {
                *slot = unit;
                written += 1;
            }
            let left = dst.len() - written;
            match result {
                DecoderResult::OutputFull if w > 0 => room = left.min(BUFFER),
                // The next character has more bytes: the first size that it fits in holds it
                // alone. Up to three bytes are one code unit, four are two.
                DecoderResult::OutputFull if left >= 1 && room < 3 || left >= 2 && room == 3 => room += 1,
                _ => return (result, read, written),
            }
        }
    }
}
