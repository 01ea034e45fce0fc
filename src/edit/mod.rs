//! [`Edit`]: changes of a text, written into the bytes that it was decoded from.
//!
//! Nothing outside the changes is encoded again: malformed sequences, escape sequences, line ends and the byte order
//! mark stay as they are. Around each change the result is decoded and compared with the edited text; it is an error if
//! bytes join across the end of a change.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::context::Context;
use crate::convert::{ConvertError, Resource};
use crate::decision::sniff;
use crate::encoding::bom::utf_32;
use crate::evidence::Visit;
use crate::{Encoding, Headers, Sniffed, Unmappable};
use pieces::{As, Piece};
use splice::{Change, Spliced, Unwritten};

#[cfg(feature = "diff")]
mod difference;
mod error;
mod escapes;
mod fallback;
mod pieces;
mod splice;

pub use error::EditError;
pub use fallback::Fallback;

/// The text of a resource, and changes to it.
///
/// Decodes the bytes once. A malformed sequence is U+FFFD in the text, and stays as it is in the bytes. With
/// [`Context::repair`], lines and words in another encoding than the rest are decoded as what they are, and what is
/// inserted in one of them is written in its encoding. Other repairs are not made: a character in CESU-8 is U+FFFD, and
/// its bytes stay.
///
/// ```
/// use charsniff::{Context, Edit};
/// let file = b"<meta charset=koi8-r>\r\n\xED\xC1\xD2\xD3 \xFF\n";
/// let mut edit = Edit::new(file, (), &Context::html());
/// let at = edit.text().find("Марс").unwrap();
/// edit.replace(at..at + "Марс".len(), "Луна")?;
/// assert_eq!(edit.write()?.bytes, b"<meta charset=koi8-r>\r\n\xEC\xD5\xCE\xC1 \xFF\n");
///
/// // A log that two programs wrote.
/// let log = b"caf\xE9 noir\r\n\xC3\x89t\xC3\xA9 \xC3\xA0 Nice\r\n";
/// # let log = [&log[..], "Forêt, été, thé, château\r\n".as_bytes()].concat();
/// # let log = &log[..];
/// let mut edit = Edit::new(log, "text/plain; charset=utf-8", &Context::text().repair(true));
/// edit.replace(0..5, "thé")?;
/// assert!(edit.write()?.bytes.starts_with(b"th\xE9 noir\r\n\xC3\x89t\xC3\xA9"));
/// # Ok::<(), charsniff::EditError>(())
/// ```
#[derive(Clone)]
pub struct Edit<'a> {
    bytes: Cow<'a, [u8]>,
    sniffed: Sniffed,
    context: Context,
    content_type: Option<String>,
    text: String,
    /// Whether lines and words in another encoding are decoded as what they are.
    may_be_mixed: bool,
    pieces: Vec<Piece>,
    /// Ranges of the text, and what replaces them, in the order of the calls.
    changes: Vec<(Range<usize>, String)>,
}

/// A resource with changed text.
///
/// ```
/// use charsniff::{Context, Edit, Encoding};
/// let mut edit = Edit::new(b"<meta charset=gbk>", (), &Context::html());
/// edit.replace(14..17, "utf-8")?;
/// let edited = edit.write()?;
/// // Whoever changes the declaration changes how the file is read.
/// assert_eq!((edited.encoding, edited.sniffed.encoding), (Encoding::Gbk, Encoding::Utf8));
/// # Ok::<(), charsniff::EditError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Edited {
    /// The resource.
    pub bytes: Vec<u8>,
    /// The encoding that it was written in: that of the original's [verdict](Sniffed), or UTF-8 after [`Fallback::Utf8`].
    pub encoding: Encoding,
    /// The verdict on `bytes`. If its encoding is another one, the change has touched the declaration, or the detector guesses
    /// another encoding.
    pub sniffed: Sniffed,
    /// How many characters were written as the [`Fallback`] says.
    pub replaced: usize,
    /// After [`Fallback::Utf8`]: the Content-Type that must be sent, as [`Converted::header`](crate::Converted::header).
    pub header: Option<String>,
}

