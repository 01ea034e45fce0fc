//! UTF-8 with WebAssembly's vectors of 128 bits: the test of Keiser and Lemire ([`utf8_table`](super::utf8_table)).
//!
//! A machine without these instructions cannot load a module that has them. So they are no level: they are chosen
//! when the module is compiled, by `-C target-feature=+simd128`.

use core::arch::wasm32::*;

use super::utf8_table::{FIRST_HIGH, FIRST_LOW, SECOND_HIGH};
use super::utf8_valid_up_to_from;

/// Two vectors.
type Block = [u8; 32];

/// The length of the valid, whole characters.
pub(super) fn valid_up_to(src: &[u8]) -> usize {
    let mut check = Check { previous: u8x16_splat(0), previous_is_ascii: true };
    let (blocks, rest) = src.as_chunks();
    for (i, block) in blocks.iter().enumerate() {
        if !check.block(block) {
            return utf8_valid_up_to_from(src, i * block.len());
        }
    }
    // At least one zero at the end, so that a character that is cut off is an error.
    let mut last: Block = [0; _];
    last[..rest.len()].copy_from_slice(rest);
    if check.block(&last) { src.len() } else { utf8_valid_up_to_from(src, src.len() - rest.len()) }
}

struct Check {
    /// The last vector that was checked, or an earlier one if both are ASCII.
    previous: v128,
    previous_is_ascii: bool,
}

impl Check {
    /// Whether there is no error in the next block. A character may be cut off at its end; the next call sees that.
    #[inline]
    fn block(&mut self, block: &Block) -> bool {
        let (vectors, _) = block.as_chunks();
        let [a, b] = [0, 1].map(|i| load(&vectors[i]));
        if self.previous_is_ascii && is_ascii(v128_or(a, b)) {
            return true;
        }
        let errors = v128_or(errors(self.previous, a), errors(a, b));
        self.previous = b;
        self.previous_is_ascii = is_ascii(b);
        !v128_any_true(errors)
    }
}

#[inline]
fn load(bytes: &[u8; 16]) -> v128 {
    // SAFETY: the bytes are all there, and need no alignment.
    unsafe { v128_load(bytes.as_ptr().cast()) }
}

#[inline]
fn is_ascii(v: v128) -> bool {
    i8x16_bitmask(v) == 0
}

/// Nonzero in each lane of `v` whose byte cannot follow the bytes before it.
#[inline]
fn errors(before: v128, v: v128) -> v128 {
    let one_back = i8x16_shuffle::<15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30>(before, v);
    let two_back = i8x16_shuffle::<14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29>(before, v);
    let three_back = i8x16_shuffle::<13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28>(before, v);

    let look_up = |table: &[u8; 16], nibbles| i8x16_swizzle(load(table), nibbles);
    let wrong = v128_and(
        v128_and(
            look_up(&FIRST_HIGH, u8x16_shr(one_back, 4)),
            look_up(&FIRST_LOW, v128_and(one_back, u8x16_splat(0xF))),
        ),
        look_up(&SECOND_HIGH, u8x16_shr(v, 4)),
    );
    // By the tables, a third or fourth byte is wrong by its highest bit: two continuation bytes in a row. It
    // is right exactly where a lead two or three bytes before sets that bit here too.
    let third = u8x16_sub_sat(two_back, u8x16_splat(0xE0 - 0x80));
    let fourth = u8x16_sub_sat(three_back, u8x16_splat(0xF0 - 0x80));
    v128_xor(v128_and(v128_or(third, fourth), u8x16_splat(0x80)), wrong)
}
