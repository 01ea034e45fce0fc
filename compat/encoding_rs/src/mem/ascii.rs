//! ASCII, as bytes and as code units.

use super::BLOCK;

/// Whether all bytes are ASCII.
///
/// ```
/// assert!(encoding_rs::mem::is_ascii(b"abc") && !encoding_rs::mem::is_ascii(b"\x80"));
/// ```
pub fn is_ascii(buffer: &[u8]) -> bool {
    charsniff::Encoding::ascii_valid_up_to(buffer) == buffer.len()
}

/// Whether all code units are below 0080.
///
/// ```
/// assert!(encoding_rs::mem::is_basic_latin(&[0x7F]) && !encoding_rs::mem::is_basic_latin(&[0x80]));
/// ```
pub fn is_basic_latin(buffer: &[u16]) -> bool {
    basic_latin_up_to_block(buffer) == buffer.len()
}

/// Copies bytes up to the first that is not ASCII: how many.
///
/// # Panics
///
/// If `dst` is shorter than `src`.
///
/// ```
/// let mut dst = [0; 4];
/// assert_eq!(encoding_rs::mem::copy_ascii_to_ascii(b"ab\xFFc", &mut dst), 2);
/// assert_eq!(&dst[..2], b"ab");
/// ```
pub fn copy_ascii_to_ascii(src: &[u8], dst: &mut [u8]) -> usize {
    assert!(dst.len() >= src.len(), "Destination must not be shorter than the source.");
    let length = charsniff::Encoding::ascii_valid_up_to(src);
    dst[..length].copy_from_slice(&src[..length]);
    length
}

/// Copies bytes as code units up to the first that is not ASCII: how many.
///
/// # Panics
///
/// If `dst` is shorter than `src`.
///
/// ```
/// let mut dst = [0; 4];
/// assert_eq!(encoding_rs::mem::copy_ascii_to_basic_latin(b"ab\xFFc", &mut dst), 2);
/// assert_eq!(dst[..2], [0x61, 0x62]);
/// ```
pub fn copy_ascii_to_basic_latin(src: &[u8], dst: &mut [u16]) -> usize {
    assert!(dst.len() >= src.len(), "Destination must not be shorter than the source.");
    let length = charsniff::Encoding::ascii_valid_up_to(src);
    for (unit, byte) in dst.iter_mut().zip(&src[..length]) {
        *unit = u16::from(*byte);
    }
    length
}

/// Copies code units as bytes up to the first that is not below 0080: how many.
///
/// # Panics
///
/// If `dst` is shorter than `src`.
///
/// ```
/// let mut dst = [0; 4];
/// assert_eq!(encoding_rs::mem::copy_basic_latin_to_ascii(&[0x61, 0x62, 0x100], &mut dst), 2);
/// assert_eq!(&dst[..2], b"ab");
/// ```
pub fn copy_basic_latin_to_ascii(src: &[u16], dst: &mut [u8]) -> usize {
    assert!(dst.len() >= src.len(), "Destination must not be shorter than the source.");
    let blocks = basic_latin_up_to_block(src);
    let length = blocks + src[blocks..].iter().take_while(|unit| **unit < 0x80).count();
    for (byte, unit) in dst.iter_mut().zip(&src[..length]) {
        *byte = *unit as u8;
    }
    length
}

/// How many code units from the start are below 0080, or fewer: the end of a block or of the input.
fn basic_latin_up_to_block(units: &[u16]) -> usize {
    let is_ascii = |units: &[u16]| units.iter().fold(0, |all, unit| all | unit) < 0x80;
    let (blocks, rest) = units.as_chunks::<BLOCK>();
    match blocks.iter().position(|block| !is_ascii(block)) {
        Some(block) => BLOCK * block,
        None if is_ascii(rest) => units.len(),
        None => units.len() - rest.len(),
    }
}
