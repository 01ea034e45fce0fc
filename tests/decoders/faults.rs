//! Faults that decoders are known to have had, one test each.

use charsniff::{CoderResult, Decoder, DecoderResult, Encoding};

#[track_caller]
fn decodes(encoding: Encoding, bytes: &[u8], text: &str) {
    assert_eq!(encoding.decode_without_bom_handling(bytes).0, text);
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut decoded = String::new();
    for byte in bytes {
        decoded += &all(&mut decoder, &[*byte], false);
    }
    assert_eq!(decoded + &all(&mut decoder, b"", true), text, "byte by byte");
}

fn all(decoder: &mut Decoder, bytes: &[u8], last: bool) -> String {
    let mut text = String::with_capacity(decoder.max_utf8_buffer_length(bytes.len()).unwrap());
    let (result, read, _) = decoder.decode_to_string(bytes, &mut text, last);
    assert_eq!((result, read), (CoderResult::InputEmpty, bytes.len()));
    text
}

/// If a lead byte swallows a quotation mark, text gets out of an attribute.
#[test]
fn ascii_after_a_lead_byte_is_never_swallowed() {
    decodes(Encoding::ShiftJis, b"\x82\x22", "\u{FFFD}\"");
    decodes(Encoding::ShiftJis, b"\x82\x7F", "\u{FFFD}\x7F");
    decodes(Encoding::Big5, b"\x81\x3C", "\u{FFFD}<");
    decodes(Encoding::Big5, b"\x81\x41", "\u{FFFD}A");
    decodes(Encoding::EucKr, b"\x81\x22", "\u{FFFD}\"");
    decodes(Encoding::EucJp, b"\xA4\x22", "\u{FFFD}\"");
    decodes(Encoding::EucJp, b"\x8F\xA2\x22", "\u{FFFD}\"");
    decodes(Encoding::Gbk, b"\x81\x22", "\u{FFFD}\"");
    decodes(Encoding::Gb18030, b"\x81\x30\x22", "\u{FFFD}0\"");
    decodes(Encoding::Gb18030, b"\x81\x30\x81\x22", "\u{FFFD}0\u{FFFD}\"");
}

#[test]
fn a_sequence_that_the_input_ends_in_is_one_error() {
    decodes(Encoding::Gb18030, b"\x81\x30", "\u{FFFD}");
    decodes(Encoding::Gb18030, b"\x81\x30\x81", "\u{FFFD}");
    decodes(Encoding::EucJp, b"\x8F\xA2", "\u{FFFD}");
    decodes(Encoding::Utf8, b"\xF0\x9F\x98", "\u{FFFD}");
    decodes(Encoding::Utf16Le, b"\x3D\xD8\x00", "\u{FFFD}");
}

#[test]
fn four_bytes_of_gb18030_without_a_character_are_one_error() {
    decodes(Encoding::Gb18030, b"\x84\x31\xA5\x30", "\u{FFFD}");
    decodes(Encoding::Gb18030, b"\xFE\x39\xFE\x39", "\u{FFFD}");
    decodes(Encoding::Gb18030, b"\xE3\x32\x9A\x35", "\u{10FFFF}");
    decodes(Encoding::Gb18030, b"\x81\x35\xF4\x37", "\u{E7C7}");
    decodes(Encoding::Gb18030, b"\xA8\xBC", "\u{1E3F}");
}

/// An empty escape sequence could hide text from a filter.
#[test]
fn an_escape_sequence_right_after_another_is_an_error() {
    decodes(Encoding::Iso2022Jp, b"\x1B$B\x1B(B", "\u{FFFD}");
    decodes(Encoding::Iso2022Jp, b"\x1B(B\x1B(B", "\u{FFFD}");
    decodes(Encoding::Iso2022Jp, b"\x1B$B\x30\x21\x1B(B", "亜");
    decodes(Encoding::Iso2022Jp, b"\x1B(J\\~", "\u{A5}\u{203E}");
}

#[test]
fn an_escape_that_selects_nothing_is_one_error_and_text() {
    decodes(Encoding::Iso2022Jp, b"\x1B(Zx", "\u{FFFD}(Zx");
    decodes(Encoding::Iso2022Jp, b"\x1B$", "\u{FFFD}$");
    decodes(Encoding::Iso2022Jp, b"\x1B", "\u{FFFD}");
    decodes(Encoding::Iso2022Jp, b"\x1B(I\x1B$", "\u{FFFD}\u{FF64}");
    decodes(Encoding::Iso2022Jp, b"\x1B$B\x1B(\x30", "\u{FFFD}┛");
}

