//! Decoding to UTF-16: in one step where there is a kernel for it, else through UTF-8 in a small buffer on
//! the stack.

use core::mem::MaybeUninit;

use super::decoder::Family;
use super::family::two_byte::code_units;
use super::kernel::text;
use super::{CoderResult, Decoder, DecoderResult};

/// The length of the buffer in bytes.
const BUFFER: usize = 4096;

impl Decoder {
    /// As [`decode_to_utf8`](Self::decode_to_utf8), but to UTF-16 code units. Surrogate pairs are never
    /// split.
    ///
    /// ```
    /// use charsniff::{CoderResult, Encoding};
    /// let mut units = [0; 4];
    /// let result = Encoding::EucKr.new_decoder().decode_to_utf16(b"\xC7\xD1!", &mut units, true);
    /// assert_eq!(result, (CoderResult::InputEmpty, 3, 2, false));
    /// assert_eq!(units[..2], [0xD55C, 0x21]);
    /// ```
    pub fn decode_to_utf16(&mut self, src: &[u8], dst: &mut [u16], last: bool) -> (CoderResult, usize, usize, bool) {
        let done @ (read, written, had_errors) = self.in_one_step::<true>(src, dst);
        if read == src.len() && read > 0 {
            return (CoderResult::InputEmpty, read, written, had_errors);
        }
        let ends = [CoderResult::InputEmpty, CoderResult::OutputFull];
        self.by_utf8::<_, true>(src, dst, done, ends, |decoder, src, room| decoder.decode_to_utf8(src, room, last))
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
        let done @ (read, written, _) = self.in_one_step::<false>(src, dst);
        if read == src.len() && read > 0 {
            return (DecoderResult::InputEmpty, read, written);
        }
        let ends = [DecoderResult::InputEmpty, DecoderResult::OutputFull];
        let (result, read, written, _) = self.by_utf8::<_, false>(src, dst, done, ends, |decoder, src, room| {
            let (result, read, written) = decoder.decode_to_utf8_without_replacement(src, room, last);
            (result, read, written, false)
        });
        // One code unit is no room for a character of UTF-16, but for the U+FFFD of this error.
        if let Family::Utf16(decoder) = &self.family
            && result == DecoderResult::OutputFull
            && dst.len() - written == 1
            && self.has_started()
            && decoder.has_trail_alone(&src[read..])
        {
            return (DecoderResult::Malformed(2, 0), read + 2, written);
        }
        (result, read, written)
    }

    /// Continues after [`in_one_step`](Self::in_one_step), through UTF-8. `empty` and `full` are those results
    /// of `decode` that say that the input is consumed or the output full. `REPLACE`: errors are U+FFFD.
    #[inline(never)]
    fn by_utf8<R: PartialEq, const REPLACE: bool>(
        &mut self,
        src: &[u8],
        dst: &mut [u16],
        (mut read, mut written, mut had_errors): (usize, usize, bool),
        [empty, full]: [R; 2],
        mut decode: impl FnMut(&mut Decoder, &[u8], &mut [u8]) -> (R, usize, usize, bool),
    ) -> (R, usize, usize, bool) {
        // The last call for a stream.
        if src.is_empty() && self.has_started() && self.family.pending() == 0 {
            return (empty, read, written, had_errors);
        }
        let mut buffer = [MaybeUninit::uninit(); BUFFER];
        // A code unit takes up to three bytes of UTF-8; a single character takes up to four.
        let most = (dst.len() - written).saturating_mul(3).clamp(4, BUFFER);
        let buffer = text::of_any_value(&mut buffer[..most]);
        let mut room = self.room_for(&src[read..], dst.len() - written).min(most);
        loop {
            let (result, r, w, errors) = decode(self, &src[read..], &mut buffer[..room]);
            let units = (self.kernels.to_utf16().utf8)(&buffer[..w], &mut dst[written..]);
            read += r;
            written += units;
            had_errors |= errors;
            if result != full {
                return (result, read, written, had_errors);
            }
            let (r, w, errors) = self.in_one_step::<REPLACE>(&src[read..], &mut dst[written..]);
            read += r;
            written += w;
            had_errors |= errors;
            if r > 0 && read == src.len() {
                return (empty, read, written, had_errors);
            }
            let left = dst.len() - written;
            match units + w {
                // The next character takes more bytes. The first size that it fits in holds nothing else.
                // Up to three bytes are one code unit, four are two.
                0 if left >= 1 && room < 3 || left >= 2 && room == 3 => {
                    room += 1;
                    continue;
                }
                0 => return (result, read, written, had_errors),
                _ => {}
            }
            room = self.room_for(&src[read..], dst.len() - written).min(most);
        }
    }

    /// How many bytes of UTF-8 fit in `units` code units.
    fn room_for(&self, src: &[u8], units: usize) -> usize {
        match self.max_utf16_buffer_length(src.len()) {
            Some(most) if most <= units => usize::MAX,
            // There are never more code units than bytes.
            _ => units,
        }
    }

    /// Converts as much as can be converted without UTF-8, which may be nothing: (bytes read, code units
    /// written, whether there were errors).
    #[inline(always)]
    fn in_one_step<const REPLACE: bool>(&self, src: &[u8], dst: &mut [u16]) -> (usize, usize, bool) {
        match &self.family {
            _ if !self.has_started() => (0, 0, false),
            Family::Utf8(decoder) => decoder.code_units(self.kernels, src, dst),
            Family::Utf16(decoder) => decoder.code_units::<REPLACE>(src, dst),
            Family::SingleByte(decoder) => decoder.code_units::<REPLACE>(self.kernels, src, dst),
            Family::Big5(decoder) => code_units::<_, REPLACE>(decoder, self.kernels, src, dst),
            Family::EucJp(decoder) => code_units::<_, REPLACE>(decoder, self.kernels, src, dst),
            Family::EucKr(decoder) => code_units::<_, REPLACE>(decoder, self.kernels, src, dst),
            Family::Gb18030(decoder) => code_units::<_, REPLACE>(decoder, self.kernels, src, dst),
            Family::ShiftJis(decoder) => code_units::<_, REPLACE>(decoder, self.kernels, src, dst),
            _ => (0, 0, false),
        }
    }
}
