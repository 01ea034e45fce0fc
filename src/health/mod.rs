//! [`Health`]: signs that a text is not what its author wrote. It does not influence the verdict.

use core::fmt;

use self::doubly_encoded::Runs;
use self::question_marks::QuestionMarks;
use crate::encoding::bom::{UTF_32_SAMPLE, utf_32};
use crate::encoding::decoding::Decoding;
use crate::{Decoder, DecoderResult, Encoding, Sniffed};

mod doubly_encoded;
mod question_marks;

/// What is wrong, or looks wrong, with a resource when it is decoded as a verdict says.
///
/// ```
/// use charsniff::{Context, health, sniff};
/// let page = "Ã©tÃ©".as_bytes();
/// let health = health(page, &sniff(page, "text/html; charset=utf-8", &Context::html()));
/// assert_eq!((health.malformed, health.doubly_encoded), (0, 2));
/// assert!(!health.is_well());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub struct Health {
    /// Where the first malformed sequence starts, in bytes from the start of the resource.
    pub first_error: Option<usize>,
    /// The number of malformed sequences, each of which becomes one U+FFFD.
    pub malformed: usize,
    /// The number of bytes in them.
    pub malformed_bytes: usize,
    /// The number of U+FFFD that the bytes contain, also encoded twice (`ï¿½`): traces of an earlier, wrong decoding. What stood
    /// there is lost.
    pub replacement_characters: usize,
    /// The number of `?` that stand in the place of letters, `M?ller` or `?????? ???`: an earlier program wrote them for
    /// characters that its encoding lacked. These are lost.
    ///
    /// A question mark counts if it stands between letters of one case, or belongs to a word of question marks alone
    /// that stands beside another such word or fills a line or a field. If there are such, question marks at the start
    /// of words count too. A single word with two long parts proves nothing, since it may lack a space
    /// (`really?because`).
    pub question_marks: usize,
    /// The number of C1 controls (U+0080 to U+009F): a sign of legacy bytes that are decoded as
    /// UTF-8 or as another encoding.
    pub c1_controls: usize,
    /// The number of characters that look like UTF-8 that was decoded as windows-1252 and encoded
    /// again: `Ã©` for `é`.
    ///
    /// Each run of characters above U+007F is encoded in windows-1252. If the result is valid UTF-8, the run was
    /// probably encoded twice. That can happen by chance (`É»`). Therefore such runs count only if one of them is a
    /// sequence that no ordinary text contains, and if there are fewer than sixteen times as many runs that
    /// windows-1252 can encode and that are not valid UTF-8.
    pub doubly_encoded: usize,
    /// Whether the bytes are valid UTF-8 with non-ASCII characters, but are decoded as something
    /// else.
    pub is_misread_utf8: bool,
    /// Whether the bytes are UTF-32 with a byte order mark, or are decoded as UTF-32. Only a
    /// [crawler](crate::Reading::Crawler) reads it: the Web has no UTF-32.
    pub is_utf32: bool,
}

impl Health {
    /// The signs that `bytes`, decoded as `sniffed` says, are not the text that their author wrote.
    ///
    /// Linear in their length. Needs a few kilobytes of stack and no heap.
    ///
    /// ```
    /// use charsniff::{Context, Health, sniff};
    /// let page = "<meta charset=windows-1252>Größe".as_bytes();
    /// let health = Health::of(page, &sniff(page, (), &Context::html()));
    /// assert!(health.is_misread_utf8);
    /// assert_eq!(health.first_error, None);
    /// ```
    #[must_use]
    pub fn of(bytes: &[u8], sniffed: &Sniffed) -> Health {
        let mut check = HealthCheck::new(sniffed);
        check.push(bytes);
        check.finish()
    }

    /// Whether nothing looks wrong.
    ///
    /// ```
    /// use charsniff::{Context, health, sniff};
    /// let of = |page: &[u8]| health(page, &sniff(page, (), &Context::json()));
    /// assert!(of(b"{}").is_well() && !of(b"\xFF").is_well());
    /// ```
    #[must_use]
    pub fn is_well(&self) -> bool {
        *self == Health::default()
    }
}

