//! Hostile inputs, and the functions that they are passed to.

use charsniff::{Context, Decoder, Detection, Encoding, MetaScanner, Reading, StreamDecoder, sniff};

/// A name, a function that makes an input of a length, and the function to measure.
pub type Case = (&'static str, fn(usize) -> Vec<u8>, fn(&[u8]));

pub const CASES: &[Case] = &[
    ("prescan: comments that do not end", |n| run(b"<!--", n), prescan),
    ("prescan: <", |n| run(b"<", n), prescan),
    ("prescan: <meta", |n| run(b"<meta ", n), prescan),
    ("prescan: <meta/", |n| run(b"<meta/>", n), prescan),
    ("prescan: distinct attributes", |n| numbered(b"<meta ", "a", "=x ", n), prescan),
    (
        "prescan: charset without =",
        |n| closed(after(b"<meta http-equiv=content-type content='", b"charset ", n), b"'>"),
        prescan,
    ),
    ("prescan: quotes that do not end", |n| run(b"<a b='", n), prescan),
    ("prescan: encoding without =", |n| closed(after(b"<?xml ", b"encoding ", n), b"?>"), prescan_xml),
    ("header: parameters", |n| after(b"text/html", b";x=y", n), header),
    ("header: charset without =", |n| after(b"text/html", b";charset", n), header),
    ("header: quotes that do not end", |n| after(b"text/html", b";x=\"\\\"", n), header),
    ("header: values", |n| run(b"text/html;charset=x,", n), header),
    ("browsers: comments that do not end", |n| run(b"<!--", n), as_browsers_do),
    ("browsers: <meta", |n| run(b"<meta ", n), as_browsers_do),
    ("browsers: hidden declarations", |n| run(b"<!--<meta charset=gbk>", n), as_browsers_do),
    ("browsers: titles that do not end", |n| run(b"<title><meta charset=gbk>", n), as_browsers_do),
    ("browsers: scripts in comments", |n| run(b"<script><!--<script><meta charset=gbk>", n), as_browsers_do),
    ("browsers: distinct attributes", |n| numbered(b"<meta ", "a", "=x ", n), as_browsers_do),
    ("browsers: byte by byte", |n| run(b"<link x='<meta ", n), byte_by_byte),
    ("late: formatting elements", |n| run(b"<b><i><a><p>", n), late),
    ("late: distinct formatting elements", |n| numbered(b"", "<b x", "><p>", n), late),
    ("late: end tags of formatting elements", |n| run(b"<b><div></b>", n), late),
    ("late: tables", |n| run(b"<table><tr><td>", n), late),
    ("late: SVG and MathML", |n| run(b"<svg><math><desc><p>", n), late),
    ("late: templates", |n| run(b"<template><col>", n), late),
    ("late: select and lists", |n| deep(b"<select><option><li><dd><form>", n), late),
    ("detector: never settled", noise, detect),
    (
        "detector: nearly UTF-8",
        |n| run("žluťoučký kůň\u{1F600} ".as_bytes(), n).into_iter().chain([0xFF]).collect(),
        detect,
    ),
    ("detector: leads of two bytes", |n| run(b"\x81\x40a\xA4\x40\xE9 ", n), detect),
    (DECLARED_ASCII, ascii, |bytes| whole_text(bytes, "text/plain; charset=utf-8")),
    (UNDECLARED_ASCII, ascii, |bytes| whole_text(bytes, "text/plain")),
    ("repair: doubly encoded words", |n| run("Ã© ".as_bytes(), n), repair),
    ("repair: one doubly encoded word", |n| run("Ã©".as_bytes(), n), repair),
    ("repair: malformed letters", |n| run(b"\xE9a", n), repair),
    ("repair: one malformed word", |n| run(b"\xE9\xC3\xA9", n), repair),
    ("repair: random bytes", noise, repair_legacy),
    ("detector: escape sequences", |n| run(b"\x1B$B%F\x1B(B", n), detect),
    (
        "decoder: alternating escape sequences",
        |n| run(b"\x1B(J\x1B(B\x1B$B", n),
        |bytes| decode(Encoding::Iso2022Jp, bytes),
    ),
    ("decoder: UTF-8, invalid throughout", |n| run(b"\xFF\xE2\x82", n), |bytes| decode(Encoding::Utf8, bytes)),
    (
        "decoder: UTF-16, invalid throughout",
        |n| run(b"\xD8\x00\xD8\x00\xDC", n),
        |bytes| decode(Encoding::Utf16Be, bytes),
    ),
    ("decoder: gb18030, invalid throughout", |n| run(b"\x81\x30\x81", n), |bytes| decode(Encoding::Gb18030, bytes)),
    ("decoder: Big5, invalid throughout", |n| run(b"\x81\x3C\xFF", n), |bytes| decode(Encoding::Big5, bytes)),
    ("decoder: EUC-JP, invalid throughout", |n| run(b"\x8F\xA2\x22", n), |bytes| decode(Encoding::EucJp, bytes)),
    ("decoder: Shift_JIS, invalid throughout", |n| run(b"\x82\x22\xA0", n), |bytes| decode(Encoding::ShiftJis, bytes)),
    ("decoder: EUC-KR, invalid throughout", |n| run(b"\x81\x22\xFF", n), |bytes| decode(Encoding::EucKr, bytes)),
    (
        "decoder: windows-1253, invalid throughout",
        |n| run(b"\xD2\xFF", n),
        |bytes| decode(Encoding::Windows1253, bytes),
    ),
    ("decoder: to a String, errors reported", |n| run(b"a\xFF", n), to_string_reporting),
    ("decoder: to a str, errors reported", |n| run(b"a\xFF", n), to_str_reporting),
    #[cfg(feature = "encode")]
    ("encoder: nothing has bytes", |n| run("\u{1F600}\u{A5}\u{706B}".as_bytes(), n - n % 9), encode),
];

/// Text that needs no detector, and the same text without a declaration.
pub const DECLARED_ASCII: &str = "crawlers: ASCII with a charset";
pub const UNDECLARED_ASCII: &str = "crawlers: ASCII without a charset";

/// `unit`, repeated.
fn run(unit: &[u8], length: usize) -> Vec<u8> {
    unit.iter().copied().cycle().take(length).collect()
}

fn after(start: &[u8], unit: &[u8], length: usize) -> Vec<u8> {
    [start, &run(unit, length - start.len())].concat()
}

/// `unit` after as many open elements as the scanner tracks, all of which every search passes.
fn deep(unit: &[u8], length: usize) -> Vec<u8> {
    after(&b"<div>".repeat(512), unit, length)
}

fn closed(mut bytes: Vec<u8>, end: &[u8]) -> Vec<u8> {
    bytes.truncate(bytes.len() - end.len());
    bytes.extend_from_slice(end);
    bytes
}

/// Pieces that are all different.
fn numbered(start: &[u8], before: &str, behind: &str, length: usize) -> Vec<u8> {
    let mut bytes = start.to_vec();
    for n in 0.. {
        bytes.extend_from_slice(format!("{before}{n:07}{behind}").as_bytes());
        if bytes.len() >= length {
            break;
        }
    }
    bytes.truncate(length);
    bytes
}

/// Bytes that are no evidence for any encoding.
fn noise(length: usize) -> Vec<u8> {
    let mut state = 1u32;
    std::iter::repeat_with(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8 | 0x20
    })
    .take(length)
    .collect()
}

