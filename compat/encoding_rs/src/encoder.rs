//! `Encoder`, a thin wrapper of `charsniff`'s.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::fmt::{self, Write};

use crate::{CoderResult, Encoding, encoding};

/// The longest reference, `&#1114111;`. Methods with replacement require room for it even if the text needs less, so
/// that everything that was read can be written.
const LONGEST_REFERENCE: usize = 10;

/// How much of a `Vec`'s capacity is used at a time, at least. It includes room for some
/// references.
const LEAST_WINDOW: usize = 256;

/// The rest of the output buffer, as a writer.
struct Rest<'a> {
    bytes: &'a mut [u8],
    written: usize,
}

impl Write for Rest<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = self.bytes.get_mut(self.written..self.written + text.len()).ok_or(fmt::Error)?;
        room.copy_from_slice(text.as_bytes());
        self.written += text.len();
        Ok(())
    }
}

/// Why an encoder that does not replace errors returned.
#[must_use]
#[derive(Debug, PartialEq, Eq)]
pub enum EncoderResult {
    /// All of the input was read.
    InputEmpty,
    /// The next output may not fit: call again with more room and the rest of the input.
    OutputFull,
    /// The encoding lacks this character, which was read.
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

/// Encodes text that arrives in chunks.
///
/// Each call reads from `src` and writes to `dst` until the input is read, the output is full or,
/// in methods without replacement, the encoding lacks a character. It returns which of these, how
/// much it has read and how many bytes it has written. `last` says that the stream ends with `src`.
/// A surrogate whose other half is not in the same `src` becomes U+FFFD. Never panics.
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

    /// The maximum number of bytes for `byte_length` more bytes of UTF-8, if the encoding has all characters;
    /// `None` if that is more than a `usize` holds.
    ///
    /// ```
    /// let encoder = encoding_rs::BIG5.new_encoder();
    /// assert!(encoder.max_buffer_length_from_utf8_if_no_unmappables(3).unwrap() >= 3);
    /// ```
    #[inline]
    pub fn max_buffer_length_from_utf8_if_no_unmappables(&self, byte_length: usize) -> Option<usize> {
        let kept = if self.inner.encoding().can_encode_everything() { 0 } else { LONGEST_REFERENCE };
        self.inner.max_buffer_length_from_utf8_without_replacement(byte_length)?.checked_add(kept)
    }

    /// The maximum number of bytes for `byte_length` more bytes of UTF-8, up to an unmappable character.
    ///
    /// ```
    /// let encoder = encoding_rs::BIG5.new_encoder();
    /// assert!(encoder.max_buffer_length_from_utf8_without_replacement(3).unwrap() >= 3);
    /// ```
    #[inline]
    pub fn max_buffer_length_from_utf8_without_replacement(&self, byte_length: usize) -> Option<usize> {
        self.inner.max_buffer_length_from_utf8_without_replacement(byte_length)
    }

    /// Encodes UTF-8, with decimal references for unmappable characters. Returns the result, bytes
    /// read, bytes written, and whether there were such characters.
    ///
    /// ```
    /// use encoding_rs::{CoderResult, KOI8_R};
    /// let mut dst = [0; 32];
    /// assert_eq!(KOI8_R.new_encoder().encode_from_utf8("é", &mut dst, true), (CoderResult::InputEmpty, 2, 6, true));
    /// assert_eq!(&dst[..6], b"&#233;");
    /// ```
    pub fn encode_from_utf8(&mut self, src: &str, dst: &mut [u8], last: bool) -> (CoderResult, usize, usize, bool) {
        if self.inner.encoding().can_encode_everything() {
            let (result, read, written, had_unmappables) = self.inner.encode_from_utf8(src, dst, last);
            return (CoderResult::of(result), read, written, had_unmappables);
        }
        self.with_references(src.len(), dst, last, |encoder, read, room| {
            encoder.encode_from_utf8_without_replacement(&src[read..], room, last)
        })
    }

