//! The safe interface of the decoders and encoders, through every place where its code is `unsafe`: output buffers that
//! end inside a character, texts that are appended and overwritten, uninitialized capacity. Small enough for Miri,
//! which finds undefined behaviour in the kernels of plain Rust:
//!
//!     tools/miri.sh

use charsniff::{CoderResult, Encoding};

/// All of them; in Miri, which takes a thousand times as long, one of each way to convert.
fn encodings() -> &'static [Encoding] {
    const FEW: [Encoding; 5] =
        [Encoding::Utf8, Encoding::Utf16Le, Encoding::Utf16Be, Encoding::Windows1251, Encoding::EucKr];
    if cfg!(miri) { &FEW } else { &Encoding::ALL }
}

/// Characters, malformed sequences and ASCII of the encoding's family, longer than a kernel's block.
fn bytes_of(encoding: Encoding) -> Vec<u8> {
    let pieces: &[&[u8]] = match encoding {
        Encoding::Utf8 => &["aé火😀".as_bytes(), b"\xF0\x9F", b"\xFF"],
        Encoding::Utf16Le => &[b"a\0\x3D\xD8\0\xDE", b"\0\xDC", b"\x6B\x70"],
        Encoding::Utf16Be => &[b"\0a\xD8\x3D\xDE\0", b"\xDC\0", b"\x70\x6B"],
        Encoding::Iso2022Jp => &[b"a\x1B$B2P@1\x1B(B", b"\x1B(I1", b"\x1B(", b"\xFF"],
        Encoding::Gbk | Encoding::Gb18030 => &[b"a\xC4\xE3", b"\x90\x30\x81\x30", b"\x81\x30", b"\xFF"],
        Encoding::EucJp => &[b"a\xB2\xD0", b"\x8F\xB0\xA1", b"\x8E\xB1", b"\xFF"],
        _ => &[b"a\x89\xCE", b"\xB1\xA4\xA4", b"\x88\x62", b"\xFF\x80"],
    };
    let ascii: &[u8] = match encoding {
        Encoding::Utf16Le => b"x\0",
        Encoding::Utf16Be => b"\0x",
        _ => b"xy",
    };
    [&pieces.concat()[..], &ascii.repeat(if cfg!(miri) { 8 } else { 40 }), &pieces.concat()].concat()
}

#[test]
fn every_way_to_decode_gives_the_same_text() {
    for &encoding in encodings() {
        let bytes = bytes_of(encoding);
        let (whole, _) = encoding.decode_without_bom_handling(&bytes);
        for split in [1, 7, bytes.len() - 1] {
            let (mut appended, mut overwritten) = (String::from("é"), String::new());
            let (mut utf8, mut utf16) = (Vec::new(), Vec::new());
            let mut decoders = [(); 4].map(|()| encoding.new_decoder_without_bom_handling());
            for (chunk, last) in [(&bytes[..split], false), (&bytes[split..], true)] {
                let mut rest = chunk;
                loop {
                    appended.reserve(5);
                    let (result, read, _) = decoders[0].decode_to_string(rest, &mut appended, last);
                    rest = &rest[read..];
                    if result == CoderResult::InputEmpty {
                        break;
                    }
                }
                // A room that ends inside a character that was there before.
                let mut rest = chunk;
                loop {
                    let mut room = "火火a".to_owned();
                    let (result, read, written, _) = decoders[1].decode_to_str(rest, &mut room, last);
                    overwritten.push_str(&room[..written]);
                    assert!(std::str::from_utf8(room.as_bytes()).is_ok());
                    rest = &rest[read..];
                    if result == CoderResult::InputEmpty {
                        break;
                    }
                }
                let mut rest = chunk;
                loop {
                    let mut room = [0; 33];
                    let (result, read, written, _) = decoders[2].decode_to_utf8(rest, &mut room, last);
                    utf8.extend_from_slice(&room[..written]);
                    rest = &rest[read..];
                    if result == CoderResult::InputEmpty {
                        break;
                    }
                }
                let mut rest = chunk;
                loop {
                    let mut room = [0; 17];
                    let (result, read, written, _) = decoders[3].decode_to_utf16(rest, &mut room, last);
                    utf16.extend_from_slice(&room[..written]);
                    rest = &rest[read..];
                    if result == CoderResult::InputEmpty {
                        break;
                    }
                }
            }
            assert_eq!(appended, format!("é{whole}"), "{encoding}, appended, {split}");
            assert_eq!(overwritten, whole, "{encoding}, overwritten, {split}");
            assert_eq!(utf8, whole.as_bytes(), "{encoding}, UTF-8, {split}");
            assert_eq!(utf16, whole.encode_utf16().collect::<Vec<_>>(), "{encoding}, UTF-16, {split}");
        }
        let strict = encoding.decode_without_bom_handling_and_without_replacement(&bytes);
        assert_eq!(strict.is_none(), whole.contains('\u{FFFD}'), "{encoding}");
    }
}

#[cfg(feature = "encode")]
#[test]
fn every_way_to_encode_gives_the_same_bytes() {
    let text = "aé火😀 Марс x".repeat(3);
    let units: Vec<u16> = text.encode_utf16().chain([0xD800, 0x61, 0xDC00]).collect();
    for &encoding in encodings().iter().filter(|encoding| encoding.output_encoding() == **encoding) {
        let (whole, _, _) = encoding.encode(&text);
        let mut encoder = encoding.new_encoder();
        let (mut encoded, mut rest) = (Vec::new(), &text[..]);
        loop {
            let mut room = [0; 31];
            let (result, read, written, _) = encoder.encode_from_utf8(rest, &mut room, true);
            encoded.extend_from_slice(&room[..written]);
            rest = &rest[read..];
            if result == CoderResult::InputEmpty {
                break;
            }
        }
        assert_eq!(encoded, &*whole, "{encoding}, from UTF-8");
        let (mut encoder, mut encoded, mut rest) = (encoding.new_encoder(), Vec::new(), &units[..]);
        loop {
            let mut room = [0; 31];
            let (result, read, written, _) = encoder.encode_from_utf16(rest, &mut room, true);
            encoded.extend_from_slice(&room[..written]);
            rest = &rest[read..];
            if result == CoderResult::InputEmpty {
                break;
            }
        }
        let lossy = String::from_utf16_lossy(&units);
        assert_eq!(encoded, &*encoding.encode(&lossy).0, "{encoding}, from UTF-16");
    }
}
