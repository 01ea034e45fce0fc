//! Encodings of ASCII and pairs, by a [`Queue`]. In a run of bytes that have their highest bit set, every other
//! one, from the first on, is a lead byte. The third step for some blocks and the first step for the next
//! blocks share a loop, since neither alone keeps the processor busy.
//!
//! The queue assumes that all pairs are characters. AVX2's kernel converts up to one that is not.

use super::super::avx2::two_byte as avx2;
use super::super::pairs::{BLOCK, READ};
use super::super::portable::one_by_one;
use super::super::runs::every_other_of_runs;
use super::queue::{BLOCKS, Progress, Queue, Row, fitting};
use super::*;

/// How many bytes are converted without the queue: at the start, since there may be pairs that have no
/// character, and as long as pairs are few.
const HEAD: usize = 6 * WIDTH;

/// The bytes of a head, and those that AVX2's kernel reads after them.
type Head = [u8; HEAD + READ - BLOCK];

/// If fewer bytes of a head were converted, there is an error or no more room. Otherwise the last block may be
/// left, since each of those before it may take a byte of the next.
const MOST_OF_HEAD: usize = HEAD - BLOCK;

/// The queue pays if a block has at least this many bytes of pairs.
const DENSE: usize = 2;

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn two_byte(src: &[u8], dst: &mut [u8], layout: &TwoByte) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    while let Some(head) = src[read..].first_chunk() {
        let room = &mut dst[written..];
        if read > 0 && !is_sparse(head) {
            let (r, w) = by_queue(&src[read..], room, layout);
            read += r;
            written += w;
            break;
        }
        let (r, w) = avx2::by_blocks(head, room, layout);
        read += r;
        written += w;
        if r < MOST_OF_HEAD {
            let (r, w) = one_by_one(&src[read..], &mut dst[written..], layout);
            return (read + r, written + w);
        }
    }
    let (r, w) = avx2::two_byte(&src[read..], &mut dst[written..], layout);
    (read + r, written + w)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn is_sparse(head: &Head) -> bool {
    let (blocks, _) = head.as_chunks();
    let high: u32 = blocks.iter().map(|block| _mm512_movepi8_mask(load(block)).count_ones()).sum();
    (high as usize) < DENSE * blocks.len()
}

/// Converts blocks as long as they fit, up to the block with a pair that has no character.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn by_queue(src: &[u8], dst: &mut [u8], layout: &TwoByte) -> (usize, usize) {
    let mut queue = Queue::new();
    // Starts small and grows: after an error the rest of a row is converted again.
    let mut most = 4;
    let (mut read, mut written) = (0, 0);
    loop {
        let n = ascii_blocks(&src[read..], &mut dst[written..]);
        read += n;
        written += n;
        let blocks = fitting(&src[read..], &dst[written..]).min(most);
        if blocks == 0 {
            return (read, written);
        }
        if let Some(head) = src[read..].first_chunk()
            && is_sparse(head)
        {
            let (r, w) = avx2::by_blocks(head, &mut dst[written..], layout);
            read += r;
            written += w;
            if r < MOST_OF_HEAD {
                return (read, written);
            }
            continue;
        }
        let mut row = fill(&mut queue, &src[read..], blocks);
        loop {
            queue.look_up(row.groups(), layout);
            let lengths = queue.lengths(row.groups());
            let (left, room) = (&src[read..], &mut dst[written..]);
            if lengths == 0 {
                let valid = queue.valid(row);
                let (r, w) = queue.write::<false>(row, &left[..WIDTH * valid], room);
                return (read + r, written + w);
            }
            if row.bytes < DENSE * blocks || blocks < BLOCKS || fitting(left, room) < 2 * BLOCKS {
                let own = &left[..WIDTH * blocks];
                let (r, w) = match lengths {
                    3 => queue.write::<true>(row, own, room),
                    _ => queue.write::<false>(row, own, room),
                };
                read += r;
                written += w;
                break;
            }
            let (w, next) = match lengths {
                3 => write_and_fill::<true>(&mut queue, row, left, room),
                _ => write_and_fill::<false>(&mut queue, row, left, room),
            };
            read += WIDTH * BLOCKS;
            written += w;
            row = next;
        }
        most = (2 * most).min(BLOCKS);
    }
}

/// Queues the first blocks of `src`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn fill(queue: &mut Queue, src: &[u8], blocks: usize) -> Row {
    let mut filled = Progress { bytes: 0, carry: 0, written: 0 };
    let (all, _) = src.as_chunks();
    for (i, block) in all[..blocks.min(BLOCKS)].iter().enumerate() {
        // SAFETY: `filled` counts what the blocks before this one have added.
        unsafe { fill_block(queue, i, block, &mut filled) };
    }
    queue.finish(0, filled, src[WIDTH * blocks])
}

/// # Safety
/// That of [`Queue::add`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
unsafe fn fill_block(queue: &mut Queue, i: usize, block: &[u8; WIDTH], filled: &mut Progress) {
    let v = load(block);
    let leads = every_other_of_runs(_mm512_movepi8_mask(v) & !filled.carry);
    // SAFETY: the caller guarantees it.
    unsafe { queue.add(i, v, leads, filled) };
}

/// Writes the text of a row of as many blocks as fit, and queues as many blocks after it.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn write_and_fill<const THREE: bool>(queue: &mut Queue, row: Row, src: &[u8], room: &mut [u8]) -> (usize, Row) {
    let (own, next) = src.as_chunks().0[..2 * BLOCKS].split_at(BLOCKS);
    assert!(room.len() >= 2 * WIDTH * BLOCKS);
    let carry = queue.leads[BLOCKS - 1] >> 63;
    let mut done = Progress { bytes: 2 * row.carry as usize, carry: row.carry, written: 0 };
    let mut filled = Progress { bytes: carry as usize, carry, written: 0 };
    queue.pairs[0] = src[WIDTH * BLOCKS - 1];
    for (i, (block, next)) in own.iter().zip(next).enumerate() {
        // SAFETY: both count what the blocks before this one have become. There are `BLOCKS` of them, and there is
        // room for all.
        unsafe {
            queue.write_block::<THREE>(i, block, room, &mut done);
            fill_block(queue, i, next, &mut filled);
        }
    }
    (done.written, queue.finish(carry, filled, src[2 * WIDTH * BLOCKS]))
}
