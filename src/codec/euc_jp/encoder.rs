//! [EUC-JP encoder](https://encoding.spec.whatwg.org/#euc-jp-encoder).

use alloc::boxed::Box;

use once_cell::race::OnceBox;

use crate::codec::data;
use crate::codec::encode::{Bytes, Encode, Encoded};
use crate::codec::kernel::encode::EncodeKernels;
use crate::codec::pages::{Builder, Pages};

/// [EUC-JP encoder](https://encoding.spec.whatwg.org/#euc-jp-encoder); it has no state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EucJpEncoder;

impl Encode for EucJpEncoder {
    fn run(&mut self, kernels: &EncodeKernels, src: &str, dst: &mut [u8]) -> (usize, usize) {
        (kernels.double_byte)(src.as_bytes(), dst, pages())
    }

    fn handle(&mut self, c: Option<char>) -> Encoded {
        match c {
            // 1.
            None => Encoded::Finished,
            // 2.
            Some(c @ '\0'..='\x7F') => Encoded::Bytes(Bytes::one(c as u8)),
            // 3.–11.
            Some(c) => Encoded::unit(pages().get(c), c),
        }
    }
}

/// Of index jis0208, two bytes with their high bits set; ISO-2022-JP writes them without.
pub(crate) fn pages() -> &'static Pages<u16> {
    static PAGES: OnceBox<Pages<u16>> = OnceBox::new();
    PAGES.get_or_init(|| Box::new(build().pages()))
}

fn build() -> Builder {
    let mut builder = Builder::new();
    // 3. and 4.
    builder.set(0xA5, 0x5C);
    builder.set(0x203E, 0x7E);
    // 5.
    for katakana in 0xFF61..=0xFF9F {
        builder.set(katakana, 0x8E00 | (katakana - 0xFF61 + 0xA1));
    }
    // 7.–11. Past pointer 94 × 94 are Shift_JIS's own second pointers of characters met before.
    for (pointer, scalar) in data::jis0208().enumerate().take(94 * 94) {
        let lead = pointer / 94 + 0xA1;
        let trail = pointer % 94 + 0xA1;
        builder.add(scalar as u16, (lead << 8 | trail) as u16);
    }
    // 6. MINUS SIGN is FULLWIDTH HYPHEN-MINUS.
    builder.set(0x2212, builder.get(0xFF0D));
    builder
}
