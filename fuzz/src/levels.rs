//! Every level of kernels gives the same bytes, error positions and counts, at random splits and
//! output sizes.
//!
//! Each input compares one level with the portable one. Output has exactly its size in memory, so
//! that AddressSanitizer sees the first byte behind it.

use arbitrary::Unstructured;
use charsniff::{Encoding, Level};

type Trace = (Vec<u8>, Vec<(charsniff::DecoderResult, usize)>);

fn trace(encoding: Encoding, level: Level, bytes: &[u8], split: usize, room: usize) -> Option<Trace> {
    let mut decoder = encoding.new_decoder_at_level(level)?;
    let (mut text, mut errors, mut read) = (Vec::new(), Vec::new(), 0);
    let mut buffer = vec![0; room];
    for (end, last) in [(split, false), (bytes.len(), true)] {
        loop {
            let (result, r, w) = decoder.decode_to_utf8_without_replacement(&bytes[read..end], &mut buffer, last);
            text.extend_from_slice(&buffer[..w]);
            read += r;
            match result {
                charsniff::DecoderResult::InputEmpty => break,
                charsniff::DecoderResult::OutputFull => assert!(r > 0 || w > 0),
                malformed => errors.push((malformed, read)),
            }
        }
    }
    Some((text, errors))
}

/// Asks one thing of the input.
pub fn run(data: &[u8]) {
    let mut u = Unstructured::new(data);
    let Ok(encoding) = crate::encoding(&mut u) else { return };
    let Ok((level, split, room, repeat)) = u.arbitrary::<(u8, u16, u16, u8)>() else { return };
    // A repeated input is long enough for the widest strides.
    let bytes = u.take_rest().repeat(usize::from(repeat % 8) + 1);
    let split = usize::from(split).checked_rem(bytes.len()).unwrap_or(0);
    let room = usize::from(room % 1024) + 4;
    let level = crate::level(level);
    if let Some(found) = trace(encoding, level, &bytes, split, room) {
        assert_eq!(Some(found), trace(encoding, Level::Portable, &bytes, split, room), "{encoding} {level:?}");
    }
}
