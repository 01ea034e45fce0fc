//! Bytes alone: whether they are text, and the detector's guess of their encoding.

use library::{Content, detect};

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
    pub confidence: f32,
}

/// The answer of `charsniff_detect`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct charsniff_guess {
    /// The most likely encoding; `CHARSNIFF_NO_ENCODING` if the bytes are binary data.
    pub encoding: charsniff_encoding,
    /// How likely it is that this encoding gives the right text, from 0 to 1.
    pub confidence: f32,
    /// How many of `runners_up` are set.
    pub runner_up_count: usize,
    /// The next most likely encodings, the likeliest first.
    pub runners_up: [charsniff_candidate; CHARSNIFF_MOST_RUNNERS_UP],
}

/// Guesses the encoding of bytes from the bytes alone, without headers, declarations or hints. For a page, whose
/// encoding may be declared, use `charsniff_sniff`.
///
/// # Safety
///
/// `bytes` points at `length` bytes or is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_detect(bytes: *const u8, length: usize) -> charsniff_guess {
    let nothing = charsniff_candidate { encoding: CHARSNIFF_NO_ENCODING, confidence: 0.0 };
    let mut filled = charsniff_guess {
        encoding: CHARSNIFF_NO_ENCODING,
        confidence: 0.0,
        runner_up_count: 0,
        runners_up: [nothing; CHARSNIFF_MOST_RUNNERS_UP],
    };
    // SAFETY: the caller's promise.
    let bytes = unsafe { ffi::slice(bytes, length) };
    let guess = ffi::guarded(None, || detect(bytes));
    if let Some(guess) = guess {
        (filled.encoding, filled.confidence) = (encoding::number(Some(guess.encoding)), guess.confidence);
        for (room, runner_up) in filled.runners_up.iter_mut().zip(guess.runners_up) {
            let encoding = encoding::number(Some(runner_up.encoding));
            *room = charsniff_candidate { encoding, confidence: runner_up.confidence };
            filled.runner_up_count += 1;
        }
    }
    filled
}
