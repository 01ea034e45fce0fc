//! What the bytes would be as text in each kind of encoding.

#[cfg(feature = "detector")]
pub(crate) mod bigrams;
#[cfg(feature = "detector")]
pub(crate) mod errors;
#[cfg(feature = "detector")]
pub(crate) mod escapes;
#[cfg(feature = "detector")]
pub(crate) mod mixed;
#[cfg(feature = "detector")]
pub(crate) mod runs;
pub(crate) mod utf16;
pub(crate) mod utf8;
#[cfg(feature = "detector")]
pub(crate) mod utf8_cost;
#[cfg(feature = "detector")]
pub(crate) mod words;
