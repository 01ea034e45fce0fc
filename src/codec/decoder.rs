//! [`Decoder`]: adds byte order marks and the standard's error modes to the decoder of a family.

use core::fmt;

use super::family::big5::Big5Decoder;
use super::family::euc_jp::EucJpDecoder;
use super::family::euc_kr::EucKrDecoder;
use super::family::gb18030::Gb18030Decoder;
use super::family::iso_2022_jp::{self, Iso2022JpDecoder};
use super::family::replacement::ReplacementDecoder;
use super::family::shift_jis::ShiftJisDecoder;
use super::family::single_byte::SingleByteDecoder;
use super::family::utf8::Utf8Decoder;
use super::family::utf16::Utf16Decoder;
use super::family::utf32::Utf32Decoder;
use super::{CoderResult, Decode, DecoderResult, Done, Handled, drive};
use crate::Encoding;
#[cfg(charsniff_unstable)]
use crate::simd::Level;
use crate::simd::{Kernels, valid::Valid};

/// The state of a decoder of any family.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Family {
    Utf8(Utf8Decoder),
    SingleByte(SingleByteDecoder),
    Gb18030(Gb18030Decoder),
    Big5(Big5Decoder),
    EucJp(EucJpDecoder),
    Iso2022Jp(Iso2022JpDecoder),
    ShiftJis(ShiftJisDecoder),
    EucKr(EucKrDecoder),
    Replacement(ReplacementDecoder),
    Utf16(Utf16Decoder),
    Utf32(Utf32Decoder),
}

/// Runs `$body` with `$decoder` bound to the decoder, of whichever family it is.
macro_rules! each_family {
    ($family:expr, $decoder:ident => $body:expr) => {
        match $family {
            Family::Utf8($decoder) => $body,
            Family::SingleByte($decoder) => $body,
            Family::Gb18030($decoder) => $body,
            Family::Big5($decoder) => $body,
            Family::EucJp($decoder) => $body,
            Family::Iso2022Jp($decoder) => $body,
            Family::ShiftJis($decoder) => $body,
            Family::EucKr($decoder) => $body,
            Family::Replacement($decoder) => $body,
            Family::Utf16($decoder) => $body,
            Family::Utf32($decoder) => $body,
        }
    };
}

impl Family {
    /// Calls `make` with the family's decoder for `encoding`.
    ///
    /// Inlined once for each family, so that the decoder is constructed in place: for short inputs, copying it takes
    /// as long as decoding.
    #[inline(always)]
    fn with<T>(encoding: Encoding, make: impl FnOnce(Family) -> T) -> T {
        match encoding {
            Encoding::Utf8 => make(Family::Utf8(Utf8Decoder::new())),
            Encoding::Gbk | Encoding::Gb18030 => make(Family::Gb18030(Gb18030Decoder::default())),
            Encoding::Big5 => make(Family::Big5(Big5Decoder::default())),
            Encoding::EucJp => make(Family::EucJp(EucJpDecoder::default())),
            Encoding::Iso2022Jp => make(Family::Iso2022Jp(Iso2022JpDecoder::new())),
            Encoding::ShiftJis => make(Family::ShiftJis(ShiftJisDecoder::default())),
            Encoding::EucKr => make(Family::EucKr(EucKrDecoder::default())),
            Encoding::Replacement => make(Family::Replacement(ReplacementDecoder::default())),
            Encoding::Utf16Be => make(Family::Utf16(Utf16Decoder::new(true))),
            Encoding::Utf16Le => make(Family::Utf16(Utf16Decoder::new(false))),
            _ => make(Family::SingleByte(SingleByteDecoder::new(encoding))),
        }
    }
}

/// In WebAssembly the larger ones are not inlined: a JVM does not compile a function that holds them all.
impl Decode for Family {
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn run(&mut self, kernels: &Kernels, src: &[u8], dst: &mut [u8]) -> (usize, usize) {
        each_family!(self, decoder => decoder.run(kernels, src, dst))
    }

    #[cfg_attr(target_family = "wasm", inline(never))]
    fn run_in_mode(&mut self, kernels: &Kernels, src: &[u8], dst: &mut [u8], replace: bool) -> Done {
        each_family!(self, decoder => decoder.run_in_mode(kernels, src, dst, replace))
    }

