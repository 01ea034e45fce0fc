//! Encodings: labels, decoding and encoding.

use charsniff::{DecoderResult, Encoding};
use serde::Serialize;

use crate::json::{Bytes, line};

#[derive(Serialize)]
struct Vectors {
    encoding: &'static str,
    labels: &'static [&'static str],
    output_encoding: &'static str,
    decode: Vec<Decode>,
    encode: Vec<Encode>,
    /// Hashes of what a rule makes: the text of all pairs of bytes, and the bytes of all characters.
    pairs: u32,
    characters: u32,
}

#[derive(Serialize)]
struct Decode {
    bytes: Bytes,
    /// With U+FFFD for malformed sequences.
    text: String,
    /// Where the first of these is, and its length.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<(usize, usize)>,
}

#[derive(Serialize)]
struct Encode {
    text: String,
    /// With references for characters that the encoding lacks.
    bytes: Bytes,
    had_errors: bool,
}

/// FNV-1a of 32 bits.
fn hash(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

/// Every byte above 7F before every byte, each pair before a line feed.
fn pairs() -> Vec<u8> {
    (0x80..=0xFF).flat_map(|lead| (0..=0xFF).flat_map(move |trail| [lead, trail, b'\n'])).collect()
}

/// Every character up to U+2FFFF.
fn characters() -> String {
    ('\0'..='\u{2FFFF}').collect()
}

fn first_error(encoding: Encoding, bytes: &[u8]) -> Option<(usize, usize)> {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut room = vec![0; decoder.max_utf8_buffer_length(bytes.len()).unwrap()];
    match decoder.decode_to_utf8_without_replacement(bytes, &mut room, true) {
        (DecoderResult::Malformed(length, after), read, _) => {
            let (length, after) = (usize::from(length), usize::from(after));
            Some((read - length - after, length))
        }
        _ => None,
    }
}

fn decode(encoding: Encoding, bytes: &[u8]) -> Decode {
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    Decode { bytes: Bytes(bytes.to_vec()), text: text.into_owned(), error: first_error(encoding, bytes) }
}

fn encode(encoding: Encoding, text: &str) -> Encode {
    let (bytes, _, had_errors) = encoding.encode(text);
    Encode { text: text.to_owned(), bytes: Bytes(bytes.into_owned()), had_errors }
}

/// Texts of several scripts, each of which some encodings lack.
const TEXTS: [&str; 9] = [
    "<p>plain ASCII</p>\r\n",
    "L'été est déjà là — “œuvre”, 5 €",
    "Zażółć gęślą jaźń",
    "Погода на завтра: снег",
    "Ο Άρης είναι πλανήτης",
    "火星は、太陽系の惑星である。ｱｲｳ ①",
    "화성은 네 번째 행성이다",
    "火星是太陽系的第四顆行星。𠀀 ",
    "سلام שלום สวัสดี Việt",
];

/// Bytes that are malformed in some encodings, or end within a character.
const DAMAGED: [&[u8]; 12] = [
    b"\x80",
    b"a\xFF",
    b"\x81 \x81",
    b"\xE2\x82a\xE2",
    b"\xF0\x90\x80",
    b"\xED\xA0\x80",
    b"\x8F\xA2\xA1\x8F",
    b"\x81\x308\x81",
    b"\x1B$B0!\x1B",
    b"\x1B(J\\\x1B$x",
    b"\xD8\x00\x00",
    b"\x00\xDCa",
];

fn vectors(encoding: Encoding) -> Vectors {
    let own = TEXTS.iter().map(|text| encoding.encode(text)).filter(|(_, _, had_errors)| !had_errors);
    let own: Vec<Vec<u8>> =
        own.filter(|(_, used, _)| *used == encoding).map(|(bytes, ..)| bytes.into_owned()).collect();
    let cut = own.iter().filter_map(|bytes| Some(bytes.split_last()?.1.to_vec()));
    let bytes: Vec<u8> = (0..=0xFF).collect();
    let inputs = cut.chain(own.clone()).chain([bytes]).chain(DAMAGED.map(<[u8]>::to_vec));
    Vectors {
        encoding: encoding.name(),
        labels: encoding.labels(),
        output_encoding: encoding.output_encoding().name(),
        decode: inputs.map(|bytes| decode(encoding, &bytes)).collect(),
        encode: TEXTS.iter().map(|text| encode(encoding, text)).collect(),
        pairs: hash(encoding.decode_without_bom_handling(&pairs()).0.as_bytes()),
        characters: hash(&encoding.encode(&characters()).0),
    }
}

pub fn lines() -> Vec<String> {
    Encoding::ALL.map(|encoding| line(&vectors(encoding))).to_vec()
}
