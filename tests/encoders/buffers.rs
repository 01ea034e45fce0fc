//! Encoding in parts: every split of the text, every size of the output buffer.

use charsniff::{CoderResult, EncoderResult, Encoding};

use super::stride::stride;

/// Texts with everything that an encoding family treats specially.
const TEXTS: [&str; 12] = [
    "",
    "plain ASCII text that is longer than a word",
    "caf\u{E9} \u{20AC}5 \u{2013} \u{201C}na\u{EF}ve\u{201D}",
    "\u{41C}\u{430}\u{440}\u{441}, 4-\u{44F} \u{43F}\u{43B}\u{430}\u{43D}\u{435}\u{442}\u{430}",
    "\u{3B1}\u{3B2}\u{3B3} \u{5D0}\u{5D1} \u{627}\u{644} \u{E01}\u{E02}\u{E03}",
    "\u{706B}\u{661F}\u{FF08}\u{304B}\u{305B}\u{3044}\u{FF09}a\u{A5}\u{203E}\\~\u{2212}\u{FF76}\u{FF9E}",
    "\u{A5}\\\u{A5}\u{3042}\u{A5}\u{2665}\u{3042}\u{2665}\u{3042}",
    "\u{E}\u{F}\u{1B}\u{3042}\u{E}\u{A5}\u{1B}\0\u{3042}\0",
    "\u{D654}\u{C131} \u{AC02}\u{AC03} \u{BDC1}",
    "\u{E5E5}\u{E7C7}\u{1E3F}\u{E81E}\u{E78D}\u{20AC}\u{80}\u{10FFFF}\u{10000}",
    "\u{2550}\u{5341}\u{2000B}\u{25A9}\u{1F600}\u{5345}",
    "\u{F780}\u{F7FF}\u{F77F}\u{10FFFF}\u{F8FF}\u{FB01}",
];

/// The result of encoding at once, in the error modes `html` and `fatal`, with the errors.
fn whole(encoding: Encoding, text: &str) -> (Vec<u8>, Vec<u8>, Vec<char>) {
    let mut html = vec![0; text.len() * 10 + 16];
    let (result, _, written, _) = encoding.new_encoder().encode_from_utf8(text, &mut html, true);
    assert_eq!(result, CoderResult::InputEmpty);
    html.truncate(written);

    let mut encoder = encoding.new_encoder();
    let (mut fatal, mut errors, mut read) = (Vec::with_capacity(text.len() * 10 + 16), Vec::new(), 0);
    loop {
        let (result, r) = encoder.encode_from_utf8_to_vec_without_replacement(&text[read..], &mut fatal, true);
        read += r;
        match result {
            EncoderResult::Unmappable(c) => errors.push(c),
            result => {
                assert_eq!(result, EncoderResult::InputEmpty);
                return (html, fatal, errors);
            }
        }
    }
}

/// Encodes the parts with `capacity` bytes of output per call. Every call must make progress.
fn html_in_parts(encoding: Encoding, parts: &[&str], capacity: usize) -> Vec<u8> {
    let mut encoder = encoding.new_encoder();
    let mut bytes = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        let mut part = *part;
        let last = i + 1 == parts.len();
        loop {
            let mut room = vec![0xAA; capacity + 8];
            let (result, read, written, _) = encoder.encode_from_utf8(part, &mut room[..capacity], last);
            assert!(room[capacity..].iter().all(|&byte| byte == 0xAA), "{encoding}: canary");
            bytes.extend_from_slice(&room[..written]);
            part = &part[read..];
            if result == CoderResult::InputEmpty {
                assert!(part.is_empty());
                break;
            }
            assert!(read + written > 0, "{encoding}: no progress with {capacity} bytes at {part:?}");
        }
    }
    bytes
}

fn boundaries(text: &str) -> impl Iterator<Item = usize> {
    (0..=text.len()).filter(|&i| text.is_char_boundary(i))
}

