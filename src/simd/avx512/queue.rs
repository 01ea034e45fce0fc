//! Converts ASCII and pairs, several blocks of 64 bytes at a time, in three steps. None of them branches on the
//! text, and none waits for the result of the one before:
//!
//! 1. [`Queue::add`]: the kernel of the encoding finds the lead bytes, and a byte-compress appends the bytes of
//!    all pairs to a row.
//! 2. [`Queue::look_up`]: ordinary loads look up the character of each pair.
//! 3. [`Queue::write_block`]: each byte of a block gets a lane of two bytes. A word-expand puts the UTF-8 of the
//!    pairs in the lanes of their bytes, and a byte-compress removes the holes.
//!
//! ```text
//!   block    a        lead     trail     b
//!   unit              1st 2nd  3rd    3                of two bytes: 1st 2nd   0     2
//!   lanes    a   0    1st 2nd  3rd    3  b   0
//!   kept     a        1st 2nd  3rd       b
//! ```

use super::*;

/// The most blocks that are queued.
pub(super) const BLOCKS: usize = 16;

/// How many pairs are looked up at once.
const AT_ONCE: usize = 16;

/// How many blocks can be converted: a byte must follow them, for the trail of the last pair, and there must be
/// room for each, of which at most 97 bytes are written.
#[inline(always)]
pub(super) fn fitting(src: &[u8], room: &[u8]) -> usize {
    (src.len().saturating_sub(1) / WIDTH).min(room.len() / (2 * WIDTH))
}

/// A row: the pairs of some blocks. Each block has an entry in [`Queue::leads`].
#[derive(Clone, Copy)]
pub(super) struct Row {
    /// 1 if the first byte is a trail byte. Its pair is queued, too.
    pub(super) carry: u64,
    /// How many bytes the pairs have.
    pub(super) bytes: usize,
}

impl Row {
    /// How many groups are looked up; the last one may be incomplete.
    pub(super) fn groups(&self) -> usize {
        self.bytes.div_ceil(2 * AT_ONCE)
    }
}

pub(super) struct Queue {
    /// For each block, which of its bytes are lead bytes.
    pub(super) leads: [u64; BLOCKS],
    /// For each block, which of its bytes are dropped.
    pub(super) dropped: [u64; BLOCKS],
    /// The bytes of the pairs: a pair that began before the blocks, those of the blocks, and room for a vector.
    pub(super) pairs: [u8; (BLOCKS + 2) * WIDTH],
    /// The UTF-8 of each pair.
    units: [[u8; 4]; (BLOCKS + 2) * WIDTH / 2],
}

/// How far a row has been filled or written.
pub(super) struct Progress {
    /// Bytes of pairs. When a row is written: bytes of their units, two for each byte of a pair.
    pub(super) bytes: usize,
    /// 1 if the next byte is a trail byte.
    pub(super) carry: u64,
    /// Bytes of text.
    pub(super) written: usize,
}

impl Queue {
    pub(super) fn new() -> Queue {
        Queue { leads: [0; _], dropped: [0; _], pairs: [0; _], units: [[0; 4]; _] }
    }

