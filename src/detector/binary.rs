//! Whether bytes are binary data: they start like a known format, or have controls that text does not have.

use super::claims::Claims;
use super::text::utf16;
use crate::Encoding;
use crate::encoding::bom::utf_32;

/// How many bytes are examined: the length of the standard's [resource
/// header](https://mimesniff.spec.whatwg.org/#resource-header).
const RESOURCE_HEADER: usize = 1445;

/// Text may have one binary data byte in this many bytes.
const BYTES_PER_CONTROL: usize = 32;

/// ASCII or UTF-8 text may have one binary data byte in this many bytes, if only few different ones
/// occur.
const BYTES_PER_SEPARATOR: usize = 3;

/// How many different binary data bytes text may use as separators or marks.
const MOST_SEPARATORS: usize = 3;

/// What the start of a resource has of binary data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Signs {
    /// Nothing, or no more controls than text may have.
    Few,
    /// Controls as binary data has them, and UTF-16.
    Many,
    /// The start of a known format.
    Format,
}

/// Whether `bytes` are binary data. Reads the first 1,445 bytes, and up to 2,048 to recognize UTF-16.
pub(crate) fn is_binary(bytes: &[u8]) -> bool {
    match Signs::of(bytes) {
        Signs::Few => false,
        Signs::Many => utf16::weigh(bytes, false, &Claims::default()).is_none(),
        Signs::Format => true,
    }
}

/// Whether `bytes` have so many controls that they are binary data, unless they are UTF-16.
#[cfg(feature = "detector")]
pub(crate) fn has_many_controls(bytes: &[u8]) -> bool {
    Signs::of(bytes) == Signs::Many
}

impl Signs {
    fn of(bytes: &[u8]) -> Signs {
        let header = bytes.get(..RESOURCE_HEADER).unwrap_or(bytes);
        if Encoding::for_bom(header).is_some() || utf_32(header).is_some() {
            return Signs::Few;
        }
        // No early exit, so that many bytes are compared at once.
        if !header.iter().fold(false, |any, byte| any | is_binary_data_byte(byte)) {
            return if header.starts_with(b"%PDF-") { Signs::Format } else { Signs::Few };
        }
        match is_known_format(header) {
            true => Signs::Format,
            false if has_few_controls(header, header.len() == bytes.len()) => Signs::Few,
            false => Signs::Many,
        }
    }
}

/// [Binary data byte](https://mimesniff.spec.whatwg.org/#binary-data-byte): a control character
/// that text does not need.
fn is_binary_data_byte(byte: &u8) -> bool {
    matches!(byte, 0x00..=0x08 | 0x0B | 0x0E..=0x1A | 0x1C..=0x1F)
}

/// Whether `header` is text with few control characters: stray ones, ^Z or NULs that pad the end,
/// overstrikes (08), or separators of fields and records (01, 1C to 1F).
///
/// For comparison: a tenth of random bytes are binary data bytes, and more of a program's.
fn has_few_controls(header: &[u8], is_whole: bool) -> bool {
    let is_filler = |byte: &u8| matches!(byte, 0x00 | 0x1A);
    let text = match header.iter().rposition(|byte| !is_filler(byte)) {
        Some(last) if is_whole => &header[..=last],
        _ => header,
    };
    let mut kinds = 0u32;
    let mut count = 0;
    for byte in text.iter().filter(|byte| is_binary_data_byte(byte)) {
        kinds |= 1 << byte;
        count += 1;
    }
    let has_nul = kinds & 1 != 0;
    let has_few_kinds = kinds.count_ones() as usize <= MOST_SEPARATORS;
    count <= 1.max(text.len() / BYTES_PER_CONTROL)
        || !has_nul && has_few_kinds && count <= text.len() / BYTES_PER_SEPARATOR && is_utf_8(text)
}

/// Whether `header` is UTF-8. Its last character may be cut.
fn is_utf_8(header: &[u8]) -> bool {
    core::str::from_utf8(header).map_or_else(|error| error.error_len().is_none(), |_| true)
}

