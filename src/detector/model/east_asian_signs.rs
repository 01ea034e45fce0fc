//! The signs that text in all of East Asia has: `●` before an item, `──` between sections, frames, arrows, and the
//! ideographic space. They occur among words of any language, and where they are a text's only characters of two bytes
//! no model of letters knows them. Blocks (`█▃◢`), of which bars and pictures are drawn, are in Big5 and GBK only.

use crate::Encoding;

/// For each first byte, the second bytes, and what each sign costs. The costs are counts of published files, by
/// `charsniff-measure counted` (`tools/measure`): arrows are frequent, and △, blocks and the brackets 〈〉 hardly ever stand
/// alone.
type Rows = &'static [(u8, &'static [u8], &'static [u8])];

#[rustfmt::skip]
const SHIFT_JIS: Rows = &[
    (0x81, b"\x40\x45\x71\x72\x73\x74\x75\x76\x77\x78\x79\x7A\x99\x9A\x9B\x9C\x9D\x9E\x9F\xA0\xA1\xA2\xA3\xA4\xA5\xA6\xA8\xA9\xAA\xAB",
     &[20, 27, 56, 56, 56, 56, 29, 32, 45, 44, 41, 39, 50, 46, 40, 38, 56, 40, 51, 56, 33, 52, 42, 56, 42, 37, 28, 43, 39, 30]),
    (0x84, b"\x9F\xA0\xA1\xA2\xA3\xA4\xA5\xA7\xAA\xAB",
     &[44, 41, 45, 45, 45, 42, 42, 45, 56, 56]),
];

#[rustfmt::skip]
const EUC_JP: Rows = &[
    (0xA1, b"\xA1\xA6\xD2\xD3\xD4\xD5\xD6\xD7\xD8\xD9\xDA\xDB\xF9\xFA\xFB\xFC\xFD\xFE",
     &[20, 27, 56, 56, 56, 56, 29, 32, 45, 44, 41, 39, 50, 46, 40, 38, 56, 40]),
    (0xA2, b"\xA1\xA2\xA3\xA4\xA5\xA6\xA7\xA8\xAA\xAB\xAC\xAD",
     &[51, 56, 33, 52, 42, 56, 42, 37, 28, 43, 39, 30]),
    (0xA8, b"\xA1\xA2\xA3\xA4\xA5\xA6\xA7\xA9\xAC\xAD",
     &[44, 41, 45, 45, 45, 42, 42, 45, 56, 56]),
];

#[rustfmt::skip]
const EUC_KR: Rows = &[
    (0xA1, b"\xA1\xB4\xB5\xB6\xB7\xB8\xB9\xBA\xBB\xBC\xBD\xD8\xD9\xDA\xDB\xDC\xDD\xDE\xDF\xE0\xE1\xE2\xE3\xE4\xE5\xE6\xE7\xE8\xE9",
     &[20, 56, 56, 56, 56, 29, 32, 45, 44, 41, 39, 37, 50, 46, 40, 38, 56, 40, 51, 56, 33, 52, 42, 56, 42, 28, 43, 39, 30]),
    (0xA6, b"\xA1\xA2\xA3\xA4\xA5\xA6\xA7\xA9\xAC\xAD",
     &[44, 41, 45, 45, 45, 42, 42, 45, 56, 56]),
];

#[rustfmt::skip]
const GBK: Rows = &[
    (0xA1, b"\xA1\xB4\xB5\xB6\xB7\xB8\xB9\xBA\xBB\xBE\xBF\xEE\xEF\xF0\xF1\xF2\xF3\xF4\xF5\xF6\xF7\xF8\xF9\xFA\xFB\xFC\xFD",
     &[20, 56, 56, 56, 56, 29, 32, 45, 44, 41, 39, 50, 46, 40, 38, 56, 40, 51, 56, 33, 52, 42, 37, 28, 43, 39, 30]),
    (0xA8, b"\x54\x55\x58\x5B\x5E\x61\x78\x79\x7A\x7B\x7C\x7D\x7E\x80\x81\x82\x83\x84\x85\x86\x87\x88\x89\x8A\x8B\x8C\x8D\x8E\x8F\x90",
     &[48, 48, 48, 48, 48, 48, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 42, 56, 56, 56, 56, 56]),
    (0xA9, b"\xA4\xA5\xA6\xA7\xB0\xB4\xB8\xBC\xC0\xC8",
     &[44, 56, 41, 56, 45, 45, 42, 45, 42, 45]),
];

#[rustfmt::skip]
const BIG5: Rows = &[
    (0xA1, b"\x40\x69\x6A\x6D\x6E\x71\x72\x75\x76\x79\x7A\xB0\xB3\xB4\xB5\xB6\xB7\xB8\xB9\xBA\xBB\xBC\xBD\xBE\xBF\xF4\xF5\xF6\xF7",
     &[20, 41, 39, 56, 56, 56, 56, 29, 32, 45, 44, 37, 40, 38, 52, 42, 56, 50, 46, 40, 51, 56, 33, 56, 42, 39, 30, 43, 28]),
    (0xA2, b"\x62\x63\x64\x65\x66\x67\x68\x69\x6A\x6B\x6C\x6D\x6E\x6F\x70\x74\x75\x76\x77\x78\x79\x7A\x7B\x7C\x7D\xA4\xA8\xA9\xAA\xAB",
     &[56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 45, 42, 56, 44, 41, 56, 45, 45, 42, 45, 48, 56, 56, 56, 56]),
];

fn rows(encoding: Encoding) -> Rows {
    match encoding {
        Encoding::ShiftJis => SHIFT_JIS,
        Encoding::EucJp => EUC_JP,
        Encoding::EucKr => EUC_KR,
        Encoding::Big5 => BIG5,
        _ => GBK,
    }
}

/// What such a sign costs among ASCII. `encoding` is that of a model of pairs.
pub(crate) fn cost(encoding: Encoding, first: u8, second: u8) -> Option<u32> {
    let (_, trails, costs) = rows(encoding).iter().find(|(lead, ..)| *lead == first)?;
    let place = trails.iter().position(|trail| *trail == second)?;
    costs.get(place).map(|cost| u32::from(*cost))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_are_the_signs() {
        let signs = "　・「」『』【】○●◎◆◇□■△▲▽▼★☆※→←↑↓─│━┃┌┐└┘├┤〈〉《》═║╔╗╚╝▓▁▂▃▄▅▆▇█▏▎▍▌▋▊▉▔▕◢◣◤◥";
        let mut costs = alloc::collections::BTreeMap::new();
        for encoding in [Encoding::ShiftJis, Encoding::EucJp, Encoding::EucKr, Encoding::Gbk, Encoding::Big5] {
            for (lead, trail) in (0x80..=0xFF).flat_map(|lead| (0x40..=0xFF).map(move |trail| (lead, trail))) {
                let bytes = [lead, trail];
                let (text, had_errors) = encoding.decode_without_bom_handling(&bytes);
                let mut characters = text.chars();
                let c = characters.next().filter(|_| !had_errors && characters.next().is_none());
                // Some encodings have a few of them a second time, in rows of extensions.
                let expected = c.is_some_and(|c| signs.contains(c));
                let cost = cost(encoding, lead, trail);
                let found = cost.is_some();
                let is_extension = !rows(encoding).iter().any(|(row, ..)| *row == lead);
                assert!(found == expected || !found && is_extension, "{encoding} {lead:02X}{trail:02X} {text}");
                // What a sign costs is the same in all encodings.
                if found {
                    assert_eq!(*costs.entry(c).or_insert(cost), cost, "{encoding} {text}");
                }
            }
        }
    }
}
