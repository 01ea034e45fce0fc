//! The API of [`encoding_rs`](https://docs.rs/encoding_rs) 0.8 on top of the decoders and encoders
//! of [`charsniff`].
//!
//! It is there to take that crate's place under programs that exist already:
//!
//! ```toml
//! [patch.crates-io]
//! encoding_rs = { path = "charsniff/compat/encoding_rs" }
//! ```
//!
//! Names, types and contracts are those of `encoding_rs`, whose documentation has them at length.
//! Where a contract leaves something open (how large a buffer may have to be, how much room must be
//! left for `OutputFull` to come), the answer is `charsniff`'s own.
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

/// Why a decoder or an encoder that replaces errors came back.
#[must_use]
#[derive(Debug, PartialEq, Eq)]
pub enum CoderResult {
    /// All of the input was read.
    InputEmpty,
    /// What comes next may not fit: call again with more room and the rest of the input.
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
