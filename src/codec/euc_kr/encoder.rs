//! [EUC-KR encoder](https://encoding.spec.whatwg.org/#euc-kr-encoder).

use alloc::boxed::Box;

use once_cell::race::OnceBox;

use crate::codec::data;
use crate::codec::encode::{Bytes, Encode, Encoded};
use crate::codec::kernel::encode::EncodeKernels;
use crate::codec::pages::{Builder, Pages};

/// [EUC-KR encoder](https://encoding.spec.whatwg.org/#euc-kr-encoder); it has no state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EucKrEncoder;

impl Encode for EucKrEncoder {
    fn run(&mut self, kernels: &EncodeKernels, src: &str, dst: &mut [u8]) -> (usize, usize) {
        (kernels.double_byte)(src.as_bytes(), dst, pages())
    }

    fn handle(&mut self, c: Option<char>) -> Encoded {
        match c {
            // 1.
            None => Encoded::Finished,
            // 2.
            Some(c @ '\0'..='\x7F') => Encoded::Bytes(Bytes::one(c as u8)),
            // 3.–7.
            Some(c) => Encoded::unit(pages().get(c), c),
        }
    }
}

/// The bytes of characters of plane 0.
fn pages() -> &'static Pages<u16> {
    static PAGES: OnceBox<Pages<u16>> = OnceBox::new();
    PAGES.get_or_init(|| Box::new(build().pages()))
}

fn build() -> Builder {
    let mut builder = Builder::new();
    for (pointer, scalar) in data::euc_kr().enumerate() {
        // 5. and 6.
        let lead = pointer / 190 + 0x81;
        let trail = pointer % 190 + 0x41;
        builder.add(scalar as u16, (lead << 8 | trail) as u16);
    }
    builder
}
