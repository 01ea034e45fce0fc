//! The API of [`encoding_rs`](https://docs.rs/encoding_rs) 0.8, implemented with the decoders and
//! encoders of [`charsniff`].
//!
//! It replaces that crate under existing programs:
//!
//! ```toml
//! [patch.crates-io]
//! encoding_rs = { path = "charsniff/compat/encoding_rs" }
//! ```
//!
//! Names, types and contracts are those of `encoding_rs`, whose documentation describes them in
//! detail. Where a contract leaves a choice (how large a buffer must be, how much room a decoder needs
//! before it reads on), the behaviour is that of `charsniff`: a buffer that is large enough for
//! `encoding_rs` is large enough here.
//!
//! ```
//! let (text, encoding, had_errors) = encoding_rs::SHIFT_JIS.decode(b"\x93\xFA\x96{");
//! assert_eq!((&*text, encoding, had_errors), ("日本", encoding_rs::SHIFT_JIS, false));
//! ```

#![no_std]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

extern crate alloc;

mod decoder;
mod encoder;
mod encoding;
pub mod mem;
#[cfg(feature = "serde")]
mod serde;

pub use decoder::{Decoder, DecoderResult};
pub use encoder::{Encoder, EncoderResult};
pub use encoding::*;

/// Why a decoder or an encoder that replaces errors returned.
#[must_use]
#[derive(Debug, PartialEq, Eq)]
pub enum CoderResult {
    /// All of the input was read.
    InputEmpty,
    /// The next output may not fit: call again with more room and the rest of the input.
    OutputFull,
}

impl CoderResult {
    #[inline]
    pub(crate) fn of(result: charsniff::CoderResult) -> CoderResult {
        match result {
            charsniff::CoderResult::InputEmpty => CoderResult::InputEmpty,
            charsniff::CoderResult::OutputFull => CoderResult::OutputFull,
        }
    }
}