#[test]
fn overlong_and_surrogate_utf_8() {
    decodes(Encoding::Utf8, b"\xC0\x80", "\u{FFFD}\u{FFFD}");
    decodes(Encoding::Utf8, b"\xE0\x80\x80", "\u{FFFD}\u{FFFD}\u{FFFD}");
    decodes(Encoding::Utf8, b"\xED\xA0\x80", "\u{FFFD}\u{FFFD}\u{FFFD}");
    decodes(Encoding::Utf8, b"\xED\x9F\xBF", "\u{D7FF}");
    decodes(Encoding::Utf8, b"\xF0\x8F\xBF\xBF", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}");
    decodes(Encoding::Utf8, b"\xF4\x90\x80\x80", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}");
    decodes(Encoding::Utf8, b"\xE2\x82A", "\u{FFFD}A");
}

#[test]
fn a_single_byte_of_utf_16() {
    decodes(Encoding::Utf16Le, b"a", "\u{FFFD}");
    decodes(Encoding::Utf16Be, b"\0", "\u{FFFD}");
}

#[test]
fn unpaired_surrogates() {
    decodes(Encoding::Utf16Be, b"\xD8\0\0A", "\u{FFFD}A");
    decodes(Encoding::Utf16Be, b"\xD8\0\xD8\0\xDC\0", "\u{FFFD}\u{10000}");
    decodes(Encoding::Utf16Be, b"\xDC\0\0A", "\u{FFFD}A");
    decodes(Encoding::Utf16Be, b"\xD8\0\xD8\0", "\u{FFFD}\u{FFFD}");
}

#[test]
fn pointers_of_big5_with_two_characters() {
    decodes(
        Encoding::Big5,
        b"\x88\x62\x88\x64\x88\xA3\x88\xA5",
        "\u{CA}\u{304}\u{CA}\u{30C}\u{EA}\u{304}\u{EA}\u{30C}",
    );
}

#[test]
fn replacement_is_one_error_for_any_input_but_none_for_empty() {
    decodes(Encoding::Replacement, b"<script>", "\u{FFFD}");
    decodes(Encoding::Replacement, b"", "");
}

#[test]
fn empty_chunks_between_the_bytes_of_a_character() {
    let mut decoder = Encoding::Gb18030.new_decoder();
    let mut text = String::new();
    for byte in b"\x94\x39\xDA\x33" {
        text += &all(&mut decoder, b"", false);
        text += &all(&mut decoder, &[*byte], false);
    }
    text += &all(&mut decoder, b"", false);
    assert_eq!(text + &all(&mut decoder, b"", true), "\u{1F4A9}");
}

#[test]
fn the_character_after_an_error_does_not_wait_for_more_input() {
    let mut decoder = Encoding::Utf16Be.new_decoder_without_bom_handling();
    assert_eq!(all(&mut decoder, b"\xD8\0\0A", false), "\u{FFFD}A");
}

#[test]
fn an_incomplete_mark_is_text() {
    for (bytes, text) in [(&b"\xEF\xBB"[..], "ï»"), (b"\xEF", "ï"), (b"\xFE", "þ"), (b"\xFFa", "ÿa")] {
        let mut decoder = Encoding::Windows1252.new_decoder();
        let mut decoded = String::new();
        for byte in bytes {
            decoded += &all(&mut decoder, &[*byte], false);
        }
        assert_eq!(decoded + &all(&mut decoder, b"", true), text);
    }
}

/// The bytes held for a possible byte order mark were read before the error among them is found.
#[test]
fn errors_in_held_bytes_have_their_position() {
    let mut decoder = Encoding::Iso2022Jp.new_decoder();
    let mut room = [0; 16];
    assert_eq!(
        decoder.decode_to_utf8_without_replacement(b"\xEF\xBB", &mut room, false),
        (DecoderResult::InputEmpty, 2, 0)
    );
    let expected = [(DecoderResult::Malformed(1, 1), 0, 0), (DecoderResult::Malformed(1, 0), 0, 0)];
    for expected in expected {
        assert_eq!(decoder.decode_to_utf8_without_replacement(b"a", &mut room, true), expected);
    }
    assert_eq!(decoder.decode_to_utf8_without_replacement(b"a", &mut room, true), (DecoderResult::InputEmpty, 1, 1));
}

