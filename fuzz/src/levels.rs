//! Every level of kernels gives the same bytes, error positions and counts, at random splits and
//! output sizes.
//!
//! Each input compares one level with the portable one, or its UTF-16 with that of `encoding_rs`.
//! The output buffer is allocated at its exact size, so that AddressSanitizer sees a write after it.

use arbitrary::Unstructured;
use charsniff::{CoderResult, Decoder, Level};

/// Runs the target on one input.
pub fn run(data: &[u8]) {
    let mut u = Unstructured::new(data);
    let Ok(encoding) = crate::encoding(&mut u) else { return };
    let Ok((level, split, room, repeat)) = u.arbitrary::<(u8, u16, u16, u8)>() else { return };
    // A repeated input is long enough for the widest strides.
    let bytes = u.take_rest().repeat(usize::from(repeat % 8) + 1);
    let split = usize::from(split).checked_rem(bytes.len()).unwrap_or(0);
    let room = usize::from(room % 1024) + 4;
    let to_utf16 = level >= 0x80;
    let level = crate::level(level);
    if to_utf16 {
        let Some(decoder) = encoding.new_decoder_at_level(level) else { return };
        let (text, _) = crate::peer(encoding).decode_without_bom_handling(&bytes);
        let expected: Vec<u16> = text.encode_utf16().collect();
        assert_eq!(utf16_in_pieces(decoder, &bytes, split, room), expected, "{encoding} {level:?}");
        return;
    }
    let by = |level| Some(crate::in_pieces(encoding.new_decoder_at_level(level)?, &bytes, split, room));
    if let Some(found) = by(level) {
        assert_eq!(Some(found), by(Level::Portable), "{encoding} {level:?}");
    }
}

/// The code units of two pieces, with `room` code units of output a call and U+FFFD for errors.
pub(crate) fn utf16_in_pieces(mut decoder: Decoder, bytes: &[u8], split: usize, room: usize) -> Vec<u16> {
    let (mut units, mut read) = (Vec::new(), 0);
    let mut buffer = vec![0; room];
    for (end, last) in [(split, false), (bytes.len(), true)] {
        loop {
            let (result, r, w, _) = decoder.decode_to_utf16(&bytes[read..end], &mut buffer, last);
            units.extend_from_slice(&buffer[..w]);
            read += r;
            if result == CoderResult::InputEmpty {
                break;
            }
            assert!(r > 0 || w > 0);
        }
    }
    units
}
