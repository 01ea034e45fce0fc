//! The indexes of the [Encoding Standard](https://encoding.spec.whatwg.org/#indexes), packed by
//! `cargo run --example generate_tables` from its own files (`fixtures/encoding`). What decoders and
//! encoders look up is made from them when it is first used.
//!
//! Index data © WHATWG, BSD-3-Clause.

mod packed;

pub(crate) use packed::Unpacked;

/// How many pointers index Big5 has.
pub(crate) const BIG5_POINTERS: usize = 126 * 157;

/// The first pointer of index jis0208 that is one of Shift_JIS's end-user-defined characters, and the
/// last one. They are no part of the index.
pub(crate) const USER_DEFINED_POINTERS: core::ops::RangeInclusive<usize> = 8836..=10_715;

/// Index Big5; 0 where a pointer has no scalar value, as in all of these.
pub(crate) fn big5() -> Unpacked {
    Unpacked::new(include_bytes!("big5.bin"))
}

/// Index EUC-KR.
pub(crate) fn euc_kr() -> Unpacked {
    Unpacked::new(include_bytes!("euc_kr.bin"))
}

/// Index gb18030.
pub(crate) fn gb18030() -> Unpacked {
    Unpacked::new(include_bytes!("gb18030.bin"))
}

/// Index jis0208.
pub(crate) fn jis0208() -> Unpacked {
    Unpacked::new(include_bytes!("jis0208.bin"))
}

/// Index jis0212.
pub(crate) fn jis0212() -> Unpacked {
    Unpacked::new(include_bytes!("jis0212.bin"))
}

/// Index gb18030 ranges below U+10000, which all but its last range is: the first pointer and the
/// first scalar value of each.
pub(crate) fn gb18030_ranges() -> impl Iterator<Item = (u16, u16)> {
    let (ranges, _) = include_bytes!("gb18030_ranges.bin").as_chunks();
    ranges.iter().map(|[a, b, c, d]| (u16::from_le_bytes([*a, *b]), u16::from_le_bytes([*c, *d])))
}

/// How many of the standard's encodings, which are one after another in its table, have an index of
/// 128 scalar values.
pub(crate) const SINGLE_BYTE: usize = 28;

/// Their indexes: bytes 80 to FF, 0 where there is no character.
pub(crate) static SINGLE_BYTE_SCALARS: [[u16; 128]; SINGLE_BYTE] = {
    let bytes = include_bytes!("single_byte.bin");
    let mut tables = [[0; 128]; SINGLE_BYTE];
    let mut i = 0;
    while i < SINGLE_BYTE * 128 {
        tables[i / 128][i % 128] = u16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]]);
        i += 1;
    }
    tables
};

/// Index ISO-2022-JP katakana: U+FF61 to U+FF9F as fullwidth.
#[cfg(feature = "encode")]
pub(crate) static ISO_2022_JP_KATAKANA: [u16; 63] = {
    let bytes = include_bytes!("iso_2022_jp_katakana.bin");
    let mut scalars = [0; 63];
    let mut i = 0;
    while i < scalars.len() {
        scalars[i] = u16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]]);
        i += 1;
    }
    scalars
};
