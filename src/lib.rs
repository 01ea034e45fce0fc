//! Which character encoding a Web resource is in, how sure that is, and its text.

#![deny(unsafe_code)]
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod change;
mod codec;
mod encoding;
mod html;
mod label;

pub use change::Change;
pub use codec::{CoderResult, Decoder, DecoderResult, EncoderResult};
pub use encoding::*;
pub use html::{MetaDeclaration, MetaScanner};
