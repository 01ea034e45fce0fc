//! [`Refuted`]: a claim that the bytes refute.

use core::fmt;

use super::deciding_label::DecidingLabel;
use crate::{Encoding, Source};

/// How many claims a verdict keeps.
const ROOM: usize = 3;

/// A declaration that was passed over, since the bytes show another encoding
/// ([`Reading::Crawler`](crate::Reading::Crawler)).
///
/// ```
/// use charsniff::{Context, Encoding, Reading, Source, sniff};
/// let page = "Привет, мир".as_bytes();
/// let sniffed = sniff(page, "text/html; charset=ISO-8859-1", &Context::html().reading(Reading::Crawler));
/// # #[cfg(feature = "detector")] {
/// assert_eq!(sniffed.encoding, Encoding::Utf8);
/// let refuted = sniffed.refuted().next().unwrap();
/// assert_eq!((refuted.source, refuted.encoding), (Source::Transport, Encoding::Windows1252));
/// assert_eq!(refuted.label(), Some(&b"ISO-8859-1"[..]));
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub struct Refuted {
    /// What declared it.
    pub source: Source,
    /// The encoding that it names.
    pub encoding: Encoding,
    label: DecidingLabel,
}

impl Refuted {
    pub(super) fn new(source: Source, encoding: Encoding, label: Option<&[u8]>) -> Refuted {
        Refuted { source, encoding, label: label.map(DecidingLabel::new).unwrap_or_default() }
    }

    /// The label, as [`Sniffed::label`](crate::Sniffed::label) gives it; `None` for a byte order mark and for
    /// an encoding that the caller gave.
    ///
    /// ```
    /// use charsniff::{Context, Reading, sniff};
    /// let crawlers = Context::html().reading(Reading::Crawler);
    /// let sniffed = sniff("<meta charset=SJIS>Größe".as_bytes(), (), &crawlers);
    /// assert!(sniffed.refuted().all(|refuted| refuted.label() == Some(b"SJIS")));
    /// ```
    #[must_use]
    pub fn label(&self) -> Option<&[u8]> {
        self.label.get()
    }
}

/// The refuted claims of a verdict, in the pipeline's order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct RefutedClaims([Option<Refuted>; ROOM]);

impl RefutedClaims {
    pub(super) fn iter(&self) -> impl Iterator<Item = Refuted> + Clone + fmt::Debug + '_ {
        self.0.iter().flatten().copied()
    }
}

impl FromIterator<Refuted> for RefutedClaims {
    fn from_iter<I: IntoIterator<Item = Refuted>>(claims: I) -> RefutedClaims {
        let mut all = RefutedClaims::default();
        for (room, claim) in all.0.iter_mut().zip(claims) {
            *room = Some(claim);
        }
        all
    }
}
