//! The encoders. Nearly all look up a [page table](crate::codec::data::pages), which already contains the effect of
//! most of the standard's steps.

use alloc::boxed::Box;
use alloc::vec::Vec;

use once_cell::race::OnceBox;

use super::single_byte::{place, single_byte_scalars};
use super::{big5, euc_jp, euc_kr, gb18030, iso_2022_jp, shift_jis, utf8};
use crate::Encoding;
use crate::codec::data::pages::Builder;
use crate::codec::data::{GB18030_RANGES, ISO_2022_JP_KATAKANA, SINGLE_BYTE};
use crate::codec::encode::{Bytes, Encode, Encoded};
use crate::simd::encode::{EncodeKernel, EncodeKernels};
use crate::simd::page_table::Pages;

/// [UTF-8 encoder](https://encoding.spec.whatwg.org/#utf-8-encoder).
#[derive(Clone, Copy)]
pub(crate) struct Utf8Encoder;

impl Encode for Utf8Encoder {
    fn run(&mut self, src: &str, dst: &mut [u8]) -> (usize, usize) {
        let n = utf8::encode_into(src, dst);
        (n, n)
    }

    fn handle(&mut self, c: Option<char>) -> Encoded {
        // 1. to 6. A `str` already holds these bytes.
        let Some(c) = c else { return Encoded::Finished };
        let mut bytes = [0; 4];
        let length = c.encode_utf8(&mut bytes).len();
        Encoded::Bytes(Bytes::new(bytes, length as u8))
    }
}

/// [Single-byte encoder](https://encoding.spec.whatwg.org/#single-byte-encoder), which also serves x-user-defined.
#[derive(Clone, Copy)]
pub(crate) struct SingleByteEncoder {
    pages: &'static Pages<u8>,
    kernel: EncodeKernel<u8>,
}

impl SingleByteEncoder {
    /// The encoder of a single-byte encoding; of windows-1252 for any other encoding.
    pub(crate) fn new(encoding: Encoding, kernels: EncodeKernels) -> SingleByteEncoder {
        static PAGES: [OnceBox<Pages<u8>>; SINGLE_BYTE + 1] = [const { OnceBox::new() }; SINGLE_BYTE + 1];
        let pages = PAGES[place(encoding)].get_or_init(|| {
            let mut builder = Builder::new();
            for (scalar, byte) in single_byte_scalars(encoding).iter().zip(0x80..) {
                builder.add(*scalar, byte);
            }
            Box::new(builder.pages_of_bytes())
        });
        SingleByteEncoder { pages, kernel: kernels.single_byte }
    }
}

impl Encode for SingleByteEncoder {
    fn run(&mut self, src: &str, dst: &mut [u8]) -> (usize, usize) {
        (self.kernel)(src.as_bytes(), dst, self.pages)
    }

    fn handle(&mut self, c: Option<char>) -> Encoded {
        match c {
            // 1.
            None => Encoded::Finished,
            // 2.
            Some(c @ '\0'..='\x7F') => Encoded::Bytes(Bytes::one(c as u8)),
            // 3.–5.
            Some(c) => Encoded::unit(self.pages.get(c).into(), c),
        }
    }
}

/// The encoder of [Big5](https://encoding.spec.whatwg.org/#big5-encoder),
/// [EUC-JP](https://encoding.spec.whatwg.org/#euc-jp-encoder), [EUC-KR](https://encoding.spec.whatwg.org/#euc-kr-encoder),
/// [gb18030 and GBK](https://encoding.spec.whatwg.org/#gb18030-encoder) and
/// [Shift_JIS](https://encoding.spec.whatwg.org/#shift_jis-encoder). It has no state.
#[derive(Clone, Copy)]
pub(crate) struct TwoByteEncoder {
    pages: &'static Pages<u16>,
    kernel: EncodeKernel<u16>,
    encoding: Encoding,
}

impl TwoByteEncoder {
    pub(crate) fn new(encoding: Encoding, kernels: EncodeKernels) -> TwoByteEncoder {
        TwoByteEncoder { pages: pages(encoding), kernel: kernels.two_byte, encoding }
    }

    /// The bytes of a character that is not in the table.
    fn other(self, c: char) -> Option<Bytes> {
        match self.encoding {
            Encoding::Gb18030 => four_bytes(c),
            Encoding::Big5 => big5_of_plane_2(c),
            _ => None,
        }
    }
}

