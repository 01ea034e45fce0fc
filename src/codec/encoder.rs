//! [`Encoder`]: adds the standard's error modes to the encoder of a family.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;
use core::mem::MaybeUninit;

use super::encode::{Encode, LONGEST_REFERENCE, drive, write_reference};
use super::family::encoders::{Iso2022JpEncoder, SingleByteEncoder, TwoByteEncoder, Utf8Encoder};
use super::{CoderResult, Done, EncoderResult, utf8_encode_into};
use crate::Encoding;
#[cfg(charsniff_unstable)]
use crate::simd::Level;
use crate::simd::encode::EncodeKernels;
use crate::simd::{Kernels, room, text};

/// The state of an encoder of any family.
#[derive(Clone, Copy)]
enum Family {
    Utf8(Utf8Encoder),
    SingleByte(SingleByteEncoder),
    TwoByte(TwoByteEncoder),
    Iso2022Jp(Iso2022JpEncoder),
}

/// Runs `$body` with `$encoder` bound to the encoder, of whichever family it is.
macro_rules! each_family {
    ($family:expr, $encoder:ident => $body:expr) => {
        match $family {
            Family::Utf8($encoder) => $body,
            Family::SingleByte($encoder) => $body,
            Family::Iso2022Jp($encoder) => $body,
            Family::TwoByte($encoder) => $body,
        }
    };
}

/// An [encoder](https://encoding.spec.whatwg.org/#encoder): turns text that arrives in chunks into
/// bytes. The names and contracts are those of `encoding_rs::Encoder`.
///
/// It takes 32 bytes on 64-bit machines. It allocates only tables, when a program first encodes to an encoding; they
/// stay in memory. A two-byte encoding takes up to 80 KB and 0.2 ms, a single-byte encoding 4 KB and 10 µs. UTF-8
/// takes none.
///
/// ```
/// use charsniff::{CoderResult, Encoding};
/// let mut encoder = Encoding::ShiftJis.new_encoder();
/// let mut bytes = [0; 16];
/// let (result, read, written, had_unmappables) = encoder.encode_from_utf8("火星♥", &mut bytes, true);
/// assert_eq!((result, read, had_unmappables), (CoderResult::InputEmpty, 9, true));
/// assert_eq!(&bytes[..written], b"\x89\xCE\x90\xAF&#9829;");
/// ```
#[derive(Clone)]
pub struct Encoder {
    encoding: Encoding,
    family: Family,
    /// A character whose reference did not fit and has yet to be written.
    owed: Option<char>,
}

impl Encoder {
    /// The encoder of an output encoding.
    fn new(encoding: Encoding, kernels: EncodeKernels) -> Encoder {
        let family = match encoding {
            Encoding::Utf8 => Family::Utf8(Utf8Encoder),
            Encoding::Iso2022Jp => Family::Iso2022Jp(Iso2022JpEncoder::new()),
            _ if encoding.is_single_byte() => Family::SingleByte(SingleByteEncoder::new(encoding, kernels)),
            _ => Family::TwoByte(TwoByteEncoder::new(encoding, kernels)),
        };
        Encoder { encoding, family, owed: None }
    }

    /// The encoding that this encodes to.
    ///
    /// ```
    /// use charsniff::Encoding;
    /// assert_eq!(Encoding::EucKr.new_encoder().encoding(), Encoding::EucKr);
    /// ```
    #[must_use]
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Whether this is an ISO-2022-JP encoder that is not in its ASCII state.
    ///
    /// ```
    /// use charsniff::{CoderResult, Encoding};
    /// let (mut encoder, mut dst) = (Encoding::Iso2022Jp.new_encoder(), [0; 16]);
    /// assert_eq!(encoder.encode_from_utf8("火", &mut dst, false), (CoderResult::InputEmpty, 3, 5, false));
    /// assert!(encoder.has_pending_state());
    /// assert_eq!(encoder.encode_from_utf8("", &mut dst, true), (CoderResult::InputEmpty, 0, 3, false));
    /// assert!(!encoder.has_pending_state());
    /// ```
    #[must_use]
    pub fn has_pending_state(&self) -> bool {
        each_family!(&self.family, encoder => encoder.is_pending())
    }

