//! Tables of single-byte encodings that fit in few registers, for look-ups of 16 bytes.

use super::utf8_units;

/// Bytes 80 to FF as UTF-8, in a table of 128 bytes and two of 16.
///
/// A page is all characters whose UTF-8 differs only in the last byte. The bytes are divided in quarters, 80
/// to 9F and so on. In each quarter, only the characters of the four fullest pages have a code:
///
/// ```text
///   byte    1qqx xxxx            qq: quarter
///   code    ppcc cccc            pp: which page of the quarter's
///   page    qqpp → third last byte (0 if there is none), second last byte
///   last    10cc cccc
/// ```
pub(crate) struct Paged {
    /// The codes in the form of [`differences`].
    pub(crate) codes: [u8; 128],
    pub(crate) third_last: [u8; 16],
    pub(crate) second_last: [u8; 16],
}

impl Paged {
    /// The code of bytes that have none.
    pub(crate) const NONE: u8 = 0xFF;

    pub(crate) const fn new(scalars: &[u16; 128]) -> Paged {
        let mut paged = Paged { codes: [Paged::NONE; 128], third_last: [0; 16], second_last: [0; 16] };
        let mut at = 0;
        while at < 16 {
            let quarter = at / 4 * 32;
            let scalar = most_frequent_page(scalars, &paged.codes, quarter);
            if scalar == 0 {
                at = at / 4 * 4 + 4;
                continue;
            }
            let [bytes @ .., length] = utf8_units(scalar).to_le_bytes();
            paged.second_last[at] = bytes[length as usize - 2];
            paged.third_last[at] = if length == 3 { bytes[0] } else { 0 };
            let mut i = quarter;
            while i < quarter + 32 {
                if scalars[i] != 0 && scalars[i] / 64 == scalar / 64 {
                    paged.codes[i] = (at as u8) << 6 | scalars[i] as u8 & 0x3F;
                }
                i += 1;
            }
            at += 1;
        }
        paged.codes = differences(&paged.codes);
        paged
    }
}

/// Of the characters in the 32 from `quarter` on that have no code yet: one of the page that has the most of
/// them. 0 if none is left.
const fn most_frequent_page(scalars: &[u16; 128], codes: &[u8; 128], quarter: usize) -> u16 {
    let (mut scalar, mut most) = (0, 0);
    let mut i = quarter;
    while i < quarter + 32 {
        let (mut same, mut j) = (0, i);
        // After a character of the same page there are no more of them.
        let is_counted = i > quarter && scalars[i] / 64 == scalars[i - 1] / 64;
        while j < quarter + 32 && !is_counted && codes[i] == Paged::NONE && scalars[i] != 0 {
            same += (scalars[j] / 64 == scalars[i] / 64) as usize;
            j += 1;
        }
        if same > most {
            (scalar, most) = (scalars[i], same);
        }
        i += 1;
    }
    scalar
}

/// The difference (XOR) of each byte from the one 16 before it.
pub(super) const fn differences(table: &[u8; 128]) -> [u8; 128] {
    let mut differences = *table;
    let mut i = 16;
    while i < 128 {
        differences[i] ^= table[i - 16];
        i += 1;
    }
    differences
}
