//! The semantics of TextDecoder, TextEncoder and their stream forms.

use charsniff::standard::{
    LabelError, TextDecodeOptions, TextDecoder, TextDecoderOptions, TextDecoderStream, TextEncoder, TextEncoderStream,
};
use charsniff::{DecodeError, Encoding};

const STREAM: TextDecodeOptions = TextDecodeOptions { stream: true };
const END: TextDecodeOptions = TextDecodeOptions { stream: false };
const FATAL: TextDecoderOptions = TextDecoderOptions { fatal: true, ignore_bom: false };
const IGNORE_BOM: TextDecoderOptions = TextDecoderOptions { fatal: false, ignore_bom: true };

fn decoder(label: &str, options: TextDecoderOptions) -> TextDecoder {
    TextDecoder::new(label, options).unwrap()
}

#[test]
fn every_label_or_a_range_error() {
    for encoding in Encoding::ALL {
        for label in encoding.labels() {
            let padded = format!("\t {}\r\n", label.to_uppercase());
            match TextDecoder::new(&padded, TextDecoderOptions::default()) {
                Ok(decoder) => assert_eq!(decoder.encoding(), encoding.name().to_lowercase()),
                Err(error) => assert_eq!((encoding, error), (Encoding::Replacement, LabelError::Replacement)),
            }
        }
    }
    for label in ["", "utf-7", "latin-1", "utf-8\0", "\u{B}utf-8", "\u{A0}utf-8", "utf\u{2010}8"] {
        assert_eq!(TextDecoder::new(label, FATAL).unwrap_err(), LabelError::Unknown, "{label:?}");
    }
    assert_eq!(LabelError::Unknown.to_string(), "not a label of an encoding");
}

#[test]
fn options_can_be_read() {
    let decoder = decoder("utf-16", TextDecoderOptions { fatal: true, ignore_bom: true });
    assert_eq!((decoder.encoding(), decoder.fatal(), decoder.ignore_bom()), ("utf-16le", true, true));
    let decoder = TextDecoder::new("utf-8", TextDecoderOptions::default()).unwrap();
    assert!(!decoder.fatal() && !decoder.ignore_bom());
}

/// The byte order mark of the encoding is removed once, unless `ignore_bom` is set. Any other mark
/// is text.
#[test]
fn byte_order_marks() {
    let marks: [(&str, &[u8], &[u8]); 3] =
        [("utf-8", b"\xEF\xBB\xBF", b"a"), ("utf-16le", b"\xFF\xFE", b"a\0"), ("utf-16be", b"\xFE\xFF", b"\0a")];
    for (label, mark, a) in marks {
        let once = [mark, a].concat();
        let twice = [mark, mark, a].concat();
        for (options, once_text, twice_text) in
            [(TextDecoderOptions::default(), "a", "\u{FEFF}a"), (IGNORE_BOM, "\u{FEFF}a", "\u{FEFF}\u{FEFF}a")]
        {
            let mut decoder = decoder(label, options);
            assert_eq!(decoder.decode(&once, END).unwrap(), once_text);
            assert_eq!(decoder.decode(&twice, END).unwrap(), twice_text);
            // In any chunks, and again in the next text.
            for _ in 0..2 {
                for split in 0..=twice.len() {
                    let mut text = decoder.decode(&twice[..split], STREAM).unwrap().into_owned();
                    text += &decoder.decode(b"", STREAM).unwrap();
                    text += &decoder.decode(&twice[split..], END).unwrap();
                    assert_eq!(text, twice_text, "{label}, split at {split}");
                }
            }
        }
    }
    // A mark does not change the encoding.
    assert_eq!(decoder("utf-8", END_OPTIONS).decode(b"\xFE\xFF\0a", END).unwrap(), "\u{FFFD}\u{FFFD}\0a");
    assert_eq!(decoder("windows-1252", END_OPTIONS).decode(b"\xEF\xBB\xBFa", END).unwrap(), "\u{EF}\u{BB}\u{BF}a");
    assert_eq!(decoder("utf-16le", END_OPTIONS).decode(b"\xFE\xFFa\0", END).unwrap(), "\u{FFFE}a");
}
const END_OPTIONS: TextDecoderOptions = TextDecoderOptions { fatal: false, ignore_bom: false };

/// A mark that is cut off at the end is an error.
#[test]
fn half_a_mark() {
    assert_eq!(decoder("utf-8", END_OPTIONS).decode(b"\xEF\xBB", END).unwrap(), "\u{FFFD}");
    let error = decoder("utf-8", FATAL).decode(b"\xEF\xBB", END).unwrap_err();
    assert_eq!((error.offset, error.length), (0, 2));
    let mut decoder = decoder("utf-8", END_OPTIONS);
    assert_eq!(decoder.decode(b"\xEF", STREAM).unwrap(), "");
    assert_eq!(decoder.decode(b"", END).unwrap(), "\u{FFFD}");
    assert_eq!(decoder.decode(b"\xEF\xBB\xBFa", END).unwrap(), "a");
}

