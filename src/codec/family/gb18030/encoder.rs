//! [GBK encoder](https://encoding.spec.whatwg.org/#gbk-encoder) and
//! [gb18030 encoder](https://encoding.spec.whatwg.org/#gb18030-encoder).

use alloc::boxed::Box;

use once_cell::race::OnceBox;

use super::index;
use crate::codec::data;
use crate::codec::data::pages::{Builder, PAGE, Pages};
use crate::codec::encode::{Bytes, Encode, Encoded, ascii};
use crate::codec::kernel::encode::EncodeKernels;

/// [gb18030 encoder](https://encoding.spec.whatwg.org/#gb18030-encoder), for GBK and gb18030.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gb18030Encoder {
    is_gbk: bool,
}

impl Gb18030Encoder {
    pub(crate) const fn new(is_gbk: bool) -> Gb18030Encoder {
        Gb18030Encoder { is_gbk }
    }
}

impl Encode for Gb18030Encoder {
    fn run(&mut self, kernels: &EncodeKernels, src: &str, dst: &mut [u8]) -> (usize, usize) {
        let Both { gb18030: pages, gbk } = both();
        if self.is_gbk {
            return (kernels.double_byte)(src.as_bytes(), dst, gbk);
        }
        let (mut read, mut written) = (0, 0);
        loop {
            let (r, w) = (kernels.double_byte)(&src.as_bytes()[read..], &mut dst[written..], pages);
            read += r;
            written += w;
            // Scripts that only gb18030 has also come in runs, with a space here and there.
            let stop = read;
            loop {
                if read > stop && matches!(src.as_bytes().get(read), Some(0..0x80)) {
                    let n = ascii(kernels, &src.as_bytes()[read..], &mut dst[written..]);
                    read += n;
                    written += n;
                }
                let Some(c) = src[read..].chars().next().filter(|c| pages.get(*c) == 0) else { break };
                let (Some(bytes), Some(room)) = (four_bytes(c), dst[written..].first_chunk_mut()) else { break };
                *room = bytes;
                written += room.len();
                read += c.len_utf8();
            }
            if read == stop {
                return (read, written);
            }
        }
    }

    fn handle(&mut self, c: Option<char>) -> Encoded {
        let pages = if self.is_gbk { &both().gbk } else { &both().gb18030 };
        match c {
            // 1.
            None => Encoded::Finished,
            // 2.
            Some(c @ '\0'..='\x7F') => Encoded::Bytes(Bytes::one(c as u8)),
            Some(c) => match (pages.get(c), four_bytes(c)) {
                // 3. and 9.–15.
                (0, Some(bytes)) if !self.is_gbk => Encoded::Bytes(Bytes::four(bytes)),
                // 4.–8.
                (unit, _) => Encoded::unit(unit, c),
            },
        }
    }
}

/// The tables of both encoders.
struct Both {
    gb18030: Pages<u16>,
    /// Another page for the one character that GBK encodes differently.
    gbk: Pages<u16>,
}

fn both() -> &'static Both {
    static BOTH: OnceBox<Both> = OnceBox::new();
    BOTH.get_or_init(|| Box::new(build()))
}

const EURO_SIGN: u16 = 0x20AC;

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

fn build() -> Both {
    let mut builder = Builder::new();
    // 5.
    for (scalar, unit) in PRIVATE_USE {
        builder.set(scalar, unit);
    }
    // 6. and 7.
    builder.add_index(index(), 0..0, &[]);
    // 4.
    let page = builder.add_page_with(EURO_SIGN, 0x80);
    let mut index = Box::new(*builder.index());
    index[usize::from(EURO_SIGN) / PAGE] = page;
    let gb18030 = builder.pages();
    Both { gbk: Pages { index: Box::leak(index), ..gb18030 }, gb18030 }
}

/// The [index gb18030 ranges](https://encoding.spec.whatwg.org/#index-gb18030-ranges-pointer) below U+10000,
/// in steps of 64 scalar values. The pointer is that of the step plus the number of present scalar values
/// before this one, which takes no search.
struct Ranges {
    /// The pointer of the first scalar value in the step that has one.
    pointers: [u16; 1024],
    /// Which scalar values of the step have a pointer; the lowest bit is the first.
    present: [u64; 1024],
}

/// Where the ranges below U+10000 end, and where the range beyond them starts.
const END: u16 = 39_420;
const PLANES: u32 = 189_000;

impl Ranges {
    fn new() -> Ranges {
        let mut made = Ranges { pointers: [0; 1024], present: [0; 1024] };
        let mut ranges = data::gb18030_ranges().peekable();
        while let Some((first, scalar)) = ranges.next() {
            let end = ranges.peek().map_or(END, |(next, _)| *next);
            for pointer in first..end {
                let scalar = usize::from(scalar + (pointer - first));
                if made.present[scalar / 64] == 0 {
                    made.pointers[scalar / 64] = pointer;
                }
                made.present[scalar / 64] |= 1 << (scalar % 64);
            }
        }
        made
    }
}

fn ranges() -> &'static Ranges {
    static RANGES: OnceBox<Ranges> = OnceBox::new();
    RANGES.get_or_init(|| Box::new(Ranges::new()))
}

/// The four bytes of a character that does not have two. U+E5E5 has none in the standard.
fn four_bytes(c: char) -> Option<[u8; 4]> {
    let scalar = c as usize;
    let pointer = match c {
        // In the place of U+1E3F, which has two bytes.
        '\u{E7C7}' => 7457,
        '\0'..='\u{FFFF}' => {
            let ranges = ranges();
            let present = ranges.present[scalar / 64];
            let bit = 1 << (scalar % 64);
            if present & bit == 0 {
                return None;
            }
            u32::from(ranges.pointers[scalar / 64]) + (present & (bit - 1)).count_ones()
        }
        _ => PLANES + c as u32 - 0x1_0000,
    };
    Some(bytes_of(pointer))
}

/// Steps 10 to 15. The pointer is (lead × 10 + digit) × 1260 + (lead × 10 + digit). Both numbers in parentheses are
/// divided at once: multiplied by a reciprocal of 10 that is exact below 16,384.
fn bytes_of(pointer: u32) -> [u8; 4] {
    let both = u64::from(pointer / 1260) | u64::from(pointer % 1260) << 32;
    let leads = ((both * 6_554) >> 16) & 0xFF_0000_00FF;
    let digits = both - 10 * leads;
    let bytes = leads | digits << 8;
    ((bytes | bytes >> 16) as u32 + u32::from_le_bytes([0x81, 0x30, 0x81, 0x30])).to_le_bytes()
}