#[test]
fn any_split_in_three() {
    for encoding in Encoding::ALL {
        for text in TEXTS {
            let (expected, ..) = whole(encoding, text);
            for i in boundaries(text) {
                for j in boundaries(text).filter(|&j| j >= i) {
                    let parts = [&text[..i], &text[i..j], "", &text[j..], ""];
                    assert_eq!(html_in_parts(encoding, &parts, 64), expected, "{encoding}: {parts:?}");
                }
            }
        }
    }
}

#[test]
fn every_capacity_makes_progress() {
    for encoding in Encoding::ALL {
        for text in TEXTS {
            let (expected, ..) = whole(encoding, text);
            for capacity in 10..=expected.len() + 11 {
                assert_eq!(html_in_parts(encoding, &[text], capacity), expected, "{encoding}: {capacity} for {text:?}");
            }
        }
    }
}

/// One call with each capacity from 0 on, the rest with enough: nothing is lost, repeated or
/// written past the end, in both error modes and from UTF-8 and UTF-16.
#[test]
fn any_capacity_once() {
    for encoding in Encoding::ALL {
        for text in TEXTS {
            let (html, fatal, errors) = whole(encoding, text);
            let utf16: Vec<u16> = text.encode_utf16().collect();
            for capacity in 0..=html.len() + 1 {
                let mut room = vec![0xAA; capacity + html.len() + 32];
                let mut encoder = encoding.new_encoder();
                let (result, read, written, _) = encoder.encode_from_utf8(text, &mut room[..capacity], true);
                assert!(room[capacity..].iter().all(|&byte| byte == 0xAA), "{encoding}: canary");
                assert_eq!(
                    result == CoderResult::InputEmpty,
                    capacity >= html.len(),
                    "{encoding}: {capacity}, {text:?}"
                );
                let (result, _, more, _) = encoder.encode_from_utf8(&text[read..], &mut room[written..], true);
                assert_eq!(result, CoderResult::InputEmpty);
                assert_eq!(room[..written + more], html, "{encoding}: {capacity} for {text:?}");

                let mut encoder = encoding.new_encoder();
                let (_, read, written, _) = encoder.encode_from_utf16(&utf16, &mut room[..capacity], true);
                let (result, _, more, _) = encoder.encode_from_utf16(&utf16[read..], &mut room[written..], true);
                assert_eq!(result, CoderResult::InputEmpty);
                assert_eq!(room[..written + more], html, "{encoding}: {capacity} for {text:?} in UTF-16");

                let (mut read, mut written, mut seen) = (0, 0, Vec::new());
                let mut end = capacity;
                let mut encoder = encoding.new_encoder();
                loop {
                    let end_of_room = end.max(written);
                    let (result, r, w) = encoder.encode_from_utf8_without_replacement(
                        &text[read..],
                        &mut room[written..end_of_room],
                        true,
                    );
                    read += r;
                    written += w;
                    match result {
                        EncoderResult::InputEmpty => break,
                        EncoderResult::Unmappable(c) => seen.push(c),
                        EncoderResult::OutputFull => {
                            assert!(end < room.len(), "{encoding}: {capacity} for {text:?}");
                            end = room.len();
                        }
                    }
                }
                assert_eq!((&room[..written], &seen), (&*fatal, &errors), "{encoding}: {capacity} for {text:?}");
            }
        }
    }
}

/// The maximum length is always enough, from UTF-8 and UTF-16, in every state of the encoder.
#[test]
fn maximal_lengths_are_enough() {
    for encoding in Encoding::ALL {
        for before in ["", "\u{A5}", "\u{3042}"] {
            for text in TEXTS {
                let mut encoder = encoding.new_encoder();
                let _ = encoder.encode_from_utf8(before, &mut [0; 64], false);
                let mut other = encoder.clone();

                let utf8 = encoder.max_buffer_length_from_utf8_without_replacement(text.len()).unwrap();
                let (mut read, mut written) = (0, 0);
                let mut room = vec![0; utf8];
                loop {
                    let (result, r, w) =
                        encoder.encode_from_utf8_without_replacement(&text[read..], &mut room[written..], true);
                    read += r;
                    written += w;
                    assert_ne!(result, EncoderResult::OutputFull, "{encoding}: {text:?} after {before:?}");
                    if result == EncoderResult::InputEmpty {
                        break;
                    }
                }

                let text: Vec<u16> = text.encode_utf16().collect();
                let utf16 = other.max_buffer_length_from_utf16_without_replacement(text.len()).unwrap();
                let (mut read, mut written) = (0, 0);
                let mut room = vec![0; utf16];
                loop {
                    let (result, r, w) =
                        other.encode_from_utf16_without_replacement(&text[read..], &mut room[written..], true);
                    read += r;
                    written += w;
                    assert_ne!(result, EncoderResult::OutputFull, "{encoding}: {text:?} after {before:?}");
                    if result == EncoderResult::InputEmpty {
                        break;
                    }
                }
            }
        }
        let encoder = encoding.new_encoder();
        assert_eq!(
            encoder.max_buffer_length_from_utf16_if_no_unmappables(usize::MAX).is_some(),
            encoding.is_single_byte()
        );
    }
}

