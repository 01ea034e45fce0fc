// This file is included twice, with the names of either crate in scope.

const NAMES: [&str; 40] = [
    "UTF-8", "IBM866", "ISO-8859-2", "ISO-8859-3", "ISO-8859-4", "ISO-8859-5", "ISO-8859-6", "ISO-8859-7",
    "ISO-8859-8", "ISO-8859-8-I", "ISO-8859-10", "ISO-8859-13", "ISO-8859-14", "ISO-8859-15", "ISO-8859-16",
    "KOI8-R", "KOI8-U", "macintosh", "windows-874", "windows-1250", "windows-1251", "windows-1252",
    "windows-1253", "windows-1254", "windows-1255", "windows-1256", "windows-1257", "windows-1258",
    "x-mac-cyrillic", "GBK", "gb18030", "Big5", "EUC-JP", "ISO-2022-JP", "Shift_JIS", "EUC-KR", "replacement",
    "UTF-16BE", "UTF-16LE", "x-user-defined",
];

const TEXTS: [&str; 8] = [
    "",
    "plain",
    "caf\u{E9} \u{20AC}5 \u{2013} \u{201C}na\u{EF}ve\u{201D}",
    "\u{41C}\u{430}\u{440}\u{441} \u{3B1}\u{3B2} \u{5D0}\u{5D1} \u{627}\u{644} \u{E01}\u{E02}",
    "\u{706B}\u{661F}\u{FF08}\u{304B}\u{305B}\u{3044}\u{FF09}a\u{A5}\u{203E}\\~\u{2212}\u{FF76}\u{FF9E}",
    "\u{D654}\u{C131} \u{AC02}",
    "\u{1E3F}\u{E7C7}\u{2550}\u{2000B}\u{1F600}\u{10FFFF}\u{F780}",
    "a\u{E}b\u{F}c\u{1B}d\u{3042}\u{2665}\u{A5}\u{2665}",
];

/// Well-formed and malformed inputs.
fn inputs() -> Vec<Vec<u8>> {
    let mut inputs: Vec<Vec<u8>> = TEXTS.iter().map(|text| text.as_bytes().to_vec()).collect();
    inputs.push((0..=255).collect());
    inputs.push((0..=255).rev().collect());
    inputs.push((0x30..=0xFF).flat_map(|lead| [lead, 0x40, lead, 0xA1, lead, lead, 0x20]).collect());
    inputs.push(b"\x1B$B$\"\x1B(J\\~\x1B(I1\x1B(B\x1B$@0l\x1B(X".to_vec());
    inputs.push(b"\x81\x30\x81\x30\x84\x31\xA4\x37\x90\x30\x81\x30\xE3\x32\x9A\x35\xFF".to_vec());
    inputs.push(b"\x8E\xB1\x8F\xB0\xA1\xB0\xA1\x88\x62\x88\x64\x82\x22".to_vec());
    inputs.push(b"\xEF\xBB\xBFa\xC3\xA9\xFF".to_vec());
    inputs.push(b"\xFE\xFF\0a\xD8\x3D\xDE\0\xD8\0\0b\xDC\0c".to_vec());
    inputs.push(b"\xFF\xFEa\0\x3D\xD8\0\xDE\0\xD8b\0\0\xDCc".to_vec());
    inputs.push(b"\xF0\x9F\x98\x80\xED\xA0\x80\xC0\x80\xF4\x90\x80\x80\xE3\x81".to_vec());
    inputs
}

pub fn facts() -> Vec<String> {
    let mut notes = Vec::new();
    for name in NAMES.into_iter().chain([" latin1\t", "utf8", "Unicode-1-1-UTF-8", "no such label", "", "iso-2022-kr"]) {
        let Some(encoding) = Encoding::for_label(name.as_bytes()) else {
            notes.push(format!("{name} is none"));
            continue;
        };
        notes.push(format!(
            "{name} {} {} {} {} {} {} {:?}",
            encoding.name(),
            encoding.output_encoding().name(),
            encoding.can_encode_everything(),
            encoding.is_ascii_compatible(),
            encoding.is_single_byte(),
            encoding == UTF_8,
            Encoding::for_label_no_replacement(name.as_bytes()).map(|encoding| encoding.name()),
        ));
    }
    for input in inputs() {
        let bom = Encoding::for_bom(&input).map(|(encoding, length)| (encoding.name(), length));
        notes.push(format!(
            "{bom:?} {} {} {}",
            Encoding::utf8_valid_up_to(&input),
            Encoding::ascii_valid_up_to(&input),
            Encoding::iso_2022_jp_ascii_valid_up_to(&input),
        ));
    }
    let mut sorted = [UTF_16LE, WINDOWS_1252, UTF_8, UTF_16BE];
    sorted.sort_by_key(|encoding| encoding.name());
    notes.push(sorted.map(|encoding| encoding.name()).join(" "));
    notes
}

