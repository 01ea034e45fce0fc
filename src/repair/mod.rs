//! Repair: text that is malformed, or was encoded twice, is decoded as what it was meant to be.
//!
//! `docs/repair.md` explains how it works and how well.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use crate::encoding::names::named_enum;
use crate::{DecodeError, Encoding, Positions, TextUnit};

mod alphabet;
mod doubly_encoded;
mod malformed;
mod misreading;
mod oddness;

named_enum! {
    /// What was wrong with bytes that were [repaired](Repair).
    ///
    /// ```
    /// assert_eq!(charsniff::Damage::DoublyEncoded.as_str(), "doubly-encoded");
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Damage, "kind of damage" {
        /// Malformed sequences in UTF-8 that are text in a legacy encoding: `caf\xE9`.
        Malformed = "malformed",
        /// UTF-8 that was decoded as a legacy encoding and encoded again, perhaps several times: `cafÃ©`.
        DoublyEncoded = "doubly-encoded",
        /// A C1 control that stands for the character that windows-1252 has in its place: U+0092 for `’`.
        C1Control = "c1-control",
    }
}

/// Bytes whose text was repaired, see [`Context::repair`](crate::Context::repair).
///
/// ```
/// use charsniff::{Context, Damage, Encoding, decode};
/// let decoded = decode("<p>NicolÃ¡s".as_bytes(), "text/html; charset=utf-8", &Context::html().repair(true));
/// assert_eq!(decoded.text, "<p>Nicolás");
/// let repair = &decoded.repairs[0];
/// assert_eq!((repair.bytes.clone(), repair.damage), (8..12, Damage::DoublyEncoded));
/// assert_eq!((repair.was.as_str(), repair.became.as_str()), ("Ã¡", "á"));
/// assert_eq!(repair.encodings, [Encoding::Windows1252]);
/// assert_eq!(repair.to_string(), "bytes 8 to 12, doubly-encoded (windows-1252): Ã¡ became á");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub struct Repair {
    /// Where the bytes are in the resource.
    pub bytes: Range<usize>,
    /// What was wrong with them.
    pub damage: Damage,
    /// The encoding that malformed bytes are in; the encodings that doubly encoded text was wrongly decoded from, the
    /// last one first; windows-1252 for a C1 control.
    pub encodings: Vec<Encoding>,
    /// The text of the bytes without repair.
    pub was: String,
    /// The text after repair.
    pub became: String,
}

/// Writes the position of the bytes, the damage, and the text before and after.
impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bytes {} to {}, {} (", self.bytes.start, self.bytes.end, self.damage)?;
        for (n, encoding) in self.encodings.iter().enumerate() {
            write!(f, "{}{encoding}", if n > 0 { ", " } else { "" })?;
        }
        write!(f, "): {} became {}", self.was, self.became)
    }
}

/// A repaired text, and the repairs.
pub(crate) struct Repaired {
    pub(crate) text: String,
    pub(crate) repairs: Vec<Repair>,
    /// For UTF-8: the number of malformed sequences that are left, and the first one.
    pub(crate) errors: usize,
    pub(crate) first_error: Option<DecodeError>,
}

/// Repairs the text of a resource whose encoding is known. `None` if there is nothing to repair. Linear in `bytes`.
///
/// `text` was decoded from `encoding` (`None`: isomorphically), without the byte order mark, the first `mark` bytes.
/// `candidates` gives the legacy encodings that bytes may be in, with the cost of each in nats.
#[cfg_attr(target_family = "wasm", inline(never))]
pub(crate) fn repair(
    bytes: &[u8],
    mark: usize,
    text: &str,
    encoding: Option<Encoding>,
    candidates: malformed::Candidates<'_>,
) -> Option<Repaired> {
    let body = bytes.get(mark..)?;
    if encoding == Some(Encoding::Utf8) {
        let repairs = of_utf8(body, mark, candidates);
        return (!repairs.is_empty()).then(|| patched(body, mark, repairs));
    }
    let undone =
        doubly_encoded::undo_all(&[(0, text)], matches!(encoding, Some(Encoding::Utf16Be | Encoding::Utf16Le)));
    if undone.is_empty() {
        return None;
    }
    let places = places_in_bytes(bytes, mark, text, encoding, &undone);
    let (mut repaired, mut rest) = (String::with_capacity(text.len()), 0);
    let mut repairs = Vec::with_capacity(undone.len());
    for (undone, bytes) in undone.into_iter().zip(places) {
        repaired.push_str(text.get(rest..undone.text.start)?);
        repaired.push_str(&undone.became);
        rest = undone.text.end;
        repairs.push(of_undone(undone, bytes, text));
    }
    repaired.push_str(text.get(rest..)?);
    Some(Repaired { text: repaired, repairs, errors: 0, first_error: None })
}

