//! The decoders, compared with a model of the standard's steps and with `encoding_rs`, also with
//! little room for output; and faults that decoders are known to have had.

mod faults;
mod model;
mod peer;
mod room;
mod whole;

#[path = "../support/decoder_model/mod.rs"]
mod decoder_model;
#[path = "../support/random.rs"]
mod random;
#[path = "../support/stride.rs"]
mod stride;