/// As in `encoding_rs`, an error is not read before its U+FFFD fits, and without room neither is the start of a
/// character.
#[test]
fn nothing_is_read_for_which_there_is_no_room() {
    let mut decoder = Encoding::Utf8.new_decoder();
    let mut room = [0; 3];
    assert_eq!(decoder.decode_to_utf8(b"\xFFa", &mut [], false), (CoderResult::OutputFull, 0, 0, false));
    assert_eq!(decoder.decode_to_utf8(b"\xFFa", &mut room[..2], false), (CoderResult::OutputFull, 0, 0, false));
    assert_eq!(decoder.decode_to_utf8(b"\xFFa", &mut room, false), (CoderResult::OutputFull, 1, 3, true));
    assert_eq!(&room, "\u{FFFD}".as_bytes());
    assert_eq!(decoder.decode_to_utf8(b"a", &mut room, false), (CoderResult::InputEmpty, 1, 1, false));
    for (encoding, start) in [(Encoding::Utf8, b"\xE6\xBC"), (Encoding::EucJp, b"\x8F\xA2"), (Encoding::Gbk, b"\x810")]
    {
        let mut decoder = encoding.new_decoder_without_bom_handling();
        assert_eq!(decoder.decode_to_utf8(start, &mut [], false), (CoderResult::OutputFull, 0, 0, false));
        assert_eq!(decoder.decode_to_utf8(start, &mut room[..1], false), (CoderResult::InputEmpty, 2, 0, false));
        assert_eq!(decoder.decode_to_utf8(b"", &mut room[..2], true), (CoderResult::OutputFull, 0, 0, false));
        assert_eq!(decoder.decode_to_utf8(b"", &mut room, true), (CoderResult::InputEmpty, 0, 3, true));
    }
}

/// Errors are reported however much room there is. AA has no character in windows-1253.
#[test]
fn each_call_reports_the_errors_that_it_has_read() {
    let bytes = [&b"a\xAAb\xE1\xAA\xAA"[..], &[b'c'; 70], &[0xE1; 70], b"\xAA", &[0xE1; 70]].concat();
    for room in 0..100 {
        let (mut utf8, mut utf16) = ([0; 100], [0; 100]);
        for to_utf16 in [false, true] {
            let mut decoder = Encoding::Windows1253.new_decoder_without_bom_handling();
            let mut at = 0;
            loop {
                let (result, read, written, had_errors) = if to_utf16 {
                    decoder.decode_to_utf16(&bytes[at..], &mut utf16[..room], true)
                } else {
                    decoder.decode_to_utf8(&bytes[at..], &mut utf8[..room], true)
                };
                assert_eq!(had_errors, bytes[at..at + read].contains(&0xAA), "{room} {to_utf16} {at}");
                at += read;
                if result == CoderResult::InputEmpty || read + written == 0 {
                    break;
                }
            }
        }
    }
}

/// The errors are the same when decoding to UTF-16.
#[test]
fn errors_are_the_same_to_utf_16() {
    let mut state = 1_u32;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state
    };
    for encoding in Encoding::ALL {
        for round in 0..60 {
            let kinds = [0x80..0x100, 0x20..0x80, 0..0x100, 0xC0..0xE0];
            let mut kind = 0;
            let bytes: Vec<u8> = (0..300)
                .map(|_| {
                    if random() % 16 == 0 {
                        kind = random() as usize % kinds.len();
                    }
                    (kinds[kind].start + random() % kinds[kind].len() as u32) as u8
                })
                .collect();
            let (mut expected, mut text) = (Vec::new(), String::new());
            let mut decoder = encoding.new_decoder_without_bom_handling();
            let (mut at, mut room) = (0, [0; 1000]);
            loop {
                let (result, read, written) = decoder.decode_to_utf8_without_replacement(&bytes[at..], &mut room, true);
                text += std::str::from_utf8(&room[..written]).unwrap();
                at += read;
                expected.push((result, at, text.encode_utf16().count()));
                if result == DecoderResult::InputEmpty {
                    break;
                }
            }
            for room in [2, 7, 40, 400] {
                let (mut found, mut units) = (Vec::new(), Vec::new());
                let mut decoder = encoding.new_decoder_without_bom_handling();
                let (mut at, mut buffer) = (0, [0; 400]);
                loop {
                    let (result, read, written) =
                        decoder.decode_to_utf16_without_replacement(&bytes[at..], &mut buffer[..room], true);
                    units.extend_from_slice(&buffer[..written]);
                    at += read;
                    if result != DecoderResult::OutputFull {
                        found.push((result, at, units.len()));
                    }
                    if result == DecoderResult::InputEmpty {
                        break;
                    }
                }
                assert_eq!(found, expected, "{encoding}, round {round}, room for {room}: {bytes:02X?}");
                assert_eq!(String::from_utf16(&units).unwrap(), text);
            }
        }
    }
}
