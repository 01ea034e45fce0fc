//! UTF-8 byte by byte: an automaton that takes one look-up and one shift for a byte.

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
use super::utf8_valid_up_to_from;

/// The states of the automaton. A state is the count by which rows of [`STEPS`] are shifted.
const ERROR: u64 = 0;
const START: u64 = 6;
const ONE_MORE: u64 = 12;
const TWO_MORE: u64 = 18;
const THREE_MORE: u64 = 24;
const AFTER_E0: u64 = 30;
const AFTER_ED: u64 = 36;
const AFTER_F0: u64 = 42;
const AFTER_F4: u64 = 48;

/// For each byte a row: six bits for each state, with the state that follows it. The row, shifted by the state,
/// has the next state in its lowest bits. So a byte costs one look-up, which does not depend on the state, and
/// one shift.
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

/// The length of what is valid, by the automaton.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
pub(super) fn valid_by_steps(src: &[u8]) -> usize {
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

/// Whether there is no error in the first bytes; the last character may be cut off.
pub(super) fn may_start(bytes: &[u8]) -> bool {
    steps(START, bytes) != ERROR
}

/// Whether valid bytes end with a whole character.
pub(super) fn is_whole(src: &[u8]) -> bool {
    !matches!(src, [.., 0xC0..=0xFF] | [.., 0xE0..=0xFF, _] | [.., 0xF0..=0xFF, _, _])
}
