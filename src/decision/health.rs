//! [`Health`]: signs that text is not what its author wrote. Nothing is decided by it.

use core::fmt;

use self::doubly_encoded::Runs;
use crate::{DecoderResult, Encoding, Sniffed};

mod doubly_encoded;

/// What is wrong, or looks wrong, with a resource when it is read as a verdict says.
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
    /// Where the first malformed sequence starts: bytes from the start of the resource.
    pub first_error: Option<usize>,
    /// How many sequences are malformed; each becomes one U+FFFD.
    pub malformed: usize,
    /// How many bytes they have.
    pub malformed_bytes: usize,
    /// How many U+FFFD the bytes themselves spell: the trace of an earlier, wrong decoding.
    pub replacement_characters: usize,
    /// How many C1 controls (U+0080 to U+009F) the text has: legacy bytes read as UTF-8's or
    /// Latin-1's neighbours.
    pub c1_controls: usize,
    /// How many characters look like UTF-8 that was taken for windows-1252 and encoded again:
    /// `Ã©` for `é`.
    ///
    /// Runs of characters beyond ASCII are looked at as a whole: encoded in windows-1252 they would
    /// have to be valid UTF-8. A letter and the punctuation behind it may be that by chance, `É»`;
    /// so none counts unless there is one that no one writes, and none where sixteen times as many
    /// runs can be encoded in windows-1252 and are no UTF-8.
    pub doubly_encoded: usize,
    /// Whether the bytes are valid UTF-8, beyond ASCII, and read as something else.
    pub is_valid_utf8_read_otherwise: bool,
}

impl Health {
    /// Whether there is no sign of anything wrong.
    ///
    /// ```
    /// use charsniff::{Context, health, sniff};
    /// let of = |page: &[u8]| health(page, &sniff(page, (), &Context::json()));
    /// assert!(of(b"{}").is_well() && !of(b"\xFF").is_well());
    /// ```
    pub fn is_well(&self) -> bool {
        *self == Health::default()
    }
}

/// Writes what is wrong, comma-separated, or `well`.
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
        if self.c1_controls > 0 {
            item(format_args!("{} C1 controls", self.c1_controls))?;
        }
        if self.doubly_encoded > 0 {
            item(format_args!("{} doubly encoded", self.doubly_encoded))?;
        }
        if self.is_valid_utf8_read_otherwise {
            item(format_args!("valid UTF-8 read otherwise"))?;
        }
        Ok(())
    }
}

/// Looks for signs that `bytes`, read as `sniffed` says, are not the text that was meant.
///
/// Linear in their length; needs a few kilobytes of stack and no heap.
///
/// ```
/// use charsniff::{Context, health, sniff};
/// let page = "<meta charset=windows-1252>Größe".as_bytes();
/// let health = health(page, &sniff(page, (), &Context::html()));
/// assert!(health.is_valid_utf8_read_otherwise);
/// assert_eq!(health.first_error, None);
/// ```
pub fn health(bytes: &[u8], sniffed: &Sniffed) -> Health {
    let body = bytes.get(sniffed.bom_length()..).unwrap_or_default();
    let mut health = Health::default();
    let reads_utf8 = sniffed.encoding == Encoding::Utf8 && !sniffed.is_isomorphic();
    health.is_valid_utf8_read_otherwise = !reads_utf8 && !body.is_ascii() && core::str::from_utf8(body).is_ok();
    let mut signs = Signs::default();
    if sniffed.is_isomorphic() {
        body.iter().for_each(|&byte| signs.push(char::from(byte)));
    } else {
        decode(body, sniffed, &mut health, &mut signs);
    }
    signs.runs.end();
    health.replacement_characters = signs.replacement_characters;
    health.c1_controls = signs.c1_controls;
    health.doubly_encoded = signs.runs.characters();
    health
}

/// Counts malformed sequences, and shows the text between them to `signs`.
fn decode(body: &[u8], sniffed: &Sniffed, health: &mut Health, signs: &mut Signs) {
    let mut decoder = sniffed.encoding.new_decoder_without_bom_handling();
    let mut text = [0; 4096];
    let mut read = 0;
    loop {
        let (result, r, written) = decoder.decode_to_utf8_without_replacement(&body[read..], &mut text, true);
        read += r;
        // The decoder writes whole characters only.
        signs.push_all(core::str::from_utf8(&text[..written]).unwrap_or_default());
        match result {
            DecoderResult::InputEmpty => return,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(length, after) => {
                let (length, after) = (usize::from(length), usize::from(after));
                let offset = sniffed.bom_length() + read.saturating_sub(length + after);
                health.first_error.get_or_insert(offset);
                health.malformed += 1;
                health.malformed_bytes += length;
                signs.runs.end();
            }
        }
    }
}

/// What the text shows.
#[derive(Default)]
struct Signs {
    replacement_characters: usize,
    c1_controls: usize,
    runs: Runs,
}

impl Signs {
    fn push_all(&mut self, text: &str) {
        if text.is_ascii() && !text.is_empty() {
            return self.runs.end();
        }
        text.chars().for_each(|c| self.push(c));
    }

    fn push(&mut self, c: char) {
        if c.is_ascii() {
            return self.runs.end();
        }
        self.replacement_characters += usize::from(c == '\u{FFFD}');
        self.c1_controls += usize::from(matches!(c, '\u{80}'..='\u{9F}'));
        self.runs.push(c);
    }
}
