//! `Decoder`, a thin wrapper of `charsniff`'s.

#[cfg(feature = "alloc")]
use alloc::string::String;
use core::fmt;

use crate::{CoderResult, Encoding, encoding};

/// Why a decoder that does not replace errors returned.
#[must_use]
#[derive(Debug, PartialEq, Eq)]
pub enum DecoderResult {
    /// All of the input was read.
    InputEmpty,
    /// The next output may not fit: call again with more room and the rest of the input.
    OutputFull,
    /// A malformed sequence: its length in bytes (1 to 4), and how many bytes were read after it (0
    /// to 3). It may have begun in an earlier input.
    Malformed(u8, u8),
}

impl DecoderResult {
    #[inline]
    pub(crate) fn of(result: charsniff::DecoderResult) -> DecoderResult {
        match result {
            charsniff::DecoderResult::InputEmpty => DecoderResult::InputEmpty,
            charsniff::DecoderResult::OutputFull => DecoderResult::OutputFull,
            charsniff::DecoderResult::Malformed(length, after) => DecoderResult::Malformed(length, after),
        }
    }
}

/// Decodes bytes that arrive in chunks.
///
/// Each call reads from `src` and writes to `dst` until the input is read, the output is full or,
/// in methods without replacement, there is an error. It returns which of these, how many bytes it
/// has read and how much it has written. `last` says that the stream ends with `src`. Only whole
/// characters are written. Never panics.
///
/// ```
/// use encoding_rs::{CoderResult, SHIFT_JIS};
/// let (mut decoder, mut dst) = (SHIFT_JIS.new_decoder(), [0; 16]);
/// assert_eq!(decoder.decode_to_utf8(b"a\x93", &mut dst, false), (CoderResult::InputEmpty, 2, 1, false));
/// assert_eq!(decoder.decode_to_utf8(b"\xFA", &mut dst, true), (CoderResult::InputEmpty, 1, 3, false));
/// assert_eq!(&dst[..3], "日".as_bytes());
/// ```
pub struct Decoder {
    pub(crate) inner: charsniff::Decoder,
}