impl Encode for TwoByteEncoder {
    fn run(&mut self, src: &str, dst: &mut [u8]) -> (usize, usize) {
        let (mut read, mut written) = (0, 0);
        loop {
            let (r, w) = (self.kernel)(&src.as_bytes()[read..], &mut dst[written..], self.pages);
            read += r;
            written += w;
            // Such characters come in runs too.
            let start = read;
            while let Some(c) = src[read..].chars().next()
                && self.pages.get(c) == 0
                && let Some(bytes) = self.other(c)
                && let Some(room) = dst[written..].get_mut(..bytes.as_slice().len())
            {
                room.copy_from_slice(bytes.as_slice());
                written += room.len();
                read += c.len_utf8();
            }
            if read == start {
                return (read, written);
            }
        }
    }

    fn handle(&mut self, c: Option<char>) -> Encoded {
        match c {
            // 1.
            None => Encoded::Finished,
            // 2.
            Some(c @ '\0'..='\x7F') => Encoded::Bytes(Bytes::one(c as u8)),
            Some(c) => match self.pages.get(c) {
                0 => self.other(c).map_or(Encoded::Error(c), Encoded::Bytes),
                unit => Encoded::unit(unit, c),
            },
        }
    }
}

/// The bytes of characters of plane 0 in a two-byte encoding.
fn pages(encoding: Encoding) -> &'static Pages<u16> {
    const FIRST: usize = Encoding::Gbk as usize;
    const COUNT: usize = Encoding::EucKr as usize + 1 - FIRST;
    static PAGES: [OnceBox<Pages<u16>>; COUNT] = [const { OnceBox::new() }; COUNT];
    PAGES[(encoding as usize).wrapping_sub(FIRST) % COUNT].get_or_init(|| Box::new(build(encoding).pages()))
}

/// The numbers are those of the steps of the encoder.
fn build(encoding: Encoding) -> Builder {
    let mut builder = Builder::new();
    match encoding {
        Encoding::Big5 => {
            // 3. Of these characters, the last pointer. Of others, the first.
            let last = [0x2550, 0x255E, 0x2561, 0x256A, 0x5341, 0x5345];
            builder.add_index(&big5::INDEX[0], 0..BIG5_FIRST, &last);
        }
        Encoding::EucKr => builder.add_index(&euc_kr::INDEX[0], 0..0, &[]),
        Encoding::Gbk | Encoding::Gb18030 => {
            // 5.
            for (scalar, unit) in PRIVATE_USE {
                builder.set(scalar, unit);
            }
            // 6. and 7.
            builder.add_index(&gb18030::INDEX[0], 0..0, &[]);
            if encoding == Encoding::Gbk {
                // 4.
                builder.set(0x20AC, 0x80);
            }
        }
        Encoding::ShiftJis => {
            // 2. to 4.
            builder.set(0x80, 0x80);
            builder.set(0xA5, 0x5C);
            builder.set(0x203E, 0x7E);
            // 5.
            for katakana in 0xFF61..=0xFF9F {
                builder.set(katakana, katakana - 0xFF61 + 0xA1);
            }
            // 7. to 13. Index Shift_JIS pointer leaves out pointers 8272 to 8835, NEC's selection of IBM's
            // extensions. A character that is in both is written as one of IBM's.
            builder.add_index(&shift_jis::INDEXES[0], 0xED00..0xF000, &[]);
            // 6. MINUS SIGN is FULLWIDTH HYPHEN-MINUS.
            builder.set(0x2212, builder.get(0xFF0D));
        }
        // EUC-JP.
        _ => {
            // 3. and 4.
            builder.set(0xA5, 0x5C);
            builder.set(0x203E, 0x7E);
            // 5., and 7. to 11.
            for index in &euc_jp::INDEXES {
                builder.add_index(index, 0..0, &[]);
            }
            // 6. MINUS SIGN is FULLWIDTH HYPHEN-MINUS.
            builder.set(0x2212, builder.get(0xFF0D));
        }
    }
    builder
}

/// [Index Big5 pointer](https://encoding.spec.whatwg.org/#index-big5-pointer), 1.: lower pairs, which are
/// Hong Kong characters, are decoded but never written.
const BIG5_FIRST: u16 = 0xA100;

