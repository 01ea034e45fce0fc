//! UTF-16: from UTF-8 and to it, and where it is well-formed.

use charsniff::{DecoderResult, UTF_8};

use super::{BLOCK, CHUNK, through_buffer};

/// Converts UTF-8, each error as U+FFFD: how many code units were written.
///
/// # Panics
///
/// If `dst` is not longer than `src`.
///
/// ```
/// let mut dst = [0; 4];
/// assert_eq!(encoding_rs::mem::convert_utf8_to_utf16(b"a\xC3\xA9", &mut dst), 2);
/// assert_eq!(dst[..2], [0x61, 0xE9]);
/// ```
pub fn convert_utf8_to_utf16(src: &[u8], dst: &mut [u16]) -> usize {
    assert!(dst.len() > src.len(), "Destination must be longer than the source.");
    let (_, _, written, _) = UTF_8.new_decoder_without_bom_handling().decode_to_utf16(src, dst, true);
    written
}

/// Converts text: how many code units were written.
///
/// # Panics
///
/// If `dst` is shorter than `src`.
///
/// ```
/// let mut dst = [0; 4];
/// assert_eq!(encoding_rs::mem::convert_str_to_utf16("😀", &mut dst), 2);
/// assert_eq!(dst[..2], [0xD83D, 0xDE00]);
/// ```
pub fn convert_str_to_utf16(src: &str, dst: &mut [u16]) -> usize {
    assert!(dst.len() >= src.len(), "Destination must not be shorter than the source.");
    let (_, _, written, _) = UTF_8.new_decoder_without_bom_handling().decode_to_utf16(src.as_bytes(), dst, true);
    written
}

/// Converts UTF-8: how many code units were written, or `None` if it is malformed.
///
/// # Panics
///
/// If `dst` is shorter than `src`.
///
/// ```
/// use encoding_rs::mem::convert_utf8_to_utf16_without_replacement;
/// assert_eq!(convert_utf8_to_utf16_without_replacement(b"ab", &mut [0; 4]), Some(2));
/// assert_eq!(convert_utf8_to_utf16_without_replacement(b"a\xFF", &mut [0; 4]), None);
/// ```
pub fn convert_utf8_to_utf16_without_replacement(src: &[u8], dst: &mut [u16]) -> Option<usize> {
    assert!(dst.len() >= src.len(), "Destination must not be shorter than the source.");
    let mut decoder = UTF_8.new_decoder_without_bom_handling();
    match decoder.decode_to_utf16_without_replacement(src, dst, true) {
        (DecoderResult::InputEmpty, _, written) => Some(written),
        _ => None,
    }
}

/// Converts as much UTF-16 as fits, each unpaired surrogate as U+FFFD: code units read, bytes
/// written. All other bytes of `dst` stay as they were.
///
/// ```
/// let mut dst = *b"....";
/// assert_eq!(encoding_rs::mem::convert_utf16_to_utf8_partial(&[0x61, 0xE9, 0x20AC], &mut dst), (2, 3));
/// assert_eq!(&dst, b"a\xC3\xA9.");
/// ```
pub fn convert_utf16_to_utf8_partial(src: &[u16], dst: &mut [u8]) -> (usize, usize) {
    let mut encoder = UTF_8.new_encoder();
    through_buffer::<{ 3 * CHUNK }>(src.len(), dst, |from, room| {
        let (_, read, written, _) = encoder.encode_from_utf16(chunk(&src[from..]), room, true);
        (read, written)
    })
}

/// Converts UTF-16, each unpaired surrogate as U+FFFD: how many bytes were written.
///
/// # Panics
///
/// If `dst` is shorter than three times `src`.
///
/// ```
/// let mut dst = [0; 9];
/// let written = encoding_rs::mem::convert_utf16_to_utf8(&[0x61, 0xE9, 0xD800], &mut dst);
/// assert_eq!(&dst[..written], "aé\u{FFFD}".as_bytes());
/// ```
pub fn convert_utf16_to_utf8(src: &[u16], dst: &mut [u8]) -> usize {
    assert!(dst.len() / 3 >= src.len(), "Destination must be three times as long as the source.");
    let (_, _, written, _) = UTF_8.new_encoder().encode_from_utf16(src, dst, true);
    written
}

