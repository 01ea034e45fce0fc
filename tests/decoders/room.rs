//! Compares every decoder with `encoding_rs` when there is little room for output: the result, and
//! how much was read and written, for small inputs, whole and in two chunks, with every size of the
//! buffer.
//!
//! For UTF-16 everything is the same. In other encodings `encoding_rs` wants room for the longest
//! character before it reads on, while our decoders need only as much room as the next character. So
//! they do the same where `encoding_rs` reaches the end of the input or an error, and where no room is
//! left; otherwise they may get further.

use charsniff::{CoderResult, Decoder, DecoderResult, Encoding};

use super::stride::stride;

fn peer(encoding: Encoding) -> &'static encoding_rs::Encoding {
    encoding_rs::Encoding::for_label(encoding.name().as_bytes()).unwrap()
}

/// The result of a call.
#[derive(Clone, Debug, PartialEq)]
struct Call {
    /// `None`: the output is full.
    result: Option<DecoderResult>,
    read: usize,
    written: usize,
    had_errors: bool,
    units: Vec<u16>,
}

/// A method of both crates.
#[derive(Clone, Copy, Debug)]
enum Method {
    Utf8,
    Utf8WithoutReplacement,
    Utf16,
    Utf16WithoutReplacement,
}

impl Method {
    const ALL: [Method; 4] =
        [Method::Utf8, Method::Utf8WithoutReplacement, Method::Utf16, Method::Utf16WithoutReplacement];

    fn ours(self, decoder: &mut Decoder, src: &[u8], room: usize, last: bool) -> Call {
        let (mut utf8, mut units) = (vec![0; room], vec![0; room]);
        let replaced = |result| match result {
            CoderResult::InputEmpty => DecoderResult::InputEmpty,
            CoderResult::OutputFull => DecoderResult::OutputFull,
        };
        let (result, read, written, had_errors) = match self {
            Method::Utf8 => {
                let (result, read, written, had_errors) = decoder.decode_to_utf8(src, &mut utf8, last);
                (replaced(result), read, written, had_errors)
            }
            Method::Utf8WithoutReplacement => {
                let (result, read, written) = decoder.decode_to_utf8_without_replacement(src, &mut utf8, last);
                (result, read, written, false)
            }
            Method::Utf16 => {
                let (result, read, written, had_errors) = decoder.decode_to_utf16(src, &mut units, last);
                (replaced(result), read, written, had_errors)
            }
            Method::Utf16WithoutReplacement => {
                let (result, read, written) = decoder.decode_to_utf16_without_replacement(src, &mut units, last);
                (result, read, written, false)
            }
        };
        Call::of(self, result, read, written, had_errors, &utf8, &units)
    }

    fn theirs(self, decoder: &mut encoding_rs::Decoder, src: &[u8], room: usize, last: bool) -> Call {
        let (mut utf8, mut units) = (vec![0; room], vec![0; room]);
        let replaced = |result| match result {
            encoding_rs::CoderResult::InputEmpty => DecoderResult::InputEmpty,
            encoding_rs::CoderResult::OutputFull => DecoderResult::OutputFull,
        };
        let reported = |result| match result {
            encoding_rs::DecoderResult::InputEmpty => DecoderResult::InputEmpty,
            encoding_rs::DecoderResult::OutputFull => DecoderResult::OutputFull,
            encoding_rs::DecoderResult::Malformed(length, after) => DecoderResult::Malformed(length, after),
        };
        let (result, read, written, had_errors) = match self {
            Method::Utf8 => {
                let (result, read, written, had_errors) = decoder.decode_to_utf8(src, &mut utf8, last);
                (replaced(result), read, written, had_errors)
            }
            Method::Utf8WithoutReplacement => {
                let (result, read, written) = decoder.decode_to_utf8_without_replacement(src, &mut utf8, last);
                (reported(result), read, written, false)
            }
            Method::Utf16 => {
                let (result, read, written, had_errors) = decoder.decode_to_utf16(src, &mut units, last);
                (replaced(result), read, written, had_errors)
            }
            Method::Utf16WithoutReplacement => {
                let (result, read, written) = decoder.decode_to_utf16_without_replacement(src, &mut units, last);
                (reported(result), read, written, false)
            }
        };
        Call::of(self, result, read, written, had_errors, &utf8, &units)
    }
}

