//! The label that decided, stored inline so that the verdict is `Copy`.

use core::fmt;

use crate::encoding::label::strip_ascii_whitespace;

/// Enough for every label of the standard. A misspelled label may be cut.
const ROOM: usize = 23;

/// The first bytes of a label, without the whitespace around it; empty by default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct DecidingLabel {
    length: u8,
    bytes: [u8; ROOM],
}

impl DecidingLabel {
    pub(crate) fn new(label: &[u8]) -> DecidingLabel {
        let label = strip_ascii_whitespace(label);
        let label = label.get(..ROOM).unwrap_or(label);
        let mut bytes = [0; ROOM];
        bytes[..label.len()].copy_from_slice(label);
        DecidingLabel { length: label.len() as u8, bytes }
    }

    /// The label; `None` if there is none.
    pub(crate) fn get(&self) -> Option<&[u8]> {
        self.bytes.get(..self.length.into()).filter(|label| !label.is_empty())
    }
}

impl fmt::Debug for DecidingLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().map(<[u8]>::escape_ascii).map(|label| alloc::format!("{label}")).fmt(f)
    }
}

/// Serialized as an optional string, one character per byte.
#[cfg(feature = "serde")]
mod as_string {
    use alloc::boxed::Box;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::DecidingLabel;
    use crate::encoding::names::label;

    impl Serialize for DecidingLabel {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            label::serialize(&self.get().map(Box::from), serializer)
        }
    }

    impl<'de> Deserialize<'de> for DecidingLabel {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<DecidingLabel, D::Error> {
            let label: Option<Box<[u8]>> = label::deserialize(deserializer)?;
            Ok(label.map(|label| DecidingLabel::new(&label)).unwrap_or_default())
        }
    }
}