    /// How many bytes of output are enough for the encoded form of `byte_length` bytes of UTF-8, if every
    /// character can be encoded. `None` if that overflows.
    ///
    /// ```
    /// let encoder = charsniff::Encoding::Windows1252.new_encoder();
    /// assert_eq!(encoder.max_buffer_length_from_utf8_if_no_unmappables("€".len()), Some(3));
    /// ```
    #[must_use]
    pub fn max_buffer_length_from_utf8_if_no_unmappables(&self, byte_length: usize) -> Option<usize> {
        let owed = if self.owed.is_some() { LONGEST_REFERENCE } else { 0 };
        self.max_buffer_length_from_utf8_without_replacement(byte_length)?.checked_add(owed)
    }

    /// How many bytes of output are enough for what
    /// [`encode_from_utf8_without_replacement`](Self::encode_from_utf8_without_replacement) writes for
    /// `byte_length` bytes of UTF-8. `None` if that overflows.
    ///
    /// ```
    /// let encoder = charsniff::Encoding::Gb18030.new_encoder();
    /// assert_eq!(encoder.max_buffer_length_from_utf8_without_replacement("\u{80}".len()), Some(4));
    /// assert_eq!(encoder.max_buffer_length_from_utf8_without_replacement(usize::MAX), None);
    /// ```
    #[must_use]
    pub fn max_buffer_length_from_utf8_without_replacement(&self, byte_length: usize) -> Option<usize> {
        match self.encoding {
            // U+0080 has two bytes of UTF-8 and four of gb18030.
            Encoding::Gb18030 => byte_length.checked_mul(2),
            // § and a space in turn, three bytes of UTF-8, take five bytes and four. At the end comes the
            // return to ASCII.
            Encoding::Iso2022Jp => byte_length.checked_mul(3)?.checked_add(3),
            _ => Some(byte_length),
        }
    }

    /// As [`max_buffer_length_from_utf8_if_no_unmappables`], from a number of UTF-16 code units.
    ///
    /// ```
    /// let encoder = charsniff::Encoding::Windows1252.new_encoder();
    /// assert_eq!(encoder.max_buffer_length_from_utf16_if_no_unmappables(100), Some(100));
    /// ```
    ///
    /// [`max_buffer_length_from_utf8_if_no_unmappables`]: Self::max_buffer_length_from_utf8_if_no_unmappables
    #[must_use]
    pub fn max_buffer_length_from_utf16_if_no_unmappables(&self, u16_length: usize) -> Option<usize> {
        let owed = if self.owed.is_some() { LONGEST_REFERENCE } else { 0 };
        self.max_buffer_length_from_utf16_without_replacement(u16_length)?.checked_add(owed)
    }

    /// As [`max_buffer_length_from_utf8_without_replacement`], from a number of UTF-16 code units.
    ///
    /// ```
    /// let encoder = charsniff::Encoding::Utf8.new_encoder();
    /// assert_eq!(encoder.max_buffer_length_from_utf16_without_replacement(100), Some(300));
    /// assert_eq!(encoder.max_buffer_length_from_utf16_without_replacement(usize::MAX), None);
    /// ```
    ///
    /// [`max_buffer_length_from_utf8_without_replacement`]: Self::max_buffer_length_from_utf8_without_replacement
    #[must_use]
    pub fn max_buffer_length_from_utf16_without_replacement(&self, u16_length: usize) -> Option<usize> {
        match self.encoding {
            Encoding::Utf8 => u16_length.checked_mul(3),
            Encoding::Gb18030 => u16_length.checked_mul(4),
            _ if self.encoding.is_single_byte() => Some(u16_length),
            Encoding::Iso2022Jp => u16_length.checked_mul(5)?.checked_add(3),
            _ => u16_length.checked_mul(2),
        }
    }

