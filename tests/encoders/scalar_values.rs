//! Encodes every scalar value with every encoder, in every state. The result is compared with the
//! standard's steps and with `encoding_rs`.

use charsniff::{CoderResult, EncoderResult, Encoding};

use super::encoder_model::Model;
use super::stride::stride;

/// All scalar values, in short texts, so that special bytes of ISO-2022-JP show.
fn every_scalar_value() -> Vec<String> {
    let all: Vec<char> = (0..=0x10_FFFF).filter_map(char::from_u32).collect();
    all.chunks(61).step_by(stride()).map(|chunk| chunk.iter().collect()).collect()
}

/// Encodes `text` in the error mode *html*.
fn html(encoding: Encoding, text: &str) -> Vec<u8> {
    let mut encoder = encoding.new_encoder();
    let mut bytes = vec![0; text.len() * 10 + 20];
    let (result, read, written, _) = encoder.encode_from_utf8(text, &mut bytes, true);
    assert_eq!((result, read), (CoderResult::InputEmpty, text.len()));
    bytes.truncate(written);
    bytes
}

/// Encodes `text` in the error mode *fatal* and continues after each error. Returns the bytes and
/// the errors.
fn fatal(encoding: Encoding, text: &str) -> (Vec<u8>, Vec<char>) {
    let mut encoder = encoding.new_encoder();
    let (mut bytes, mut errors, mut read) = (Vec::new(), Vec::new(), 0);
    bytes.reserve(encoder.max_buffer_length_from_utf8_without_replacement(text.len()).unwrap());
    let capacity = bytes.capacity();
    loop {
        let (result, r) = encoder.encode_from_utf8_to_vec_without_replacement(&text[read..], &mut bytes, true);
        assert_eq!(bytes.capacity(), capacity);
        read += r;
        match result {
            EncoderResult::InputEmpty => return (bytes, errors),
            EncoderResult::OutputFull => panic!("{encoding}: more than the most bytes for {text:?}"),
            EncoderResult::Unmappable(c) => errors.push(c),
        }
    }
}

fn fatal_of_encoding_rs(encoding: &'static encoding_rs::Encoding, text: &str) -> (Vec<u8>, Vec<char>) {
    let mut encoder = encoding.new_encoder();
    let (mut bytes, mut errors, mut read) = (Vec::with_capacity(text.len() * 4 + 10), Vec::new(), 0);
    loop {
        let (result, r) = encoder.encode_from_utf8_to_vec_without_replacement(&text[read..], &mut bytes, true);
        read += r;
        match result {
            encoding_rs::EncoderResult::InputEmpty => return (bytes, errors),
            encoding_rs::EncoderResult::OutputFull => panic!("{}: no room for {text:?}", encoding.name()),
            encoding_rs::EncoderResult::Unmappable(c) => errors.push(c),
        }
    }
}

/// Encodes each of `texts` after `prefix`.
fn walk(encoding: Encoding, prefix: &str, texts: &[String]) {
    let theirs = encoding_rs::Encoding::for_label(encoding.name().as_bytes()).unwrap();
    let mut model = Model::new(encoding.output_encoding().name());
    for text in texts {
        let text = &format!("{prefix}{text}");
        let ours = fatal(encoding, text);
        assert_eq!(ours, fatal_of_encoding_rs(theirs, text), "{encoding} against encoding_rs: {text:?}");
        let ours_html = html(encoding, text);
        model.reset();
        let mut errors = Vec::new();
        let expected = model.encode(text, &mut errors);
        assert_eq!(ours_html, expected, "{encoding} against the standard: {text:?}");
        assert_eq!(ours.1, errors, "{encoding} against the standard: {text:?}");
        let utf16: Vec<u16> = text.encode_utf16().collect();
        let mut encoder = encoding.new_encoder();
        let mut bytes = vec![0; ours_html.len()];
        let (result, read, written, had_unmappables) = encoder.encode_from_utf16(&utf16, &mut bytes, true);
        assert_eq!(
            (result, read, written),
            (CoderResult::InputEmpty, utf16.len(), bytes.len()),
            "{encoding}: {text:?}"
        );
        assert_eq!((bytes, had_unmappables), (ours_html, !ours.1.is_empty()), "{encoding} from UTF-16: {text:?}");
    }
}

fn walk_all(encodings: impl Iterator<Item = Encoding>) {
    let texts = every_scalar_value();
    for encoding in encodings {
        walk(encoding, "", &texts);
    }
}

