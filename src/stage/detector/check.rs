//! Whether the whole input can be read in an encoding.

use super::sample::Seen;
use crate::codec::single_byte_scalars;
use crate::{DecoderResult, Encoding};

/// Room for decoded text, which nobody reads.
const ROOM: usize = 4096;

/// How many malformed sequences `bytes` have in `encoding`, counted up to `most`. `seen` are the
/// bytes that come in them. `cut`: a character may be cut off at the end.
pub(super) fn count_errors(bytes: &[u8], seen: &Seen, encoding: Encoding, cut: bool, most: u32) -> u32 {
    if encoding.is_single_byte() {
        let table = single_byte_scalars(encoding);
        return seen.high_bytes().filter(|high| table.get(*high) == Some(&0)).count() as u32;
    }
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut room = [0; ROOM];
    let mut errors = 0;
    let mut rest = bytes;
    loop {
        let (result, read, _) = decoder.decode_to_utf8_without_replacement(rest, &mut room, !cut);
        rest = rest.get(read..).unwrap_or_default();
        match result {
            DecoderResult::InputEmpty => return errors,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(..) => {
                errors += 1;
                if errors == most {
                    return errors;
                }
            }
        }
    }
}