    /// Encodes as much of `src` as fits in `dst`. A character that the encoding does not have becomes a
    /// decimal character reference (the standard's error mode `html`). Returns why it stopped, bytes read,
    /// bytes written, and whether there was such a character.
    ///
    /// `last`: whether the text ends where `src` does. `dst` holds whole characters after each call. Each
    /// call with room for ten bytes makes progress. Never panics. Linear in the bytes read.
    ///
    /// ```
    /// use charsniff::{CoderResult, Encoding};
    /// let (mut encoder, mut dst) = (Encoding::Windows1252.new_encoder(), [0; 10]);
    /// assert_eq!(encoder.encode_from_utf8("aΩ", &mut dst, true), (CoderResult::InputEmpty, 3, 7, true));
    /// assert_eq!(&dst[..7], b"a&#937;");
    /// ```
    pub fn encode_from_utf8(&mut self, src: &str, dst: &mut [u8], last: bool) -> (CoderResult, usize, usize, bool) {
        // UTF-8 has every character. For short text, the general way takes longer than the copy.
        if let Family::Utf8(_) = self.family {
            let n = utf8_encode_into(src, dst);
            let result = if n == src.len() { CoderResult::InputEmpty } else { CoderResult::OutputFull };
            return (result, n, n, false);
        }
        if self.owed.is_some() {
            return self.replace_rest(src, dst, last, None);
        }
        // Most calls are done after one run.
        let run = each_family!(&mut self.family, encoder => encoder.run(src, dst));
        match run {
            (read, written) if read == src.len() && !(last && self.has_pending_state()) => {
                (CoderResult::InputEmpty, read, written, false)
            }
            _ => self.replace_rest(src, dst, last, Some(run)),
        }
    }

    /// Writes a character reference that did not fit before, then encodes `src`: all of it, or the part that `run`
    /// has not read.
    #[inline(never)]
    fn replace_rest(
        &mut self,
        src: &str,
        dst: &mut [u8],
        last: bool,
        run: Option<(usize, usize)>,
    ) -> (CoderResult, usize, usize, bool) {
        let mut before = 0;
        if let Some(c) = self.owed {
            let Some(n) = write_reference(c, dst) else { return (CoderResult::OutputFull, 0, 0, false) };
            before = n;
            self.owed = None;
        }
        let (result, done) = self.drive(src, &mut dst[before..], last, true, run);
        let result = match result {
            EncoderResult::InputEmpty => CoderResult::InputEmpty,
            EncoderResult::OutputFull => CoderResult::OutputFull,
            EncoderResult::Unmappable(c) => {
                self.owed = Some(c);
                CoderResult::OutputFull
            }
        };
        (result, done.read, before + done.written, done.had_errors)
    }

    /// As [`encode_from_utf8`](Self::encode_from_utf8), into the spare capacity of `dst`; it never
    /// reallocates.
    ///
    /// ```
    /// use charsniff::{CoderResult, Encoding};
    /// let (mut encoder, mut dst) = (Encoding::Windows1252.new_encoder(), Vec::with_capacity(16));
    /// assert_eq!(encoder.encode_from_utf8_to_vec("é", &mut dst, true), (CoderResult::InputEmpty, 2, false));
    /// assert_eq!(dst, b"\xE9");
    /// let result = encoder.encode_from_utf8_to_vec("é", &mut Vec::new(), true);
    /// assert_eq!(result, (CoderResult::OutputFull, 0, false));
    /// ```
    pub fn encode_from_utf8_to_vec(&mut self, src: &str, dst: &mut Vec<u8>, last: bool) -> (CoderResult, usize, bool) {
        room::append_bytes(dst, usize::MAX, |room| {
            let (result, read, written, had_unmappables) = self.encode_from_utf8(src, room, last);
            ((result, read, had_unmappables), written)
        })
    }

    /// As [`encode_from_utf8`](Self::encode_from_utf8), but returns after each character that the encoding
    /// does not have (the standard's error mode `fatal`). The caller may write something in its place: ASCII
    /// other than 0E, 0F, 1B, 5C and 7E.
    ///
    /// ```
    /// use charsniff::{EncoderResult, Encoding};
    /// let (mut encoder, mut dst) = (Encoding::Windows1252.new_encoder(), [0; 8]);
    /// let result = encoder.encode_from_utf8_without_replacement("aΩb", &mut dst, true);
    /// assert_eq!(result, (EncoderResult::Unmappable('Ω'), 3, 1));
    /// ```
    pub fn encode_from_utf8_without_replacement(
        &mut self,
        src: &str,
        dst: &mut [u8],
        last: bool,
    ) -> (EncoderResult, usize, usize) {
        let (result, done) = self.drive(src, dst, last, false, None);
        (result, done.read, done.written)
    }