/// What a format starts with: bytes at offsets.
type Signature = &'static [(usize, &'static [u8])];

/// Formats that can be recognized by their first bytes. Signatures of one or two printable
/// characters are left out, since text may start with them.
const SIGNATURES: &[Signature] = &[
    // https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern
    &[(0, b"\x00\x00\x01\x00")],
    &[(0, b"\x00\x00\x02\x00")],
    &[(0, b"BM"), (6, b"\0\0\0\0")],
    &[(0, b"GIF87a")],
    &[(0, b"GIF89a")],
    &[(0, b"RIFF"), (8, b"WEBPVP")],
    &[(0, b"\x89PNG\r\n\x1A\n")],
    &[(0, b"\xFF\xD8\xFF")],
    // https://mimesniff.spec.whatwg.org/#matching-an-audio-or-video-type-pattern
    &[(0, b"FORM"), (8, b"AIFF")],
    &[(0, b"ID3\x02")],
    &[(0, b"ID3\x03")],
    &[(0, b"ID3\x04")],
    &[(0, b"OggS\0")],
    &[(0, b"MThd\0\0\0\x06")],
    &[(0, b"RIFF"), (8, b"AVI ")],
    &[(0, b"RIFF"), (8, b"WAVE")],
    &[(0, b"\0\0"), (4, b"ftyp")],
    &[(0, b"\x1A\x45\xDF\xA3")],
    // https://mimesniff.spec.whatwg.org/#matching-a-font-type-pattern
    &[(8, b"\x01\x00\x02\x00"), (34, b"LP")],
    &[(8, b"\x02\x00\x02\x00"), (34, b"LP")],
    &[(0, b"\x00\x01\x00\x00")],
    &[(0, b"OTTO\0")],
    &[(0, b"ttcf\0")],
    &[(0, b"wOFF"), (8, b"\0")],
    &[(0, b"wOF2"), (8, b"\0")],
    // https://mimesniff.spec.whatwg.org/#matching-an-archive-type-pattern
    &[(0, b"\x1F\x8B\x08")],
    &[(0, b"PK\x03\x04")],
    &[(0, b"Rar!\x1A\x07")],
    // Other archives and compressed data.
    &[(0, b"PK\x05\x06")],
    &[(0, b"7z\xBC\xAF\x27\x1C")],
    &[(0, b"\xFD7zXZ\0")],
    &[(0, b"BZh"), (4, b"1AY&SY")],
    &[(0, b"\x28\xB5\x2F\xFD")],
    &[(0, b"\x04\x22\x4D\x18")],
    &[(0, b"MSCF\0\0\0\0")],
    &[(0, b"!<arch>\n")],
    &[(257, b"ustar")],
    // Other images, sound and films.
    &[(0, b"II*\0")],
    &[(0, b"MM\0*")],
    &[(0, b"8BPS\0")],
    &[(0, b"\0\0\0\x0C"), (8, b"\r\n\x87\n")],
    &[(0, b"fLaC\0")],
    &[(0, b"FLV\x01")],
    &[(0, b"AT&TFORM")],
    // Programs, documents and data.
    &[(0, b"\x7FELF")],
    &[(0, b"\xCA\xFE\xBA\xBE")],
    &[(0, b"\xCF\xFA\xED\xFE")],
    &[(0, b"\0asm")],
    &[(0, b"%PDF-")],
    &[(0, b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")],
    &[(0, b"SQLite format 3\0")],
    &[(0, b"\x89HDF\r\n\x1A\n")],
    &[(2, b"\r\n\0\0\0\0")], // Python's bytecode
];

fn is_known_format(header: &[u8]) -> bool {
    let stands = |&(at, bytes): &(usize, &[u8])| header.get(at..).is_some_and(|rest| rest.starts_with(bytes));
    SIGNATURES.iter().any(|signature| signature.iter().all(stands))
}
