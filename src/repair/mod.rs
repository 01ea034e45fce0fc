//! Repair: text that is malformed, or was encoded twice, is decoded as what it was meant to be.
//!
//! `docs/repair.md` explains how it works and how well.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use crate::encoding::decoding::Decoding;
use crate::encoding::names::named_enum;
use crate::{DecodeError, Encoding, Positions, TextUnit};

mod alphabet;
mod code_page;
mod code_pages;
mod console;
mod doubly_encoded;
mod in_legacy;
mod lines;
mod malformed;
pub(crate) mod misread;
mod misreading;
#[cfg(feature = "encode")]
pub(crate) mod mixed;
mod modified;
pub(crate) mod oddness;
mod paths;
mod repairer;

pub use code_page::CodePage;
use doubly_encoded::Proof;
use in_legacy::InLegacy;
use malformed::LegacyText;
use misread::Misread;
pub(crate) use repairer::Repairer;

named_enum! {
    /// What was wrong with bytes that were [repaired](Repair).
    ///
    /// ```
    /// assert_eq!(charsniff::Damage::DoublyEncoded.as_str(), "doubly-encoded");
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Damage, "kind of damage" {
        /// Malformed sequences in UTF-8 that are text in a legacy encoding, `caf\xE9`, or UTF-8 as Java writes it: a
        /// pair of surrogates (CESU-8), or C0 80 for U+0000. Also lines in UTF-8 in a text in a legacy encoding.
        Malformed = "malformed",
        /// UTF-8 that was decoded as a legacy encoding and encoded again, perhaps several times: `cafÃ©`.
        DoublyEncoded = "doubly-encoded",
        /// A C1 control that stands for the character that windows-1252 has in its place: U+0092 for `’`.
        C1Control = "c1-control",
        /// Text in a legacy encoding, all of which was decoded as another one: `Ïðèâåò` for `Привет`.
        Misread = "misread",
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
/// assert_eq!(repair.to_string(), "bytes 8 to 12, doubly-encoded (UTF-8 read as windows-1252): Ã¡ became á");
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
    /// The encoding that malformed bytes are in (UTF-8 for CESU-8 and C0 80); the encodings that doubly encoded text was
    /// wrongly decoded from, the last one first; windows-1252 for a C1 control. For misread text, the encodings that it
    /// was decoded as, the last one first, and then the one that it is in.
    pub encodings: Vec<CodePage>,
    /// The text of the bytes without repair.
    pub was: String,
    /// The text after repair.
    pub became: String,
}

/// Writes the position of the bytes, the damage, and the text before and after.
impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bytes {} to {}, {} (", self.bytes.start, self.bytes.end, self.damage)?;
        let mut separator = "";
        if self.damage == Damage::DoublyEncoded {
            write!(f, "UTF-8")?;
            separator = " read as ";
        }
        for encoding in self.encodings.iter().rev() {
            write!(f, "{separator}{encoding}")?;
            separator = if separator.is_empty() { " read as " } else { ", then as " };
        }
        write!(f, "): {} became {}", self.was, self.became)
    }
}

/// How many repairs are listed at most. More would not help a reader, and could take many times the memory of the text.
const MOST_LISTED: usize = 1_000;

/// How many bytes of text they quote together.
const MOST_QUOTED: usize = 64 * 1024;

/// A repaired text, and the repairs.
#[derive(Default)]
pub(crate) struct Repaired {
    pub(crate) text: String,
    pub(crate) repairs: Vec<Repair>,
    /// How many repairs are not listed.
    pub(crate) unlisted: usize,
    /// How many bytes of text the listed repairs quote.
    quoted: usize,
    /// Whether `errors` and `first_error` were counted: the number of malformed sequences that are left, and the first
    /// one. If not, they are those of the text without repair.
    pub(crate) counts_errors: bool,
    pub(crate) errors: usize,
    pub(crate) first_error: Option<DecodeError>,
}

/// A part of a text, in bytes, and what it becomes.
struct Change {
    part: Range<usize>,
    damage: Damage,
    encodings: Vec<CodePage>,
    became: String,
}

