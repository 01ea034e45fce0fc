//! Bigrams: the pairs of neighbouring bytes that the models score, and the symbols of ASCII bytes.

use alloc::vec::Vec;

use crate::detector::model::symbol::{ASCII_LETTER, JUNK, LETTER, ascii_class};
use crate::detector::sample::may_be_sign;

/// The symbols of ASCII bytes in Latin script, in Turkish, and in other scripts.
pub(crate) static LATIN: [u8; 128] = ascii_symbols(Ascii::Latin);
pub(crate) static TURKISH: [u8; 128] = ascii_symbols(Ascii::Turkish);
pub(crate) static OTHER: [u8; 128] = ascii_symbols(Ascii::Other);

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

/// The index of a symbol in a row of a language's costs: 0, the edge of a word, for all but letters.
pub(crate) const fn place(symbol: u8) -> u8 {
    symbol.saturating_sub(LETTER - 1)
}

/// A byte of a bigram with a byte above 7F.
pub(crate) struct BigramByte {
    pub(crate) byte: u8,
    /// All ones if this byte and the one before it are a bigram; 0 if it is only the first byte of one.
    pub(crate) mask: u16,
}

/// The bigrams of a text.
#[derive(Default)]
pub(crate) struct Bigrams {
    /// The bytes above 7F and the ASCII bytes beside them, in the order of the text.
    pub(crate) non_ascii: Vec<BigramByte>,
    /// The [places](place) of two neighbouring ASCII bytes, at least one of them a letter.
    pub(crate) ascii: Vec<[u8; 2]>,
    /// The places of these bytes in Turkish, where I is another letter; empty if there is no I.
    pub(crate) turkish: Vec<[u8; 2]>,
    /// The bytes above 7F that are words among ASCII words: neither neighbour is a letter or a byte above 7F, nor is the word
    /// before or behind one of bytes above 7F.
    pub(crate) words: Vec<u8>,
    /// The bytes that are º or ª in encodings of Western Europe, where an ordinal or an abbreviation ends in one.
    pub(crate) ordinals: Vec<u8>,
    /// Where in `non_ascii` the second byte of a bigram of an ASCII letter and a byte above 7F is.
    pub(crate) beside_letters: Vec<usize>,
    /// Whether two bytes above 7F that are no signs are neighbours.
    pub(crate) has_neighbours: bool,
}

impl Bigrams {
    /// None, with room for those of a text of this length.
    pub(crate) fn with_room(length: usize) -> Bigrams {
        Bigrams { non_ascii: Vec::with_capacity(length), ascii: Vec::with_capacity(length), ..Bigrams::default() }
    }

    /// Replaces the bigrams by those of `text`.
    pub(crate) fn read(&mut self, text: &[u8]) {
        self.non_ascii.clear();
        self.ascii.clear();
        self.turkish.clear();
        self.words.clear();
        self.ordinals.clear();
        self.beside_letters.clear();
        self.has_neighbours = false;
        self.non_ascii.reserve(text.len());
        self.ascii.reserve(text.len());
        self.ascii.extend(ascii_pairs(text).filter_map(|[first, second]| ascii_places(first, second, &LATIN)));
        if text.contains(&b'I') {
            self.turkish.extend(ascii_pairs(text).filter_map(|[first, second]| ascii_places(first, second, &TURKISH)));
        }
        let mut is_after_bigram = false;
        for (at, pair) in text.windows(2).enumerate() {
            let &[first, second] = pair else { continue };
            if first.is_ascii() && second.is_ascii() {
                is_after_bigram = false;
                continue;
            }
            if !is_after_bigram {
                self.non_ascii.push(BigramByte { byte: first, mask: 0 });
            }
            // Asked first, since it is rarely true in text of another script.
            let is_beside_ascii = first.is_ascii() || second.is_ascii();
            if is_beside_ascii && (first.is_ascii_alphabetic() || second.is_ascii_alphabetic()) {
                self.beside_letters.push(self.non_ascii.len());
            }
            self.non_ascii.push(BigramByte { byte: second, mask: 0xFFFF });
            is_after_bigram = true;
            if !second.is_ascii() {
                self.read_neighbours(text, at + 1);
            }
        }
    }

    /// Notes what the neighbours of the byte above 7F at `at` say of it. It is not the first byte of `text`.
    #[inline]
    fn read_neighbours(&mut self, text: &[u8], at: usize) {
        let (before, byte, after) = (text[at - 1], text[at], text.get(at + 1));
        if !before.is_ascii() {
            self.has_neighbours = self.has_neighbours || !may_be_sign(before) && !may_be_sign(byte);
        } else if is_edge(before)
            && after.is_some_and(|after| is_edge(*after))
            // A character reference is a letter too: `&Sigma;ύ&nu;`.
            && before != b';'
            && after != Some(&b'&')
            && !is_beside_word(text, at)
        {
            self.words.push(byte);
        }
        if matches!(byte, FEMININE_ORDINAL | MASCULINE_ORDINAL) && ends_ordinal(text, at) {
            self.ordinals.push(byte);
        }
    }
}

/// The pairs of neighbouring ASCII bytes, without the names of tags and of character references: they are in no language.
fn ascii_pairs(text: &[u8]) -> impl Iterator<Item = [u8; 2]> {
    let mut end_of_name = 0;
    text.windows(2).enumerate().filter_map(move |(at, pair)| {
        let &[first, second] = pair else { return None };
        if let Some(length) = name_after(first, text, at) {
            end_of_name = at + 1 + length;
        }
        (first.is_ascii() && second.is_ascii() && at >= end_of_name).then_some([first, second])
    })
}

