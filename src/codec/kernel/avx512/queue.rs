//! Characters of ASCII and pairs, some blocks of 64 bytes at a time, in three steps in which nothing
//! branches on the text and nothing waits for another's latency:
//!
//! 1. [`Queue::add`]: an encoding's own kernel tells which bytes are leads, and a byte-compress puts
//!    the bytes of all pairs in a row.
//! 2. [`Queue::look_up`]: what each pair stands for, by ordinary loads.
//! 3. [`Queue::write_block`]: each byte of a block has a lane of two, and a word-expand puts the
//!    pairs' UTF-8 in the lanes of their bytes. A byte-compress closes the holes.
//!
//! ```text
//!   block    a        lead     trail     b
//!   unit              1st 2nd  3rd    3                of two bytes: 1st 2nd   0     2
//!   lanes    a   0    1st 2nd  3rd    3  b   0
//!   kept     a        1st 2nd  3rd       b
//! ```

use core::ptr;

use super::*;

/// How many blocks are queued at most.
pub(super) const BLOCKS: usize = 16;

/// How many pairs are looked up at once.
const AT_ONCE: usize = 16;

/// How many blocks there are with a byte behind them, for the trail of a last pair, and room for
/// each, of which at most 97 bytes are written.
#[inline(always)]
pub(super) fn fitting(src: &[u8], room: &[u8]) -> usize {
    (src.len().saturating_sub(1) / WIDTH).min(room.len() / (2 * WIDTH))
}

/// Some blocks, of which each has an entry in [`Queue::leads`], and their pairs in a row.
#[derive(Clone, Copy)]
pub(super) struct Row {
    /// Whether the first byte is a trail (1). Its pair is queued, too.
    pub(super) carry: u64,
    /// How many bytes the pairs have.
    pub(super) bytes: usize,
}

impl Row {
    /// What is looked up at once, and more where pairs are no multiple of it.
    pub(super) fn groups(&self) -> usize {
        self.bytes.div_ceil(2 * AT_ONCE)
    }
}

pub(super) struct Queue {
    /// Of each block, which of its bytes are leads.
    pub(super) leads: [u64; BLOCKS],
    /// Which are left out.
    pub(super) dropped: [u64; BLOCKS],
    /// The pairs, in a row: one of a block before, the blocks', and room for a vector behind them.
    pub(super) pairs: [u8; (BLOCKS + 2) * WIDTH],
    /// What these stand for.
    units: [[u8; 4]; (BLOCKS + 2) * WIDTH / 2],
}

/// How far a row is filled, or written.
pub(super) struct Progress {
    /// Bytes of the pairs; of their units, which have two for each of those, where a row is written.
    pub(super) bytes: usize,
    /// Whether the next byte is a trail (1).
    pub(super) carry: u64,
    /// Bytes of text.
    pub(super) written: usize,
}

impl Queue {
    pub(super) fn new() -> Queue {
        Queue { leads: [0; _], dropped: [0; _], pairs: [0; _], units: [[0; 4]; _] }
    }