impl Repaired {
    fn with_capacity(length: usize) -> Repaired {
        Repaired { text: String::with_capacity(length), ..Repaired::default() }
    }

    /// Whether everything beyond ASCII in `text` was doubly encoded, and is listed. Linear in `text`.
    fn is_all_doubly_encoded(&self, text: &str) -> bool {
        let beyond_ascii = |text: &str| text.chars().filter(|c| !c.is_ascii()).count();
        let doubly = self.repairs.iter().filter(|repair| repair.damage == Damage::DoublyEncoded);
        self.unlisted == 0 && doubly.map(|repair| beyond_ascii(&repair.was)).sum::<usize>() == beyond_ascii(text)
    }

    /// Appends a change of `was`, and lists it if there is room.
    fn push(&mut self, Change { part, damage, encodings, became }: Change, was: &[u8]) {
        self.text.push_str(&became);
        let quoted = self.quoted + was.len() + became.len();
        if self.repairs.len() >= MOST_LISTED || quoted > MOST_QUOTED || self.unlisted > 0 {
            self.unlisted += 1;
            return;
        }
        self.quoted = quoted;
        let was = String::from_utf8_lossy(was).into_owned();
        self.repairs.push(Repair { bytes: part, damage, encodings, was, became });
    }

    /// Appends text in `encoding`, in which errors become U+FFFD. It begins at `start`.
    fn push_legacy(&mut self, bytes: &[u8], start: usize, encoding: Encoding) {
        let (text, had_errors) = encoding.decode_without_bom_handling(bytes);
        self.text.push_str(&text);
        let mut rest = 0;
        while let Some(left) = bytes.get(rest..).filter(|_| had_errors)
            && let Err(error) = encoding.decode_without_bom_handling_or_fail(left)
        {
            self.errors += 1;
            let offset = start + rest + error.offset;
            self.first_error = self.first_error.or(Some(DecodeError { offset, ..error }));
            rest += error.offset + error.length.max(1);
        }
    }

    /// Appends UTF-8, in which errors become U+FFFD. It begins at `start`.
    fn push_utf8(&mut self, bytes: &[u8], mut start: usize) {
        for chunk in bytes.utf8_chunks() {
            self.text.push_str(chunk.valid());
            start += chunk.valid().len();
            if !chunk.invalid().is_empty() {
                self.text.push(char::REPLACEMENT_CHARACTER);
                self.errors += 1;
                let error = DecodeError { offset: start, length: chunk.invalid().len(), encoding: Encoding::Utf8 };
                self.first_error = self.first_error.or(Some(error));
                start += error.length;
            }
        }
    }
}

/// A text that may be damaged, and the bytes that it was decoded from.
#[derive(Clone, Copy)]
pub(crate) struct Original<'a> {
    /// The bytes of the resource, of which the first `mark` are a byte order mark, which is not in the text.
    pub(crate) bytes: &'a [u8],
    pub(crate) mark: usize,
    pub(crate) text: &'a str,
    /// `None`: the text was decoded isomorphically.
    pub(crate) encoding: Option<Encoding>,
}

