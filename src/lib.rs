//! Which character encoding a Web resource is in, how sure that is, and its text.

#![deny(unsafe_code)]
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod codec;
mod encoding;
mod label;

#[cfg(feature = "encode")]
pub use codec::Encoder;
#[doc(hidden)]
pub use codec::Level;
pub use codec::{CoderResult, Decoder, DecoderResult, EncoderResult};
pub use encoding::*;
