//! Compares every entry of the packed indexes with the Encoding Standard's own files.

#[path = "../src/codec/data/indexes.rs"]
mod data;
#[path = "support/index_files.rs"]
mod index_files;
#[path = "../src/codec/data/packed.rs"]
mod packed;

use charsniff::Encoding;
use packed::Unpacked;

/// All pointers of an index and some more, a few at a time, so that most parts of it are unpacked in several steps; and the
/// same from the start of each row, in rows of several lengths.
fn unpack(packed: &'static [u8]) -> Vec<u32> {
    let planes = [0, 2].map(|plane| {
        let mut scalars = vec![u16::MAX; 126 * 190 + 10];
        let mut index = Unpacked::new(packed);
        scalars.chunks_mut(7).for_each(|few| index.fill(few, plane));
        for length in [94, 157, 188, 190] {
            let starts: [_; 126] = packed::starts(packed, length);
            for (row, start) in starts.into_iter().enumerate() {
                let mut again = vec![u16::MAX; length];
                Unpacked::from(packed, start).fill(&mut again, plane);
                assert_eq!(again, scalars[row * length..][..length], "row {row} of {length} pointers");
            }
        }
        scalars
    });
    let [low, high] = planes;
    let scalar = |(low, high): (u16, u16)| if high == 0 { low.into() } else { 0x2_0000 | u32::from(high) };
    low.into_iter().zip(high).map(scalar).collect()
}

/// Compares unpacked entries with the standard's index, including the empty ones.
fn same(name: &str, unpacked: impl IntoIterator<Item = u32>) {
    let unpacked: Vec<u32> = unpacked.into_iter().collect();
    let mut expected = vec![0; unpacked.len()];
    for (pointer, scalar) in index_files::pairs(name) {
        let pointer = pointer as usize;
        assert!(pointer < expected.len(), "index {name} ends before pointer {pointer}");
        expected[pointer] = scalar;
    }
    for (pointer, (ours, theirs)) in unpacked.iter().zip(&expected).enumerate() {
        assert_eq!(ours, theirs, "index {name}, pointer {pointer}");
    }
}

#[test]
fn single_byte_indexes_are_the_standards() {
    let first = Encoding::ALL.iter().position(|encoding| *encoding == Encoding::Ibm866).unwrap();
    for (encoding, scalars) in Encoding::ALL[first..].iter().zip(data::SINGLE_BYTE_SCALARS) {
        // ISO-8859-8-I differs from ISO-8859-8 only in the layout of text.
        let name = encoding.name().to_lowercase().replace("-i", "");
        same(&name, scalars.map(u32::from));
    }
    assert_eq!(Encoding::ALL[first + data::SINGLE_BYTE - 1], Encoding::XMacCyrillic);
}

#[test]
fn two_byte_indexes_are_the_standards() {
    // Four pointers of Big5 stand for two characters each. The decoder handles them; they are not
    // in the index.
    same("big5", unpack(data::BIG5));
    same("euc-kr", unpack(data::EUC_KR));
    same("gb18030", unpack(data::GB18030));
    same("jis0208", unpack(data::JIS0208));
    same("jis0212", unpack(data::JIS0212));
    #[cfg(feature = "encode")]
    same("iso-2022-jp-katakana", data::ISO_2022_JP_KATAKANA.map(u32::from));
}

#[test]
fn characters_outside_the_indexes_are_those_of_the_decoders_steps() {
    assert_eq!(unpack(data::BIG5).iter().rposition(|scalar| *scalar > 0), Some(data::BIG5_POINTERS - 1));
    // Shift_JIS decoder: U+E000 − 8836 + pointer, for the pointers from 8836 to 10715.
    let user_defined = unpack(data::USER_DEFINED).into_iter().take_while(|scalar| *scalar > 0);
    assert!(user_defined.eq((8836..=10715).map(|pointer| 0xE000 - 8836 + pointer)));
    // Shift_JIS decoder: U+FF61 − A1 + byte, for the bytes from A1 to DF.
    let katakana = unpack(data::HALFWIDTH_KATAKANA).into_iter().take_while(|scalar| *scalar > 0);
    assert!(katakana.eq((0xA1..=0xDF).map(|byte| 0xFF61 - 0xA1 + byte)));
}

#[test]
fn gb18030_ranges_are_the_standards() {
    let mut expected = index_files::pairs("gb18030-ranges");
    assert_eq!(expected.pop(), Some((189_000, 0x1_0000)), "the planes above, which are calculated");
    assert_eq!(data::GB18030_RANGES.map(|(pointer, scalar)| (pointer.into(), scalar.into())), *expected);
}

#[test]
fn every_label_in_every_case_and_padding_names_its_encoding() {
    for encoding in Encoding::ALL {
        for label in encoding.labels() {
            let padded = format!("\t\n\x0C\r {} ", label.to_ascii_uppercase());
            assert_eq!(Encoding::for_label(label.as_bytes()), Some(encoding), "{label}");
            assert_eq!(Encoding::for_label(padded.as_bytes()), Some(encoding), "{label}");
            assert_eq!(encoding_rs::Encoding::for_label(label.as_bytes()).unwrap().name(), encoding.name());
        }
    }
}

/// [ASCII whitespace](https://infra.spec.whatwg.org/#ascii-whitespace) around a label, and no other byte.
#[test]
fn each_byte_around_a_label_is_whitespace_or_belongs_to_it() {
    for byte in 0..=u8::MAX {
        let expected = b"\t\n\x0C\r ".contains(&byte).then_some(Encoding::Gbk);
        for label in [&[byte][..], &[byte, byte], &[b' ', byte, b'\t']] {
            assert_eq!(Encoding::for_label(&[label, b"gbk"].concat()), expected, "before: {byte:02X}");
            assert_eq!(Encoding::for_label(&[b"gbk", label].concat()), expected, "behind: {byte:02X}");
        }
    }
}

#[test]
fn near_misses_of_labels_name_nothing() {
    for label in ["", " ", "utf_8", "utf-8\0", "\u{b}utf-8", "utf8 8", "windows-1251x", "ＵＴＦ-8"] {
        assert_eq!(Encoding::for_label(label.as_bytes()), None, "{label:?}");
    }
    assert_eq!(Encoding::for_label(&[b'a'; 100_000]), None);
}
