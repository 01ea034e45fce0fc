//! Fetch's [extract a MIME type](https://fetch.spec.whatwg.org/#concept-header-extract-mime-type),
//! as far as it concerns the encoding: the essence, and the first valid `charset`.
//!
//! The standard joins the values of several headers by commas into one list, in which a quoted
//! string may reach from one header into the next. To avoid joining them, two small state machines
//! read the list byte by byte: [`Extract`] splits it at commas outside quotes, and [`MimeType`]
//! parses each part. Both need constant memory, however long the headers are.

use alloc::string::String;

use super::{Headers, Visit};
use crate::encoding::label::is_ascii_whitespace;

/// Type and subtype of a MIME type have at most 127 bytes each (RFC 6838, section 4.2).
const ESSENCE_ROOM: usize = 255;
/// Longer than any label, so that a label that does not fit names no encoding.
const LABEL_ROOM: usize = 64;

/// The start of a byte string, kept without allocating. Of the bytes that do not fit, only the number and a hash are
/// kept, so that long strings can still be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Short<const ROOM: usize> {
    bytes: [u8; ROOM],
    length: usize,
    rest: u64,
}

impl<const ROOM: usize> Short<ROOM> {
    const EMPTY: Self = Short { bytes: [0; ROOM], length: 0, rest: 0xCBF2_9CE4_8422_2325 };

    fn push(&mut self, byte: u8) {
        match self.bytes.get_mut(self.length) {
            Some(place) => *place = byte,
            // FNV-1a.
            None => self.rest = (self.rest ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3),
        }
        self.length += 1;
    }

    /// The start of `bytes`, as much as fits.
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let mut short = Self::EMPTY;
        bytes.iter().for_each(|&byte| short.push(byte));
        short
    }

    pub(crate) fn as_slice(&self) -> &[u8] {
        &self.bytes[..self.length.min(ROOM)]
    }
}

/// The value of a `charset` parameter, without leading whitespace. A value that is too long to be a label is cut.
pub(crate) type CharsetValue = Short<LABEL_ROOM>;

/// What the Content-Type headers say.
#[derive(Clone, Debug)]
pub(crate) struct ContentType {
    pub(crate) essence: Short<ESSENCE_ROOM>,
    pub(crate) charset: Option<CharsetValue>,
}

/// Departures from the standards that a caller may ask for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Departures {
    /// A subtype may have a slash, as in both browsers.
    pub(crate) slash_in_subtype: bool,
    /// The charset of `*/*` counts for the type before it, as in Chromium.
    pub(crate) charset_of_any: bool,
    /// A value without a charset inherits that of the last value that has one, as in both browsers, not
    /// that of the first value of its essence.
    pub(crate) inherits_last: bool,
    /// A misspelled charset counts where the standard's parser finds none.
    pub(crate) misspelled_charset: bool,
}

/// *Extract a MIME type*. `None` is failure. Linear in the length of the headers; does not
/// allocate.
pub(crate) fn extract(headers: &dyn Visit, departures: Departures) -> Option<ContentType> {
    let value = MimeType::new(departures);
    let mut extract = Extract { departures, in_quotes: false, escaped: false, value, charset: None, result: None };
    let mut first = true;
    headers.visit("content-type", &mut |value| {
        // *Get* a header joins its values by a comma and a space.
        if !core::mem::take(&mut first) {
            extract.push(b',');
            extract.push(b' ');
        }
        for &byte in value {
            extract.push(byte);
        }
    });
    extract.end_value();
    extract.result
}

/// The essence of the MIME type that the headers give, such as `text/html`: Fetch's
/// [extract a MIME type](https://fetch.spec.whatwg.org/#concept-header-extract-mime-type). Of several Content-Types, in
/// one header or in several, the last one that can be parsed counts; `*/*` never does.
///
/// `None` if no Content-Type can be parsed. An essence is cut after 255 bytes. Linear in the length of the headers.
///
/// ```
/// use charsniff::extract_mime_type;
/// assert_eq!(extract_mime_type("Text/HTML;charset=big5, text/html").as_deref(), Some("text/html"));
/// assert_eq!(extract_mime_type("html"), None);
/// ```
pub fn extract_mime_type(headers: impl Headers) -> Option<String> {
    let essence = extract(&headers, Departures::default())?.essence;
    // All bytes are token code points.
    Some(essence.as_slice().iter().copied().map(char::from).collect())
}

