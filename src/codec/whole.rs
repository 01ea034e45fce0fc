//! Decoding to `str` and `String`, and decoding an input that is there as a whole.

use alloc::borrow::Cow;
use alloc::string::String;

use super::decoder::replaced;
use super::family::iso_2022_jp;
use super::{CoderResult, Decoder, DecoderResult, Done};
use crate::simd::valid::{self, Valid, WritesText};
use crate::{DecodeError, Encoding};

/// How much of a `String`'s capacity is used at once. Where it has to be set to zero first, it is still in
/// a cache when text is written to it.
const WINDOW: usize = 64 * 1024;

/// The same where an error ends the call: how much of the capacity, or of a `str`, is used first. It doubles from
/// window to window, so no more than a few times the length of the text is set to zero.
const FIRST_WINDOW: usize = 256;

impl Decoder {
    /// As [`decode_to_utf8`](Self::decode_to_utf8), but all of `dst` remains text: bytes after the number
    /// written may be overwritten with zeroes.
    ///
    /// ```
    /// use charsniff::{CoderResult, Encoding};
    /// let mut dst = String::from("....");
    /// let result = Encoding::Windows1252.new_decoder().decode_to_str(b"\xE9", &mut dst, true);
    /// assert_eq!((result, &dst[..2]), ((CoderResult::InputEmpty, 1, 2, false), "é"));
    /// ```
    pub fn decode_to_str(&mut self, src: &[u8], dst: &mut str, last: bool) -> (CoderResult, usize, usize, bool) {
        let (result, done) = self.overwrite(src, dst, last, true);
        (replaced(result), done.read, done.written, done.had_errors)
    }

    /// As [`decode_to_str`](Self::decode_to_str), but returns at each error.
    ///
    /// ```
    /// use charsniff::{DecoderResult, Encoding};
    /// let mut dst = String::from("....");
    /// let result = Encoding::Utf8.new_decoder().decode_to_str_without_replacement(b"a\xFFb", &mut dst, true);
    /// assert_eq!((result, &dst[..1]), ((DecoderResult::Malformed(1, 0), 2, 1), "a"));
    /// ```
    pub fn decode_to_str_without_replacement(
        &mut self,
        src: &[u8],
        dst: &mut str,
        last: bool,
    ) -> (DecoderResult, usize, usize) {
        let (result, done) = self.overwrite(src, dst, last, false);
        (result, done.read, done.written)
    }

    fn overwrite(&mut self, src: &[u8], dst: &mut str, last: bool, replace: bool) -> (DecoderResult, Done) {
        let mut done = Done::NOTHING;
        let mut windows = Windows::new(replace);
        loop {
            let rest = &mut dst[done.written..];
            let room = rest.len();
            let window = windows.next(self, replace, src.len() - done.read, room);
            let call = Call { decoder: self, src: &src[done.read..], last, replace };
            let (result, next) = valid::overwrite(rest, window, call);
            done.add(next);
            if result != DecoderResult::OutputFull || window == room {
                return (result, done);
            }
        }
    }

    /// As [`decode_to_utf8`](Self::decode_to_utf8), into the spare capacity of `dst`, which never grows, as in
    /// `encoding_rs`. [`Sniffed::append_to_string`](crate::Sniffed::append_to_string) decodes a whole resource to a string
    /// that grows.
    ///
    /// ```
    /// use charsniff::{CoderResult, Encoding};
    /// let (mut decoder, mut text) = (Encoding::Windows1252.new_decoder(), String::new());
    /// assert_eq!(decoder.decode_to_string(b"caf", &mut text, false).0, CoderResult::OutputFull);
    /// text.reserve(16);
    /// assert_eq!(decoder.decode_to_string(b"\xE9", &mut text, true).0, CoderResult::InputEmpty);
    /// assert!(text.ends_with("é"));
    /// ```
    pub fn decode_to_string(&mut self, src: &[u8], dst: &mut String, last: bool) -> (CoderResult, usize, bool) {
        let (result, done) = self.append(src, dst, last, true);
        (replaced(result), done.read, done.had_errors)
    }

