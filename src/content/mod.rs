//! What the bytes alone say: [`Content`], whether they are text or binary data; whether they are UTF-8 or UTF-16.

use crate::Encoding;
use crate::encoding::bom::is_utf_32;
use crate::encoding::names::named_enum;

pub(crate) mod utf16;
pub(crate) mod utf8;

/// How many bytes are looked at: the standard's
/// [resource header](https://mimesniff.spec.whatwg.org/#resource-header).
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

    /// Whether `bytes` are binary data. Looks at the first 1,445, and a little more for UTF-16.
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
        let is_text = has_few_controls(header, is_whole) || utf16::detect(bytes, false).is_some();
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
/// A tenth of random bytes are binary data bytes, and more in programs.
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

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn utf_16(text: &str) -> [Vec<u8>; 2] {
        [u16::to_be_bytes, u16::to_le_bytes].map(|bytes| text.encode_utf16().flat_map(bytes).collect())
    }

    /// Pseudo-random bytes, always the same.
    fn random_bytes(length: usize) -> Vec<u8> {
        let mut state = 1u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        (0..length).map(|_| next()).collect()
    }

    #[test]
    fn known_formats_are_binary() {
        let png = b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10\x08\x06\0\0\0\x1F\xF3\xFF\x61";
        let jpeg = b"\xFF\xD8\xFF\xE0\0\x10JFIF\0\x01\x01\x01\0H\0H\0\0\xFF\xDB\0C";
        let gzip = b"\x1F\x8B\x08\0\0\0\0\0\0\x03\xCBH\xCD\xC9\xC9W";
        let zip = b"PK\x03\x04\x14\0\0\0\x08\0\xF6\x85mimetypeapplication/epub+zip";
        let mp4 = b"\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41";
        let font = b"\0\x01\0\0\0\x0F\0\x80\0\x03\0pGDEF";
        let woff2 = b"wOF2\0\x01\0\0\0\0\x4C\xB4\0\x0F";
        let elf = b"\x7FELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0\x3E\0";
        let pdf = b"%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj";
        let wasm = b"\0asm\x01\0\0\0\x01\x85\x80";
        let sqlite = b"SQLite format 3\0\x10\0\x01\x01\0\x40\x20\x20";
        let formats: [&[u8]; 11] = [png, jpeg, gzip, zip, mp4, font, woff2, elf, pdf, wasm, sqlite];
        for format in formats {
            assert_eq!(Content::of(format), Content::Binary, "{}", format.escape_ascii());
        }
    }

    #[test]
    fn a_known_format_with_much_text_in_front_is_binary() {
        let mut jpeg = b"\xFF\xD8\xFF\xE1\x20\0http://ns.adobe.com/xap/1.0/\0".to_vec();
        jpeg.extend([b' '; 2000]);
        assert_eq!(Content::of(&jpeg), Content::Binary);
    }

    #[test]
    fn unknown_formats_are_binary() {
        for length in [64, 200, 1445, 10_000] {
            assert_eq!(Content::of(&random_bytes(length)), Content::Binary, "{length}");
        }
        assert_eq!(Content::of(&[0; 512]), Content::Binary);
        let structures: Vec<u8> = (0..100u32).flat_map(|number| (number * 77).to_le_bytes()).collect();
        assert_eq!(Content::of(&structures), Content::Binary);
    }

    #[test]
    fn text_may_start_like_a_format() {
        for text in ["BMW builds cars", "OTTO\x1A", "MZ is no program\x08", "PK and Rar! and \x01 7z", "ID3 of MP3\x1A"]
        {
            assert_ne!(Content::of(text.as_bytes()), Content::Binary, "{text}");
        }
    }

    #[test]
    fn a_few_controls_do_not_make_text_binary() {
        let dos = b"gr\x81\xE1e\r\n\x1A";
        let padded = [b"gr\x81\xE1e\r\n".as_slice(), &[0x1A; 119]].concat();
        let torn = ["Spaß\n".as_bytes(), &[0; 505]].concat();
        let page = b"<p>caf\xE9 \x01 noir";
        let shift_jis = b"\x89\xCE\x90\xAF\x08";
        let nul = b"<p>caf\xE9\0 noir";
        let overstrikes = "É\x08É_\x08n_\x08o_\x08n".as_bytes();
        let fields = "8=FIX.4.2\x019=12\x0135=A\x0149=Ü\x0156=B\x01".as_bytes();
        let iso_2022_jp = b"\x1B$B2P@1\x1B(B";
        let texts: [&[u8]; 9] = [dos, &padded, &torn, page, shift_jis, nul, overstrikes, fields, iso_2022_jp];
        for text in texts {
            assert_eq!(Content::of(text), Content::Text, "{}", text.escape_ascii());
        }
    }

    #[test]
    fn utf_16_without_a_mark_is_text() {
        let texts = [
            "a",
            "<html><p>Plain words</p>\r\n",
            "Съешь ещё этих мягких булок",
            "天地玄黄，宇宙洪荒。日月盈昃，辰宿列张。寒来暑往，秋收冬藏。",
            "いろはにほへと ちりぬるを\nわかよたれそ つねならむ",
            "다람쥐 헌 쳇바퀴에 타고파",
            "Žluťoučký kůň příšerně úpěl “ďábelské” ódy",
            "Tiếng Việt có thể viết được như thế này",
            "😀 emoji among words, 😁 here and there",
            "𞤐𞤫𞤯𞥆𞤮 𞤭𞤲𞤢 𞤶𞤮𞤺𞤭𞥅",
            "ወደ ጽሁፍ ፋይል አገናኝ መጨመሪያ:",
        ];
        for text in texts {
            let [big, little] = utf_16(text);
            assert_eq!(Content::of(&big), Content::Text, "{text}, big-endian");
            assert_eq!(Content::of(&little), Content::Text, "{text}, little-endian");
        }
    }

    #[test]
    fn a_byte_order_mark_makes_it_text() {
        for mark in [&b"\xEF\xBB\xBF"[..], b"\xFE\xFF", b"\xFF\xFE", b"\xFF\xFE\0\0"] {
            assert_eq!(Content::of(&[mark, &random_bytes(300)].concat()), Content::Text, "{mark:02X?}");
        }
        assert_eq!(Content::of(b"\0\0\xFE\xFF\0\0\0a"), Content::Text, "UTF-32BE");
    }

    #[test]
    fn ascii_is_decoded_alike_by_every_encoding() {
        for text in ["", "plain\r\n\x1A", "tab\tand\x0Cfeed"] {
            assert_eq!(Content::of(text.as_bytes()), Content::Ascii, "{text:?}");
        }
        assert_eq!(Content::of(b"\x1B[1mbold\x1B[0m"), Content::Text);
        assert_eq!(Content::of(b"shift\x0Eed\x0F"), Content::Text);
        let mut long = Vec::from([b'a'; 5000]);
        assert_eq!(Content::of(&long), Content::Ascii);
        long.extend("é".as_bytes());
        assert_eq!(Content::of(&long), Content::Text);
        for control in 0..=u8::MAX {
            let text = [b"ab", &[control][..], b"cd"].concat();
            let is_ascii = control < 0x80 && !matches!(control, 0x00 | 0x0E | 0x0F | 0x1B);
            assert_eq!(Content::of(&text), if is_ascii { Content::Ascii } else { Content::Text }, "{control:02X}");
        }
    }
}
