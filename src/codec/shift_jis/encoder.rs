//! [Shift_JIS encoder](https://encoding.spec.whatwg.org/#shift_jis-encoder).

use alloc::boxed::Box;

use once_cell::race::OnceBox;

use crate::codec::data;
use crate::codec::encode::{Bytes, Encode, Encoded};
use crate::codec::kernel::encode::EncodeKernels;
use crate::codec::pages::{Builder, Pages};

/// [Shift_JIS encoder](https://encoding.spec.whatwg.org/#shift_jis-encoder); it has no state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShiftJisEncoder;

impl Encode for ShiftJisEncoder {
    fn run(&mut self, kernels: &EncodeKernels, src: &str, dst: &mut [u8]) -> (usize, usize) {
        (kernels.double_byte)(src.as_bytes(), dst, pages())
    }

    fn handle(&mut self, c: Option<char>) -> Encoded {
        match c {
            // 1.
            None => Encoded::Finished,
            // 2.
            Some(c @ '\0'..='\x7F') => Encoded::Bytes(Bytes::one(c as u8)),
            // 3.–13.
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
    // 2. to 4.
    builder.set(0x80, 0x80);
    builder.set(0xA5, 0x5C);
    builder.set(0x203E, 0x7E);
    // 5.
    for katakana in 0xFF61..=0xFF9F {
        builder.set(katakana, katakana - 0xFF61 + 0xA1);
    }
    // 7.–13.
    for (pointer, scalar) in data::jis0208().enumerate() {
        // Index Shift_JIS pointer leaves out NEC's selection of IBM's extensions, so that a
        // character that is in both is written the way of IBM's.
        if !(8272..=8835).contains(&pointer) {
            let lead = pointer / 188;
            let lead = lead + if lead < 0x1F { 0x81 } else { 0xC1 };
            let trail = pointer % 188;
            let trail = trail + if trail < 0x3F { 0x40 } else { 0x41 };
            builder.add(scalar as u16, (lead << 8 | trail) as u16);
        }
    }
    // 6. MINUS SIGN is FULLWIDTH HYPHEN-MINUS.
    builder.set(0x2212, builder.get(0xFF0D));
    builder
}