    /// Calls [`drive`] with the encoder of the family.
    #[inline(never)]
    fn drive(
        &mut self,
        src: &str,
        dst: &mut [u8],
        last: bool,
        replace: bool,
        run: Option<(usize, usize)>,
    ) -> (EncoderResult, Done) {
        each_family!(&mut self.family, encoder => drive(encoder, src, dst, last, replace, run))
    }

    /// As [`encode_from_utf8_without_replacement`](Self::encode_from_utf8_without_replacement),
    /// into the spare capacity of `dst`; it never reallocates.
    ///
    /// ```
    /// use charsniff::{EncoderResult, Encoding};
    /// let (mut encoder, mut dst) = (Encoding::Windows1252.new_encoder(), Vec::with_capacity(16));
    /// let result = encoder.encode_from_utf8_to_vec_without_replacement("éΩ", &mut dst, true);
    /// assert_eq!((result, &*dst), ((EncoderResult::Unmappable('Ω'), 4), &b"\xE9"[..]));
    /// ```
    pub fn encode_from_utf8_to_vec_without_replacement(
        &mut self,
        src: &str,
        dst: &mut Vec<u8>,
        last: bool,
    ) -> (EncoderResult, usize) {
        room::append_bytes(dst, usize::MAX, |room| {
            let (result, read, written) = self.encode_from_utf8_without_replacement(src, room, last);
            ((result, read), written)
        })
    }

    /// As [`encode_from_utf8`](Self::encode_from_utf8), from UTF-16; the number read counts code units. An
    /// unpaired surrogate is U+FFFD; the pair must be in the same `src`.
    ///
    /// ```
    /// use charsniff::{CoderResult, Encoding};
    /// let (mut encoder, mut dst) = (Encoding::Windows1252.new_encoder(), [0; 16]);
    /// let result = encoder.encode_from_utf16(&[0xE9, 0xD83D], &mut dst, true);
    /// assert_eq!(result, (CoderResult::InputEmpty, 2, 9, true));
    /// assert_eq!(&dst[..9], b"\xE9&#65533;");
    /// ```
    pub fn encode_from_utf16(&mut self, src: &[u16], dst: &mut [u8], last: bool) -> (CoderResult, usize, usize, bool) {
        if let Family::Utf8(_) = self.family {
            // UTF-8 has every character.
            let (read, text) = text::utf8_of(src, dst);
            let result = if read == src.len() { CoderResult::InputEmpty } else { CoderResult::OutputFull };
            return (result, read, text.len(), false);
        }
        let mut had_unmappables = false;
        let (result, read, written) = by_utf8(src, dst, last, CoderResult::InputEmpty, |text, room, last| {
            let (result, read, written, unmappables) = self.encode_from_utf8(text, room, last);
            had_unmappables |= unmappables;
            (result, read, written)
        });
        (result, read, written, had_unmappables)
    }

    /// As [`encode_from_utf8_without_replacement`](Self::encode_from_utf8_without_replacement),
    /// from UTF-16; the number read counts code units. An unpaired surrogate is U+FFFD; the pair must be in
    /// the same `src`.
    ///
    /// ```
    /// use charsniff::{EncoderResult, Encoding};
    /// let (mut encoder, mut dst) = (Encoding::Windows1252.new_encoder(), [0; 16]);
    /// let result = encoder.encode_from_utf16_without_replacement(&[0xE9, 0xD83D, 0xDE00], &mut dst, true);
    /// assert_eq!(result, (EncoderResult::Unmappable('😀'), 3, 1));
    /// ```
    pub fn encode_from_utf16_without_replacement(
        &mut self,
        src: &[u16],
        dst: &mut [u8],
        last: bool,
    ) -> (EncoderResult, usize, usize) {
        by_utf8(src, dst, last, EncoderResult::InputEmpty, |text, room, last| {
            self.encode_from_utf8_without_replacement(text, room, last)
        })
    }
}

impl fmt::Debug for Encoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Encoder").field("encoding", &self.encoding).finish_non_exhaustive()
    }
}

