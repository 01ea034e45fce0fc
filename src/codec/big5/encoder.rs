//! [Big5 encoder](https://encoding.spec.whatwg.org/#big5-encoder).

use super::is_plane_2;
use crate::codec::encode::{Bytes, Encode, Encoded};
use crate::codec::kernel::encode::EncodeKernels;
use crate::codec::pages::{Builder, Pages, pages};
use crate::codec::table::big5::BIG5;

/// [Big5 encoder](https://encoding.spec.whatwg.org/#big5-encoder); it has no state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Big5Encoder;

impl Encode for Big5Encoder {
    fn run(&mut self, kernels: &EncodeKernels, src: &str, dst: &mut [u8]) -> (usize, usize) {
        (kernels.double_byte)(src.as_bytes(), dst, &PAGES)
    }

    fn handle(&mut self, c: Option<char>) -> Encoded {
        match c {
            // 1.
            None => Encoded::Finished,
            // 2.
            Some(c @ '\0'..='\x7F') => Encoded::Bytes(Bytes::one(c as u8)),
            // 3.–8.
            Some(c @ '\0'..='\u{FFFF}') => Encoded::unit(PAGES.get(c), c),
            Some(c) => Encoded::unit(plane_2(c), c),
        }
    }
}

/// The unit of a pointer: 5. to 8. of the encoder.
const fn unit(pointer: usize) -> u16 {
    let lead = pointer / 157 + 0x81;
    let trail = pointer % 157;
    let offset = if trail < 0x3F { 0x40 } else { 0x62 };
    (lead << 8 | (trail + offset)) as u16
}

/// [Index Big5 pointer](https://encoding.spec.whatwg.org/#index-big5-pointer), 1.: the Hong Kong
/// characters below are decoded, not encoded.
const FIRST_POINTER: usize = (0xA1 - 0x81) * 157;

static PAGES: Pages<u16> = pages!(build(), units: u16);

const fn build() -> Builder {
    let mut builder = Builder::new();
    let mut pointer = FIRST_POINTER;
    while pointer < BIG5.len() {
        let scalar = BIG5[pointer];
        if !is_plane_2(pointer) {
            match scalar {
                // 2. Of these, the last pointer.
                0x2550 | 0x255E | 0x2561 | 0x256A | 0x5341 | 0x5345 => builder.set(scalar, unit(pointer)),
                // 3. Of others, the first.
                _ => builder.add(scalar, unit(pointer)),
            }
        }
        pointer += 1;
    }
    builder
}

/// Plane 2, whose characters are few and far between, in pages of 16.
struct Plane2 {
    /// The low 16 bits of the scalar value / 16 → which page; 0 for none.
    index: [u8; 1 << 12],
    units: [[u16; 16]; 256],
}

static PLANE_2: Plane2 = build_plane_2();

const fn build_plane_2() -> Plane2 {
    let mut plane = Plane2 { index: [0; 1 << 12], units: [[0; 16]; 256] };
    let mut used = 0;
    let mut pointer = FIRST_POINTER;
    while pointer < BIG5.len() {
        if is_plane_2(pointer) {
            let low = BIG5[pointer] as usize;
            if plane.index[low / 16] == 0 {
                used += 1;
                plane.index[low / 16] = used;
            }
            let page = &mut plane.units[plane.index[low / 16] as usize];
            if page[low % 16] == 0 {
                page[low % 16] = unit(pointer);
            }
        }
        pointer += 1;
    }
    plane
}

/// The unit of a character above U+FFFF; 0 for none.
fn plane_2(c: char) -> u16 {
    let low = c as usize & 0xFFFF;
    match c {
        '\u{2_0000}'..='\u{2_FFFF}' => PLANE_2.units[usize::from(PLANE_2.index[low / 16])][low % 16],
        _ => 0,
    }
}
