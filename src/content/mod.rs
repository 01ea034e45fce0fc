//! Properties of the bytes alone: whether they are text or binary data ([`Content`]), UTF-8, or UTF-16.

use crate::Encoding;
use crate::encoding::bom::is_utf_32;
use crate::encoding::names::named_enum;

pub(crate) mod unmarked_utf16;
pub(crate) mod utf8;

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

named_enum! {
    /// Whether bytes are text, ASCII text, or binary data.
    ///
    /// ```
    /// use charsniff::Content;
    /// assert_eq!(Content::of("café".as_bytes()), Content::Text);
    /// assert_eq!(Content::of(b"cafe"), Content::Ascii);
    /// assert_eq!(Content::of(b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR"), Content::Binary);
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Content, "kind of content", pub ALL {
        /// Text whose characters depend on the encoding.
        Text = "text",
        /// ASCII text, which every encoding of the standard but UTF-16 and replacement decodes alike:
        /// no byte above 7F, no NUL, and no shift or escape of ISO-2022-JP (0E, 0F, 1B). Empty input is
        /// ASCII text too.
        Ascii = "ascii",
        /// Binary data: an image, an archive, a program and the like.
        Binary = "binary",
    }
}

impl Content {
    /// Whether `bytes` are text, ASCII text, or binary data.
    ///
    /// The first 1,445 bytes decide whether they are binary, by MIME Sniffing's rules for [text or
    /// binary](https://mimesniff.spec.whatwg.org/#rules-for-text-or-binary), with three
    /// differences:
    /// - Bytes that start like a known format are binary: those in the standard's tables of images,
    ///   audio and video, fonts and archives, and some others. So is a PDF, although it starts like
    ///   text.
    /// - A few control characters do not make a text binary.
    /// - UTF-16 without a byte order mark is text, if the detector recognizes it in plain text.
    ///
    /// Text is [`Ascii`](Content::Ascii) if all of `bytes` are. Linear in their length; stops at
    /// the first byte that decides. Does not allocate.
    ///
    /// ```
    /// use charsniff::Content;
    /// assert_eq!(Content::of(b"%PDF-1.7\n1 0 obj\n"), Content::Binary);
    /// assert_eq!(Content::of(b"caf\xE9\r\n\x1A"), Content::Text);
    /// assert_eq!(Content::of(b"p\0l\0a\0i\0n\0"), Content::Text);
    /// ```
    #[must_use]
    pub fn of(bytes: &[u8]) -> Content {
        if Content::is_binary(bytes) {
            Content::Binary
        } else if bytes.is_ascii() && !bytes.iter().any(|byte| matches!(byte, 0x00 | 0x0E | 0x0F | 0x1B)) {
            Content::Ascii
        } else {
            Content::Text
        }
    }

    /// Whether `bytes` are binary data. Reads the first 1,445 bytes, and up to 2,048 to recognize UTF-16.
    pub(crate) fn is_binary(bytes: &[u8]) -> bool {
        let header = bytes.get(..RESOURCE_HEADER).unwrap_or(bytes);
        if Encoding::for_bom(header).is_some() || is_utf_32(header) {
            return false;
        }
        // No early exit, so that many bytes are compared at once.
        if !header.iter().fold(false, |any, byte| any | is_binary_data_byte(byte)) {
            return header.starts_with(b"%PDF-");
        }
        let is_whole = header.len() == bytes.len();
        let is_text = has_few_controls(header, is_whole) || unmarked_utf16::detect(bytes, false).is_some();
        is_known_format(header) || !is_text
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
