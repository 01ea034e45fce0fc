//! Guarantees that a change could break without changing the answers for ordinary input: a `str` stays valid, buffers
//! suffice, and nothing is counted twice.

use charsniff::{Context, Encoding, Kind, Reading, Stage, explain, health, sniff};

/// A `str` stays a `str` where the decoder's room ends inside a character that was there before.
#[test]
fn a_str_is_text_after_decoding_into_a_part_of_it() {
    for before in ["é", "火", "😀", "aé", "a火", "ab😀"] {
        for length in 0..8 {
            for bytes in [&b""[..], b"\xE9", b"ab", b"\xE9\xFF", b"\x80"] {
                for encoding in [Encoding::Windows1252, Encoding::ShiftJis, Encoding::Utf8, Encoding::Utf16Le] {
                    let mut text = before.repeat(length);
                    let (_, read, written, _) =
                        encoding.new_decoder_without_bom_handling().decode_to_str(bytes, &mut text, true);
                    assert!(read <= bytes.len() && written <= text.len());
                    let text = std::str::from_utf8(text.as_bytes());
                    assert!(text.is_ok(), "{encoding}, {} bytes into {length} times {before}", bytes.len());
                }
            }
        }
    }
}

/// The room that an encoder asks for includes the character reference that it still owes.
#[cfg(feature = "encode")]
#[test]
fn the_room_for_utf_16_includes_what_is_owed() {
    let units: Vec<u16> = "\u{1F600}".encode_utf16().collect();
    let mut owed = 0;
    for encoding in [Encoding::Windows1252, Encoding::ShiftJis, Encoding::Iso2022Jp, Encoding::EucKr, Encoding::Big5] {
        for room in 0..24 {
            let (mut encoder, mut output) = (encoding.new_encoder(), [0; 64]);
            let (_, read, _, _) = encoder.encode_from_utf16(&units, &mut output[..room], false);
            let most = encoder.max_buffer_length_from_utf16_if_no_unmappables(0).unwrap();
            if read < units.len() {
                continue;
            }
            owed += 1;
            let (result, ..) = encoder.encode_from_utf16(&[], &mut output[..most], false);
            assert_eq!(result, charsniff::CoderResult::InputEmpty, "{encoding}, {room} bytes of room, then {most}");
        }
    }
    assert!(owed > 0);
}

/// Characters on both sides of a malformed byte are not one run, and an incomplete sequence does not count.
#[test]
fn doubly_encoded_runs_end_at_an_error_and_at_the_end() {
    let sniffed = sniff(b"", "text/plain; charset=utf-8", &Context::text());
    let count = |bytes: &[u8]| health(bytes, &sniffed).doubly_encoded;
    // `Ã` and `©`, together and with something between them.
    assert_eq!(count(b"caf\xC3\x83\xC2\xA9"), 1);
    assert_eq!(count(b"caf\xC3\x83\xFF\xC2\xA9"), 0);
    assert_eq!(count(b"caf\xC3\x83 \xC2\xA9"), 0);
    // `â€`, of which the last character is missing, alone and behind `Ã©`.
    assert_eq!(count("â€".as_bytes()), 0);
    assert_eq!(count("Ã© â€".as_bytes()), 1);
    assert_eq!(count("Ã©â€".as_bytes()), 0);
}

/// Bytes that end inside a character end in one malformed sequence, which consists of the bytes that are there.
#[test]
fn a_sequence_that_is_cut_counts_with_the_bytes_that_it_has() {
    let sniffed = sniff(b"", "text/plain; charset=utf-8", &Context::text());
    for (bytes, malformed, length) in
        [(&b"a\xF0\x9F\x98"[..], 1, 3), (b"a\xE2\x82", 1, 2), (b"a\xC3", 1, 1), (b"\xFF\xC3", 2, 2)]
    {
        let health = health(bytes, &sniffed);
        assert_eq!((health.malformed, health.malformed_bytes), (malformed, length), "{}", bytes.escape_ascii());
    }
}

/// A label in `@charset` is ASCII.
#[test]
fn the_label_of_at_charset_is_ascii() {
    for reading in [Reading::Standard, Reading::Chromium, Reading::Firefox] {
        for label in [&b"koi8-r\xE9"[..], b"utf\xA08", b"\xC2\xA0utf-8"] {
            let sheet = [b"@charset \"", label, b"\";"].concat();
            let explanation = explain(&sheet, (), &Context::css().reading(reading));
            let prescan = explanation.stage(Stage::Prescan);
            assert_eq!((prescan.encoding, prescan.label.as_deref()), (None, None), "{explanation}");
        }
    }
}

/// Of several headers with a file name, the first counts.
#[test]
fn the_first_content_disposition_counts() {
    let context = Context::of(Kind::ContentDispositionFilename);
    let big5 = ("Content-Disposition", "attachment; filename*=big5'zh'%A4%40");
    let gbk = ("content-disposition", "attachment; filename*=gbk'zh'%C4%E3; filename*=koi8-r''a");
    let plain = ("Content-Disposition", "attachment; filename=a");
    assert_eq!(sniff(b"", [plain, big5, gbk], &context).encoding, Encoding::Big5);
    assert_eq!(sniff(b"", [gbk, big5], &context).encoding, Encoding::Gbk);
}

/// As in `encoding_rs`, in every state that a decoder can be in; but that one leaves out the ASCII at the end of the
/// bytes in single-byte encodings.
#[test]
fn how_far_bytes_are_latin_1_is_as_in_encoding_rs_and_counts_the_last_ascii() {
    let pieces: [&[u8]; 9] =
        [b"", b"a", b"caf\xE9 \x80", b"\x1B$B0!", b"\x81", b"\xE7\x81", b"\xEF\xBB\xBFab", b"\xFF\xFE", b"a\0b"];
    let mut compared = 0;
    for encoding in Encoding::ALL {
        let theirs: &encoding_rs::Encoding = encoding_rs::Encoding::for_label(encoding.name().as_bytes()).unwrap();
        for before in pieces {
            for bytes in pieces {
                for has_mark in [true, false] {
                    let (mut ours, mut theirs) = match has_mark {
                        true => (encoding.new_decoder(), theirs.new_decoder()),
                        false => {
                            (encoding.new_decoder_without_bom_handling(), theirs.new_decoder_without_bom_handling())
                        }
                    };
                    let _ = ours.decode_to_utf8(before, &mut [0; 64], false);
                    let _ = theirs.decode_to_utf8(before, &mut [0; 64], false);
                    let is_single_byte = theirs.encoding().is_single_byte();
                    let with_the_last_ascii = |length: usize| match &bytes[length..] {
                        rest if is_single_byte && rest.is_ascii() => bytes.len(),
                        _ => length,
                    };
                    assert_eq!(
                        ours.latin1_byte_compatible_up_to(bytes),
                        theirs.latin1_byte_compatible_up_to(bytes).map(with_the_last_ascii),
                        "{encoding}, {has_mark}, {} after {}",
                        bytes.escape_ascii(),
                        before.escape_ascii()
                    );
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 6000);
}
