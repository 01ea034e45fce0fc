//! [`Decoder`]: a decoder family behind the BOM handling and error modes of the standard.

use alloc::string::String;

use super::kernel::{Kernels, Level, text};
use super::single_byte::SingleByteDecoder;
use super::utf8::Utf8Decoder;
use super::utf16::Utf16Decoder;
use super::{CoderResult, DecoderResult, drive};
use crate::Encoding;

/// The state of a decoder of any family.
#[derive(Clone, Copy)]
enum Family {
    Utf8(Utf8Decoder),
    Utf16(Utf16Decoder),
    SingleByte(SingleByteDecoder),
}

/// Runs `$body` with `$decoder` bound to the decoder of whichever family it is.
macro_rules! each_family {
    ($family:expr, $decoder:ident => $body:expr) => {
        match $family {
            Family::Utf8($decoder) => $body,
            Family::Utf16($decoder) => $body,
            Family::SingleByte($decoder) => $body,
        }
    };
}

impl Family {
    const fn new(encoding: Encoding) -> Family {
        match encoding {
            Encoding::Utf8 => Family::Utf8(Utf8Decoder::new()),
            Encoding::Utf16Be => Family::Utf16(Utf16Decoder::new(true)),
            Encoding::Utf16Le => Family::Utf16(Utf16Decoder::new(false)),
            _ => Family::SingleByte(SingleByteDecoder::new(encoding)),
        }
    }
}

/// What is still to be done about a byte order mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bom {
    /// Any of the three marks decides the encoding and is removed.
    Sniff,
    /// The mark of the decoder's own encoding is removed.
    Remove,
    /// Nothing, or nothing any more.
    Done,
}

/// A [decoder](https://encoding.spec.whatwg.org/#decoder): turns bytes that arrive in chunks into
/// text. The names and contracts are those of `encoding_rs::Decoder`.
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
    kernels: &'static Kernels,
    encoding: Encoding,
    family: Family,
    bom: Bom,
    /// The bytes that may be the start of a mark, and how many of them were found to be none
    /// and given to the family since.
    held: [u8; 2],
    held_length: u8,
    held_read: u8,
    /// U+FFFD is due for an error that was met when the output was full.
    owes_replacement: bool,
}

impl Decoder {
    pub(crate) fn new(encoding: Encoding, bom: BomHandling, kernels: &'static Kernels) -> Decoder {
        Decoder {
            kernels,
            encoding,
            family: Family::new(encoding),
            bom: match bom {
                BomHandling::Sniff => Bom::Sniff,
                BomHandling::Remove if encoding == Encoding::Utf8 || encoding.is_utf_16() => Bom::Remove,
                BomHandling::Remove | BomHandling::Keep => Bom::Done,
            },
            held: [0; 2],
            held_length: 0,
            held_read: 0,
            owes_replacement: false,
        }
    }

    /// The encoding that this decodes from; a byte order mark that was sniffed has changed it.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Decodes as much of `src` as fits in `dst`, each error as U+FFFD: why it came back, bytes
    /// read, bytes written, whether there was an error.
    ///
    /// `last`: whether the resource ends where `src` does. `dst` holds whole characters after
    /// each call. Call again with the rest of the input, or with more room, as the result says.
    /// Never panics; linear in what is read.
    pub fn decode_to_utf8(&mut self, src: &[u8], dst: &mut [u8], last: bool) -> (CoderResult, usize, usize, bool) {
        const REPLACEMENT: &[u8] = "\u{FFFD}".as_bytes();
        let mut had_errors = false;
        let (mut read, mut written) = (0, 0);
        loop {
            if self.owes_replacement {
                let Some(room) = dst.get_mut(written..written + REPLACEMENT.len()) else {
                    return (CoderResult::OutputFull, read, written, had_errors);
                };
                room.copy_from_slice(REPLACEMENT);
                written += REPLACEMENT.len();
                self.owes_replacement = false;
            }
            let (result, r, w) = self.decode_to_utf8_without_replacement(&src[read..], &mut dst[written..], last);
            read += r;
            written += w;
            match result {
                DecoderResult::InputEmpty => return (CoderResult::InputEmpty, read, written, had_errors),
                DecoderResult::OutputFull => return (CoderResult::OutputFull, read, written, had_errors),
                DecoderResult::Malformed(..) => {
                    had_errors = true;
                    self.owes_replacement = true;
                }
            }
        }
    }

