//! Decoders and encoders: bytes to text and back, in chunks or whole.

use std::ffi::c_char;

use library::{CoderResult, Decoder, DecoderResult, Encoder, EncoderResult, Encoding};

use crate::charsniff_result::{self, *};
use crate::encoding::{self, CHARSNIFF_NO_ENCODING, charsniff_encoding};
use crate::ffi;
use crate::{charsniff_string, ffi::owned};

/// The result of a call of a decoder or an encoder.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct charsniff_progress {
    /// Why the call returned.
    pub result: charsniff_result,
    /// How much of the input was read: bytes, or UTF-16 code units.
    pub read: usize,
    /// How much was written: bytes, or UTF-16 code units. The rest of the buffer is unspecified.
    pub written: usize,
    /// Whether anything was replaced: malformed sequences by U+FFFD, characters that the encoding lacks by references.
    pub had_errors: bool,
    /// For `CHARSNIFF_MALFORMED`: the length of the sequence in bytes. It may have begun in an earlier call.
    pub malformed_length: u8,
    /// For `CHARSNIFF_MALFORMED`: how many bytes after the sequence were read.
    pub malformed_after: u8,
    /// For `CHARSNIFF_UNMAPPABLE`: the character.
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

/// Decodes bytes that arrive in chunks.
pub struct charsniff_decoder(Decoder);

/// Encodes text that arrives in chunks.
pub struct charsniff_encoder(Encoder);

fn new_decoder(encoding: charsniff_encoding, make: fn(Encoding) -> Decoder) -> *mut charsniff_decoder {
    ffi::guarded(std::ptr::null_mut(), || match encoding::of(encoding) {
        Some(encoding) => ffi::give(charsniff_decoder(make(encoding))),
        None => std::ptr::null_mut(),
    })
}

/// A decoder that changes to the encoding of a byte order mark, if the bytes start with one. NULL if `encoding` is not
/// an encoding. Free it with `charsniff_decoder_free`.
#[unsafe(no_mangle)]
pub extern "C" fn charsniff_decoder_new(encoding: charsniff_encoding) -> *mut charsniff_decoder {
    new_decoder(encoding, Encoding::new_decoder)
}

/// A decoder that removes the byte order mark of its own encoding. Otherwise like `charsniff_decoder_new`.
#[unsafe(no_mangle)]
pub extern "C" fn charsniff_decoder_new_with_bom_removal(encoding: charsniff_encoding) -> *mut charsniff_decoder {
    new_decoder(encoding, Encoding::new_decoder_with_bom_removal)
}

/// A decoder that treats a byte order mark as text. Otherwise like `charsniff_decoder_new`.
#[unsafe(no_mangle)]
pub extern "C" fn charsniff_decoder_new_without_bom_handling(encoding: charsniff_encoding) -> *mut charsniff_decoder {
    new_decoder(encoding, Encoding::new_decoder_without_bom_handling)
}

/// The encoding that a decoder decodes from. A byte order mark may have changed it.
///
/// # Safety
///
/// `decoder` is NULL or a decoder that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_decoder_encoding(decoder: *const charsniff_decoder) -> charsniff_encoding {
    // SAFETY: the caller's promise.
    unsafe { decoder.as_ref() }.map_or(CHARSNIFF_NO_ENCODING, |decoder| encoding::number(Some(decoder.0.encoding())))
}

/// The maximum number of bytes of UTF-8 that `length` more bytes decode to, with errors replaced; `SIZE_MAX` if that
/// is more than a `size_t` holds, and for NULL.
///
/// # Safety
///
/// `decoder` is NULL or a decoder that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_decoder_max_utf8_length(decoder: *const charsniff_decoder, length: usize) -> usize {
    // SAFETY: the caller's promise.
    unsafe { decoder.as_ref() }.and_then(|decoder| decoder.0.max_utf8_buffer_length(length)).unwrap_or(usize::MAX)
}

