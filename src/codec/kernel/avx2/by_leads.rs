//! What [`by_leads`] needs of AVX2: blocks of four vectors, and the operations on
//! their bytes.

use super::super::by_leads::{self, BACK, Blocks, Bytes, Found, Leads};
use super::*;

/// Proof that the machine has AVX2, so that the methods below may use it.
///
/// They have no features of their own. They are inlined into the functions that have, at the end of
/// [`Blocks`].
#[derive(Clone, Copy)]
pub(in super::super) struct Avx2(());

impl Avx2 {
    /// # Safety
    /// The machine has the features of [`kernels`].
    #[inline(always)]
    pub(in super::super) const unsafe fn new() -> Avx2 {
        Avx2(())
    }

    #[inline(always)]
    fn is_ascii(self, v: __m256i) -> bool {
        // SAFETY: `self` is proof of the instruction.
        unsafe { _mm256_movemask_epi8(v) == 0 }
    }

    /// The vector of a row, or the one that starts `back` bytes before it.
    #[inline(always)]
    fn load_row(window: &<Avx2 as Blocks>::Window, row: usize, back: usize) -> __m256i {
        load(window[row * WIDTH + BACK - back..].first_chunk().unwrap_or(&[0; _]))
    }
}

// SAFETY: the types are these arrays. In all of the methods `self` is proof that the machine has the
// instructions, and arrays are as long as what is loaded and stored.
#[allow(clippy::undocumented_unsafe_blocks)]
unsafe impl Blocks for Avx2 {
    type Block = [u8; 4 * WIDTH];
    type Window = [u8; BACK + 4 * WIDTH];
    const SIZE: usize = 4 * WIDTH;

    #[inline(always)]
    fn test<const LEAST: u8, const MOST: u8, const N: usize>(
        self,
        window: &Self::Window,
        room: [&mut Self::Block; N],
    ) -> Found {
        let load = |row, back| Avx2::load_row(window, row, back);
        let [a, b, c, d] = [load(0, 0), load(1, 0), load(2, 0), load(3, 0)];
        // Stored right away, so that no registers are kept for it.
        for room in room {
            store_block(room, [a, b, c, d]);
        }
        let greatest = self.max(self.max(a, b), self.max(c, d));
        if self.is_ascii(greatest) && window[BACK - 1].is_ascii() {
            return Found::Ascii;
        }
        match by_leads::is_right::<_, LEAST, MOST>(self, 0..4, load, greatest) {
            true => Found::Right,
            false => Found::Wrong,
        }
    }

    fn copy(self, src: &[u8], dst: &mut [u8], checked: usize) -> usize {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
        fn with_features(blocks: Avx2, src: &[u8], dst: &mut [u8], checked: usize) -> usize {
            by_leads::copy(blocks, src, dst, checked)
        }
        unsafe { with_features(self, src, dst, checked) }
    }

    fn valid_up_to(self, src: &[u8], checked: usize) -> usize {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
        fn with_features(blocks: Avx2, src: &[u8], checked: usize) -> usize {
            by_leads::valid_up_to(blocks, src, checked)
        }
        unsafe { with_features(self, src, checked) }
    }

    fn leads_of(self, window: &Self::Window) -> Option<Leads> {
        #[inline(never)]
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
        fn with_features(blocks: Avx2, window: &<Avx2 as Blocks>::Window) -> Option<Leads> {
            by_leads::leads_of(blocks, window, [])
        }
        unsafe { with_features(self, window) }
    }
}

// SAFETY: as above.
#[allow(clippy::undocumented_unsafe_blocks)]
impl Bytes for Avx2 {
    type Vector = __m256i;

    #[inline(always)]
    fn splat(self, byte: u8) -> __m256i {
        unsafe { _mm256_set1_epi8(byte.cast_signed()) }
    }

    #[inline(always)]
    fn max(self, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_max_epu8(a, b) }
    }

    #[inline(always)]
    fn min(self, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_min_epu8(a, b) }
    }

    #[inline(always)]
    fn saturating_sub(self, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_subs_epu8(a, b) }
    }

    #[inline(always)]
    fn or(self, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_or_si256(a, b) }
    }

    #[inline(always)]
    fn xor(self, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_xor_si256(a, b) }
    }

    #[inline(always)]
    fn by_kind(self, v: __m256i) -> __m256i {
        unsafe { _mm256_adds_epi8(v, self.splat(0x40)) }
    }

    /// A wrong second byte has bit 5 set.
    #[inline(always)]
    fn no_wrong_seconds(self) -> __m256i {
        self.splat(0)
    }

    #[inline(always)]
    fn add_wrong_seconds<const LOW: u8, const HIGH: u8, const BORDER: u8>(
        self,
        wrong: __m256i,
        last: __m256i,
        by_kind: __m256i,
    ) -> __m256i {
        let added = unsafe {
            match (LOW, HIGH, BORDER) {
                // Bit 5 is clear in continuation bytes below A0, and set from A0 on.
                (_, 0, 0xA0) => _mm256_andnot_si256(by_kind, _mm256_cmpeq_epi8(last, self.splat(LOW))),
                (0, _, 0xA0) => _mm256_and_si256(by_kind, _mm256_cmpeq_epi8(last, self.splat(HIGH))),
                _ => {
                    let is_less = _mm256_cmpgt_epi8(self.splat(BORDER + 0x40), by_kind);
                    let as_if_high = self.xor(last, _mm256_and_si256(is_less, self.splat(LOW ^ HIGH)));
                    _mm256_cmpeq_epi8(as_if_high, self.splat(HIGH))
                }
            }
        };
        self.or(wrong, added)
    }

    #[inline(always)]
    fn are_right(self, wrong: __m256i, wrong_seconds: __m256i) -> bool {
        self.is_ascii(self.or(wrong, unsafe { _mm256_slli_epi16::<2>(wrong_seconds) }))
    }

    #[inline(always)]
    fn errors(self, v: __m256i, before: [__m256i; BACK]) -> Option<__m256i> {
        Some(unsafe { utf8::errors(v, before) })
    }

    #[inline(always)]
    fn are_zero(self, v: __m256i) -> bool {
        unsafe { _mm256_testz_si256(v, v) != 0 }
    }
}
