//! [Big5 encoder](https://encoding.spec.whatwg.org/#big5-encoder).

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use once_cell::race::OnceBox;

use super::index;
use crate::codec::data::pages::{Builder, Pages};
use crate::codec::encode::{Bytes, Encode, Encoded};
use crate::codec::kernel::encode::EncodeKernels;

/// [Big5 encoder](https://encoding.spec.whatwg.org/#big5-encoder); it has no state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Big5Encoder;

impl Encode for Big5Encoder {
    fn run(&mut self, kernels: &EncodeKernels, src: &str, dst: &mut [u8]) -> (usize, usize) {
        (kernels.double_byte)(src.as_bytes(), dst, pages())
    }

    fn handle(&mut self, c: Option<char>) -> Encoded {
        match c {
            // 1.
            None => Encoded::Finished,
            // 2.
            Some(c @ '\0'..='\x7F') => Encoded::Bytes(Bytes::one(c as u8)),
            // 3.–8.
            Some(c @ '\0'..='\u{FFFF}') => Encoded::unit(pages().get(c), c),
            Some(c) => Encoded::unit(plane_2(c), c),
        }
    }
}

/// [Index Big5 pointer](https://encoding.spec.whatwg.org/#index-big5-pointer), 1.: lower pairs, which are
/// Hong Kong characters, are decoded but never written.
const FIRST_PAIR: u16 = 0xA100;

/// The bytes of characters of plane 0.
fn pages() -> &'static Pages<u16> {
    static PAGES: OnceBox<Pages<u16>> = OnceBox::new();
    PAGES.get_or_init(|| Box::new(build().pages()))
}

fn build() -> Builder {
    let mut builder = Builder::new();
    // 2. Of these, the last pointer. 3. Of others, the first.
    builder.add_index(index(), 0..FIRST_PAIR, &[0x2550, 0x255E, 0x2561, 0x256A, 0x5341, 0x5345]);
    builder
}

/// The characters of plane 2, in pages of 16, since they are few and far between.
struct Plane2 {
    /// From the low 16 bits of the scalar value / 16 to the number of the page; 0 for none.
    index: [u8; 1 << 12],
    units: Vec<[u16; 16]>,
}

impl Plane2 {
    fn new() -> Plane2 {
        let mut plane = Plane2 { index: [0; 1 << 12], units: vec![[0; 16]] };
        for (lead, row) in index().filter(|(lead, _)| *lead >= FIRST_PAIR.to_be_bytes()[0]) {
            for (trail, scalar) in (0..=0xFF).zip(row) {
                let Some(low @ 0..=0xFFFF) = (scalar as usize).checked_sub(0x2_0000) else { continue };
                if plane.index[low / 16] == 0 {
                    plane.index[low / 16] = plane.units.len() as u8;
                    plane.units.push([0; 16]);
                }
                let unit = &mut plane.units[usize::from(plane.index[low / 16])][low % 16];
                if *unit == 0 {
                    *unit = u16::from_be_bytes([lead, trail]);
                }
            }
        }
        plane
    }
}

/// The unit of a character beyond U+FFFF; 0 for none.
fn plane_2(c: char) -> u16 {
    static PLANE_2: OnceBox<Plane2> = OnceBox::new();
    let low = c as usize & 0xFFFF;
    let plane = PLANE_2.get_or_init(|| Box::new(Plane2::new()));
    match c {
        '\u{2_0000}'..='\u{2_FFFF}' => plane.units[usize::from(plane.index[low / 16])][low % 16],
        _ => 0,
    }
}
