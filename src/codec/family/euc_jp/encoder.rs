//! [EUC-JP encoder](https://encoding.spec.whatwg.org/#euc-jp-encoder).

use alloc::boxed::Box;

use once_cell::race::OnceBox;

use super::indexes;
use crate::codec::data::pages::{Builder, Pages};

/// The bytes of the characters. ISO-2022-JP writes those of index jis0208 without their highest bits.
pub(crate) fn pages() -> &'static Pages<u16> {
    static PAGES: OnceBox<Pages<u16>> = OnceBox::new();
    PAGES.get_or_init(|| Box::new(build().pages()))
}

fn build() -> Builder {
    let mut builder = Builder::new();
    // 3. and 4.
    builder.set(0xA5, 0x5C);
    builder.set(0x203E, 0x7E);
    // 5., and 7. to 11.
    for index in indexes() {
        builder.add_index(index, 0..0, &[]);
    }
    // 6. MINUS SIGN is FULLWIDTH HYPHEN-MINUS.
    builder.set(0x2212, builder.get(0xFF0D));
    builder
}
