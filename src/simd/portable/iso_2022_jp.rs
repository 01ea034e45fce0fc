//! ISO-2022-JP: ASCII, and pairs.

use super::super::pair_table::TwoByte;

/// The length of the ASCII at the start, up to 0E, 0F and ESC, which ISO-2022-JP reserves. Inlined, so that it is
/// compiled with the caller's features.
#[inline(always)]
pub(crate) fn seven_bit_ascii(bytes: &[u8]) -> usize {
    let is_other = |byte: &u8| !byte.is_ascii() || matches!(*byte, 0x0E | 0x0F | 0x1B);
    // Whole chunks have no branch per byte, so that the compiler vectorizes them.
    let has_none = |chunk: &&[u8; 64]| !chunk.iter().fold(false, |any, byte| any | is_other(byte));
    let start = 64 * bytes.as_chunks().0.iter().take_while(has_none).count();
    start + bytes[start..].iter().position(is_other).unwrap_or(bytes.len() - start)
}

/// Converts pairs, without the highest bits of their bytes in EUC-JP: (bytes read, bytes written).
pub(crate) fn seven_bit_pairs(src: &[u8], dst: &mut [u8], layout: &TwoByte) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    for pair in src.as_chunks().0 {
        let pair = u16::from_be_bytes(*pair);
        let unit = layout.unit(pair | 0x80);
        match dst[written..].first_chunk_mut() {
            // 0E is not a lead byte, though EUC-JP has characters after 8E.
            Some(room) if unit != 0 && pair & 0x8080 == 0 && pair >= 0x2100 => {
                *room = unit.to_le_bytes();
                written += (unit >> 24) as usize;
                read += 2;
            }
            _ => break,
        }
    }
    (read, written)
}