/// Long runs of each kind of character with a character of another kind at each position, so that
/// kernels stop and start everywhere.
#[test]
fn one_other_character_at_each_place() {
    let runs = ['a', '\u{E9}', '\u{430}', '\u{3B1}', '\u{E01}', '\u{3042}', '\u{4E00}', '\u{AC00}', '\u{10000}'];
    let others =
        ['a', '\0', '\u{E9}', '\u{43F}', '\u{2019}', '\u{E02}', '\u{706B}', '\u{D654}', '\u{1F600}', '\u{2665}'];
    // One encoding of each family, and of the single-byte encodings one for each script.
    let names = "UTF-8 windows-1252 windows-1250 KOI8-R windows-1253 windows-874 x-user-defined GBK gb18030 Big5 EUC-JP \
                 ISO-2022-JP Shift_JIS EUC-KR";
    for encoding in names.split_whitespace().filter_map(|name| Encoding::for_label(name.as_bytes())) {
        for run in runs {
            for (i, other) in others.into_iter().enumerate() {
                let places = (0..140).map(|before| (before, 139 - before)).chain((0..70).map(|n| (n, 0)));
                for (before, after) in places.skip(i % stride()).step_by(stride()) {
                    let mut text: String = core::iter::repeat_n(run, before).collect();
                    text.push(other);
                    text.extend(core::iter::repeat_n(run, after));
                    let mut expected = Vec::new();
                    let mut encoder = encoding.new_encoder();
                    for (i, c) in text.char_indices() {
                        let mut room = [0; 16];
                        let last = i + c.len_utf8() == text.len();
                        let (_, _, written, _) = encoder.encode_from_utf8(c.encode_utf8(&mut [0; 4]), &mut room, last);
                        expected.extend_from_slice(&room[..written]);
                    }
                    let mut room = vec![0; expected.len()];
                    let (result, read, written, _) = encoding.new_encoder().encode_from_utf8(&text, &mut room, true);
                    assert_eq!((result, read, written), (CoderResult::InputEmpty, text.len(), expected.len()));
                    assert_eq!(room, expected, "{encoding}: {before} {run:?}, {other:?}, {after} {run:?}");
                }
            }
        }
    }
}

/// A lone surrogate becomes U+FFFD. `encode_from_utf16` counts code units.
#[test]
fn lone_surrogates() {
    let mut bytes = [0; 64];
    let (result, read, written, had_unmappables) = Encoding::Gb18030.new_encoder().encode_from_utf16(
        &[0x61, 0xD800, 0x62, 0xDC00, 0xD83D, 0xDE00],
        &mut bytes,
        true,
    );
    assert_eq!((result, read, had_unmappables), (CoderResult::InputEmpty, 6, false));
    assert_eq!(&bytes[..written], b"a\x84\x31\xA4\x37b\x84\x31\xA4\x37\x94\x39\xFC\x36");
    let long: Vec<u16> = core::iter::repeat_n([0xD83D, 0xDE00], 2000).flatten().collect();
    let mut bytes = vec![0; 8000];
    let (result, read, written, _) = Encoding::Utf8.new_encoder().encode_from_utf16(&long, &mut bytes, true);
    assert_eq!((result, read, written), (CoderResult::InputEmpty, 4000, 8000));
    assert_eq!(bytes, "\u{1F600}".repeat(2000).into_bytes());
}

