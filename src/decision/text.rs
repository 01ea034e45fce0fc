//! Decodes a resource by a verdict.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::sniffed::Sniffed;
use crate::codec::decoding::isomorphic_decode;
#[cfg(feature = "detector")]
use crate::detector::builder::Detector;
#[cfg(feature = "detector")]
use crate::detector::guess::Guess;
use crate::detector::{is_binary, legacy_candidates};
#[cfg(feature = "encode")]
use crate::encoding::decoding::Decoding;
use crate::repair::misread::Guessed;
#[cfg(feature = "encode")]
pub(crate) use crate::repair::mixed::Part;
use crate::repair::{Original, Repaired, Repairer};
use crate::{CoderResult, DecodeError, Decoder, DecoderResult, Encoding, Positions, Repair, TextUnit};

/// The text of a resource, and how it was decoded.
///
/// ```
/// use charsniff::{Context, Encoding, decode};
/// let decoded = decode(b"caf\xE9", "text/html; charset=utf-8", &Context::html());
/// assert_eq!((&*decoded.text, decoded.errors), ("caf\u{FFFD}", 1));
/// assert_eq!(decoded.sniffed.encoding, Encoding::Utf8);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub struct Decoded<'a> {
    /// The text. Borrowed if the bytes already were the text.
    pub text: Cow<'a, str>,
    /// The verdict that it was decoded by.
    pub sniffed: Sniffed,
    /// The number of malformed sequences that were replaced by U+FFFD.
    pub errors: usize,
    /// What was repaired, in the order of the bytes; nothing without [`Context::repair`](crate::Context::repair). At most
    /// 1,000 repairs, which quote at most 64 KiB of text.
    pub repairs: Vec<Repair>,
    /// How many more repairs were made than `repairs` lists.
    pub unlisted_repairs: usize,
}

impl Decoded<'_> {
    /// The same with an owned text, which does not borrow the bytes.
    ///
    /// ```
    /// use charsniff::{Context, Decoded, decode};
    /// let decoded: Decoded<'static> = {
    ///     let bytes = b"text".to_vec();
    ///     decode(&bytes, (), &Context::html()).into_owned()
    /// };
    /// assert_eq!(decoded.text, "text");
    /// ```
    #[must_use]
    pub fn into_owned(self) -> Decoded<'static> {
        Decoded { text: Cow::Owned(self.text.into_owned()), ..self }
    }

    /// [`Sniffed::positions`] of the `bytes` that were decoded. They refer to the text without repairs.
    ///
    /// ```
    /// use charsniff::{Context, TextUnit, decode};
    /// let page = b"<meta charset=koi8-r>\xED\xC1\xD2\xD3";
    /// let decoded = decode(page, (), &Context::html());
    /// let place = decoded.text.find('р').unwrap();
    /// assert_eq!(decoded.positions(page, TextUnit::Utf8).byte_offset(place), 23);
    /// ```
    #[must_use]
    pub fn positions<'a>(&self, bytes: &'a [u8], unit: TextUnit) -> Positions<'a> {
        self.sniffed.positions(bytes, unit)
    }
}

