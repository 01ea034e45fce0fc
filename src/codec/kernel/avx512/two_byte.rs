//! Encodings of ASCII and pairs, some blocks of 64 bytes at a time, in three steps in which nothing
//! branches on the text and nothing waits for another's latency:
//!
//! 1. [`Queue::fill_block`]: in a run of bytes that have their highest bit set, every other one
//!    from the first on is a lead. A byte-compress puts the bytes of all pairs in a row.
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
//!
//! The third step of some blocks and the first of as many behind them share a loop, since neither
//! keeps the processor busy. All pairs are taken to be characters; AVX2's kernel goes up to one
//! that shows not to be.

use core::ptr;

use super::super::avx2::two_byte as avx2;
use super::super::two_byte::every_other_of_runs;
use super::*;

/// How many bytes are done without a queue first: there may be pairs that are no characters.
const HEAD: usize = 6 * WIDTH;

/// How many blocks are queued at most.
const BLOCKS: usize = 16;

/// How many pairs are looked up at once.
const AT_ONCE: usize = 16;

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn two_byte(src: &[u8], dst: &mut [u8], layout: &TwoByte) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    if src.len() > 2 * HEAD {
        let stop;
        (read, written, stop) = avx2::by_blocks(&src[..HEAD], dst, layout);
        if stop == avx2::Stop::NoCharacter {
            return (read, written);
        }
        let (r, w) = by_queue(&src[read..], &mut dst[written..], layout);
        read += r;
        written += w;
    }
    let (r, w) = avx2::two_byte(&src[read..], &mut dst[written..], layout);
    (read + r, written + w)
}

/// Up to the block with a pair that is no character, or as long as blocks fit.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn by_queue(src: &[u8], dst: &mut [u8], layout: &TwoByte) -> (usize, usize) {
    let mut queue = Queue::new();
    // It grows: where errors are near, long rows do not pay.
    let mut most = 1;
    let (mut read, mut written) = (0, 0);
    loop {
        let n = ascii::blocks(&src[read..], &mut dst[written..]);
        read += n;
        written += n;
        let blocks = fitting(&src[read..], &dst[written..]).min(most);
        if blocks == 0 {
            return (read, written);
        }
        let mut row = queue.fill(&src[read..], blocks);
        loop {
            let groups = row.bytes.div_ceil(2 * AT_ONCE);
            queue.look_up(groups, layout);
            let lengths = queue.lengths(groups);
            let (left, room) = (&src[read..], &mut dst[written..]);
            if lengths == 0 {
                let valid = queue.valid(row);
                let (r, w) = queue.write(row, &left[..WIDTH * valid], room);
                return (read + r, written + w);
            }
            if groups == 0 || blocks < BLOCKS || fitting(left, room) < 2 * BLOCKS {
                let (r, w) = queue.write(row, &left[..WIDTH * blocks], room);
                read += r;
                written += w;
                break;
            }
            let (w, next) = match lengths {
                3 => queue.write_and_fill::<true>(row, left, room),
                _ => queue.write_and_fill::<false>(row, left, room),
            };
            read += WIDTH * BLOCKS;
            written += w;
            row = next;
        }
        most = (2 * most).min(BLOCKS);
    }
}

/// How many blocks there are with a byte behind them, for the trail of a last pair, and room for
/// each, of which at most 97 bytes are written.
#[inline(always)]
fn fitting(src: &[u8], room: &[u8]) -> usize {
    (src.len().saturating_sub(1) / WIDTH).min(room.len() / (2 * WIDTH))
}

/// Some blocks, of which each has an entry in [`Queue::leads`], and their pairs in a row.
#[derive(Clone, Copy)]
struct Row {
    /// Whether the first byte is a trail (1). Its pair is queued, too.
    carry: u64,
    /// How many bytes the pairs have.
    bytes: usize,
}

struct Queue {
    /// Of each block, which of its bytes are leads.
    leads: [u64; BLOCKS],
    /// The pairs, in a row: one of a block before, the blocks', and room for a vector behind them.
    pairs: [u8; (BLOCKS + 2) * WIDTH],
    /// What these stand for.
    units: [[u8; 4]; (BLOCKS + 2) * WIDTH / 2],
}

/// How far a row is filled, or written.
struct Progress {
    /// Bytes of the pairs, or of their units.
    bytes: usize,
    /// Whether the next byte is a trail (1).
    carry: u64,
    /// Bytes of text.
    written: usize,
}

