//! Guides: moving here from other libraries, and how to use each context.

#[doc = include_str!("../docs/encoding_rs.md")]
pub mod from_encoding_rs {}
#[doc = include_str!("../docs/chardetng.md")]
pub mod from_chardetng {}
#[doc = include_str!("../docs/w3lib.md")]
pub mod from_w3lib {}
#[cfg(feature = "encode")]
#[doc = include_str!("../docs/editing.md")]
pub mod editing {}
#[doc = include_str!("../docs/contexts.md")]
pub mod contexts {}

/// The README's example is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub mod readme {}