/// As [`convert_utf16_to_utf8_partial`], into a `str`. Bytes after the text that are no longer valid UTF-8 become
/// zeroes.
///
/// ```
/// let mut dst = String::from("éé");
/// assert_eq!(encoding_rs::mem::convert_utf16_to_str_partial(&[0x61, 0x20AC, 0x62], &mut dst), (2, 4));
/// assert_eq!(dst, "a€");
/// ```
pub fn convert_utf16_to_str_partial(src: &[u16], mut dst: &mut str) -> (usize, usize) {
    let (mut encoder, mut decoder) = (UTF_8.new_encoder(), UTF_8.new_decoder_without_bom_handling());
    let mut buffer = [0; 3 * CHUNK];
    let (mut read, mut written) = (0, 0);
    while read < src.len() {
        let room = dst.len().min(buffer.len());
        let (_, r, w, _) = encoder.encode_from_utf16(chunk(&src[read..]), &mut buffer[..room], true);
        // Writing to a `str` safely takes a decoder.
        let _ = decoder.decode_to_str(&buffer[..w], dst, false);
        dst = dst.split_at_mut(w).1;
        read += r;
        written += w;
        if r == 0 {
            break;
        }
    }
    (read, written)
}

/// As [`convert_utf16_to_utf8`], into a `str`. Bytes after the text that are no longer valid UTF-8 become zeroes.
///
/// # Panics
///
/// If `dst` is shorter than three times `src`.
///
/// ```
/// let mut dst = "......".to_string();
/// let written = encoding_rs::mem::convert_utf16_to_str(&[0x61, 0xE9], &mut dst);
/// assert_eq!(&dst[..written], "aé");
/// ```
pub fn convert_utf16_to_str(src: &[u16], dst: &mut str) -> usize {
    assert!(dst.len() / 3 >= src.len(), "Destination must be three times as long as the source.");
    convert_utf16_to_str_partial(src, dst).1
}

/// As much of the input as is converted at once; surrogate pairs stay together.
fn chunk(src: &[u16]) -> &[u16] {
    match src.get(..CHUNK) {
        Some([start @ .., 0xD800..=0xDBFF]) => start,
        Some(chunk) => chunk,
        None => src,
    }
}

/// How many code units come before the first unpaired surrogate.
///
/// ```
/// assert_eq!(encoding_rs::mem::utf16_valid_up_to(&[0x61, 0xD83D, 0xDE00, 0xDE00]), 3);
/// ```
pub fn utf16_valid_up_to(buffer: &[u16]) -> usize {
    let mut start = 0;
    // Checks each unit of a block: a high surrogate must be exactly where a low one follows. `start` is never between
    // the two.
    while let Some(block) = buffer[start..].first_chunk::<{ BLOCK + 1 }>()
        && !is_low(block[0])
        && block.iter().zip(&block[1..]).fold(true, |all, (unit, next)| all & (is_high(*unit) == is_low(*next)))
    {
        start += BLOCK + usize::from(is_high(block[BLOCK - 1]));
    }
    while let Some(unit) = buffer.get(start) {
        match (is_high(*unit), buffer.get(start + 1)) {
            (true, Some(next)) if is_low(*next) => start += 2,
            (false, _) if !is_low(*unit) => start += 1,
            _ => break,
        }
    }
    start
}

/// Makes each unpaired surrogate U+FFFD.
///
/// ```
/// let mut units = [0x61, 0xD83D, 0xDE00, 0xDE00];
/// encoding_rs::mem::ensure_utf16_validity(&mut units);
/// assert_eq!(units, [0x61, 0xD83D, 0xDE00, 0xFFFD]);
/// ```
pub fn ensure_utf16_validity(buffer: &mut [u16]) {
    let mut start = 0;
    loop {
        start += utf16_valid_up_to(&buffer[start..]);
        match buffer.get_mut(start) {
            Some(unit) => *unit = 0xFFFD,
            None => break,
        }
        start += 1;
    }
}

fn is_high(unit: u16) -> bool {
    unit & 0xFC00 == 0xD800
}

fn is_low(unit: u16) -> bool {
    unit & 0xFC00 == 0xDC00
}
