//! The detector: what the bytes alone say of their encoding, and how sure that is.
//!
//! [`judge`] is the only way in: for the stage of the pipeline and for the public [`Detector`](builder::Detector). UTF-8 is
//! recognized by its validity and UTF-16 by its code units. For legacy encodings, a [sample] of the bytes above 7F and
//! their neighbours is scored in every encoding ([`costs`]).
//!
//! `docs/detector.md` explains how it works and how well.

mod binary;
pub(crate) mod candidates;
pub(crate) mod claims;
pub(crate) mod domain;

#[cfg(feature = "detector")]
pub(crate) mod answer;
#[cfg(feature = "detector")]
pub(crate) mod browsers;
#[cfg(feature = "detector")]
pub(crate) mod builder;
#[cfg(feature = "detector")]
mod costs;
#[cfg(feature = "detector")]
pub(crate) mod guess;
#[cfg(feature = "detector")]
pub(crate) mod hints;
#[cfg(feature = "detector")]
mod judge;
#[cfg(feature = "detector")]
mod language;
#[cfg(feature = "detector")]
mod model;
#[cfg(feature = "detector")]
mod priors;
#[cfg(feature = "detector")]
mod question;
#[cfg(feature = "detector")]
pub(crate) mod reason;
#[cfg(feature = "detector")]
mod sample;
#[cfg(feature = "detector")]
mod scores;
mod text;
#[cfg_attr(not(feature = "detector"), expect(dead_code, reason = "then only UTF-16 is told from binary data"))]
pub(crate) mod weights;

pub(crate) use binary::is_binary;
#[cfg(feature = "detector")]
pub(crate) use judge::{judge, legacy_candidates};
#[cfg(feature = "detector")]
pub(crate) use question::{Question, Read};

/// Whether `bytes` may be UTF-16 though nothing says so.
#[cfg(charsniff_unstable)]
pub(crate) fn may_be_utf_16(bytes: &[u8]) -> bool {
    text::utf16::weigh(bytes, false, &claims::Claims::default()).is_some()
}

/// Without the detector: the encoding of nearly all legacy text.
#[cfg(not(feature = "detector"))]
pub(crate) fn legacy_candidates(_text: &[u8], _page: &[u8]) -> alloc::vec::Vec<(crate::Encoding, i32)> {
    alloc::vec![(crate::Encoding::Windows1252, 0)]
}
