//! Characters of ASCII and pairs, some hundred at a time, in three steps, so that none waits for
//! another's latency:
//!
//! 1. An encoding's own kernel queues up the first bytes of the characters, and the pairs.
//! 2. [`Queue::look_up`]: each pair's UTF-8 with its length, by ordinary loads.
//! 3. [`Queue::write`], 16 characters at a time: the UTF-8 of the pairs is put in its places
//!    among the ASCII, and a byte-compress closes the holes.

use super::*;

/// How many blocks of 64 bytes are queued at most.
const BLOCKS: usize = 16;

/// How many characters are written at once.
const AT_ONCE: usize = 16;

/// Characters, and room for what a vector writes behind them.
pub(super) struct Queue {
    /// The first bytes of the characters, or any byte with the highest bit set for a pair.
    first: [u8; (BLOCKS + 1) * WIDTH],
    /// The pairs, the trail before the lead, of which the highest bit is not looked at.
    pairs: [u8; (BLOCKS + 1) * WIDTH],
    /// What these stand for.
    units: [u32; (BLOCKS + 1) * WIDTH / 2],
    /// How many blocks may be queued. It grows: where errors are near, long queues do not pay.
    blocks: usize,
}

/// How many characters, and how many of them are pairs.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Length {
    pub(super) characters: usize,
    pub(super) pairs: usize,
}

impl Queue {
    pub(super) fn new() -> Queue {
        Queue { first: [0; _], pairs: [0; _], units: [0; _], blocks: 1 }
    }

    /// How many blocks may be queued up so that they fit in `room`.
    #[inline]
    pub(super) fn blocks(&self, room: &[u8]) -> usize {
        // Three bytes for each character, and a vector.
        self.blocks.min(room.len() / (4 * WIDTH))
    }

    /// Puts characters, and the pairs among them, behind those that are `behind`.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    pub(super) fn put(&mut self, behind: Length, first: __m512i, pairs: __m512i) {
        put::<false>(&mut self.first, behind.characters, first);
        put::<false>(&mut self.pairs, 2 * behind.pairs, pairs);
    }

    /// Without AVX-512, of which compilers would take the gathers, and those are slower. Loads of
    /// four pairs at once are what is saved beside.
    #[inline(never)]
    pub(super) fn look_up(&mut self, pairs: usize, layout: &TwoByte) {
        let groups = pairs.div_ceil(AT_ONCE);
        let pairs = self.pairs.as_chunks::<{ 2 * AT_ONCE }>().0.iter();
        for (units, pairs) in self.units.as_chunks_mut::<AT_ONCE>().0.iter_mut().zip(pairs).take(groups) {
            for (units, pairs) in units.as_chunks_mut().0.iter_mut().zip(pairs.as_chunks().0) {
                let word = u64::from_le_bytes(*pairs);
                *units = [0, 16, 32, 48].map(|by| layout.unit((word >> by) as u16));
            }
        }
    }

    /// As many of the queued characters as stand before a pair that is none, but for the last few
    /// of them, and the number of bytes written.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    pub(super) fn write(&mut self, queued: Length, room: &mut [u8]) -> (Length, usize) {
        // The first byte is written even if it is 0, others if they are not; the length never is.
        let least = _mm512_set1_epi32(i32::from_le_bytes([0, 1, 1, 0xFF]));
        // The last characters are made as many as others: a byte each, which is not counted.
        let groups = queued.characters.div_ceil(AT_ONCE);
        put::<false>(&mut self.first, queued.characters, _mm512_setzero_si512());
        if room.len() < 3 * AT_ONCE * groups + WIDTH {
            return Default::default();
        }

        let (mut pairs_read, mut written) = (0, 0);
        for (group, first) in self.first.as_chunks::<AT_ONCE>().0.iter().take(groups).enumerate() {
            let Some(units) = self.units[pairs_read..].first_chunk::<AT_ONCE>() else { break };
            // SAFETY: the arrays are as long as the vectors.
            let (first, units) =
                unsafe { (_mm_loadu_si128(first.as_ptr().cast()), _mm512_loadu_si512(units.as_ptr().cast())) };
            let pairs = _mm_movepi8_mask(first);
            let units = _mm512_mask_expand_epi32(_mm512_cvtepu8_epi32(first), pairs, units);
            if _mm512_mask_testn_epi32_mask(pairs, units, units) != 0 {
                return (Length { characters: group * AT_ONCE, pairs: pairs_read }, written);
            }
            let bytes = _mm512_cmpge_epu8_mask(units, least);
            // SAFETY: no group so far came to more than three bytes a character, and a vector fits
            // behind what all may come to, as was seen above.
            unsafe {
                _mm512_storeu_si512(room.as_mut_ptr().add(written).cast(), _mm512_maskz_compress_epi8(bytes, units))
            }
            pairs_read += pairs.count_ones() as usize;
            written += bytes.count_ones() as usize;
        }
        self.blocks = (2 * self.blocks).min(BLOCKS);
        (queued, written - (groups * AT_ONCE - queued.characters))
    }
}