impl Sniffed {
    /// The text of the resource that this verdict is about: [`decode`](crate::decode) for callers who
    /// have the verdict already. Never fails. Linear in `bytes`.
    ///
    /// ```
    /// use charsniff::{Context, explain};
    /// let page = b"<meta charset=koi8-r>\xED\xC1\xD2\xD3";
    /// let explanation = explain(page, (), &Context::html());
    /// assert_eq!(explanation.sniffed.decode(page).text, "<meta charset=koi8-r>Марс");
    /// ```
    #[must_use]
    pub fn decode<'a>(&self, bytes: &'a [u8]) -> Decoded<'a> {
        if let Some((decoded, _)) = self.repaired(bytes) {
            return decoded;
        }
        let body = self.body(bytes);
        let (text, had_errors) = self.decoding.decode(body);
        let errors = if had_errors { self.count_errors(body) } else { 0 };
        Decoded { text, sniffed: *self, errors, repairs: Vec::new(), unlisted_repairs: 0 }
    }

    /// The text with its repairs, and the first malformed sequence that is left; `None` if there is nothing to repair.
    fn repaired<'a>(&self, bytes: &'a [u8]) -> Option<WithRepairs<'a>> {
        repaired(self, self.repairer?, bytes)
    }

    /// [`decode`](Self::decode), in the error mode of the context that the verdict was made in.
    ///
    /// # Errors
    ///
    /// Where malformed sequences are [an error](Self::is_fatal): the position and the length of the
    /// first one, in bytes.
    ///
    /// ```
    /// use charsniff::{Context, sniff};
    /// let (feed, context) = (b"<rss>\xFF", Context::xml());
    /// assert_eq!(sniff(feed, (), &context).try_decode(feed).unwrap_err().offset, 5);
    /// ```
    pub fn try_decode<'a>(&self, bytes: &'a [u8]) -> Result<Decoded<'a>, DecodeError> {
        if !self.is_fatal {
            return Ok(self.decode(bytes));
        }
        if let Some((decoded, first_error)) = self.repaired(bytes) {
            return first_error.map_or(Ok(decoded), Err);
        }
        let text = self.decoding.decode_or_fail(self.body(bytes));
        let text = text.map_err(|error| self.in_resource(error))?;
        Ok(Decoded { text, sniffed: *self, errors: 0, repairs: Vec::new(), unlisted_repairs: 0 })
    }

    /// The parts of `bytes` in another encoding than the rest, in order: lines in UTF-8 in a legacy text, legacy words in
    /// UTF-8. Linear.
    #[cfg(feature = "encode")]
    pub(crate) fn parts(&self, bytes: &[u8]) -> Vec<Part> {
        let Decoding::Encoding(encoding) = self.decoding else { return Vec::new() };
        if bytes.is_ascii() || is_binary(bytes) {
            return Vec::new();
        }
        let (body, mark) = (self.body(bytes), self.bom_length());
        let (text, _) = encoding.decode_without_bom_handling(body);
        let candidates = |sample: &[u8]| legacy_candidates(sample, bytes);
        let mut parts = crate::repair::mixed::parts(body, &text, encoding, &candidates);
        parts.iter_mut().for_each(|part| part.bytes = mark + part.bytes.start..mark + part.bytes.end);
        parts
    }

    /// Maps each character of the text to the bytes of the resource that it was decoded from. `unit` is the unit of
    /// offsets in the text. Linear in `bytes`.
    ///
    /// ```
    /// use charsniff::{Context, TextUnit, sniff};
    /// let page = b"<meta charset=koi8-r>\xED\xC1\xD2\xD3";
    /// let positions = sniff(page, (), &Context::html()).positions(page, TextUnit::Utf8);
    /// // The second letter of Марс.
    /// assert_eq!(positions.byte_offset(23), 22);
    /// ```
    #[must_use]
    pub fn positions<'a>(&self, bytes: &'a [u8], unit: TextUnit) -> Positions<'a> {
        Positions::of_body(self.decoding, bytes, self.bom_length(), unit)
    }

    /// [`decode`](Self::decode), but appends to `text`, which grows. Returns the number
    /// of malformed sequences that were replaced by U+FFFD. Linear in `bytes`.
    ///
    /// ```
    /// use charsniff::{Context, sniff};
    /// let page = b"\xFE\xFF\x04\x1C\xDC\x00";
    /// let mut text = String::from("> ");
    /// let errors = sniff(page, (), &Context::html()).append_to_string(page, &mut text);
    /// assert_eq!((text.as_str(), errors), ("> М\u{FFFD}", 1));
    /// ```
    pub fn append_to_string(&self, bytes: &[u8], text: &mut String) -> usize {
        self.append(bytes, false, text).unwrap_or_default()
    }

    /// [`append_to_string`](Self::append_to_string), in the error mode of the context that the verdict
    /// was made in.
    ///
    /// # Errors
    ///
    /// As [`try_decode`](Self::try_decode); `text` is then unchanged.
    ///
    /// ```
    /// use charsniff::{Context, sniff};
    /// let (feed, mut text) = (b"<rss>\xFF", String::new());
    /// assert!(sniff(feed, (), &Context::xml()).try_append_to_string(feed, &mut text).is_err());
    /// assert_eq!(text, "");
    /// ```
    pub fn try_append_to_string(&self, bytes: &[u8], text: &mut String) -> Result<usize, DecodeError> {
        self.append(bytes, self.is_fatal, text)
    }

    fn append(&self, bytes: &[u8], is_fatal: bool, text: &mut String) -> Result<usize, DecodeError> {
        if let Some((decoded, first_error)) = self.repaired(bytes) {
            if let Some(error) = first_error.filter(|_| is_fatal) {
                return Err(error);
            }
            text.push_str(&decoded.text);
            return Ok(decoded.errors);
        }
        let body = self.body(bytes);
        let Some(mut decoder) = self.decoding.new_decoder() else {
            text.push_str(&isomorphic_decode(body));
            return Ok(0);
        };
        let length = text.len();
        append_text(&mut decoder, body, self.bom_length(), true, is_fatal, text).inspect_err(|_| text.truncate(length))
    }

    /// [`append_to_string`](Self::append_to_string), but in UTF-16 code units.
    ///
    /// ```
    /// use charsniff::{Context, sniff};
    /// let page = "\u{FEFF}\u{1D11E}!".as_bytes();
    /// let mut text = Vec::new();
    /// sniff(page, (), &Context::html()).append_to_utf16(page, &mut text);
    /// assert_eq!(text, [0xD834, 0xDD1E, u16::from(b'!')]);
    /// ```
    pub fn append_to_utf16(&self, bytes: &[u8], text: &mut Vec<u16>) -> usize {
        self.append_utf16(bytes, false, text).unwrap_or_default()
    }

    /// [`append_to_utf16`](Self::append_to_utf16), in the error mode of the context that the verdict was made in.
    ///
    /// # Errors
    ///
    /// As [`try_decode`](Self::try_decode); `text` is then unchanged.
    ///
    /// ```
    /// use charsniff::{Context, sniff};
    /// let (feed, mut text) = (b"<rss>\xFF", vec![]);
    /// let error = sniff(feed, (), &Context::xml()).try_append_to_utf16(feed, &mut text).unwrap_err();
    /// assert_eq!((error.offset, text), (5, vec![]));
    /// ```
    pub fn try_append_to_utf16(&self, bytes: &[u8], text: &mut Vec<u16>) -> Result<usize, DecodeError> {
        self.append_utf16(bytes, self.is_fatal, text)
    }

    fn append_utf16(&self, bytes: &[u8], is_fatal: bool, text: &mut Vec<u16>) -> Result<usize, DecodeError> {
        if let Some((decoded, first_error)) = self.repaired(bytes) {
            if let Some(error) = first_error.filter(|_| is_fatal) {
                return Err(error);
            }
            text.extend(decoded.text.encode_utf16());
            return Ok(decoded.errors);
        }
        let body = self.body(bytes);
        let Some(mut decoder) = self.decoding.new_decoder() else {
            text.extend(body.iter().map(|&byte| u16::from(byte)));
            return Ok(0);
        };
        let (start, mut read, mut written, mut had_errors) = (text.len(), 0, text.len(), false);
        loop {
            let rest = &body[read..];
            text.resize(written + decoder.max_utf16_buffer_length(rest.len()).unwrap_or(rest.len()), 0);
            let (result, r, w, errors) = decoder.decode_to_utf16(rest, &mut text[written..], true);
            (read, written, had_errors) = (read + r, written + w, had_errors | errors);
            if had_errors && is_fatal {
                text.truncate(start);
                let error = self.decoding.decode_or_fail(body).err();
                return error.map_or(Ok(0), |error| Err(self.in_resource(error)));
            }
            if result == CoderResult::InputEmpty {
                text.truncate(written);
                return Ok(if had_errors { self.count_errors(body) } else { 0 });
            }
        }
    }

    /// The bytes without a byte order mark that must be removed.
    fn body<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        bytes.get(self.bom_length()..).unwrap_or_default()
    }

    fn count_errors(&self, body: &[u8]) -> usize {
        self.decoding.new_decoder().map_or(0, |decoder| count_errors(decoder, body, true))
    }

    /// The same error, with its position counted from the start of the resource.
    fn in_resource(&self, error: DecodeError) -> DecodeError {
        DecodeError { offset: error.offset + self.bom_length(), ..error }
    }
}