/// [Parse a MIME type](https://mimesniff.spec.whatwg.org/#parse-a-mime-type): `value` is one MIME type, not a list.
pub(crate) fn parse(value: &[u8]) -> Option<ContentType> {
    let mut mime_type = MimeType::new(Departures::default());
    value.iter().for_each(|&byte| mime_type.push(byte));
    mime_type.end()
}

/// The charset of `filename*=charset'language'bytes` in a Content-Disposition header
/// ([RFC 6266](https://www.rfc-editor.org/rfc/rfc6266#section-4.1)).
pub(crate) fn ext_value_charset(headers: &dyn Visit) -> Option<CharsetValue> {
    let mut found = None;
    headers.visit("content-disposition", &mut |value| {
        let mut parameters = Parameters::new(b"filename*");
        let rest = value.iter().skip_while(|&&byte| byte != b';');
        rest.for_each(|&byte| parameters.push(byte));
        parameters.end();
        if let Some(value) = parameters.found
            && let Some(quote) = value.as_slice().iter().position(|&byte| byte == b'\'')
        {
            found.get_or_insert(CharsetValue::of(&value.as_slice()[..quote]));
        }
    });
    found
}

/// [Get, decode, and split](https://fetch.spec.whatwg.org/#header-value-get-decode-and-split), and
/// the loop over its values.
struct Extract {
    departures: Departures,
    in_quotes: bool,
    escaped: bool,
    value: MimeType,
    /// The charset that later values of the same essence inherit.
    charset: Option<CharsetValue>,
    result: Option<ContentType>,
}

impl Extract {
    fn push(&mut self, byte: u8) {
        match byte {
            _ if core::mem::take(&mut self.escaped) => {}
            b'\\' if self.in_quotes => self.escaped = true,
            b'"' => self.in_quotes = !self.in_quotes,
            b',' if !self.in_quotes => {
                self.end_value();
                self.value = MimeType::new(self.departures);
                return;
            }
            _ => {}
        }
        self.value.push(byte);
    }

    fn end_value(&mut self) {
        let Some(mut mime_type) = self.value.end() else { return };
        if mime_type.essence.as_slice() == b"*/*" {
            if let Some(before) = &mut self.result
                && self.departures.charset_of_any
                && mime_type.charset.is_some()
            {
                before.charset = mime_type.charset.clone();
                self.charset = mime_type.charset;
            }
            return;
        }
        let same_essence = self.result.as_ref().is_some_and(|before| before.essence == mime_type.essence);
        if same_essence && mime_type.charset.is_none() {
            mime_type.charset = self.charset.clone();
        } else if !same_essence || self.departures.inherits_last {
            self.charset = mime_type.charset.clone();
        }
        self.result = Some(mime_type);
    }
}

/// [Parse a MIME type](https://mimesniff.spec.whatwg.org/#parsing-a-mime-type).
struct MimeType {
    departures: Departures,
    part: Part,
    essence: Short<ESSENCE_ROOM>,
    parameters: Parameters,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    BeforeType,
    Type,
    BeforeSubtype,
    Subtype,
    AfterSubtype,
    Parameters,
    Failure,
}

impl MimeType {
    fn new(departures: Departures) -> MimeType {
        MimeType { departures, part: Part::BeforeType, essence: Short::EMPTY, parameters: Parameters::new(b"charset") }
    }

    fn push(&mut self, byte: u8) {
        self.part = match (self.part, byte) {
            (Part::Parameters, _) => {
                self.parameters.push(byte);
                Part::Parameters
            }
            (Part::BeforeType, _) if is_http_whitespace(byte) => Part::BeforeType,
            (Part::Type, b'/') => self.essence_byte(byte, Part::BeforeSubtype),
            (Part::BeforeType | Part::Type, _) if is_token(byte) => self.essence_byte(byte, Part::Type),
            (Part::Subtype | Part::AfterSubtype, b';') => {
                self.parameters.push(byte);
                Part::Parameters
            }
            (Part::Subtype | Part::AfterSubtype, _) if is_http_whitespace(byte) => Part::AfterSubtype,
            (Part::BeforeSubtype | Part::Subtype, _) if is_token(byte) => self.essence_byte(byte, Part::Subtype),
            (Part::Subtype, b'/') if self.departures.slash_in_subtype => self.essence_byte(byte, Part::Subtype),
            _ => Part::Failure,
        };
    }

    fn essence_byte(&mut self, byte: u8, next: Part) -> Part {
        self.essence.push(byte.to_ascii_lowercase());
        next
    }

