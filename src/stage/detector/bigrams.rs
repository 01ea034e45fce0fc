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
    (symbol + 1).saturating_sub(LETTER)
}

/// The bigrams of a text.
pub(super) struct Bigrams<'a> {
    /// The runs of bytes above 7F, each with the ASCII byte before it and the one after it. All
    /// neighbours in such a part are bigrams with at least one byte above 7F.
    pub(super) non_ascii: Vec<&'a [u8]>,
    /// The [places](place) of two neighbouring ASCII bytes, at least one of them a letter.
    pub(super) ascii: Vec<[u8; 2]>,
    /// The places of the bytes of `ascii` in Turkish, where I is another letter.
    pub(super) turkish: Vec<[u8; 2]>,
    /// How many spaces are beside an ASCII letter.
    pub(super) latin_edges: u32,
}

impl<'a> Bigrams<'a> {
    pub(super) fn new(text: &'a [u8]) -> Bigrams<'a> {
        let mut ascii = Vec::with_capacity(text.len());
        let mut latin_edges = 0;
        for pair in text.windows(2) {
            let &[first, second] = pair else { continue };
            if let Some(&a) = LATIN.get(usize::from(first))
                && let Some(&b) = LATIN.get(usize::from(second))
                && (a >= LETTER || b >= LETTER)
                && b != JUNK
            {
                ascii.push([first, second]);
                latin_edges += u32::from(first == b' ' || second == b' ');
            }
        }
        let places = |symbols: &[u8; 128]| {
            ascii.iter().map(|pair| pair.map(|byte| symbols.get(usize::from(byte)).map_or(0, |s| place(*s)))).collect()
        };
        Bigrams {
            non_ascii: text.chunk_by(|a, b| !(a.is_ascii() && b.is_ascii())).filter(|part| part.len() > 1).collect(),
            turkish: places(&TURKISH),
            ascii: places(&LATIN),
            latin_edges,
        }
    }
}
