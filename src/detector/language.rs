//! The language of text in UTF-8 or UTF-16. The models know letters by their bytes in legacy encodings: here, each
//! character of the sample is given a byte of its own, with the symbol that it has in each language.

use alloc::vec::Vec;

use super::weights::{self, PER_NAT};
use crate::Encoding;
use crate::codec::single_byte_scalars;
use crate::detector::model::ideographs::TWO_BYTE_MODELS;
use crate::detector::model::language_model::LanguageModel;
use crate::detector::model::letters::{AsciiCosts, EncodedLanguage};
use crate::detector::model::symbol::{ASCII_LETTER, FOREIGN_LETTER, JUNK, LETTER};
use crate::detector::model::table::{CHARSETS, LANGUAGES};
use crate::detector::sample::Sample;
use crate::detector::text::bigrams::Bigrams;

/// The number of bytes of the text that are sampled.
const SAMPLE: usize = 512;

/// The size of the first part of the sample, in bytes, which is scored in each language.
const FIRST_PART: usize = 128;

/// The rest of the sample is scored only in languages that cost at most this much more than the best.
const PRUNE_MARGIN: u32 = 10 * PER_NAT;

/// What each language costs at first. Some costs are negative: this keeps totals above 0.
const OFFSET: u32 = 1 << 20;

/// At most one letter above U+007F of so many may be one that the language does not have.
const LETTERS_PER_FOREIGN: usize = 24;

/// More than one letter above U+007F of so many must be one that only Vietnamese has.
const LETTERS_PER_VIETNAMESE: usize = 8;

/// The language and the script.
pub(crate) type Tags = (Option<&'static str>, Option<&'static str>);

/// A block of characters with its script and the language that is most often written in it; `None` where models
/// tell the languages apart.
type Block = (core::ops::RangeInclusive<char>, &'static str, Option<&'static str>);

/// The scripts, except Latin: `Jpan` for kana, `Hans` for ideographs.
const BLOCKS: [Block; 26] = [
    ('\u{370}'..='\u{3FF}', "Grek", Some("el")),
    ('\u{400}'..='\u{52F}', "Cyrl", None),
    ('\u{531}'..='\u{58F}', "Armn", Some("hy")),
    ('\u{590}'..='\u{5FF}', "Hebr", None),
    ('\u{600}'..='\u{6FF}', "Arab", None),
    ('\u{900}'..='\u{97F}', "Deva", None),
    ('\u{980}'..='\u{9FF}', "Beng", Some("bn")),
    ('\u{A00}'..='\u{A7F}', "Guru", Some("pa")),
    ('\u{A80}'..='\u{AFF}', "Gujr", Some("gu")),
    ('\u{B00}'..='\u{B7F}', "Orya", Some("or")),
    ('\u{B80}'..='\u{BFF}', "Taml", Some("ta")),
    ('\u{C00}'..='\u{C7F}', "Telu", Some("te")),
    ('\u{C80}'..='\u{CFF}', "Knda", Some("kn")),
    ('\u{D00}'..='\u{D7F}', "Mlym", Some("ml")),
    ('\u{D80}'..='\u{DFF}', "Sinh", Some("si")),
    ('\u{E00}'..='\u{E7F}', "Thai", Some("th")),
    ('\u{E80}'..='\u{EFF}', "Laoo", Some("lo")),
    ('\u{F00}'..='\u{FFF}', "Tibt", None),
    ('\u{1000}'..='\u{109F}', "Mymr", Some("my")),
    ('\u{10A0}'..='\u{10FF}', "Geor", Some("ka")),
    ('\u{1200}'..='\u{139F}', "Ethi", None),
    ('\u{1780}'..='\u{17FF}', "Khmr", Some("km")),
    ('\u{1F00}'..='\u{1FFF}', "Grek", Some("el")),
    ('\u{3041}'..='\u{30FF}', "Jpan", Some("ja")),
    ('\u{4E00}'..='\u{9FFF}', "Hans", None),
    ('\u{AC00}'..='\u{D7A3}', "Kore", Some("ko")),
];

/// The index of the block of kana in [`BLOCKS`].
const KANA: usize = 23;

/// The index of the block of ideographs.
const IDEOGRAPHS: usize = 24;

/// The language and the script of `bytes`, which are UTF-8; neither if they are ASCII.
pub(crate) fn of_utf_8(bytes: &[u8]) -> Tags {
    let mut sample = Sample::new(bytes);
    sample.grow(SAMPLE);
    of(&Encoding::Utf8.decode_without_bom_handling(&sample.text).0)
}

