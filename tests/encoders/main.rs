//! The encoders: every scalar value, every split of the text, every size of the output.
#![cfg(feature = "encode")]

mod buffers;
mod scalar_values;

#[path = "../support/encoder_model.rs"]
mod encoder_model;
#[path = "../support/stride.rs"]
mod stride;
