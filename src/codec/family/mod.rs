//! The encoding families of the [Encoding Standard](https://encoding.spec.whatwg.org/), one file each: the
//! decoder, and beside it, in a folder of the same name, the encoder.
//!
//! [`Decode`](super::Decode) and [`Encode`](super::encode::Encode) say what a family has to provide.

pub(super) mod big5;
pub(super) mod euc_jp;
pub(super) mod euc_kr;
pub(super) mod gb18030;
pub(super) mod iso_2022_jp;
pub(super) mod replacement;
pub(super) mod shift_jis;
pub(super) mod single_byte;
pub(super) mod two_byte;
pub(super) mod utf16;
pub(super) mod utf8;