/// The language and the script of `bytes`, which are UTF-16.
pub(crate) fn of_utf_16(bytes: &[u8], encoding: Encoding) -> Tags {
    let start = bytes.get(..2 * SAMPLE).unwrap_or(bytes);
    of(&encoding.decode_with_bom_removal(start).0)
}

/// The language and the script of `text`.
fn of(text: &str) -> Tags {
    let mut counts = [0usize; BLOCKS.len()];
    let (mut letters, mut vietnamese, mut others) = (0, 0, 0);
    let mut last = 0;
    for c in text.chars().filter(|c| *c > '\u{BF}') {
        // Most often it is the block of the character before.
        let block = || core::iter::once(last).chain(0..BLOCKS.len()).find(|at| BLOCKS[*at].0.contains(&c));
        if matches!(c, '\u{C0}'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}') {
            letters += 1;
            vietnamese += usize::from(matches!(c, '\u{1EA0}'..='\u{1EF9}'));
        } else if let Some(at) = block() {
            counts[at] += 1;
            last = at;
        } else {
            others += usize::from(is_letter(c));
        }
    }
    let is_japanese = counts[KANA] > 0 && 8 * counts[KANA] > counts[IDEOGRAPHS];
    if is_japanese {
        counts[KANA] += counts[IDEOGRAPHS];
    }
    let most = counts.iter().enumerate().max_by_key(|(_, count)| **count).filter(|(_, count)| **count > letters);
    match most.map(|(at, _)| &BLOCKS[at]) {
        Some((_, "Hans", _)) => of_ideographs(text),
        Some((_, script, Some(language))) => (Some(language), Some(script)),
        Some((_, script, None)) => (of_letters(text, script), Some(script)),
        None if LETTERS_PER_VIETNAMESE * vietnamese > letters => (Some("vi"), Some("Latn")),
        None if text.is_ascii() || others > letters => (None, None),
        None => (of_letters(text, "Latn"), Some("Latn")),
    }
}

/// Whether a character is alphabetic. The characters of most texts need no search.
fn is_letter(c: char) -> bool {
    match c {
        '×' | '÷' | '\u{2000}'..='\u{206F}' => false,
        'À'..='ɏ' | 'Ѐ'..='ҁ' => true,
        _ => c.is_alphabetic(),
    }
}

/// The language of a model; `None` if it is a model of several.
pub(crate) fn known_language(tag: &'static [u8]) -> Option<&'static str> {
    let is_general = tag.starts_with(b"mul") || tag == LanguageModel::LIST.tag;
    core::str::from_utf8(tag).ok().filter(|_| !is_general)
}

/// The ISO 15924 code of the script of a model's language.
pub(crate) fn script_of(tag: &[u8]) -> &'static str {
    match tag {
        b"mul-Cyrl" | b"ru" | b"uk" | b"be" | b"bg" | b"sr" | b"mk" => "Cyrl",
        b"el" => "Grek",
        b"he" | b"yi" => "Hebr",
        b"ar" | b"fa" | b"ur" => "Arab",
        b"th" => "Thai",
        b"ja" => "Jpan",
        b"ko" => "Kore",
        b"zh" => "Hans",
        b"zh-Hant" => "Hant",
        _ => "Latn",
    }
}

/// The language and script of Chinese text: simplified or traditional, by which frequent characters `text` has more
/// of.
fn of_ideographs(text: &str) -> Tags {
    let known = |encoding| {
        let model = TWO_BYTE_MODELS.iter().find(|model| model.encoding == encoding);
        let is_frequent = |unit: &u16| model.is_some_and(|model| model.frequent_characters().has(*unit));
        text.encode_utf16().filter(is_frequent).count()
    };
    if known(Encoding::Big5) > known(Encoding::Gbk) {
        (Some("zh-Hant"), Some("Hant"))
    } else {
        (Some("zh"), Some("Hans"))
    }
}

