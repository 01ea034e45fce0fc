//! The indexes of the [Encoding Standard](https://encoding.spec.whatwg.org/#indexes) as direct
//! tables: a pointer is an index. All but this file is written by
//! `cargo run --example generate_tables`.

pub(crate) mod big5;
pub(crate) mod euc_kr;
pub(crate) mod gb18030;
pub(crate) mod jis0208;
pub(crate) mod jis0212;
pub(crate) mod single_byte;