    #[cfg_attr(target_family = "wasm", inline(never))]
    fn handle(&mut self, byte: Option<u8>) -> Handled {
        each_family!(self, decoder => decoder.handle(byte))
    }

    fn take_due(&mut self) -> Option<char> {
        each_family!(self, decoder => decoder.take_due())
    }

    fn pending(&self) -> usize {
        each_family!(self, decoder => decoder.pending())
    }

    fn least_room(&self, byte: Option<u8>) -> usize {
        each_family!(self, decoder => decoder.least_room(byte))
    }

    fn error_at_start(&self, src: &[u8], room: usize) -> Option<u8> {
        each_family!(self, decoder => decoder.error_at_start(src, room))
    }
}

/// What is still to be done about a byte order mark (BOM).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bom {
    /// A BOM of any of the three encodings decides the encoding and is removed.
    Sniff,
    /// A BOM of the decoder's own encoding is removed.
    Remove,
    /// Nothing.
    Done,
}

/// A [decoder](https://encoding.spec.whatwg.org/#decoder): turns bytes that arrive in chunks into
/// text. The names and contracts are those of `encoding_rs::Decoder`.
///
/// It takes 32 bytes on 64-bit machines. It allocates only tables, when a program first decodes from an encoding; they
/// stay in memory. A two-byte encoding takes 128 KB and 0.1 ms (and up to 80 KB more if its rarest characters
/// occur), a single-byte encoding 4 KB and 10 µs. UTF-8 and UTF-16 take none.
///
/// ```
/// use charsniff::{CoderResult, Encoding};
/// let mut decoder = Encoding::Windows1251.new_decoder();
/// let mut text = [0; 16];
/// let (result, read, written, had_errors) = decoder.decode_to_utf8(b"\xCC\xE0\xF0\xF1", &mut text, true);
/// assert_eq!((result, read, had_errors), (CoderResult::InputEmpty, 4, false));
/// assert_eq!(&text[..written], "Марс".as_bytes());
/// ```
#[derive(Clone)]
pub struct Decoder {
    pub(super) kernels: &'static Kernels,
    pub(super) encoding: Encoding,
    pub(super) family: Family,
    pub(super) bom: Bom,
    /// Bytes that may be the start of a BOM, how many there are, and how many of them turned out not to be
    /// and have been given to the family.
    held: [u8; 2],
    held_length: u8,
    held_read: u8,
}

impl Decoder {
    pub(crate) fn new(encoding: Encoding, bom: BomHandling, kernels: &'static Kernels) -> Decoder {
        let bom = match bom {
            BomHandling::Sniff => Bom::Sniff,
            BomHandling::Remove if encoding == Encoding::Utf8 || encoding.is_utf_16() => Bom::Remove,
            BomHandling::Remove | BomHandling::Keep => Bom::Done,
        };
        Family::with(encoding, |family| Decoder {
            kernels,
            encoding,
            family,
            bom,
            held: [0; 2],
            held_length: 0,
            held_read: 0,
        })
    }

    /// A decoder for UTF-32 in the byte order of `utf_16`, which it gives as its encoding. UTF-32 gives no more text for
    /// its bytes than UTF-16 may.
    pub(super) fn for_utf_32(utf_16: Encoding) -> Decoder {
        let family = Family::Utf32(Utf32Decoder::new(utf_16 == Encoding::Utf16Be));
        Decoder { family, ..utf_16.new_decoder_without_bom_handling() }
    }