impl Decoder {
    /// The encoding that this decodes from; a byte order mark may change it.
    ///
    /// ```
    /// assert_eq!(encoding_rs::BIG5.new_decoder().encoding(), encoding_rs::BIG5);
    /// ```
    #[inline]
    pub fn encoding(&self) -> &'static Encoding {
        encoding::of(self.inner.encoding())
    }

    /// The maximum number of bytes of UTF-8 that `byte_length` more bytes decode to, with errors replaced;
    /// `None` if that is more than a `usize` holds.
    ///
    /// ```
    /// let decoder = encoding_rs::UTF_16LE.new_decoder();
    /// assert!(decoder.max_utf8_buffer_length(2).unwrap() >= 3);
    /// assert_eq!(decoder.max_utf8_buffer_length(usize::MAX), None);
    /// ```
    #[inline]
    pub fn max_utf8_buffer_length(&self, byte_length: usize) -> Option<usize> {
        self.inner.max_utf8_buffer_length(byte_length)
    }

    /// The same up to the first error.
    ///
    /// ```
    /// let decoder = encoding_rs::UTF_16LE.new_decoder();
    /// assert!(decoder.max_utf8_buffer_length_without_replacement(2).unwrap() >= 3);
    /// ```
    #[inline]
    pub fn max_utf8_buffer_length_without_replacement(&self, byte_length: usize) -> Option<usize> {
        self.inner.max_utf8_buffer_length_without_replacement(byte_length)
    }

    /// The maximum number of UTF-16 code units that `byte_length` more bytes decode to, with and
    /// without replacement.
    ///
    /// ```
    /// let decoder = encoding_rs::WINDOWS_1252.new_decoder();
    /// assert!(decoder.max_utf16_buffer_length(2).unwrap() >= 2);
    /// ```
    #[inline]
    pub fn max_utf16_buffer_length(&self, byte_length: usize) -> Option<usize> {
        self.inner.max_utf16_buffer_length(byte_length)
    }

    /// Decodes to UTF-8, with U+FFFD for each error. Returns the result, bytes read, bytes written,
    /// and whether there were errors.
    ///
    /// ```
    /// use encoding_rs::{CoderResult, UTF_8};
    /// let mut dst = [0; 16];
    /// assert_eq!(UTF_8.new_decoder().decode_to_utf8(b"a\xFF", &mut dst, true), (CoderResult::InputEmpty, 2, 4, true));
    /// ```
    #[inline]
    pub fn decode_to_utf8(&mut self, src: &[u8], dst: &mut [u8], last: bool) -> (CoderResult, usize, usize, bool) {
        let (result, read, written, had_errors) = self.inner.decode_to_utf8(src, dst, last);
        (CoderResult::of(result), read, written, had_errors)
    }

    /// The same into a `str`. Bytes after the text are zeroed where the `str` would be invalid.
    ///
    /// ```
    /// use encoding_rs::{CoderResult, WINDOWS_1252};
    /// let mut dst = String::from("........");
    /// let result = WINDOWS_1252.new_decoder().decode_to_str(b"\xE9", &mut dst, true);
    /// assert_eq!((result, &dst[..2]), ((CoderResult::InputEmpty, 1, 2, false), "é"));
    /// ```
    #[inline]
    pub fn decode_to_str(&mut self, src: &[u8], dst: &mut str, last: bool) -> (CoderResult, usize, usize, bool) {
        let (result, read, written, had_errors) = self.inner.decode_to_str(src, dst, last);
        (CoderResult::of(result), read, written, had_errors)
    }

    /// The same, appended to a `String`, into the capacity that it has left.
    ///
    /// ```
    /// use encoding_rs::{CoderResult, WINDOWS_1252};
    /// let mut dst = String::with_capacity(16);
    /// let result = WINDOWS_1252.new_decoder().decode_to_string(b"\xE9", &mut dst, true);
    /// assert_eq!((result, &*dst), ((CoderResult::InputEmpty, 1, false), "é"));
    /// ```
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn decode_to_string(&mut self, src: &[u8], dst: &mut String, last: bool) -> (CoderResult, usize, bool) {
        let (result, read, had_errors) = self.inner.decode_to_string(src, dst, last);
        (CoderResult::of(result), read, had_errors)
    }

    /// Decodes to UTF-8 up to the first error. Returns the result, bytes read, bytes written.
    ///
    /// ```
    /// use encoding_rs::{DecoderResult, UTF_8};
    /// let result = UTF_8.new_decoder().decode_to_utf8_without_replacement(b"a\xFFb", &mut [0; 16], true);
    /// assert_eq!(result, (DecoderResult::Malformed(1, 0), 2, 1));
    /// ```
    #[inline]
    pub fn decode_to_utf8_without_replacement(
        &mut self,
        src: &[u8],
        dst: &mut [u8],
        last: bool,
    ) -> (DecoderResult, usize, usize) {
        let (result, read, written) = self.inner.decode_to_utf8_without_replacement(src, dst, last);
        (DecoderResult::of(result), read, written)
    }

    /// The same into a `str`. Bytes after the text are zeroed where the `str` would be invalid.
    ///
    /// ```
    /// use encoding_rs::{DecoderResult, UTF_8};
    /// let mut dst = String::from("........");
    /// let result = UTF_8.new_decoder().decode_to_str_without_replacement(b"a\xFFb", &mut dst, true);
    /// assert_eq!((result, &dst[..1]), ((DecoderResult::Malformed(1, 0), 2, 1), "a"));
    /// ```
    #[inline]
    pub fn decode_to_str_without_replacement(
        &mut self,
        src: &[u8],
        dst: &mut str,
        last: bool,
    ) -> (DecoderResult, usize, usize) {
        let (result, read, written) = self.inner.decode_to_str_without_replacement(src, dst, last);
        (DecoderResult::of(result), read, written)
    }

    /// The same, appended to a `String`, into the capacity that it has left.
    ///
    /// ```
    /// use encoding_rs::{DecoderResult, UTF_8};
    /// let mut dst = String::with_capacity(16);
    /// let result = UTF_8.new_decoder().decode_to_string_without_replacement(b"a\xFFb", &mut dst, true);
    /// assert_eq!((result, &*dst), ((DecoderResult::Malformed(1, 0), 2), "a"));
    /// ```
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn decode_to_string_without_replacement(
        &mut self,
        src: &[u8],
        dst: &mut String,
        last: bool,
    ) -> (DecoderResult, usize) {
        let (result, read) = self.inner.decode_to_string_without_replacement(src, dst, last);
        (DecoderResult::of(result), read)
    }

    /// Decodes to UTF-16, with U+FFFD for each error. Returns the result, bytes read, code units
    /// written, and whether there were errors.
    ///
    /// ```
    /// use encoding_rs::{CoderResult, BIG5};
    /// let mut dst = [0; 16];
    /// let result = BIG5.new_decoder().decode_to_utf16(b"a\xA4\xA4", &mut dst, true);
    /// assert_eq!((result, dst[1]), ((CoderResult::InputEmpty, 3, 2, false), '中' as u16));
    /// ```
    #[inline]
    pub fn decode_to_utf16(&mut self, src: &[u8], dst: &mut [u16], last: bool) -> (CoderResult, usize, usize, bool) {
        let (result, read, written, had_errors) = self.inner.decode_to_utf16(src, dst, last);
        (CoderResult::of(result), read, written, had_errors)
    }

    /// Decodes to UTF-16 up to the first error. Returns the result, bytes read, code units written.
    ///
    /// ```
    /// use encoding_rs::{BIG5, DecoderResult};
    /// let result = BIG5.new_decoder().decode_to_utf16_without_replacement(b"a\xFFb", &mut [0; 16], true);
    /// assert_eq!(result, (DecoderResult::Malformed(1, 0), 2, 1));
    /// ```
    #[inline]
    pub fn decode_to_utf16_without_replacement(
        &mut self,
        src: &[u8],
        dst: &mut [u16],
        last: bool,
    ) -> (DecoderResult, usize, usize) {
        let (result, read, written) = self.inner.decode_to_utf16_without_replacement(src, dst, last);
        (DecoderResult::of(result), read, written)
    }

    /// How many bytes from the start would be decoded as the scalar values of the same numbers, in the
    /// current state; `None` if that is unknown.
    ///
    /// ```
    /// let decoder = encoding_rs::WINDOWS_1252.new_decoder_without_bom_handling();
    /// assert_eq!(decoder.latin1_byte_compatible_up_to(b"caf\xE9 \x80"), Some(5));
    /// ```
    #[inline]
    pub fn latin1_byte_compatible_up_to(&self, bytes: &[u8]) -> Option<usize> {
        self.inner.latin1_byte_compatible_up_to(bytes)
    }
}

impl fmt::Debug for Decoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decoder").field("encoding", self.encoding()).finish_non_exhaustive()
    }
}
