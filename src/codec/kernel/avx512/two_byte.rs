//! Encodings of ASCII and pairs, some hundred bytes at a time where there are many pairs.
//!
//! 1. [`Queue::fill`], 64 bytes at a time. In a run of bytes that have their highest bit set,
//!    every other one from the first on is a lead. Byte-compresses queue up the first bytes of
//!    the characters, and the pairs.
//! 2. [`Queue::look_up`]: each pair's UTF-8 with its length, by ordinary loads.
//! 3. [`Queue::write`], 16 characters at a time: the UTF-8 of the pairs is put in its places
//!    among the ASCII, and a byte-compress closes the holes.
//!
//! They are steps so that none waits for another's latency. All bytes are taken to be right; if
//! one shows not to be, the portable kernel does them again. It also does blocks of few pairs.

use super::super::two_byte::every_other_of_runs;
use super::*;

/// How many blocks are queued at most.
const BLOCKS: usize = 16;

/// From how many bytes on a queue pays.
const LONG: usize = 8 * WIDTH;

/// How many pairs of 32 a block must have to be queued.
const DENSE: u32 = 12;

/// How many characters are written at once.
const AT_ONCE: usize = 16;

/// More than what is queued may come to: three bytes for each character, and a vector.
const ROOM: usize = (3 * BLOCKS + 1) * WIDTH;

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn two_byte(src: &[u8], dst: &mut [u8], layout: &TwoByte) -> (usize, usize) {
    let high_bits = |block: &[u8; WIDTH]| _mm512_movepi8_mask(load(block));
    if src.len() < LONG {
        return portable::by_blocks(src, dst, layout, high_bits);
    }
    let mut queue = Queue::new();
    let (mut read, mut written) = (0, 0);
    while let Some(bytes) = src[read..].first_chunk()
        && let Some(room) = dst[written..].first_chunk_mut::<ROOM>()
    {
        // Not at first: maybe little of it is right.
        if read != 0 {
            queue.fill(&src[read..]);
        }
        let converted = if queue.read != 0 {
            queue.look_up(layout);
            queue.write(room)
        } else if let Some(room) = room.first_chunk_mut() {
            portable::block(bytes, room, layout, high_bits)
        } else {
            None
        };
        let Some((r, w)) = converted else { break };
        read += r;
        written += w;
    }
    let (r, w) = portable::by_blocks(&src[read..], &mut dst[written..], layout, high_bits);
    (read + r, written + w)
}

/// Characters, and room for what a vector writes behind them.
struct Queue {
    /// How many bytes they are.
    read: usize,
    /// Their first bytes, `length` of them.
    first: [u8; (BLOCKS + 1) * WIDTH],
    length: usize,
    /// Those that are pairs, `pairs_length` of them, the trail before the lead.
    pairs: [u8; (BLOCKS + 1) * WIDTH],
    pairs_length: usize,
    /// What these stand for.
    units: [u32; (BLOCKS + 1) * WIDTH / 2],
}

impl Queue {
    fn new() -> Queue {
        Queue { read: 0, first: [0; _], length: 0, pairs: [0; _], pairs_length: 0, units: [0; _] }
    }

    /// Queues up the characters at the start of `src`, as long as many are pairs.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn fill(&mut self, src: &[u8]) {
        let (mut read, mut length, mut pairs_length) = (0, 0, 0);
        // Whether the first byte of the block is a trail.
        let mut carry = 0;
        for at in (0..BLOCKS * WIDTH).step_by(WIDTH) {
            let Some(bytes) = src.get(at..).and_then(|left| left.first_chunk::<{ WIDTH + 1 }>()) else { break };
            let (Some(v), Some(behind)) = (bytes.first_chunk(), bytes.last_chunk()) else { break };
            let (v, behind) = (load(v), load(behind));
            let leads = every_other_of_runs(_mm512_movepi8_mask(v) & !carry);
            if leads.count_ones() < DENSE {
                break;
            }
            let starts = !(leads << 1 | carry);
            put::<false>(&mut self.first, length, _mm512_maskz_compress_epi8(starts, v));
            let halves = [v, behind].map(|v| {
                let compressed = _mm512_maskz_compress_epi8(leads, v);
                _mm512_cvtepu8_epi16(_mm512_castsi512_si256(compressed))
            });
            let pairs = _mm512_or_si512(_mm512_slli_epi16::<8>(halves[0]), halves[1]);
            put::<false>(&mut self.pairs, 2 * pairs_length, pairs);
            length += starts.count_ones() as usize;
            pairs_length += leads.count_ones() as usize;
            carry = leads >> 63;
            read = at + WIDTH + carry as usize;
        }
        (self.read, self.length, self.pairs_length) = (read, length, pairs_length);
    }

    /// Without AVX-512, of which compilers would take the gathers, and those are slower. Loads of
    /// four pairs at once are what is saved beside.
    #[inline(never)]
    fn look_up(&mut self, layout: &TwoByte) {
        let groups = self.pairs_length.div_ceil(AT_ONCE);
        let pairs = self.pairs.as_chunks::<{ 2 * AT_ONCE }>().0.iter();
        for (units, pairs) in self.units.as_chunks_mut::<AT_ONCE>().0.iter_mut().zip(pairs).take(groups) {
            for (units, pairs) in units.as_chunks_mut().0.iter_mut().zip(pairs.as_chunks().0) {
                let word = u64::from_le_bytes(*pairs);
                *units = [0, 16, 32, 48].map(|by| layout.unit((word >> by) as u16));
            }
        }
    }

    /// All that is queued: (bytes read, bytes written), `None` if one of the pairs is no character.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn write(&mut self, room: &mut [u8; ROOM]) -> Option<(usize, usize)> {
        // The first byte is written even if it is 0, others if they are not; the length never is.
        let least = _mm512_set1_epi32(i32::from_le_bytes([0, 1, 1, 0xFF]));
        // The last characters are made as many as others: a byte each, which is not counted.
        let groups = self.length.div_ceil(AT_ONCE);
        let added = groups * AT_ONCE - self.length;
        put::<false>(&mut self.first, self.length, _mm512_setzero_si512());

        let (mut pairs_read, mut written, mut wrong) = (0, 0, 0);
        for first in self.first.as_chunks::<AT_ONCE>().0.iter().take(groups) {
            let units = self.units.get(pairs_read..)?.first_chunk::<AT_ONCE>()?;
            // SAFETY: the arrays are as long as the vectors.
            let (first, units) =
                unsafe { (_mm_loadu_si128(first.as_ptr().cast()), _mm512_loadu_si512(units.as_ptr().cast())) };
            let pairs = _mm_movepi8_mask(first);
            let units = _mm512_mask_expand_epi32(_mm512_cvtepu8_epi32(first), pairs, units);
            wrong |= _mm512_mask_testn_epi32_mask(pairs, units, units);
            let bytes = _mm512_cmpge_epu8_mask(units, least);
            put::<false>(room, written, _mm512_maskz_compress_epi8(bytes, units));
            pairs_read += pairs.count_ones() as usize;
            written += bytes.count_ones() as usize;
        }
        (wrong == 0).then_some((self.read, written - added))
    }
}
