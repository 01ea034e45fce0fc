//! Lets decoders write to `str` and `String`. What makes that text is in [`valid`].

use alloc::string::String;

use super::text::append_bytes;
use super::valid::{self, Valid};
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
    valid::overwrite(text, room, |room| {
        let (result, done) = decoder.decode(src, room, last, replace);
        ((result, done), done.written)
    })
}