/// Repairs the text of a resource whose encoding is known. `None` if there is nothing to repair. Linear in the bytes. Takes
/// memory for the new text, for a list of at most [`MOST_LISTED`] repairs, and for a part of a long run.
///
/// `candidates` gives the legacy encodings that bytes may be in, with the cost of each in nats; `judge` says which
/// encoding bytes are in that were read as another one.
#[cfg_attr(target_family = "wasm", inline(never))]
fn repair(
    original: Original<'_>,
    candidates: malformed::Candidates<'_>,
    judge: misread::Judge<'_>,
) -> Option<Repaired> {
    let Original { text, encoding, .. } = original;
    let is_unicode = matches!(encoding, Some(Encoding::Utf8 | Encoding::Utf16Be | Encoding::Utf16Le));
    let repaired = || original.with_parts_repaired(candidates);
    if !is_unicode {
        return repaired();
    }
    // What is undone once may still be misread, and as odd as before.
    if let Some((read_as, undone)) = doubly_encoded::wholly_undone(text, misread::READ_AS.map(|(index, _)| index))
        && let Some(misread) = Misread::of(&undone, judge)
    {
        let odd = |text: &str| oddness::of(None, text.chars(), None);
        let is_better = |other: &Repaired| other.is_all_doubly_encoded(text) && odd(&other.text) <= odd(&misread.text);
        if !repaired().as_ref().is_some_and(is_better) {
            return original.with(misread.behind([read_as]).changes(text));
        }
    }
    let repaired = match Misread::of(text, judge) {
        // Text that was misread twice may also look like bytes of an East Asian encoding. That all of it is UTF-8 is
        // stronger evidence.
        Some(misread) => match repaired().filter(|repaired| repaired.is_all_doubly_encoded(text)) {
            None => return original.with(misread.changes(text)),
            repaired => repaired,
        },
        None => repaired(),
    };
    let Some(repaired) = repaired else {
        return match Misread::of_console(text) {
            Some(misread) => original.with(misread.changes(text)),
            None => original.with(misread::of_lines(text, judge)),
        };
    };
    // What was read as one legacy encoding may have been read as another one before.
    match Misread::of(&repaired.text, judge).filter(|_| repaired.errors == 0) {
        Some(misread) => {
            let undone = repaired.repairs.first().map(|first| first.encodings.clone());
            original.with(misread.behind(undone.unwrap_or_default()).changes(text))
        }
        None => Some(repaired),
    }
}

impl Original<'_> {
    /// The text with `changes`. `None` if there are none.
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn with(self, changes: impl Iterator<Item = Change>) -> Option<Repaired> {
        let text = self.text;
        let mut changes = changes.peekable();
        changes.peek()?;
        let (mut repaired, mut rest) = (Repaired::with_capacity(text.len()), 0);
        for change in changes {
            let Range { start, end } = change.part;
            repaired.text.push_str(text.get(rest..start)?);
            repaired.push(change, text.get(start..end)?.as_bytes());
            rest = end;
        }
        repaired.text.push_str(text.get(rest..)?);
        self.place_in_bytes(&mut repaired.repairs);
        Some(repaired)
    }

    /// The text with the parts repaired that are damaged. `None` if there are none.
    fn with_parts_repaired(self, candidates: malformed::Candidates<'_>) -> Option<Repaired> {
        let Original { bytes, mark, text, encoding } = self;
        let body = bytes.get(mark..)?;
        if encoding == Some(Encoding::Utf8) {
            return of_utf8(body, mark, candidates);
        }
        let with_controls = matches!(encoding, Some(Encoding::Utf16Be | Encoding::Utf16Le));
        let proof = Proof::of(core::iter::once(text));
        let own = encoding.and_then(|encoding| proof.of_misreading(encoding));
        let in_legacy = encoding.and_then(|encoding| InLegacy::of(body, text, own.as_ref(), encoding));
        match (&in_legacy, &own) {
            (None, _) => self.with(proof.undone(text, with_controls).map(Change::from)),
            (Some(in_legacy), Some(own)) => self.with(in_legacy.undone(body, text, own).map(Change::from)),
            (Some(in_legacy), None) => of_lines(body, mark, in_legacy),
        }
    }

    /// Replaces the places in the text of all repairs by those in the bytes.
    fn place_in_bytes(self, repairs: &mut [Repair]) {
        let Original { bytes, mark, text, encoding } = self;
        if let Some(encoding) = encoding.filter(|encoding| !encoding.is_single_byte()) {
            let positions = Positions::of_body(Decoding::Encoding(encoding), bytes, mark, TextUnit::Utf8);
            for repair in repairs {
                repair.bytes = positions.byte_range(repair.bytes.clone());
            }
            return;
        }
        // A character is a byte.
        let (mut read, mut at) = (mark, 0);
        for repair in repairs {
            let length = |range: Range<usize>| text.get(range).map_or(0, |text| text.chars().count());
            let start = read + length(at..repair.bytes.start);
            read = start + length(repair.bytes.clone());
            at = repair.bytes.end;
            repair.bytes = start..read;
        }
    }
}

