//! Every entry of the generated tables against the Encoding Standard's own data.

mod shared;
#[path = "shared/standard.rs"]
mod standard;
#[path = "../src/codec/table/mod.rs"]
mod table;

/// Holds `table` against the standard's index, both ways: what is there and what is not.
fn same(name: &str, table: &[u32]) {
    let Some(pairs) = standard::pairs(name) else { return };
    let mut expected = vec![0; table.len()];
    for (pointer, scalar) in pairs {
        expected[pointer as usize] = scalar;
    }
    for (pointer, (&ours, &theirs)) in table.iter().zip(&expected).enumerate() {
        assert_eq!(ours, theirs, "index {name}, pointer {pointer}");
    }
}

fn wide(table: &[u16]) -> Vec<u32> {
    table.iter().map(|&scalar| scalar.into()).collect()
}

#[test]
fn single_byte_tables_are_the_standards() {
    use table::single_byte::*;
    let tables: [(&str, &[u16; 128]); 27] = [
        ("ibm866", &IBM866),
        ("iso-8859-2", &ISO_8859_2),
        ("iso-8859-3", &ISO_8859_3),
        ("iso-8859-4", &ISO_8859_4),
        ("iso-8859-5", &ISO_8859_5),
        ("iso-8859-6", &ISO_8859_6),
        ("iso-8859-7", &ISO_8859_7),
        ("iso-8859-8", &ISO_8859_8),
        ("iso-8859-10", &ISO_8859_10),
        ("iso-8859-13", &ISO_8859_13),
        ("iso-8859-14", &ISO_8859_14),
        ("iso-8859-15", &ISO_8859_15),
        ("iso-8859-16", &ISO_8859_16),
        ("koi8-r", &KOI8_R),
        ("koi8-u", &KOI8_U),
        ("macintosh", &MACINTOSH),
        ("windows-874", &WINDOWS_874),
        ("windows-1250", &WINDOWS_1250),
        ("windows-1251", &WINDOWS_1251),
        ("windows-1252", &WINDOWS_1252),
        ("windows-1253", &WINDOWS_1253),
        ("windows-1254", &WINDOWS_1254),
        ("windows-1255", &WINDOWS_1255),
        ("windows-1256", &WINDOWS_1256),
        ("windows-1257", &WINDOWS_1257),
        ("windows-1258", &WINDOWS_1258),
        ("x-mac-cyrillic", &X_MAC_CYRILLIC),
    ];
    for (name, table) in tables {
        same(name, &wide(table));
    }
}

#[test]
fn two_byte_tables_are_the_standards() {
    use table::{big5, euc_kr, gb18030, jis0208, jis0212};
    let big5: Vec<u32> = big5::BIG5
        .iter()
        .enumerate()
        .map(|(pointer, &low)| u32::from(low) + ((big5::BIG5_PLANE_2[pointer / 32] >> (pointer % 32) & 1) << 17))
        .collect();
    // Four pointers of Big5 stand for two characters each; the index leaves them to the decoder.
    same("big5", &big5);
    same("euc-kr", &wide(&euc_kr::EUC_KR));
    same("gb18030", &wide(&gb18030::GB18030));
    same("jis0208", &wide(&jis0208::JIS0208));
    same("jis0212", &wide(&jis0212::JIS0212));
    #[cfg(feature = "encode")]
    same("iso-2022-jp-katakana", &wide(&jis0208::ISO_2022_JP_KATAKANA));
}

#[test]
fn gb18030_ranges_are_the_standards() {
    let Some(ranges) = standard::pairs("gb18030-ranges") else { return };
    assert_eq!(table::gb18030::GB18030_RANGES.to_vec(), ranges);
}