    /// As [`decode_to_string`](Self::decode_to_string), but returns at each error.
    ///
    /// ```
    /// use charsniff::{DecoderResult, Encoding};
    /// let (mut decoder, mut text) = (Encoding::Utf8.new_decoder(), String::with_capacity(16));
    /// let result = decoder.decode_to_string_without_replacement(b"a\xFFb", &mut text, true);
    /// assert_eq!((result, &*text), ((DecoderResult::Malformed(1, 0), 2), "a"));
    /// ```
    pub fn decode_to_string_without_replacement(
        &mut self,
        src: &[u8],
        dst: &mut String,
        last: bool,
    ) -> (DecoderResult, usize) {
        let (result, done) = self.append(src, dst, last, false);
        (result, done.read)
    }

    fn append(&mut self, src: &[u8], dst: &mut String, last: bool, replace: bool) -> (DecoderResult, Done) {
        let mut done = Done::NOTHING;
        let mut windows = Windows::new(replace);
        loop {
            let room = dst.capacity() - dst.len();
            let window = windows.next(self, replace, src.len() - done.read, room);
            let call = Call { decoder: self, src: &src[done.read..], last, replace };
            let (result, next) = valid::append(dst, window, call);
            done.add(next);
            if result != DecoderResult::OutputFull || window == room {
                return (result, done);
            }
        }
    }

    /// Decodes the bytes of `rest`, which begin at `start` in the resource, to the end of `text`, which grows where that
    /// is needed. Returns whether there were errors. Without `replace`, the first error ends it, and `rest` is then what
    /// follows.
    pub(crate) fn append_all(
        &mut self,
        rest: &mut &[u8],
        mut start: usize,
        last: bool,
        replace: bool,
        text: &mut String,
    ) -> Result<bool, DecodeError> {
        let mut had_errors = false;
        loop {
            let (result, done) = self.append(rest, text, last, replace);
            *rest = &rest[done.read..];
            start += done.read;
            had_errors |= done.had_errors;
            match result {
                DecoderResult::InputEmpty => return Ok(had_errors),
                DecoderResult::Malformed(length, after) if !replace => {
                    let (length, after) = (usize::from(length), usize::from(after));
                    let offset = start.saturating_sub(length + after);
                    return Err(DecodeError { offset, length, encoding: self.encoding });
                }
                // The first room was enough for text without errors. Now there is enough for any input.
                _ => text.reserve(self.max_utf8_buffer_length(rest.len()).unwrap_or(WINDOW)),
            }
        }
    }
}

/// One call of a decoder. Without `replace`, it returns at the first error.
struct Call<'a> {
    decoder: &'a mut Decoder,
    src: &'a [u8],
    last: bool,
    replace: bool,
}

/// Decoders write whole characters: `tests/decoders` and `tests/kernels` compare all that they write with the standard's
/// steps.
impl WritesText for Call<'_> {
    type Result = (DecoderResult, Done);

    fn write(self, room: &mut [u8]) -> ((DecoderResult, Done), usize) {
        let (result, done) = self.decoder.decode(self.src, room, self.last, self.replace);
        ((result, done), done.written)
    }
}

/// How much of the room to use at once.
struct Windows(usize);

impl Windows {
    fn new(replace: bool) -> Windows {
        Windows(if replace { WINDOW } else { FIRST_WINDOW })
    }

    /// The next window in `room`, for `left` bytes.
    fn next(&mut self, decoder: &Decoder, replace: bool, left: usize, room: usize) -> usize {
        let most = match replace {
            true => decoder.max_utf8_buffer_length(left),
            false => decoder.max_utf8_buffer_length_without_replacement(left),
        };
        let window = room.min(most.unwrap_or(WINDOW)).min(self.0);
        self.0 = (2 * self.0).min(WINDOW);
        window
    }
}

