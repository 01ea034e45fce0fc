//! A literal model of the Encoding Standard's decoders, over the standard's own index files. It shares nothing with
//! the crate.

pub mod decoders;
pub mod index;
