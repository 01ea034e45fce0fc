//! Decoding to UTF-16: in one step where there is a kernel for it, else through UTF-8 in a small buffer on
//! the stack.

use core::mem::MaybeUninit;

use super::decoder::{Family, replaced};
use super::family::two_byte_family::code_units;
use super::{CoderResult, Decode, Decoder, DecoderResult, Done};
use crate::simd::room;

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
        let done = self.in_one_step(src, dst, true);
        if done.read == src.len() && done.read > 0 {
            return (CoderResult::InputEmpty, done.read, done.written, done.had_errors);
        }
        let (result, done) = self.by_utf8(src, dst, done, last, true);
        (replaced(result), done.read, done.written, done.had_errors)
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
        let done = self.in_one_step(src, dst, false);
        if done.read == src.len() && done.read > 0 {
            return (DecoderResult::InputEmpty, done.read, done.written);
        }
        let (result, done) = self.by_utf8(src, dst, done, last, false);
        let Done { read, written, .. } = done;
        // One code unit is too little room to read a character of UTF-16, but enough for the U+FFFD of this error.
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

    /// Continues after [`in_one_step`](Self::in_one_step), through UTF-8. `replace`: errors are U+FFFD.
    #[inline(never)]
    fn by_utf8(
        &mut self,
        src: &[u8],
        dst: &mut [u16],
        mut done: Done,
        last: bool,
        replace: bool,
    ) -> (DecoderResult, Done) {
        // The last call for a stream.
        if src.is_empty() && self.has_started() && self.family.pending() == 0 {
            return (DecoderResult::InputEmpty, done);
        }
        let mut buffer = [MaybeUninit::uninit(); BUFFER];
        // A code unit takes up to three bytes of UTF-8; a single character takes up to four.
        let most = (dst.len() - done.written).saturating_mul(3).clamp(4, BUFFER);
        let buffer = room::of_any_value(&mut buffer[..most]);
        let mut room = self.room_for(&src[done.read..], dst.len() - done.written).min(most);
        loop {
            let (result, in_buffer) = self.decode(&src[done.read..], &mut buffer[..room], last, replace);
            let units = (self.kernels.to_utf16().utf8)(&buffer[..in_buffer.written], &mut dst[done.written..]);
            done.add(Done { written: units, ..in_buffer });
            if result != DecoderResult::OutputFull {
                return (result, done);
            }
            let next = self.in_one_step(&src[done.read..], &mut dst[done.written..], replace);
            done.add(next);
            if next.read > 0 && done.read == src.len() {
                return (DecoderResult::InputEmpty, done);
            }
            let left = dst.len() - done.written;
            match units + next.written {
                // The next character takes more bytes. The first size that it fits in holds nothing else.
                // Up to three bytes are one code unit, four are two.
                0 if left >= 1 && room < 3 || left >= 2 && room == 3 => {
                    room += 1;
                    continue;
                }
                0 => return (result, done),
                _ => {}
            }
            room = self.room_for(&src[done.read..], dst.len() - done.written).min(most);
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

    /// Converts as much as can be converted without UTF-8, which may be nothing.
    #[inline(always)]
    fn in_one_step(&self, src: &[u8], dst: &mut [u16], replace: bool) -> Done {
        match &self.family {
            _ if !self.has_started() => Done::NOTHING,
            Family::Utf8(decoder) => Done::new(decoder.code_units(self.kernels, src, dst)),
            Family::Utf16(decoder) => decoder.code_units(src, dst, replace),
            Family::SingleByte(decoder) => decoder.code_units(self.kernels, src, dst, replace),
            Family::Big5(decoder) => code_units(decoder, self.kernels, src, dst, replace),
            Family::EucJp(decoder) => code_units(decoder, self.kernels, src, dst, replace),
            Family::EucKr(decoder) => code_units(decoder, self.kernels, src, dst, replace),
            Family::Gb18030(decoder) => code_units(decoder, self.kernels, src, dst, replace),
            Family::ShiftJis(decoder) => code_units(decoder, self.kernels, src, dst, replace),
            _ => Done::NOTHING,
        }
    }
}
