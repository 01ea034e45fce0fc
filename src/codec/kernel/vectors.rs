//! x86's vectors of 32 and 64 bytes, for [`by_leads`].

use core::arch::x86_64::*;

use super::by_leads::{self, BACK, Blocks, Bytes, Found, Leads};
use super::{avx2, avx512};

/// Single operations are inlined into functions that have the instruction set's features; those are
/// the last methods of [`Blocks`].
macro_rules! vectors {
    (
        $(#[$documentation:meta])*
        $name:ident: $vector:ty, $width:literal, $features:literal, $load:ident, $store:ident, $splat:ident,
        $max:ident, $min:ident, $saturating_signed_add:ident, $saturating_sub:ident, $or:ident, $xor:ident,
        $mask:ident;
        $($others:tt)*
    ) => {
        $(#[$documentation])*
        #[derive(Clone, Copy)]
        pub(super) struct $name(());

        impl $name {
            /// # Safety
            /// The machine has the instruction set.
            #[inline(always)]
            pub(super) const unsafe fn new() -> $name {
                $name(())
            }

            #[inline(always)]
            fn is_ascii(self, v: $vector) -> bool {
                // SAFETY: `self` is proof of the instruction.
                unsafe { $mask(v) == 0 }
            }

            /// The vector of a row, or the one that is `back` bytes before it.
            #[inline(always)]
            fn load(self, window: &<$name as Blocks>::Window, row: usize, back: usize) -> $vector {
                let bytes: &[u8; $width] = window[row * $width + BACK - back..].first_chunk().unwrap_or(&[0; _]);
                // SAFETY: the array is as long as the vector, and `self` is proof of the instructions.
                unsafe { $load(bytes.as_ptr().cast()) }
            }
        }

        // SAFETY: the types are these arrays. And of all in it: `self` is proof that the machine has
        // the instructions, and arrays are as long as what is loaded and stored.
        #[allow(clippy::undocumented_unsafe_blocks)]
        unsafe impl Blocks for $name {
            type Block = [u8; 4 * $width];
            type Window = [u8; BACK + 4 * $width];
            const SIZE: usize = 4 * $width;

            #[inline(always)]
            fn test<const LEAST: u8, const MOST: u8, const N: usize>(
                self,
                window: &Self::Window,
                room: [&mut Self::Block; N],
            ) -> Found {
                let load = |row, back| self.load(window, row, back);
                let [a, b, c, d] = [load(0, 0), load(1, 0), load(2, 0), load(3, 0)];
                // At once, so that nothing is kept in registers for it. And from the first vector to
                // the last: an array would be written from its end, which takes twice as long where
                // vectors lie across cache lines.
                for room in room {
                    for (room, vector) in room.as_chunks_mut::<$width>().0.iter_mut().zip([a, b, c, d]) {
                        unsafe { $store(room.as_mut_ptr().cast(), vector) }
                    }
                }
                let [first, second] = [self.max(a, b), self.max(c, d)];
                let greatest = self.max(first, second);
                if self.is_ascii(greatest) && window[BACK - 1].is_ascii() {
                    return Found::Ascii;
                }
                // In text with a few accents, one half of most large blocks is ASCII. To test only the
                // other pays where nothing is copied.
                let is_right = if N == 0 && $width == 64 {
                    (self.is_ascii(first) && window[BACK - 1].is_ascii()
                        || by_leads::is_right::<_, LEAST, MOST>(self, 0..2, load, first))
                        && (self.is_ascii(second) && window[BACK - 1 + 2 * $width].is_ascii()
                            || by_leads::is_right::<_, LEAST, MOST>(self, 2..4, load, second))
                } else {
                    by_leads::is_right::<_, LEAST, MOST>(self, 0..4, load, greatest)
                };
                if is_right { Found::Right } else { Found::Wrong }
            }

            fn copy(self, src: &[u8], dst: &mut [u8], checked: usize) -> usize {
                #[target_feature(enable = $features)]
                fn with_features(blocks: $name, src: &[u8], dst: &mut [u8], checked: usize) -> usize {
                    by_leads::copy(blocks, src, dst, checked)
                }
                unsafe { with_features(self, src, dst, checked) }
            }

            fn valid_up_to(self, src: &[u8], checked: usize) -> usize {
                #[target_feature(enable = $features)]
                fn with_features(blocks: $name, src: &[u8], checked: usize) -> usize {
                    by_leads::valid_up_to(blocks, src, checked)
                }
                unsafe { with_features(self, src, checked) }
            }

            fn leads_of(self, window: &Self::Window) -> Option<Leads> {
                #[inline(never)]
                #[target_feature(enable = $features)]
                fn with_features(blocks: $name, window: &<$name as Blocks>::Window) -> Option<Leads> {
                    by_leads::leads_of(blocks, window, [])
                }
                unsafe { with_features(self, window) }
            }
        }

        // SAFETY: as above.
        #[allow(clippy::undocumented_unsafe_blocks)]
        impl Bytes for $name {
            type Vector = $vector;

            #[inline(always)]
            fn splat(self, byte: u8) -> $vector {
                unsafe { $splat(byte.cast_signed()) }
            }

            #[inline(always)]
            fn max(self, a: $vector, b: $vector) -> $vector {
                unsafe { $max(a, b) }
            }

            #[inline(always)]
            fn min(self, a: $vector, b: $vector) -> $vector {
                unsafe { $min(a, b) }
            }

            #[inline(always)]
            fn saturating_sub(self, a: $vector, b: $vector) -> $vector {
                unsafe { $saturating_sub(a, b) }
            }

            #[inline(always)]
            fn or(self, a: $vector, b: $vector) -> $vector {
                unsafe { $or(a, b) }
            }

            #[inline(always)]
            fn xor(self, a: $vector, b: $vector) -> $vector {
                unsafe { $xor(a, b) }
            }

            #[inline(always)]
            fn by_kind(self, v: $vector) -> $vector {
                unsafe { $saturating_signed_add(v, self.splat(0x40)) }
            }

            $($others)*
        }
    };
}

/// The rest where comparisons give all ones or none: in wrong second bytes, bit 5 is set.
macro_rules! by_comparisons {
    ($vector:ty, $greater:ident, $equal:ident, $and:ident, $and_not:ident, $shift:ident) => {
        #[inline(always)]
        fn no_wrong_seconds(self) -> $vector {
            self.splat(0)
        }

        #[inline(always)]
        fn add_wrong_seconds<const LOW: u8, const HIGH: u8, const BORDER: u8>(
            self,
            wrong: $vector,
            last: $vector,
            by_kind: $vector,
        ) -> $vector {
            let added = unsafe {
                match (LOW, HIGH, BORDER) {
                    // Bit 5 tells what is less than A0.
                    (_, 0, 0xA0) => $and_not(by_kind, $equal(last, self.splat(LOW))),
                    (0, _, 0xA0) => $and(by_kind, $equal(last, self.splat(HIGH))),
                    _ => {
                        let is_less = $greater(self.splat(BORDER + 0x40), by_kind);
                        let as_if_high = self.xor(last, $and(is_less, self.splat(LOW ^ HIGH)));
                        $equal(as_if_high, self.splat(HIGH))
                    }
                }
            };
            self.or(wrong, added)
        }

        #[inline(always)]
        fn are_right(self, wrong: $vector, wrong_seconds: $vector) -> bool {
            self.is_ascii(self.or(wrong, unsafe { $shift::<2>(wrong_seconds) }))
        }
    };
}

vectors! {
    /// What [`Level::Avx2`](super::Level::Avx2) names.
    Avx2: __m256i, 32, "avx2,bmi1,bmi2,popcnt", _mm256_loadu_si256, _mm256_storeu_si256, _mm256_set1_epi8,
    _mm256_max_epu8, _mm256_min_epu8, _mm256_adds_epi8, _mm256_subs_epu8, _mm256_or_si256, _mm256_xor_si256,
    _mm256_movemask_epi8;
    by_comparisons!(
        __m256i, _mm256_cmpgt_epi8, _mm256_cmpeq_epi8, _mm256_and_si256, _mm256_andnot_si256, _mm256_slli_epi16
    );

    #[inline(always)]
    fn errors(self, v: __m256i, before: [__m256i; BACK]) -> Option<__m256i> {
        Some(unsafe { avx2::utf8::errors(v, before) })
    }

    #[inline(always)]
    fn are_zero(self, v: __m256i) -> bool {
        unsafe { _mm256_testz_si256(v, v) != 0 }
    }
}

vectors! {
    /// What [`Level::Avx512`](super::Level::Avx512) names. Comparisons give masks, which take longer
    /// than logic on three vectors: in wrong second bytes, all bits are zero.
    Avx512: __m512i, 64, "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt",
    _mm512_loadu_si512, _mm512_storeu_si512, _mm512_set1_epi8,
    _mm512_max_epu8, _mm512_min_epu8, _mm512_adds_epi8, _mm512_subs_epu8, _mm512_or_si512, _mm512_xor_si512,
    _mm512_movepi8_mask;

    #[inline(always)]
    fn no_wrong_seconds(self) -> __m512i {
        self.splat(0xFF)
    }

    #[inline(always)]
    fn add_wrong_seconds<const LOW: u8, const HIGH: u8, const BORDER: u8>(
        self,
        mut wrong: __m512i,
        last: __m512i,
        by_kind: __m512i,
    ) -> __m512i {
        if LOW != 0 {
            let not_less = self.saturating_sub(by_kind, self.splat(BORDER + 0x40 - 1));
            wrong = self.min(wrong, self.or(not_less, self.xor(last, self.splat(LOW))));
        }
        if HIGH != 0 {
            let less = self.saturating_sub(self.splat(BORDER + 0x40), by_kind);
            wrong = self.min(wrong, self.or(less, self.xor(last, self.splat(HIGH))));
        }
        wrong
    }

    #[inline(always)]
    fn are_right(self, wrong: __m512i, wrong_seconds: __m512i) -> bool {
        unsafe { _mm512_movepi8_mask(wrong) | _mm512_testn_epi8_mask(wrong_seconds, wrong_seconds) == 0 }
    }

    #[inline(always)]
    fn errors(self, v: __m512i, before: [__m512i; BACK]) -> Option<__m512i> {
        Some(unsafe { avx512::utf8::errors(v, before) })
    }

    #[inline(always)]
    fn are_zero(self, v: __m512i) -> bool {
        unsafe { _mm512_test_epi8_mask(v, v) == 0 }
    }
}
