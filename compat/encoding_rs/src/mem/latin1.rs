//! Latin-1: bytes that are the scalar values of the same numbers.

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, string::String, vec};

use charsniff::UTF_8;

use super::{BLOCK, CHUNK, through_buffer};

/// Whether the bytes are UTF-8 of characters up to U+00FF alone.
///
/// ```
/// use encoding_rs::mem::is_utf8_latin1;
/// assert!(is_utf8_latin1("é".as_bytes()) && !is_utf8_latin1("€".as_bytes()) && !is_utf8_latin1(b"\xE9"));
/// ```
pub fn is_utf8_latin1(buffer: &[u8]) -> bool {
    utf8_latin1_up_to(buffer) == buffer.len()
}

/// Whether all characters are up to U+00FF.
///
/// ```
/// assert!(encoding_rs::mem::is_str_latin1("é") && !encoding_rs::mem::is_str_latin1("€"));
/// ```
pub fn is_str_latin1(buffer: &str) -> bool {
    str_latin1_up_to(buffer) == buffer.len()
}

/// Whether all code units are up to 00FF.
///
/// ```
/// assert!(encoding_rs::mem::is_utf16_latin1(&[0xFF]) && !encoding_rs::mem::is_utf16_latin1(&[0x100]));
/// ```
pub fn is_utf16_latin1(buffer: &[u16]) -> bool {
    let is_latin1 = |units: &[u16]| units.iter().fold(0, |all, unit| all | unit) < 0x100;
    let (blocks, rest) = buffer.as_chunks::<BLOCK>();
    blocks.iter().all(|block| is_latin1(block)) && is_latin1(rest)
}

/// How many bytes from the start are UTF-8 of characters up to U+00FF.
///
/// ```
/// assert_eq!(encoding_rs::mem::utf8_latin1_up_to(b"a\xC3\xA9\xC3"), 3);
/// ```
pub fn utf8_latin1_up_to(buffer: &[u8]) -> usize {
    let is_lead = |byte: u8| byte & 0xFE == 0xC2;
    let is_continuation = |byte: u8| byte & 0xC0 == 0x80;
    let mut start = 0;
    // Checks each byte of a block: a lead byte must be exactly where a continuation byte follows, and no other lead
    // bytes occur. `start` is never between the two.
    while let Some(block) = buffer[start..].first_chunk::<{ BLOCK + 1 }>()
        && !is_continuation(block[0])
        && block.iter().zip(&block[1..]).fold(true, |all, (byte, next)| {
            all & (is_lead(*byte) == is_continuation(*next)) & (is_lead(*byte) | (*byte < 0xC0))
        })
    {
        start += BLOCK + usize::from(is_lead(block[BLOCK - 1]));
    }
    while let Some(&byte) = buffer.get(start) {
        match buffer.get(start + 1) {
            _ if byte < 0x80 => start += 1,
            Some(&next) if is_lead(byte) && is_continuation(next) => start += 2,
            _ => break,
        }
    }
    start
}

/// How many bytes from the start are characters up to U+00FF.
///
/// ```
/// assert_eq!(encoding_rs::mem::str_latin1_up_to("é€"), 2);
/// ```
pub fn str_latin1_up_to(buffer: &str) -> usize {
    utf8_latin1_up_to(buffer.as_bytes())
}

/// Converts Latin-1 to as many code units.
///
/// # Panics
///
/// If `dst` is shorter than `src`.
///
/// ```
/// let mut dst = [0; 2];
/// encoding_rs::mem::convert_latin1_to_utf16(b"a\xE9", &mut dst);
/// assert_eq!(dst, [0x61, 0xE9]);
/// ```
pub fn convert_latin1_to_utf16(src: &[u8], dst: &mut [u16]) {
    assert!(dst.len() >= src.len(), "Destination must not be shorter than the source.");
    for (unit, byte) in dst.iter_mut().zip(src) {
        *unit = u16::from(*byte);
    }
}

/// Converts as much Latin-1 as fits: bytes read, bytes written. All other bytes of `dst` stay as
/// they were.
///
/// ```
/// let mut dst = *b"...";
/// assert_eq!(encoding_rs::mem::convert_latin1_to_utf8_partial(b"aa\xE9", &mut dst), (2, 2));
/// assert_eq!(&dst, b"aa.");
/// ```
pub fn convert_latin1_to_utf8_partial(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    through_buffer::<{ 2 * CHUNK }>(src.len(), dst, |from, room| chunk_to_utf8(&src[from..], room))
}

/// Converts Latin-1: how many bytes were written.
///
/// # Panics
///
/// If `dst` is shorter than twice `src`.
///
/// ```
/// let mut dst = [0; 4];
/// assert_eq!(encoding_rs::mem::convert_latin1_to_utf8(b"a\xE9", &mut dst), 3);
/// assert_eq!(&dst[..3], "aé".as_bytes());
/// ```
pub fn convert_latin1_to_utf8(src: &[u8], dst: &mut [u8]) -> usize {
    assert!(dst.len() / 2 >= src.len(), "Destination must be twice as long as the source.");
    let mut written = 0;
    for chunk in src.chunks(CHUNK) {
        written += chunk_to_utf8(chunk, &mut dst[written..]).1;
    }
    written
}

/// The characters of the first [`CHUNK`] bytes, as far as they fit: bytes read, bytes written.
fn chunk_to_utf8(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    let chunk = &src[..src.len().min(CHUNK)];
    let mut units = [0; CHUNK];
    convert_latin1_to_utf16(chunk, &mut units);
    let (_, read, written, _) = UTF_8.new_encoder().encode_from_utf16(&units[..chunk.len()], dst, true);
    (read, written)
}