    /// The encoding that this decodes from. A sniffed byte order mark changes it.
    ///
    /// ```
    /// use charsniff::{CoderResult, Encoding};
    /// let mut decoder = Encoding::Big5.new_decoder();
    /// assert_eq!(decoder.decode_to_utf8(b"\xFE\xFF", &mut [], false), (CoderResult::InputEmpty, 2, 0, false));
    /// assert_eq!(decoder.encoding(), Encoding::Utf16Be);
    /// ```
    #[must_use]
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Decodes as much of `src` as fits in `dst`, with each error as U+FFFD. Returns why it stopped, bytes
    /// read, bytes written, and whether there was an error.
    ///
    /// `last`: whether the resource ends where `src` does. `dst` holds whole characters after each call;
    /// bytes after the number written are unspecified. Call again with the rest of the input, or with more
    /// room, as the result says. Never panics. Linear in the bytes read.
    ///
    /// ```
    /// use charsniff::{CoderResult, Encoding};
    /// let (mut decoder, mut dst) = (Encoding::ShiftJis.new_decoder(), [0; 8]);
    /// assert_eq!(decoder.decode_to_utf8(b"a\x89", &mut dst, false), (CoderResult::InputEmpty, 2, 1, false));
    /// assert_eq!(decoder.decode_to_utf8(b"\xCE", &mut dst, true), (CoderResult::InputEmpty, 1, 3, false));
    /// assert_eq!(&dst[..3], "火".as_bytes());
    /// ```
    pub fn decode_to_utf8(&mut self, src: &[u8], dst: &mut [u8], last: bool) -> (CoderResult, usize, usize, bool) {
        if !self.has_started() {
            let (result, done) = self.start_and_drive(src, dst, last, true);
            return (replaced(result), done.read, done.written, done.had_errors);
        }
        let run = each_family!(&mut self.family, decoder => match decoder.pending() {
            0 => {
                let Done { read, written, had_errors } = decoder.run_in_mode(self.kernels, src, dst, true);
                // Most calls are done after one run. They return here: for short inputs, passing the result on through
                // memory would take as long as the work.
                if read == src.len() {
                    return (CoderResult::InputEmpty, read, written, had_errors);
                }
                Some(Done { read, written, had_errors })
            }
            _ => None,
        });
        let (result, done) = self.drive(src, dst, last, true, run);
        (replaced(result), done.read, done.written, done.had_errors)
    }

    /// The common part of [`decode_to_utf8`](Self::decode_to_utf8) and
    /// [`decode_to_utf8_without_replacement`](Self::decode_to_utf8_without_replacement).
    #[inline(always)]
    pub(super) fn decode(&mut self, src: &[u8], dst: &mut [u8], last: bool, replace: bool) -> (DecoderResult, Done) {
        if !replace {
            return self.start_and_drive(src, dst, last, false);
        }
        let (result, read, written, had_errors) = self.decode_to_utf8(src, dst, last);
        let result = match result {
            CoderResult::InputEmpty => DecoderResult::InputEmpty,
            CoderResult::OutputFull => DecoderResult::OutputFull,
        };
        (result, Done { read, written, had_errors })
    }

    /// Gives `src` to the family: all of it, or the part that `run` has not read.
    #[inline(never)]
    fn drive(
        &mut self,
        src: &[u8],
        dst: &mut [u8],
        last: bool,
        replace: bool,
        run: Option<Done>,
    ) -> (DecoderResult, Done) {
        drive(&mut self.family, self.kernels, src, dst, last, replace, run)
    }

    /// Handles a byte order mark and the bytes held, if that was not done yet, then decodes the rest.
    #[inline(never)]
    fn start_and_drive(&mut self, src: &[u8], dst: &mut [u8], last: bool, replace: bool) -> (DecoderResult, Done) {
        let (stop, mut done) = match self.has_started() {
            true => (None, Done::NOTHING),
            false => self.start(src, dst, last, replace),
        };
        let result = stop.unwrap_or_else(|| {
            let (result, next) = self.drive(&src[done.read..], &mut dst[done.written..], last, replace, None);
            done.add(next);
            result
        });
        (result, done)
    }

    /// As [`decode_to_utf8`](Self::decode_to_utf8), but returns at each error. The next call continues
    /// after it.
    ///
    /// The second number of [`DecoderResult::Malformed`] says how many bytes there are between the end of
    /// the malformed sequence and the end of what was read. The sequence may have begun in an earlier
    /// chunk.
    ///
    /// ```
    /// use charsniff::{DecoderResult, Encoding};
    /// let (mut decoder, mut dst) = (Encoding::Utf8.new_decoder(), [0; 8]);
    /// let result = decoder.decode_to_utf8_without_replacement(b"a\xFFbc", &mut dst, true);
    /// assert_eq!(result, (DecoderResult::Malformed(1, 0), 2, 1));
    /// let result = decoder.decode_to_utf8_without_replacement(b"bc", &mut dst, true);
    /// assert_eq!((result, &dst[..2]), ((DecoderResult::InputEmpty, 2, 2), &b"bc"[..]));
    /// ```
    pub fn decode_to_utf8_without_replacement(
        &mut self,
        src: &[u8],
        dst: &mut [u8],
        last: bool,
    ) -> (DecoderResult, usize, usize) {
        let (result, done) = self.start_and_drive(src, dst, last, false);
        (result, done.read, done.written)
    }

