//! Decoding to UTF-16: through a little UTF-8 on the stack, but for what is easier in one step.

use core::mem::MaybeUninit;

use super::decoder::Family;
use super::kernel::text;
use super::{CoderResult, Decoder, DecoderResult};

/// How much UTF-8.
const BUFFER: usize = 4096;

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
        let (result, read, written) =
            self.by_utf8(src, dst, [CoderResult::InputEmpty, CoderResult::OutputFull], |decoder, src, room| {
                let (result, read, written, errors) = decoder.decode_to_utf8(src, room, last);
                had_errors |= errors;
                (result, read, written)
            });
        (result, read, written, had_errors)
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
        self.by_utf8(src, dst, [DecoderResult::InputEmpty, DecoderResult::OutputFull], |decoder, src, room| {
            decoder.decode_to_utf8_without_replacement(src, room, last)
        })
    }

    /// What `decode` makes of `src`, as UTF-16; that the input is `empty` or the output `full` is
    /// among its results.
    fn by_utf8<R: PartialEq>(
        &mut self,
        src: &[u8],
        dst: &mut [u16],
        [empty, full]: [R; 2],
        mut decode: impl FnMut(&mut Decoder, &[u8], &mut [u8]) -> (R, usize, usize),
    ) -> (R, usize, usize) {
        let mut buffer = [MaybeUninit::uninit(); BUFFER];
        // A code unit is up to three bytes, and one character four.
        let most = dst.len().saturating_mul(3).clamp(4, BUFFER);
        let buffer = text::of_any_value(&mut buffer[..most]);
        let (mut read, mut written) = (0, 0);
        let mut room = self.room_for(src, dst.len()).min(most);
        loop {
            let (bytes, units) = self.in_one_step(&src[read..], &mut dst[written..]);
            if units > 0 {
                read += bytes;
                written += units;
                if read == src.len() && self.family.pending() == 0 {
                    return (empty, read, written);
                }
                room = self.room_for(&src[read..], dst.len() - written).min(most);
            }
            let (result, r, w) = decode(self, &src[read..], &mut buffer[..room]);
            read += r;
            written += (self.kernels.to_utf16)(text::trusted(&buffer[..w]), &mut dst[written..]);
            let left = dst.len() - written;
            if result != full {
                return (result, read, written);
            }
            match w + units {
                1.. => room = self.room_for(&src[read..], left).min(most),
                // The next character has more bytes: the first size that it fits in holds it
                // alone. Up to three bytes are one code unit, four are two.
                0 if left >= 1 && room < 3 || left >= 2 && room == 3 => room += 1,
                0 => return (result, read, written),
            }
        }
    }

    /// How many bytes of UTF-8 fit once converted, as `units` code units.
    fn room_for(&self, src: &[u8], units: usize) -> usize {
        match self.max_utf16_buffer_length(src.len()) {
            Some(most) if most <= units => usize::MAX,
            // Code units are never more than bytes.
            _ => units,
        }
    }

    /// What is done without UTF-8: (bytes read, code units written).
    fn in_one_step(&self, src: &[u8], dst: &mut [u16]) -> (usize, usize) {
        match &self.family {
            _ if !self.has_started() => (0, 0),
            Family::Utf8(decoder) => decoder.code_units(self.kernels, src, dst),
            Family::Utf16(decoder) => decoder.copy_units(src, dst),
            Family::SingleByte(decoder) => decoder.code_units(self.kernels, src, dst),
            _ => (0, 0),
        }
    }
}