#[test]
fn single_byte_encoders_are_the_standards() {
    walk_all(Encoding::ALL.into_iter().filter(|encoding| encoding.is_single_byte()));
}

#[test]
fn multi_byte_encoders_are_the_standards() {
    walk_all(Encoding::ALL.into_iter().filter(|encoding| !encoding.is_single_byte()));
}

/// Each scalar value alone, so that it is encoded in the state that the prefix leaves.
#[test]
fn iso_2022_jp_is_the_standards_in_every_state() {
    let texts: Vec<String> = (0..=0xFFFF)
        .chain([0x1_0000, 0x1_F600, 0x2_000B, 0x10_FFFF])
        .filter_map(char::from_u32)
        .step_by(stride())
        .map(String::from)
        .collect();
    for prefix in ["", "a", "\u{A5}", "\u{3042}", "\u{A5}\u{3042}"] {
        walk(Encoding::Iso2022Jp, prefix, &texts);
    }
}

/// After each call, bytes, errors and pending state are those of `encoding_rs`: an error leaves ISO-2022-JP in ASCII or
/// in Roman, and the next call goes on from there.
#[test]
fn iso_2022_jp_keeps_its_state_between_calls() {
    const LETTERS: [char; 12] = [
        'a',
        '\\',
        '~',
        '\u{A5}',
        '\u{203E}',
        '\u{3042}',
        '\u{FF76}',
        '\u{2212}',
        '\u{2665}',
        '\u{1F600}',
        '\x1B',
        '\x0E',
    ];
    for n in 0..LETTERS.len().pow(4) {
        let text: String = (0..4).map(|i| LETTERS[n / LETTERS.len().pow(i) % LETTERS.len()]).collect();
        for last in [false, true] {
            let (mut ours, mut theirs) = (Encoding::Iso2022Jp.new_encoder(), encoding_rs::ISO_2022_JP.new_encoder());
            let (mut room, mut their_room, mut left) = ([0; 64], [0; 64], &text[..]);
            loop {
                let (result, read, written) = ours.encode_from_utf8_without_replacement(left, &mut room, last);
                let theirs_is = theirs.encode_from_utf8_without_replacement(left, &mut their_room, last);
                assert_eq!((read, written), (theirs_is.1, theirs_is.2), "{text:?}");
                assert_eq!(room[..written], their_room[..written], "{text:?}");
                assert_eq!(ours.has_pending_state(), theirs.has_pending_state(), "{text:?}");
                left = &left[read..];
                match (result, theirs_is.0) {
                    (EncoderResult::InputEmpty, encoding_rs::EncoderResult::InputEmpty) => break,
                    (EncoderResult::Unmappable(c), encoding_rs::EncoderResult::Unmappable(d)) => assert_eq!(c, d),
                    other => panic!("{text:?}: {other:?}"),
                }
            }
        }
    }
}

/// Everything that can be encoded survives the round trip, except for characters that an encoder
/// maps to others.
#[test]
fn round_trips() {
    let texts = every_scalar_value();
    for encoding in Encoding::ALL {
        let theirs = encoding_rs::Encoding::for_label(encoding.name().as_bytes()).unwrap();
        let mut different = String::new();
        for text in &texts {
            for c in text.chars() {
                let (mut bytes, mut text) = ([0; 16], [0; 4]);
                let text = c.encode_utf8(&mut text);
                let (result, _, written) =
                    encoding.new_encoder().encode_from_utf8_without_replacement(text, &mut bytes, true);
                if result == EncoderResult::InputEmpty {
                    let (back, _) = theirs.output_encoding().decode_without_bom_handling(&bytes[..written]);
                    if back != *text {
                        different.push(c);
                    }
                }
            }
        }
        let mut expected: String = match encoding {
            Encoding::EucJp | Encoding::ShiftJis => "\u{A5}\u{203E}\u{2212}".into(),
            Encoding::Iso2022Jp => "\u{2212}".chars().chain('\u{FF61}'..='\u{FF9F}').collect(),
            Encoding::Gbk | Encoding::Gb18030 => {
                "\u{E78D}\u{E78E}\u{E78F}\u{E790}\u{E791}\u{E792}\u{E793}\u{E794}\u{E795}\u{E796}\
                 \u{E81E}\u{E826}\u{E82B}\u{E82C}\u{E832}\u{E843}\u{E854}\u{E864}"
                    .into()
            }
            _ => String::new(),
        };
        expected.retain(|c| texts.iter().any(|text| text.contains(c)));
        assert_eq!(different, expected, "{encoding}");
    }
}
