//! The indexes of the [Encoding Standard](https://encoding.spec.whatwg.org/#indexes), packed from the
//! standard's files (`fixtures/encoding`) by `cargo run --example generate_tables`. The tables that decoders
//! and encoders look up are built from them at first use.
//!
//! Index data © WHATWG, BSD-3-Clause.

/// How many pointers index Big5 has.
pub(crate) const BIG5_POINTERS: usize = 126 * 157;

/// Index Big5, packed. As in all of these, a pointer without a scalar value gives 0.
pub(crate) static BIG5: &[u8] = include_bytes!("big5.bin");

/// Index EUC-KR, packed.
pub(crate) static EUC_KR: &[u8] = include_bytes!("euc_kr.bin");

/// Index gb18030, packed.
pub(crate) static GB18030: &[u8] = include_bytes!("gb18030.bin");

/// Index jis0208, packed.
pub(crate) static JIS0208: &[u8] = include_bytes!("jis0208.bin");

/// Shift_JIS's 1,880 end-user-defined characters from U+E000 on (pointers 8836 to 10715 of its decoder),
/// which are no part of index jis0208.
// Packed as one pointer by its value, then 7 * 256 + 64 + 23 that follow one another.
pub(crate) static USER_DEFINED: &[u8] = &[0x60, 0x00, 0xE0, 0x3F, 0x3F, 0x3F, 0x3F, 0x3F, 0x3F, 0x3F, 0x39, 0x36];

/// Halfwidth katakana, U+FF61 to U+FF9F.
// Packed as one pointer by its value, then 32 + 24 + 6 that follow one another.
pub(crate) static HALFWIDTH_KATAKANA: &[u8] = &[0x60, 0x61, 0xFF, 0x38, 0x37, 0x25];

/// Index jis0212, packed.
pub(crate) static JIS0212: &[u8] = include_bytes!("jis0212.bin");

/// Index gb18030 ranges without its last range, the one beyond U+FFFF: the first pointer and the first
/// scalar value of each range, both ascending.
pub(crate) static GB18030_RANGES: [(u16, u16); 206] = {
    let (bytes, _) = include_bytes!("gb18030_ranges.bin").as_chunks::<4>();
    let mut ranges = [(0, 0); 206];
    let mut i = 0;
    while i < ranges.len() {
        let [a, b, c, d] = bytes[i];
        ranges[i] = (u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d]));
        i += 1;
    }
    ranges
};

/// How many encodings have an index single-byte. They follow one another in the standard's table.
pub(crate) const SINGLE_BYTE: usize = 28;

/// The indexes of the single-byte encodings: the scalar values of bytes 80 to FF, 0 where there is none.
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
