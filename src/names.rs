//! Names as people and files write them: [`FromStr`], and with the feature `serde` the types that
//! are written by their name.

use core::fmt;
use core::str::FromStr;

use crate::{Confidence, Detection, Encoding, Kind, Outcome, Source, Stage, StringType};

/// A name that names nothing of the kind that was asked for.
///
/// ```
/// use charsniff::{Encoding, Source};
/// let error = "utf-9".parse::<Encoding>().unwrap_err();
/// assert_eq!(error.to_string(), "no encoding has this label");
/// assert_eq!("rumour".parse::<Source>().unwrap_err().to_string(), "no source has this name");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownName {
    what: &'static str,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind_of_name = if self.what == ENCODING { "label" } else { "name" };
        write!(f, "no {} has this {kind_of_name}", self.what)
    }
}

impl core::error::Error for UnknownName {}

const ENCODING: &str = "encoding";

/// By any of its labels ([get an encoding](https://encoding.spec.whatwg.org/#concept-encoding-get)).
///
/// ```
/// use charsniff::Encoding;
/// assert_eq!(" Latin1 ".parse(), Ok(Encoding::Windows1252));
/// ```
impl FromStr for Encoding {
    type Err = UnknownName;

    fn from_str(label: &str) -> Result<Encoding, UnknownName> {
        Encoding::for_label(label.as_bytes()).ok_or(UnknownName { what: ENCODING })
    }
}

/// Writes `FromStr` as the inverse of the name that each value has.
macro_rules! from_name {
    ($($type:ty, $what:literal, $all:expr, $name:expr, $example:literal;)+) => {
        $(
            /// By its name.
            ///
            /// ```
            #[doc = $example]
            /// ```
            impl FromStr for $type {
                type Err = UnknownName;

                fn from_str(name: &str) -> Result<$type, UnknownName> {
                    let all: &[$type] = &$all;
                    all.iter().copied().find(|&value| $name(value) == name).ok_or(UnknownName { what: $what })
                }
            }
        )+
    };
}

from_name! {
    Confidence, "confidence", [Confidence::Certain, Confidence::Tentative], Confidence::as_str,
    r#"assert_eq!("certain".parse(), Ok(charsniff::Confidence::Certain));"#;
    Source, "source", *Source::ALL, Source::as_str,
    r#"assert_eq!("xml-declaration".parse(), Ok(charsniff::Source::XmlDeclaration));"#;
    Stage, "stage", Stage::PIPELINE, Stage::as_str,
    r#"assert_eq!("explicit-environment".parse(), Ok(charsniff::Stage::ExplicitEnvironment));"#;
    Kind, "context", *Kind::ALL, Kind::id,
    r#"assert_eq!("xhr-html".parse(), Ok(charsniff::Kind::XhrHtml));"#;
    Detection, "detection", Detection::ALL, Detection::as_str,
    r#"assert_eq!("legacy".parse(), Ok(charsniff::Detection::Legacy));"#;
    StringType, "string type", StringType::ALL, StringType::as_str,
    r#"assert_eq!("bmp".parse(), Ok(charsniff::StringType::Bmp));"#;
}

impl Detection {
    const ALL: &[Detection] = &[
        Detection::Off,
        Detection::Legacy,
        #[cfg(feature = "chardetng")]
        Detection::Firefox,
        Detection::Full,
    ];

    /// The word by which the command calls it.
    ///
    /// ```
    /// assert_eq!(charsniff::Detection::Legacy.as_str(), "legacy");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Detection::Off => "off",
            Detection::Legacy => "legacy",
            #[cfg(feature = "chardetng")]
            Detection::Firefox => "firefox",
            Detection::Full => "full",
        }
    }
}

impl StringType {
    const ALL: [StringType; 4] = [StringType::Utf8, StringType::Bmp, StringType::Teletex, StringType::Ascii];

    /// The word by which the command calls it.
    ///
    /// ```
    /// assert_eq!(charsniff::StringType::Teletex.as_str(), "teletex");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            StringType::Utf8 => "utf8",
            StringType::Bmp => "bmp",
            StringType::Teletex => "teletex",
            StringType::Ascii => "ascii",
        }
    }
}

/// Writes `Display` as the name, padded as the format says.
macro_rules! display_name {
    ($($type:ty, $name:expr;)+) => {
        $(
            impl fmt::Display for $type {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.pad($name(*self))
                }
            }
        )+
    };
}

display_name! {
    Confidence, Confidence::as_str;
    Source, Source::as_str;
    Stage, Stage::as_str;
    Kind, Kind::id;
    Detection, Detection::as_str;
    StringType, StringType::as_str;
    Outcome, Outcome::as_str;
}

#[cfg(feature = "serde")]
mod as_strings {
    use alloc::borrow::Cow;

    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    use super::*;

    /// Writes the name, reads it by `FromStr`.
    macro_rules! by_name {
        ($($type:ty)+) => {
            $(
                impl Serialize for $type {
                    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                        serializer.collect_str(self)
                    }
                }

                impl<'de> Deserialize<'de> for $type {
                    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                        let name = Cow::<'de, str>::deserialize(deserializer)?;
                        name.parse().map_err(D::Error::custom)
                    }
                }
            )+
        };
    }

    by_name! { Encoding Confidence Source Stage Kind Detection StringType }
}

/// Labels as strings, a byte a character, so that bytes that are no UTF-8 come back as they were.
#[cfg(feature = "serde")]
pub(crate) mod label {
    use alloc::boxed::Box;
    use alloc::string::String;

    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    type Label = Option<Box<[u8]>>;

    pub(crate) fn serialize<S: Serializer>(label: &Label, serializer: S) -> Result<S::Ok, S::Error> {
        let label = label.as_deref().map(|label| label.iter().copied().map(char::from).collect::<String>());
        label.serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Label, D::Error> {
        let Some(label) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
        let bytes: Result<Box<[u8]>, _> = label.chars().map(u8::try_from).collect();
        bytes.map(Some).map_err(|_| D::Error::custom("a label has no character above U+00FF"))
    }
}
