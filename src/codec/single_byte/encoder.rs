//! [Single-byte encoder](https://encoding.spec.whatwg.org/#single-byte-encoder), and that of
//! x-user-defined, which works alike.

use crate::Encoding;
use crate::codec::encode::{Bytes, Encode, Encoded};
use crate::codec::kernel::encode::EncodeKernels;
use crate::codec::pages::{Builder, Pages, pages};
use crate::codec::table::single_byte as table;

/// [Single-byte encoder](https://encoding.spec.whatwg.org/#single-byte-encoder).
#[derive(Clone, Copy)]
pub(crate) struct SingleByteEncoder {
    pages: &'static Pages<u8>,
}

impl SingleByteEncoder {
    /// The encoder of a single-byte encoding; any other is taken for windows-1252.
    pub(crate) const fn new(encoding: Encoding) -> SingleByteEncoder {
        SingleByteEncoder { pages: single_byte_pages(encoding) }
    }

    /// From UTF-16, up to a code unit without a byte, as far as it fits: how many code units, and as
    /// many bytes.
    pub(crate) fn bytes_of(&self, kernels: &EncodeKernels, src: &[u16], dst: &mut [u8]) -> usize {
        (kernels.single_byte_of_utf16)(src, dst, self.pages)
    }
}

impl Encode for SingleByteEncoder {
    fn run(&mut self, kernels: &EncodeKernels, src: &str, dst: &mut [u8]) -> (usize, usize) {
        (kernels.single_byte)(src.as_bytes(), dst, self.pages)
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

const fn build(scalars: &[u16; 128]) -> Builder {
    let script = fill(Builder::new(), scalars).most_used();
    fill(Builder::with_windows(script), scalars)
}

const fn fill(mut builder: Builder, scalars: &[u16; 128]) -> Builder {
    let mut pointer = 0;
    while pointer < 128 {
        builder.add(scalars[pointer], pointer as u16 + 0x80);
        pointer += 1;
    }
    builder
}

/// [x-user-defined encoder](https://encoding.spec.whatwg.org/#x-user-defined-encoder), 3.
const USER_DEFINED: [u16; 128] = {
    let mut scalars = [0; 128];
    let mut i = 0;
    while i < 128 {
        scalars[i] = 0xF780 + i as u16;
        i += 1;
    }
    scalars
};

macro_rules! pages_of {
    ($($variant:ident $name:ident)+) => {
        const fn single_byte_pages(encoding: Encoding) -> &'static Pages<u8> {
            match encoding {
                $(Encoding::$variant => {
                    static PAGES: Pages<u8> = pages!(build(&table::$name), bytes: u8);
                    &PAGES
                })+
                Encoding::XUserDefined => {
                    static PAGES: Pages<u8> = pages!(build(&USER_DEFINED), bytes: u8);
                    &PAGES
                }
                // ISO-8859-8-I differs from ISO-8859-8 in how its text is laid out only.
                Encoding::Iso8859_8I => single_byte_pages(Encoding::Iso8859_8),
                _ => single_byte_pages(Encoding::Windows1252),
            }
        }
    };
}

super::each_single_byte!(pages_of);
