//! Decoding whole inputs, and decoding to `str`: the same results as with `encoding_rs`.

use std::borrow::Cow;

use charsniff::{CoderResult, Encoding};

fn peer(encoding: Encoding) -> &'static encoding_rs::Encoding {
    encoding_rs::Encoding::for_label(encoding.name().as_bytes()).unwrap()
}

/// Text in many scripts, in each encoding, with and without a byte order mark, well-formed and
/// malformed.
fn inputs() -> Vec<Vec<u8>> {
    let mut inputs: Vec<Vec<u8>> = Vec::new();
    let ascii = b"<!DOCTYPE html>\n".repeat(20);
    for encoding in Encoding::ALL {
        for text in ["", "ascii", "Grüße, naïve café: 5 €", "Жду тебя", "日本語のテキスト", "简体中文文本", "한국어 글"]
        {
            for start in [&b""[..], &ascii] {
                let bytes = [start, &peer(encoding).encode(text).0].concat();
                for bom in [&b"\xEF\xBB\xBF"[..], b"\xFE\xFF", b"\xFF\xFE"] {
                    inputs.push([bom, &bytes].concat());
                }
                inputs.push([&bytes[..], b"\x81", &bytes].concat());
                inputs.push([&bytes[..], b"\xFF".repeat(300).as_slice()].concat());
                inputs.push(bytes.repeat(40));
                inputs.push(bytes);
            }
        }
    }
    inputs.sort();
    inputs.dedup();
    inputs
}

#[test]
fn all_forms_agree_with_the_peer() {
    let inputs = inputs();
    let borrowed = |text: &Cow<str>| matches!(text, Cow::Borrowed(_));
    for encoding in Encoding::ALL {
        let peer = peer(encoding);
        for bytes in &inputs {
            let (ours, theirs) = (encoding.decode(bytes), peer.decode(bytes));
            assert_eq!(borrowed(&ours.0), borrowed(&theirs.0) || ours.0.is_empty(), "{encoding} {bytes:02X?}");
            assert_eq!((ours.0, ours.1.name(), ours.2), (theirs.0, theirs.1.name(), theirs.2));
            assert_eq!(encoding.decode_with_bom_removal(bytes), peer.decode_with_bom_removal(bytes));
            assert_eq!(encoding.decode_without_bom_handling(bytes), peer.decode_without_bom_handling(bytes));
            assert_eq!(
                encoding.decode_without_bom_handling_and_without_replacement(bytes),
                peer.decode_without_bom_handling_and_without_replacement(bytes)
            );
            let ours = encoding.new_decoder_without_bom_handling().latin1_byte_compatible_up_to(bytes);
            let theirs = peer.new_decoder_without_bom_handling().latin1_byte_compatible_up_to(bytes);
            // For single-byte encodings, theirs stops before ASCII at the end of the input. Its
            // documentation agrees with ours.
            let theirs =
                theirs.map(|n| if encoding.is_single_byte() && bytes[n..].is_ascii() { bytes.len() } else { n });
            assert_eq!(ours, theirs, "{encoding} {bytes:02X?}");
            assert_eq!(encoding.new_decoder().latin1_byte_compatible_up_to(bytes), None);
        }
    }
    for bytes in &inputs {
        assert_eq!(Encoding::utf8_valid_up_to(bytes), encoding_rs::Encoding::utf8_valid_up_to(bytes));
        assert_eq!(Encoding::ascii_valid_up_to(bytes), encoding_rs::Encoding::ascii_valid_up_to(bytes));
        assert_eq!(
            Encoding::iso_2022_jp_ascii_valid_up_to(bytes),
            encoding_rs::Encoding::iso_2022_jp_ascii_valid_up_to(bytes)
        );
    }
    println!("inputs: {} in {} encodings", inputs.len(), Encoding::COUNT);
}

#[test]
fn the_rest_of_a_str_stays_text() {
    for room in 0..40 {
        let mut text = "é".repeat(room);
        let (result, read, written, had_errors) =
            Encoding::EucJp.new_decoder().decode_to_str(b"\xB0\xA1 \xFF", &mut text, true);
        assert!(std::str::from_utf8(text.as_bytes()).is_ok());
        assert!(text.starts_with(&"亜 \u{FFFD}"[..written]));
        assert_eq!(result == CoderResult::InputEmpty, written == 7);
        if result == CoderResult::InputEmpty {
            assert_eq!((read, had_errors), (4, true));
        }
        let mut text = "é".repeat(room);
        let _ = Encoding::EucJp.new_decoder().decode_to_str_without_replacement(b"\xB0\xA1", &mut text, true);
        assert!(std::str::from_utf8(text.as_bytes()).is_ok());
        assert!(text.ends_with(&"é".repeat(room.saturating_sub(6))), "what is out of reach is as it was");
    }
}

/// A `String` is filled up to its capacity, however large, and never reallocated.
#[test]
fn a_string_never_reallocates() {
    let bytes = b"\x93\xFA\x96\x7B".repeat(10_000);
    for capacity in [0, 1, 5, 8 * 1024, 8 * 1024 + 1, 20_000, 60_000, 100_000] {
        let mut text = String::with_capacity(capacity);
        let at = text.as_ptr();
        let capacity = text.capacity();
        let (result, read, _) = Encoding::ShiftJis.new_decoder().decode_to_string(&bytes, &mut text, true);
        assert_eq!((text.as_ptr(), text.capacity()), (at, capacity));
        assert_eq!(result == CoderResult::InputEmpty, read == bytes.len());
        assert!(text.len() == 60_000 || text.len() + 3 > capacity);
    }
}