/// Writes what is wrong, separated by commas, or `well`.
impl fmt::Display for Health {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_well() {
            return f.write_str("well");
        }
        let mut separator = "";
        let mut item = |text: fmt::Arguments<'_>| {
            let result = write!(f, "{separator}{text}");
            separator = ", ";
            result
        };
        if let Some(offset) = self.first_error {
            item(format_args!(
                "{} malformed ({} bytes), the first at byte {offset}",
                self.malformed, self.malformed_bytes
            ))?;
        }
        if self.replacement_characters > 0 {
            item(format_args!("{} U+FFFD", self.replacement_characters))?;
        }
        if self.question_marks > 0 {
            item(format_args!("{} ? in the place of letters", self.question_marks))?;
        }
        if self.c1_controls > 0 {
            item(format_args!("{} C1 controls", self.c1_controls))?;
        }
        if self.doubly_encoded > 0 {
            item(format_args!("{} doubly encoded", self.doubly_encoded))?;
        }
        if self.is_misread_utf8 {
            item(format_args!("valid UTF-8 read as another encoding"))?;
        }
        if self.is_utf32 {
            item(format_args!("UTF-32"))?;
        }
        Ok(())
    }
}

/// [`Health::of`], as a function beside [`sniff`](crate::sniff()) and [`decode`](crate::decode).
///
/// ```
/// use charsniff::{Context, Health, health, sniff};
/// let sniffed = sniff(b"{\xFF}", (), &Context::json());
/// assert_eq!(health(b"{\xFF}", &sniffed), Health::of(b"{\xFF}", &sniffed));
/// ```
#[must_use]
pub fn health(bytes: &[u8], sniffed: &Sniffed) -> Health {
    Health::of(bytes, sniffed)
}

/// [`Health::of`] a resource that arrives in chunks.
///
/// ```
/// use charsniff::{Context, HealthCheck, health, sniff};
/// let page = "<meta charset=utf-8>Ã©tÃ©".as_bytes();
/// let sniffed = sniff(page, (), &Context::html());
/// let mut check = HealthCheck::new(&sniffed);
/// page.chunks(1).for_each(|chunk| check.push(chunk));
/// assert_eq!(check.finish(), health(page, &sniffed));
/// ```
#[derive(Clone, Debug)]
pub struct HealthCheck {
    is_utf_32: bool,
    /// `None` if bytes are decoded isomorphically.
    decoder: Option<Decoder>,
    /// Checks whether the bytes are UTF-8, if they are decoded as something else.
    utf8: Option<Utf8Check>,
    /// The first bytes, which tell whether this is UTF-32.
    start: [u8; UTF_32_SAMPLE],
    start_length: usize,
    /// How many bytes of the byte order mark have not arrived yet.
    mark_left: usize,
    /// How many bytes have arrived.
    position: usize,
    health: Health,
    signs: Signs,
}

impl HealthCheck {
    /// Starts a check of a resource that is decoded as `sniffed` says.
    ///
    /// ```
    /// use charsniff::{Context, HealthCheck, sniff};
    /// assert!(HealthCheck::new(&sniff(b"", (), &Context::html())).finish().is_well());
    /// ```
    #[must_use]
    pub fn new(sniffed: &Sniffed) -> HealthCheck {
        HealthCheck::of(sniffed.decoding, sniffed.bom_length())
    }

    unstable! {
        /// Starts a check of a resource with a byte order mark of `bom_length` bytes.
        pub fn of(decoding: Decoding, bom_length: usize) -> HealthCheck {
            HealthCheck {
                is_utf_32: decoding.is_utf_32(),
                decoder: decoding.new_decoder(),
                utf8: (decoding != Decoding::Encoding(Encoding::Utf8) && !decoding.is_utf_32()).then(Utf8Check::new),
                start: [0; UTF_32_SAMPLE],
                start_length: 0,
                mark_left: bom_length,
                position: 0,
                health: Health::default(),
                signs: Signs::default(),
            }
        }
    }

    /// Takes the next bytes. Linear in their number.
    ///
    /// ```
    /// use charsniff::{Context, HealthCheck, sniff};
    /// let mut check = HealthCheck::new(&sniff(b"", (), &Context::json()));
    /// check.push(b"\"\xC3");
    /// check.push(b"\xFF\"");
    /// assert_eq!(check.finish().first_error, Some(1));
    /// ```
    pub fn push(&mut self, chunk: &[u8]) {
        let room = &mut self.start[self.start_length..];
        let taken = room.len().min(chunk.len());
        room[..taken].copy_from_slice(&chunk[..taken]);
        self.start_length += taken;
        let mark = self.mark_left.min(chunk.len());
        self.mark_left -= mark;
        self.position += mark;
        let body = chunk.get(mark..).unwrap_or_default();
        if let Some(utf8) = &mut self.utf8 {
            utf8.push(body, false);
        }
        self.decode(body, false);
    }