    /// As [`decode_to_utf8`](Self::decode_to_utf8), but comes back at each error, which is then
    /// the caller's to deal with; the next call goes on behind it.
    pub fn decode_to_utf8_without_replacement(
        &mut self,
        src: &[u8],
        dst: &mut [u8],
        last: bool,
    ) -> (DecoderResult, usize, usize) {
        let mut read = 0;
        if self.bom != Bom::Done {
            read = self.look_for_bom(src);
            if self.bom != Bom::Done {
                if !last {
                    return (DecoderResult::InputEmpty, read, 0);
                }
                self.bom = Bom::Done;
            }
        }
        let mut written = 0;
        while self.held_read < self.held_length {
            let held = self.held;
            let held = &held[usize::from(self.held_read)..usize::from(self.held_length)];
            let (result, r, w) = each_family!(&mut self.family, decoder => drive(decoder, self.kernels, held, &mut dst[written..], false));
            self.held_read += r as u8;
            written += w;
            if result != DecoderResult::InputEmpty {
                return (result, read, written);
            }
        }
        let (src, dst) = (&src[read..], &mut dst[written..]);
        let (result, r, w) = each_family!(&mut self.family, decoder => drive(decoder, self.kernels, src, dst, last));
        (result, read + r, written + w)
    }

    /// Reads bytes of `src` as long as they may belong to a byte order mark; returns how many.
    /// Whatever turns out to be none is held for the family.
    fn look_for_bom(&mut self, src: &[u8]) -> usize {
        for (i, &byte) in src.iter().enumerate() {
            let mut start = [self.held[0], self.held[1], 0];
            start[usize::from(self.held_length)] = byte;
            let start = &start[..=usize::from(self.held_length)];
            if let Some((encoding, _)) = Encoding::for_bom(start)
                && self.is_wanted(encoding)
            {
                self.encoding = encoding;
                self.family = Family::new(encoding);
                self.bom = Bom::Done;
                self.held_length = 0;
                return i + 1;
            }
            let marks =
                [(Encoding::Utf8, &[0xEF, 0xBB][..]), (Encoding::Utf16Be, &[0xFE]), (Encoding::Utf16Le, &[0xFF])];
            if !marks.iter().any(|(encoding, mark)| mark.starts_with(start) && self.is_wanted(*encoding)) {
                self.bom = Bom::Done;
                return i;
            }
            self.held[usize::from(self.held_length)] = byte;
            self.held_length += 1;
        }
        src.len()
    }

    fn is_wanted(&self, mark: Encoding) -> bool {
        self.bom == Bom::Sniff || mark == self.encoding
    }

    /// As [`decode_to_utf8`](Self::decode_to_utf8), into the capacity that `dst` has left; it
    /// never reallocates.
    pub fn decode_to_string(&mut self, src: &[u8], dst: &mut String, last: bool) -> (CoderResult, usize, bool) {
        text::append(dst, |room| {
            let (result, read, written, had_errors) = self.decode_to_utf8(src, room, last);
            ((result, read, had_errors), written)
        })
    }
}

/// What a decoder does about byte order marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BomHandling {
    /// Any mark decides the encoding and is removed.
    Sniff,
    /// The mark of the encoding itself is removed.
    Remove,
    /// A mark is text.
    Keep,
}

impl Encoding {
    /// A decoder for this encoding unless the bytes start with a byte order mark, which then
    /// decides: the standard's [decode](https://encoding.spec.whatwg.org/#decode).
    pub fn new_decoder(self) -> Decoder {
        Decoder::new(self, BomHandling::Sniff, Kernels::best())
    }

    /// A decoder for this encoding that removes the encoding's own byte order mark.
    pub fn new_decoder_with_bom_removal(self) -> Decoder {
        Decoder::new(self, BomHandling::Remove, Kernels::best())
    }

    /// A decoder for this encoding to which a byte order mark is text (or an error).
    pub fn new_decoder_without_bom_handling(self) -> Decoder {
        Decoder::new(self, BomHandling::Keep, Kernels::best())
    }

    /// As [`new_decoder_without_bom_handling`](Self::new_decoder_without_bom_handling) with the
    /// kernels of `level`, for tests and benches; `None` where this machine cannot run them.
    #[doc(hidden)]
    pub fn new_decoder_at_level(self, level: Level) -> Option<Decoder> {
        Kernels::at(level).map(|kernels| Decoder::new(self, BomHandling::Keep, kernels))
    }
}