impl Call {
    fn of(
        method: Method,
        result: DecoderResult,
        read: usize,
        written: usize,
        had_errors: bool,
        utf8: &[u8],
        units: &[u16],
    ) -> Call {
        let units = match method {
            Method::Utf8 | Method::Utf8WithoutReplacement => {
                utf8[..written].iter().map(|byte| (*byte).into()).collect()
            }
            Method::Utf16 | Method::Utf16WithoutReplacement => units[..written].to_vec(),
        };
        let result = (result != DecoderResult::OutputFull).then_some(result);
        Call { result, read, written, had_errors, units }
    }
}

const BOM_HANDLINGS: [&str; 3] = ["keep", "sniff", "remove"];

fn our_decoder(encoding: Encoding, bom: &str) -> Decoder {
    match bom {
        "keep" => encoding.new_decoder_without_bom_handling(),
        "sniff" => encoding.new_decoder(),
        _ => encoding.new_decoder_with_bom_removal(),
    }
}

fn their_decoder(encoding: Encoding, bom: &str) -> encoding_rs::Decoder {
    match bom {
        "keep" => peer(encoding).new_decoder_without_bom_handling(),
        "sniff" => peer(encoding).new_decoder(),
        _ => peer(encoding).new_decoder_with_bom_removal(),
    }
}

/// Text in the encoding, malformed and truncated sequences, byte order marks and beginnings of
/// these.
fn inputs(encoding: Encoding) -> Vec<Vec<u8>> {
    const TEXTS: [&str; 14] = [
        "",
        "a",
        "abcdefgh",
        "aé",
        "éa",
        "é0a0",
        "漢字a",
        "a漢",
        "a😀b",
        "😀😀",
        "ЖЖ!",
        "ｱｲ",
        "\u{20089}a",
        "\u{FFFD}",
    ];
    const UTF_16: [&[u8]; 8] = [
        b"\xD8\0",
        b"\xD8\0a",
        b"\xD8\0\0a",
        b"\0a\xD8",
        b"\xDC\0\0a",
        b"\0a\xDC\0",
        b"\xD8\0\xD8\0\xDC\0",
        b"\0a\xD8\0\0b\0c",
    ];
    const BYTES: [&[u8]; 26] = [
        b"\xEF\xBB\xBFa",
        b"\xEF\xBB",
        b"\xEFa",
        b"\xFF\xFEa\0",
        b"\xFE\xFF\0a",
        b"\xFFa",
        b"\x80",
        b"a\x80",
        b"\x81",
        b"\x81\x30",
        b"\x81\x30\x81",
        b"\x81\x30\x81\x30",
        b"\x81\x30\x81a",
        b"\x1B$B",
        b"\x1B$",
        b"\x1B(Ja\\",
        b"\x1B$B0!a",
        b"\x1B\x1B",
        b"\x88\x62",
        b"\x8F\xA2\xAF",
        b"\x8E\xB1",
        b"\xE4\xBD",
        b"\xF0\x9F\x98",
        b"a\xF0\x9Fb",
        b"\xC3",
        b"\xFF\xFF\xFF",
    ];
    let text = |text: &str| match encoding {
        Encoding::Utf16Be => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        Encoding::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        _ => peer(encoding).encode(text).0.into_owned(),
    };
    let swapped = |bytes: &[u8]| bytes.chunks(2).flat_map(|pair| pair.iter().rev().copied()).collect();
    let whole = TEXTS.into_iter().map(text);
    whole.chain(UTF_16.map(swapped)).chain(UTF_16.into_iter().chain(BYTES).map(<[u8]>::to_vec)).collect()
}

