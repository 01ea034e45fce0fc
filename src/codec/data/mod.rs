//! What decoders and encoders look up: the standard's indexes, packed, and the tables that are built from
//! them at first use.

mod indexes;
mod packed;
#[cfg(feature = "encode")]
pub(crate) mod pages;
mod rows;

use alloc::boxed::Box;
use alloc::vec;

pub(crate) use indexes::*;
pub(crate) use rows::IndexRows;

/// An array of zeroes, made on the heap without passing through the stack.
pub(crate) fn zeroes<T: Copy + Default, const N: usize>() -> Box<[T; N]> {
    vec![T::default(); N].into_boxed_slice().try_into().unwrap_or_else(|_| Box::new([T::default(); N]))
}
