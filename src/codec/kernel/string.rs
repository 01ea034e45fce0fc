//! Lets decoders write to `str` and `String`. On every input they write whole UTF-8 characters; tests verify it.

use alloc::string::String;

use super::text::append_bytes;
use super::valid::Valid;
use crate::codec::{Decoder, DecoderResult, Done};

/// Lets a decoder write at the end of `text`, into at most `room` bytes of its spare capacity, and extends `text` by
/// what was written. `replace`: errors become U+FFFD.
pub(crate) fn append(
    text: &mut String,
    room: usize,
    decoder: &mut Decoder,
    src: &[u8],
    last: bool,
    replace: bool,
) -> (DecoderResult, Done) {
    // Meanwhile `text` is empty, and remains so if the decoder panics.
    let mut bytes = core::mem::take(text).into_bytes();
    let start = bytes.len();
    let (result, done) = append_bytes(&mut bytes, room, |room| {
        let (result, done) = decoder.decode(src, room, last, replace);
        ((result, done), done.written)
    });
    *text = Valid::extended(bytes, start).into_string();
    (result, done)
}

/// Lets a decoder write at the start of `text`, into its first `room` bytes; `text` must be at least that long. Bytes
/// after the new text that are no longer valid UTF-8 are set to zero.
pub(crate) fn overwrite(
    text: &mut str,
    room: usize,
    decoder: &mut Decoder,
    src: &[u8],
    last: bool,
    replace: bool,
) -> (DecoderResult, Done) {
    /// Makes the bytes valid text again, even if `decode` panics.
    struct Mend<'a> {
        bytes: &'a mut [u8],
        room: usize,
        written: usize,
    }

    impl Drop for Mend<'_> {
        fn drop(&mut self) {
            self.bytes[self.written..self.room].fill(0);
            for byte in &mut self.bytes[self.room..] {
                match byte {
                    0x80..=0xBF => *byte = 0,
                    _ => break,
                }
            }
        }
    }

    // SAFETY: when `mend` is dropped, the bytes are valid text: whole characters; then zeroes
    // up to the end of `room`, and up to the end of a character that crossed it; then the text that was
    // there before.
    let bytes = unsafe { text.as_bytes_mut() };
    let mut mend = Mend { bytes, room, written: 0 };
    let (result, done) = decoder.decode(src, &mut mend.bytes[..room], last, replace);
    mend.written = done.written.min(room);
    debug_assert!(core::str::from_utf8(&mend.bytes[..mend.written]).is_ok());
    (result, done)
}
