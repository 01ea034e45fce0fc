//! [Big5 encoder](https://encoding.spec.whatwg.org/#big5-encoder).

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use once_cell::race::OnceBox;

use crate::codec::data;
use crate::codec::encode::{Bytes, Encode, Encoded};
use crate::codec::kernel::encode::EncodeKernels;
use crate::codec::pages::{Builder, Pages};

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

/// The unit of a pointer: 5. to 8. of the encoder.
fn unit(pointer: usize) -> u16 {
    let lead = pointer / 157 + 0x81;
    let trail = pointer % 157;
    let offset = if trail < 0x3F { 0x40 } else { 0x62 };
    (lead << 8 | (trail + offset)) as u16
}

/// [Index Big5 pointer](https://encoding.spec.whatwg.org/#index-big5-pointer), 1.: the Hong Kong
/// characters below are decoded, not encoded.
const FIRST_POINTER: usize = (0xA1 - 0x81) * 157;

/// The bytes of characters of plane 0.
fn pages() -> &'static Pages<u16> {
    static PAGES: OnceBox<Pages<u16>> = OnceBox::new();
    PAGES.get_or_init(|| Box::new(build().pages()))
}

fn build() -> Builder {
    let mut builder = Builder::new();
    for (pointer, scalar) in data::big5().enumerate().skip(FIRST_POINTER) {
        match u16::try_from(scalar) {
            // 2. Of these, the last pointer.
            Ok(scalar @ (0x2550 | 0x255E | 0x2561 | 0x256A | 0x5341 | 0x5345)) => builder.set(scalar, unit(pointer)),
            // 3. Of others, the first.
            Ok(scalar) => builder.add(scalar, unit(pointer)),
            Err(_) => {}
        }
    }
    builder
}

/// Plane 2, whose characters are few and far between, in pages of 16.
struct Plane2 {
    /// The low 16 bits of the scalar value / 16 → which page; 0 for none.
    index: [u8; 1 << 12],
    units: Vec<[u16; 16]>,
}

impl Plane2 {
    fn new() -> Plane2 {
        let mut plane = Plane2 { index: [0; 1 << 12], units: vec![[0; 16]] };
        for (pointer, scalar) in data::big5().enumerate().skip(FIRST_POINTER) {
            let Some(low @ 0..=0xFFFF) = (scalar as usize).checked_sub(0x2_0000) else { continue };
            if plane.index[low / 16] == 0 {
                plane.index[low / 16] = plane.units.len() as u8;
                plane.units.push([0; 16]);
            }
            let unit_of = &mut plane.units[usize::from(plane.index[low / 16])][low % 16];
            if *unit_of == 0 {
                *unit_of = unit(pointer);
            }
        }
        plane
    }
}

/// The unit of a character above U+FFFF; 0 for none.
fn plane_2(c: char) -> u16 {
    static PLANE_2: OnceBox<Plane2> = OnceBox::new();
    let low = c as usize & 0xFFFF;
    let plane = PLANE_2.get_or_init(|| Box::new(Plane2::new()));
    match c {
        '\u{2_0000}'..='\u{2_FFFF}' => plane.units[usize::from(plane.index[low / 16])][low % 16],
        _ => 0,
    }
}
