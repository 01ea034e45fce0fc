//! Bigrams: the pairs of neighbouring bytes that the models score, and the symbols of ASCII bytes.

use alloc::vec::Vec;

use crate::detector::model::symbol::{ASCII_LETTER, JUNK, LETTER, ascii_class};
use crate::detector::sample::{HighBytes, may_be_sign};

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
    /// Those of them that were words before.
    pub(crate) words_again: Vec<u8>,
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
        self.words.clear();
        self.words_again.clear();
        self.ordinals.clear();
        self.beside_letters.clear();
        self.has_neighbours = false;
        self.non_ascii.reserve(text.len());
        read_ascii(text, &LATIN_PAIRS, &mut self.ascii);
        let turkish = if text.contains(&b'I') { text } else { &[] };
        read_ascii(turkish, &TURKISH_PAIRS, &mut self.turkish);
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

    /// Moves to `words_again` those words that are in `before`, and adds the others to it.
    pub(crate) fn find_words_again(&mut self, before: &mut HighBytes) {
        let Bigrams { words, words_again, .. } = self;
        words.retain(|word| {
            let is_new = before.is_new(*word);
            if !is_new {
                words_again.push(*word);
            }
            is_new
        });
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

/// What an ASCII byte is in a pair: its [place](place), and what else matters of it.
static LATIN_PAIRS: [u8; 256] = in_pairs(&LATIN);
static TURKISH_PAIRS: [u8; 256] = in_pairs(&TURKISH);

const PLACE: u8 = 0x1F;
/// A name may follow the byte.
const BEFORE_NAME: u8 = 0x20;
/// The byte ends no pair.
const ENDS_NONE: u8 = 0x40;
/// The byte is no ASCII.
const HIGH: u8 = 0x80;

const fn in_pairs(symbols: &[u8; 128]) -> [u8; 256] {
    let mut all = [HIGH; 256];
    let mut byte = 0;
    while byte < symbols.len() {
        let name = if matches!(byte as u8, b'<' | b'&' | b'\n') { BEFORE_NAME } else { 0 };
        let junk = if symbols[byte] == JUNK { ENDS_NONE } else { 0 };
        all[byte] = place(symbols[byte]) | name | junk;
        byte += 1;
    }
    all
}

/// Replaces `pairs` by the [places](place) of neighbouring ASCII bytes, at least one of them a letter, without the names of
/// tags and of character references: they are in no language.
fn read_ascii(text: &[u8], in_pairs: &[u8; 256], pairs: &mut Vec<[u8; 2]>) {
    pairs.resize(text.len(), [0; 2]);
    let room = &mut pairs[..];
    let (mut count, mut end_of_name, mut second) = (0, 0, HIGH);
    for (at, byte) in text.iter().enumerate() {
        let first = core::mem::replace(&mut second, in_pairs[usize::from(*byte)]);
        if (first | second) & HIGH == 0 {
            // No branch, since it would often be mispredicted.
            room[count] = [first & PLACE, second & PLACE];
            let is_pair = ((first | second) & PLACE != 0) & (second & ENDS_NONE == 0);
            count += usize::from(is_pair & (at > end_of_name));
        }
        if second & BEFORE_NAME != 0
            && let Some(length) = length_of_name(text, at)
        {
            end_of_name = at + 1 + length;
        }
    }
    pairs.truncate(count);
}

/// The length of the name of a tag or a character reference behind the byte at `at`, which is `<`, `&` or a line break. Behind a
/// line break, it is the rest of a name before `>`: a line break stands before each piece of a page, and a piece may start
/// inside of a name.
fn length_of_name(text: &[u8], at: usize) -> Option<usize> {
    let (byte, rest) = (text[at], &text[at + 1..]);
    let is_tag = byte == b'<';
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

/// ª in windows-1252 and similar encodings.
const FEMININE_ORDINAL: u8 = 0xAA;

/// º in the same encodings.
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
