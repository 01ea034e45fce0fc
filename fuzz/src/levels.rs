//! Every level of kernels gives the same bytes, error positions and counts, at random splits and
//! output sizes.
//!
//! Each input compares one level with the portable one. Output has exactly its size in memory, so
//! that AddressSanitizer sees the first byte behind it.

use arbitrary::Unstructured;
use charsniff::Level;

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
    let by = |level| Some(crate::in_pieces(encoding.new_decoder_at_level(level)?, &bytes, split, room));
    if let Some(found) = by(level) {
        assert_eq!(Some(found), by(Level::Portable), "{encoding} {level:?}");
    }
}
