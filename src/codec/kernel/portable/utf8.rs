//! UTF-8 without intrinsics: [`by_leads`], which the compiler vectorizes, and an automaton for short input. In
//! WebAssembly with vectors, `simd128` takes the place of both.

use super::super::by_leads::{self, BACK, Blocks, Bytes, Found, Leads};
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::super::simd128::valid_up_to as valid_by_steps;
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
use super::super::utf8_automaton::valid_by_steps;

/// Whether the target has vectors, of those where vectorization was verified. Without vectors, the automaton
/// is faster.
const VECTORS: bool = cfg!(any(target_feature = "sse2", target_feature = "neon"));

/// Copies as far as it is valid and whole characters fit.
pub(in super::super) fn copy(src: &[u8], dst: &mut [u8]) -> usize {
    if VECTORS && let Some(length) = by_leads::copy_from_start(Rows, src, dst) {
        return length;
    }
    let n = src.len().min(dst.len());
    // A piece stays in the first-level cache between validation and copy.
    const PIECE: usize = 8 * 1024;
    let mut at = 0;
    loop {
        let piece = &src[at..n.min(at + PIECE)];
        let valid = valid_by_steps(piece);
        dst[at..at + valid].copy_from_slice(&piece[..valid]);
        at += valid;
        // A character that is cut off belongs to the next piece, if there is one.
        if valid == 0 || at == n || valid + BACK < piece.len() {
            return at;
        }
    }
}

/// The length of what is valid.
pub(in super::super) fn valid_up_to(src: &[u8]) -> usize {
    if VECTORS && let Some(length) = by_leads::valid_from_start(Rows, src) {
        return length;
    }
    valid_by_steps(src)
}

/// Rows of bytes, which are tested column by column. The compiler vectorizes whole rows.
#[derive(Clone, Copy)]
pub(in super::super) struct Rows;

/// The length of a row: a vector of at most AVX2.
const WIDTH: usize = if cfg!(target_feature = "avx2") { 32 } else { 16 };

// SAFETY: the types are these arrays.
unsafe impl Blocks for Rows {
    type Block = [u8; 4 * WIDTH];
    type Window = [u8; BACK + 4 * WIDTH];
    const SIZE: usize = 4 * WIDTH;

    #[inline(always)]
    fn test<const LEAST: u8, const MOST: u8, const N: usize>(
        self,
        window: &Self::Window,
        mut room: [&mut Self::Block; N],
    ) -> Found {
        let [_, _, last, block @ ..] = window;
        let mut greatest = [0; WIDTH];
        for column in 0..WIDTH {
            let row = |row: usize| block[row * WIDTH + column];
            greatest[column] = row(0).max(row(1)).max(row(2).max(row(3)));
            for room in &mut room {
                for i in 0..4 {
                    room[i * WIDTH + column] = row(i);
                }
            }
        }
        if greatest.is_ascii() && last.is_ascii() {
            return Found::Ascii;
        }
        let mut wrong = false;
        for column in 0..WIDTH {
            let load = |row, back| window[row * WIDTH + column + BACK - back];
            wrong |= !by_leads::is_right::<_, LEAST, MOST>(Byte, 0..4, load, greatest[column]);
        }
        if wrong { Found::Wrong } else { Found::Right }
    }

    fn copy(self, src: &[u8], dst: &mut [u8], checked: usize) -> usize {
        by_leads::copy(self, src, dst, checked)
    }

    fn valid_up_to(self, src: &[u8], checked: usize) -> usize {
        by_leads::valid_up_to(self, src, checked)
    }

    #[inline(never)]
    fn leads_of(self, window: &Self::Window) -> Option<Leads> {
        // The copy is not needed. But without it, the compiler would unroll the loop byte by byte.
        by_leads::leads_of(self, window, [&mut [0; _]])
    }
}

/// A single byte in place of a vector.
#[derive(Clone, Copy)]
struct Byte;

/// FF if `is`, else 0.
const fn mask(is: bool) -> u8 {
    if is { 0xFF } else { 0 }
}

impl Bytes for Byte {
    type Vector = u8;

    #[inline(always)]
    fn splat(self, byte: u8) -> u8 {
        byte
    }

    #[inline(always)]
    fn max(self, a: u8, b: u8) -> u8 {
        a.max(b)
    }

    #[inline(always)]
    fn min(self, a: u8, b: u8) -> u8 {
        a.min(b)
    }

    #[inline(always)]
    fn saturating_sub(self, a: u8, b: u8) -> u8 {
        a.saturating_sub(b)
    }

    #[inline(always)]
    fn or(self, a: u8, b: u8) -> u8 {
        a | b
    }

    #[inline(always)]
    fn xor(self, a: u8, b: u8) -> u8 {
        a ^ b
    }

    #[inline(always)]
    fn by_kind(self, byte: u8) -> u8 {
        byte.cast_signed().saturating_add(0x40).cast_unsigned()
    }

    /// A wrong second byte has bit 5 set.
    #[inline(always)]
    fn no_wrong_seconds(self) -> u8 {
        0
    }

    #[inline(always)]
    fn add_wrong_seconds<const LOW: u8, const HIGH: u8, const BORDER: u8>(
        self,
        wrong: u8,
        last: u8,
        by_kind: u8,
    ) -> u8 {
        wrong
            | match (LOW, HIGH, BORDER) {
                // Bit 5 is clear in continuation bytes below A0, and set from A0 on.
                (_, 0, 0xA0) => mask(last == LOW) & !by_kind,
                (0, _, 0xA0) => mask(last == HIGH) & by_kind,
                _ => {
                    let is_less = mask(by_kind.cast_signed() < (BORDER + 0x40).cast_signed());
                    mask(last ^ (is_less & (LOW ^ HIGH)) == HIGH)
                }
            }
    }

    #[inline(always)]
    fn are_right(self, wrong: u8, wrong_seconds: u8) -> bool {
        (wrong | wrong_seconds << 2).is_ascii()
    }

    #[inline(always)]
    fn are_zero(self, byte: u8) -> bool {
        byte == 0
    }
}
