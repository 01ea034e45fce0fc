//! The browsers' own detectors.

#[cfg(feature = "compact-enc-det")]
pub(crate) mod chromium;
#[cfg(feature = "chardetng")]
pub(crate) mod firefox;