/// Big5's bytes of a character of plane 2.
fn big5_of_plane_2(c: char) -> Option<Bytes> {
    /// The low 16 bits of each character, and its pair.
    static PAIRS: OnceBox<Vec<(u16, u16)>> = OnceBox::new();
    let pairs = PAIRS.get_or_init(|| {
        // Sorted by insertion: the standard library's sort has a function that is too large for HotSpot to compile.
        let mut sorted: Vec<(u16, u16)> = Vec::new();
        big5::INDEX[0].each(None, 2, &mut |first, scalars| {
            for (pair, &low) in (first..).zip(scalars).filter(|(pair, low)| **low != 0 && *pair >= BIG5_FIRST) {
                let place = sorted.partition_point(|(c, _)| *c < low);
                // The first pointer counts.
                if sorted.get(place).is_none_or(|(c, _)| *c != low) {
                    sorted.insert(place, (low, pair));
                }
            }
        });
        Box::new(sorted)
    });
    let low = u32::from(c).checked_sub(0x2_0000).and_then(|low| u16::try_from(low).ok())?;
    let found = pairs.binary_search_by_key(&low, |(c, _)| *c).ok()?;
    Some(Bytes::two(pairs[found].1.to_be_bytes()))
}

/// GB18030-2005 gave these bytes to characters of the private use area. The index gives them to the
/// characters that Unicode has had for them since. The encoder writes both as these bytes.
const PRIVATE_USE: [(u16, u16); 18] = [
    (0xE78D, 0xA6D9),
    (0xE78E, 0xA6DA),
    (0xE78F, 0xA6DB),
    (0xE790, 0xA6DC),
    (0xE791, 0xA6DD),
    (0xE792, 0xA6DE),
    (0xE793, 0xA6DF),
    (0xE794, 0xA6EC),
    (0xE795, 0xA6ED),
    (0xE796, 0xA6F3),
    (0xE81E, 0xFE59),
    (0xE826, 0xFE61),
    (0xE82B, 0xFE66),
    (0xE82C, 0xFE67),
    (0xE832, 0xFE6D),
    (0xE843, 0xFE7E),
    (0xE854, 0xFE90),
    (0xE864, 0xFEA0),
];

/// gb18030's bytes of a character that does not have two, by its
/// [ranges pointer](https://encoding.spec.whatwg.org/#index-gb18030-ranges-pointer).
fn four_bytes(c: char) -> Option<Bytes> {
    let pointer = match c {
        // 3.
        '\u{E5E5}' => return None,
        // In the place of U+1E3F, which has two bytes.
        '\u{E7C7}' => 7_457,
        '\0'..='\u{FFFF}' => {
            let scalar = c as u16;
            let range = GB18030_RANGES.partition_point(|(_, first)| *first <= scalar).checked_sub(1)?;
            let (pointer, first) = GB18030_RANGES[range];
            u32::from(pointer + (scalar - first))
        }
        _ => 189_000 + u32::from(c) - 0x1_0000,
    };
    // 10. to 15.
    let [first, second, third, fourth] = [pointer / 12_600, pointer / 1_260 % 10, pointer / 10 % 126, pointer % 10];
    Some(Bytes::new([0x81 + first as u8, 0x30 + second as u8, 0x81 + third as u8, 0x30 + fourth as u8], 4))
}

/// [ISO-2022-JP encoder state](https://encoding.spec.whatwg.org/#iso-2022-jp-encoder-state).
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Ascii,
    Roman,
    Jis0208,
}

const TO_ASCII: [u8; 3] = [0x1B, 0x28, 0x42];
const TO_ROMAN: [u8; 3] = [0x1B, 0x28, 0x4A];
const TO_JIS0208: [u8; 3] = [0x1B, 0x24, 0x42];

/// [ISO-2022-JP encoder](https://encoding.spec.whatwg.org/#iso-2022-jp-encoder).
#[derive(Clone, Copy)]
pub(crate) struct Iso2022JpEncoder {
    state: State,
}

impl Iso2022JpEncoder {
    pub(crate) const fn new() -> Iso2022JpEncoder {
        Iso2022JpEncoder { state: State::Ascii }
    }

    fn switch(&mut self, state: State, escape: [u8; 3]) -> Encoded {
        self.state = state;
        Encoded::Escape(escape)
    }
}