/// The language of `script` whose letters `text` is most likely made of; `None` if no model knows it.
fn of_letters(text: &str, script: &str) -> Option<&'static str> {
    let (characters, bytes) = Characters::of(text);
    let is_of_script =
        |language: &LanguageModel| language.tag != LanguageModel::LIST.tag && script_of(language.tag) == script;
    let are_of_script = LANGUAGES.each_ref().map(is_of_script);
    let letters = symbols_by_language(&characters, script, &are_of_script);
    let mut candidates: Vec<(u32, usize, &[u8; 128])> = Vec::with_capacity(LANGUAGES.len());
    let of_script = letters.iter().enumerate().zip(are_of_script).filter(|(_, is_of_script)| *is_of_script);
    candidates.extend(of_script.map(|((language, high), _)| (OFFSET, language, high)));
    let mut bigrams = Bigrams::default();
    let (first, rest) = bytes.split_at(bytes.len().min(FIRST_PART));
    for part in [first, rest] {
        bigrams.read(part);
        let ascii = AsciiCosts::of(&bigrams, weights::english_at_start() as i32);
        for (cost, language, _) in &mut candidates {
            *cost = cost.saturating_add_signed(ascii.of_language(*language));
        }
        // The other letters only add to a cost, so where ASCII alone costs too much they are not read.
        let with_letters =
            |(cost, language, high): &(u32, usize, &[u8; 128])| cost + LANGUAGES[*language].cost(high, &bigrams);
        let mut lowest = with_letters(candidates.iter().min_by_key(|(cost, ..)| *cost)?);
        candidates.retain_mut(|candidate| {
            let is_left = candidate.0 <= lowest + PRUNE_MARGIN;
            if is_left {
                candidate.0 = with_letters(candidate);
                lowest = lowest.min(candidate.0);
            }
            is_left
        });
        candidates.retain(|(cost, ..)| *cost <= lowest + PRUNE_MARGIN);
    }
    let (lowest, language, high) = candidates.iter().min_by_key(|(cost, ..)| *cost)?;
    let tag = |language: &usize| LANGUAGES[*language].tag;
    let is_close =
        |(cost, other, _): &(u32, usize, _)| tag(other) != tag(language) && *cost < lowest + weights::clear_language();
    let symbols = bytes.iter().filter_map(|byte| high.get(usize::from(byte.checked_sub(0x80)?)));
    let (letters, foreign) = symbols.fold((0, 0), |(letters, foreign), symbol| {
        (letters + usize::from(*symbol >= FOREIGN_LETTER), foreign + usize::from(*symbol == FOREIGN_LETTER))
    });
    let is_clear = LETTERS_PER_FOREIGN * foreign <= letters && !candidates.iter().any(is_close);
    known_language(tag(language)).filter(|_| is_clear)
}

/// The symbol of each of the `characters` in each language that is one `of_script`.
fn symbols_by_language(
    characters: &Characters,
    script: &str,
    of_script: &[bool; LANGUAGES.len()],
) -> [[u8; 128]; LANGUAGES.len()] {
    // The symbols of signs, which are the same in all languages. In `letters`, 0 means that a symbol is not known.
    let mut signs = [JUNK; 128];
    for (sign, c) in signs.iter_mut().zip(&characters.all).filter(|(_, c)| is_letter(**c)) {
        *sign = if script == "Latn" || *c > '\u{2AF}' { FOREIGN_LETTER } else { JUNK };
    }
    let mut letters = [[0; 128]; LANGUAGES.len()];
    // Which characters were looked up in each language: a symbol is the same in all encodings.
    let mut known = [0; LANGUAGES.len()];
    let (mut charset, mut places) = (CHARSETS.len(), Places::NONE);
    for reading in EncodedLanguage::all().filter(|reading| reading.language == 0 || of_script[reading.language]) {
        if charset != reading.charset {
            charset = reading.charset;
            places = characters.places_in(reading.encoding());
        }
        let letters = &mut letters[reading.language];
        let known = &mut known[reading.language];
        let mut unknown = places.which & !*known;
        *known |= places.which;
        while unknown != 0 {
            let n = unknown.trailing_zeros() as usize;
            unknown &= unknown - 1;
            match places.bytes.get(n).and_then(|high| reading.high.get(usize::from(*high))) {
                Some(symbol @ LETTER..) => letters[n] = *symbol,
                Some(symbol @ ..ASCII_LETTER) => signs[n] = *symbol,
                _ => {}
            }
        }
    }
    for (high, _) in letters.iter_mut().zip(of_script).filter(|(_, is_of_script)| **is_of_script) {
        let known = high.iter_mut().zip(&signs).take(characters.all.len());
        for (symbol, sign) in known.filter(|(symbol, _)| **symbol == 0) {
            *symbol = *sign;
        }
    }
    letters
}

/// The different characters above U+007F of a text, at most 128.
struct Characters {
    all: Vec<char>,
    /// Where in `all` the last character with each lowest byte is, and for each character the one before with the same lowest
    /// byte; [`NOWHERE`](Self::NOWHERE) if there is none. Few texts have two.
    last: [u8; 256],
    before: [u8; Characters::MOST],
}

impl Characters {
    const MOST: usize = 0x80;
    const NOWHERE: u8 = 0xFF;