impl Queue {
    fn new() -> Queue {
        Queue { leads: [0; _], pairs: [0; _], units: [[0; 4]; _] }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn fill(&mut self, src: &[u8], blocks: usize) -> Row {
        let mut filled = Progress { bytes: 0, carry: 0, written: 0 };
        let (all, _) = src.as_chunks();
        for (i, block) in all[..blocks].iter().enumerate() {
            self.fill_block(i, block, &mut filled);
        }
        self.finish(0, filled, src[WIDTH * blocks])
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn fill_block(&mut self, i: usize, block: &[u8; WIDTH], filled: &mut Progress) {
        let v = load(block);
        let leads = every_other_of_runs(_mm512_movepi8_mask(v) & !filled.carry);
        let of_pairs = leads | leads << 1 | filled.carry;
        self.leads[i] = leads;
        // SAFETY: no block so far had more than 64 bytes, and at most one came before; a block more
        // fits in the array.
        unsafe {
            let pairs = self.pairs.as_mut_ptr().add(filled.bytes);
            _mm512_storeu_si512(pairs.cast(), _mm512_maskz_compress_epi8(of_pairs, v));
        }
        filled.bytes += of_pairs.count_ones() as usize;
        filled.carry = leads >> 63;
    }

    /// `next` is the byte behind the row.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn finish(&mut self, carry: u64, filled: Progress, next: u8) -> Row {
        // Overwritten if it is no trail.
        self.pairs[filled.bytes] = next;
        let bytes = filled.bytes + filled.carry as usize;
        // The last group is made whole.
        let [lead, trail, ..] = self.pairs;
        put::<false>(&mut self.pairs, bytes, _mm512_set1_epi16(i16::from_le_bytes([lead, trail])));
        Row { carry, bytes }
    }

    /// Without AVX-512, of which compilers would take the gathers, and those are no faster. Loads of
    /// four pairs at once are what is saved beside.
    #[inline(never)]
    fn look_up(&mut self, groups: usize, layout: &TwoByte) {
        let units = self.units.as_chunks_mut::<AT_ONCE>().0.iter_mut();
        for (units, pairs) in units.zip(self.pairs.as_chunks::<{ 2 * AT_ONCE }>().0).take(groups) {
            for (units, pairs) in units.as_chunks_mut().0.iter_mut().zip(pairs.as_chunks().0) {
                let word = u64::from_be_bytes(*pairs);
                *units = [48, 32, 16, 0].map(|by| layout.unit((word >> by) as u16).to_le_bytes());
            }
        }
    }

    /// 3 if all pairs are characters of three bytes, 2 if some have two, 0 if some are no characters.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn lengths(&self, groups: usize) -> i32 {
        let mut all = _mm512_set1_epi32(i32::from_le_bytes([0, 0, 0, 3]));
        for units in &self.units.as_chunks::<AT_ONCE>().0[..groups] {
            // SAFETY: the array is as long as the vector.
            all = _mm512_and_si512(all, unsafe { _mm512_loadu_si512(units.as_ptr().cast()) });
        }
        _mm512_reduce_and_epi32(all) >> 24
    }

    /// How many blocks of the row stand before the one with the first pair that is no character.
    #[inline(never)]
    fn valid(&self, row: Row) -> usize {
        let valid = self.units[..row.bytes / 2].iter().take_while(|unit| unit[3] != 0).count();
        let mut pairs = row.carry as usize;
        let is_before = |leads: &&u64| {
            pairs += leads.count_ones() as usize;
            pairs <= valid
        };
        self.leads.iter().take_while(is_before).count()
    }

    /// The text of a row, or of its first blocks, with all of the last pair: (bytes read, bytes
    /// written).
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn write(&self, row: Row, src: &[u8], room: &mut [u8]) -> (usize, usize) {
        let mut done = Progress { bytes: 2 * row.carry as usize, carry: row.carry, written: 0 };
        let (blocks, _) = src.as_chunks();
        assert!(room.len() >= 2 * src.len());
        for (i, block) in blocks.iter().enumerate() {
            self.write_block::<false>(i, block, room, &mut done);
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

    /// The text of a row of as many blocks as fit, and the row behind it.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn write_and_fill<const THREE: bool>(&mut self, row: Row, src: &[u8], room: &mut [u8]) -> (usize, Row) {
        let (own, next) = src.split_at(WIDTH * BLOCKS);
        let (Some(own), Some(blocks)) =
            (own.as_chunks().0.first_chunk::<BLOCKS>(), next.as_chunks().0.first_chunk::<BLOCKS>())
        else {
            return (0, row);
        };
        assert!(room.len() >= 2 * WIDTH * BLOCKS);
        let carry = self.leads[BLOCKS - 1] >> 63;
        let mut done = Progress { bytes: 2 * row.carry as usize, carry: row.carry, written: 0 };
        let mut filled = Progress { bytes: carry as usize, carry, written: 0 };
        self.pairs[0] = src[WIDTH * BLOCKS - 1];
        for (i, (block, next)) in own.iter().zip(blocks).enumerate() {
            self.write_block::<THREE>(i, block, room, &mut done);
            self.fill_block(i, next, &mut filled);
        }
        (done.written, self.finish(carry, filled, next[WIDTH * BLOCKS]))
    }

    /// `room` has two vectors for each block, and `THREE` is whether all characters have three bytes.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn write_block<const THREE: bool>(&self, i: usize, block: &[u8; WIDTH], room: &mut [u8], done: &mut Progress) {
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
                let lanes = _mm512_mask_mov_epi16(_mm512_set1_epi16(1), of_pairs, lanes);
                let least = _mm512_set1_epi16(i16::from_le_bytes([1, 0x80]));
                let kept = _mm512_cmpge_epu8_mask(lanes, least);
                (kept, kept.count_ones())
            };
            // SAFETY: no half so far came to more than 48 bytes, and there is room for 64 for each.
            unsafe {
                let room = room.as_mut_ptr().add(done.written);
                _mm512_storeu_si512(room.cast(), _mm512_maskz_compress_epi8(kept, lanes));
            }
            done.written += length as usize;
        }
        done.carry = leads >> 63;
    }
}
