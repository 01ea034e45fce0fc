//! Bigrams: the pairs of neighbouring bytes that the models score, and the symbols of ASCII bytes.

use alloc::vec::Vec;

use super::symbol::{ASCII_LETTER, JUNK, LETTER, ascii_class};

/// The symbols of ASCII bytes in Latin script, in Turkish, and in other scripts.
pub(super) static LATIN: [u8; 128] = ascii_symbols(Ascii::Latin);
pub(super) static TURKISH: [u8; 128] = ascii_symbols(Ascii::Turkish);
pub(super) static OTHER: [u8; 128] = ascii_symbols(Ascii::Other);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ascii {
    Latin,
    Turkish,
    Other,
}

const fn ascii_symbols(kind: Ascii) -> [u8; 128] {
    let mut symbols = [0; 128];
    let mut byte = 0;
    while byte < 128u8 {
        symbols[byte as usize] = match (byte, kind) {
            (b'A'..=b'Z' | b'a'..=b'z', Ascii::Other) => ASCII_LETTER,
            // In Turkish, I is not the capital of i: it is that of ı, which is the 27th letter here.
            (b'I', Ascii::Turkish) => LETTER + 26,
            (b'A'..=b'Z' | b'a'..=b'z', _) => LETTER + (byte.to_ascii_lowercase() - b'a'),
            _ => ascii_class(byte),
        };
        byte += 1;
    }
    symbols
}

/// The place of a symbol in a row of a language's costs: 0, the edge of a word, for all but letters.
pub(super) const fn place(symbol: u8) -> u8 {
    symbol.saturating_sub(LETTER - 1)
}

/// A byte of a bigram with a byte above 7F.
pub(super) struct BigramByte {
    pub(super) byte: u8,
    /// All ones if this byte and the one before it are a bigram; 0 if it is only the first byte of one.
    pub(super) mask: u16,
}

/// The bigrams of a text.
pub(super) struct Bigrams {
    /// The bytes above 7F and the ASCII bytes beside them, in the order of the text.
    pub(super) non_ascii: Vec<BigramByte>,
    /// The [places](place) of two neighbouring ASCII bytes, at least one of them a letter.
    pub(super) ascii: Vec<[u8; 2]>,
    /// The places of the bytes of `ascii` in Turkish, where I is another letter; `None` if they are those
    /// of `ascii`.
    pub(super) turkish: Option<Vec<[u8; 2]>>,
    /// How many spaces are beside an ASCII letter.
    pub(super) latin_edges: u32,
}

impl Bigrams {
    pub(super) fn new(text: &[u8]) -> Bigrams {
        let (mut non_ascii, mut ascii) = (Vec::with_capacity(text.len()), Vec::with_capacity(text.len()));
        let (mut is_after_bigram, mut latin_edges, mut has_capital_i) = (false, 0, false);
        for pair in text.windows(2) {
            let &[first, second] = pair else { continue };
            let (Some(&a), Some(&b)) = (LATIN.get(usize::from(first)), LATIN.get(usize::from(second))) else {
                if !is_after_bigram {
                    non_ascii.push(BigramByte { byte: first, mask: 0 });
                }
                non_ascii.push(BigramByte { byte: second, mask: 0xFFFF });
                is_after_bigram = true;
                continue;
            };
            is_after_bigram = false;
            if (a >= LETTER || b >= LETTER) && b != JUNK {
                ascii.push([first, second]);
                latin_edges += u32::from(first == b' ' || second == b' ');
                has_capital_i |= first == b'I' || second == b'I';
            }
        }
        let places = |symbols: &[u8; 128]| {
            ascii.iter().map(|pair| pair.map(|byte| symbols.get(usize::from(byte)).map_or(0, |s| place(*s)))).collect()
        };
        Bigrams { non_ascii, turkish: has_capital_i.then(|| places(&TURKISH)), ascii: places(&LATIN), latin_edges }
    }
}
