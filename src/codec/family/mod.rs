//! The encoding families of the [Encoding Standard](https://encoding.spec.whatwg.org/), one decoder
//! each, and the encoders, most of which share one shape, in one file.
//!
//! [`Decode`](super::Decode) and [`Encode`](super::encode::Encode) say what a family has to provide.

pub(super) mod big5;
#[cfg(feature = "encode")]
pub(super) mod encoders;
pub(super) mod euc_jp;
pub(super) mod euc_kr;
pub(super) mod gb18030;
pub(super) mod iso_2022_jp;
pub(super) mod replacement;
pub(super) mod shift_jis;
pub(super) mod single_byte;
pub(super) mod two_byte_family;
pub(super) mod utf16;
pub(super) mod utf32;
pub(super) mod utf8;