/// Decodes `before` and then `after` with `encoding_rs`. `None` if it panics, which it does in
/// `last` calls without room for the U+FFFD of a truncated sequence.
fn their_calls(
    method: Method,
    mut decoder: encoding_rs::Decoder,
    [before, after]: [&[u8]; 2],
    room: usize,
    last: bool,
) -> [Option<Call>; 2] {
    let first = (!before.is_empty()).then(|| method.theirs(&mut decoder, before, PLENTY, false));
    let call = std::panic::AssertUnwindSafe(|| method.theirs(&mut decoder, after, room, last));
    [first, std::panic::catch_unwind(call).ok()]
}

const PLENTY: usize = 64;

fn compare(encoding: Encoding) -> usize {
    let mut full = 0;
    for bytes in inputs(encoding) {
        for (split, bom) in (0..=bytes.len()).flat_map(|split| BOM_HANDLINGS.map(|bom| (split, bom))) {
            let (before, after) = bytes.split_at(split);
            // The second of two bytes that are held for a byte order mark was read, but
            // `encoding_rs` forgets it.
            if bom != "keep" && before == b"\xEF\xBB" {
                continue;
            }
            for (method, last) in Method::ALL.into_iter().flat_map(|method| [(method, false), (method, true)]) {
                for room in 0..=3 * bytes.len() + 1 {
                    let mut decoder = our_decoder(encoding, bom);
                    let first = (!before.is_empty()).then(|| method.ours(&mut decoder, before, PLENTY, false));
                    let ours = method.ours(&mut decoder, after, room, last);
                    let [their_first, theirs] =
                        their_calls(method, their_decoder(encoding, bom), [before, after], room, last);
                    // Formatted in case of a failure only: it takes far longer than the calls.
                    let place =
                        || format!("{encoding}, {method:?}, {bom}: {before:02X?} {after:02X?} room {room} {last}");
                    assert_eq!(first, their_first, "{}", place());
                    if first.is_some_and(|first| first.result != Some(DecoderResult::InputEmpty)) {
                        continue;
                    }
                    match theirs {
                        Some(theirs) if encoding.is_utf_16() || theirs.result.is_some() => {
                            assert_eq!(ours, theirs, "{}", place());
                            full += usize::from(theirs.result.is_none());
                        }
                        Some(theirs) => {
                            assert!(ours.units.starts_with(&theirs.units), "{}: {ours:?} {theirs:?}", place());
                            if ours.written > theirs.written {
                                continue;
                            }
                            assert_eq!(ours.had_errors, theirs.had_errors, "{}", place());
                            // Without room, only escape sequences are read, and the end.
                            let mut more = after.get(theirs.read..ours.read).unwrap_or_default().chunks(3);
                            let are_escapes = more.len() > 0 && more.all(|bytes| bytes[0] == 0x1B);
                            if ours.written == room && !are_escapes && theirs.read < after.len() {
                                // `encoding_rs` may have read one byte more of gb18030.
                                let is_same = ours.result.is_none() && ours.read <= theirs.read;
                                assert!(is_same, "{}: {ours:?} {theirs:?}", place());
                            }
                        }
                        None => assert_eq!(ours.result, None, "{}", place()),
                    }
                }
            }
        }
    }
    full
}

#[test]
fn utf_16_returns_the_same_as_encoding_rs() {
    let full: usize = [Encoding::Utf16Be, Encoding::Utf16Le].into_iter().map(compare).sum();
    assert!(full > 1000, "{full}");
}

#[test]
fn others_never_stop_before_encoding_rs() {
    // The panics are expected, so they are not printed.
    std::panic::set_hook(Box::new(|info| {
        if !info.location().is_some_and(|location| location.file().contains("encoding_rs")) {
            eprintln!("{info}");
        }
    }));
    let others = Encoding::ALL.into_iter().filter(|encoding| !encoding.is_utf_16());
    let (single_byte, multi_byte): (Vec<_>, Vec<_>) = others.partition(|encoding| encoding.is_single_byte());
    // All single-byte encodings are decoded by the same code.
    for encoding in single_byte.into_iter().step_by(stride()).chain(multi_byte) {
        compare(encoding);
    }
}