/// The length of the name of a tag or a character reference behind `byte`, which is at `at`. Behind a line break, it is the rest
/// of a name before `>`: a line break stands before each piece of a page, and a piece may start inside of a name.
#[inline]
fn name_after(byte: u8, text: &[u8], at: usize) -> Option<usize> {
    let is_tag = match byte {
        b'<' => true,
        b'&' | b'\n' => false,
        _ => return None,
    };
    let rest = &text[at + 1..];
    let slash = usize::from(is_tag && rest.starts_with(b"/"));
    let length = slash + rest[slash..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let end = if byte == b'&' { b';' } else { b'>' };
    (is_tag || rest.get(length) == Some(&end)).then_some(length)
}

/// The most bytes between two words of a sentence, as in `А. С., и`.
const MOST_BETWEEN_WORDS: usize = 3;

/// Whether the word before or behind the one at `at` on the same line ends or begins with two bytes above 7F. The word at `at` is
/// one byte.
fn is_beside_word(text: &[u8], at: usize) -> bool {
    let (before, after) = (&text[..at], &text[at + 1..]);
    let between = |bytes: &mut dyn Iterator<Item = &u8>| {
        bytes.take(MOST_BETWEEN_WORDS).take_while(|byte| is_edge(**byte) && !matches!(**byte, b'\n' | b'\r')).count()
    };
    let is_word = |pair: Option<&[u8]>| pair.is_some_and(|pair| pair.iter().all(|byte| !byte.is_ascii()));
    let (back, ahead) = (between(&mut before.iter().rev()), between(&mut after.iter()));
    is_word(after.get(ahead..ahead + 2))
        || is_word(before.len().checked_sub(back + 2).and_then(|start| before.get(start..before.len() - back)))
}

/// Whether a byte is neither a letter nor above 7F.
fn is_edge(byte: u8) -> bool {
    byte.is_ascii() && !byte.is_ascii_alphabetic()
}

/// ª and º in windows-1252 and similar encodings.
const FEMININE_ORDINAL: u8 = 0xAA;
const MASCULINE_ORDINAL: u8 = 0xBA;

/// Whether the byte at `end` ends an ordinal in figures (42º, 42.º, IIIª), or an abbreviation like those of Spanish and
/// Portuguese (Mª, n.º).
fn ends_ordinal(text: &[u8], end: usize) -> bool {
    let before = &text[..end];
    let (before, is_abbreviated) = before.strip_suffix(b".").map_or((before, false), |before| (before, true));
    let length = before.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let (rest, word) = before.split_at(before.len() - length);
    let is_number =
        |word: &[u8]| word.iter().all(u8::is_ascii_digit) || word.iter().all(|byte| b"IVXLCDM".contains(byte));
    let is_initial = || matches!(word, [b'A'..=b'Z']);
    text.get(end + 1).is_none_or(|next| is_edge(*next))
        && rest.last().is_none_or(|before| is_edge(*before))
        && !word.is_empty()
        && (is_abbreviated || is_number(word) || is_initial())
}

/// The indices of two ASCII bytes, at least one of which is a letter.
#[inline]
fn ascii_places(first: u8, second: u8, symbols: &[u8; 128]) -> Option<[u8; 2]> {
    let (first, second) = (*symbols.get(usize::from(first))?, *symbols.get(usize::from(second))?);
    ((first >= LETTER || second >= LETTER) && second != JUNK).then(|| [place(first), place(second)])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In windows-1251: `слова, я`, and so on.
    #[test]
    fn letters_beside_words_of_the_same_line_do_not_stand_alone() {
        let words = |text: &[u8]| {
            let mut bigrams = Bigrams::default();
            bigrams.read(text);
            bigrams.words
        };
        for text in [&b"\xF1\xEB\xEE\xE2\xE0, \xFF -"[..], b"- \xFF., \xE4\xE0", b" \xFF \xE4\xE0", b"\xE4\xE0 \xFF "] {
            assert!(words(text).is_empty(), "{text:X?}");
        }
        for text in
            [&b"\xE4\xE0\n\xFF -"[..], b"\xE4\xE0\r\xFF -", b"- \xFF\n\xE4\xE0", b"\xE4\xE0 -- \xFF -", b"\xE4 \xFF -"]
        {
            assert!(words(text).contains(&0xFF), "{text:X?}");
        }
    }

    #[test]
    fn names_of_tags_and_references_are_no_words() {
        let pairs = |text: &[u8]| {
            let mut bigrams = Bigrams::default();
            bigrams.read(text);
            bigrams.ascii
        };
        for (text, without_names) in [
            ("\n<TITLE>Bro\u{144} adepta</TITLE>", "\n<>Bro\u{144} adepta</>"),
            ("\nitle>Bro\u{144}</h1>&nbsp;dalej", "\n>Bro\u{144}</>&;dalej"),
        ] {
            assert_eq!(pairs(text.as_bytes()), pairs(without_names.as_bytes()), "{text}");
        }
        // These are words.
        for text in ["\nAT&T \u{144} & so", "\nInna \u{144} 5 < dalej"] {
            let letters = text.replace(['<', '&'], "-");
            assert_eq!(pairs(text.as_bytes()), pairs(letters.as_bytes()), "{text}");
        }
    }
}
