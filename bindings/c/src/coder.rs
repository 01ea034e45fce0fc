//! Decoders and encoders: bytes to text and back, in pieces or whole.

use std::ffi::c_char;

use library::{CoderResult, Decoder, DecoderResult, Encoder, EncoderResult, Encoding};

use crate::charsniff_result::{self, *};
use crate::encoding::{self, CHARSNIFF_NO_ENCODING, charsniff_encoding};
use crate::ffi;
use crate::{charsniff_string, ffi::owned};

/// What a call of a decoder or an encoder came to.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct charsniff_progress {
    /// Why it came back.
    pub result: charsniff_result,
    /// How much was read of the input: bytes, or code units of UTF-16.
    pub read: usize,
    /// How much was written: bytes, or code units of UTF-16. What stands behind it has no meaning.
    pub written: usize,
    /// Whether anything was replaced: malformed sequences by U+FFFD, characters without bytes by references.
    pub had_errors: bool,
    /// Of `CHARSNIFF_MALFORMED`: the length of the sequence in bytes, which may have begun in an earlier call.
    pub malformed_length: u8,
    /// Of `CHARSNIFF_MALFORMED`: how many bytes were read behind it.
    pub malformed_after: u8,
    /// Of `CHARSNIFF_UNMAPPABLE`: the character.
    pub unmappable: u32,
}

impl charsniff_progress {
    const fn new(result: charsniff_result, read: usize, written: usize, had_errors: bool) -> charsniff_progress {
        let (malformed_length, malformed_after, unmappable) = (0, 0, 0);
        charsniff_progress { result, read, written, had_errors, malformed_length, malformed_after, unmappable }
    }

    fn replaced((result, read, written, had_errors): (CoderResult, usize, usize, bool)) -> charsniff_progress {
        let result = match result {
            CoderResult::InputEmpty => CHARSNIFF_INPUT_EMPTY,
            CoderResult::OutputFull => CHARSNIFF_OUTPUT_FULL,
        };
        charsniff_progress::new(result, read, written, had_errors)
    }

    fn decoded((result, read, written): (DecoderResult, usize, usize)) -> charsniff_progress {
        let progress = |result| charsniff_progress::new(result, read, written, false);
        match result {
            DecoderResult::InputEmpty => progress(CHARSNIFF_INPUT_EMPTY),
            DecoderResult::OutputFull => progress(CHARSNIFF_OUTPUT_FULL),
            DecoderResult::Malformed(malformed_length, malformed_after) => {
                charsniff_progress { malformed_length, malformed_after, ..progress(CHARSNIFF_MALFORMED) }
            }
        }
    }

    fn encoded((result, read, written): (EncoderResult, usize, usize)) -> charsniff_progress {
        let progress = |result| charsniff_progress::new(result, read, written, false);
        match result {
            EncoderResult::InputEmpty => progress(CHARSNIFF_INPUT_EMPTY),
            EncoderResult::OutputFull => progress(CHARSNIFF_OUTPUT_FULL),
            EncoderResult::Unmappable(c) => {
                charsniff_progress { unmappable: c.into(), ..progress(CHARSNIFF_UNMAPPABLE) }
            }
        }
    }
}

const FAILED: charsniff_progress = charsniff_progress::new(CHARSNIFF_FAILED, 0, 0, false);

/// Turns bytes that arrive in pieces into text.
pub struct charsniff_decoder(Decoder);

/// Turns text that arrives in pieces into bytes.
pub struct charsniff_encoder(Encoder);

fn new_decoder(encoding: charsniff_encoding, make: fn(Encoding) -> Decoder) -> *mut charsniff_decoder {
    ffi::guarded(std::ptr::null_mut(), || match encoding::of(encoding) {
        Some(encoding) => ffi::give(charsniff_decoder(make(encoding))),
        None => std::ptr::null_mut(),
    })
}

/// A decoder that changes to the encoding of a byte order mark, if the bytes start with one. NULL if `encoding` is
/// none. Free it with `charsniff_decoder_free`.
#[unsafe(no_mangle)]
pub extern "C" fn charsniff_decoder_new(encoding: charsniff_encoding) -> *mut charsniff_decoder {
    new_decoder(encoding, Encoding::new_decoder)
}

