//! [Byte order marks](https://encoding.spec.whatwg.org/#bom-sniff).

use super::decoding::Decoding;
use crate::Encoding;

const BOMS: [(Encoding, &[u8]); 3] =
    [(Encoding::Utf8, b"\xEF\xBB\xBF"), (Encoding::Utf16Be, b"\xFE\xFF"), (Encoding::Utf16Le, b"\xFF\xFE")];

impl Encoding {
    /// [BOM sniff](https://encoding.spec.whatwg.org/#bom-sniff): the encoding whose byte order
    /// mark `bytes` start with, and the mark's length in bytes.
    ///
    /// FF FE 00 00 is UTF-16LE: the Web platform has no UTF-32. (A [crawler](crate::Reading::Crawler) reads it.)
    ///
    /// ```
    /// use charsniff::Encoding;
    /// assert_eq!(Encoding::for_bom(b"\xEF\xBB\xBFa"), Some((Encoding::Utf8, 3)));
    /// assert_eq!(Encoding::for_bom(b"\xFF\xFE\0\0"), Some((Encoding::Utf16Le, 2)));
    /// ```
    #[must_use]
    pub const fn for_bom(bytes: &[u8]) -> Option<(Encoding, usize)> {
        match bytes {
            [0xEF, 0xBB, 0xBF, ..] => Some((Encoding::Utf8, 3)),
            [0xFE, 0xFF, ..] => Some((Encoding::Utf16Be, 2)),
            [0xFF, 0xFE, ..] => Some((Encoding::Utf16Le, 2)),
            _ => None,
        }
    }

    /// The encodings of which `start` is the beginning, but not all, of the byte order mark.
    pub(crate) fn for_start_of_bom(start: &[u8]) -> impl Iterator<Item = Encoding> + '_ {
        BOMS.into_iter()
            .filter(|(_, bom)| bom.starts_with(start) && bom.len() > start.len())
            .map(|(encoding, _)| encoding)
    }
}

/// The length of the longest byte order mark of the standard, that of UTF-8, in bytes.
pub(crate) const LONGEST_BOM: usize = 3;

/// How many bytes are looked at to recognize UTF-32.
pub(crate) const UTF_32_SAMPLE: usize = 64;

/// The length of UTF-32's byte order mark, in bytes.
pub(crate) const UTF_32_BOM: usize = 4;

/// A byte order of UTF-32: its decoding, the number that four bytes make, and the first bytes with a byte order mark
/// and with `<?`.
type Utf32 = (Decoding, fn([u8; 4]) -> u32, [u8; UTF_32_BOM], [u8; 8]);

const UTF_32: [Utf32; 2] = [
    (Decoding::Utf32Le, u32::from_le_bytes, *b"\xFF\xFE\0\0", *b"<\0\0\0?\0\0\0"),
    (Decoding::Utf32Be, u32::from_be_bytes, *b"\0\0\xFE\xFF", *b"\0\0\0<\0\0\0?"),
];

/// Whether all whole units at the start are scalar values.
fn are_scalar_values(bytes: &[u8], value: fn([u8; 4]) -> u32) -> bool {
    let (units, _) = bytes.get(..UTF_32_SAMPLE).unwrap_or(bytes).as_chunks();
    units.iter().all(|unit| char::from_u32(value(*unit)).is_some())
}

/// UTF-32 with a byte order mark, if every unit at the start is a scalar value. It is not an encoding of the standard.
pub(crate) fn utf_32(bytes: &[u8]) -> Option<Decoding> {
    let is_it = |(_, value, mark, _): &Utf32| bytes.starts_with(mark) && are_scalar_values(bytes, *value);
    UTF_32.into_iter().find(is_it).map(|(decoding, ..)| decoding)
}

/// UTF-32 without a mark, if it begins as an XML declaration does: [Appendix
/// F](https://www.w3.org/TR/xml/#sec-guessing-no-ext-info) of XML.
pub(crate) fn utf_32_xml(bytes: &[u8]) -> Option<Decoding> {
    let is_it = |(_, value, _, xml): &Utf32| bytes.starts_with(xml) && are_scalar_values(bytes, *value);
    UTF_32.into_iter().find(is_it).map(|(decoding, ..)| decoding)
}

/// Whether more bytes are needed to tell whether a resource that begins with `start` is UTF-32 with a byte order mark.
pub(crate) fn may_be_utf_32(start: &[u8]) -> bool {
    let may_be = |(_, value, mark, _): &Utf32| match start.len() {
        ..UTF_32_BOM => mark.starts_with(start),
        length => length < UTF_32_SAMPLE && start.starts_with(mark) && are_scalar_values(start, *value),
    };
    UTF_32.iter().any(may_be)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn every_start_of_a_mark_may_become_one() {
        for (encoding, bom) in BOMS {
            assert_eq!(Encoding::for_bom(bom), Some((encoding, bom.len())));
            for length in 1..bom.len() {
                assert!(Encoding::for_start_of_bom(&bom[..length]).eq([encoding]));
            }
            assert_eq!(Encoding::for_start_of_bom(bom).count(), 0);
        }
        assert_eq!(Encoding::for_start_of_bom(b"").count(), 3);
        assert_eq!(Encoding::for_start_of_bom(b"\xEF\xBB\xBE").count(), 0);
    }

    #[test]
    fn utf_32_has_a_mark_and_scalar_values() {
        assert_eq!(utf_32(b"\xFF\xFE\0\0a\0\0\0\x00\xF6\x01\0"), Some(Decoding::Utf32Le));
        assert_eq!(utf_32(b"\0\0\xFE\xFF\0\0\0a"), Some(Decoding::Utf32Be));
        assert_eq!(utf_32(b"\xFF\xFE\0\0"), Some(Decoding::Utf32Le));
        assert_eq!(utf_32(b"\xFF\xFEa\0"), None);
        // UTF-16LE whose first character is U+0000.
        assert_eq!(utf_32(b"\xFF\xFE\0\0a\0b\0"), None);
    }

    #[test]
    fn utf_32_without_a_mark_begins_as_xml() {
        assert_eq!(utf_32_xml(b"<\0\0\0?\0\0\0x\0\0\0"), Some(Decoding::Utf32Le));
        assert_eq!(utf_32_xml(b"\0\0\0<\0\0\0?"), Some(Decoding::Utf32Be));
        assert_eq!(utf_32_xml(b"<\0\0\0a\0\0\0"), None);
        assert_eq!(utf_32_xml(b"<\0\0\0?\0\0\0xml "), None);
    }

    #[test]
    fn a_start_of_utf_32_says_nothing_yet() {
        let text: Vec<u8> = "\u{FEFF}".chars().chain(['a'; 20]).flat_map(|c| u32::from(c).to_be_bytes()).collect();
        for length in 0..text.len() {
            assert_eq!(may_be_utf_32(&text[..length]), length < UTF_32_SAMPLE, "{length}");
        }
        assert!(may_be_utf_32(b"\xFF\xFE") && !may_be_utf_32(b"\xFF\xFEa") && !may_be_utf_32(b"\0\0\0"));
        assert!(!may_be_utf_32(b"\xFF\xFE\0\0a\0b\0"));
    }
}
