//! How many malformed sequences the whole input has in an encoding.

use crate::codec::single_byte_scalars;
use crate::detector::sample::HighBytes;
use crate::{DecoderResult, Encoding};

/// More malformed sequences than this are not counted.
pub(crate) const MOST_ERRORS: u32 = 64;

/// The size of the buffer for decoded text, which is not used.
const BUFFER: usize = 4096;

/// How many malformed sequences `bytes` has in `encoding`, at most `most`. `is_cut`: the last
/// character may be incomplete.
///
/// For single-byte encodings it is the number of different bytes without a character among `high_bytes`, the bytes
/// above 7F that occur in `bytes`.
#[cfg_attr(target_family = "wasm", inline(never))]
pub(crate) fn count_errors(bytes: &[u8], high_bytes: HighBytes, encoding: Encoding, is_cut: bool, most: u32) -> u32 {
    if encoding.is_single_byte() {
        let table = single_byte_scalars(encoding);
        return high_bytes.indices().filter(|index| table.get(*index) == Some(&0)).count() as u32;
    }
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut buffer = [0; BUFFER];
    let mut errors = 0;
    let mut rest = bytes;
    loop {
        let (result, read, _) = decoder.decode_to_utf8_without_replacement(rest, &mut buffer, !is_cut);
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
