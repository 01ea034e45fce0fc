//! The language of text in UTF-8 or UTF-16. The models know letters by their bytes in legacy encodings: here, each
//! character of the sample is given a byte of its own, with the symbol that it has in each language.

use alloc::string::String;
use alloc::vec::Vec;

use super::weights::{self, PER_NAT};
use crate::Encoding;
use crate::codec::single_byte_scalars;
use crate::detector::model::ideographs::TWO_BYTE_MODELS;
use crate::detector::model::language_model::LanguageModel;
use crate::detector::model::letters::EncodedLanguage;
use crate::detector::model::symbol::{ASCII_LETTER, FOREIGN_LETTER, JUNK, LETTER};
use crate::detector::model::table::{CHARSETS, LANGUAGES};
use crate::detector::sample::Sample;
use crate::detector::text::bigrams::Bigrams;

/// The number of bytes of the text that are sampled.
const SAMPLE: usize = 512;

/// The first part of the sample, in bytes, is scored in each language; the rest only in those that cost at most
/// `PRUNE_MARGIN` more than the best.
const FIRST_PART: usize = 128;
const PRUNE_MARGIN: u32 = 10 * PER_NAT;

/// What each language costs at first. Some costs are negative: this keeps totals above 0.
const OFFSET: u32 = 1 << 20;

/// At most one letter above U+007F of so many may be one that the language does not have.
const LETTERS_PER_FOREIGN: usize = 24;

/// One letter above U+007F of how many has to be one that only Vietnamese has.
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

/// The indices of the blocks of kana and ideographs in [`BLOCKS`].
const KANA: usize = 23;
const IDEOGRAPHS: usize = 24;

/// The language and the script of `bytes`, which are UTF-8; neither if they are ASCII.
pub(crate) fn of_utf_8(bytes: &[u8]) -> Tags {
    let mut sample = Sample::new(bytes);
    sample.grow(SAMPLE);
    of(&String::from_utf8_lossy(&sample.text))
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
            others += usize::from(c.is_alphabetic());
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
    // The different characters above U+007F. The one at index `n` is represented by the byte 80 + `n`.
    let mut characters = Vec::new();
    let mut bytes = Vec::with_capacity(text.len());
    for c in text.chars() {
        let byte = u8::try_from(c).ok().filter(u8::is_ascii).unwrap_or_else(|| {
            let place = characters.iter().position(|other| *other == c).unwrap_or_else(|| {
                characters.push(c);
                characters.len() - 1
            });
            0x80 | place.min(0x7F) as u8
        });
        bytes.push(byte);
    }
    characters.truncate(0x80);
    let is_of_script =
        |language: &LanguageModel| language.tag != LanguageModel::LIST.tag && script_of(language.tag) == script;
    // The symbols of signs, which are the same in all languages. In `letters`, 0 means that a symbol is not known.
    let mut signs = [JUNK; 128];
    for (sign, c) in signs.iter_mut().zip(&characters).filter(|(_, c)| c.is_alphabetic()) {
        *sign = if script == "Latn" || *c > '\u{2AF}' { FOREIGN_LETTER } else { JUNK };
    }
    let mut letters = [[0; 128]; LANGUAGES.len()];
    // The byte of each character in each encoding, less 80.
    let mut places = [const { Vec::new() }; CHARSETS.len()];
    for reading in EncodedLanguage::all().filter(|reading| reading.language == 0 || is_of_script(reading.language())) {
        let places = &mut places[reading.charset];
        if places.is_empty() {
            *places = places_of(&characters, reading.encoding());
        }
        let letters = &mut letters[reading.language];
        for (n, place) in places.iter().enumerate() {
            match place.and_then(|place| reading.high.get(place)) {
                Some(symbol @ LETTER..) => letters[n] = *symbol,
                Some(symbol @ ..ASCII_LETTER) => signs[n] = *symbol,
                _ => {}
            }
        }
    }
    let mut candidates: Vec<(u32, &LanguageModel, &[u8; 128])> = Vec::with_capacity(LANGUAGES.len());
    for (language, high) in LANGUAGES.iter().zip(&mut letters).filter(|(language, _)| is_of_script(language)) {
        let known = high.iter_mut().zip(&signs).take(characters.len());
        for (symbol, sign) in known.filter(|(symbol, _)| **symbol == 0) {
            *symbol = *sign;
        }
        candidates.push((OFFSET, language, high));
    }
    let mut bigrams = Bigrams::default();
    let (first, rest) = bytes.split_at(bytes.len().min(FIRST_PART));
    for part in [first, rest] {
        bigrams.read(part);
        let mut general = None;
        for (cost, language, high) in &mut candidates {
            let ascii = language.relative_ascii_cost(&bigrams, weights::english_at_start() as i32, &mut general);
            *cost = (*cost + language.cost(high, &bigrams)).saturating_add_signed(ascii);
        }
        let lowest = candidates.iter().map(|(cost, ..)| *cost).min()?;
        candidates.retain(|(cost, ..)| *cost <= lowest + PRUNE_MARGIN);
    }
    let (lowest, language, high) = candidates.iter().min_by_key(|(cost, ..)| *cost)?;
    let is_close = |(cost, other, _): &(u32, &LanguageModel, _)| {
        other.tag != language.tag && *cost < lowest + weights::clear_language()
    };
    let symbols = bytes.iter().filter_map(|byte| high.get(usize::from(byte.checked_sub(0x80)?)));
    let (letters, foreign) = symbols.fold((0, 0), |(letters, foreign), symbol| {
        (letters + usize::from(*symbol >= FOREIGN_LETTER), foreign + usize::from(*symbol == FOREIGN_LETTER))
    });
    let is_clear = LETTERS_PER_FOREIGN * foreign <= letters && !candidates.iter().any(is_close);
    known_language(language.tag).filter(|_| is_clear)
}

/// The first byte of each character in a single-byte encoding, less 80.
#[cfg_attr(target_family = "wasm", inline(never))]
fn places_of(characters: &[char], encoding: Encoding) -> Vec<Option<usize>> {
    let mut places = alloc::vec![None; characters.len()];
    // Which characters there may be, by their lowest bits.
    let may_be = characters.iter().fold(0u64, |all, c| all | 1 << (u32::from(*c) % u64::BITS));
    for (place, scalar) in single_byte_scalars(encoding).iter().enumerate() {
        if may_be >> (u32::from(*scalar) % u64::BITS) & 1 == 1
            && let Some(at) = characters.iter().position(|c| u32::from(*c) == u32::from(*scalar))
        {
            places[at] = places[at].or(Some(place));
        }
    }
    places
}