/// A text with its repairs, and the first malformed sequence that is left.
type WithRepairs<'a> = (Decoded<'a>, Option<DecodeError>);

/// The encoding of bytes that were read as `read_as`. (If it is UTF-8, the text is doubly encoded.)
#[cfg(feature = "detector")]
fn judge(bytes: &[u8], read_as: Encoding) -> Option<Guessed> {
    let utf_16 = [Encoding::Utf16Be, Encoding::Utf16Le];
    let guess = Detector::new().except(utf_16).detect_known(bytes).filter(|guess| guess.encoding != read_as)?;
    let both = Detector::new().only([guess.encoding, read_as]).detect_known(bytes)?;
    let other = both.runners_up.first().map_or(0.0, |other| other.probability);
    let Guess { encoding, probability, .. } = guess;
    (both.encoding == encoding).then_some(Guessed { encoding, probability, times: both.probability / other })
}

#[cfg(not(feature = "detector"))]
fn judge(_: &[u8], _: Encoding) -> Option<Guessed> {
    None
}

/// The text with its repairs, and the first malformed sequence that is left; `None` if there is nothing to repair.
fn repaired<'a>(sniffed: &Sniffed, repairer: Repairer, bytes: &'a [u8]) -> Option<WithRepairs<'a>> {
    // No kind of damage is known in UTF-32.
    if is_binary(bytes) || sniffed.is_utf_32() {
        return None;
    }
    let body = sniffed.body(bytes);
    let (text, had_errors) = sniffed.decoding.decode(body);
    let encoding = (!sniffed.is_isomorphic()).then_some(sniffed.encoding);
    let candidates = |sample: &[u8]| legacy_candidates(sample, bytes);
    let original = Original { bytes, mark: sniffed.bom_length(), text: &text, encoding };
    let repaired = repairer.repair(original, &candidates, &judge)?;
    let Repaired { text, repairs, unlisted, counts_errors, mut errors, mut first_error, .. } = repaired;
    if had_errors && !counts_errors {
        first_error = sniffed.decoding.decode_or_fail(body).err();
        errors = sniffed.count_errors(body);
    }
    let decoded = Decoded { text: Cow::Owned(text), sniffed: *sniffed, errors, repairs, unlisted_repairs: unlisted };
    Some((decoded, first_error.map(|error| sniffed.in_resource(error))))
}

/// Appends the text of `bytes`, which begin at `start` in the resource. Returns the number of malformed sequences that
/// were replaced by U+FFFD, or, where they are an error, the first one.
pub(crate) fn append_text(
    decoder: &mut Decoder,
    bytes: &[u8],
    start: usize,
    last: bool,
    is_fatal: bool,
    text: &mut String,
) -> Result<usize, DecodeError> {
    let (before, mut rest) = (decoder.clone(), bytes);
    text.reserve(decoder.max_utf8_buffer_length(bytes.len()).unwrap_or(bytes.len()));
    let had_errors = decoder.append_all(&mut rest, start, last, !is_fatal, text)?;
    Ok(if had_errors { count_errors(before, bytes, last) } else { 0 })
}

/// The number of malformed sequences that `decoder` meets in `bytes`. Linear.
pub(crate) fn count_errors(mut decoder: Decoder, bytes: &[u8], last: bool) -> usize {
    let mut text = [0; 4096];
    let (mut read, mut errors) = (0, 0);
    loop {
        let (result, r, _) = decoder.decode_to_utf8_without_replacement(&bytes[read..], &mut text, last);
        read += r;
        match result {
            DecoderResult::InputEmpty => return errors,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(..) => errors += 1,
        }
    }
}
