//! UTF-16 without a byte order mark, by what its code units would be.

use crate::Encoding;

/// How much of the page is looked at, in bytes.
const LOOKED_AT: usize = 2048;

/// The fewest code units that say anything.
const FEWEST_UNITS: usize = 8;

/// What a code unit speaks for, of ten: most of a text has to be what texts are made of.
const ENOUGH: i32 = 6;

/// UTF-16BE or UTF-16LE, if the page is plainly one of them.
///
/// Text in any other encoding has none of the controls that the high bytes of UTF-16 are: zero
/// for Latin letters, 04 for Cyrillic, and so on; where both bytes of a character are large, as
/// in Chinese, low bytes that are controls come soon.
pub(super) fn detect(page: &[u8]) -> Option<Encoding> {
    let start = page.get(..LOOKED_AT).unwrap_or(page);
    let is_control = |byte: &u8| matches!(byte, 0..=8 | 0x0E..=0x1A | 0x1C..=0x1F);
    if start.len() < 2 * FEWEST_UNITS || !start.iter().any(is_control) {
        return None;
    }
    let (pairs, _) = start.as_chunks::<2>();
    let big = plausibility(pairs.iter().map(|pair| u16::from_be_bytes(*pair)));
    let little = plausibility(pairs.iter().map(|pair| u16::from_le_bytes(*pair)));
    let enough = ENOUGH * pairs.len() as i32;
    match big.cmp(&little) {
        core::cmp::Ordering::Greater if big >= enough => Some(Encoding::Utf16Be),
        core::cmp::Ordering::Less if little >= enough => Some(Encoding::Utf16Le),
        _ => None,
    }
}

/// Ten for each code unit that text is full of, less for others, much less than nothing for what
/// no text has.
fn plausibility(units: impl Iterator<Item = u16>) -> i32 {
    let mut total = 0;
    let mut block = 0;
    let mut lead = false;
    for unit in units {
        let after_lead = core::mem::replace(&mut lead, false);
        total += match unit {
            0xD800..=0xDBFF => {
                lead = true;
                if after_lead { -40 } else { 5 }
            }
            0xDC00..=0xDFFF => {
                if after_lead {
                    5
                } else {
                    -40
                }
            }
            _ if after_lead => -40,
            0x09 | 0x0A | 0x0D | 0x20..=0x7E => 10,
            0x00..=0x1F | 0x7F..=0x9F | 0xE000..=0xF8FF | 0xFFF0.. => -40,
            // Letters of a script that the text has just used.
            0xA0..=0x1FFF if unit >> 8 == block => 10,
            0xA0..=0x024F => 8,
            0x0250..=0x1FFF => 3,
            0x2010..=0x2044 | 0x20A0..=0x20BF | 0x3000..=0x3002 | 0xFF01..=0xFF5E => 8,
            // Kana, Hangul, ideographs; more if they come together, since half of all numbers
            // are some of these.
            0x3040..=0x30FF | 0x4E00..=0x9FFF | 0xAC00..=0xD7A3 => {
                if group(unit) == group(block << 8) {
                    10
                } else {
                    4
                }
            }
            _ => 0,
        };
        if unit >= 0xA0 {
            block = unit >> 8;
        }
    }
    total
}

/// Ideographs and kana, or Hangul.
fn group(unit: u16) -> u8 {
    match unit {
        0x3000..=0x30FF | 0x4E00..=0x9FFF => 1,
        0xAC00..=0xD7A3 => 2,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    const TEXTS: [&str; 6] = [
        "<html><p>Plain words</p>\r\n",
        "Съешь ещё этих мягких булок",
        "天地玄黄，宇宙洪荒。日月盈昃，辰宿列张。寒来暑往，秋收冬藏。",
        "いろはにほへと ちりぬるを\nわかよたれそ つねならむ",
        "다람쥐 헌 쳇바퀴에 타고파",
        "Žluťoučký kůň příšerně",
    ];

    #[test]
    fn text_in_either_order_is_told() {
        for text in TEXTS {
            let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
            let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            assert_eq!(detect(&big), Some(Encoding::Utf16Be), "{text}");
            assert_eq!(detect(&little), Some(Encoding::Utf16Le), "{text}");
        }
    }

    #[test]
    fn other_encodings_and_binary_data_are_not_utf_16() {
        for text in TEXTS {
            assert_eq!(detect(text.as_bytes()), None);
        }
        let mut state = 1u32;
        let noise: Vec<u8> = (0..2048)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 24) as u8
            })
            .collect();
        assert_eq!(detect(&noise), None);
        assert_eq!(detect(&[0; 64]), None);
        assert_eq!(detect(b"a\0b\0c\0"), None);
    }
}
