//! [`RecordDamage`]: what is wrong with a record that is delivered nevertheless.

use std::fmt;

/// What is wrong with a record or its body. Everything that could be read is delivered.
///
/// ```
/// use charsniff_warc::{RecordDamage, Fault, Layer};
/// let damage = RecordDamage::new(Layer::Coding("gzip"), Fault::CutShort, 1234);
/// assert_eq!(damage.to_string(), "gzip body: ends too early, after 1234 bytes");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub struct RecordDamage {
    /// Which part of the record is damaged.
    pub layer: Layer,
    /// What is wrong with that part.
    pub fault: Fault,
    /// How many bytes of that part were read before the damage.
    pub after: u64,
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    reason: Option<Box<str>>,
}

/// A part of a record, from the outermost to the innermost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Layer {
    /// The member (`"gzip"`) or frame (`"zstd"`, `"lz4"`) that holds the record.
    Member(&'static str),
    /// The record: its header and its length.
    Record,
    /// The status line and the headers of the HTTP response.
    Head,
    /// The [chunked transfer coding](https://www.rfc-editor.org/rfc/rfc9112#section-7.1).
    Chunked,
    /// A [content coding](https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1): `"gzip"`,
    /// `"deflate"`, `"br"` or `"zstd"`.
    Coding(&'static str),
    /// The body without its codings.
    Body,
}

/// What is wrong with a part of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Fault {
    /// It ends too early.
    CutShort,
    /// It can't be decoded any further.
    Corrupt,
    /// It was read to its end, but its checksum differs.
    Checksum,
    /// Other bytes follow its end. Nothing is missing.
    TrailingBytes,
    /// Its length is not the length that the header says.
    WrongLength,
    /// A content coding is unknown, or there are too many. The bytes are as stored.
    Unsupported,
    /// It is longer than [`Limits`](super::Limits) allow, and was cut.
    Limit,
}

impl RecordDamage {
    /// Damage after `after` bytes.
    pub fn new(layer: Layer, fault: Fault, after: u64) -> RecordDamage {
        RecordDamage { layer, fault, after, reason: None }
    }

    pub(super) fn because(self, reason: Option<String>) -> RecordDamage {
        RecordDamage { reason: reason.map(String::into_boxed_str), ..self }
    }

    /// Whether bytes are missing or may be wrong. If not, there are only extra bytes.
    ///
    /// ```
    /// use charsniff_warc::{RecordDamage, Fault, Layer};
    /// assert!(RecordDamage::new(Layer::Chunked, Fault::CutShort, 0).is_loss());
    /// assert!(!RecordDamage::new(Layer::Chunked, Fault::TrailingBytes, 0).is_loss());
    /// ```
    pub fn is_loss(&self) -> bool {
        self.fault != Fault::TrailingBytes
    }
}

/// One line for people.
impl fmt::Display for RecordDamage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.layer {
            Layer::Member(codec) => write!(f, "{codec} member: ")?,
            Layer::Record => f.write_str("record: ")?,
            Layer::Head => f.write_str("HTTP head: ")?,
            Layer::Chunked => f.write_str("chunked body: ")?,
            Layer::Coding(coding) => write!(f, "{coding} body: ")?,
            Layer::Body => f.write_str("body: ")?,
        }
        match self.fault {
            Fault::CutShort => write!(f, "ends too early, after {} bytes", self.after)?,
            Fault::Corrupt => write!(f, "corrupt after {} bytes", self.after)?,
            Fault::Checksum => f.write_str("wrong checksum")?,
            Fault::TrailingBytes => write!(f, "other bytes follow its {} bytes", self.after)?,
            Fault::WrongLength => write!(f, "has {} bytes, another length than its header says", self.after)?,
            Fault::Unsupported => f.write_str("not unpacked")?,
            Fault::Limit => write!(f, "cut at the limit of {} bytes", self.after)?,
        }
        match &self.reason {
            Some(reason) => write!(f, " ({reason})"),
            None => Ok(()),
        }
    }
}
