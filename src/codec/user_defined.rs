//! [x-user-defined](https://encoding.spec.whatwg.org/#x-user-defined): bytes 80 to FF are U+F780
//! to U+F7FF, which makes it a single-byte encoding like the others.

use super::kernel::SingleByte;

pub(crate) static TABLE: SingleByte = SingleByte::new(&SCALARS, None);

static SCALARS: [u16; 128] = {
    let mut scalars = [0; 128];
    let mut byte = 0x80;
    while byte <= 0xFF {
        scalars[byte - 0x80] = 0xF780 + byte as u16 - 0x80;
        byte += 1;
    }
    scalars
};
