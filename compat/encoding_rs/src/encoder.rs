//! `Encoder`, a thin cover over `charsniff`'s.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::fmt;

use crate::{CoderResult, Encoding, encoding};

/// Why an encoder that does not replace errors came back.
#[must_use]
#[derive(Debug, PartialEq, Eq)]
pub enum EncoderResult {
    /// All of the input was read.
    InputEmpty,
    /// What comes next may not fit: call again with more room and the rest of the input.
    OutputFull,
    /// The encoding has no bytes for this character, which was read.
    Unmappable(char),
}

impl EncoderResult {
    #[inline]
    pub(crate) fn of(result: charsniff::EncoderResult) -> EncoderResult {
        match result {
            charsniff::EncoderResult::InputEmpty => EncoderResult::InputEmpty,
            charsniff::EncoderResult::OutputFull => EncoderResult::OutputFull,
            charsniff::EncoderResult::Unmappable(c) => EncoderResult::Unmappable(c),
        }
    }
}

/// Turns text that arrives piece by piece into bytes.
///
/// Each call reads from `src` and writes to `dst` until the input is read, the output is full or,
/// in methods without replacement, a character has no bytes; it says which, how much it has read and
/// how many bytes it has written. `last` says that the stream ends where `src` does. A surrogate
/// without its other half in the same `src` is U+FFFD. Never panics.
///
/// ```
/// use encoding_rs::{CoderResult, EUC_KR};
/// let mut dst = [0; 16];
/// assert_eq!(EUC_KR.new_encoder().encode_from_utf8("a화", &mut dst, true), (CoderResult::InputEmpty, 4, 3, false));
/// assert_eq!(&dst[..3], b"a\xC8\xAD");
/// ```
pub struct Encoder {
    pub(crate) inner: charsniff::Encoder,
}