    /// Whether the next byte is for the family: no BOM is looked for.
    pub(super) fn has_started(&self) -> bool {
        self.bom == Bom::Done && self.held_read == self.held_length
    }

    /// Looks for a BOM, and decodes the bytes that were held because they might have been one. Returns why the
    /// family cannot begin with `src` yet, and how far this has come.
    fn start(&mut self, src: &[u8], dst: &mut [u8], last: bool, replace: bool) -> (Option<DecoderResult>, Done) {
        let read = if self.bom == Bom::Done { 0 } else { self.look_for_bom(src, last) };
        if self.bom != Bom::Done {
            return (Some(DecoderResult::InputEmpty), Done::new((read, 0)));
        }
        let held = self.held;
        let held = &held[usize::from(self.held_read)..usize::from(self.held_length)];
        if held.is_empty() {
            return (None, Done::new((read, 0)));
        }
        let (result, done) = self.drive(held, dst, false, replace, None);
        self.held_read += done.read as u8;
        let stop = match result {
            DecoderResult::InputEmpty => None,
            // For the caller, all held bytes were consumed in an earlier call.
            DecoderResult::Malformed(length, after) => {
                Some(DecoderResult::Malformed(length, after + self.held_length - self.held_read))
            }
            DecoderResult::OutputFull => Some(result),
        };
        (stop, Done { read, ..done })
    }

    /// Reads the bytes of `src` that may be part of a BOM, and returns their number. If it turns out that there is no
    /// BOM, the bytes of an earlier `src` are held for the family, and those of this one are not read.
    fn look_for_bom(&mut self, src: &[u8], last: bool) -> usize {
        let held_before = self.held_length;
        for (i, &byte) in src.iter().enumerate() {
            let mut start = [self.held[0], self.held[1], 0];
            start[usize::from(self.held_length)] = byte;
            let start = &start[..=usize::from(self.held_length)];
            if let Some((encoding, _)) = Encoding::for_bom(start)
                && self.is_wanted(encoding)
            {
                self.encoding = encoding;
                self.family = Family::with(encoding, |family| family);
                self.bom = Bom::Done;
                self.held_length = 0;
                return i + 1;
            }
            if !Encoding::for_start_of_bom(start).any(|encoding| self.is_wanted(encoding)) {
                self.bom = Bom::Done;
                self.held_length = held_before;
                return 0;
            }
            self.held[usize::from(self.held_length)] = byte;
            self.held_length += 1;
        }
        if !last {
            return src.len();
        }
        self.bom = Bom::Done;
        self.held_length = held_before;
        0
    }

    fn is_wanted(&self, mark: Encoding) -> bool {
        self.bom == Bom::Sniff || mark == self.encoding
    }

    /// How many bytes at the start of `bytes` would be decoded as the code points of the same value, from
    /// the decoder's current state. `None` in the middle of a sequence, while a byte order mark is still
    /// possible, and for encodings in which no byte ever is. Linear.
    ///
    /// ```
    /// use charsniff::Encoding;
    /// // 80 is U+20AC.
    /// let decoder = Encoding::Windows1252.new_decoder_without_bom_handling();
    /// assert_eq!(decoder.latin1_byte_compatible_up_to(b"caf\xE9 \x80"), Some(5));
    /// let decoder = Encoding::Utf16Le.new_decoder_without_bom_handling();
    /// assert_eq!(decoder.latin1_byte_compatible_up_to(b"a"), None);
    /// ```
    #[must_use]
    pub fn latin1_byte_compatible_up_to(&self, bytes: &[u8]) -> Option<usize> {
        if !self.has_started() {
            return None;
        }
        match &self.family {
            Family::Utf16(_) | Family::Utf32(_) | Family::Replacement(_) => None,
            Family::SingleByte(decoder) => Some(decoder.latin1_byte_compatible_up_to(bytes)),
            Family::Iso2022Jp(decoder) => decoder.is_initial().then(|| iso_2022_jp::ascii_valid_up_to(bytes)),
            family => (family.pending() == 0).then(|| Valid::ascii_prefix(bytes).as_str().len()),
        }
    }

