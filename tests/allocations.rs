//! Allocations: none for labelled input in any context, except for the open elements in Firefox's reading and the
//! detector in a crawler's, which allocate a bounded amount.

#[path = "support/random.rs"]
mod random;
#[path = "support/stride.rs"]
mod stride;

use allocation_counter::measure;
use charsniff::{Context, Decoded, Encoding, Kind, Reading, Source, StringType, decode, sniff};

/// How many allocations `work` makes, and its result.
fn allocations<R>(work: impl FnOnce() -> R) -> (usize, R) {
    let mut result = None;
    let counted = measure(|| result = Some(work()));
    (counted.count_total as usize, result.unwrap())
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| Box::new(1)).0, 1);
}

#[test]
fn sniffing_labelled_input_allocates_nothing() {
    let long = format!("text/html;x={};charset=koi8-r", "y".repeat(1 << 14));
    let headers: Vec<Vec<(&str, &str)>> = vec![
        vec![],
        vec![("content-type", "text/html; charset=\"koi8-r\"")],
        vec![("Content-Type", "text/html; charset=koi8-r"), ("Content-Type", "text/html"), ("Server", "x")],
        vec![("Content-Disposition", "attachment; filename*=koi8-r'ru'%CD")],
        vec![("content-type", &long)],
    ];
    let pages: [&[u8]; 4] = [
        b"\xEF\xBB\xBFabc",
        b"<!doctype html><!-- x --><html lang=ru><meta http-equiv=content-type content='text/html; charset=koi8-r'>",
        b"<?xml version='1.0' encoding='koi8-r'?><a/>",
        b"@charset \"koi8-r\"; a { }",
    ];
    for (&kind, &reading) in Kind::ALL.iter().flat_map(|kind| Reading::ALL.iter().map(move |reading| (kind, reading))) {
        for headers in &headers {
            for page in pages {
                let contexts = [
                    Context::of(kind).mime_type("text/html"),
                    Context::of(kind).override_encoding("koi8-r"),
                    Context::of(kind).reference_charset("koi8-r").parent(Encoding::Koi8R, true).locale("ru"),
                    Context::of(kind).string_type(StringType::Bmp),
                ];
                for context in contexts {
                    let context = context.reading(reading);
                    let (count, sniffed) = allocations(|| sniff(page, headers, &context));
                    // For a crawler, the raw bytes of a file name have no label.
                    if sniffed.source == Source::Detector {
                        assert_eq!((kind, reading), (Kind::ContentDispositionFilename, Reading::Crawler));
                        continue;
                    }
                    // ASCII without a label is no evidence, so the detector does not allocate
                    // either. Firefox's tree has a stack of open elements.
                    let most = usize::from(reading == Reading::Firefox && page.starts_with(b"<!doctype"));
                    assert!(count <= most, "{kind:?} {reading:?} {sniffed} {headers:.100?}: {count}");
                }
            }
        }
    }
}

