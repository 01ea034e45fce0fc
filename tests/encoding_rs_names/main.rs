//! A program written for `encoding_rs` is compiled with `use encoding_rs::…` and with `use
//! charsniff::…`. Its results are the same.
#![cfg(feature = "encode")]

mod theirs {
    use encoding_rs::*;
    include!("program.rs");
}

mod ours {
    use charsniff::{CoderResult, Decoder, DecoderResult, Encoder, EncoderResult, Encoding};
    use charsniff::{UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
    include!("program.rs");
}

fn same(program: &str, ours: Vec<String>, theirs: Vec<String>) {
    assert!(!ours.is_empty());
    for (ours, theirs) in ours.iter().zip(&theirs) {
        assert_eq!(ours, theirs, "{program}");
    }
    assert_eq!(ours.len(), theirs.len(), "{program}");
}

#[test]
fn facts() {
    same("facts", ours::facts(), theirs::facts());
}

#[test]
fn whole_inputs() {
    same("whole inputs", ours::whole_inputs(), theirs::whole_inputs());
}

#[test]
fn decoders() {
    same("decoders", ours::decoders(), theirs::decoders());
}

#[test]
fn encoders() {
    same("encoders", ours::encoders(), theirs::encoders());
}

#[test]
fn streams() {
    same("streams", ours::streams(), theirs::streams());
}

#[test]
fn constants_are_the_encodings_of_the_same_name() {
    macro_rules! names {
        ($($name:ident,)+) => { [$((charsniff::$name.name(), encoding_rs::$name.name()),)+] };
    }
    let names = names! {
        UTF_8, IBM866, ISO_8859_2, ISO_8859_3, ISO_8859_4, ISO_8859_5, ISO_8859_6, ISO_8859_7,
        ISO_8859_8, ISO_8859_8_I, ISO_8859_10, ISO_8859_13, ISO_8859_14, ISO_8859_15, ISO_8859_16,
        KOI8_R, KOI8_U, MACINTOSH, WINDOWS_874, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252,
        WINDOWS_1253, WINDOWS_1254, WINDOWS_1255, WINDOWS_1256, WINDOWS_1257, WINDOWS_1258,
        X_MAC_CYRILLIC, GBK, GB18030, BIG5, EUC_JP, ISO_2022_JP, SHIFT_JIS, EUC_KR, REPLACEMENT,
        UTF_16BE, UTF_16LE, X_USER_DEFINED,
    };
    assert_eq!(names.len(), charsniff::Encoding::ALL.len());
    for (ours, theirs) in names {
        assert_eq!(ours, theirs);
    }
}

#[test]
fn names_and_labels_are_the_same() {
    for encoding in charsniff::Encoding::ALL {
        let theirs = encoding_rs::Encoding::for_label(encoding.name().as_bytes()).unwrap();
        assert_eq!(theirs.name(), encoding.name());
        for label in encoding.labels() {
            assert_eq!(encoding_rs::Encoding::for_label(label.as_bytes()), Some(theirs), "{label}");
        }
    }
}

/// The code unit after a lone surrogate is left unread, as in `encoding_rs`.
#[test]
fn the_unit_after_a_lone_surrogate() {
    let mut text = [0; 16];
    let bytes = b"\xD8\0\0a";
    let ours = charsniff::UTF_16BE
        .new_decoder_without_bom_handling()
        .decode_to_utf8_without_replacement(bytes, &mut text, true);
    assert_eq!(ours, (charsniff::DecoderResult::Malformed(2, 0), 2, 0));
    let theirs = encoding_rs::UTF_16BE
        .new_decoder_without_bom_handling()
        .decode_to_utf8_without_replacement(bytes, &mut text, true);
    assert_eq!(theirs, (encoding_rs::DecoderResult::Malformed(2, 0), 2, 0));
}

/// An intended difference: `encoding_rs` wants ten bytes more than the text needs, in case it has
/// to write a character reference.
#[test]
fn a_buffer_that_is_just_large_enough() {
    let mut bytes = [0; 3];
    let (result, read, written, _) =
        charsniff::WINDOWS_1252.new_encoder().encode_from_utf8("a\u{E9}b", &mut bytes, true);
    assert_eq!((result, read, written), (charsniff::CoderResult::InputEmpty, 4, 3));
    assert_eq!(&bytes, b"a\xE9b");
    let (result, read, written, _) =
        encoding_rs::WINDOWS_1252.new_encoder().encode_from_utf8("a\u{E9}b", &mut bytes, true);
    assert_eq!((result, read, written), (encoding_rs::CoderResult::OutputFull, 0, 0));
}

#[cfg(feature = "encoding_rs")]
#[test]
fn conversions() {
    for encoding in charsniff::Encoding::ALL {
        let theirs: &'static encoding_rs::Encoding = encoding.into();
        assert_eq!(theirs.name(), encoding.name());
        assert_eq!(charsniff::Encoding::from(theirs), encoding);
    }
}
