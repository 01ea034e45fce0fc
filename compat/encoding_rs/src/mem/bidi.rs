//! Text that is written from right to left, by blocks of Unicode.

use super::{BLOCK, is_str_latin1, is_utf8_latin1, is_utf16_latin1};

/// The result of [`check_str_for_latin1_and_bidi`] and similar functions.
#[must_use]
#[derive(Debug, PartialEq, Eq)]
#[repr(C)]
pub enum Latin1Bidi {
    /// All characters are up to U+00FF.
    Latin1 = 0,
    /// Some are above, but none is right-to-left.
    LeftToRight = 1,
    /// Some character is right-to-left.
    Bidi = 2,
}

/// Whether a character makes text go from right to left: it is in a block of a script that does, or
/// a control that says so.
///
/// ```
/// assert!(encoding_rs::mem::is_char_bidi('א') && !encoding_rs::mem::is_char_bidi('α'));
/// ```
#[inline]
pub fn is_char_bidi(c: char) -> bool {
    match u32::from(c) {
        0x1_0800..=0x1_0FFF | 0x1_E800..=0x1_EFFF => true,
        scalar @ 0..=0xFFFF => is_bidi(scalar as u16),
        _ => false,
    }
}

/// The same for a code unit. For characters above U+FFFF, it is true for the high surrogate.
///
/// ```
/// assert!(encoding_rs::mem::is_utf16_code_unit_bidi(0x5D0) && !encoding_rs::mem::is_utf16_code_unit_bidi(0x3B1));
/// ```
#[inline]
pub fn is_utf16_code_unit_bidi(u: u16) -> bool {
    // D802 and D803 are the high surrogates of U+10800 to U+10FFF, D83A and D83B of U+1E800 to U+1EFFF.
    is_bidi(u) | (u & 0xFFFE == 0xD802) | (u & 0xFFFE == 0xD83A)
}

/// Characters up to U+FFFF. Branchless, so that loops are vectorized.
#[inline]
fn is_bidi(unit: u16) -> bool {
    let within = |first: u16, last: u16| unit.wrapping_sub(first) <= last - first;
    within(0x0590, 0x08FF)
        | within(0xFB1D, 0xFDFF)
        | within(0xFE70, 0xFEFE)
        | (unit == 0x200F)
        | (unit == 0x202B)
        | (unit == 0x202E)
        | (unit == 0x2067)
}

/// Whether there is a right-to-left character, or the bytes are not UTF-8.
///
/// ```
/// use encoding_rs::mem::is_utf8_bidi;
/// assert!(is_utf8_bidi("aא".as_bytes()) && is_utf8_bidi(b"\xFF") && !is_utf8_bidi("é".as_bytes()));
/// ```
pub fn is_utf8_bidi(buffer: &[u8]) -> bool {
    charsniff::Encoding::utf8_valid_up_to(buffer) != buffer.len() || has_bidi(buffer)
}

/// Whether there is a right-to-left character.
///
/// ```
/// assert!(encoding_rs::mem::is_str_bidi("aא") && !encoding_rs::mem::is_str_bidi("aα"));
/// ```
pub fn is_str_bidi(buffer: &str) -> bool {
    has_bidi(buffer.as_bytes())
}

/// Whether there is a character from right to left, or an unpaired high surrogate that could be half
/// of one.
///
/// ```
/// assert!(encoding_rs::mem::is_utf16_bidi(&[0x61, 0x5D0]) && !encoding_rs::mem::is_utf16_bidi(&[0x61, 0x3B1]));
/// ```
pub fn is_utf16_bidi(buffer: &[u16]) -> bool {
    let (blocks, rest) = buffer.as_chunks::<BLOCK>();
    blocks.iter().any(|block| {
        // Most texts have either no character from U+0590 on, or many.
        block.iter().fold(false, |any, unit| any | (*unit >= 0x0590))
            && block.iter().fold(false, |any, unit| any | is_utf16_code_unit_bidi(*unit))
    }) || rest.iter().any(|unit| is_utf16_code_unit_bidi(*unit))
}

/// Which of the three kinds of text UTF-8 is; malformed UTF-8 is [`Latin1Bidi::Bidi`].
///
/// ```
/// use encoding_rs::mem::{Latin1Bidi, check_utf8_for_latin1_and_bidi};
/// assert_eq!(check_utf8_for_latin1_and_bidi("é".as_bytes()), Latin1Bidi::Latin1);
/// assert_eq!(check_utf8_for_latin1_and_bidi(b"\xE9"), Latin1Bidi::Bidi);
/// ```
pub fn check_utf8_for_latin1_and_bidi(buffer: &[u8]) -> Latin1Bidi {
    of(is_utf8_latin1(buffer), || is_utf8_bidi(buffer))
}

/// Which of the three kinds of text this is.
///
/// ```
/// use encoding_rs::mem::{Latin1Bidi, check_str_for_latin1_and_bidi};
/// assert_eq!(check_str_for_latin1_and_bidi("α"), Latin1Bidi::LeftToRight);
/// ```
pub fn check_str_for_latin1_and_bidi(buffer: &str) -> Latin1Bidi {
    of(is_str_latin1(buffer), || is_str_bidi(buffer))
}

/// Which of the three kinds of text UTF-16 is.
///
/// ```
/// use encoding_rs::mem::{Latin1Bidi, check_utf16_for_latin1_and_bidi};
/// assert_eq!(check_utf16_for_latin1_and_bidi(&[0x5D0]), Latin1Bidi::Bidi);
/// ```
pub fn check_utf16_for_latin1_and_bidi(buffer: &[u16]) -> Latin1Bidi {
    of(is_utf16_latin1(buffer), || is_utf16_bidi(buffer))
}

fn of(is_latin1: bool, is_bidi: impl FnOnce() -> bool) -> Latin1Bidi {
    match is_latin1 {
        true => Latin1Bidi::Latin1,
        false if is_bidi() => Latin1Bidi::Bidi,
        false => Latin1Bidi::LeftToRight,
    }
}

/// Whether bytes that are known to be UTF-8 have a right-to-left character. Only characters with these lead bytes are
/// decoded: D6 to E0 (U+0580 to U+0FFF), E2 (general punctuation), EF (presentation forms) and F0.
fn has_bidi(utf8: &[u8]) -> bool {
    let may_lead =
        |byte: u8| (byte.wrapping_sub(0xD6) <= 0xE0 - 0xD6) | (byte == 0xE2) | (byte == 0xEF) | (byte == 0xF0);
    let leads_bidi = |from: usize| match utf8[from..] {
        [lead @ 0xC0..=0xDF, second, ..] => is_bidi(u16::from(lead & 0x1F) << 6 | u16::from(second & 0x3F)),
        [lead @ 0xE0..=0xEF, second, third, ..] => {
            is_bidi(u16::from(lead) << 12 | u16::from(second & 0x3F) << 6 | u16::from(third & 0x3F))
        }
        // U+10000 to U+10FFF and U+1E000 to U+1EFFF, each from 800 on.
        [0xF0, 0x90 | 0x9E, third, ..] => third >= 0xA0,
        _ => false,
    };
    let hold =
        |start: usize, block: &[u8]| block.iter().enumerate().any(|(i, byte)| may_lead(*byte) && leads_bidi(start + i));
    let (blocks, rest) = utf8.as_chunks::<BLOCK>();
    blocks
        .iter()
        .enumerate()
        .any(|(i, block)| block.iter().fold(false, |any, byte| any | may_lead(*byte)) && hold(BLOCK * i, block))
        || hold(utf8.len() - rest.len(), rest)
}
