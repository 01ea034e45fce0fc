//! Packs the Encoding Standard's index files (`fixtures/encoding`) into `src/codec/data/*.bin`.
//!
//!     cargo run --example generate_tables
//!
//! `src/codec/data/packed.rs` describes the format. `tests/tables.rs` compares every entry with the
//! index files.

use std::collections::BTreeMap;

const FROM: &str = "fixtures/encoding";
const TO: &str = "src/codec/data";

/// The encodings with an index of 128 entries, in the order of the standard's table.
const SINGLE_BYTE: [&str; 28] = [
    "ibm866",
    "iso-8859-2",
    "iso-8859-3",
    "iso-8859-4",
    "iso-8859-5",
    "iso-8859-6",
    "iso-8859-7",
    "iso-8859-8",
    // ISO-8859-8-I has the same index.
    "iso-8859-8",
    "iso-8859-10",
    "iso-8859-13",
    "iso-8859-14",
    "iso-8859-15",
    "iso-8859-16",
    "koi8-r",
    "koi8-u",
    "macintosh",
    "windows-874",
    "windows-1250",
    "windows-1251",
    "windows-1252",
    "windows-1253",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "windows-1257",
    "windows-1258",
    "x-mac-cyrillic",
];

fn main() -> std::io::Result<()> {
    for name in ["big5", "euc-kr", "gb18030", "jis0208", "jis0212"] {
        write(name, &pack(&read(name)?))?;
    }
    let mut tables = Vec::new();
    for name in SINGLE_BYTE {
        let index = read(name)?;
        tables.extend((0..128).map(|pointer| index.get(&pointer).copied().unwrap_or(0)));
    }
    write("single_byte", &of_two_bytes(tables))?;
    write("iso-2022-jp-katakana", &of_two_bytes(read("iso-2022-jp-katakana")?.into_values()))?;
    let mut ranges = read("gb18030-ranges")?;
    // This range stands for all planes but the first. Decoders and encoders calculate it.
    assert_eq!(ranges.pop_last(), Some((189_000, 0x1_0000)));
    write("gb18030-ranges", &of_two_bytes(ranges.into_iter().flat_map(|(pointer, scalar)| [pointer, scalar])))
}

/// The pairs of pointer and scalar value in an index file.
fn read(name: &str) -> std::io::Result<BTreeMap<u32, u32>> {
    let text = std::fs::read_to_string(format!("{FROM}/index-{name}.txt"))?;
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let entries = lines.map(|line| {
        let mut fields = line.split_whitespace();
        let pointer = fields.next().unwrap().parse().unwrap();
        (pointer, u32::from_str_radix(fields.next().unwrap().trim_start_matches("0x"), 16).unwrap())
    });
    Ok(entries.collect())
}

fn write(name: &str, bytes: &[u8]) -> std::io::Result<()> {
    std::fs::write(format!("{TO}/{}.bin", name.replace('-', "_")), bytes)
}

fn of_two_bytes(numbers: impl IntoIterator<Item = u32>) -> Vec<u8> {
    numbers.into_iter().flat_map(|number| u16::try_from(number).unwrap().to_le_bytes()).collect()
}

/// Packs an index in the parts that take the fewest bytes, where each part counts as [`PART`] bytes more, since each takes
/// time. The costs up to a pointer are calculated from those up to each pointer before it.
fn pack(index: &BTreeMap<u32, u32>) -> Vec<u8> {
    const PART: usize = 4;
    let end = index.keys().max().map_or(0, |pointer| *pointer as usize + 1);
    let mut scalars = vec![0; end];
    for (pointer, scalar) in index {
        scalars[*pointer as usize] = *scalar;
    }
    // The last character before each pointer.
    let mut before = vec![0; end + 1];
    for (pointer, scalar) in scalars.iter().enumerate() {
        before[pointer + 1] = if *scalar == 0 { before[pointer] } else { *scalar };
    }
    let lengths: Vec<usize> = (1..=24).chain((1..=8).map(|n| 32 * n)).collect();
    // The cost up to a pointer, and the start and the head of the last part.
    let mut best = vec![(usize::MAX, 0, 0); end + 1];
    best[0].0 = 0;
    for start in 0..end {
        for kind in 0..5 {
            let fitting =
                (start..end).take_while(|at| pack_one(kind, scalars[*at], before[*at]).is_some()).take(256).count();
            for (code, length) in lengths.iter().enumerate().filter(|(_, length)| **length <= fitting) {
                let cost = best[start].0 + 1 + PART + [0, 0, 1, 2, 2][usize::from(kind)] * length;
                if cost < best[start + length].0 {
                    best[start + length] = (cost, start, kind << 5 | code as u8);
                }
            }
        }
    }
    let mut parts = Vec::new();
    let mut at = end;
    while at > 0 {
        let (_, start, head) = best[at];
        parts.push((head, start..at));
        at = start;
    }
    let mut packed = Vec::new();
    for (head, pointers) in parts.into_iter().rev() {
        packed.push(head);
        packed.extend(pointers.filter_map(|at| pack_one(head >> 5, scalars[at], before[at])).flatten());
    }
    packed
}

/// What a part of this kind has for a pointer, if it can have the pointer.
fn pack_one(kind: u8, scalar: u32, before: u32) -> Option<Vec<u8>> {
    let further = scalar.wrapping_sub(before);
    let [low, high, ..] = further.to_le_bytes();
    match (kind, scalar, scalar >> 16) {
        (0, 0, _) => Some(vec![]),
        (_, 0, _) => None,
        (1, ..) if further == 1 => Some(vec![]),
        (2, ..) => Some(vec![u8::try_from(further.wrapping_add(128)).ok()?]),
        (3, _, 0) | (4, _, 2) => Some(vec![low, high]),
        _ => None,
    }
}
