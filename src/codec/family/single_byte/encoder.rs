//! [Single-byte encoder](https://encoding.spec.whatwg.org/#single-byte-encoder), which also serves
//! x-user-defined.

use crate::Encoding;
use alloc::boxed::Box;

use once_cell::race::OnceBox;

use super::{place, single_byte_scalars};
use crate::codec::data::SINGLE_BYTE;
use crate::codec::data::pages::{Builder, Pages};
use crate::codec::encode::{Bytes, Encode, Encoded};
use crate::codec::kernel::encode::EncodeKernels;

/// [Single-byte encoder](https://encoding.spec.whatwg.org/#single-byte-encoder).
#[derive(Clone, Copy)]
pub(crate) struct SingleByteEncoder {
    pages: &'static Pages<u8>,
}

impl SingleByteEncoder {
    /// The encoder of a single-byte encoding; of windows-1252 for any other encoding.
    pub(crate) fn new(encoding: Encoding) -> SingleByteEncoder {
        static PAGES: [OnceBox<Pages<u8>>; SINGLE_BYTE + 1] = [const { OnceBox::new() }; SINGLE_BYTE + 1];
        let build = || Box::new(build(single_byte_scalars(encoding)).pages_of_bytes());
        SingleByteEncoder { pages: PAGES[place(encoding)].get_or_init(build) }
    }

    /// Encodes UTF-16, up to a code unit that cannot be encoded, as far as it fits: the number of code units,
    /// which is that of bytes.
    pub(crate) fn bytes_of(&self, kernels: &EncodeKernels, src: &[u16], dst: &mut [u8]) -> usize {
        kernels.single_byte_of_utf16()(src, dst, self.pages)
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

fn build(scalars: &[u16; 128]) -> Builder {
    let script = fill(Builder::new(), scalars).most_used();
    fill(Builder::with_windows(script), scalars)
}

fn fill(mut builder: Builder, scalars: &[u16; 128]) -> Builder {
    for (scalar, byte) in scalars.iter().zip(0x80..) {
        builder.add(*scalar, byte);
    }
    builder
}