pub fn whole_inputs() -> Vec<String> {
    let mut notes = Vec::new();
    for name in NAMES {
        let encoding = Encoding::for_label(name.as_bytes()).unwrap();
        for input in inputs() {
            let (text, used, had_errors) = encoding.decode(&input);
            notes.push(format!("{name} {text:?} {} {had_errors}", used.name()));
            notes.push(format!("{name} {:?}", encoding.decode_with_bom_removal(&input)));
            notes.push(format!("{name} {:?}", encoding.decode_without_bom_handling(&input)));
            notes.push(format!("{name} {:?}", encoding.decode_without_bom_handling_and_without_replacement(&input)));
        }
        for text in TEXTS {
            let (bytes, used, had_unmappables) = encoding.encode(text);
            notes.push(format!("{name} {bytes:?} {} {had_unmappables}", used.name()));
            notes.push(format!("{name} {}", matches!(bytes, std::borrow::Cow::Borrowed(_))));
        }
    }
    notes
}

fn each_decoder(name: &str) -> [Decoder; 3] {
    let encoding = Encoding::for_label(name.as_bytes()).unwrap();
    [
        encoding.new_decoder(),
        encoding.new_decoder_with_bom_removal(),
        encoding.new_decoder_without_bom_handling(),
    ]
}

/// One call of each method, with enough room.
pub fn decoders() -> Vec<String> {
    let mut notes = Vec::new();
    for name in NAMES {
        for input in inputs() {
            for (i, mut decoder) in each_decoder(name).into_iter().enumerate() {
                let room = decoder.max_utf8_buffer_length(input.len()).unwrap();
                let mut utf8 = vec![0; room];
                let (result, read, written, had_errors) = decoder.decode_to_utf8(&input, &mut utf8, true);
                let text = std::str::from_utf8(&utf8[..written]).unwrap();
                let used = decoder.encoding().name();
                notes.push(format!("{name} {i} {result:?} {read} {text:?} {had_errors} {used}"));
            }
            for mut decoder in each_decoder(name) {
                let mut text = String::with_capacity(decoder.max_utf8_buffer_length(input.len()).unwrap());
                let (result, read, had_errors) = decoder.decode_to_string(&input, &mut text, true);
                notes.push(format!("{name} {result:?} {read} {text:?} {had_errors}"));
            }
            for mut decoder in each_decoder(name) {
                let mut text = "\0".repeat(decoder.max_utf8_buffer_length(input.len()).unwrap());
                let (result, read, written, had_errors) = decoder.decode_to_str(&input, &mut text, true);
                notes.push(format!("{name} {result:?} {read} {:?} {had_errors}", &text[..written]));
            }
            for mut decoder in each_decoder(name) {
                let mut utf16 = vec![0; decoder.max_utf16_buffer_length(input.len()).unwrap()];
                let (result, read, written, had_errors) = decoder.decode_to_utf16(&input, &mut utf16, true);
                notes.push(format!("{name} {result:?} {read} {:?} {had_errors}", &utf16[..written]));
            }
            for mut decoder in each_decoder(name) {
                let room = decoder.max_utf8_buffer_length_without_replacement(input.len()).unwrap() + 16;
                let mut text = String::with_capacity(room);
                let mut read = 0;
                loop {
                    let (result, r) = decoder.decode_to_string_without_replacement(&input[read..], &mut text, true);
                    read += r;
                    match result {
                        // How far a call reads past the sequence may differ.
                        DecoderResult::Malformed(length, after) => {
                            notes.push(format!("{name} {length} before {} {text:?}", read - usize::from(after)));
                        }
                        DecoderResult::InputEmpty | DecoderResult::OutputFull => {
                            notes.push(format!("{name} {result:?} {read} {text:?}"));
                            break;
                        }
                    }
                }
            }
            for mut decoder in each_decoder(name) {
                let mut utf16 = vec![0; input.len() * 2 + 16];
                let (mut read, mut written) = (0, 0);
                loop {
                    let (result, r, w) =
                        decoder.decode_to_utf16_without_replacement(&input[read..], &mut utf16[written..], true);
                    read += r;
                    written += w;
                    let after = match result {
                        DecoderResult::Malformed(_, after) => after.into(),
                        DecoderResult::InputEmpty | DecoderResult::OutputFull => 0,
                    };
                    notes.push(format!("{name} {} {written}", read - after));
                    if after == 0 && !matches!(result, DecoderResult::Malformed(..)) {
                        break;
                    }
                }
            }
        }
    }
    notes
}

