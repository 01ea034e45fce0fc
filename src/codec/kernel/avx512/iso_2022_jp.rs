//! ISO-2022-JP's ASCII and pairs, and the escape sequences between them, by a [`Queue`]: what lies
//! between two escapes is a piece, of at most 64 bytes, found by two or three comparisons.
//!
//! All pairs are taken to be characters; if one shows not to be, the portable kernel does the
//! queue again, and it does ASCII that is longer than a piece.

use super::super::two_byte::SevenBit;
use super::queue::{Length, Queue};
use super::*;

/// From how many bytes on a queue pays.
const LONG: usize = 4 * WIDTH;

/// The most bytes that may be left at the end of a stretch, of an escape sequence that is cut off.
const LEFT_AT_END: usize = 2;

/// How many bytes are searched for escapes at once: with the odd byte that a block may leave, a
/// piece fits in a vector.
const BLOCK: usize = WIDTH - 2;

/// The bit behind a block.
const END: u64 = 1 << BLOCK;

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn iso_2022_jp(
    src: &[u8],
    dst: &mut [u8],
    layout: &TwoByte,
    mut state: SevenBit,
) -> (usize, usize, SevenBit) {
    let (mut read, mut written) = (0, 0);
    if src.len() >= 2 * LONG {
        // Before the queue is there, to which stretches of other states may come back often.
        let head = &src[..LONG];
        (read, written, state) = portable::iso_2022_jp(head, dst, layout, state, KERNELS.ascii);
        if read + LEFT_AT_END < head.len() {
            return (read, written, state);
        }
        let mut queue = Queue::new();
        loop {
            let (left, room) = (&src[read..], &mut dst[written..]);
            let (r, queued, next) = fill(&mut queue, left, room, state);
            if r == 0 {
                let n = if state.pairs { 0 } else { portable::run_of_ascii(left, room, KERNELS.ascii).0 };
                if n == 0 {
                    break;
                }
                state.escaped = false;
                read += n;
                written += n;
                continue;
            }
            queue.look_up(queued.pairs, layout);
            let (done, w) = queue.write(queued, room);
            if done != queued {
                break;
            }
            state = next;
            read += r;
            written += w;
        }
    }
    let (r, w, state) = portable::iso_2022_jp(&src[read..], &mut dst[written..], layout, state, KERNELS.ascii);
    (read + r, written + w, state)
}

/// Queues up the characters at the start of `src`, as many as fit in `room`, up to ASCII that is
/// longer than a block: how many bytes these are, and the state behind them.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn fill(queue: &mut Queue, src: &[u8], room: &[u8], mut state: SevenBit) -> (usize, Length, SevenBit) {
    let mut read = 0;
    let mut queued = Length::default();
    let limit = WIDTH * queue.blocks(room);
    'pieces: for at in (0..limit).step_by(BLOCK) {
        let Some(block) = src[at..].first_chunk() else { break };
        // Where pieces of the block end: at escapes, the last with the block.
        let mut ends = _mm512_cmpeq_epi8_mask(load(block), _mm512_set1_epi8(0x1B)) & (END - 1) | END;
        loop {
            let length = (at + ends.trailing_zeros() as usize).saturating_sub(read);
            let long = !state.pairs && length >= BLOCK;
            let full = queued.characters + WIDTH > limit || queued.pairs + WIDTH / 2 > limit / 2;
            let Some(bytes) = src[read..].first_chunk() else { break 'pieces };
            if long || full {
                break 'pieces;
            }
            let Some(length) = add_piece(queue, &mut queued, load(bytes), length, state.pairs) else { break 'pieces };
            read += length;
            state.escaped &= length == 0;
            ends &= ends - 1;
            if ends == 0 {
                continue 'pieces;
            }
            let Some(next) = state.after_escape(&src[read..]) else { break 'pieces };
            state = next;
            read += 3;
        }
    }
    (read, queued, state)
}

/// Queues up the first `length` bytes of a vector: how many it were, `None` if not all are what
/// they should be.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn add_piece(queue: &mut Queue, queued: &mut Length, v: __m512i, length: usize, pairs: bool) -> Option<usize> {
    let swapped = _mm512_broadcast_i32x4(_mm_set_epi8(14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1));
    let high = _mm512_set1_epi8(-0x80);
    if pairs {
        // 21 to 7E.
        let others = _mm512_cmpge_epu8_mask(_mm512_sub_epi8(v, _mm512_set1_epi8(0x21)), _mm512_set1_epi8(0x5E));
        if _bzhi_u64(others, length as u32) != 0 {
            return None;
        }
        queue.put(*queued, high, _mm512_or_si512(_mm512_shuffle_epi8(v, swapped), high));
        queued.characters += length / 2;
        queued.pairs += length / 2;
        Some(length & !1)
    } else {
        let shift = _mm512_cmpeq_epi8_mask(_mm512_or_si512(v, _mm512_set1_epi8(1)), _mm512_set1_epi8(0x0F));
        if _bzhi_u64(shift | _mm512_movepi8_mask(v), length as u32) != 0 {
            return None;
        }
        queue.put(*queued, v, high);
        queued.characters += length;
        Some(length)
    }
}
