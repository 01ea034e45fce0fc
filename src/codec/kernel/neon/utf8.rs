//! UTF-8: validate and copy in one pass.
//!
//! The test is the one of Keiser and Lemire ([`utf8_table`](super::super::utf8_table)).

use super::super::utf8_valid_up_to_from;
use super::*;

/// Copies the valid, whole characters that fit: their length.
#[target_feature(enable = "neon")]
pub(super) fn copy(src: &[u8], dst: &mut [u8]) -> usize {
    let n = src.len().min(dst.len());
    let (src, dst) = (&src[..n], &mut dst[..n]);
    let mut check = Check::new();
    let mut at = 0;
    let (from, _) = src.as_chunks::<{ size_of::<Block>() }>();
    let (to, _) = dst.as_chunks_mut();
    for (from, to) in from.iter().zip(to) {
        let vectors = load_block(from);
        store_block(to, vectors);
        if !check.block(vectors) {
            return utf8_valid_up_to_from(src, at);
        }
        at += from.len();
    }
    dst[at..].copy_from_slice(&src[at..]);
    check.last(src, at)
}

/// The length of the valid, whole characters.
#[target_feature(enable = "neon")]
pub(super) fn valid_up_to(src: &[u8]) -> usize {
    let mut check = Check::new();
    let mut at = 0;
    for block in src.as_chunks::<{ size_of::<Block>() }>().0 {
        if !check.block(load_block(block)) {
            return utf8_valid_up_to_from(src, at);
        }
        at += block.len();
    }
    check.last(src, at)
}

struct Check {
    /// The last vector that was checked, or an earlier one if both are ASCII.
    previous: uint8x16_t,
    previous_is_ascii: bool,
}

impl Check {
    #[inline]
    #[target_feature(enable = "neon")]
    fn new() -> Check {
        Check { previous: vdupq_n_u8(0), previous_is_ascii: true }
    }

    /// Whether there is no error in the next four vectors. A character may be cut off at their end; the next call
    /// sees that.
    #[inline]
    #[target_feature(enable = "neon")]
    fn block(&mut self, v: [uint8x16_t; 4]) -> bool {
        if self.previous_is_ascii && is_ascii(or(v)) {
            return true;
        }
        let errors = [errors(self.previous, v[0]), errors(v[0], v[1]), errors(v[1], v[2]), errors(v[2], v[3])];
        self.previous = v[3];
        self.previous_is_ascii = is_ascii(v[3]);
        vmaxvq_u8(or(errors)) == 0
    }

    /// How far `src` is valid; from `at` on there is less than a block.
    #[inline]
    #[target_feature(enable = "neon")]
    fn last(mut self, src: &[u8], at: usize) -> usize {
        // At least one zero at the end, so that a character that is cut off is an error.
        let mut block: Block = [0; _];
        block[..src.len() - at].copy_from_slice(&src[at..]);
        match self.block(load_block(&block)) {
            true => src.len(),
            false => utf8_valid_up_to_from(src, at),
        }
    }
}

/// Not zero at each byte of `v` that cannot follow the bytes before it.
#[inline]
#[target_feature(enable = "neon")]
fn errors(before: uint8x16_t, v: uint8x16_t) -> uint8x16_t {
    use super::super::utf8_table::{FIRST_HIGH, FIRST_LOW, SECOND_HIGH};

    let one_back = vextq_u8::<15>(before, v);
    let two_back = vextq_u8::<14>(before, v);
    let three_back = vextq_u8::<13>(before, v);

    let look_up = |table: &[u8; 16], nibbles| vqtbl1q_u8(load(table), nibbles);
    let wrong = vandq_u8(
        vandq_u8(
            look_up(&FIRST_HIGH, vshrq_n_u8::<4>(one_back)),
            look_up(&FIRST_LOW, vandq_u8(one_back, vdupq_n_u8(0xF))),
        ),
        look_up(&SECOND_HIGH, vshrq_n_u8::<4>(v)),
    );
    // By the tables, a third or fourth byte is wrong by its highest bit: two continuation bytes in a row. It
    // is right exactly where a lead two or three bytes before sets that bit here too.
    let third = vqsubq_u8(two_back, vdupq_n_u8(0xE0 - 0x80));
    let fourth = vqsubq_u8(three_back, vdupq_n_u8(0xF0 - 0x80));
    veorq_u8(vandq_u8(vorrq_u8(third, fourth), vdupq_n_u8(0x80)), wrong)
}
