//! Every level of kernels gives the same bytes, error positions and counts, at random splits and
//! output sizes.

#![no_main]

use charsniff::{Encoding, Level};
use libfuzzer_sys::arbitrary::Unstructured;
use libfuzzer_sys::fuzz_target;

type Trace = (Vec<u8>, Vec<(charsniff::DecoderResult, usize)>);

fn run(encoding: Encoding, level: Level, bytes: &[u8], split: usize, room: usize) -> Option<Trace> {
    let mut decoder = encoding.new_decoder_at_level(level)?;
    let (mut text, mut errors, mut read) = (Vec::new(), Vec::new(), 0);
    let mut buffer = vec![0xAA; room + 64];
    for (end, last) in [(split, false), (bytes.len(), true)] {
        loop {
            let (result, r, w) =
                decoder.decode_to_utf8_without_replacement(&bytes[read..end], &mut buffer[..room], last);
            assert!(buffer[room..].iter().all(|&byte| byte == 0xAA));
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

fuzz_target!(|data: &[u8]| {
    let mut u = Unstructured::new(data);
    let Ok(encoding) = charsniff_fuzz::encoding(&mut u) else { return };
    let Ok(split) = u.arbitrary::<u16>() else { return };
    let Ok(room) = u.int_in_range(4..=1000) else { return };
    // A repeated input is long enough for the widest strides.
    let Ok(repeat) = u.int_in_range(1..=8) else { return };
    let bytes = u.take_rest().repeat(repeat);
    let split = usize::from(split).min(bytes.len());
    let portable = run(encoding, Level::Portable, &bytes, split, room);
    assert!(portable.is_some());
    for level in [Level::Sse2, Level::Avx2, Level::Avx512, Level::Neon] {
        if let Some(trace) = run(encoding, level, &bytes, split, room) {
            assert_eq!(Some(trace), portable, "{encoding} {level:?}");
        }
    }
});
