//! UTF-16 without a byte order mark, by what its code units would be.
//!
//! Every second byte of UTF-16 says from which block a character is. In most scripts these bytes
//! are nearly all the same one to four, and one of them is zero or another control: no text in
//! another encoding is like that. Chinese, Japanese, Korean and a few other scripts have many
//! blocks; there the other bytes, which may have any value, are often controls. So one control
//! byte, or a few, in what is text in another encoding is no evidence.

use super::utf8::{self, Utf8};
use crate::Encoding;

/// How much of the page is looked at, in bytes.
const LOOKED_AT: usize = 2048;

/// The fewest code units that say anything.
const FEWEST_UNITS: usize = 8;

/// What a code unit speaks for, of ten: most of a text has to be what texts are made of.
const ENOUGH: i32 = 5;

/// How many blocks nearly all of a text is from, but for the languages of many characters; and
/// how many code units there may be for each whose high byte is a control, such as a space's.
const FEW_BLOCKS: usize = 4;
const UNITS_PER_HIGH_CONTROL: usize = 20;

/// In texts of many blocks, the fewest bytes that are controls, and how many code units there may
/// be for each.
const FEWEST_CONTROLS: usize = 2;
const UNITS_PER_CONTROL: usize = 24;

/// UTF-16BE or UTF-16LE, if the page is plainly one of them.
///
/// A page of `html` has to start with `<`, too: what a stranger can put into a page of ASCII
/// markup does not make that markup vanish.
pub(super) fn detect(page: &[u8], html: bool) -> Option<Encoding> {
    let start = page.get(..LOOKED_AT).unwrap_or(page);
    let (pairs, _) = start.as_chunks::<2>();
    let controls = start.iter().filter(|byte| is_control(**byte)).count();
    if pairs.len() < FEWEST_UNITS || controls == 0 {
        return None;
    }
    let big = plausibility(pairs.iter().map(|pair| u16::from_be_bytes(*pair)));
    let little = plausibility(pairs.iter().map(|pair| u16::from_le_bytes(*pair)));
    let (encoding, best) = if big > little { (Encoding::Utf16Be, big) } else { (Encoding::Utf16Le, little) };
    if best < ENOUGH * pairs.len() as i32 {
        return None;
    }
    let units = || {
        pairs.iter().map(|pair| match encoding {
            Encoding::Utf16Be => u16::from_be_bytes(*pair),
            _ => u16::from_le_bytes(*pair),
        })
    };
    let is_space = |unit: &u16| matches!(unit, 0x09 | 0x0A | 0x0D | 0x20);
    if html && units().find(|unit| !is_space(unit)) != Some(u16::from(b'<')) {
        return None;
    }
    let has_many_controls = controls >= FEWEST_CONTROLS && controls * UNITS_PER_CONTROL >= pairs.len();
    let is_plain = has_few_blocks(units()) || (has_many_controls && utf8::judge(start) == Utf8::No);
    is_plain.then_some(encoding)
}

/// A control that text does not have.
fn is_control(byte: u8) -> bool {
    matches!(byte, 0..=8 | 0x0E..=0x1A | 0x1C..=0x1F)
}

/// Whether nearly all of the high bytes are the same few, and controls are among them.
fn has_few_blocks(units: impl ExactSizeIterator<Item = u16>) -> bool {
    let all = units.len();
    let mut counts = [0usize; 256];
    let mut controls = 0;
    for unit in units {
        let [block, _] = unit.to_be_bytes();
        counts[usize::from(block)] += 1;
        controls += usize::from(is_control(block));
    }
    counts.sort_unstable();
    let most: usize = counts.iter().rev().take(FEW_BLOCKS).sum();
    most * 5 >= all * 4 && controls * UNITS_PER_HIGH_CONTROL >= all
}