impl Encoding {
    /// Decodes all of `bytes`, with each error as U+FFFD. If they start with a byte order mark, that decides
    /// the encoding and is removed: the standard's [decode](https://encoding.spec.whatwg.org/#decode).
    /// Returns the text, the encoding that it was decoded from, and whether there was an error.
    ///
    /// Borrows where the bytes are the text: valid UTF-8, ASCII in encodings that are
    /// [compatible](Self::is_ascii_compatible) with it, ISO-2022-JP without an escape sequence. Linear.
    ///
    /// ```
    /// use charsniff::Encoding;
    /// let (text, encoding, had_errors) = Encoding::ShiftJis.decode(b"\x93\xFA\x96{");
    /// assert_eq!((&*text, encoding, had_errors), ("日本", Encoding::ShiftJis, false));
    /// let (text, encoding, _) = Encoding::ShiftJis.decode(b"\xFF\xFEa\0");
    /// assert_eq!((&*text, encoding), ("a", Encoding::Utf16Le));
    /// ```
    #[must_use]
    pub fn decode(self, bytes: &[u8]) -> (Cow<'_, str>, Encoding, bool) {
        let (encoding, length) = Encoding::for_bom(bytes).unwrap_or((self, 0));
        let (text, had_errors) = encoding.decode_without_bom_handling(&bytes[length..]);
        (text, encoding, had_errors)
    }

    /// As [`decode`](Self::decode), but only removes the byte order mark of this encoding; none changes the
    /// encoding. For UTF-8 this is the standard's
    /// [UTF-8 decode](https://encoding.spec.whatwg.org/#utf-8-decode).
    ///
    /// ```
    /// use charsniff::Encoding;
    /// assert_eq!(Encoding::Utf8.decode_with_bom_removal(b"\xEF\xBB\xBFa"), ("a".into(), false));
    /// assert_eq!(Encoding::Windows1252.decode_with_bom_removal(b"\xEF\xBB\xBFa"), ("ï»¿a".into(), false));
    /// ```
    #[must_use]
    pub fn decode_with_bom_removal(self, bytes: &[u8]) -> (Cow<'_, str>, bool) {
        let length = match Encoding::for_bom(bytes) {
            Some((encoding, length)) if encoding == self => length,
            _ => 0,
        };
        self.decode_without_bom_handling(&bytes[length..])
    }

    /// As [`decode`](Self::decode), but treats a byte order mark like any other bytes. For UTF-8 this is the
    /// standard's [UTF-8 decode without BOM](https://encoding.spec.whatwg.org/#utf-8-decode-without-bom).
    ///
    /// ```
    /// use charsniff::Encoding;
    /// assert_eq!(Encoding::Utf8.decode_without_bom_handling(b"\xEF\xBB\xBFa\xFF"), ("\u{FEFF}a\u{FFFD}".into(), true));
    /// ```
    #[must_use]
    pub fn decode_without_bom_handling(self, bytes: &[u8]) -> (Cow<'_, str>, bool) {
        let start = self.same_as_utf8(bytes);
        let rest = &bytes[start.len()..];
        if rest.is_empty() { (Cow::Borrowed(start), false) } else { self.decode_after(start, rest) }
    }