    /// How many bytes were read that have not yet given a character or an error.
    pub(super) fn pending(&self) -> usize {
        self.family.pending() + usize::from(self.held_length - self.held_read)
    }
}

/// The result of a decoder that replaces errors, and so returns none.
pub(super) fn replaced(result: DecoderResult) -> CoderResult {
    match result {
        DecoderResult::InputEmpty => CoderResult::InputEmpty,
        DecoderResult::OutputFull | DecoderResult::Malformed(..) => CoderResult::OutputFull,
    }
}

/// Whether two decoders will do the same with any further input.
impl PartialEq for Decoder {
    fn eq(&self, other: &Self) -> bool {
        let held = |decoder: &Decoder| (decoder.held, decoder.held_length, decoder.held_read);
        (self.encoding, self.family, self.bom, held(self)) == (other.encoding, other.family, other.bom, held(other))
    }
}

impl fmt::Debug for Decoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decoder").field("encoding", &self.encoding).field("bom", &self.bom).finish_non_exhaustive()
    }
}

/// What a decoder does about byte order marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BomHandling {
    /// A BOM of any encoding decides the encoding and is removed.
    Sniff,
    /// A BOM of the decoder's own encoding is removed.
    Remove,
    /// A BOM is text.
    Keep,
}

impl Encoding {
    /// A decoder for this encoding. If the bytes start with a byte order mark, that decides the encoding
    /// instead: the standard's [decode](https://encoding.spec.whatwg.org/#decode).
    ///
    /// ```
    /// use charsniff::{CoderResult, Encoding};
    /// let (mut decoder, mut text) = (Encoding::Big5.new_decoder(), String::with_capacity(16));
    /// let result = decoder.decode_to_string(b"\xEF\xBB\xBF\xC3\xA9", &mut text, true);
    /// assert_eq!((result, &*text), ((CoderResult::InputEmpty, 5, false), "é"));
    /// ```
    #[must_use]
    pub fn new_decoder(self) -> Decoder {
        Decoder::new(self, BomHandling::Sniff, Kernels::best())
    }

    /// A decoder for this encoding that removes the encoding's own byte order mark.
    ///
    /// ```
    /// use charsniff::{CoderResult, Encoding};
    /// let (mut decoder, mut text) = (Encoding::Utf8.new_decoder_with_bom_removal(), String::with_capacity(32));
    /// let result = decoder.decode_to_string(b"\xEF\xBB\xBFa", &mut text, true);
    /// assert_eq!((result, &*text), ((CoderResult::InputEmpty, 4, false), "a"));
    /// ```
    #[must_use]
    pub fn new_decoder_with_bom_removal(self) -> Decoder {
        Decoder::new(self, BomHandling::Remove, Kernels::best())
    }

    /// A decoder for this encoding that treats a byte order mark as text (or as an error).
    ///
    /// ```
    /// use charsniff::{CoderResult, Encoding};
    /// let (mut decoder, mut text) = (Encoding::Utf8.new_decoder_without_bom_handling(), String::with_capacity(32));
    /// let result = decoder.decode_to_string(b"\xEF\xBB\xBFa", &mut text, true);
    /// assert_eq!((result, &*text), ((CoderResult::InputEmpty, 4, false), "\u{FEFF}a"));
    /// ```
    #[must_use]
    pub fn new_decoder_without_bom_handling(self) -> Decoder {
        Decoder::new(self, BomHandling::Keep, Kernels::best())
    }

    /// As [`new_decoder_without_bom_handling`](Self::new_decoder_without_bom_handling) with the
    /// kernels of `level`; `None` where this machine cannot run them.
    #[cfg(charsniff_unstable)]
    #[must_use]
    pub fn new_decoder_at_level(self, level: Level) -> Option<Decoder> {
        Kernels::at(level).map(|kernels| Decoder::new(self, BomHandling::Keep, kernels))
    }
}
