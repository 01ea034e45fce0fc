//! [Shift_JIS encoder](https://encoding.spec.whatwg.org/#shift_jis-encoder).

use alloc::boxed::Box;

use once_cell::race::OnceBox;

use super::index;
use crate::codec::data::pages::{Builder, Pages};

/// The bytes of characters of plane 0.
pub(crate) fn pages() -> &'static Pages<u16> {
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
    // 7. to 13. Index Shift_JIS pointer leaves out pointers 8272 to 8835, NEC's selection of IBM's
    // extensions. A character that is in both is written as one of IBM's.
    builder.add_index(index(), 0xED00..0xF000, &[]);
    // 6. MINUS SIGN is FULLWIDTH HYPHEN-MINUS.
    builder.set(0x2212, builder.get(0xFF0D));
    builder
}