    /// Decodes `rest`, which follows the text `start`. A function of its own, so that the code that borrows stays
    /// short.
    #[inline(never)]
    fn decode_after<'a>(self, start: &'a str, mut rest: &[u8]) -> (Cow<'a, str>, bool) {
        let mut text = self.room_after(start, rest);
        let had_errors = self.new_decoder_without_bom_handling().append_all(&mut rest, 0, true, true, &mut text);
        (Cow::Owned(text), had_errors.unwrap_or(true))
    }

    /// As [`decode_without_bom_handling`](Self::decode_without_bom_handling), but `None` if there is an
    /// error. For UTF-8 this is the standard's
    /// [UTF-8 decode without BOM or fail](https://encoding.spec.whatwg.org/#utf-8-decode-without-bom-or-fail).
    ///
    /// ```
    /// use charsniff::Encoding;
    /// assert!(Encoding::Utf8.decode_without_bom_handling_and_without_replacement(b"\xC0\x80").is_none());
    /// ```
    #[must_use]
    pub fn decode_without_bom_handling_and_without_replacement(self, bytes: &[u8]) -> Option<Cow<'_, str>> {
        self.decode_without_bom_handling_or_fail(bytes).ok()
    }

    /// As [`decode_without_bom_handling_and_without_replacement`], but an error says where it is.
    ///
    /// [`decode_without_bom_handling_and_without_replacement`]: Self::decode_without_bom_handling_and_without_replacement
    pub(crate) fn decode_without_bom_handling_or_fail(self, bytes: &[u8]) -> Result<Cow<'_, str>, DecodeError> {
        let start = self.same_as_utf8(bytes);
        let mut rest = &bytes[start.len()..];
        if rest.is_empty() {
            return Ok(Cow::Borrowed(start));
        }
        // Valid UTF-8 would have been borrowed, so there is an error and no text is needed.
        let mut text = if self == Encoding::Utf8 { String::with_capacity(4) } else { self.room_after(start, rest) };
        self.new_decoder_without_bom_handling().append_all(&mut rest, start.len(), true, false, &mut text)?;
        Ok(Cow::Owned(text))
    }

    /// `start` in a `String` that has room for the text of `rest`, if there is no error in it.
    fn room_after(self, start: &str, rest: &[u8]) -> String {
        let most = self.new_decoder_without_bom_handling().max_utf8_buffer_length_without_replacement(rest.len());
        let mut text = String::with_capacity(start.len() + most.unwrap_or(rest.len()));
        text.push_str(start);
        text
    }

    /// The longest start of `bytes` that is UTF-8 of the text that it is decoded to.
    fn same_as_utf8(self, bytes: &[u8]) -> &str {
        match self {
            Encoding::Utf8 => Valid::prefix(bytes).as_str(),
            Encoding::Iso2022Jp => {
                &Valid::ascii_prefix(bytes).as_str()[..Encoding::iso_2022_jp_ascii_valid_up_to(bytes)]
            }
            _ if self.is_ascii_compatible() => Valid::ascii_prefix(bytes).as_str(),
            _ => "",
        }
    }

    /// The length of the whole, valid UTF-8 characters at the start of `bytes`. Linear.
    ///
    /// ```
    /// assert_eq!(charsniff::Encoding::utf8_valid_up_to(b"caf\xC3\xA9\xC3"), 5);
    /// ```
    #[must_use]
    pub fn utf8_valid_up_to(bytes: &[u8]) -> usize {
        Valid::prefix(bytes).as_str().len()
    }

    /// As [`utf8_valid_up_to`](Self::utf8_valid_up_to) with the kernels of `level`; `None` where this machine cannot run
    /// them.
    #[cfg(charsniff_unstable)]
    #[must_use]
    pub fn utf8_valid_up_to_at_level(bytes: &[u8], level: crate::Level) -> Option<usize> {
        crate::simd::Kernels::at(level).map(|kernels| (kernels.utf8_valid_up_to)(bytes))
    }

    /// The length of the ASCII at the start of `bytes`. Linear.
    ///
    /// ```
    /// assert_eq!(charsniff::Encoding::ascii_valid_up_to(b"caf\xC3\xA9"), 3);
    /// ```
    #[must_use]
    pub fn ascii_valid_up_to(bytes: &[u8]) -> usize {
        Valid::ascii_prefix(bytes).as_str().len()
    }

    /// The length of the ASCII other than 0E, 0F and 1B at the start of `bytes`. ISO-2022-JP text without
    /// escape sequences consists of it. Linear.
    ///
    /// ```
    /// assert_eq!(charsniff::Encoding::iso_2022_jp_ascii_valid_up_to(b"a \x1B$B"), 2);
    /// ```
    #[must_use]
    pub fn iso_2022_jp_ascii_valid_up_to(bytes: &[u8]) -> usize {
        iso_2022_jp::ascii_valid_up_to(bytes)
    }
}