/// As [`convert_latin1_to_utf8_partial`], into a `str`. Bytes after the text that are no longer valid UTF-8 become
/// zeroes.
///
/// ```
/// let mut dst = String::from("...");
/// assert_eq!(encoding_rs::mem::convert_latin1_to_str_partial(b"aa\xE9", &mut dst), (2, 2));
/// assert!(dst.starts_with("aa"));
/// ```
pub fn convert_latin1_to_str_partial(src: &[u8], mut dst: &mut str) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    for chunk in src.chunks(CHUNK) {
        let mut utf8 = [0; 2 * CHUNK];
        let (_, n) = chunk_to_utf8(chunk, &mut utf8);
        let (_, r, w, _) = UTF_8.new_decoder_without_bom_handling().decode_to_str(&utf8[..n], dst, true);
        read += utf8[..r].iter().filter(|byte| **byte & 0xC0 != 0x80).count();
        written += w;
        dst = dst.split_at_mut(w).1;
        if r < n {
            break;
        }
    }
    (read, written)
}

/// As [`convert_latin1_to_utf8`], into a `str`. Bytes after the text that are no longer valid UTF-8 become zeroes.
///
/// # Panics
///
/// If `dst` is shorter than twice `src`.
///
/// ```
/// let mut dst = String::from("....");
/// let written = encoding_rs::mem::convert_latin1_to_str(b"a\xE9", &mut dst);
/// assert_eq!(&dst[..written], "aé");
/// ```
pub fn convert_latin1_to_str(src: &[u8], dst: &mut str) -> usize {
    assert!(dst.len() / 2 >= src.len(), "Destination must be twice as long as the source.");
    convert_latin1_to_str_partial(src, dst).1
}

/// Converts UTF-8 to Latin-1: how many bytes were written. All characters must be at most U+00FF; other input gives
/// unspecified bytes.
///
/// # Panics
///
/// If `dst` is shorter than `src`; with debug assertions, if there is anything else in `src`.
///
/// ```
/// let mut dst = [0; 4];
/// assert_eq!(encoding_rs::mem::convert_utf8_to_latin1_lossy("aé".as_bytes(), &mut dst), 2);
/// assert_eq!(&dst[..2], b"a\xE9");
/// ```
pub fn convert_utf8_to_latin1_lossy(src: &[u8], dst: &mut [u8]) -> usize {
    assert!(dst.len() >= src.len(), "Destination must not be shorter than the source.");
    debug_assert!(cfg!(fuzzing) || is_utf8_latin1(src));
    let mut decoder = UTF_8.new_decoder_without_bom_handling();
    let mut units = [0; CHUNK];
    let (mut read, mut written) = (0, 0);
    // The decoder holds a character that a chunk ends in.
    while read < src.len() {
        let end = src.len().min(read + CHUNK - 4);
        let (_, r, w, _) = decoder.decode_to_utf16(&src[read..end], &mut units, false);
        convert_utf16_to_latin1_lossy(&units[..w], &mut dst[written..]);
        read += r;
        written += w;
    }
    written
}

/// Converts UTF-16 to Latin-1, one byte for each code unit. All code units must be at most 00FF; others give
/// unspecified bytes.
///
/// # Panics
///
/// If `dst` is shorter than `src`.
///
/// ```
/// let mut dst = [0; 2];
/// encoding_rs::mem::convert_utf16_to_latin1_lossy(&[0x61, 0xE9], &mut dst);
/// assert_eq!(&dst, b"a\xE9");
/// ```
pub fn convert_utf16_to_latin1_lossy(src: &[u16], dst: &mut [u8]) {
    assert!(dst.len() >= src.len(), "Destination must not be shorter than the source.");
    for (byte, unit) in dst.iter_mut().zip(src) {
        *byte = *unit as u8;
    }
}

/// Converts Latin-1 to text; borrows if it is ASCII.
///
/// ```
/// assert_eq!(encoding_rs::mem::decode_latin1(b"caf\xE9"), "café");
/// ```
#[cfg(feature = "alloc")]
pub fn decode_latin1<'a>(bytes: &'a [u8]) -> Cow<'a, str> {
    let (text, _) = UTF_8.decode_without_bom_handling(&bytes[..charsniff::Encoding::ascii_valid_up_to(bytes)]);
    if text.len() == bytes.len() {
        return text;
    }
    let rest = &bytes[text.len()..];
    let mut string = String::with_capacity(text.len() + 2 * rest.len());
    string.push_str(&text);
    for chunk in rest.chunks(CHUNK) {
        let mut utf8 = [0; 2 * CHUNK];
        let (_, n) = chunk_to_utf8(chunk, &mut utf8);
        let _ = UTF_8.new_decoder_without_bom_handling().decode_to_string(&utf8[..n], &mut string, true);
    }
    Cow::Owned(string)
}

/// Converts text to Latin-1; borrows if it is ASCII. All characters must be at most U+00FF; other input gives
/// unspecified bytes.
///
/// # Panics
///
/// With debug assertions, if there is anything else in `string`.
///
/// ```
/// assert_eq!(&*encoding_rs::mem::encode_latin1_lossy("café"), b"caf\xE9");
/// ```
#[cfg(feature = "alloc")]
pub fn encode_latin1_lossy<'a>(string: &'a str) -> Cow<'a, [u8]> {
    if super::is_ascii(string.as_bytes()) {
        return Cow::Borrowed(string.as_bytes());
    }
    let mut bytes = vec![0; string.len()];
    let written = convert_utf8_to_latin1_lossy(string.as_bytes(), &mut bytes);
    bytes.truncate(written);
    Cow::Owned(bytes)
}