    /// Queues the pairs of the `i`-th block. `v` are its bytes, `leads` its lead bytes.
    ///
    /// # Safety
    /// `filled` counts what `i` blocks have added, at most [`BLOCKS`] - 1, and a carry before them.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    pub(super) unsafe fn add(&mut self, i: usize, v: __m512i, leads: u64, filled: &mut Progress) {
        let of_pairs = leads | leads << 1 | filled.carry;
        self.leads[i] = leads;
        debug_assert!(filled.bytes <= (BLOCKS + 1) * WIDTH);
        // SAFETY: by the caller's contract there are fewer than `BLOCKS` blocks before it, with at most 64 bytes of
        // pairs each, and at most one byte before them. Two more vectors fit in the array.
        unsafe {
            let pairs = self.pairs.as_mut_ptr().add(filled.bytes);
            _mm512_storeu_si512(pairs.cast(), compress(of_pairs, v));
        }
        filled.bytes += of_pairs.count_ones() as usize;
        filled.carry = leads >> 63;
    }

    /// Ends a row. `next` is the byte after it.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    pub(super) fn finish(&mut self, carry: u64, filled: Progress, next: u8) -> Row {
        // Overwritten if it is not a trail byte.
        self.pairs[filled.bytes] = next;
        let bytes = filled.bytes + filled.carry as usize;
        // Completes the last group.
        let [lead, trail, ..] = self.pairs;
        put(&mut self.pairs, bytes, _mm512_set1_epi16(i16::from_le_bytes([lead, trail])));
        Row { carry, bytes }
    }

    /// Looks up all pairs. With AVX only: with AVX-512 the compiler would use gathers, which are no faster. What
    /// counts is how few instructions a pair takes. So four are loaded at once, and their units are stored at once.
    #[inline(never)]
    #[target_feature(enable = "avx,bmi1")]
    pub(super) fn look_up(&mut self, groups: usize, layout: &TwoByte) {
        let units = self.units.as_chunks_mut::<AT_ONCE>().0.iter_mut();
        for (units, pairs) in units.zip(self.pairs.as_chunks::<{ 2 * AT_ONCE }>().0).take(groups) {
            for (units, pairs) in units.as_chunks_mut::<4>().0.iter_mut().zip(pairs.as_chunks().0) {
                let word = u64::from_be_bytes(*pairs);
                // All bits of a pair but the highest.
                // SAFETY: the index has 15 bits.
                let unit = |by| unsafe { layout.unit_at(_bextr_u64(word, by, 15) as usize) }.cast_signed();
                let found = _mm_setr_epi32(unit(48), unit(32), unit(16), unit(0));
                // SAFETY: the array is as long as the vector.
                unsafe { _mm_storeu_si128(units.as_mut_ptr().cast(), found) }
            }
        }
    }

    /// 3 if all pairs are characters of three bytes, 2 if some have two, 0 if some have no character.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    pub(super) fn lengths(&self, groups: usize) -> i32 {
        let mut all = _mm512_set1_epi32(i32::from_le_bytes([0, 0, 0, 3]));
        for units in &self.units.as_chunks::<AT_ONCE>().0[..groups] {
            all = _mm512_and_si512(all, units.as_flattened().first_chunk().map_or(all, load));
        }
        _mm512_reduce_and_epi32(all) >> 24
    }

    /// How many blocks there are before the block with the first pair that has no character. The row must have such a
    /// pair. The pair that began in the row before was checked there.
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

    /// Writes the text of a row, or of its first blocks, including all of their last pair: (bytes read, bytes
    /// written). For `THREE` see [`Queue::write_block`].
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    pub(super) fn write<const THREE: bool>(&self, row: Row, src: &[u8], room: &mut [u8]) -> (usize, usize) {
        let mut done = Progress { bytes: 2 * row.carry as usize, carry: row.carry, written: 0 };
        let (blocks, _) = src.as_chunks();
        assert!(room.len() >= 2 * src.len() && blocks.len() <= BLOCKS);
        for (i, block) in blocks.iter().enumerate() {
            // SAFETY: `done` counts what the blocks before this one have become, and there is room for all.
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

    /// Writes the text of the `i`-th block. `THREE`: all pairs are characters of three bytes, and no bytes are
    /// dropped.
    ///
    /// # Safety
    /// `done` counts what the `i` blocks before it have become, at most [`BLOCKS`] - 1, and a carry before them.
    /// `room` has two vectors for each of these blocks and for this one.
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
            // SAFETY: no block so far had more than 64 bytes of pairs, and at most one byte came before them, with two
            // bytes of a unit for each. One more vector fits in the array.
            let units = unsafe { _mm512_loadu_si512(self.units.as_ptr().cast::<u8>().add(done.bytes).cast()) };
            done.bytes += 2 * of_pairs.count_ones() as usize;
            let lanes = _mm512_mask_expand_epi16(_mm512_cvtepu8_epi16(load(half)), of_pairs, units);
            let (kept, length) = if THREE {
                let least = _mm512_set1_epi16(i16::from_le_bytes([0, 0x80]));
                (_mm512_cmpge_epu8_mask(lanes, least), 32 + ((leads >> by) as u32).count_ones())
            } else {
                // ASCII may be 0, so it is compared as 1. What is dropped is compared as 0.
                let is_kept = _mm512_maskz_set1_epi16(!(self.dropped[i] >> by) as u32, 1);
                let compared = _mm512_mask_mov_epi16(is_kept, of_pairs, lanes);
                let least = _mm512_set1_epi16(i16::from_le_bytes([1, 0x80]));
                let kept = _mm512_cmpge_epu8_mask(compared, least);
                (kept, kept.count_ones())
            };
            // SAFETY: no half so far has become more than 48 bytes, and by the caller's contract there is room for 64
            // for each.
            unsafe {
                let room = room.as_mut_ptr().add(done.written);
                _mm512_storeu_si512(room.cast(), compress(kept, lanes));
            }
            done.written += length as usize;
        }
        done.carry = leads >> 63;
    }
}