/// In the detector and in Firefox's reading, the amount that is allocated does not depend on the length of the input.
/// Hostile and real pages in every reading.
#[test]
fn sniffing_allocates_no_more_than_a_bound() {
    /// In bytes, of all allocations of one call together.
    const MOST: u64 = 256 * 1024;
    // Emulated machines are slow. Half a megabyte is more than the bound, too.
    let length = if stride::stride() == 1 { 1 << 21 } else { 1 << 19 };
    let long = |unit: &[u8]| unit.repeat(length / unit.len());
    let units: [&[u8]; 12] = [
        b"<b><i><template><p>",
        b"<template>",
        b"<table><td><b>",
        b"<script>x</script>",
        b"<title>x</title>",
        b"<head><noscript>",
        b"<svg><desc>",
        b"x=y ",
        b"\x1B$B0!\x1B(B",
        b"\0a",
        b"\xEF\xBF\xBD\xFF",
        b"\xC3\xA9\xE9",
    ];
    let mut pages: Vec<Vec<u8>> = units.into_iter().map(long).collect();
    pages.push((0..length as u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect());
    for (label, text) in [
        ("koi8-r", "Марс — четвёртая по удалённости от Солнца планета. "),
        ("shift_jis", "火星は太陽系の太陽に近い方から四番目の惑星である。"),
        ("utf-16le", "Größe, naïveté. "),
        ("windows-1252", "Mars est la quatrième planète du Système solaire. "),
    ] {
        let encoding = Encoding::for_label(label.as_bytes()).unwrap();
        let text = match encoding.is_utf_16() {
            true => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            false => encoding_rs::Encoding::for_label(label.as_bytes()).unwrap().encode(text).0.into_owned(),
        };
        pages.push(long(&text));
    }
    let mut most = 0;
    for page in &pages {
        for start in [&b""[..], b"<meta charset=koi8-r>", b"<?xml version='1.0' encoding='gbk'?>"] {
            let page = [start, page].concat();
            for reading in Reading::ALL {
                for kind in [Kind::Html, Kind::TextDocument, Kind::Xml, Kind::CssFromDocument] {
                    for header in ["", "text/html; charset=koi8-r", "text/html; charset=utf-8"] {
                        let context = Context::of(kind).reading(*reading);
                        let mut sniffed = None;
                        let bytes = measure(|| sniffed = Some(sniff(&page, header, &context))).bytes_total;
                        assert!(bytes <= MOST, "{bytes} bytes: {reading:?} {kind} {header} {sniffed:?}");
                        most = most.max(bytes);
                    }
                }
            }
        }
    }
    println!("at most {most} bytes a call");
    assert!(most > 0);
}

#[test]
fn unchanged_text_is_borrowed() {
    let pages: [(&[u8], &str); 4] = [
        ("Žluťoučký kůň".as_bytes(), "text/html; charset=utf-8"),
        (b"plain ASCII", "text/html; charset=gb18030"),
        (b"plain ASCII", "text/html; charset=iso-2022-jp"),
        (b"\xEF\xBB\xBFplain", "text/html; charset=big5"),
    ];
    for (page, content_type) in pages {
        let context = Context::html();
        let (count, decoded) = allocations(|| decode(page, content_type, &context));
        assert_eq!(count, 0, "{decoded:?}");
    }
}

/// Converting between slices allocates only the tables that an encoding builds in its first uses,
/// whatever the bytes, errors and splits.
#[test]
fn converting_between_slices_allocates_nothing() {
    /// One table for pairs, its rows, which are built before it, and one table for characters outside the two-byte index.
    const TABLES: usize = 1 + 126 + 1;
    let bytes: Vec<u8> = (0..4096u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let text = "Mars \u{706B}\u{661F} Марс \u{1F600}\u{5341} café ".repeat(40);
    let (mut utf8, mut utf16, mut encoded) = (vec![0; 1 << 14], vec![0; 1 << 13], vec![0; 1 << 14]);
    for encoding in Encoding::ALL {
        let mut convert = || {
            let mut decoder = encoding.new_decoder();
            let (head, tail) = bytes.split_at(1777);
            let _ = decoder.decode_to_utf8(head, &mut utf8, false);
            let _ = decoder.decode_to_utf8(tail, &mut utf8, true);
            let _ = encoding.new_decoder_with_bom_removal().decode_to_utf16(&bytes, &mut utf16, true);
            let _ =
                encoding.new_decoder_without_bom_handling().decode_to_utf8_without_replacement(&bytes, &mut utf8, true);
        };
        let first_uses = || (0..8).for_each(|_| convert());
        assert!(allocations(first_uses).0 <= TABLES, "{encoding} decoder, first uses");
        assert_eq!(allocations(convert).0, 0, "{encoding} decoder");
        #[cfg(feature = "encode")]
        {
            let units: Vec<u16> = text.encode_utf16().collect();
            let mut convert = || {
                let mut encoder = encoding.new_encoder();
                let _ = encoder.encode_from_utf8(&text, &mut encoded, false);
                let _ = encoder.encode_from_utf8_without_replacement(&text, &mut encoded, true);
                let _ = encoding.new_encoder().encode_from_utf16(&units, &mut encoded, true);
            };
            allocations(&mut convert);
            assert_eq!(allocations(convert).0, 0, "{encoding} encoder");
        }
    }
    let (count, _) = allocations(|| {
        Encoding::ALL.map(|encoding| encoding.labels().iter().map(|label| Encoding::for_label(label.as_bytes())).max())
    });
    assert_eq!(count, 0, "labels");
}

/// Text that is repaired all over.
fn damaged(length: usize) -> Vec<(&'static str, Vec<u8>)> {
    let run = |unit: &[u8]| unit.iter().copied().cycle().take(length).collect::<Vec<u8>>();
    let several_times = |text: &str, times| {
        (0..times).fold(text.to_string(), |text, _| {
            let (text, _) = Encoding::Windows1252.decode_without_bom_handling(text.as_bytes());
            text.into_owned()
        })
    };
    let mut noise = random::Random::new(7);
    vec![
        ("doubly encoded words", run("Ã© ".as_bytes())),
        ("one doubly encoded word", run("Ã©".as_bytes())),
        ("encoded four times", run(several_times("é ", 3).as_bytes())),
        ("malformed letters", run(b"\xE9a")),
        ("one malformed word", run(b"\xE9")),
        ("malformed and whole letters", run(b"\xE9\xC3\xA9")),
        ("controls", run("\u{92}".as_bytes())),
        ("random bytes above 7F", (0..length).map(|_| 0x80 | noise.below(0x80) as u8).collect()),
        ("spaces of Portuguese", run("Ã a Ã© ".as_bytes())),
    ]
}

/// What `--repair` does with a text never takes more than a few times its memory, however much is repaired. The list of
/// repairs is bounded, and says how many it leaves out.
#[test]
fn repair_takes_a_few_times_the_text() {
    const LENGTH: usize = 1_000_000;
    const FEW: usize = 8;
    // Tables, the sample of the detector, a part of a long run, and the list.
    const CONSTANT: usize = 3 << 20;
    for (name, bytes) in damaged(LENGTH) {
        for (how, context) in [
            ("as it is", Context::text()),
            ("windows-1252", Context::html().override_encoding("windows-1252")),
            ("GBK", Context::html().override_encoding("gbk")),
        ] {
            let context = context.repair(true);
            let mut decoded = None;
            let most =
                measure(|| decoded = Some(decode(&bytes, "text/plain;charset=utf-8", &context))).bytes_max as usize;
            let Decoded { text, repairs, unlisted_repairs, .. } = decoded.unwrap();
            println!("{name}, {how}: {most} bytes at most, {} + {unlisted_repairs} repairs", repairs.len());
            assert!(most <= FEW * text.len().max(LENGTH) + CONSTANT, "{name}, {how}: {most}");
            assert!(repairs.len() <= 1_000 && (unlisted_repairs == 0 || !repairs.is_empty()), "{name}, {how}");
            if name == "doubly encoded words" && how == "as it is" {
                assert!(text.starts_with("é é ") && text.trim_end().ends_with("é é"), "{name}");
                assert_eq!(repairs.len() + unlisted_repairs, LENGTH / "Ã© ".len());
            }
        }
    }
}