impl<'a> Edit<'a> {
    /// The text of a resource, without changes. Linear in `bytes`.
    ///
    /// ```
    /// use charsniff::{Context, Edit};
    /// let edit = Edit::new(b"a\xE9", "text/plain; charset=latin1", &Context::text());
    /// assert_eq!((edit.text(), edit.sniffed().encoding.name()), ("aé", "windows-1252"));
    /// assert_eq!(edit.write()?.bytes, b"a\xE9");
    /// # Ok::<(), charsniff::EditError>(())
    /// ```
    #[must_use]
    pub fn new(bytes: &'a [u8], headers: impl Headers, context: &Context) -> Edit<'a> {
        let may_be_mixed = context.facts.repair.is_some();
        let context = context.clone().repair(false);
        let mut values: Vec<String> = Vec::new();
        headers.visit("content-type", &mut |value| values.push(String::from_utf8_lossy(value).into_owned()));
        let sniffed = sniff(bytes, &headers, &context);
        let (text, pieces) = pieces::read(bytes, &sniffed, may_be_mixed);
        let content_type = (!values.is_empty()).then(|| values.join(", "));
        Edit {
            bytes: Cow::Borrowed(bytes),
            sniffed,
            context,
            content_type,
            text,
            may_be_mixed,
            pieces,
            changes: Vec::new(),
        }
    }

    /// The same with a copy of the bytes, so that it borrows nothing. Linear in the bytes.
    ///
    /// ```
    /// use charsniff::{Context, Edit};
    /// let edit: Edit<'static> = Edit::new(&b"text".to_vec(), (), &Context::text()).into_owned();
    /// assert_eq!(edit.text(), "text");
    /// ```
    #[must_use]
    pub fn into_owned(self) -> Edit<'static> {
        Edit { bytes: Cow::Owned(self.bytes.into_owned()), ..self }
    }

    /// The text of the original.
    ///
    /// ```
    /// use charsniff::{Context, Edit};
    /// let mut edit = Edit::new(b"one", (), &Context::text());
    /// edit.replace(0..3, "two")?;
    /// assert_eq!((edit.text(), &*edit.edited_text()?), ("one", "two"));
    /// # Ok::<(), charsniff::EditError>(())
    /// ```
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The verdict that the original was decoded by.
    ///
    /// ```
    /// use charsniff::{Context, Edit, Source};
    /// assert_eq!(Edit::new(b"\xFE\xFF", (), &Context::text()).sniffed().source, Source::Bom);
    /// ```
    #[must_use]
    pub fn sniffed(&self) -> &Sniffed {
        &self.sniffed
    }

    /// Replaces a range of the [original text](Self::text), in bytes of its UTF-8, as of a `str`. An empty range is a
    /// place to insert at. Constant time.
    ///
    /// # Errors
    ///
    /// The range does not lie in the text, or not on the boundaries of characters.
    ///
    /// ```
    /// use charsniff::{Context, Edit, EditError};
    /// let mut edit = Edit::new("é".as_bytes(), "text/plain; charset=utf-8", &Context::text());
    /// assert_eq!(edit.replace(0..1, ""), Err(EditError::NoRange(0..1)));
    /// edit.replace(2..2, "→")?;
    /// assert_eq!(edit.write()?.bytes, "é→".as_bytes());
    /// # Ok::<(), EditError>(())
    /// ```
    pub fn replace(&mut self, range: Range<usize>, with: &str) -> Result<(), EditError> {
        let Some(_) = self.text.get(range.clone()) else { return Err(EditError::NoRange(range)) };
        self.changes.push((range, with.into()));
        Ok(())
    }

    /// The changes in order; those that touch are joined.
    fn in_order(&self) -> Result<Vec<(Range<usize>, String)>, EditError> {
        let mut changes = self.changes.clone();
        changes.sort_by_key(|(range, _)| (range.start, range.end));
        let mut joined: Vec<(Range<usize>, String)> = Vec::with_capacity(changes.len());
        for (range, with) in changes {
            match joined.last_mut() {
                Some((before, _)) if range.start < before.end => return Err(EditError::Overlap(range)),
                Some((before, text)) if range.start == before.end => {
                    before.end = range.end;
                    text.push_str(&with);
                }
                _ => joined.push((range, with)),
            }
        }
        Ok(joined)
    }

