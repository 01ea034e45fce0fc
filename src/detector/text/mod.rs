//! What the bytes would be as text in each kind of encoding.

pub(crate) mod bigrams;
pub(crate) mod errors;
pub(crate) mod escapes;
pub(crate) mod mixed;
pub(crate) mod utf16;
pub(crate) mod utf8;
