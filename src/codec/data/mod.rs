//! What decoders and encoders look up: the standard's indexes, packed, and the tables that are built from
//! them when they are used.

mod indexes;
mod packed;
#[cfg(feature = "encode")]
pub(crate) mod pages;
mod pairs;
mod rows;

pub(crate) use indexes::*;
pub(crate) use packed::Unpacked;
pub(crate) use pairs::Pairs;
pub(crate) use rows::IndexRows;
