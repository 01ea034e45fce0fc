//! What decoders and encoders look up: the standard's indexes, packed, and the tables that are built from
//! them at first use.

mod indexes;
mod packed;
#[cfg(feature = "encode")]
pub(crate) mod pages;
mod rows;

pub(crate) use indexes::*;
pub(crate) use rows::IndexRows;
