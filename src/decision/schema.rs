//! The serialized form of verdicts: that of `docs/json.md`, which the command writes too.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize, de};

use super::deciding_label::DecidingLabel;
use super::refuted::Refuted;
use super::sniffed::{ISOMORPHIC, MayChange};
use crate::{Confidence, Encoding, Source, Verdict};

/// The serialized form of [`super::Sniffed`].
#[derive(Serialize, Deserialize)]
pub(crate) struct Sniffed {
    encoding: Name,
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

/// An encoding, or isomorphic decoding, which is not an encoding of the standard.
#[derive(Clone, Copy, PartialEq)]
enum Name {
    Encoding(Encoding),
    Isomorphic,
}

impl Serialize for Name {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Name::Encoding(encoding) => encoding.name(),
            Name::Isomorphic => ISOMORPHIC,
        })
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Name, D::Error> {
        let name = alloc::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        if name == ISOMORPHIC {
            return Ok(Name::Isomorphic);
        }
        name.parse().map(Name::Encoding).map_err(de::Error::custom)
    }
}

impl From<super::Sniffed> for Sniffed {
    fn from(sniffed: super::Sniffed) -> Sniffed {
        Sniffed {
            encoding: if sniffed.is_isomorphic { Name::Isomorphic } else { Name::Encoding(sniffed.encoding) },
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
        let encoding = match sniffed.encoding {
            Name::Encoding(encoding) => encoding,
            Name::Isomorphic => Encoding::Windows1252,
        };
        let bom_length = match encoding {
            _ if !sniffed.bom => 0,
            Encoding::Utf8 => 3,
            Encoding::Utf16Le | Encoding::Utf16Be => 2,
            _ => return Err("the encoding has no byte order mark"),
        };
        Ok(super::Sniffed {
            verdict: Verdict { encoding, confidence: sniffed.confidence, source: sniffed.source },
            bom_length,
            is_isomorphic: sniffed.encoding == Name::Isomorphic,
            is_fatal: sniffed.fatal,
            // The context is not known any more.
            may_change: MayChange(sniffed.confidence == Confidence::Tentative && sniffed.encoding != Name::Isomorphic),
            repairs: sniffed.repair,
            label: sniffed.label,
            refuted: sniffed.refuted.into_iter().collect(),
        })
    }
}