impl Encode for Iso2022JpEncoder {
    /// Japanese text alternates between ASCII and kanji, so the escape sequences between these two are written here
    /// as well.
    fn run(&mut self, src: &str, dst: &mut [u8]) -> (usize, usize) {
        let (src, pages) = (src.as_bytes(), pages(Encoding::EucJp));
        let (mut read, mut written) = (0, 0);
        loop {
            let is_next = match self.state {
                State::Roman => return (read, written),
                State::Ascii => {
                    let (n, _) = iso_2022_jp::run_of_ascii(&src[read..], &mut dst[written..]);
                    read += n;
                    written += n;
                    jis0208(&src[read..], pages).is_some()
                }
                State::Jis0208 => {
                    for room in dst[written..].as_chunks_mut().0 {
                        let Some((pair, length)) = jis0208(&src[read..], pages) else { break };
                        *room = pair;
                        read += length;
                        written += 2;
                    }
                    matches!(src.get(read), Some(0..0x80))
                }
            };
            let Some(room) = dst[written..].first_chunk_mut().filter(|_| is_next) else { return (read, written) };
            (self.state, *room) = match self.state {
                State::Ascii => (State::Jis0208, TO_JIS0208),
                _ => (State::Ascii, TO_ASCII),
            };
            written += room.len();
        }
    }

    /// In another state, an escape sequence has to be written at the end.
    fn is_pending(&self) -> bool {
        self.state != State::Ascii
    }

    fn handle(&mut self, c: Option<char>) -> Encoded {
        // 1. and 2. At the end, return to the ASCII state.
        let Some(c) = c else {
            return match self.state {
                State::Ascii => Encoded::Finished,
                _ => self.switch(State::Ascii, TO_ASCII),
            };
        };
        match (self.state, c) {
            // 3. These could be read as the start of an escape sequence. U+FFFD is reported in their place, so
            // that the caller does not write them either.
            (State::Ascii | State::Roman, '\x0E' | '\x0F' | '\x1B') => Encoded::Error(char::REPLACEMENT_CHARACTER),
            // 4.
            (State::Ascii, '\0'..='\x7F') => Encoded::Bytes(Bytes::one(c as u8)),
            // 5. and 6.
            (State::Roman, '\u{A5}') => Encoded::Bytes(Bytes::one(0x5C)),
            (State::Roman, '\u{203E}') => Encoded::Bytes(Bytes::one(0x7E)),
            (State::Roman, '\\' | '~') => self.switch(State::Ascii, TO_ASCII),
            (State::Roman, '\0'..='\x7F') => Encoded::Bytes(Bytes::one(c as u8)),
            (State::Jis0208, '\0'..='\x7F') => self.switch(State::Ascii, TO_ASCII),
            // 7.
            (_, '\u{A5}' | '\u{203E}') => self.switch(State::Roman, TO_ROMAN),
            // 8. to 10.
            _ => match (self.state, jis0208(c.encode_utf8(&mut [0; 4]).as_bytes(), pages(Encoding::EucJp))) {
                // 11. The caller may write ASCII in place of the character.
                (State::Jis0208, None) => self.switch(State::Ascii, TO_ASCII),
                (_, None) => Encoded::Error(c),
                // 13.–15.
                (State::Jis0208, Some((pair, _))) => Encoded::Bytes(Bytes::two(pair)),
                // 12.
                _ => self.switch(State::Jis0208, TO_JIS0208),
            },
        }
    }
}

/// The bytes of the character at the start of `utf8`, if index jis0208 has it, and its length in UTF-8. Halfwidth
/// katakana count as fullwidth. MINUS SIGN is in EUC-JP's table.
#[inline(always)]
fn jis0208(utf8: &[u8], pages: &Pages<u16>) -> Option<([u8; 2], usize)> {
    let (page, last, length) = match *utf8 {
        [lead @ 0xE0..=0xEF, middle, last, ..] => (usize::from(lead & 0xF) << 6 | usize::from(middle & 0x3F), last, 3),
        [lead @ 0xC0..=0xDF, last, ..] => (usize::from(lead & 0x1F), last, 2),
        _ => return None,
    };
    let unit = match pages.unit(page, last) {
        unit @ 0xA100.. => unit,
        unit @ 0x8EA1.. => {
            let fullwidth = *ISO_2022_JP_KATAKANA.get(usize::from(unit - 0x8EA1))?;
            pages.unit(usize::from(fullwidth >> 6), fullwidth as u8)
        }
        _ => return None,
    };
    Some(((unit & 0x7F7F).to_be_bytes(), length))
}
