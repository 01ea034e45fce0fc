//! [`Detection`]: how far the detector stage may go.

use crate::encoding::names::named;

/// How far the detector stage may go.
///
/// ```
/// use charsniff::{Context, Detection, Encoding, sniff};
/// let context = Context::html().detection(Detection::Legacy);
/// assert_ne!(sniff("é".as_bytes(), (), &context).encoding, Encoding::Utf8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Detection {
    /// No detection: the locale or the context's default decides.
    Off,
    /// As browsers detect in resources from the network: the answer is an encoding that their
    /// detectors know, and never UTF-8.
    Legacy,
    /// Firefox's own detector, `chardetng`, on all of the input. It never answers UTF-8, as in Firefox
    /// for resources from the network.
    #[cfg(feature = "chardetng")]
    Firefox,
    /// Chromium's own detector, compact_enc_det, which reads the first 256 KiB. As in Chromium for resources from the
    /// network, ASCII is windows-1252, UTF-8 is no answer, and the [top-level domain](crate::Context::tld) is a hint;
    /// where the detector has no answer, Chromium's default for that domain is. Chromium runs it on the part of a page
    /// that has arrived by then; here it runs on all of the input.
    #[cfg(feature = "compact-enc-det")]
    Chromium,
    /// Any encoding, UTF-8 included.
    #[default]
    Full,
}

impl Detection {
    /// Every value.
    ///
    /// ```
    /// assert!(charsniff::Detection::ALL.contains(&charsniff::Detection::Full));
    /// ```
    pub const ALL: &[Detection] = &[
        Detection::Off,
        Detection::Legacy,
        #[cfg(feature = "chardetng")]
        Detection::Firefox,
        #[cfg(feature = "compact-enc-det")]
        Detection::Chromium,
        Detection::Full,
    ];

    /// The name that `charsniff --detection` takes.
    ///
    /// ```
    /// assert_eq!(charsniff::Detection::Legacy.as_str(), "legacy");
    /// ```
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Detection::Off => "off",
            Detection::Legacy => "legacy",
            #[cfg(feature = "chardetng")]
            Detection::Firefox => "firefox",
            #[cfg(feature = "compact-enc-det")]
            Detection::Chromium => "chromium",
            Detection::Full => "full",
        }
    }
}

named! {
    Detection, "detection", *Detection::ALL, Detection::as_str,
    r#"assert_eq!("legacy".parse(), Ok(charsniff::Detection::Legacy));"#
}