#[test]
fn whole_texts_borrow_where_nothing_changes() {
    use std::borrow::Cow;
    for encoding in Encoding::ALL {
        let (bytes, output, had_unmappables) = encoding.encode("ASCII");
        assert!(matches!(bytes, Cow::Borrowed(b"ASCII")) && !had_unmappables, "{encoding}");
        assert_eq!(output, encoding.output_encoding());
        for text in TEXTS {
            let (bytes, _, had_unmappables) = encoding.encode(text);
            let (html, _, errors) = whole(encoding, text);
            assert_eq!((&*bytes, had_unmappables), (&*html, !errors.is_empty()), "{encoding}: {text:?}");
        }
        let long = "\u{10FFFF}".repeat(1000);
        assert_eq!(encoding.encode(&long).0, whole(encoding, &long).0, "{encoding}");
    }
    assert!(matches!(Encoding::Utf16Le.encode("\u{E9}"), (Cow::Borrowed(b"\xC3\xA9"), Encoding::Utf8, false)));
    assert_eq!(&*Encoding::Iso2022Jp.encode("a\x1B$B").0, b"a&#65533;$B");
}

/// Long UTF-16, which is encoded in several pieces, with special characters anywhere in them.
#[test]
fn long_utf16() {
    let places = [0, 1, 80, 84, 85, 86, 255, 256, 1364, 1365, 1366, 3000, 4093, 4094, 4095, 4096, 4097, 8999];
    for at in places.into_iter().step_by(stride().min(5)) {
        for (obstacle, as_text) in
            [(&[0x3B1][..], "\u{3B1}"), (&[0xD83D, 0xDE00], "\u{1F600}"), (&[0xDE00], "\u{FFFD}")]
        {
            for filler in [u16::from(b'a'), 0xE9, 0x20AC] {
                let mut units = vec![filler; 9000];
                units.splice(at..at, obstacle.iter().copied());
                let text = String::from_utf16_lossy(&units);
                assert!(text.contains(as_text));
                // The unmappable character, and how far the encoder has read.
                let mut encoder = Encoding::Windows1252.new_encoder();
                let mut bytes = vec![0; 9100];
                let (result, read, written) = encoder.encode_from_utf16_without_replacement(&units, &mut bytes, true);
                assert_eq!(result, EncoderResult::Unmappable(as_text.chars().next().unwrap()));
                assert_eq!((read, written), (at + obstacle.len(), at));
                // Every size of the output buffer.
                let (expected, ..) = Encoding::Windows1252.encode(&text);
                for room in [at + 16, 20, 1000, 9100] {
                    let mut encoder = Encoding::Windows1252.new_encoder();
                    let (mut all, mut read) = (Vec::new(), 0);
                    loop {
                        let (result, r, w, _) =
                            encoder.encode_from_utf16(&units[read..], &mut bytes[..room.min(9100)], true);
                        all.extend_from_slice(&bytes[..w]);
                        read += r;
                        if result == CoderResult::InputEmpty {
                            break;
                        }
                        assert!(r > 0 || w > 0);
                    }
                    assert_eq!((read, &all[..]), (units.len(), &*expected), "{at} {room}");
                }
            }
        }
    }
}

/// Very short UTF-16.
#[test]
fn short_utf16() {
    for (units, expected) in [
        (&[][..], &b""[..]),
        (&[0x61], b"a"),
        (&[0x20AC], b"\x80"),
        (&[0xD800], b"&#65533;"),
        (&[0xDE00], b"&#65533;"),
        (&[0xD83D, 0xDE00], b"&#128512;"),
    ] {
        let mut bytes = [0; 16];
        let mut encoder = Encoding::Windows1252.new_encoder();
        let (result, read, written, _) = encoder.encode_from_utf16(units, &mut bytes, true);
        assert_eq!((result, read, &bytes[..written]), (CoderResult::InputEmpty, units.len(), expected));
    }
}
