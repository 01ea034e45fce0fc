//! Resources that are made of pieces and of gaps that end near a threshold, so that few bytes of input make long
//! resources.

use arbitrary::Unstructured;
use charsniff::Encoding;

/// Lengths at which something changes: strides of kernels, the prescan's limit, what a crawler's stream holds, the limit
/// of a head.
pub const THRESHOLDS: [usize; 13] = [16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 1 << 13, 1 << 14, 17_000, 1 << 20];

/// A length near one of the first `count` thresholds.
pub fn near(u: &mut Unstructured<'_>, count: usize) -> arbitrary::Result<usize> {
    let threshold = *u.choose(&THRESHOLDS[..count])?;
    Ok((threshold + usize::from(u.int_in_range(0..=15u8)?)).saturating_sub(8))
}

/// The unit repeated: this many bytes.
pub fn run_of(unit: &[u8], length: usize) -> Vec<u8> {
    let mut bytes = unit.repeat(length.div_ceil(unit.len()));
    bytes.truncate(length);
    bytes
}

/// Malformed in UTF-8, and in other encodings perhaps something else.
pub const MALFORMED: [&[u8]; 16] = [
    b"\xC0\xBC",
    b"\xC1\xBF",
    b"\xF5\x80\x80\x80",
    b"\xF8\x88\x80\x80\x80",
    b"\xFF\xBF\xBF\xBF",
    b"\xE0\x80\xBC",
    b"\xE0\x9F\xBF",
    b"\xED\xA0\x80",
    b"\xF0\x80\x80\xBC",
    b"\xF0\x8F\xBF\xBF",
    b"\xF4\x90\x80\x80",
    b"\xC2",
    b"\xE2\x82",
    b"\xF0\x9F\x92",
    b"\x80",
    b"\xC3\xA9\xBF",
];

/// What stands in gaps.
const GAPS: [&[u8]; 14] = [
    b" ",
    b" ",
    b"x",
    b"x",
    b"x",
    b"\n",
    b"<p>",
    b"\xC3\xA9",
    b"\xE7\x81\xAB",
    b"\xF0\x9F\x92\xA9",
    b"\xE9 ",
    b"\x89\xCE",
    b"\0",
    b"\x1B(B",
];

/// What decides about encodings, changes the state of decoders, or is read as markup.
pub const PIECES: [&[u8]; 64] = [
    b"\xEF\xBB\xBF",
    b"\xFE\xFF",
    b"\xFF\xFE",
    b"<?xml ",
    b"<?xml version='1.0'",
    b"<?xml version='1.0' encoding='koi8-r'?>",
    b" encoding='iso-2022-jp'",
    b" encoding='gbk'",
    b"?>",
    b">",
    b"<\0?\0x\0m\0l\0",
    b"\0<\0?\0x\0m\0l",
    b"@charset \"koi8-r\";",
    b"@charset \"",
    b"\";",
    b"<!doctype html><title>",
    b"<meta charset=iso-2022-jp>",
    b"<meta charset=euc-kr>",
    b"<meta charset=utf-16>",
    b"<meta charset=utf-8>",
    b"<meta charset",
    b"<meta http-equiv=content-type content='text/html; charset=big5'>",
    b"<!--",
    b"-->",
    b"<body>",
    b"<p>",
    b"<script>alert(1)</script>",
    b"script>alert(1)",
    b"\xC0\xBCscript>",
    b"\xE0\x80\xBCscript>",
    b"\xF0\x80\x80\xBCscript>",
    b"\xF8\x80\x80\x80\xBCscript>",
    b"\xC0\xBC",
    b"\xC1\x81",
    b"\xE0\x80\xBC",
    b"\xED\xA0\x80",
    b"\xF4\x90\x80\x80",
    b"\xF5\x80\x80\x80",
    b"\xFF\x80",
    b"\xE2\x82",
    b"\xF0\x9F\x92",
    b"\x81",
    b"\x81\x30\x81",
    b"\x8F\xA2",
    b"\xA0",
    b"\x80",
    b"\x1B",
    b"\x1B$B",
    b"\x1B$@",
    b"\x1B(J",
    b"\x1B(I",
    b"\x1B(B",
    b"\x1B$B2P@1\x1B(B",
    b"\x1B$B$3$l$OF|K\\8l$G$9!#\x1B(B",
    b"\x0E",
    b"\x0F",
    b"+ADw-script+AD4-",
    b"~{",
    b"\xCD\xC1\xD2\xD3, \xD0\xCC\xC1\xCE\xC5\xD4\xC1 ",
    b"\xC3\xA9t\xC3\xA9 ",
    b"caf\xE9 ",
    b"<\0s\0c\0r\0i\0p\0t\0>\0",
    b"\0",
    b"text ",
];

/// Pieces that belong together: marks, declarations, escape sequences, everything that is no markup.
const PALETTES: [&[&[u8]]; 5] = [
    PIECES.split_at(3).0,
    PIECES.split_at(24).0.split_at(3).1,
    PIECES.split_at(56).0.split_at(46).1,
    PIECES.split_at(56).0.split_at(46).1,
    PIECES.split_at(32).1,
];

/// A resource of pieces, of gaps up to the first `count` thresholds, and of raw bytes. Takes the rest of the input.
pub fn resource(u: &mut Unstructured<'_>, count: usize) -> arbitrary::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let palette = *u.choose(&PALETTES)?;
    while !u.is_empty() && bytes.len() <= 2 * THRESHOLDS[count - 1] {
        match u.arbitrary::<u8>()? {
            gap @ 0..=79 => {
                let unit = GAPS[usize::from(gap) % GAPS.len()];
                let end = near(u, count)?;
                bytes.extend_from_slice(&run_of(unit, end.saturating_sub(bytes.len())));
            }
            80..=175 => bytes.extend_from_slice(u.choose(palette)?),
            piece @ 176..=239 => bytes.extend_from_slice(PIECES[usize::from(piece - 176)]),
            _ => bytes.push(u.arbitrary()?),
        }
    }
    Ok(bytes)
}

/// Characters of scripts of all lengths in UTF-8.
const CHARACTERS: [char; 16] =
    ['a', 'a', 'é', 'Я', 'α', 'ש', 'ا', 'ก', 'ı', '火', 'あ', 'ｱ', '가', '們', '\u{E000}', '😀'];

/// A character in this encoding; `a` if it has none there.
pub fn character(u: &mut Unstructured<'_>, encoding: Encoding) -> arbitrary::Result<Vec<u8>> {
    let c = *u.choose(&CHARACTERS)?;
    let mut units = [0; 2];
    let units = c.encode_utf16(&mut units).iter();
    Ok(match encoding {
        Encoding::Utf16Be => units.flat_map(|unit| unit.to_be_bytes()).collect(),
        Encoding::Utf16Le => units.flat_map(|unit| unit.to_le_bytes()).collect(),
        _ => match crate::peer(encoding).encode(c.encode_utf8(&mut [0; 4])) {
            (bytes, _, false) => bytes.into_owned(),
            _ => b"a".to_vec(),
        },
    })
}