/// A decoder that removes the byte order mark of its own encoding. The rest is as of `charsniff_decoder_new`.
#[unsafe(no_mangle)]
pub extern "C" fn charsniff_decoder_new_with_bom_removal(encoding: charsniff_encoding) -> *mut charsniff_decoder {
    new_decoder(encoding, Encoding::new_decoder_with_bom_removal)
}

/// A decoder to which a byte order mark is text. The rest is as of `charsniff_decoder_new`.
#[unsafe(no_mangle)]
pub extern "C" fn charsniff_decoder_new_without_bom_handling(encoding: charsniff_encoding) -> *mut charsniff_decoder {
    new_decoder(encoding, Encoding::new_decoder_without_bom_handling)
}

/// The encoding that a decoder decodes from; a byte order mark may have changed it.
///
/// # Safety
///
/// `decoder` is NULL or a decoder that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_decoder_encoding(decoder: *const charsniff_decoder) -> charsniff_encoding {
    // SAFETY: the caller's promise.
    unsafe { decoder.as_ref() }.map_or(CHARSNIFF_NO_ENCODING, |decoder| encoding::number(Some(decoder.0.encoding())))
}

/// How many bytes of UTF-8 `length` more bytes can become at most, errors replaced; `SIZE_MAX` if that is more than a
/// `size_t` holds, and for NULL.
///
/// # Safety
///
/// `decoder` is NULL or a decoder that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_decoder_max_utf8_length(decoder: *const charsniff_decoder, length: usize) -> usize {
    // SAFETY: the caller's promise.
    unsafe { decoder.as_ref() }.and_then(|decoder| decoder.0.max_utf8_buffer_length(length)).unwrap_or(usize::MAX)
}

/// The same in code units of UTF-16.
///
/// # Safety
///
/// `decoder` is NULL or a decoder that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_decoder_max_utf16_length(decoder: *const charsniff_decoder, length: usize) -> usize {
    // SAFETY: the caller's promise.
    unsafe { decoder.as_ref() }.and_then(|decoder| decoder.0.max_utf16_buffer_length(length)).unwrap_or(usize::MAX)
}

/// Decodes to UTF-8, malformed sequences as U+FFFD.
/// `last`: whether the stream ends where `src` does. What is written is always whole characters.
///
/// # Safety
///
/// `decoder` is NULL or a decoder that was not freed; `src` points at `src_length` bytes or is NULL; `dst` points at
/// room for `dst_length` units, which have values, or is NULL; the two do not overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_decoder_to_utf8(
    decoder: *mut charsniff_decoder,
    src: *const u8,
    src_length: usize,
    dst: *mut u8,
    dst_length: usize,
    last: bool,
) -> charsniff_progress {
    // SAFETY: the caller's promise.
    let (decoder, src, dst) =
        unsafe { (decoder.as_mut(), ffi::slice(src, src_length), ffi::slice_mut(dst, dst_length)) };
    ffi::guarded(FAILED, || match decoder {
        Some(decoder) => charsniff_progress::replaced(decoder.0.decode_to_utf8(src, dst, last)),
        None => FAILED,
    })
}

/// Decodes to UTF-8 up to the first malformed sequence; the next call goes on behind it.
/// `last`: whether the stream ends where `src` does. What is written is always whole characters.
///
/// # Safety
///
/// `decoder` is NULL or a decoder that was not freed; `src` points at `src_length` bytes or is NULL; `dst` points at
/// room for `dst_length` units, which have values, or is NULL; the two do not overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_decoder_to_utf8_without_replacement(
    decoder: *mut charsniff_decoder,
    src: *const u8,
    src_length: usize,
    dst: *mut u8,
    dst_length: usize,
    last: bool,
) -> charsniff_progress {
    // SAFETY: the caller's promise.
    let (decoder, src, dst) =
        unsafe { (decoder.as_mut(), ffi::slice(src, src_length), ffi::slice_mut(dst, dst_length)) };
    ffi::guarded(FAILED, || match decoder {
        Some(decoder) => charsniff_progress::decoded(decoder.0.decode_to_utf8_without_replacement(src, dst, last)),
        None => FAILED,
    })
}

