//! UTF-16 without a byte order mark, recognized by its code units. The detector uses this, and
//! [`Content`](super::Content), to tell such text from binary data.
//!
//! In UTF-16 the high byte of each code unit says in which Unicode block the character is. In most scripts nearly all
//! high bytes have one of at most four values, one of which is zero or another control: text in no other encoding
//! looks like that. Chinese, Japanese, Korean and a few other scripts use many blocks; but then the low bytes, which
//! may have any value, are often controls. Therefore a few control bytes in a text are no evidence of UTF-16.

use super::utf8;
use crate::Encoding;

/// How many bytes are examined.
const LOOKED_AT: usize = 2048;

/// Fewer code units than this are no evidence.
const FEWEST_UNITS: usize = 4;

/// The average score (see `plausibility`) that a text needs.
const ENOUGH: i32 = 5;

/// Text in most languages has nearly all of its high bytes from at most `FEW_BLOCKS` values, and at least one code
/// unit in `UNITS_PER_HIGH_CONTROL`, such as a space, has a control as its high byte.
const FEW_BLOCKS: usize = 4;
const UNITS_PER_HIGH_CONTROL: usize = 28;

/// Text in languages that use many blocks must have this many bytes that are controls, and one in at least every
/// `UNITS_PER_CONTROL` code units.
const FEWEST_CONTROLS: usize = 2;
const UNITS_PER_CONTROL: usize = 24;

/// UTF-16BE or UTF-16LE, if the page is clearly one of them.
///
/// A page of `html` must also start with `<`, so that user-supplied text in a page of ASCII markup
/// cannot make that markup vanish.
pub(crate) fn detect(page: &[u8], html: bool) -> Option<Encoding> {
    let start = page.get(..LOOKED_AT).unwrap_or(page);
    let (pairs, _) = start.as_chunks::<2>();
    // UTF-8 with a few NULs may look like UTF-16, but no UTF-16 looks like UTF-8 with characters above U+007F.
    if pairs.len() < FEWEST_UNITS || !has_control(start) || utf8::judge(start).is_valid() {
        return None;
    }
    let controls = start.iter().filter(|byte| is_control(**byte)).count();
    let has_many_controls = controls >= FEWEST_CONTROLS && controls * UNITS_PER_CONTROL >= pairs.len();
    let is_no_utf_8 = has_many_controls && !start.is_ascii() && !utf8::judge(start).is_likely();
    let plausibility_of = |order: fn([u8; 2]) -> u16| {
        let units = || pairs.iter().map(|pair| order(*pair));
        let sum = plausibility(units());
        let starts = !html || units().find(|unit| !is_space(*unit)) == Some(u16::from(b'<'));
        let is_plain = starts && sum >= ENOUGH * pairs.len() as i32 && (is_no_utf_8 || has_few_blocks(units()));
        is_plain.then_some(sum)
    };
    // Characters of few blocks in one byte order may look like letters of many blocks in the other.
    match (plausibility_of(u16::from_be_bytes), plausibility_of(u16::from_le_bytes)) {
        (None, None) => None,
        (big, little) if big > little => Some(Encoding::Utf16Be),
        _ => Some(Encoding::Utf16Le),
    }
}

/// Where UTF-16 is declared: the average score that is enough; the number of code units up to which its negative is
/// enough; and the number up to which a text needs no control.
#[cfg(feature = "detector")]
const ENOUGH_IF_DECLARED: i32 = 3;
#[cfg(feature = "detector")]
const FEW_UNITS: usize = 16;
#[cfg(feature = "detector")]
const UNITS_WITHOUT_CONTROL: usize = 64;

/// The byte order of a page that declares `claimed` (UTF-16BE or UTF-16LE) or starts with its byte order mark:
/// `claimed`, or the opposite order if only that gives likely characters. `None` if neither does: two bytes of text
/// in another encoding are seldom a likely character.
#[cfg(feature = "detector")]
pub(crate) fn as_claimed(page: &[u8], claimed: Encoding) -> Option<Encoding> {
    let mark = Encoding::for_bom(page).filter(|(encoding, _)| *encoding == claimed).map_or(0, |(_, length)| length);
    let start = page.get(mark..LOOKED_AT.min(page.len())).unwrap_or_default();
    let (pairs, _) = start.as_chunks::<2>();
    let is_mute = !has_control(start);
    if pairs.is_empty() && mark > 0 {
        return Some(claimed);
    }
    if is_mute && start.is_ascii() {
        return None;
    }
    if is_mute && mark == 0 && (pairs.len() > UNITS_WITHOUT_CONTROL || utf8::judge(start).is_likely()) {
        return None;
    }
    let score = |encoding: Encoding| {
        let order = if encoding == Encoding::Utf16Be { u16::from_be_bytes } else { u16::from_le_bytes };
        plausibility(pairs.iter().map(|pair| order(*pair)))
    };
    // A short text may consist of rare characters, or of characters whose bytes happen to be ASCII.
    let enough = if mark > 0 || pairs.len() <= FEW_UNITS { -ENOUGH_IF_DECLARED } else { ENOUGH_IF_DECLARED };
    let other = if claimed == Encoding::Utf16Be { Encoding::Utf16Le } else { Encoding::Utf16Be };
    // The label `utf-16` is that of UTF-16LE, but says nothing of the byte order. Ideographs may be likely in both orders;
    // but no text has only those with a NUL as the low byte.
    let high = if other == Encoding::Utf16Be { 0 } else { 1 };
    let is_latin = pairs.iter().all(|pair| pair[high] == 0);
    let is_likelier = !is_mute && score(other) - score(claimed) >= pairs.len() as i32;
    if mark == 0 && pairs.len() > 1 && (is_latin || is_likelier) && score(other) >= enough * pairs.len() as i32 {
        return Some(other);
    }
    if score(claimed) >= enough * pairs.len() as i32 {
        return Some(claimed);
    }
    (score(other) >= ENOUGH_IF_DECLARED * pairs.len() as i32).then_some(other)
}