    /// Encodes `length` bytes or code units with `encode`, which gets the position and the room, and
    /// writes references. Ten bytes of `dst` are kept for a reference at the end.
    fn with_references(
        &mut self,
        length: usize,
        dst: &mut [u8],
        last: bool,
        mut encode: impl FnMut(&mut charsniff::Encoder, usize, &mut [u8]) -> (charsniff::EncoderResult, usize, usize),
    ) -> (CoderResult, usize, usize, bool) {
        let (mut read, mut written, mut had_unmappables) = (0, 0, false);
        let is_done = |read, encoder: &charsniff::Encoder| read == length && !(last && encoder.has_pending_state());
        let Some(end) = dst.len().checked_sub(LONGEST_REFERENCE) else {
            let result = if is_done(0, &self.inner) { CoderResult::InputEmpty } else { CoderResult::OutputFull };
            return (result, 0, 0, false);
        };
        loop {
            let (result, r, w) = encode(&mut self.inner, read, &mut dst[written..end]);
            read += r;
            written += w;
            let unmappable = match result {
                charsniff::EncoderResult::InputEmpty => {
                    return (CoderResult::InputEmpty, read, written, had_unmappables);
                }
                charsniff::EncoderResult::OutputFull => {
                    return (CoderResult::OutputFull, read, written, had_unmappables);
                }
                charsniff::EncoderResult::Unmappable(c) => c,
            };
            had_unmappables = true;
            let mut rest = Rest { bytes: &mut dst[written..], written: 0 };
            // The reference fits into the bytes that are kept.
            let _ = write!(rest, "&#{};", u32::from(unmappable));
            written += rest.written;
            if written >= end {
                let result = if is_done(read, &self.inner) { CoderResult::InputEmpty } else { CoderResult::OutputFull };
                return (result, read, written, had_unmappables);
            }
        }
    }

    /// The same, appended to a `Vec`, into the capacity that it has left.
    ///
    /// ```
    /// use encoding_rs::{CoderResult, KOI8_R};
    /// let mut dst = Vec::with_capacity(32);
    /// assert_eq!(KOI8_R.new_encoder().encode_from_utf8_to_vec("a", &mut dst, true), (CoderResult::InputEmpty, 1, false));
    /// assert_eq!(dst, b"a");
    /// ```
    #[cfg(feature = "alloc")]
    pub fn encode_from_utf8_to_vec(&mut self, src: &str, dst: &mut Vec<u8>, last: bool) -> (CoderResult, usize, bool) {
        let (mut read, mut had_unmappables) = (0, false);
        loop {
            // Only as much of the capacity is initialized as the text needs without references.
            let start = dst.len();
            let room = dst.capacity() - start;
            let most = self.max_buffer_length_from_utf8_if_no_unmappables(src.len() - read).unwrap_or(room);
            let window = room.min(most.max(LEAST_WINDOW));
            dst.resize(start + window, 0);
            let (result, r, written, any) = self.encode_from_utf8(&src[read..], &mut dst[start..], last);
            dst.truncate(start + written);
            read += r;
            had_unmappables |= any;
            if result == CoderResult::InputEmpty || window == room {
                return (result, read, had_unmappables);
            }
        }
    }

    /// Encodes UTF-8 up to an unmappable character. Returns the result, bytes read, bytes written.
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

    /// The same, appended to a `Vec`, into the capacity that it has left.
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

    /// The maximum number of bytes for `u16_length` more code units, if the encoding has all
    /// characters; `None` if that is more than a `usize` holds.
    ///
    /// ```
    /// let encoder = encoding_rs::BIG5.new_encoder();
    /// assert!(encoder.max_buffer_length_from_utf16_if_no_unmappables(1).unwrap() >= 2);
    /// ```
    #[inline]
    pub fn max_buffer_length_from_utf16_if_no_unmappables(&self, u16_length: usize) -> Option<usize> {
        let kept = if self.inner.encoding().can_encode_everything() { 0 } else { LONGEST_REFERENCE };
        self.inner.max_buffer_length_from_utf16_without_replacement(u16_length)?.checked_add(kept)
    }

    /// The maximum number of bytes for `u16_length` more code units, up to an unmappable character.
    ///
    /// ```
    /// let encoder = encoding_rs::BIG5.new_encoder();
    /// assert!(encoder.max_buffer_length_from_utf16_without_replacement(1).unwrap() >= 2);
    /// ```
    #[inline]
    pub fn max_buffer_length_from_utf16_without_replacement(&self, u16_length: usize) -> Option<usize> {
        self.inner.max_buffer_length_from_utf16_without_replacement(u16_length)
    }

    /// Encodes UTF-16, with decimal references for unmappable characters. Returns the result, code
    /// units read, bytes written, and whether there were such characters.
    ///
    /// ```
    /// use encoding_rs::{CoderResult, KOI8_R};
    /// let result = KOI8_R.new_encoder().encode_from_utf16(&[0xE9], &mut [0; 32], true);
    /// assert_eq!(result, (CoderResult::InputEmpty, 1, 6, true));
    /// ```
    pub fn encode_from_utf16(&mut self, src: &[u16], dst: &mut [u8], last: bool) -> (CoderResult, usize, usize, bool) {
        if self.inner.encoding().can_encode_everything() {
            let (result, read, written, had_unmappables) = self.inner.encode_from_utf16(src, dst, last);
            return (CoderResult::of(result), read, written, had_unmappables);
        }
        self.with_references(src.len(), dst, last, |encoder, read, room| {
            encoder.encode_from_utf16_without_replacement(&src[read..], room, last)
        })
    }

    /// Encodes UTF-16 up to an unmappable character. Returns the result, code units read, bytes
    /// written.
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
