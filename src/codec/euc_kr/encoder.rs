//! [EUC-KR encoder](https://encoding.spec.whatwg.org/#euc-kr-encoder).

use crate::codec::encode::{Bytes, Encode, Encoded};
use crate::codec::kernel::encode::EncodeKernels;
use crate::codec::pages::{Builder, Pages, pages};
use crate::codec::table::euc_kr::EUC_KR;

/// [EUC-KR encoder](https://encoding.spec.whatwg.org/#euc-kr-encoder); it has no state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EucKrEncoder;

impl Encode for EucKrEncoder {
    fn run(&mut self, kernels: &EncodeKernels, src: &str, dst: &mut [u8]) -> (usize, usize) {
        (kernels.double_byte)(src.as_bytes(), dst, &PAGES)
    }

    fn handle(&mut self, c: Option<char>) -> Encoded {
        match c {
            // 1.
            None => Encoded::Finished,
            // 2.
            Some(c @ '\0'..='\x7F') => Encoded::Bytes(Bytes::one(c as u8)),
            // 3.–7.
            Some(c) => Encoded::unit(PAGES.get(c), c),
        }
    }
}

static PAGES: Pages<u16> = pages!(build(), units: u16);

const fn build() -> Builder {
    let mut builder = Builder::new();
    let mut pointer = 0;
    while pointer < EUC_KR.len() {
        // 5. and 6.
        let lead = pointer / 190 + 0x81;
        let trail = pointer % 190 + 0x41;
        builder.add(EUC_KR[pointer], (lead << 8 | trail) as u16);
        pointer += 1;
    }
    builder
}
