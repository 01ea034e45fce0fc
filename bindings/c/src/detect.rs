//! Bytes alone: whether they are text, and the detector's guess of their encoding.

use std::ffi::c_char;

use library::{Content, Detector, Encoding, Guess, detect};

use crate::encoding::{self, CHARSNIFF_NO_ENCODING, charsniff_encoding};
use crate::ffi;

/// Whether bytes are text.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum charsniff_content {
    /// Text whose characters depend on the encoding.
    CHARSNIFF_CONTENT_TEXT = 0,
    /// ASCII text, which is the same in nearly every encoding.
    CHARSNIFF_CONTENT_ASCII = 1,
    /// Binary data: an image, an archive, a program and the like.
    CHARSNIFF_CONTENT_BINARY = 2,
}

/// Whether bytes are text, ASCII text or binary data. The first 1,445 bytes decide whether they are binary.
///
/// # Safety
///
/// `bytes` points at `length` bytes or is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_content_of(bytes: *const u8, length: usize) -> charsniff_content {
    // SAFETY: the caller's promise.
    let bytes = unsafe { ffi::slice(bytes, length) };
    ffi::guarded(charsniff_content::CHARSNIFF_CONTENT_TEXT, || match Content::of(bytes) {
        Content::Ascii => charsniff_content::CHARSNIFF_CONTENT_ASCII,
        Content::Binary => charsniff_content::CHARSNIFF_CONTENT_BINARY,
        _ => charsniff_content::CHARSNIFF_CONTENT_TEXT,
    })
}

/// The maximum number of runners-up of a guess.
pub const CHARSNIFF_MOST_RUNNERS_UP: usize = 4;

/// An encoding and how likely it is.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct charsniff_candidate {
    /// The encoding.
    pub encoding: charsniff_encoding,
    /// How likely it is that this encoding gives the right text, from 0 to 1.
    pub probability: f32,
}

/// The answer of `charsniff_detect`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct charsniff_guess {
    /// The most likely encoding; `CHARSNIFF_NO_ENCODING` if the bytes are binary data.
    pub encoding: charsniff_encoding,
    /// How likely it is that this encoding gives the right text, from 0 to 1.
    pub probability: f32,
    /// How many of `runners_up` are set.
    pub runner_up_count: usize,
    /// The next most likely encodings, the likeliest first.
    pub runners_up: [charsniff_candidate; CHARSNIFF_MOST_RUNNERS_UP],
}

/// A guess as C has it; `CHARSNIFF_NO_ENCODING` if there is none.
fn filled(guess: Option<Guess>) -> charsniff_guess {
    let nothing = charsniff_candidate { encoding: CHARSNIFF_NO_ENCODING, probability: 0.0 };
    let mut filled = charsniff_guess {
        encoding: CHARSNIFF_NO_ENCODING,
        probability: 0.0,
        runner_up_count: 0,
        runners_up: [nothing; CHARSNIFF_MOST_RUNNERS_UP],
    };
    if let Some(guess) = guess {
        (filled.encoding, filled.probability) = (encoding::number(Some(guess.encoding)), guess.probability);
        for (room, runner_up) in filled.runners_up.iter_mut().zip(guess.runners_up) {
            let encoding = encoding::number(Some(runner_up.encoding));
            *room = charsniff_candidate { encoding, probability: runner_up.probability };
            filled.runner_up_count += 1;
        }
    }
    filled
}

/// Guesses the encoding of bytes from the bytes alone, without headers, declarations or hints. For a page, whose
/// encoding may be declared, use `charsniff_sniff`; for hints, a `charsniff_detector`.
///
/// # Safety
///
/// `bytes` points at `length` bytes or is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_detect(bytes: *const u8, length: usize) -> charsniff_guess {
    // SAFETY: the caller's promise.
    let bytes = unsafe { ffi::slice(bytes, length) };
    filled(ffi::guarded(None, || detect(bytes)))
}

/// Guesses as `charsniff_detect` does, with what else is known: which encodings may be the answer, and hints.
pub struct charsniff_detector(Detector);

/// A detector for all encodings, without hints. Free it with `charsniff_detector_free`.
#[unsafe(no_mangle)]
pub extern "C" fn charsniff_detector_new() -> *mut charsniff_detector {
    ffi::guarded(std::ptr::null_mut(), || ffi::give(charsniff_detector(Detector::new())))
}

/// Frees a detector. Does nothing for NULL.
///
/// # Safety
///
/// `detector` is NULL or came from `charsniff_detector_new`, and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_detector_free(detector: *mut charsniff_detector) {
    // SAFETY: the caller's promise.
    unsafe { ffi::take(detector) };
}

/// Changes a detector. Does nothing if it is NULL.
///
/// # Safety
///
/// `detector` is NULL or a detector that was not freed.
unsafe fn change(detector: *mut charsniff_detector, change: impl FnOnce(Detector) -> Detector) {
    // SAFETY: the caller's promise.
    if let Some(detector) = unsafe { detector.as_mut() } {
        ffi::guarded((), || detector.0 = change(std::mem::take(&mut detector.0)));
    }
}