impl Encoder {
    /// The encoding that this encodes to.
    ///
    /// ```
    /// assert_eq!(encoding_rs::BIG5.new_encoder().encoding(), encoding_rs::BIG5);
    /// ```
    #[inline]
    pub fn encoding(&self) -> &'static Encoding {
        encoding::of(self.inner.encoding())
    }

    /// Whether this is an ISO-2022-JP encoder in another state than ASCII.
    ///
    /// ```
    /// let mut encoder = encoding_rs::ISO_2022_JP.new_encoder();
    /// let _ = encoder.encode_from_utf8("日", &mut [0; 16], false);
    /// assert!(encoder.has_pending_state());
    /// ```
    #[inline]
    pub fn has_pending_state(&self) -> bool {
        self.inner.has_pending_state()
    }

    /// How many bytes `byte_length` more bytes of UTF-8 can become if all characters have bytes;
    /// `None` if that is more than a `usize` holds.
    ///
    /// ```
    /// let encoder = encoding_rs::BIG5.new_encoder();
    /// assert!(encoder.max_buffer_length_from_utf8_if_no_unmappables(3).unwrap() >= 3);
    /// ```
    #[inline]
    pub fn max_buffer_length_from_utf8_if_no_unmappables(&self, byte_length: usize) -> Option<usize> {
        self.inner.max_buffer_length_from_utf8_if_no_unmappables(byte_length)
    }

    /// How many bytes `byte_length` more bytes of UTF-8 can become up to a character without bytes.
    ///
    /// ```
    /// let encoder = encoding_rs::BIG5.new_encoder();
    /// assert!(encoder.max_buffer_length_from_utf8_without_replacement(3).unwrap() >= 3);
    /// ```
    #[inline]
    pub fn max_buffer_length_from_utf8_without_replacement(&self, byte_length: usize) -> Option<usize> {
        self.inner.max_buffer_length_from_utf8_without_replacement(byte_length)
    }

    /// Encodes UTF-8, a character without bytes as a decimal reference: the result, bytes read,
    /// bytes written, whether there were such characters.
    ///
    /// ```
    /// use encoding_rs::{CoderResult, KOI8_R};
    /// let mut dst = [0; 32];
    /// assert_eq!(KOI8_R.new_encoder().encode_from_utf8("é", &mut dst, true), (CoderResult::InputEmpty, 2, 6, true));
    /// assert_eq!(&dst[..6], b"&#233;");
    /// ```
    #[inline]
    pub fn encode_from_utf8(&mut self, src: &str, dst: &mut [u8], last: bool) -> (CoderResult, usize, usize, bool) {
        let (result, read, written, had_unmappables) = self.inner.encode_from_utf8(src, dst, last);
        (CoderResult::of(result), read, written, had_unmappables)
    }

    /// The same behind a `Vec`, into the capacity that it has left.
    ///
    /// ```
    /// use encoding_rs::{CoderResult, KOI8_R};
    /// let mut dst = Vec::with_capacity(32);
    /// assert_eq!(KOI8_R.new_encoder().encode_from_utf8_to_vec("a", &mut dst, true), (CoderResult::InputEmpty, 1, false));
    /// assert_eq!(dst, b"a");
    /// ```
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn encode_from_utf8_to_vec(&mut self, src: &str, dst: &mut Vec<u8>, last: bool) -> (CoderResult, usize, bool) {
        let (result, read, had_unmappables) = self.inner.encode_from_utf8_to_vec(src, dst, last);
        (CoderResult::of(result), read, had_unmappables)
    }

    /// Encodes UTF-8 up to a character without bytes: the result, bytes read, bytes written.
    ///
    /// ```
    /// use encoding_rs::{EncoderResult, KOI8_R};
    /// let result = KOI8_R.new_encoder().encode_from_utf8_without_replacement("aé", &mut [0; 32], true);
    /// assert_eq!(result, (EncoderResult::Unmappable('é'), 3, 1));
    /// ```
    #[inline]
    pub fn encode_from_utf8_without_replacement(
        &mut self,
        src: &str,
        dst: &mut [u8],
        last: bool,
    ) -> (EncoderResult, usize, usize) {
        let (result, read, written) = self.inner.encode_from_utf8_without_replacement(src, dst, last);
        (EncoderResult::of(result), read, written)
    }

    /// The same behind a `Vec`, into the capacity that it has left.
    ///
    /// ```
    /// use encoding_rs::{EncoderResult, KOI8_R};
    /// let mut dst = Vec::with_capacity(32);
    /// let result = KOI8_R.new_encoder().encode_from_utf8_to_vec_without_replacement("aé", &mut dst, true);
    /// assert_eq!((result, &*dst), ((EncoderResult::Unmappable('é'), 3), &b"a"[..]));
    /// ```
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn encode_from_utf8_to_vec_without_replacement(
        &mut self,
        src: &str,
        dst: &mut Vec<u8>,
        last: bool,
    ) -> (EncoderResult, usize) {
        let (result, read) = self.inner.encode_from_utf8_to_vec_without_replacement(src, dst, last);
        (EncoderResult::of(result), read)
    }

    /// How many bytes `u16_length` more code units can become if all characters have bytes; `None`
    /// if that is more than a `usize` holds.
    ///
    /// ```
    /// let encoder = encoding_rs::BIG5.new_encoder();
    /// assert!(encoder.max_buffer_length_from_utf16_if_no_unmappables(1).unwrap() >= 2);
    /// ```
    #[inline]
    pub fn max_buffer_length_from_utf16_if_no_unmappables(&self, u16_length: usize) -> Option<usize> {
        self.inner.max_buffer_length_from_utf16_if_no_unmappables(u16_length)
    }

    /// How many bytes `u16_length` more code units can become up to a character without bytes.
    ///
    /// ```
    /// let encoder = encoding_rs::BIG5.new_encoder();
    /// assert!(encoder.max_buffer_length_from_utf16_without_replacement(1).unwrap() >= 2);
    /// ```
    #[inline]
    pub fn max_buffer_length_from_utf16_without_replacement(&self, u16_length: usize) -> Option<usize> {
        self.inner.max_buffer_length_from_utf16_without_replacement(u16_length)
    }

    /// Encodes UTF-16, a character without bytes as a decimal reference: the result, code units read,
    /// bytes written, whether there were such characters.
    ///
    /// ```
    /// use encoding_rs::{CoderResult, KOI8_R};
    /// let result = KOI8_R.new_encoder().encode_from_utf16(&[0xE9], &mut [0; 32], true);
    /// assert_eq!(result, (CoderResult::InputEmpty, 1, 6, true));
    /// ```
    #[inline]
    pub fn encode_from_utf16(&mut self, src: &[u16], dst: &mut [u8], last: bool) -> (CoderResult, usize, usize, bool) {
        let (result, read, written, had_unmappables) = self.inner.encode_from_utf16(src, dst, last);
        (CoderResult::of(result), read, written, had_unmappables)
    }

    /// Encodes UTF-16 up to a character without bytes: the result, code units read, bytes written.
    ///
    /// ```
    /// use encoding_rs::{EncoderResult, KOI8_R};
    /// let result = KOI8_R.new_encoder().encode_from_utf16_without_replacement(&[0x61, 0xE9], &mut [0; 32], true);
    /// assert_eq!(result, (EncoderResult::Unmappable('é'), 2, 1));
    /// ```
    #[inline]
    pub fn encode_from_utf16_without_replacement(
        &mut self,
        src: &[u16],
        dst: &mut [u8],
        last: bool,
    ) -> (EncoderResult, usize, usize) {
        let (result, read, written) = self.inner.encode_from_utf16_without_replacement(src, dst, last);
        (EncoderResult::of(result), read, written)
    }
}

impl fmt::Debug for Encoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Encoder").field("encoding", self.encoding()).finish_non_exhaustive()
    }
}