/// The same in UTF-16 code units.
///
/// # Safety
///
/// `decoder` is NULL or a decoder that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_decoder_max_utf16_length(decoder: *const charsniff_decoder, length: usize) -> usize {
    // SAFETY: the caller's promise.
    unsafe { decoder.as_ref() }.and_then(|decoder| decoder.0.max_utf16_buffer_length(length)).unwrap_or(usize::MAX)
}

/// Decodes to UTF-8, with malformed sequences replaced by U+FFFD. `last` says whether the stream ends with `src`. Only
/// whole characters are written.
///
/// # Safety
///
/// `decoder` is NULL or a decoder that was not freed; `src` points at `src_length` bytes or is NULL; `dst` points at
/// room for `dst_length` units, which are initialized, or is NULL; the two do not overlap.
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

/// Decodes to UTF-8 up to the first malformed sequence. The next call continues after it. `last` says whether the
/// stream ends with `src`. Only whole characters are written.
///
/// # Safety
///
/// `decoder` is NULL or a decoder that was not freed; `src` points at `src_length` bytes or is NULL; `dst` points at
/// room for `dst_length` units, which are initialized, or is NULL; the two do not overlap.
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

/// Decodes to UTF-16, with malformed sequences replaced by U+FFFD. `last` says whether the stream ends with `src`.
/// Only whole characters are written.
///
/// # Safety
///
/// `decoder` is NULL or a decoder that was not freed; `src` points at `src_length` bytes or is NULL; `dst` points at
/// room for `dst_length` units, which are initialized, or is NULL; the two do not overlap.
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

/// Decodes to UTF-16 up to the first malformed sequence. The next call continues after it. `last` says whether the
/// stream ends with `src`. Only whole characters are written.
///
/// # Safety
///
/// `decoder` is NULL or a decoder that was not freed; `src` points at `src_length` bytes or is NULL; `dst` points at
/// room for `dst_length` units, which are initialized, or is NULL; the two do not overlap.
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

/// An encoder for the output encoding of `encoding` (`charsniff_encoding_output`). NULL if `encoding` is not an
/// encoding. Free it with `charsniff_encoder_free`.
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

/// Encodes the start of `src` that is UTF-8, and reports if there is more.
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

/// Encodes UTF-8. Characters that the encoding lacks become decimal references (`&#233;`). `last` says whether the
/// text ends with `src`. If `src` is not UTF-8, or ends within a character, everything before that is encoded and the
/// result is `CHARSNIFF_NOT_UTF_8`.
///
/// # Safety
///
/// `encoder` is NULL or an encoder that was not freed; `src` points at `src_length` bytes or is NULL; `dst` points at
/// room for `dst_length` bytes, which are initialized, or is NULL; the two do not overlap.
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

/// Encodes UTF-8 up to a character that the encoding lacks. The next call continues after it. Otherwise like
/// `charsniff_encoder_from_utf8`.
///
/// # Safety
///
/// As for `charsniff_encoder_from_utf8`.
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

/// Encodes UTF-16. Characters that the encoding lacks become decimal references, and surrogates whose other half is
/// not in the same `src` become U+FFFD. `last` says whether the text ends with `src`.
///
/// # Safety
///
/// `encoder` is NULL or an encoder that was not freed; `src` points at `src_length` code units or is NULL; `dst`
/// points at room for `dst_length` bytes, which are initialized, or is NULL; the two do not overlap.
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

/// Encodes a whole text of UTF-8 in the output encoding of `encoding`. Characters that it lacks become decimal
/// references. Fills `*bytes`; its data is NULL if the result is `CHARSNIFF_NOT_UTF_8` (the text is not UTF-8) or
/// `CHARSNIFF_FAILED` (`encoding` is not an encoding). Free it with `charsniff_string_free`.
///
/// # Safety
///
/// `text` points at `length` bytes or is NULL; `bytes` is NULL or points at a string, which need not be initialized.
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
        // SAFETY: the string was not given to anyone.
        unsafe { ffi::free_string(&mut filled) };
    }
    // SAFETY: the caller's promise.
    unsafe { ffi::put(bytes, filled) };
    result
}