/// One call of each method, with enough room.
pub fn encoders() -> Vec<String> {
    let mut notes = Vec::new();
    let encoder = |name: &str| -> Encoder { Encoding::for_label(name.as_bytes()).unwrap().new_encoder() };
    for name in NAMES {
        notes.push(format!("{name} {}", encoder(name).encoding().name()));
        for text in TEXTS {
            let utf16: Vec<u16> = text.encode_utf16().collect();
            let room = text.len() * 10 + 32;
            let mut bytes = vec![0; room];
            let (result, read, written, had_unmappables) = encoder(name).encode_from_utf8(text, &mut bytes, true);
            notes.push(format!("{name} {result:?} {read} {:?} {had_unmappables}", &bytes[..written]));
            let (result, read, written, had_unmappables) = encoder(name).encode_from_utf16(&utf16, &mut bytes, true);
            notes.push(format!("{name} {result:?} {read} {:?} {had_unmappables}", &bytes[..written]));
            let mut bytes = Vec::with_capacity(room);
            let (result, read, had_unmappables) = encoder(name).encode_from_utf8_to_vec(text, &mut bytes, true);
            notes.push(format!("{name} {result:?} {read} {bytes:?} {had_unmappables}"));

            let mut bytes = Vec::with_capacity(room);
            let (mut encoder_8, mut read) = (encoder(name), 0);
            loop {
                let (result, r) =
                    encoder_8.encode_from_utf8_to_vec_without_replacement(&text[read..], &mut bytes, true);
                read += r;
                notes.push(format!("{name} {result:?} {read} {bytes:?} {}", encoder_8.has_pending_state()));
                match result {
                    EncoderResult::Unmappable(_) => {}
                    EncoderResult::InputEmpty | EncoderResult::OutputFull => break,
                }
            }
            let mut bytes = vec![0; room];
            let (mut encoder_16, mut read, mut written) = (encoder(name), 0, 0);
            loop {
                let (result, r, w) = encoder_16.encode_from_utf16_without_replacement(
                    &utf16[read..],
                    &mut bytes[written..],
                    false,
                );
                read += r;
                written += w;
                notes.push(format!("{name} {result:?} {read} {written} {}", encoder_16.has_pending_state()));
                if !matches!(result, EncoderResult::Unmappable(_)) {
                    break;
                }
            }
        }
    }
    notes
}

/// The loops in the documentation of `encoding_rs`, with buffers as small as it allows. How much
/// each call does may differ; the output may not.
pub fn streams() -> Vec<String> {
    let mut notes = Vec::new();
    for name in NAMES {
        for input in inputs() {
            for mut decoder in each_decoder(name) {
                let mut text = String::new();
                let mut had_errors = false;
                let mut room = [0; 16];
                for (i, chunk) in input.chunks(3).enumerate() {
                    let last = (i + 1) * 3 >= input.len();
                    let mut read = 0;
                    loop {
                        let (result, r, w, errors) = decoder.decode_to_utf8(&chunk[read..], &mut room, last);
                        read += r;
                        had_errors |= errors;
                        text += std::str::from_utf8(&room[..w]).unwrap();
                        match result {
                            CoderResult::InputEmpty => break,
                            CoderResult::OutputFull => {}
                        }
                    }
                }
                notes.push(format!("{name} {text:?} {had_errors} {}", decoder.encoding().name()));
            }
        }
        for text in TEXTS {
            let mut encoder = Encoding::for_label(name.as_bytes()).unwrap().new_encoder();
            let (mut bytes, mut had_unmappables, mut read) = (Vec::new(), false, 0);
            let mut room = [0; 24];
            loop {
                let (result, r, w, unmappables) = encoder.encode_from_utf8(&text[read..], &mut room, true);
                read += r;
                had_unmappables |= unmappables;
                bytes.extend_from_slice(&room[..w]);
                if result == CoderResult::InputEmpty {
                    break;
                }
            }
            notes.push(format!("{name} {bytes:?} {had_unmappables}"));
        }
    }
    notes
}