/// After an error without `stream`, the next call starts a new text.
#[test]
fn fatal_starts_afresh() {
    let mut decoder = decoder("utf-8", FATAL);
    assert_eq!(decoder.decode("\u{2665}".as_bytes(), END).unwrap(), "\u{2665}");
    assert!(decoder.decode(b"\xE2\x99", END).is_err());
    assert_eq!(decoder.decode("\u{2665}".as_bytes(), END).unwrap(), "\u{2665}");
    // With `stream`, a sequence that was cut off is continued.
    assert_eq!(decoder.decode(b"\xE2\x99", STREAM).unwrap(), "");
    assert_eq!(decoder.decode(b"\xA5", END).unwrap(), "\u{2665}");
}

/// After an error with `stream`, the next call continues after the malformed sequence, since the
/// standard leaves those bytes in the I/O queue.
#[test]
fn fatal_continues_with_stream() {
    let mut decoder = decoder("utf-8", FATAL);
    assert_eq!(decoder.decode(b"ab", STREAM).unwrap(), "ab");
    let error = decoder.decode(b"cd\xFFef", STREAM).unwrap_err();
    assert_eq!((error.offset, error.length, error.encoding), (4, 1, Encoding::Utf8));
    assert_eq!(decoder.decode(b"gh", STREAM).unwrap(), "efgh");
    let error = decoder.decode(b"\xE2\x99", END).unwrap_err();
    assert_eq!((error.offset, error.length), (9, 2));
    assert_eq!(decoder.decode(b"ij", END).unwrap(), "ij");
}

#[test]
fn fatal_errors_have_a_position() {
    let cases: [(&str, &[u8], usize, usize); 7] = [
        ("utf-8", b"\xEF\xBB\xBFab\xF0\x9F\x98c", 5, 3),
        ("shift_jis", b"a\x82\x22", 1, 1),
        ("gb18030", b"ab\x81\x30\x81a", 2, 1),
        ("gb18030", b"\x81\x30", 0, 2),
        ("utf-16le", b"a\0\0\xD8b\0", 2, 2),
        ("windows-1253", b"ab\xD2", 2, 1),
        // An escape sequence without effect.
        ("iso-2022-jp", b"a\x1B$B\x1B(B", 1, 3),
    ];
    for (label, bytes, offset, length) in cases {
        let expected = |error: DecodeError| (error.offset, error.length);
        let error = decoder(label, FATAL).decode(bytes, END).unwrap_err();
        assert_eq!(expected(error), (offset, length), "{label}");
        // The same in chunks.
        let mut decoder = decoder(label, FATAL);
        let mut found = None;
        for byte in bytes {
            found = found.or(decoder.decode(&[*byte], STREAM).err());
        }
        found = found.or(decoder.decode(b"", END).err());
        assert_eq!(found.map(expected), Some((offset, length)), "{label} in pieces");
    }
}

