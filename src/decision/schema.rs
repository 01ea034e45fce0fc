//! The serialized form of verdicts: that of `docs/json.md`, which the command writes too.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize, de};

use super::deciding_label::DecidingLabel;
use super::refuted::Refuted;
use super::sniffed::MayChange;
use crate::encoding::decoding::Decoding;
use crate::repair::Repairer;
use crate::{Confidence, Source, Verdict};

/// The serialized form of [`super::Sniffed`].
#[derive(Serialize, Deserialize)]
pub(crate) struct Sniffed {
    encoding: Decoding,
    confidence: Confidence,
    source: Source,
    bom: bool,
    /// Whether malformed sequences are an error.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    fatal: bool,
    /// Whether text is repaired.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    repair: bool,
    #[serde(default)]
    label: DecidingLabel,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    refuted: Vec<Refuted>,
}

impl Serialize for Decoding {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Decoding {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Decoding, D::Error> {
        let name = alloc::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        let others = [Decoding::Isomorphic, Decoding::Utf32Le, Decoding::Utf32Be];
        match others.into_iter().find(|decoding| decoding.name() == name) {
            Some(decoding) => Ok(decoding),
            None => name.parse().map(Decoding::Encoding).map_err(de::Error::custom),
        }
    }
}

impl From<super::Sniffed> for Sniffed {
    fn from(sniffed: super::Sniffed) -> Sniffed {
        Sniffed {
            encoding: sniffed.decoding,
            confidence: sniffed.confidence,
            source: sniffed.source,
            bom: sniffed.bom_length > 0,
            fatal: sniffed.is_fatal,
            repair: sniffed.repairs(),
            label: sniffed.label,
            refuted: sniffed.refuted().collect(),
        }
    }
}

impl TryFrom<Sniffed> for super::Sniffed {
    type Error = &'static str;

    fn try_from(sniffed: Sniffed) -> Result<super::Sniffed, &'static str> {
        let decoding = sniffed.encoding;
        let bom_length = match sniffed.bom {
            true => decoding.mark_length().ok_or("the encoding has no byte order mark")?,
            false => 0,
        };
        let is_of_the_standard = matches!(decoding, Decoding::Encoding(_));
        Ok(super::Sniffed {
            verdict: Verdict { encoding: decoding.encoding(), confidence: sniffed.confidence, source: sniffed.source },
            bom_length,
            decoding,
            is_fatal: sniffed.fatal,
            // The context is not known any more.
            may_change: MayChange(sniffed.confidence == Confidence::Tentative && is_of_the_standard),
            repairer: sniffed.repair.then(Repairer::new),
            label: sniffed.label,
            refuted: sniffed.refuted.into_iter().collect(),
        })
    }
}