    /// Ends the check: the resource is complete.
    ///
    /// ```
    /// use charsniff::{Context, HealthCheck, sniff};
    /// let mut check = HealthCheck::new(&sniff(b"", (), &Context::json()));
    /// check.push(b"\"\xC3");
    /// assert_eq!(check.finish().malformed, 1);
    /// ```
    #[must_use]
    pub fn finish(mut self) -> Health {
        self.decode(&[], true);
        self.signs.runs.end();
        Health {
            is_misread_utf8: self.utf8.as_mut().is_some_and(Utf8Check::is_valid_beyond_ascii),
            replacement_characters: self.signs.replacement_characters,
            question_marks: self.signs.question_marks.finish(),
            c1_controls: self.signs.c1_controls,
            doubly_encoded: self.signs.runs.characters(),
            is_utf32: self.is_utf_32 || utf_32(&self.start[..self.start_length]).is_some(),
            ..self.health
        }
    }

    /// Counts malformed sequences, and searches the text between them for signs of damage.
    fn decode(&mut self, body: &[u8], last: bool) {
        let HealthCheck { decoder, position, health, signs, .. } = self;
        let Some(decoder) = decoder else {
            return body.iter().for_each(|&byte| signs.push_all(char::from(byte).encode_utf8(&mut [0; 4])));
        };
        let mut text = [0; 4096];
        let mut read = 0;
        loop {
            let (result, r, written) = decoder.decode_to_utf8_without_replacement(&body[read..], &mut text, last);
            read += r;
            // A decoder writes whole characters only.
            signs.push_all(core::str::from_utf8(&text[..written]).unwrap_or_default());
            match result {
                DecoderResult::InputEmpty => break,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(length, after) => {
                    let (length, after) = (usize::from(length), usize::from(after));
                    health.first_error.get_or_insert((*position + read).saturating_sub(length + after));
                    health.malformed += 1;
                    health.malformed_bytes += length;
                    signs.runs.end();
                }
            }
        }
        *position += body.len();
    }
}

/// Checks whether bytes that come in chunks are UTF-8.
#[derive(Clone, Debug)]
struct Utf8Check {
    /// `None` after a malformed sequence.
    decoder: Option<Decoder>,
    is_ascii: bool,
}

impl Utf8Check {
    fn new() -> Utf8Check {
        Utf8Check { decoder: Some(Encoding::Utf8.new_decoder_without_bom_handling()), is_ascii: true }
    }

    fn push(&mut self, mut bytes: &[u8], last: bool) {
        self.is_ascii = self.is_ascii && bytes.is_ascii();
        let mut text = [0; 4096];
        while let Some(decoder) = &mut self.decoder {
            let (result, read, _) = decoder.decode_to_utf8_without_replacement(bytes, &mut text, last);
            bytes = &bytes[read..];
            match result {
                DecoderResult::InputEmpty => return,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(..) => self.decoder = None,
            }
        }
    }

    fn is_valid_beyond_ascii(&mut self) -> bool {
        self.push(&[], true);
        self.decoder.is_some() && !self.is_ascii
    }
}

/// U+FFFD in UTF-8, read as windows-1252.
const TWICE: [char; 3] = ['ï', '¿', '½'];

/// What is counted in the text.
#[derive(Clone, Debug, Default)]
struct Signs {
    replacement_characters: usize,
    /// How many characters of `ï¿½` were just read.
    of_replacement: usize,
    question_marks: QuestionMarks,
    c1_controls: usize,
    runs: Runs,
}

impl Signs {
    fn push_all(&mut self, text: &str) {
        self.question_marks.push(text);
        if text.is_ascii() && !text.is_empty() {
            self.of_replacement = 0;
            return self.runs.end();
        }
        text.chars().for_each(|c| self.push(c));
    }

    fn push(&mut self, c: char) {
        let expected = TWICE.get(self.of_replacement) == Some(&c);
        self.of_replacement = if expected { self.of_replacement + 1 } else { usize::from(c == TWICE[0]) };
        if c.is_ascii() {
            return self.runs.end();
        }
        self.replacement_characters += usize::from(c == '\u{FFFD}' || self.of_replacement == TWICE.len());
        self.c1_controls += usize::from(matches!(c, '\u{80}'..='\u{9F}'));
        self.runs.run.push(c);
    }
}
