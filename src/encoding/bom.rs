//! [Byte order marks](https://encoding.spec.whatwg.org/#bom-sniff).

use crate::Encoding;

const BOMS: [(Encoding, &[u8]); 3] =
    [(Encoding::Utf8, b"\xEF\xBB\xBF"), (Encoding::Utf16Be, b"\xFE\xFF"), (Encoding::Utf16Le, b"\xFF\xFE")];

impl Encoding {
    /// [BOM sniff](https://encoding.spec.whatwg.org/#bom-sniff): the encoding whose byte order
    /// mark `bytes` start with, and the mark's length in bytes.
    ///
    /// FF FE 00 00 is UTF-16LE: the Web platform has no UTF-32.
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

/// The length of the longest byte order mark, that of UTF-8, in bytes.
pub(crate) const LONGEST_BOM: usize = 3;

/// How many bytes are looked at to recognize UTF-32.
pub(crate) const UTF_32_SAMPLE: usize = 64;

/// Whether `bytes` are UTF-32 with a byte order mark: every unit at the start is a scalar value.
/// UTF-32 is not an encoding of the standard.
pub(crate) fn is_utf_32(bytes: &[u8]) -> bool {
    let (units, _) = bytes.get(..UTF_32_SAMPLE).unwrap_or(bytes).as_chunks::<4>();
    let are_scalar_values = |value: fn([u8; 4]) -> u32| units.iter().all(|unit| char::from_u32(value(*unit)).is_some());
    match bytes {
        [0x00, 0x00, 0xFE, 0xFF, ..] => are_scalar_values(u32::from_be_bytes),
        [0xFF, 0xFE, 0x00, 0x00, ..] => are_scalar_values(u32::from_le_bytes),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
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
        assert!(is_utf_32(b"\xFF\xFE\0\0a\0\0\0\x00\xF6\x01\0"));
        assert!(is_utf_32(b"\0\0\xFE\xFF\0\0\0a"));
        assert!(is_utf_32(b"\xFF\xFE\0\0"));
        assert!(!is_utf_32(b"\xFF\xFEa\0"));
        // UTF-16LE whose first character is U+0000.
        assert!(!is_utf_32(b"\xFF\xFE\0\0a\0b\0"));
    }
}
