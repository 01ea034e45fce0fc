//! UTF-8, 64 bytes at a time.
//!
//! A byte must continue a character exactly where the byte before calls for it (C0 and above), or
//! the one before that (E0 and above), or the one before that (F0 and above); and four leads
//! narrow down what may follow them. So each byte is compared with constants and with what is
//! known of the three before it: the same for all bytes of a block, without a look-up or a branch,
//! which compilers make vectors of. Blocks are told apart by their greatest byte, since most need
//! only some of these comparisons.

use super::super::utf8_valid_up_to_from;

/// What is looked at together.
const BLOCK: usize = 64;

/// How far before a byte its lead is at most.
const BACK: usize = 3;

/// A block and what is before it.
type Window = [u8; BACK + BLOCK];

/// Whether compilers have vectors to make; the automaton is better than the same byte by byte.
const VECTORS: bool = cfg!(any(target_feature = "sse2", target_feature = "neon", target_feature = "simd128"));

/// Copies as far as it is valid and whole characters fit.
pub(in super::super) fn copy(src: &[u8], dst: &mut [u8]) -> usize {
    // So little that it is in the first-level cache when it is copied.
    const PIECE: usize = 8 * 1024;
    let n = src.len().min(dst.len());
    let mut at = 0;
    loop {
        let piece = &src[at..n.min(at + PIECE)];
        let valid = valid_up_to(piece);
        dst[at..at + valid].copy_from_slice(&piece[..valid]);
        at += valid;
        // A character that is cut off is the next piece's, if there is one.
        if valid == 0 || at == n || valid + BACK < piece.len() {
            return at;
        }
    }
}

/// How far it is valid.
pub(in super::super) fn valid_up_to(src: &[u8]) -> usize {
    let Some(end) = src.len().checked_sub(BLOCK) else { return valid_by_steps(src) };
    if !VECTORS || end < BACK {
        return valid_by_steps(src);
    }
    if !may_start(&src[..BACK]) {
        return utf8_valid_up_to_from(src, 0);
    }
    let mut at = BACK;
    while let Some(window) = src[at - BACK..].first_chunk()
        && is_right(window)
    {
        if at == end {
            return if is_whole(src) { src.len() } else { utf8_valid_up_to_from(src, src.len()) };
        }
        // The last block is as much as there is, and may begin in the one before.
        at = end.min(at + BLOCK);
    }
    utf8_valid_up_to_from(src, at)
}

/// Whether nothing is wrong in the first bytes, the last of which may be cut off.
pub(in super::super) fn may_start(bytes: &[u8]) -> bool {
    steps(START, bytes) != ERROR
}

/// Whether no character is cut off at the end of valid bytes.
pub(in super::super) fn is_whole(src: &[u8]) -> bool {
    !matches!(src, [.., 0xC0..=0xFF] | [.., 0xE0..=0xFF, _] | [.., 0xF0..=0xFF, _, _])
}

/// Whether each byte of the block may follow those before it.
#[inline(always)]
fn is_right(window: &Window) -> bool {
    let Some(block) = window.last_chunk::<BLOCK>() else { return false };
    if block.is_ascii() && window[BACK - 1].is_ascii() {
        return true;
    }
    match window.iter().fold(0, |most: u8, byte| most.max(*byte)) {
        ..0xE0 => follows_on::<2>(window),
        0xE0..0xF0 => follows_on::<3>(window),
        0xF0.. => follows_on::<4>(window),
    }
}

/// The same, where no lead calls for more than `LONGEST` bytes.
#[inline(always)]
fn follows_on<const LONGEST: usize>(window: &Window) -> bool {
    /// All ones or none.
    const fn mask(is: bool) -> u8 {
        if is { 0xFF } else { 0 }
    }

    // Where the highest bit is set, something is wrong.
    let mut wrong = 0;
    for at in BACK..BACK + BLOCK {
        let [third_last, second_last, last, byte] = [window[at - 3], window[at - 2], window[at - 1], window[at]];
        // The highest bit is set from C0, E0 and F0 on.
        let mut is_called_for = last.saturating_sub(0xC0 - 0x80);
        if LONGEST > 2 {
            is_called_for |= second_last.saturating_sub(0xE0 - 0x80);
            wrong |= mask(last ^ 0xED == mask(byte.cast_signed() < -0x60) & (0xED ^ 0xE0));
        }
        if LONGEST > 3 {
            is_called_for |= third_last.saturating_sub(0xF0 - 0x80);
            wrong |= mask(last ^ 0xF4 == mask(byte.cast_signed() < -0x70) & (0xF4 ^ 0xF0));
            wrong |= mask(byte > 0xF4);
        }
        wrong |= is_called_for ^ mask(byte.cast_signed() < -0x40);
        wrong |= mask(byte & 0xFE == 0xC0);
    }
    wrong.is_ascii()
}

/// The states of the automaton, as shift counts.
const ERROR: u64 = 0;
const START: u64 = 6;
const ONE_MORE: u64 = 12;
const TWO_MORE: u64 = 18;
const THREE_MORE: u64 = 24;
const AFTER_E0: u64 = 30;
const AFTER_ED: u64 = 36;
const AFTER_F0: u64 = 42;
const AFTER_F4: u64 = 48;

/// By byte: six bits a state, the state that follows it. A state is the count by which to shift
/// its row to get the next, so that a byte costs one look-up, which waits for nothing, and one
/// shift.
static STEPS: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let start = match byte {
            0x00..=0x7F => START,
            0xC2..=0xDF => ONE_MORE,
            0xE0 => AFTER_E0,
            0xED => AFTER_ED,
            0xE1..=0xEF => TWO_MORE,
            0xF0 => AFTER_F0,
            0xF1..=0xF3 => THREE_MORE,
            0xF4 => AFTER_F4,
            _ => ERROR,
        };
        let mut row = start << START;
        if byte >= 0x80 && byte < 0xC0 {
            row |= START << ONE_MORE | ONE_MORE << TWO_MORE | TWO_MORE << THREE_MORE;
            row |= if byte >= 0xA0 { ONE_MORE << AFTER_E0 } else { ONE_MORE << AFTER_ED };
            row |= if byte >= 0x90 { TWO_MORE << AFTER_F0 } else { TWO_MORE << AFTER_F4 };
        }
        table[byte] = row;
        byte += 1;
    }
    table
};

#[inline]
fn steps(state: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(state, |state, &byte| STEPS[usize::from(byte)] >> (state & 0x3F)) & 0x3F
}

/// How far it is valid, byte by byte.
fn valid_by_steps(src: &[u8]) -> usize {
    let mut state = START;
    let mut at = 0;
    let (blocks, rest) = src.as_chunks::<32>();
    for block in blocks {
        if state != START || !block.is_ascii() {
            state = steps(state, block);
            if state == ERROR {
                return utf8_valid_up_to_from(src, at);
            }
        }
        at += block.len();
    }
    match state {
        START if rest.is_ascii() => src.len(),
        _ if steps(state, rest) == START => src.len(),
        _ => utf8_valid_up_to_from(src, at),
    }
}