/// Changes a detector by encodings; a number that is none is ignored.
///
/// # Safety
///
/// `detector` is NULL or a detector that was not freed; `encodings` points at `count` encodings or is NULL.
unsafe fn with_encodings(
    detector: *mut charsniff_detector,
    encodings: *const charsniff_encoding,
    count: usize,
    add: fn(Detector, Vec<Encoding>) -> Detector,
) {
    // SAFETY: the caller's promise.
    let encodings = unsafe { encoding::list(encodings, count) };
    // SAFETY: the caller's promise.
    unsafe { change(detector, |detector| add(detector, encodings)) };
}

/// Changes a detector by a text. Does nothing if the text is NULL.
///
/// # Safety
///
/// `detector` is NULL or a detector that was not freed; `text` is NULL or a NUL-terminated string.
unsafe fn with_text(detector: *mut charsniff_detector, text: *const c_char, add: fn(Detector, &str) -> Detector) {
    // SAFETY: the caller's promise.
    if let Some(text) = unsafe { ffi::text(text) } {
        // SAFETY: the caller's promise.
        unsafe { change(detector, |detector| add(detector, &text)) };
    }
}

/// Only these encodings may be the answer, and those of other calls of this function.
///
/// # Safety
///
/// `detector` is NULL or a detector that was not freed; `encodings` points at `count` encodings or is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_detector_only(
    detector: *mut charsniff_detector,
    encodings: *const charsniff_encoding,
    count: usize,
) {
    // SAFETY: the caller's promise.
    unsafe { with_encodings(detector, encodings, count, Detector::only) };
}

/// These encodings may not be the answer.
///
/// # Safety
///
/// `detector` is NULL or a detector that was not freed; `encodings` points at `count` encodings or is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_detector_except(
    detector: *mut charsniff_detector,
    encodings: *const charsniff_encoding,
    count: usize,
) {
    // SAFETY: the caller's promise.
    unsafe { with_encodings(detector, encodings, count, Detector::except) };
}

/// One of these encodings is the answer where the bytes leave the question open.
///
/// # Safety
///
/// `detector` is NULL or a detector that was not freed; `encodings` points at `count` encodings or is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_detector_prefer(
    detector: *mut charsniff_detector,
    encodings: *const charsniff_encoding,
    count: usize,
) {
    // SAFETY: the caller's promise.
    unsafe { with_encodings(detector, encodings, count, Detector::prefer) };
}

/// The language that the text says it is in, a BCP 47 tag: a hint.
///
/// # Safety
///
/// `detector` is NULL or a detector that was not freed; `tag` is NULL or a NUL-terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_detector_language(detector: *mut charsniff_detector, tag: *const c_char) {
    // SAFETY: the caller's promise.
    unsafe { with_text(detector, tag, Detector::language) };
}

/// The top-level domain of the text's host, such as "jp": a hint. Of a longer domain, such as "co.jp", only the last
/// label is used.
///
/// # Safety
///
/// `detector` is NULL or a detector that was not freed; `tld` is NULL or a NUL-terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_detector_tld(detector: *mut charsniff_detector, tld: *const c_char) {
    // SAFETY: the caller's promise.
    unsafe { with_text(detector, tld, Detector::tld) };
}

/// The user's locale, a BCP 47 tag: a hint.
///
/// # Safety
///
/// `detector` is NULL or a detector that was not freed; `tag` is NULL or a NUL-terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_detector_locale(detector: *mut charsniff_detector, tag: *const c_char) {
    // SAFETY: the caller's promise.
    unsafe { with_text(detector, tag, Detector::locale) };
}

/// Whether the answer may be ISO-2022-JP; it may not by default.
///
/// # Safety
///
/// `detector` is NULL or a detector that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_detector_iso_2022_jp(detector: *mut charsniff_detector, allowed: bool) {
    // SAFETY: the caller's promise.
    unsafe { change(detector, |detector| detector.iso_2022_jp(allowed)) };
}

/// Guesses the encoding of bytes. The encoding is `CHARSNIFF_NO_ENCODING` if they are binary data, if no encoding may be
/// the answer, and if the detector is NULL.
///
/// For many short strings in one encoding, such as the names in an archive, join them with newlines: each by itself says
/// too little.
///
/// # Safety
///
/// `detector` is NULL or a detector that was not freed; `bytes` points at `length` bytes or is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_detector_detect(
    detector: *const charsniff_detector,
    bytes: *const u8,
    length: usize,
) -> charsniff_guess {
    // SAFETY: the caller's promise.
    let (detector, bytes) = unsafe { (detector.as_ref(), ffi::slice(bytes, length)) };
    filled(ffi::guarded(None, || detector?.0.detect(bytes)))
}