    /// Those of `text`, and its bytes: the character at index `n` is represented by the byte 80 + `n`, and all that there is
    /// no room for by FF.
    fn of(text: &str) -> (Characters, Vec<u8>) {
        let nowhere = Characters::NOWHERE;
        let mut characters = Characters {
            all: Vec::with_capacity(Characters::MOST),
            last: [nowhere; 256],
            before: [nowhere; Characters::MOST],
        };
        let mut bytes = Vec::with_capacity(text.len());
        for c in text.chars() {
            let byte = u8::try_from(c).ok().filter(u8::is_ascii);
            bytes.push(byte.unwrap_or_else(|| 0x80 | characters.insert(c)));
        }
        (characters, bytes)
    }

    /// The place of a character, which is added if it is new.
    fn insert(&mut self, c: char) -> u8 {
        if let Some(place) = self.place(u32::from(c)) {
            return place;
        }
        let place = self.all.len();
        if let Some(before) = self.before.get_mut(place) {
            *before = core::mem::replace(&mut self.last[usize::from(u32::from(c) as u8)], place as u8);
            self.all.push(c);
        }
        place.min(Characters::MOST - 1) as u8
    }

    /// The place of a scalar value.
    #[inline]
    fn place(&self, scalar: u32) -> Option<u8> {
        let mut place = self.last[usize::from(scalar as u8)];
        while let Some(c) = self.all.get(usize::from(place)) {
            if u32::from(*c) == scalar {
                return Some(place);
            }
            place = self.before[usize::from(place)];
        }
        None
    }

    /// Where they are in a single-byte encoding.
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn places_in(&self, encoding: Encoding) -> Places {
        let mut places = Places::NONE;
        let scalars = single_byte_scalars(encoding).iter().enumerate();
        // Most characters of an encoding are not in the text.
        for (byte, scalar) in scalars.filter(|(_, scalar)| self.last[usize::from(**scalar as u8)] != Self::NOWHERE) {
            if let Some(n) = self.place((*scalar).into()).filter(|n| places.which >> n & 1 == 0) {
                places.which |= 1 << n;
                places.bytes[usize::from(n)] = byte as u8;
            }
        }
        places
    }
}

/// Where characters are in a single-byte encoding.
struct Places {
    /// Bit `n` stands for the character at index `n`: whether the encoding has it.
    which: u128,
    /// The first byte of each character, less 80.
    bytes: [u8; Characters::MOST],
}

impl Places {
    const NONE: Places = Places { which: 0, bytes: [0; Characters::MOST] };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_alphabetic() {
        let others: Vec<char> = ('\0'..=char::MAX).filter(|c| is_letter(*c) != c.is_alphabetic()).collect();
        assert_eq!(others, []);
    }

    /// So it does not matter in which encoding a character is looked up.
    #[test]
    fn the_symbol_of_a_character_is_the_same_in_all_encodings() {
        for (n, one) in EncodedLanguage::all().enumerate() {
            for other in EncodedLanguage::all().skip(n) {
                let scalars = [one, other].map(|reading| single_byte_scalars(reading.encoding()));
                for (high, scalar) in scalars[0].iter().enumerate().filter(|(_, scalar)| **scalar != 0) {
                    let Some(place) = scalars[1].iter().position(|other| other == scalar) else { continue };
                    let symbols = [one.high[high], other.high[place]];
                    let is_sign = |symbol: &u8| *symbol < ASCII_LETTER;
                    // ’ is a letter in some languages.
                    if one.language == other.language || symbols.iter().all(is_sign) {
                        assert_eq!(
                            symbols[0],
                            symbols[1],
                            "{scalar:04X}: {:?} and {:?}",
                            one.encoding(),
                            other.encoding()
                        );
                    }
                }
            }
        }
    }

    /// Ł and Б have the same lowest byte, and there are more characters than there is room for.
    #[test]
    fn characters_have_their_places() {
        let many: String = ('\u{1200}'..).take(200).collect();
        for text in ["Łódź, Быть łБ", &many] {
            let (characters, bytes) = Characters::of(text);
            let mut different = Vec::new();
            for (c, byte) in text.chars().zip(bytes) {
                if !c.is_ascii() && !different.contains(&c) {
                    different.push(c);
                }
                let place = different.iter().position(|other| *other == c).map(|n| 0x80 | n.min(0x7F) as u8);
                assert_eq!(byte, place.unwrap_or(c as u8), "{c}");
            }
            assert_eq!(characters.all, different[..different.len().min(0x80)]);
            for encoding in [Encoding::Windows1250, Encoding::Windows1251] {
                let places = characters.places_in(encoding);
                for (n, c) in characters.all.iter().enumerate() {
                    let byte =
                        single_byte_scalars(encoding).iter().position(|scalar| u32::from(*scalar) == u32::from(*c));
                    assert_eq!((places.which >> n & 1 == 1).then(|| usize::from(places.bytes[n])), byte, "{c}");
                }
            }
        }
    }
}