/// Decodes to UTF-16, malformed sequences as U+FFFD.
/// `last`: whether the stream ends where `src` does. What is written is always whole characters.
///
/// # Safety
///
/// `decoder` is NULL or a decoder that was not freed; `src` points at `src_length` bytes or is NULL; `dst` points at
/// room for `dst_length` units, which have values, or is NULL; the two do not overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_decoder_to_utf16(
    decoder: *mut charsniff_decoder,
    src: *const u8,
    src_length: usize,
    dst: *mut u16,
    dst_length: usize,
    last: bool,
) -> charsniff_progress {
    // SAFETY: the caller's promise.
    let (decoder, src, dst) =
        unsafe { (decoder.as_mut(), ffi::slice(src, src_length), ffi::slice_mut(dst, dst_length)) };
    ffi::guarded(FAILED, || match decoder {
        Some(decoder) => charsniff_progress::replaced(decoder.0.decode_to_utf16(src, dst, last)),
        None => FAILED,
    })
}

/// Decodes to UTF-16 up to the first malformed sequence; the next call goes on behind it.
/// `last`: whether the stream ends where `src` does. What is written is always whole characters.
///
/// # Safety
///
/// `decoder` is NULL or a decoder that was not freed; `src` points at `src_length` bytes or is NULL; `dst` points at
/// room for `dst_length` units, which have values, or is NULL; the two do not overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_decoder_to_utf16_without_replacement(
    decoder: *mut charsniff_decoder,
    src: *const u8,
    src_length: usize,
    dst: *mut u16,
    dst_length: usize,
    last: bool,
) -> charsniff_progress {
    // SAFETY: the caller's promise.
    let (decoder, src, dst) =
        unsafe { (decoder.as_mut(), ffi::slice(src, src_length), ffi::slice_mut(dst, dst_length)) };
    ffi::guarded(FAILED, || match decoder {
        Some(decoder) => charsniff_progress::decoded(decoder.0.decode_to_utf16_without_replacement(src, dst, last)),
        None => FAILED,
    })
}

/// Frees a decoder. Does nothing for NULL.
///
/// # Safety
///
/// `decoder` is NULL or came from a function that makes one, and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_decoder_free(decoder: *mut charsniff_decoder) {
    // SAFETY: the caller's promise.
    unsafe { ffi::take(decoder) };
}

/// An encoder for the output encoding of `encoding` (`charsniff_encoding_output`). NULL if it is none. Free it with
/// `charsniff_encoder_free`.
#[unsafe(no_mangle)]
pub extern "C" fn charsniff_encoder_new(encoding: charsniff_encoding) -> *mut charsniff_encoder {
    ffi::guarded(std::ptr::null_mut(), || match encoding::of(encoding) {
        Some(encoding) => ffi::give(charsniff_encoder(encoding.new_encoder())),
        None => std::ptr::null_mut(),
    })
}

/// The encoding that an encoder encodes to.
///
/// # Safety
///
/// `encoder` is NULL or an encoder that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_encoder_encoding(encoder: *const charsniff_encoder) -> charsniff_encoding {
    // SAFETY: the caller's promise.
    unsafe { encoder.as_ref() }.map_or(CHARSNIFF_NO_ENCODING, |encoder| encoding::number(Some(encoder.0.encoding())))
}

/// Encodes the part of `src` that is UTF-8, and says so where there is more.
fn encode_utf8(src: &[u8], last: bool, encode: impl FnOnce(&str, bool) -> charsniff_progress) -> charsniff_progress {
    let (text, is_whole) = match str::from_utf8(src) {
        Ok(text) => (text, true),
        Err(error) => (str::from_utf8(&src[..error.valid_up_to()]).unwrap_or_default(), false),
    };
    let progress = encode(text, last && is_whole);
    if !is_whole && progress.result == CHARSNIFF_INPUT_EMPTY {
        return charsniff_progress { result: CHARSNIFF_NOT_UTF_8, ..progress };
    }
    progress
}

/// Encodes UTF-8, characters without bytes as decimal references (`&#233;`). `last`: whether the text ends where `src`
/// does. Where `src` is not UTF-8, or ends within a character, everything before that is encoded and the result is
/// `CHARSNIFF_NOT_UTF_8`.
///
/// # Safety
///
/// `encoder` is NULL or an encoder that was not freed; `src` points at `src_length` bytes or is NULL; `dst` points at
/// room for `dst_length` bytes, which have values, or is NULL; the two do not overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_encoder_from_utf8(
    encoder: *mut charsniff_encoder,
    src: *const c_char,
    src_length: usize,
    dst: *mut u8,
    dst_length: usize,
    last: bool,
) -> charsniff_progress {
    // SAFETY: the caller's promise.
    let (encoder, src, dst) =
        unsafe { (encoder.as_mut(), ffi::slice(src.cast(), src_length), ffi::slice_mut(dst, dst_length)) };
    ffi::guarded(FAILED, || match encoder {
        Some(encoder) => encode_utf8(src, last, |text, last| {
            charsniff_progress::replaced(encoder.0.encode_from_utf8(text, dst, last))
        }),
        None => FAILED,
    })
}

