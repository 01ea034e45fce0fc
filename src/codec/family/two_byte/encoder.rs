//! The encoder of EUC-JP, EUC-KR and Shift_JIS. Characters take one byte or two, and one table has them all.

use crate::codec::data::pages::Pages;
use crate::codec::encode::{Bytes, Encode, Encoded};
use crate::codec::kernel::encode::EncodeKernels;

/// [EUC-JP encoder](https://encoding.spec.whatwg.org/#euc-jp-encoder),
/// [EUC-KR encoder](https://encoding.spec.whatwg.org/#euc-kr-encoder) or
/// [Shift_JIS encoder](https://encoding.spec.whatwg.org/#shift_jis-encoder), by the table it is given. They
/// have no state.
#[derive(Clone, Copy)]
pub(crate) struct TwoByteEncoder {
    pages: &'static Pages<u16>,
}

impl TwoByteEncoder {
    pub(crate) fn new(pages: &'static Pages<u16>) -> TwoByteEncoder {
        TwoByteEncoder { pages }
    }
}

impl Encode for TwoByteEncoder {
    fn run(&mut self, kernels: &EncodeKernels, src: &str, dst: &mut [u8]) -> (usize, usize) {
        (kernels.double_byte)(src.as_bytes(), dst, self.pages)
    }

    fn handle(&mut self, c: Option<char>) -> Encoded {
        match c {
            // 1.
            None => Encoded::Finished,
            // 2.
            Some(c @ '\0'..='\x7F') => Encoded::Bytes(Bytes::one(c as u8)),
            // The other steps were followed when the table was built.
            Some(c) => Encoded::unit(self.pages.get(c), c),
        }
    }
}