impl From<doubly_encoded::Undone> for Change {
    fn from(undone: doubly_encoded::Undone) -> Change {
        let (damage, encodings) = match undone.encodings.is_empty() {
            true => (Damage::C1Control, alloc::vec![Encoding::Windows1252.into()]),
            false => (Damage::DoublyEncoded, undone.encodings),
        };
        Change { part: undone.text, damage, encodings, became: undone.became }
    }
}

/// Repairs lines in UTF-8 in a text in another encoding. `None` if there are none.
#[cfg_attr(target_family = "wasm", inline(never))]
fn of_lines(body: &[u8], mark: usize, in_legacy: &InLegacy) -> Option<Repaired> {
    let encoding = in_legacy.encoding();
    let mut lines = in_legacy.lines(body).peekable();
    lines.peek()?;
    let (mut repaired, mut rest) = (Repaired::with_capacity(body.len()), 0);
    repaired.counts_errors = true;
    for (Range { start, end }, text) in lines {
        repaired.push_legacy(body.get(rest..start)?, rest, encoding);
        let part = mark + start..mark + end;
        let (was, _) = encoding.decode_without_bom_handling(body.get(start..end)?);
        let encodings = alloc::vec![Encoding::Utf8.into()];
        repaired.push(Change { part, damage: Damage::Malformed, encodings, became: text.into() }, was.as_bytes());
        rest = end;
    }
    repaired.push_legacy(body.get(rest..)?, rest, encoding);
    Some(repaired)
}

/// The valid UTF-8 in some bytes, and its places.
fn valid_parts(body: &[u8]) -> impl Iterator<Item = (usize, &str)> + Clone {
    body.utf8_chunks().scan(0, |at, chunk| {
        let start = *at;
        *at += chunk.valid().len() + chunk.invalid().len();
        Some((start, chunk.valid()))
    })
}

/// Repairs UTF-8.
#[cfg_attr(target_family = "wasm", inline(never))]
fn of_utf8(body: &[u8], mark: usize, candidates: malformed::Candidates<'_>) -> Option<Repaired> {
    let legacy = LegacyText::of(body, candidates);
    let proof = Proof::of(valid_parts(body).map(|(_, text)| text));
    let patches = legacy.iter().flat_map(|legacy| legacy.patches(body)).map(|patch| Change {
        part: patch.bytes,
        damage: Damage::Malformed,
        encodings: alloc::vec![patch.encoding.into()],
        became: patch.became,
    });
    let modified = modified::runs(body).map(|(part, became)| Change {
        part,
        damage: Damage::Malformed,
        encodings: alloc::vec![Encoding::Utf8.into()],
        became,
    });
    let place = |change: &Change| change.part.clone();
    let undone = valid_parts(body).flat_map(|(start, text)| {
        proof.undone(text, true).map(move |undone| {
            let change = Change::from(undone);
            Change { part: start + change.part.start..start + change.part.end, ..change }
        })
    });
    // Bytes that are legacy text are not also repaired as UTF-8.
    let mut changes = fill(fill(patches, modified, place), undone, place).peekable();
    changes.peek()?;
    let (mut repaired, mut rest) = (Repaired::with_capacity(body.len()), 0);
    repaired.counts_errors = true;
    for change in changes {
        let Range { start, end } = change.part;
        repaired.push_utf8(body.get(rest..start).unwrap_or_default(), rest);
        let in_resource = Change { part: mark + start..mark + end, ..change };
        repaired.push(in_resource, body.get(start..end).unwrap_or_default());
        rest = end;
    }
    repaired.push_utf8(body.get(rest..).unwrap_or_default(), rest);
    Some(repaired)
}

/// `main`, and those of `others` that overlap none of them. Both are sorted by their places, and so is the result.
fn fill<T>(
    main: impl Iterator<Item = T>,
    others: impl Iterator<Item = T>,
    place: fn(&T) -> Range<usize>,
) -> impl Iterator<Item = T> {
    let (mut main, mut others) = (main.peekable(), others.peekable());
    core::iter::from_fn(move || {
        loop {
            let Some(other) = others.peek().map(place) else { return main.next() };
            let Some(next) = main.peek().map(place) else { return others.next() };
            if other.end <= next.start {
                return others.next();
            }
            if other.start >= next.end {
                return main.next();
            }
            others.next();
        }
    })
}