/// Encodes UTF-8 up to a character without bytes; the next call goes on behind it. The rest is as of
/// `charsniff_encoder_from_utf8`.
///
/// # Safety
///
/// As of `charsniff_encoder_from_utf8`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_encoder_from_utf8_without_replacement(
    encoder: *mut charsniff_encoder,
    src: *const c_char,
    src_length: usize,
    dst: *mut u8,
    dst_length: usize,
    last: bool,
) -> charsniff_progress {
    // SAFETY: the caller's promise.
    let (encoder, src, dst) =
        unsafe { (encoder.as_mut(), ffi::slice(src.cast(), src_length), ffi::slice_mut(dst, dst_length)) };
    ffi::guarded(FAILED, || match encoder {
        Some(encoder) => encode_utf8(src, last, |text, last| {
            charsniff_progress::encoded(encoder.0.encode_from_utf8_without_replacement(text, dst, last))
        }),
        None => FAILED,
    })
}

/// Encodes UTF-16, characters without bytes as decimal references, surrogates without their other half in the same `src`
/// as U+FFFD. `last`: whether the text ends where `src` does.
///
/// # Safety
///
/// `encoder` is NULL or an encoder that was not freed; `src` points at `src_length` code units or is NULL; `dst` points
/// at room for `dst_length` bytes, which have values, or is NULL; the two do not overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_encoder_from_utf16(
    encoder: *mut charsniff_encoder,
    src: *const u16,
    src_length: usize,
    dst: *mut u8,
    dst_length: usize,
    last: bool,
) -> charsniff_progress {
    // SAFETY: the caller's promise.
    let (encoder, src, dst) =
        unsafe { (encoder.as_mut(), ffi::slice(src, src_length), ffi::slice_mut(dst, dst_length)) };
    ffi::guarded(FAILED, || match encoder {
        Some(encoder) => charsniff_progress::replaced(encoder.0.encode_from_utf16(src, dst, last)),
        None => FAILED,
    })
}

/// Frees an encoder. Does nothing for NULL.
///
/// # Safety
///
/// `encoder` is NULL or came from `charsniff_encoder_new`, and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_encoder_free(encoder: *mut charsniff_encoder) {
    // SAFETY: the caller's promise.
    unsafe { ffi::take(encoder) };
}

/// Encodes a whole text of UTF-8 in the output encoding of `encoding`, characters without bytes as decimal references.
/// Fills `*bytes` unless it returns `CHARSNIFF_NOT_UTF_8` (the text is not UTF-8) or `CHARSNIFF_FAILED` (`encoding` is
/// none), when its data is NULL. Free it with `charsniff_string_free`.
///
/// # Safety
///
/// `text` points at `length` bytes or is NULL; `bytes` is NULL or points at a string, which need not have values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_encode(
    encoding: charsniff_encoding,
    text: *const c_char,
    length: usize,
    bytes: *mut charsniff_string,
) -> charsniff_result {
    // SAFETY: the caller's promise.
    let text: &[u8] = unsafe { ffi::slice(text.cast(), length) };
    let mut filled = charsniff_string { data: std::ptr::null_mut(), length: 0 };
    let result = ffi::guarded(CHARSNIFF_FAILED, || match (encoding::of(encoding), str::from_utf8(text)) {
        (None, _) => CHARSNIFF_FAILED,
        (_, Err(_)) => CHARSNIFF_NOT_UTF_8,
        (Some(encoding), Ok(text)) => {
            filled = owned(encoding.encode(text).0.into_owned());
            CHARSNIFF_INPUT_EMPTY
        }
    });
    if bytes.is_null() {
        // SAFETY: nobody else has it.
        unsafe { ffi::free_string(&mut filled) };
    }
    // SAFETY: the caller's promise.
    unsafe { ffi::put(bytes, filled) };
    result
}