    /// Queues up the pairs of the `i`-th block, whose bytes are `v` and whose leads `leads`.
    ///
    /// # Safety
    /// `filled` counts what `i` blocks have added, at most [`BLOCKS`] - 1, and a carry before them.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    pub(super) unsafe fn add(&mut self, i: usize, v: __m512i, leads: u64, filled: &mut Progress) {
        let of_pairs = leads | leads << 1 | filled.carry;
        self.leads[i] = leads;
        debug_assert!(filled.bytes <= (BLOCKS + 1) * WIDTH);
        // SAFETY: by the caller's contract there are less than `BLOCKS` blocks, of at most 64 bytes of
        // pairs each, and at most one byte before them; two vectors more fit in the array.
        unsafe {
            let pairs = self.pairs.as_mut_ptr().add(filled.bytes);
            _mm512_storeu_si512(pairs.cast(), compress(of_pairs, v));
        }
        filled.bytes += of_pairs.count_ones() as usize;
        filled.carry = leads >> 63;
    }

    /// `next` is the byte behind the row.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    pub(super) fn finish(&mut self, carry: u64, filled: Progress, next: u8) -> Row {
        // Overwritten if it is no trail.
        self.pairs[filled.bytes] = next;
        let bytes = filled.bytes + filled.carry as usize;
        // The last group is made whole.
        let [lead, trail, ..] = self.pairs;
        put::<false>(&mut self.pairs, bytes, _mm512_set1_epi16(i16::from_le_bytes([lead, trail])));
        Row { carry, bytes }
    }

    /// With AVX alone, since of the rest compilers would take the gathers, and those are no faster.
    /// What counts is how few instructions a pair takes: four are loaded at once, and what they stand
    /// for stored at once.
    #[inline(never)]
    #[target_feature(enable = "avx,bmi1")]
    pub(super) fn look_up(&mut self, groups: usize, layout: &TwoByte) {
        let units = self.units.as_chunks_mut::<AT_ONCE>().0.iter_mut();
        for (units, pairs) in units.zip(self.pairs.as_chunks::<{ 2 * AT_ONCE }>().0).take(groups) {
            for (units, pairs) in units.as_chunks_mut::<4>().0.iter_mut().zip(pairs.as_chunks().0) {
                let word = u64::from_be_bytes(*pairs);
                // Of a pair all but the highest bit, from its lowest on.
                // SAFETY: 15 bits are an index.
                let unit = |by| unsafe { layout.unit_at(_bextr_u64(word, by, 15) as usize) }.cast_signed();
                let found = _mm_setr_epi32(unit(48), unit(32), unit(16), unit(0));
                // SAFETY: the array is as long as the vector.
                unsafe { _mm_storeu_si128(units.as_mut_ptr().cast(), found) }
            }
        }
    }

    /// 3 if all pairs are characters of three bytes, 2 if some have two, 0 if some are no characters.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    pub(super) fn lengths(&self, groups: usize) -> i32 {
        let mut all = _mm512_set1_epi32(i32::from_le_bytes([0, 0, 0, 3]));
        for units in &self.units.as_chunks::<AT_ONCE>().0[..groups] {
            // SAFETY: the array is as long as the vector.
            all = _mm512_and_si512(all, unsafe { _mm512_loadu_si512(units.as_ptr().cast()) });
        }
        _mm512_reduce_and_epi32(all) >> 24
    }

    /// How many blocks of the row stand before the one with the first pair that is no character, of
    /// which there is one; the pair before the blocks is none of these, since the row before had it.
    #[inline(never)]
    pub(super) fn valid(&self, row: Row) -> usize {
        let valid = self.units[..row.bytes / 2].iter().take_while(|unit| unit[3] != 0).count();
        let mut pairs = row.carry as usize;
        let is_before = |leads: &&u64| {
            pairs += leads.count_ones() as usize;
            pairs <= valid
        };
        self.leads.iter().take_while(is_before).count()
    }

    /// The text of a row, or of its first blocks, with all of the last pair: (bytes read, bytes
    /// written). For `THREE` see [`Queue::write_block`].
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    pub(super) fn write<const THREE: bool>(&self, row: Row, src: &[u8], room: &mut [u8]) -> (usize, usize) {
        let mut done = Progress { bytes: 2 * row.carry as usize, carry: row.carry, written: 0 };
        let (blocks, _) = src.as_chunks();
        assert!(room.len() >= 2 * src.len() && blocks.len() <= BLOCKS);
        for (i, block) in blocks.iter().enumerate() {
            // SAFETY: `done` counts what the blocks before this one came to, and there is room for all.
            unsafe { self.write_block::<THREE>(i, block, room, &mut done) };
        }
        if done.carry != 0 {
            let last = self.units.as_flattened()[done.bytes];
            if last != 0 {
                room[done.written] = last;
                done.written += 1;
            }
        }
        (src.len() + done.carry as usize, done.written)
    }

    /// The text of the `i`-th block. `THREE`: whether all characters have three bytes and none are
    /// dropped.
    ///
    /// # Safety
    /// `done` counts what `i` blocks came to, at most [`BLOCKS`] - 1, and a carry before them. `room`
    /// has two vectors for each of these blocks and for this one.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    pub(super) unsafe fn write_block<const THREE: bool>(
        &self,
        i: usize,
        block: &[u8; WIDTH],
        room: &mut [u8],
        done: &mut Progress,
    ) {
        let leads = self.leads[i];
        let of_pairs = leads | leads << 1 | done.carry;
        let (halves, _) = block.as_chunks();
        for (half, by) in halves.iter().zip([0, 32]) {
            let of_pairs = (of_pairs >> by) as u32;
            // SAFETY: no block so far had more than 64 bytes of pairs, and at most one came before,
            // each with two bytes of a unit; and a vector more fits in the array.
            let units = unsafe { _mm512_loadu_si512(self.units.as_ptr().cast::<u8>().add(done.bytes).cast()) };
            done.bytes += 2 * of_pairs.count_ones() as usize;
            // SAFETY: the array is as long as the vector.
            let half = unsafe { _mm256_loadu_si256(ptr::from_ref::<[u8; 32]>(half).cast()) };
            let lanes = _mm512_mask_expand_epi16(_mm512_cvtepu8_epi16(half), of_pairs, units);
            let (kept, length) = if THREE {
                let least = _mm512_set1_epi16(i16::from_le_bytes([0, 0x80]));
                (_mm512_cmpge_epu8_mask(lanes, least), 32 + ((leads >> by) as u32).count_ones())
            } else {
                // The same, and 1 for ASCII, which may be 0, and 0 for what is dropped.
                let is_kept = _mm512_maskz_set1_epi16(!(self.dropped[i] >> by) as u32, 1);
                let compared = _mm512_mask_mov_epi16(is_kept, of_pairs, lanes);
                let least = _mm512_set1_epi16(i16::from_le_bytes([1, 0x80]));
                let kept = _mm512_cmpge_epu8_mask(compared, least);
                (kept, kept.count_ones())
            };
            // SAFETY: no half so far came to more than 48 bytes, and by the caller's contract there is room
            // for 64 for each.
            unsafe {
                let room = room.as_mut_ptr().add(done.written);
                _mm512_storeu_si512(room.cast(), compress(kept, lanes));
            }
            done.written += length as usize;
        }
        done.carry = leads >> 63;
    }
}