    /// The text with the changes. Linear in the text.
    ///
    /// # Errors
    ///
    /// Two ranges overlap.
    ///
    /// ```
    /// use charsniff::{Context, Edit, EditError};
    /// let mut edit = Edit::new(b"abc", (), &Context::text());
    /// edit.replace(2..3, "!")?;
    /// edit.replace(0..1, "")?;
    /// assert_eq!(edit.edited_text()?, "b!");
    /// edit.replace(1..3, "")?;
    /// assert_eq!(edit.edited_text(), Err(EditError::Overlap(2..3)));
    /// # Ok::<(), EditError>(())
    /// ```
    pub fn edited_text(&self) -> Result<String, EditError> {
        Ok(self.apply(&self.in_order()?))
    }

    fn apply(&self, changes: &[(Range<usize>, String)]) -> String {
        let inserted: usize = changes.iter().map(|(_, with)| with.len()).sum();
        let (mut text, mut done) = (String::with_capacity(self.text.len() + inserted), 0);
        for (range, with) in changes {
            text.push_str(self.text.get(done..range.start).unwrap_or_default());
            text.push_str(with);
            done = range.end;
        }
        text.push_str(self.text.get(done..).unwrap_or_default());
        text
    }

    /// The bytes with the changes; a character that the encoding lacks is an error.
    ///
    /// # Errors
    ///
    /// As [`write_with`](Self::write_with).
    ///
    /// ```
    /// use charsniff::{Context, Edit, EditError};
    /// let mut edit = Edit::new(b"caf\xE9", "text/plain; charset=latin1", &Context::text());
    /// edit.replace(0..0, "→")?;
    /// let Err(EditError::Unmappable(lacking)) = edit.write() else { panic!() };
    /// assert_eq!((lacking.character, lacking.line, lacking.column), ('→', 1, 1));
    /// # Ok::<(), EditError>(())
    /// ```
    pub fn write(&self) -> Result<Edited, EditError> {
        self.write_with(Fallback::Error)
    }

    /// The bytes with the changes: outside them, each byte is that of the original. What is inserted is encoded as the place
    /// around it is, so that decoding the result gives [the edited text](Self::edited_text).
    ///
    /// In ISO-2022-JP, escape sequences at the ends of a change are written as they are needed there. A change of one of the two
    /// characters that a sequence of Big5 stands for writes the other one again.
    ///
    /// Copies the bytes, walks over a few kilobytes around each change, and decodes these again to compare them with
    /// the edited text. If the file may be in several encodings, all of the result is decoded. In the end the result is
    /// sniffed, as by [`sniff`].
    ///
    /// # Errors
    ///
    /// - Two ranges overlap.
    /// - The encoding lacks a character, also those that its encoder writes as another one (¥ in Shift_JIS), and `fallback`
    ///   does not say how to write it.
    /// - The result would be read as another text, since bytes join across the end of a change: after the first byte of
    ///   a pair that had lost its second, or where a byte order mark would appear.
    /// - Nothing can be written in the encoding (replacement).
    ///
    /// ```
    /// use charsniff::{Context, Edit, EditError, Fallback};
    /// let mut edit = Edit::new(b"<meta charset=latin1>\xE9", (), &Context::html());
    /// edit.replace(21..21, "→")?;
    /// assert_eq!(edit.write_with(Fallback::NumericReference)?.bytes, b"<meta charset=latin1>&#8594;\xE9");
    /// assert_eq!(edit.write_with(Fallback::UnicodeEscape)?.bytes, b"<meta charset=latin1>\\u2192\xE9");
    /// let arrows = |c| (c == '→').then(|| "->".into());
    /// assert_eq!(edit.write_with(Fallback::Transliterate(&arrows))?.bytes, b"<meta charset=latin1>->\xE9");
    /// assert_eq!(edit.write_with(Fallback::Utf8)?.bytes, "<meta charset=UTF-8>→é".as_bytes());
    ///
    /// // A lead byte of Big5 without its trail byte: a letter after it would become one.
    /// let mut edit = Edit::new(b"\xA4<", "text/html; charset=big5", &Context::html());
    /// edit.replace(3..3, "a")?;
    /// assert_eq!(edit.write(), Err(EditError::ReadOtherwise(0)));
    /// # Ok::<(), EditError>(())
    /// ```
    pub fn write_with(&self, fallback: Fallback<'_>) -> Result<Edited, EditError> {
        let mut changes = self.in_order()?;
        let text = self.apply(&changes);
        changes.retain(|(range, with)| self.text.get(range.clone()) != Some(with));
        if changes.is_empty() {
            return Ok(self.edited(self.bytes.to_vec(), 0));
        }
        if self.sniffed.encoding == Encoding::Replacement {
            return Err(EditError::NoEncoder(Encoding::Replacement));
        }
        match self.written(&changes, &text, As::Place, fallback) {
            // If the result is not read as the edited text, the change may be written in the encoding of the rest.
            Err(_) if self.pieces.len() > 1 => self.written(&changes, &text, As::Resource, fallback),
            written => written,
        }
    }

