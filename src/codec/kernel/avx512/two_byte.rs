//! Encodings of ASCII and pairs, by a [`Queue`] where many pairs are in a row, 64 bytes at a time:
//! in a run of bytes that have their highest bit set, every other one from the first on is a lead.
//! Byte-compresses make the queue. All pairs are taken to be characters; AVX2's kernel goes up to
//! one that shows not to be, and it does what has few pairs.

use super::super::avx2::two_byte::{self as avx2, Stop};
use super::super::two_byte::every_other_of_runs;
use super::queue::{Length, Queue};
use super::*;

/// How many bytes are done without a queue first.
const HEAD: usize = 6 * WIDTH;

/// How many pairs of 32 a block must have to be queued.
const DENSE: u32 = 12;

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn two_byte(src: &[u8], dst: &mut [u8], layout: &TwoByte) -> (usize, usize) {
    // Before the queue is there: there may be pairs that are no characters.
    let head = &src[..src.len().min(HEAD)];
    let (mut read, mut written, mut stop) = avx2::by_blocks(head, dst, layout, false);
    if stop == Stop::Short {
        let (r, w, s) = avx2::by_blocks(&src[read..], &mut dst[written..], layout, true);
        read += r;
        written += w;
        stop = s;
    }
    if stop == Stop::Dense {
        let mut queue = Queue::new();
        while stop == Stop::Dense {
            let (left, room) = (&src[read..], &mut dst[written..]);
            let queued = fill(&mut queue, left, room);
            queue.look_up(queued.pairs, layout);
            let (done, bytes) = queue.write(queued, room);
            read += done.characters + done.pairs;
            written += bytes;
            // Where it can do nothing, or comes to what is no character, the smaller blocks can.
            let goes_on = done == queued && queued.characters > 0;
            let (r, w, s) = avx2::by_blocks(&src[read..], &mut dst[written..], layout, goes_on);
            read += r;
            written += w;
            stop = s;
        }
    }
    if stop == Stop::NoCharacter {
        return (read, written);
    }
    let (r, w) = portable::one_by_one(&src[read..], &mut dst[written..], layout);
    (read + r, written + w)
}

/// Queues up the characters at the start of `src`, as long as many are pairs and they fit in
/// `room`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn fill(queue: &mut Queue, src: &[u8], room: &[u8]) -> Length {
    // Whether the first byte of the block is a trail.
    let mut carry = 0;
    let mut queued = Length::default();
    for at in (0..WIDTH * queue.blocks(room)).step_by(WIDTH) {
        let Some(bytes) = src.get(at..).and_then(|left| left.first_chunk::<{ WIDTH + 1 }>()) else { break };
        let (Some(v), Some(behind)) = (bytes.first_chunk(), bytes.last_chunk()) else { break };
        let (v, behind) = (load(v), load(behind));
        let leads = every_other_of_runs(_mm512_movepi8_mask(v) & !carry);
        if leads.count_ones() < DENSE {
            break;
        }
        let starts = !(leads << 1 | carry);
        let halves = [v, behind].map(|v| {
            let compressed = _mm512_maskz_compress_epi8(leads, v);
            _mm512_cvtepu8_epi16(_mm512_castsi512_si256(compressed))
        });
        let pairs = _mm512_or_si512(_mm512_slli_epi16::<8>(halves[0]), halves[1]);
        queue.put(queued, _mm512_maskz_compress_epi8(starts, v), pairs);
        queued.characters += starts.count_ones() as usize;
        queued.pairs += leads.count_ones() as usize;
        carry = leads >> 63;
    }
    queued
}
