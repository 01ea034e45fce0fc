//! Names of values: `Display`, `FromStr` and, with the feature `serde`, `Serialize` and
//! `Deserialize`.

use core::fmt;
use core::str::FromStr;

use crate::Encoding;

/// A name that no value of the requested type has.
///
/// ```
/// use charsniff::{Encoding, Source};
/// let error = "utf-9".parse::<Encoding>().unwrap_err();
/// assert_eq!(error.to_string(), "no encoding has this label");
/// assert_eq!("rumour".parse::<Source>().unwrap_err().to_string(), "no source has this name");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// The requested type, as error messages call it.
    pub(crate) what: &'static str,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind_of_name = if self.what == ENCODING { "label" } else { "name" };
        write!(f, "no {} has this {kind_of_name}", self.what)
    }
}

impl core::error::Error for UnknownName {}

const ENCODING: &str = "encoding";

/// From any of its labels ([get an
/// encoding](https://encoding.spec.whatwg.org/#concept-encoding-get)).
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

/// Implements `Display`, `FromStr` and serde's two traits for a type whose values have names.
///
/// Takes the type, its name in messages, all of its values, the function that names a value, and an
/// example for the documentation.
macro_rules! named {
    ($type:ty, $what:literal, $all:expr, $name:expr, $example:expr) => {
        /// Writes the name.
        impl core::fmt::Display for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad($name(*self))
            }
        }

        /// From its name.
        ///
        /// ```
        #[doc = $example]
        /// ```
        impl core::str::FromStr for $type {
            type Err = $crate::UnknownName;

            fn from_str(name: &str) -> Result<$type, $crate::UnknownName> {
                let all: &[$type] = &$all;
                all.iter().copied().find(|&value| $name(value) == name).ok_or($crate::UnknownName { what: $what })
            }
        }

        $crate::encoding::names::serde_by_name! { $type }
    };
}

/// Generates an enum whose values have names: `ALL`, which may be public, `as_str`, and what [`named`] implements.
macro_rules! named_enum {
    ($(#[$attribute:meta])* pub enum $name:ident, $what:literal, pub ALL {
        $($(#[$doc:meta])* $value:ident = $text:literal,)+
    }) => {
        $crate::encoding::names::named_enum! {
            @ {
                #[doc = "\n```"]
                #[doc = concat!("use charsniff::", stringify!($name), ";")]
                #[doc = concat!("assert_eq!(", stringify!($name), "::ALL, [", $(stringify!($name::$value), ", ",)+ "]);")]
                #[doc = "```"]
                pub
            }
            $(#[$attribute])* pub enum $name, $what { $($(#[$doc])* $value = $text,)+ }
        }
    };
    ($(#[$attribute:meta])* pub enum $name:ident $($rest:tt)+) => {
        $crate::encoding::names::named_enum! { @ { pub(self) } $(#[$attribute])* pub enum $name $($rest)+ }
    };
    (@ { $(#[$of_all:meta])* $visibility:vis } $(#[$attribute:meta])* pub enum $name:ident, $what:literal {
        $($(#[$doc:meta])* $value:ident = $text:literal,)+
    }) => {
        $(#[$attribute])*
        pub enum $name {
            $($(#[$doc])* $value,)+
        }

        impl $name {
            /// Every value, in the order in which they are declared.
            $(#[$of_all])*
            $visibility const ALL: &[$name] = &[$($name::$value),+];

            /// The name, as in JSON, in the options of the command and in the bindings.
            ///
            /// ```
            #[doc = concat!("use charsniff::", stringify!($name), ";")]
            $(#[doc = concat!("assert_eq!(", stringify!($name::$value), ".as_str(), \"", $text, "\");")])+
            /// ```
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $($name::$value => $text,)+ }
            }
        }

        $crate::encoding::names::named! {
            $name, $what, *$name::ALL, $name::as_str,
            concat!(
                "use charsniff::", stringify!($name), ";\n",
                $("assert_eq!(\"", $text, "\".parse(), Ok(", stringify!($name::$value), "));\n",)+
            )
        }
    };
}

/// Serializes a value as its name, and deserializes it with `FromStr`.
#[cfg(feature = "serde")]
macro_rules! serde_by_name {
    ($type:ty) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let name = <alloc::borrow::Cow<'de, str> as serde::Deserialize>::deserialize(deserializer)?;
                name.parse().map_err(<D::Error as serde::de::Error>::custom)
            }
        }
    };
}

#[cfg(not(feature = "serde"))]
macro_rules! serde_by_name {
    ($type:ty) => {};
}

pub(crate) use {named, named_enum, serde_by_name};

serde_by_name! { Encoding }

/// Labels as strings, one character per byte, so that bytes that are not UTF-8 survive a round
/// trip.
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

/// As [`label`], for a label that is always there.
#[cfg(feature = "serde")]
pub(crate) mod bytes {
    use alloc::boxed::Box;

    use serde::{Deserializer, Serializer, de::Error};

    pub(crate) fn serialize<S: Serializer>(label: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        super::label::serialize(&Some(label.into()), serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Box<[u8]>, D::Error> {
        super::label::deserialize(deserializer)?.ok_or_else(|| D::Error::custom("there is no label"))
    }
}