    fn written(&self, changes: &[Change], text: &str, way: As, fallback: Fallback<'_>) -> Result<Edited, EditError> {
        let original = (&*self.bytes, &*self.text);
        let Spliced { bytes, changes, seams, replaced } =
            match pieces::write(original, &self.pieces, changes, (self.sniffed.decoding, way), fallback) {
                Ok(spliced) => spliced,
                Err(_) if matches!(fallback, Fallback::Utf8) => return self.to_utf_8(text),
                Err(unwritten) => return Err(self.lacking(text, &unwritten)),
            };
        // What a fallback has written is part of the edited text, too.
        let text = if replaced > 0 { Cow::Owned(self.apply(&changes)) } else { Cow::Borrowed(text) };
        if Encoding::for_bom(&bytes) != Encoding::for_bom(&self.bytes) || utf_32(&bytes) != utf_32(&self.bytes) {
            return Err(EditError::ReadOtherwise(0));
        }
        match &*self.pieces {
            [piece] if !self.may_be_mixed => piece.check(&bytes, &text, &seams).map_err(EditError::ReadOtherwise)?,
            // Which lines are in another encoding follows from all of them.
            _ => self.read_again(&bytes, &text)?,
        }
        Ok(self.edited(bytes, replaced))
    }

    /// Decodes all of the result, and compares.
    fn read_again(&self, bytes: &[u8], text: &str) -> Result<(), EditError> {
        let (read, _) = pieces::read(bytes, &self.sniffed, self.may_be_mixed);
        if read == text {
            return Ok(());
        }
        let same = read.bytes().zip(text.bytes()).take_while(|(one, other)| one == other).count();
        Err(EditError::ReadOtherwise((0..=same).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)))
    }

    /// Where the edited text has a character that the encoding lacks.
    fn lacking(&self, text: &str, unwritten: &Unwritten) -> EditError {
        let before = text.get(..unwritten.text_offset).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        EditError::Unmappable(Unmappable {
            character: unwritten.character,
            offset: unwritten.byte_offset,
            line: before.matches('\n').count() + 1,
            column: line.chars().count() + 1,
            encoding: unwritten.decoding.encoding(),
        })
    }

    fn edited(&self, bytes: Vec<u8>, replaced: usize) -> Edited {
        let sniffed = sniff(&bytes, self.content_type.as_deref(), &self.context);
        Edited { bytes, encoding: self.sniffed.encoding, sniffed, replaced, header: None }
    }

    /// The whole text in UTF-8, with its declaration.
    fn to_utf_8(&self, text: &str) -> Result<Edited, EditError> {
        let headers: &dyn Visit = &self.content_type.as_deref();
        let resource = Resource { sniffed: self.sniffed, headers, context: &self.context };
        let converted = resource.write(text, Encoding::Utf8).map_err(|error| match error {
            ConvertError::Unmappable(lacking) => EditError::Unmappable(lacking),
            ConvertError::NoEncoder(encoding) => EditError::NoEncoder(encoding),
        })?;
        let sniffed =
            sniff(&converted.bytes, converted.header.as_deref().or(self.content_type.as_deref()), &self.context);
        Ok(Edited { bytes: converted.bytes, encoding: Encoding::Utf8, sniffed, replaced: 0, header: converted.header })
    }
}

impl core::fmt::Debug for Edit<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut debug = f.debug_struct("Edit");
        debug.field("sniffed", &self.sniffed).field("changes", &self.changes).finish_non_exhaustive()
    }
}