fn is_space(unit: u16) -> bool {
    matches!(unit, 0x09 | 0x0A | 0x0D | 0x20)
}

/// Whether there is a control character that text does not contain. Tests eight bytes at a time.
fn has_control(bytes: &[u8]) -> bool {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let (words, rest) = bytes.as_chunks();
    let may_have_control = |word: &[u8; 8]| {
        let word = u64::from_ne_bytes(*word);
        // The highest bit of each byte is set if the byte is `least` or more.
        let from = |least: u64| ((word & (0x7F * ONES)) + (0x80 - least) * ONES) | word;
        !from(0x20) & (!from(9) | from(0x0E)) & (0x80 * ONES) != 0
    };
    let has_control = |bytes: &[u8]| bytes.iter().any(|byte| is_control(*byte));
    words.iter().any(|word| may_have_control(word) && has_control(word)) || has_control(rest)
}

/// A control character that text does not contain.
fn is_control(byte: u8) -> bool {
    matches!(byte, 0..=8 | 0x0E..=0x1A | 0x1C..=0x1F)
}

/// Whether nearly all high bytes have at most [`FEW_BLOCKS`] values, some of which are controls.
fn has_few_blocks(units: impl ExactSizeIterator<Item = u16>) -> bool {
    let all = units.len();
    let mut counts = [0usize; 256];
    let mut nuls = 0;
    for unit in units {
        let [block, _] = unit.to_be_bytes();
        counts[usize::from(block)] += 1;
        nuls += usize::from(unit == 0);
    }
    // A space has a NUL. Any other control is the block of many letters, or a stray one in ASCII.
    let is_of_text = |(block, count): &(u8, usize)| is_control(*block) && *block > 0 && count * 4 >= all;
    let letters: usize = (0..=u8::MAX).zip(counts).filter(is_of_text).map(|(_, count)| count).sum();
    let controls = letters + counts[0] - nuls;
    let most: usize = (0..FEW_BLOCKS).filter_map(|_| counts.iter_mut().max().map(core::mem::take)).sum();
    most * 5 >= all * 4 && controls * UNITS_PER_HIGH_CONTROL >= all
}

/// The sum of a score for each code unit: ten for those that are frequent in text, less for others, and far below
/// zero for those that do not occur in text.
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
            // Two bytes of ASCII text look like an ideograph.
            0x2E00..=0x2FFF | 0x3100..=0x7FFF if is_ascii_pair => -3,
            // Letters of the script that was just used. A few scripts span three blocks.
            0xA0..=0x1FFF | 0x2C00..=0x2DFF | 0xA4D0..=0xABFF if (unit >> 8).abs_diff(block) <= 2 => 10,
            0xA0..=0x024F => 8,
            0x0250..=0x1FFF => 3,
            0x2010..=0x2044 | 0x20A0..=0x20BF | 0x3000..=0x3002 | 0xFF01..=0xFFEE => 8,
            // Kana, Bopomofo, Hangul, ideographs, Yi. They score higher in a row, since half of all
            // code units are one of these.
            0x3040..=0x312F | 0x31A0..=0x31BF | 0x4E00..=0xA4CF | 0xAC00..=0xD7A3 => {
                if group(unit) == group(block << 8) { 10 } else { 4 }
            }
            0xA4D0..=0xABFF => 4,
            _ => 0,
        };
        // Punctuation may be between letters of one script.
        if unit >= 0xA0 && !matches!(unit, 0x2000..=0x20BF | 0x3000..=0x3002 | 0xFF01..=0xFFEE) {
            block = unit >> 8;
        }
    }
    total
}

/// Ideographs, kana and Bopomofo, Yi, or Hangul.
fn group(unit: u16) -> u8 {
    match unit {
        0x3000..=0x312F | 0x31A0..=0x31BF | 0x4E00..=0x9FFF => 1,
        0xA000..=0xA4CF => 3,
        0xAC00..=0xD7A3 => 2,
        _ => 0,
    }
}
