//! UTF-16 of Chinese, Japanese or Korean without a byte order mark and without a control byte. It is recognized by
//! its frequent characters, which other text read as UTF-16 rarely has.

use crate::Encoding;
use crate::detector::model::ideographs::TWO_BYTE_MODELS;

/// Fewer code units than `FEWEST` are no evidence, nor are fewer than `FEWEST_CUT` with half of one behind them; at most
/// `MOST` are read.
const FEWEST: usize = 4;
const FEWEST_CUT: usize = 8;
const MOST: usize = 512;

/// Fewer code units than this may be frequent ideographs by chance if three of four bytes are ASCII letters or spaces.
const MOST_BY_CHANCE: usize = 64;

/// Makes a code unit of two bytes.
type Order = fn([u8; 2]) -> u16;

/// UTF-16BE or UTF-16LE, if nearly all code units of `page` are ideographs, kana or Hangul, and most are frequent.
///
/// ASCII is never taken for it: a column of `O` and `N` would be frequent ideographs.
pub(crate) fn detect(page: &[u8]) -> Option<Encoding> {
    let (units, rest) = page.as_chunks::<2>();
    let units = units.get(..MOST).unwrap_or(units);
    if units.len() < if rest.is_empty() { FEWEST } else { FEWEST_CUT } {
        return None;
    }
    let is_ascii = |byte: &&u8| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~');
    if units.as_flattened().iter().filter(is_ascii).count() * 10 >= units.as_flattened().len() * 9 {
        return None;
    }
    // Words in Latin letters may be a few frequent ideographs by chance.
    let is_letter = |byte: &&u8| byte.is_ascii_alphabetic() || **byte == b' ';
    if units.len() < MOST_BY_CHANCE && units.as_flattened().iter().filter(is_letter).count() * 2 >= units.len() * 3 {
        return None;
    }
    let is_character =
        |unit: u16| matches!(unit, 0x3001..=0x30FF | 0x4E00..=0x9FFF | 0xAC00..=0xD7A3 | 0xFF01..=0xFF1F);
    let orders = [(Encoding::Utf16Le, u16::from_le_bytes as Order), (Encoding::Utf16Be, u16::from_be_bytes)];
    orders.into_iter().find_map(|(encoding, order)| {
        // One in ten may be something else. In other text there are soon more.
        if units.iter().filter(|unit| !is_character(order(**unit))).nth(units.len() / 10).is_some() {
            return None;
        }
        let is_frequent = |unit| TWO_BYTE_MODELS.iter().any(|model| model.frequent_characters().has(unit));
        let known = units.iter().filter(|unit| is_frequent(order(**unit))).count();
        (known * 3 >= units.len() * 2).then_some(encoding)
    })
}
