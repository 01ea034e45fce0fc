//! Guarantees of the original that its own tests do not check: a single static for each encoding, `serde`, and the
//! text of `Debug`, which ends up in logs.

use std::collections::HashSet;

use encoding_rs::Encoding;

const NAMES: [&str; 40] = [
    "UTF-8",
    "IBM866",
    "ISO-8859-2",
    "ISO-8859-3",
    "ISO-8859-4",
    "ISO-8859-5",
    "ISO-8859-6",
    "ISO-8859-7",
    "ISO-8859-8",
    "ISO-8859-8-I",
    "ISO-8859-10",
    "ISO-8859-13",
    "ISO-8859-14",
    "ISO-8859-15",
    "ISO-8859-16",
    "KOI8-R",
    "KOI8-U",
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
    "GBK",
    "gb18030",
    "Big5",
    "EUC-JP",
    "ISO-2022-JP",
    "Shift_JIS",
    "EUC-KR",
    "replacement",
    "UTF-16BE",
    "UTF-16LE",
    "x-user-defined",
];

/// Programs compare encodings by pointer too.
#[test]
fn there_is_one_static_of_each_encoding() {
    let places: HashSet<*const Encoding> = NAMES
        .iter()
        .map(|name| {
            let encoding = Encoding::for_label(name.as_bytes()).unwrap();
            assert_eq!(encoding.name(), *name);
            let ways = [
                Encoding::for_label_no_replacement(name.as_bytes()).unwrap_or(encoding),
                encoding.new_decoder_without_bom_handling().encoding(),
            ];
            assert!(ways.iter().all(|way| std::ptr::eq(*way, encoding)), "{name}");
            std::ptr::from_ref(encoding)
        })
        .collect();
    assert_eq!(places.len(), 40);
    assert!(std::ptr::eq(encoding_rs::BIG5, &encoding_rs::BIG5_INIT));
    assert!(std::ptr::eq(encoding_rs::UTF_16LE, Encoding::for_bom(b"\xFF\xFE").unwrap().0));
}

#[test]
fn debug_names_the_encoding_as_the_original_does() {
    for name in NAMES {
        let ours = Encoding::for_label(name.as_bytes()).unwrap();
        let theirs = original::Encoding::for_label(name.as_bytes()).unwrap();
        assert_eq!(format!("{ours:?}"), format!("{theirs:?}"));
        assert!(format!("{:?}", ours.new_decoder()).starts_with(&format!("Decoder {{ encoding: {theirs:?}")));
        let theirs = theirs.output_encoding();
        assert_eq!(format!("{:?}", ours.new_encoder()), format!("Encoder {{ encoding: {theirs:?}, .. }}"));
    }
}

#[cfg(feature = "serde")]
#[test]
fn serde_writes_names_and_reads_labels() {
    for name in NAMES {
        let encoding = Encoding::for_label(name.as_bytes()).unwrap();
        let json = serde_json::to_string(encoding).unwrap();
        assert_eq!(json, format!("{name:?}"));
        assert_eq!(serde_json::from_str::<&Encoding>(&json).unwrap(), encoding);
    }
    assert_eq!(serde_json::from_str::<&Encoding>("\" Latin1\"").unwrap(), encoding_rs::WINDOWS_1252);
    let error = serde_json::from_str::<&Encoding>("\"none\"").unwrap_err();
    assert!(error.to_string().contains("none"), "{error}");
    assert!(serde_json::from_str::<&Encoding>("1").is_err());
}