    fn end(&mut self) -> Option<ContentType> {
        self.parameters.end();
        let has_subtype = matches!(self.part, Part::Subtype | Part::AfterSubtype | Part::Parameters);
        has_subtype.then(|| ContentType { essence: self.essence.clone(), charset: self.parameters.found.clone() })
    }
}

/// The parameters of a MIME type, `;name=value` each. Only one of them is kept.
struct Parameters {
    wanted: &'static [u8],
    found: Option<CharsetValue>,
    at: At,
    /// How many bytes of the wanted name the parameter's name has matched so far; `None` if it is
    /// another name.
    matched: Option<usize>,
    value: CharsetValue,
    is_valid: bool,
    is_empty: bool,
    /// Whitespace that belongs to the value only if more of the value follows.
    spaces: usize,
    /// Whether that whitespace has a line break, which makes an unquoted value invalid if more
    /// follows.
    broken: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    /// Outside a parameter, up to the next `;`.
    Between,
    BeforeName,
    Name,
    ValueStart,
    Quoted,
    Escaped,
    Unquoted,
}

impl Parameters {
    fn new(wanted: &'static [u8]) -> Parameters {
        Parameters {
            wanted,
            found: None,
            at: At::Between,
            matched: Some(0),
            value: Short::EMPTY,
            is_valid: true,
            is_empty: true,
            spaces: 0,
            broken: false,
        }
    }

    fn push(&mut self, byte: u8) {
        self.at = match (self.at, byte) {
            (At::Between | At::BeforeName | At::Name | At::ValueStart | At::Unquoted, b';') => {
                self.end();
                At::BeforeName
            }
            (At::Between, _) => At::Between,
            (At::BeforeName, _) if is_http_whitespace(byte) => At::BeforeName,
            (At::BeforeName | At::Name, b'=') => At::ValueStart,
            (At::BeforeName | At::Name, _) => {
                let byte = byte.to_ascii_lowercase();
                self.matched = self.matched.filter(|&n| self.wanted.get(n) == Some(&byte)).map(|n| n + 1);
                At::Name
            }
            (At::ValueStart, b'"') => At::Quoted,
            (At::ValueStart | At::Unquoted, _) => {
                if is_http_whitespace(byte) {
                    self.broken |= !is_valid(byte);
                } else {
                    self.is_empty = false;
                    self.is_valid &= !self.broken && is_valid(byte);
                }
                self.value_byte(byte);
                At::Unquoted
            }
            (At::Quoted, b'\\') => At::Escaped,
            (At::Quoted, b'"') => {
                self.end_quoted();
                At::Between
            }
            (At::Quoted | At::Escaped, _) => {
                self.is_valid &= is_valid(byte);
                self.value_byte(byte);
                At::Quoted
            }
        };
    }

    /// Appends to the value, without the whitespace at its ends, which *get an encoding* would
    /// strip.
    fn value_byte(&mut self, byte: u8) {
        if is_ascii_whitespace(byte) {
            self.spaces += usize::from(self.value.length > 0);
            return;
        }
        for _ in 0..core::mem::take(&mut self.spaces) {
            self.value.push(b' ');
        }
        self.value.push(byte);
    }

    /// At the end of a parameter or of the input: an empty value is ignored.
    fn end(&mut self) {
        match self.at {
            At::Unquoted if !self.is_empty => self.end_quoted(),
            At::Escaped => {
                self.value_byte(b'\\');
                self.end_quoted();
            }
            At::Quoted => self.end_quoted(),
            _ => self.start_parameter(),
        }
    }

    /// Keeps the value if it is valid and the first for the wanted name.
    fn end_quoted(&mut self) {
        if self.matched == Some(self.wanted.len()) && self.is_valid && self.found.is_none() {
            self.found = Some(self.value.clone());
        }
        self.start_parameter();
    }

    fn start_parameter(&mut self) {
        *self = Parameters { found: self.found.take(), ..Parameters::new(self.wanted) };
    }
}

/// [HTTP whitespace](https://fetch.spec.whatwg.org/#http-whitespace): 09 0A 0D 20.
fn is_http_whitespace(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r' | b' ')
}

/// [HTTP quoted-string token code point](https://mimesniff.spec.whatwg.org/#http-quoted-string-token-code-point).
fn is_valid(byte: u8) -> bool {
    matches!(byte, b'\t' | 0x20..=0x7E | 0x80..)
}

/// [HTTP token code point](https://mimesniff.spec.whatwg.org/#http-token-code-point).
fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'!' | b'#'..=b'\'' | b'*' | b'+' | b'-' | b'.' | b'^'..=b'`' | b'|' | b'~')
}
