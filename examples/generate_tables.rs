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

fn pack(index: &BTreeMap<u32, u32>) -> Vec<u8> {
    let mut packed = Vec::new();
    let (mut next, mut before) = (0, 0);
    let mut entries = index.iter().map(|(pointer, scalar)| (*pointer, *scalar)).peekable();
    while let Some((pointer, scalar)) = entries.next() {
        pack_gap(pointer - next, &mut packed);
        let mut row = 1;
        while entries.next_if_eq(&(pointer + row, scalar + row)).is_some() {
            row += 1;
        }
        next = pointer + row;
        if scalar != before + 1 {
            pack_scalar(scalar, before, &mut packed);
            row -= 1;
        }
        before = scalar + next - pointer - 1;
        pack_row(row, &mut packed);
    }
    packed
}

fn pack_gap(mut gap: u32, packed: &mut Vec<u8>) {
    while gap > 12 {
        let some = gap.min(268);
        packed.extend([0xF3, (some - 13) as u8]);
        gap -= some;
    }
    packed.extend((gap > 0).then(|| 0xF3 + gap as u8));
}

fn pack_scalar(scalar: u32, before: u32, packed: &mut Vec<u8>) {
    let [low, high, plane, _] = scalar.to_le_bytes();
    match scalar.cast_signed() - before.cast_signed() {
        further @ 1..=160 => packed.push((further - 1) as u8),
        further @ -6144..=6143 => {
            let [high, low] = ((further + 6144) as u16).to_be_bytes();
            packed.extend([0xC0 + high, low]);
        }
        _ if plane == 0 => packed.extend([0xF0, low, high]),
        _ => {
            assert_eq!(plane, 2);
            packed.extend([0xF1, low, high]);
        }
    }
}

fn pack_row(mut row: u32, packed: &mut Vec<u8>) {
    while row > 33 {
        let some = row.min(289);
        packed.extend([0xF2, (some - 34) as u8]);
        row -= some;
    }
    match row {
        0 => {}
        1 => packed.push(0),
        _ => packed.push(0xA0 + (row - 2) as u8),
    }
}
