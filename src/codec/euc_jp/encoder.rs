//! [EUC-JP encoder](https://encoding.spec.whatwg.org/#euc-jp-encoder).

use crate::codec::encode::{Bytes, Encode, Encoded};
use crate::codec::kernel::encode::EncodeKernels;
use crate::codec::pages::{Builder, Pages, pages};
use crate::codec::table::jis0208::JIS0208;

/// [EUC-JP encoder](https://encoding.spec.whatwg.org/#euc-jp-encoder); it has no state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EucJpEncoder;

impl Encode for EucJpEncoder {
    fn run(&mut self, kernels: &EncodeKernels, src: &str, dst: &mut [u8]) -> (usize, usize) {
        (kernels.double_byte)(src.as_bytes(), dst, &PAGES)
    }

    fn handle(&mut self, c: Option<char>) -> Encoded {
        match c {
            // 1.
            None => Encoded::Finished,
            // 2.
            Some(c @ '\0'..='\x7F') => Encoded::Bytes(Bytes::one(c as u8)),
            // 3.–11.
            Some(c) => Encoded::unit(PAGES.get(c), c),
        }
    }
}

/// Of index jis0208, two bytes with their high bits set; ISO-2022-JP writes them without.
pub(crate) static PAGES: Pages<u16> = pages!(build(), units: u16);

const fn build() -> Builder {
    let mut builder = Builder::new();
    // 3. and 4.
    builder.set(0xA5, 0x5C);
    builder.set(0x203E, 0x7E);
    // 5.
    let mut katakana = 0xFF61;
    while katakana <= 0xFF9F {
        builder.set(katakana, 0x8E00 | (katakana - 0xFF61 + 0xA1));
        katakana += 1;
    }
    // 7.–11. Past pointer 94 × 94 are Shift_JIS's own second pointers of characters met before.
    let mut pointer = 0;
    while pointer < 94 * 94 {
        let lead = pointer / 94 + 0xA1;
        let trail = pointer % 94 + 0xA1;
        builder.add(JIS0208[pointer], (lead << 8 | trail) as u16);
        pointer += 1;
    }
    // 6. MINUS SIGN is FULLWIDTH HYPHEN-MINUS.
    builder.set(0x2212, builder.get(0xFF0D));
    builder
}