/// Neither the position, nor what was read ahead, nor the state of an earlier text is left for the next one,
/// however that ended.
#[test]
fn the_next_text_starts_afresh() {
    type Calls<'a> = &'a [(&'a [u8], TextDecodeOptions)];
    let earlier: [Calls<'_>; 6] = [
        &[(b"abcd", STREAM), (b"e", END)],
        &[(b"abcd", STREAM), (b"", END)],
        &[(b"abcd", STREAM), (b"\xFFefgh", END)],
        &[(b"abcd", STREAM), (b"\xE2\x99", END)],
        &[(b"ab\xFFcd", STREAM), (b"", END)],
        &[(b"ab\xFFcd", END)],
    ];
    for calls in earlier {
        for in_stream in [false, true] {
            let mut decoder = decoder("utf-8", FATAL);
            for (input, options) in calls {
                let _ = decoder.decode(input, *options);
            }
            if in_stream {
                assert_eq!(decoder.decode(b"\xEF\xBB\xBFx", STREAM).unwrap(), "x", "{calls:x?}");
                let error = decoder.decode(b"y\xFFz", END).unwrap_err();
                assert_eq!((error.offset, error.length), (5, 1), "{calls:x?}");
            } else {
                let error = decoder.decode(b"x\xFF", END).unwrap_err();
                assert_eq!((error.offset, error.length), (1, 1), "{calls:x?}");
            }
        }
    }
}

/// Any three chunks and the whole give the same text, and so does a stream of any chunks.
#[test]
fn pieces_and_streams_give_what_the_whole_gives() {
    let inputs: [&[u8]; 6] = [
        b"\xEF\xBB\xBFa\xF0\x9F\x98\x80\xC3",
        b"\x89\xCE\x90\xAF\x82\x22\x81\x30\x81\x30\x81",
        b"\x1B$B$\"\x1B(Ja\x1B",
        b"\xFF\xFEa\0\x3D\xD8\0\xDE\0\xD8b",
        b"\xFE\xFF\0a\xD8\x3D\xDE\0\xD8",
        b"\x88\x62\x8E\xB1\x8F\xB0\xA1",
    ];
    for encoding in Encoding::ALL.into_iter().filter(|encoding| *encoding != Encoding::Replacement) {
        for input in inputs {
            for options in [END_OPTIONS, IGNORE_BOM] {
                let mut decoder = decoder(encoding.name(), options);
                let whole = decoder.decode(input, END).unwrap();
                for i in 0..=input.len() {
                    for j in i..=input.len() {
                        let mut text = decoder.decode(&input[..i], STREAM).unwrap().into_owned();
                        text += &decoder.decode(&input[i..j], STREAM).unwrap();
                        text += &decoder.decode(&input[j..], END).unwrap();
                        assert_eq!(text, whole, "{encoding}: {i}, {j}");
                        let chunks = [&input[..i], b"", &input[i..j], &input[j..]];
                        let stream = TextDecoderStream::new(encoding.name(), options, chunks).unwrap();
                        let texts: Vec<String> = stream.map(Result::unwrap).collect();
                        assert!(texts.iter().all(|text| !text.is_empty()));
                        assert_eq!(texts.concat(), whole, "{encoding}: stream, {i}, {j}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_stream_ends_with_its_first_error() {
    let chunks = [&b"ab"[..], b"c\xFF", b"d"];
    let mut stream = TextDecoderStream::new("utf-8", FATAL, chunks).unwrap();
    assert_eq!((stream.encoding(), stream.fatal(), stream.ignore_bom()), ("utf-8", true, false));
    assert_eq!(stream.next().unwrap().unwrap(), "ab");
    assert_eq!(stream.next().unwrap().unwrap_err().offset, 3);
    assert!(stream.next().is_none() && stream.next().is_none());
    assert!(TextDecoderStream::new("replacement", FATAL, chunks).is_err());

    let mut cut_off = TextDecoderStream::new("utf-8", FATAL, [b"\xF0\x9F"]).unwrap();
    assert_eq!(cut_off.next().unwrap().unwrap_err().length, 2);
    assert!(cut_off.next().is_none());
}

#[test]
fn a_whole_text_is_borrowed() {
    let mut decoder = decoder("utf-8", FATAL);
    assert!(matches!(decoder.decode("\u{FEFF}\u{2665}".as_bytes(), END), Ok(std::borrow::Cow::Borrowed("\u{2665}"))));
}

#[test]
fn encode_into_counts_code_units_and_bytes() {
    let text = "a\u{E9}\u{2665}\u{1F600}b";
    let fits =
        [(0, 0), (1, 1), (1, 1), (2, 3), (2, 3), (2, 3), (3, 6), (3, 6), (3, 6), (3, 6), (5, 10), (6, 11), (6, 11)];
    for (room, (read, written)) in fits.into_iter().enumerate() {
        let mut bytes = [0xAA; 16];
        let result = TextEncoder::new().encode_into(text, &mut bytes[..room]);
        assert_eq!((result.read, result.written), (read, written), "{room}");
        assert_eq!(&bytes[..written], &text.as_bytes()[..written]);
        assert!(bytes[room..].iter().all(|&byte| byte == 0xAA));
    }
    assert_eq!(TextEncoder::new().encode(text), text.as_bytes());
    assert_eq!(TextEncoder::new().encoding(), "utf-8");
}

/// Surrogate pairs and lone surrogates in any chunks give what `String::from_utf16_lossy` gives for
/// the whole.
#[test]
fn surrogates_over_chunks() {
    let units = [0x61, 0xD83D, 0xDE00, 0xD83D, 0xD83D, 0xDE00, 0xDE00, 0xD83D, 0x62, 0xD83D];
    let expected = String::from_utf16_lossy(&units).into_bytes();
    for i in 0..=units.len() {
        for j in i..=units.len() {
            let chunks = [&units[..i], &[], &units[i..j], &[], &units[j..], &[]];
            let stream = TextEncoderStream::new(chunks);
            assert_eq!(stream.encoding(), "utf-8");
            let bytes: Vec<Vec<u8>> = stream.collect();
            assert!(bytes.iter().all(|bytes| !bytes.is_empty()));
            assert_eq!(bytes.concat(), expected, "{i}, {j}");
        }
    }
    let single: Vec<u8> = TextEncoderStream::new(units.chunks(1)).flatten().collect();
    assert_eq!(single, expected);
    assert_eq!(TextEncoderStream::new([[0u16; 0]]).count(), 0);
}
