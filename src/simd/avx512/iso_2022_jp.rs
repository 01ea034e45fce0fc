//! ISO-2022-JP: ASCII, pairs, and the escape sequences between them, by a [`Queue`].
//!
//! The queue assumes that all pairs are characters. If one is not, the decoder converts these blocks again, up to it.

use super::super::pair_table::{SevenBit, SevenBitDone};
use super::super::runs::every_other_of_runs;
use super::super::seven_bit_ascii;
use super::queue::{BLOCKS, Progress, Queue, Row, fitting};
use super::*;

/// Converts blocks as long as they fit and are valid.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn iso_2022_jp(src: &[u8], dst: &mut [u8], layout: &TwoByte, mut state: SevenBit) -> SevenBitDone {
    let mut queue = Queue::new();
    // Starts small, and grows: what is converted in a row with an error is thrown away.
    let mut most = 2;
    let (mut read, mut written) = (0, 0);
    loop {
        if !state.pairs {
            let n = seven_bit_ascii(&src[read..read + (src.len() - read).min(dst.len() - written)]);
            dst[written..written + n].copy_from_slice(&src[read..read + n]);
            read += n;
            written += n;
            state.escaped &= n == 0;
        }
        let (left, room) = (&src[read..], &mut dst[written..]);
        let filled = fill(&mut queue, left, fitting(left, room).min(most), state);
        queue.look_up(filled.row.groups(), layout);
        if filled.blocks == 0 || queue.lengths(filled.row.groups()) == 0 {
            return SevenBitDone { read, written, state, in_vain: WIDTH * filled.blocks };
        }
        let (r, w) = queue.write::<false>(filled.row, &left[..WIDTH * filled.blocks], room);
        read += r + filled.after;
        written += w;
        state = filled.state;
        most = (2 * most).min(BLOCKS);
    }
}

/// What was queued.
struct Filled {
    blocks: usize,
    row: Row,
    /// How many bytes after the blocks belong to an escape sequence that starts in them.
    after: usize,
    /// The state after these bytes.
    state: SevenBit,
}

/// Queues the first blocks of `src`, at most `most`, up to one that has anything other than ASCII, pairs and the
/// escape sequences between these two.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn fill(queue: &mut Queue, src: &[u8], most: usize, mut state: SevenBit) -> Filled {
    let mut filled = Progress { bytes: 0, carry: 0, written: 0 };
    let (mut blocks, mut after) = (0, 0);
    while blocks < most.min(BLOCKS) {
        let Some(bytes) = src[WIDTH * blocks..].first_chunk() else { break };
        let Some(block) = parse(bytes, filled.carry, after, state) else { break };
        let Some(v) = bytes.first_chunk().map(load) else { break };
        queue.dropped[blocks] = block.escapes;
        // SAFETY: `filled` counts what the blocks before this one have added.
        unsafe { queue.add(blocks, _mm512_or_si512(v, _mm512_set1_epi8(-0x80)), block.leads, &mut filled) };
        after = block.after;
        state = block.state;
        blocks += 1;
    }
    // A pair with trail byte 0 has no character.
    let next = src.get(WIDTH * blocks).filter(|byte| matches!(byte, 0x21..=0x7E)).map_or(0, |byte| byte | 0x80);
    Filled { blocks, row: queue.finish(0, filled, next), after, state }
}

/// The structure of a block.
struct Block {
    leads: u64,
    escapes: u64,
    /// How many bytes after the block belong to its last escape sequence.
    after: usize,
    state: SevenBit,
}

/// Parses a block, with the two bytes after it. Its first byte is a trail byte if `carry` is 1. Its first
/// `after` bytes belong to an escape sequence. `None` if it has something that [`fill`] does not handle.
///
/// ```text
///   bytes                  a b ESC $ B L T L T ESC ( B c      (first on the left; L is a lead, T a trail)
///   to pairs               0 0  1  0 0 0 0 0 0  0  0 0 0
///   to ASCII               0 0  0  0 0 0 0 0 0  1  0 0 0
///   their difference       0 0  1  1 1 1 1 1 1  0  0 0 0
///   without sequences      0 0  0  0 0 1 1 1 1  0  0 0 0
/// ```
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn parse(src: &[u8; WIDTH + 2], carry: u64, after: usize, state: SevenBit) -> Option<Block> {
    let [v, next, second_next] = [0, 1, 2].map(|at| src[at..].first_chunk().map_or(_mm512_setzero_si512(), load));
    let all = |byte| _mm512_set1_epi8(byte);
    let escape = _mm512_cmpeq_epi8_mask(v, all(0x1B));
    // $ and @ or B; ( and B.
    let to_pairs = _mm512_mask_cmpeq_epi8_mask(escape, next, all(0x24));
    let to_pairs = _mm512_mask_cmpeq_epi8_mask(to_pairs, _mm512_and_si512(second_next, all(!2)), all(0x40));
    let to_ascii = _mm512_mask_cmpeq_epi8_mask(escape, next, all(0x28));
    let to_ascii = _mm512_mask_cmpeq_epi8_mask(to_ascii, second_next, all(0x42));
    // Bytes outside 21 to 7E; bytes other than ASCII, and 0E and 0F.
    let not_of_pairs = _mm512_cmpge_epu8_mask(_mm512_sub_epi8(v, all(0x21)), all(0x5E));
    let not_ascii = _mm512_cmpeq_epi8_mask(_mm512_or_si512(v, all(1)), all(0x0F)) | _mm512_movepi8_mask(v);

    // Where a sequence selects the state that is already selected, only its first bit is wrong.
    let are_pairs = to_ascii.wrapping_sub(to_pairs).wrapping_sub(state.pairs.into());
    let escapes = escape | escape << 1 | escape << 2 | ((1 << after) - 1);
    let of_pairs = are_pairs & !escapes;
    let leads = every_other_of_runs(of_pairs & !carry);
    // A lead byte directly before an escape sequence is paired with ESC, which is no character.
    let wrong = (to_pairs | to_ascii) ^ escape
        | not_of_pairs & of_pairs
        | not_ascii & !(are_pairs | escapes)
        // Two escape sequences with nothing between them.
        | escape & (escape << 3 | u64::from(state.escaped) << after);
    let last = are_pairs & !escape | to_pairs;
    let state = SevenBit { pairs: last >> 63 != 0, escaped: escape >> 61 != 0 };
    let after = (escape >> 62 & 1 | escape >> 63 << 1) as usize;
    (wrong == 0).then_some(Block { leads, escapes, after, state })
}