/// Encodes UTF-16 piece by piece through UTF-8. `empty` is the result of `encode` that asks for more input.
fn by_utf8<R: PartialEq>(
    src: &[u16],
    dst: &mut [u8],
    last: bool,
    empty: R,
    mut encode: impl FnMut(&str, &mut [u8], bool) -> (R, usize, usize),
) -> (R, usize, usize) {
    /// The size of the first and of the largest piece, in bytes of UTF-8. Pieces grow, since the part of a piece
    /// after an error is converted again.
    const FIRST: usize = 256;
    const MOST: usize = 4096;
    let mut buffer = [MaybeUninit::uninit(); MOST];
    // A code unit takes at most three bytes of UTF-8, and a surrogate at the end one more. Each byte of output comes
    // from one character, which takes at most four bytes; one more character may be read. The smaller one suffices.
    let most = src.len().saturating_mul(3).saturating_add(1).min(dst.len().saturating_add(1).saturating_mul(4));
    let buffer = room::of_any_value(&mut buffer[..most.min(MOST)]);
    let (mut read, mut written, mut limit) = (0, 0, FIRST);
    loop {
        let (units, text) = text::utf8_of(&src[read..], &mut buffer[..limit.min(most)]);
        let is_last = last && read + units == src.len();
        let (result, r, w) = encode(text, &mut dst[written..], is_last);
        read += if r == text.len() { units } else { text[..r].chars().map(char::len_utf16).sum() };
        written += w;
        if result != empty || read == src.len() {
            return (result, read, written);
        }
        limit = (2 * limit).min(MOST);
    }
}

impl Encoding {
    /// An encoder for the [output encoding](Self::output_encoding).
    ///
    /// ```
    /// use charsniff::Encoding;
    /// assert_eq!(Encoding::Big5.new_encoder().encoding(), Encoding::Big5);
    /// assert_eq!(Encoding::Utf16Le.new_encoder().encoding(), Encoding::Utf8);
    /// ```
    #[must_use]
    pub fn new_encoder(self) -> Encoder {
        let encoding = self.output_encoding();
        Encoder::new(encoding, Kernels::best().encode())
    }

    /// As [`new_encoder`](Self::new_encoder) with the kernels of `level`; `None` where this machine cannot
    /// run them. Where UTF-16 goes through UTF-8, the best level converts it to UTF-8 all the same.
    #[cfg(charsniff_unstable)]
    #[must_use]
    pub fn new_encoder_at_level(self, level: Level) -> Option<Encoder> {
        Kernels::at(level).map(|kernels| Encoder::new(self.output_encoding(), kernels.encode()))
    }

    /// Encodes all of `string`. A character that the encoding does not have becomes a decimal character
    /// reference. Returns the bytes, the [output encoding](Self::output_encoding) that they are in, and
    /// whether there was such a character. Borrows where the bytes are those of UTF-8. Linear.
    ///
    /// ```
    /// use charsniff::Encoding;
    /// let (bytes, encoding, had_unmappables) = Encoding::Windows1252.encode("5 € für Ω");
    /// assert_eq!(&*bytes, b"5 \x80 f\xFCr &#937;");
    /// assert_eq!((encoding, had_unmappables), (Encoding::Windows1252, true));
    /// ```
    #[must_use]
    pub fn encode(self, string: &str) -> (Cow<'_, [u8]>, Encoding, bool) {
        let encoding = self.output_encoding();
        let is_escape = |byte: &u8| matches!(byte, 0x0E | 0x0F | 0x1B);
        let is_same = encoding == Encoding::Utf8
            || string.is_ascii() && (encoding != Encoding::Iso2022Jp || !string.as_bytes().iter().any(is_escape));
        if is_same {
            return (Cow::Borrowed(string.as_bytes()), encoding, false);
        }
        let mut encoder = encoding.new_encoder();
        let enough = encoder.max_buffer_length_from_utf8_if_no_unmappables(string.len());
        let mut bytes = Vec::with_capacity(enough.unwrap_or(string.len()));
        let (mut read, mut had_unmappables) = (0, false);
        loop {
            let (result, r, unmappables) = encoder.encode_from_utf8_to_vec(&string[read..], &mut bytes, true);
            read += r;
            had_unmappables |= unmappables;
            if result == CoderResult::InputEmpty {
                return (Cow::Owned(bytes), encoding, had_unmappables);
            }
            // Twice as much each time, so that the cost stays linear even if every character becomes a
            // reference.
            bytes.reserve(bytes.capacity() + LONGEST_REFERENCE);
        }
    }
}