fn whole() -> Context {
    Context::html().prescan_limit(usize::MAX).detection(Detection::Off)
}

fn prescan(bytes: &[u8]) {
    let _ = sniff(bytes, (), &whole());
}

fn prescan_xml(bytes: &[u8]) {
    let _ = sniff(bytes, (), &Context::xml().prescan_limit(usize::MAX));
}

fn header(bytes: &[u8]) {
    let _ = sniff(b"", [("Content-Type", bytes)], &Context::html());
}

fn as_browsers_do(bytes: &[u8]) {
    let _ = sniff(bytes, (), &whole().reading(Reading::Chromium).detection(Detection::Off));
}

fn byte_by_byte(bytes: &[u8]) {
    let mut stream = StreamDecoder::new((), &Context::html().reading(Reading::Chromium));
    let mut text = String::new();
    for chunk in bytes.chunks(1) {
        let _ = stream.push(chunk, &mut text);
    }
    let _ = stream.finish(&mut text);
}

/// Finds all declarations, in chunks of the size that a network delivers.
fn late(bytes: &[u8]) {
    let mut scanner = MetaScanner::new(true);
    let mut end = 0;
    while end < bytes.len() {
        end = bytes.len().min(end + 1400);
        while scanner.scan(&bytes[scanner.position()..end], end == bytes.len()).is_some() {}
    }
}

fn ascii(length: usize) -> Vec<u8> {
    run(b"Plain text, and nothing else.\r\n", length)
}

fn whole_text(bytes: &[u8], header: &str) {
    let text = charsniff::decode(bytes, header, &Context::text().reading(Reading::Crawler)).text;
    assert_eq!(text.len(), bytes.len());
}

fn detect(bytes: &[u8]) {
    let _ = sniff(bytes, (), &Context::html().prescan_limit(0).detect_iso_2022_jp(true));
}

fn repair(bytes: &[u8]) {
    let _ = charsniff::decode(bytes, "text/plain; charset=utf-8", &Context::text().repair(true));
}

fn repair_legacy(bytes: &[u8]) {
    let _ = charsniff::decode(bytes, (), &Context::html().override_encoding("windows-1252").repair(true));
}

fn decode(encoding: Encoding, bytes: &[u8]) {
    let mut decoder: Decoder = encoding.new_decoder_without_bom_handling();
    let mut room = [0; 4096];
    let mut read = 0;
    while read < bytes.len() {
        read += decoder.decode_to_utf8(&bytes[read..], &mut room, true).1;
    }
}

/// Decodes everything into one `String`, with a call for each error.
fn to_string_reporting(bytes: &[u8]) {
    let mut decoder = Encoding::Utf8.new_decoder_without_bom_handling();
    let mut text = String::with_capacity(bytes.len());
    let mut read = 0;
    while read < bytes.len() {
        read += decoder.decode_to_string_without_replacement(&bytes[read..], &mut text, true).1;
    }
}

/// The same into a `str`.
fn to_str_reporting(bytes: &[u8]) {
    let mut decoder = Encoding::Utf8.new_decoder_without_bom_handling();
    let mut text = "\0".repeat(bytes.len());
    let (mut read, mut written) = (0, 0);
    while read < bytes.len() {
        let (_, r, w) = decoder.decode_to_str_without_replacement(&bytes[read..], &mut text[written..], true);
        read += r;
        written += w;
    }
}

#[cfg(feature = "encode")]
fn encode(bytes: &[u8]) {
    let text = std::str::from_utf8(bytes).unwrap_or_default();
    let mut encoder = Encoding::Iso2022Jp.new_encoder();
    let mut room = [0; 4096];
    let mut read = 0;
    while read < text.len() {
        read += encoder.encode_from_utf8(&text[read..], &mut room, true).1;
    }
}
