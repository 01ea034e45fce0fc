//! [EUC-KR encoder](https://encoding.spec.whatwg.org/#euc-kr-encoder).

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
    builder.add_index(index(), 0..0, &[]);
    builder
}