/// Ten for each code unit that text is full of, less for others, much less than nothing for what
/// no text has.
fn plausibility(units: impl Iterator<Item = u16>) -> i32 {
    let mut total = 0;
    let mut block = 0;
    let mut lead = None;
    for unit in units {
        let after_lead = lead.take().is_some();
        let is_ascii_pair = unit.to_be_bytes().iter().all(|byte| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~'));
        total += match unit {
            0xD800..=0xDBFF => {
                lead = Some(unit);
                if after_lead { -40 } else { 8 }
            }
            0xDC00..=0xDFFF => {
                if after_lead {
                    8
                } else {
                    -40
                }
            }
            _ if after_lead => -40,
            0x09 | 0x0A | 0x0D | 0x20..=0x7E => 10,
            0x00..=0x1F | 0x7F..=0x9F | 0xE000..=0xF8FF | 0xFFF0.. => -40,
            // Two bytes of ASCII text make an ideograph.
            0x2E00..=0x2FFF | 0x3100..=0x7FFF if is_ascii_pair => -3,
            // Letters of a script that the text has just used; a few scripts have three blocks.
            0xA0..=0x1FFF | 0x2C00..=0x2DFF | 0xA4D0..=0xABFF if (unit >> 8).abs_diff(block) <= 2 => 10,
            0xA0..=0x024F => 8,
            0x0250..=0x1FFF => 3,
            0x2010..=0x2044 | 0x20A0..=0x20BF | 0x3000..=0x3002 | 0xFF01..=0xFF5E => 8,
            // Kana, Hangul, ideographs, Yi; more if they come together, since half of all numbers
            // are some of these.
            0x3040..=0x30FF | 0x4E00..=0xA4CF | 0xAC00..=0xD7A3 => {
                if group(unit) == group(block << 8) {
                    10
                } else {
                    4
                }
            }
            0xA4D0..=0xABFF => 4,
            _ => 0,
        };
        // Punctuation is between letters of one script.
        if unit >= 0xA0 && !matches!(unit, 0x2000..=0x20BF | 0x3000..=0x3002 | 0xFF01..=0xFF5E) {
            block = unit >> 8;
        }
    }
    total
}

/// Ideographs and kana, Yi, or Hangul.
fn group(unit: u16) -> u8 {
    match unit {
        0x3000..=0x30FF | 0x4E00..=0x9FFF => 1,
        0xA000..=0xA4CF => 3,
        0xAC00..=0xD7A3 => 2,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    const TEXTS: [&str; 11] = [
        "<html><p>Plain words</p>\r\n",
        "Съешь ещё этих мягких булок",
        "天地玄黄，宇宙洪荒。日月盈昃，辰宿列张。寒来暑往，秋收冬藏。",
        "いろはにほへと ちりぬるを\nわかよたれそ つねならむ",
        "다람쥐 헌 쳇바퀴에 타고파",
        "Žluťoučký kůň příšerně",
        "ⴽⵓ ⵢⴰⵏ ⵉⵍⵍⴰ ⴷⴰⵔⵙ ⴰⵣⵔⴼ",
        "Ꭼꭼꮒᏻꮙ ꭰꭶꮞꮝꮤꮕꮎ ꭰꮒᏼꮻ",
        "𞤋𞤲𞥆𞤢𞤥𞤢 𞤢𞤣𞤫𞥅𞤶𞤭 𞤬𞤮𞤬",
        "ᐃᓅᔪᓕᒫᑦ ᐊᓂᖅᑎᕆᔪᓐᓇᖅᑐᑦ",
        "सभी मनुष्यों को गौरव और अधिकारों",
    ];

    #[test]
    fn text_in_either_order_is_told() {
        for text in TEXTS {
            let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
            let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            assert_eq!(detect(&big, false), Some(Encoding::Utf16Be), "{text}");
            assert_eq!(detect(&little, false), Some(Encoding::Utf16Le), "{text}");
        }
    }

    #[test]
    fn other_encodings_and_binary_data_are_not_utf_16() {
        for text in TEXTS {
            assert_eq!(detect(text.as_bytes(), false), None);
        }
        let mut state = 1u32;
        let noise: Vec<u8> = (0..2048)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 24) as u8
            })
            .collect();
        assert_eq!(detect(&noise, false), None);
        assert_eq!(detect(&[0; 64], false), None);
        assert_eq!(detect(b"a\0b\0c\0", false), None);
    }
}