fn of_undone(undone: doubly_encoded::Undone, bytes: Range<usize>, text: &str) -> Repair {
    let was = text.get(undone.text).unwrap_or_default().into();
    let (damage, encodings) = match undone.encodings.is_empty() {
        true => (Damage::C1Control, alloc::vec![Encoding::Windows1252]),
        false => (Damage::DoublyEncoded, undone.encodings),
    };
    Repair { bytes, damage, encodings, was, became: undone.became }
}

/// The repairs of UTF-8, in the order of their bytes.
#[cfg_attr(target_family = "wasm", inline(never))]
fn of_utf8(body: &[u8], mark: usize, candidates: malformed::Candidates<'_>) -> Vec<Repair> {
    let mut valid = Vec::new();
    let mut at = 0;
    for chunk in body.utf8_chunks() {
        valid.push((at, chunk.valid()));
        at += chunk.valid().len() + chunk.invalid().len();
    }
    let in_resource = |range: &Range<usize>| mark + range.start..mark + range.end;
    let lossy =
        |range: &Range<usize>| String::from_utf8_lossy(body.get(range.clone()).unwrap_or_default()).into_owned();
    let patches = if valid.len() > 1 || at > valid.first().map_or(0, |(_, text)| text.len()) {
        malformed::patches(body, candidates)
    } else {
        Vec::new()
    };
    let mut undone = doubly_encoded::undo_all(&valid, true);
    // Bytes that are legacy text are not also repaired as UTF-8.
    undone.retain(|undone| {
        let next = patches.partition_point(|patch| patch.bytes.end <= undone.text.start);
        patches.get(next).is_none_or(|patch| patch.bytes.start >= undone.text.end)
    });
    let patches = patches.into_iter().map(|patch| Repair {
        bytes: in_resource(&patch.bytes),
        damage: Damage::Malformed,
        encodings: alloc::vec![patch.encoding],
        was: lossy(&patch.bytes),
        became: patch.became,
    });
    let undone = undone.into_iter().map(|undone| {
        let (bytes, was) = (in_resource(&undone.text), lossy(&undone.text));
        Repair { was, ..of_undone(undone, bytes, "") }
    });
    merge(patches.collect(), undone.collect(), |repair| repair.bytes.start)
}

/// Merges two lists, each sorted by `start`.
fn merge<T>(one: Vec<T>, other: Vec<T>, start: fn(&T) -> usize) -> Vec<T> {
    let mut merged = Vec::with_capacity(one.len() + other.len());
    let mut other = other.into_iter().peekable();
    for part in one {
        while let Some(before) = other.next_if(|other| start(other) < start(&part)) {
            merged.push(before);
        }
        merged.push(part);
    }
    merged.extend(other);
    merged
}

/// The text of UTF-8 with its repairs.
#[cfg_attr(target_family = "wasm", inline(never))]
fn patched(body: &[u8], mark: usize, repairs: Vec<Repair>) -> Repaired {
    let mut patched = Repaired { text: String::with_capacity(body.len()), repairs, errors: 0, first_error: None };
    let mut rest = 0;
    for at in 0..=patched.repairs.len() {
        let repair = patched.repairs.get(at);
        let end = repair.map_or(body.len(), |repair| repair.bytes.start - mark);
        for chunk in body.get(rest..end).unwrap_or_default().utf8_chunks() {
            patched.text.push_str(chunk.valid());
            rest += chunk.valid().len();
            if !chunk.invalid().is_empty() {
                patched.text.push(char::REPLACEMENT_CHARACTER);
                patched.errors += 1;
                let error = DecodeError { offset: rest, length: chunk.invalid().len(), encoding: Encoding::Utf8 };
                patched.first_error = patched.first_error.or(Some(error));
                rest += error.length;
            }
        }
        if let Some(repair) = repair {
            patched.text.push_str(&repair.became);
            rest = repair.bytes.end - mark;
        }
    }
    patched
}

/// Where parts of `text` are in `bytes`.
fn places_in_bytes(
    bytes: &[u8],
    mark: usize,
    text: &str,
    encoding: Option<Encoding>,
    undone: &[doubly_encoded::Undone],
) -> Vec<Range<usize>> {
    if encoding.is_some_and(|encoding| !encoding.is_single_byte()) {
        let positions = Positions::of_body(encoding, bytes, mark, TextUnit::Utf8);
        return undone.iter().map(|undone| positions.byte_range(undone.text.clone())).collect();
    }
    // A character is a byte.
    let (mut places, mut read, mut at) = (Vec::with_capacity(undone.len()), mark, 0);
    for undone in undone {
        let length = |range: Range<usize>| text.get(range).map_or(0, |text| text.chars().count());
        let start = read + length(at..undone.text.start);
        read = start + length(undone.text.clone());
        at = undone.text.end;
        places.push(start..read);
    }
    places
}
