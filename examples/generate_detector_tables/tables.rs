//! What the generator of the detector's models makes from the texts in `fixtures/detector`.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::fs;
use std::path::Path;

use encoding_rs::Encoding;

#[path = "../../src/detector/model/symbol.rs"]
mod symbol;
use symbol::*;

const FOLDER: &str = "fixtures/detector";
const STAGE: &str = "src/detector/model";

/// Costs are negative logarithms of probabilities, in eighths of a nat.
const PER_NAT: f64 = 8.0;

/// The share of letters above U+007F that every language in Latin script is adjusted to, and the
/// maximum of that adjustment, as a factor of a probability.
const TYPICAL_SHARE: f64 = 0.05;
const MOST_BALANCE: f64 = 5.0;

/// What a pair of letters costs in the text of most languages, in eighths of a nat. Where the text of a language costs
/// less, foreign names and words would still cost as much. A general model fits none of its languages well, so in it more is
/// no sign of the right encoding.
const TYPICAL_COST: u8 = 20;

/// The kinds of text, and how often a line of each counts. Names and words alone lack the small words that join them. In style
/// sheets and programs, the name of a font is often all that is not ASCII.
const KINDS: [(&str, usize); 5] = [("words", 1), ("names", 1), ("sentences", 6), ("udhr", 3), ("fonts", 100)];

/// The folder with the pairs of letters in the words of a language, counted elsewhere.
const PAIRS: &str = "pairs";

/// The folder with the ideographs and syllables of Hangul in the words of a language, counted elsewhere.
const CHARACTERS: &str = "characters";

/// The weight of those counts. The rest is that of the texts, which are few but contain words of menus. Set: on published files,
/// 0.4 gives 0.2 points fewer short words, and 0.9 two files fewer.
const COUNTED: f64 = 0.8;

/// What a frequent character costs at most, in eighths of a nat. Beyond it the classes of `ideographs.rs` say what
/// one costs. Set: with 40 a quarter of the short words is wrong; with 160 the tables double for 0.1 points.
const MOST_OF_FREQUENT: u8 = 80;

/// What an apostrophe costs at most, in eighths of a nat, before a word, and before a space or a digit. Where it is a letter, it
/// costs no more there than the sign that it is, too (’98); see `signs.rs`.
const MOST_AT_START: u8 = 64;
const MOST_AT_END: u8 = 28;

/// The maximum number of letters of a language. The table has a row for each.
const MOST_LETTERS: usize = 64;

/// Models for languages without a model of their own, one for each encoding that has (nearly) all
/// of their letters. They are made from all texts of the Universal Declaration that the encoding
/// suits, and that windows-1252 does not suit as well.
const GENERAL: [(&str, &str, f64); 3] =
    [("mul", "windows-1252", 0.01), ("mul-Latn", "windows-1250", 0.01), ("mul-Cyrl", "windows-1251", 0.1)];

/// Languages, the names of their files, and the single-byte encodings that were used for them.
const LANGUAGES: &[(&str, &[&str])] = &[
    ("mul", &["windows-1252"]),
    ("mul-Latn", CENTRAL),
    ("en", WESTERN),
    ("fr", WESTERN),
    ("de", WESTERN),
    ("es", WESTERN),
    ("pt", WESTERN),
    ("it", WESTERN),
    ("nl", WESTERN),
    ("da", NORDIC),
    ("sv", NORDIC),
    ("nb", NORDIC),
    ("fi", NORDIC),
    ("is", NORDIC),
    ("fo", NORDIC),
    ("kl", NORDIC),
    ("ca", WESTERN),
    ("gl", WESTERN),
    ("eu", WESTERN),
    ("af", WESTERN),
    ("ga", &["windows-1252", "iso-8859-15", "macintosh", "iso-8859-14", "iso-8859-16"]),
    ("gd", &["windows-1252", "iso-8859-15", "macintosh", "iso-8859-14"]),
    ("br", &["windows-1252", "iso-8859-15", "macintosh", "iso-8859-14"]),
    ("cy", &["windows-1252", "iso-8859-14"]),
    ("fur", &["windows-1252"]),
    ("uz", &["windows-1252"]),
    ("sq", &["windows-1252", "iso-8859-15", "macintosh", "windows-1250", "iso-8859-2", "iso-8859-16"]),
    ("cs", CENTRAL),
    ("sk", CENTRAL),
    ("pl", CENTRAL_16),
    ("hu", CENTRAL_16),
    ("hr", CENTRAL_16),
    ("sl", CENTRAL_16),
    ("ro", CENTRAL_16),
    ("hsb", CENTRAL),
    ("szl", CENTRAL),
    ("ku", &["windows-1254"]),
    ("crh", &["windows-1254"]),
    ("mt", &["iso-8859-3"]),
    ("eo", &["iso-8859-3"]),
    ("et", &["windows-1257", "iso-8859-13", "iso-8859-4", "iso-8859-10", "iso-8859-15", "windows-1252"]),
    ("lv", BALTIC),
    ("lt", BALTIC),
    ("se", &["iso-8859-10", "iso-8859-4"]),
    ("smn", &["iso-8859-10", "iso-8859-4"]),
    ("tr", &["windows-1254", "iso-8859-3"]),
    ("vi", &["windows-1258"]),
    ("mul-Cyrl", &["windows-1251"]),
    ("ru", CYRILLIC),
    ("uk", &["windows-1251", "koi8-u", "ibm866", "iso-8859-5", "x-mac-cyrillic"]),
    ("be", &["windows-1251", "koi8-u", "ibm866", "iso-8859-5", "x-mac-cyrillic"]),
    ("bg", CYRILLIC),
    ("sr", &["windows-1251", "iso-8859-5", "x-mac-cyrillic"]),
    ("mk", &["windows-1251", "iso-8859-5", "x-mac-cyrillic"]),
    ("el", &["windows-1253", "iso-8859-7"]),
    ("he", &["windows-1255", "iso-8859-8-i"]),
    ("yi", &["windows-1255"]),
    (VISUAL_HEBREW, &["iso-8859-8"]),
    ("ar", &["windows-1256", "iso-8859-6"]),
    ("fa", &["windows-1256"]),
    ("ur", &["windows-1256"]),
    ("th", &["windows-874"]),
];

const WESTERN: &[&str] = &["windows-1252", "iso-8859-15", "macintosh"];
const NORDIC: &[&str] = &["windows-1252", "iso-8859-15", "macintosh", "iso-8859-10", "iso-8859-4"];
const CENTRAL: &[&str] = &["windows-1250", "iso-8859-2"];
const CENTRAL_16: &[&str] = &["windows-1250", "iso-8859-2", "iso-8859-16"];
const BALTIC: &[&str] = &["windows-1257", "iso-8859-13", "iso-8859-4", "iso-8859-10"];
const CYRILLIC: &[&str] = &["windows-1251", "koi8-r", "koi8-u", "ibm866", "iso-8859-5", "x-mac-cyrillic"];

/// Hebrew in visual order: the letters of each line from left to right.
const VISUAL_HEBREW: &str = "he-visual";

/// The encodings in which lists of letters are detected: the most common ones in Latin script.
const LISTS: [&str; 3] = ["iso-8859-2", "windows-1250", "windows-1252"];

/// The names of the tables of two-byte encodings, and the encodings' labels and languages.
const TWO_BYTE: [(&str, &str, &str); 5] = [
    ("shift_jis", "shift_jis", "ja"),
    ("euc_jp", "euc-jp", "ja"),
    ("euc_kr", "euc-kr", "ko"),
    ("gbk", "gbk", "zh"),
    ("big5", "big5", "zh-Hant"),
];

/// The length of a row of ASCII letters: the edge of a word, and a to z.
const ASCII_ROW: usize = 27;

/// The costs of the pairs of ASCII in a language in Latin script. In `costs`, the language's own table, those of two letters
/// become 0, which packs well, where only ASCII has them: İ is a capital of i above U+007F. Signs there are edges of words.
fn take_ascii_costs(costs: &mut [u8], model: &Model, encodings: &[&str]) -> Vec<u8> {
    let is_a_to_z = |c| (LETTER..LETTER + ASCII_ROW as u8 - 1).contains(&model.symbol(c));
    let has_more = |label: &&str| (0x80..=0xFF).any(|byte| decode(encoding(label), &[byte]).is_some_and(is_a_to_z));
    let stay = encodings.iter().any(has_more);
    let row = model.letters.len() + 1;
    let pairs = (0..ASCII_ROW).flat_map(|second| (0..ASCII_ROW).map(move |first| (second, first)));
    let take = |(second, first): (usize, usize)| {
        let cost = &mut costs[second * row + first];
        if second == 0 || first == 0 || stay { *cost } else { std::mem::take(cost) }
    };
    pairs.map(take).collect()
}

/// The paths of the generated files, and their content.
pub fn tables() -> std::io::Result<Vec<(String, Vec<u8>)>> {
    let mut rust = String::from(
        "//! Generated from the texts in `fixtures/detector` (see its README.md) by\n\
         //! `cargo run --release --no-default-features --features std --example generate_detector_tables`.\n\n\
         use crate::Encoding;\nuse crate::detector::model::language_model::{Charset, LanguageModel};\n\n",
    );
    let mut files = Vec::new();
    let mut file = |name, content| files.push((format!("{STAGE}/table/{name}.bin"), content));
    let mut costs = Vec::new();
    let mut ascii_costs = Vec::new();
    let mut readings = Vec::new();
    rust.push_str("/// The costs of the letters of all languages.\n");
    rust.push_str("static COSTS: &[u8] = include_bytes!(\"table/costs.bin\");\n\n");
    writeln!(rust, "pub(crate) static LANGUAGES: [LanguageModel; {}] = [", LANGUAGES.len() + 1).unwrap();
    for (index, (tag, encodings)) in LANGUAGES.iter().enumerate() {
        let model = Model::new(tag, &text(tag)?, &counted_pairs(tag)?, encodings);
        let tag = tag.trim_end_matches("-visual");
        let (at, row, is_latin) = (costs.len(), model.letters.len() + 1, model.script == Script::Latin);
        let mut of_model = model.costs();
        let expected = model.expected(&of_model);
        writeln!(rust, "    LanguageModel::new(b\"{tag}\", {is_latin}, COSTS, {at}, {row}, {expected}),").unwrap();
        if is_latin {
            ascii_costs.push(take_ascii_costs(&mut of_model, &model, encodings));
        }
        costs.extend(of_model);
        for label in *encodings {
            let encoding = encoding(label);
            let symbol = |byte| decode(encoding, &[byte]).map_or(JUNK, |c| model.symbol(c));
            readings.push((encoding, index, (0x80..=0xFF).map(symbol).collect::<Vec<u8>>()));
        }
    }
    rust.push_str("    LanguageModel::LIST,\n];\n\n");
    file("costs", costs);
    rust.push_str("/// How many languages from the first one on are in Latin script.\n");
    writeln!(rust, "pub(crate) const LATIN_LANGUAGES: usize = {};\n", ascii_costs.len()).unwrap();
    rust.push_str("/// The costs of `second * ASCII_ROW + first` in the languages in Latin script, side by side, so that they are summed\n");
    rust.push_str("/// together.\n");
    rust.push_str("pub(crate) static ASCII_COSTS: &[[u8; LATIN_LANGUAGES]] = include_bytes!(\"table/ascii_costs.bin\").as_chunks().0;\n\n");
    file(
        "ascii_costs",
        (0..ASCII_ROW * ASCII_ROW).flat_map(|pair| ascii_costs.iter().map(move |of| of[pair])).collect(),
    );
    for label in LISTS {
        let encoding = encoding(label);
        let symbol = |c| if Script::of(c) == Some(Script::Latin) { LETTER } else { class(c) };
        let symbols = (0x80..=0xFF).map(|byte| decode(encoding, &[byte]).map_or(JUNK, symbol));
        readings.push((encoding, LANGUAGES.len(), symbols.collect()));
    }
    // The readings of an encoding are kept together.
    readings.sort_by_key(|(encoding, ..)| encoding.name());
    let mut charsets: Vec<&'static Encoding> = readings.iter().map(|(encoding, ..)| *encoding).collect();
    charsets.dedup();
    rust.push_str("/// The case of each byte from 80 to FF in each encoding.\n");
    rust.push_str("static CASES: &[[u8; 128]] = include_bytes!(\"table/cases.bin\").as_chunks().0;\n\n");
    writeln!(rust, "pub(crate) static CHARSETS: [Charset; {}] = [", charsets.len()).unwrap();
    let mut cases: Vec<u8> = Vec::new();
    for (index, &encoding) in charsets.iter().enumerate() {
        let variant = variant_name(encoding);
        cases.extend((0x80..=0xFF).map(|byte| case(decode(encoding, &[byte]))));
        let letters = (0x80..=0xFF).filter_map(|byte| decode(encoding, &[byte]).and_then(Script::of));
        let is_latin = letters.clone().filter(|script| *script == Script::Latin).count() * 2 > letters.count();
        let cases = format!("&CASES[{index}]");
        writeln!(rust, "    Charset {{ encoding: Encoding::{variant}, is_latin: {is_latin}, cases: {cases} }},")
            .unwrap();
    }
    rust.push_str("];\n\n");
    file("cases", cases);
    rust.push_str("/// The places in `CHARSETS` and `LANGUAGES` of each pair of an encoding and a language.\n");
    rust.push_str("pub(crate) static READINGS: &[[u8; 2]] = include_bytes!(\"table/readings.bin\").as_chunks().0;\n\n");
    let places = readings.iter().flat_map(|(encoding, language, _)| {
        let charset = charsets.iter().position(|charset| charset == encoding).unwrap();
        [charset as u8, u8::try_from(*language).unwrap()]
    });
    file("readings", places.collect());
    rust.push_str("/// The symbol of each byte from 80 to FF in each of `READINGS`.\n");
    rust.push_str("pub(crate) static SYMBOLS: &[[u8; 128]] = include_bytes!(\"table/symbols.bin\").as_chunks().0;\n");
    file("symbols", readings.into_iter().flat_map(|(.., symbols)| symbols).collect());
    for (name, label, language) in TWO_BYTE {
        let constant = name.to_uppercase();
        write!(rust, "\npub(crate) static {constant}: &[u8] = include_bytes!(\"table/{name}.bin\");\n").unwrap();
        file(name, frequent_characters(encoding(label), &text(language)?, &counted_characters(language)?));
    }
    files.push((format!("{STAGE}/table.rs"), rust.into_bytes()));
    Ok(files)
}

/// The classes of `model.rs`: no case, lower case, upper case, no character.
fn case(c: Option<char>) -> u8 {
    match c {
        None => 3,
        Some(c) if c.is_uppercase() => 2,
        // The ordinal indicators are not letters here.
        Some(c) if c.is_lowercase() && c.is_alphabetic() && !matches!(c, 'ª' | 'º') => 1,
        Some(_) => 0,
    }
}

fn encoding(label: &str) -> &'static Encoding {
    Encoding::for_label(label.as_bytes()).unwrap()
}

/// The encoding's name in the crate's enum.
fn variant_name(encoding: &'static Encoding) -> String {
    match encoding.name() {
        "IBM866" => "Ibm866".into(),
        "macintosh" => "Macintosh".into(),
        "x-mac-cyrillic" => "XMacCyrillic".into(),
        "KOI8-R" => "Koi8R".into(),
        "KOI8-U" => "Koi8U".into(),
        "ISO-8859-8-I" => "Iso8859_8I".into(),
        name if name.starts_with("ISO-8859-") => name.replace("ISO-8859-", "Iso8859_"),
        name => name.replace("windows-", "Windows"),
    }
}

/// The lines of a language, each repeated as often as it counts.
fn text(tag: &str) -> std::io::Result<Vec<String>> {
    if let Some((_, label, most_unencoded)) = GENERAL.iter().find(|(name, ..)| *name == tag) {
        return general_text(encoding(label), *most_unencoded);
    }
    let file = tag.trim_end_matches("-visual");
    let mut lines = Vec::new();
    for (kind, weight) in KINDS {
        let path = format!("{FOLDER}/{kind}/{file}.txt");
        let text = if Path::new(&path).exists() { read(Path::new(&path))? } else { String::new() };
        for _ in 0..weight {
            lines.extend(text.lines().map(str::to_owned));
        }
    }
    if tag == "vi" {
        // windows-1258 also has some letters with their tone as one byte, and some writers used
        // them.
        lines.extend(lines.clone().iter().map(|line| with_composed_tones(line)));
    }
    if matches!(tag, "ar" | "fa" | "ur") {
        lines.extend(lines.clone().iter().step_by(STRETCHED).map(|line| stretched(line)));
    }
    if tag == VISUAL_HEBREW {
        lines = lines.iter().map(|line| line.chars().rev().collect()).collect();
    }
    Ok(lines)
}

/// How often each second letter follows each first one in the words of a language; a space is the edge of a word. Nothing
/// where they were not counted.
fn counted_pairs(tag: &str) -> std::io::Result<Vec<([char; 2], f64)>> {
    let path = format!("{FOLDER}/{PAIRS}/{}.txt", tag.trim_end_matches("-visual"));
    if !Path::new(&path).exists() {
        return Ok(Vec::new());
    }
    let parsed = |line: &str| {
        let mut letters = line.chars();
        let pair = [letters.next()?, letters.next()?];
        let count = letters.as_str().trim().parse().ok()?;
        Some((if tag == VISUAL_HEBREW { [pair[1], pair[0]] } else { pair }, count))
    };
    let pair = |line| parsed(line).unwrap_or_else(|| panic!("a pair and its count, not {line:?} in {path}"));
    Ok(fs::read_to_string(&path)?.lines().map(pair).collect())
}

/// The text of a file, with the quotation marks that legacy encodings have in place of the letters
/// ʻ and ʼ.
fn read(path: &Path) -> std::io::Result<String> {
    let is_thinned = std::env::args().any(|argument| argument == "without-fourths");
    let text = fs::read_to_string(path)?.replace('ʻ', "‘").replace('ʼ', "’");
    let lines = text.lines().enumerate().filter(|(at, _)| !is_thinned || at % 4 != 3);
    Ok(lines.map(|(_, line)| line).collect::<Vec<_>>().join("\n"))
}

/// The Declaration in all languages that an encoding suits: it has nearly all of their letters, and
/// more than windows-1252.
fn general_text(encoding: &'static Encoding, most_unencoded: f64) -> std::io::Result<Vec<String>> {
    let mut paths: Vec<_> = fs::read_dir(format!("{FOLDER}/udhr"))?.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let mut lines = Vec::new();
    for path in paths {
        let text = read(&path)?;
        let mut letters: BTreeMap<char, usize> = BTreeMap::new();
        text.chars().filter(|c| c.is_alphabetic()).for_each(|c| *letters.entry(c).or_default() += 1);
        let all: usize = letters.values().sum();
        let unencoded = |encoding: &'static Encoding| {
            let unencoded = letters.iter().filter(|(c, _)| encoding.encode(&c.to_string()).2);
            unencoded.map(|(_, count)| *count as f64).sum::<f64>() / all as f64
        };
        let most = if encoding == encoding_rs::WINDOWS_1252 { f64::MAX } else { unencoded(encoding_rs::WINDOWS_1252) };
        let unencoded = unencoded(encoding);
        if unencoded < most_unencoded && unencoded < most {
            lines.extend(text.lines().map(str::to_owned));
        }
    }
    Ok(lines)
}

/// One line of this many is added again with its words stretched.
const STRETCHED: usize = 20;

/// The line with each word of four letters and more stretched by tatweels, as headings in Arabic script are: `سيــــستم`.
fn stretched(line: &str) -> String {
    let stretch = |word: &str| match word.char_indices().nth(2) {
        Some((at, _)) if word.chars().count() > 3 => format!("{}ــــ{}", &word[..at], &word[at..]),
        _ => word.to_owned(),
    };
    line.split(' ').map(stretch).collect::<Vec<_>>().join(" ")
}

/// The letters with grave and acute that windows-1258 has as single characters.
fn with_composed_tones(line: &str) -> String {
    const COMPOSED: [(&str, &str); 9] = [
        ("a\u{300}", "à"),
        ("a\u{301}", "á"),
        ("a\u{303}", "ã"),
        ("e\u{300}", "è"),
        ("e\u{301}", "é"),
        ("i\u{301}", "í"),
        ("o\u{301}", "ó"),
        ("u\u{300}", "ù"),
        ("u\u{301}", "ú"),
    ];
    COMPOSED.iter().fold(line.to_owned(), |line, (apart, composed)| line.replace(apart, composed))
}

/// The character that `bytes` decode to in `encoding`, if they are exactly one.
fn decode(encoding: &'static Encoding, bytes: &[u8]) -> Option<char> {
    let text = encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
    let mut chars = text.chars();
    let first = chars.next()?;
    chars.next().is_none().then_some(first)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Latin,
    Greek,
    Cyrillic,
    Hebrew,
    Arabic,
    Thai,
}

impl Script {
    fn of(c: char) -> Option<Script> {
        Some(match u32::from(c) {
            0x41..=0x5A | 0x61..=0x7A | 0xC0..=0xD6 | 0xD8..=0xF6 | 0xF8..=0x24F | 0x300..=0x36F | 0x1E00..=0x1EFF => {
                Script::Latin
            }
            0x370..=0x3FF => Script::Greek,
            0x400..=0x52F => Script::Cyrillic,
            0x591..=0x5FF => Script::Hebrew,
            0x620..=0x65F | 0x66E..=0x6D3 => Script::Arabic,
            0xE01..=0xE4E => Script::Thai,
            _ => return None,
        })
    }

    fn of_language(tag: &str) -> Script {
        match tag {
            "el" => Script::Greek,
            "ru" | "uk" | "be" | "bg" | "sr" | "mk" | "mul-Cyrl" => Script::Cyrillic,
            "he" | "yi" | VISUAL_HEBREW => Script::Hebrew,
            "ar" | "fa" | "ur" => Script::Arabic,
            "th" => Script::Thai,
            _ => Script::Latin,
        }
    }
}

/// The class of a character that is not a letter.
fn class(c: char) -> u8 {
    match c {
        '\0'..='\u{7f}' => ascii_class(c as u8),
        // ´ is typed in its place.
        '’' | '´' => APOSTROPHE,
        '«' | '“' | '„' | '¿' | '¡' => OPENING,
        '‘' => SINGLE_OPENING,
        '»' | '”' | '…' | '،' | '؟' | '؛' => CLOSING,
        '–' | '—' => DASH,
        '•' | '·' => BULLET,
        '®' | '™' => MARK,
        '£' | '€' | '©' | '§' | '¢' | '¥' | '№' | '฿' | '₪' => CURRENCY,
        '°' | '½' | '¼' | '¾' | '×' | '÷' | '±' | 'µ' => UNIT,
        '²' | '³' | '¹' | 'º' | 'ª' => RAISED,
        '‚' | '‹' | '›' | '¶' | '¨' | '¸' | '¯' | '¤' | 'ˆ' | '˜' | '¬' | '¦' | '†' | '‡' | '‰' | '˝' | '\u{ad}'
        | '―' | '\u{200c}' | '\u{200d}' | '΄' | '΅' => RARE_SIGN,
        // Lines and blocks, of which tables and frames are drawn; not the rarer joints of double and single lines.
        '─' | '│' | '┌' | '┐' | '└' | '┘' | '├' | '┤' | '┬' | '┴' | '┼' | '═' | '║' | '╔' | '╗' | '╚' | '╝' | '╠'
        | '╣' | '╦' | '╩' | '╬' | '╟' | '╢' | '╤' | '╧' | '▀' | '▄' | '█' | '░' | '▒' | '▓' | '■' => {
            RARE_SIGN
        }
        // The marks of direction cannot be seen, and stand beside spaces and signs, too.
        '\u{a0}' | '\u{200e}' | '\u{200f}' => NO_BREAK_SPACE,
        _ => JUNK,
    }
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '’' | '‘' | '´')
}

/// The edge of a word, as the neighbour of a letter.
const EDGE: char = ' ';

/// The letters of a language, and how often they follow each other.
struct Model {
    tag: String,
    script: Script,
    letters: Vec<char>,
    /// How often each second letter follows each first one.
    pairs: HashMap<(char, char), f64>,
}

impl Model {
    fn new(tag: &str, lines: &[String], pairs: &[([char; 2], f64)], encodings: &[&str]) -> Model {
        let script = Script::of_language(tag);
        let mut model = Model { tag: tag.into(), script, letters: Vec::new(), pairs: HashMap::new() };
        model.letters = model.most_frequent_letters(lines, encodings);
        for line in lines {
            let mut previous = EDGE;
            for c in line.chars().chain([EDGE]) {
                let c = model.letter(c);
                *model.pairs.entry((previous, c)).or_default() += 1.0;
                previous = c;
            }
        }
        for (pair, count) in pairs {
            let [a, b] = pair.map(|c| model.letter(c));
            *model.pairs.entry((a, b)).or_default() += count;
        }
        model
    }

    /// The letter of the language that a character is, or else the edge of a word.
    fn letter(&self, c: char) -> char {
        let c = self.lowercase(c);
        if self.letters.contains(&c) { c } else { EDGE }
    }

    /// Whether a character may be a letter of the language. In many languages ’ is one.
    fn may_be_letter(&self, c: char) -> bool {
        Script::of(c) == Some(self.script) || self.script == Script::Latin && is_apostrophe(c)
    }

    /// The letters that the text uses and that the language's encodings have, as many as fit.
    fn most_frequent_letters(&self, lines: &[String], encodings: &[&str]) -> Vec<char> {
        let mut counts: BTreeMap<char, usize> = BTreeMap::new();
        for c in lines.iter().flat_map(|line| line.chars()) {
            let c = self.lowercase(c);
            if self.may_be_letter(c) {
                *counts.entry(c).or_default() += 1;
            }
        }
        counts.retain(|c, _| encodings.iter().any(|label| !encoding(label).encode(&c.to_string()).2));
        let total: usize = counts.values().sum();
        if self.script == Script::Latin {
            // A letter that occurs only in foreign names is not a letter of the language.
            counts.retain(|_, count| *count * 8_000 > total);
            for c in 'a'..='z' {
                counts.insert(c, usize::MAX);
            }
            counts.entry('ı').and_modify(|count| *count = usize::MAX);
        }
        let mut letters: Vec<(char, usize)> = counts.into_iter().collect();
        letters.sort_by_key(|&(c, count)| (std::cmp::Reverse(count), c));
        letters.truncate(MOST_LETTERS);
        letters.into_iter().map(|(c, _)| c).collect()
    }

    fn lowercase(&self, c: char) -> char {
        match (self.tag.as_str(), c) {
            ("tr", 'I') => 'ı',
            ("tr", 'İ') => 'i',
            // In encodings before ISO-8859-16, Romanian's commas below were cedillas.
            ("ro", 'ş' | 'Ş') => 'ș',
            ("ro", 'ţ' | 'Ţ') => 'ț',
            _ => c.to_lowercase().next().unwrap_or(c),
        }
    }

    fn symbol(&self, c: char) -> u8 {
        let lowercase = self.lowercase(c);
        if let Some(at) = self.letters.iter().position(|&letter| letter == lowercase) {
            return LETTER + at as u8;
        }
        match Script::of(c) {
            Some(script) if script == self.script => FOREIGN_LETTER,
            Some(Script::Latin) if c.is_ascii() => ASCII_LETTER,
            Some(_) => JUNK,
            None => class(c),
        }
    }

    /// Compensates for how often the language has letters above U+007F. Pairs of ASCII letters are
    /// not counted; without this, a text with few such letters would not fit a language with many.
    fn balance(&self) -> f64 {
        if self.script != Script::Latin {
            return 1.0;
        }
        let (mut above, mut all) = (0.0, 0.0);
        for (&(_, b), count) in self.pairs.iter().filter(|((_, b), _)| *b != EDGE) {
            all += count;
            above += if b.is_ascii() { 0.0 } else { *count };
        }
        (TYPICAL_SHARE * all / f64::max(above, 1.0)).clamp(1.0 / MOST_BALANCE, MOST_BALANCE)
    }

    /// The cost of each letter after each letter, one row per second letter. The first row is for
    /// the edge of a word.
    fn costs(&self) -> Vec<u8> {
        let symbols: Vec<char> = [EDGE].into_iter().chain(self.letters.iter().copied()).collect();
        let count = |a: char, b: char| self.pairs.get(&(a, b)).copied().unwrap_or(0.0);
        let frequencies: HashMap<char, f64> =
            symbols.iter().map(|&b| (b, symbols.iter().map(|&a| count(a, b)).sum::<f64>() + 0.5)).collect();
        let total: f64 = frequencies.values().sum();
        const TRUST: f64 = 8.0;
        let balance = self.balance();
        let mut costs = Vec::new();
        let sums: Vec<f64> = symbols.iter().map(|&a| symbols.iter().map(|&b| count(a, b)).sum()).collect();
        for &b in &symbols {
            for (&a, row) in symbols.iter().zip(&sums) {
                let probability = (count(a, b) + TRUST * frequencies[&b] / total) / (row + TRUST);
                let is_above = a.is_ascii() && !b.is_ascii();
                costs.push(rounded(cost(if is_above { probability * balance } else { probability })));
            }
        }
        // No bigram: two neighbours that are no letters.
        costs[0] = 0;
        for apostrophe in (0..symbols.len()).filter(|at| is_apostrophe(symbols[*at])) {
            let [start, end] = [apostrophe * symbols.len(), apostrophe];
            costs[start] = costs[start].min(MOST_AT_START);
            costs[end] = costs[end].min(MOST_AT_END);
        }
        costs
    }

    /// What a pair of neighbours with a letter above U+007F costs in the mean, in the text that the model is made from.
    fn expected(&self, costs: &[u8]) -> u8 {
        if GENERAL.iter().any(|(general, ..)| *general == self.tag) {
            return TYPICAL_COST;
        }
        let symbols: Vec<char> = [EDGE].into_iter().chain(self.letters.iter().copied()).collect();
        let (mut total, mut all) = (0.0, 0.0);
        for (&b, row) in symbols.iter().zip(costs.chunks(symbols.len())) {
            for (&a, cost) in symbols.iter().zip(row).filter(|(a, _)| !(a.is_ascii() && b.is_ascii())) {
                let count = self.pairs.get(&(a, b)).copied().unwrap_or(0.0);
                total += count * f64::from(*cost);
                all += count;
            }
        }
        TYPICAL_COST.max((total / f64::max(all, 1.0)).round() as u8)
    }
}

/// High costs need less precision than low ones, which are those of frequent bigrams. Rounded costs
/// compress better, to three quarters of the size.
fn rounded(cost: u8) -> u8 {
    let step = match cost {
        0..20 => 1,
        20..40 => 2,
        40.. => 4,
    };
    cost.saturating_add(step / 2) / step * step
}

fn cost(probability: f64) -> u8 {
    (-probability.ln() * PER_NAT).round().clamp(0.0, 255.0) as u8
}

/// How often each ideograph or syllable of Hangul occurs in the words of a language.
fn counted_characters(tag: &str) -> std::io::Result<Vec<(char, f64)>> {
    let path = format!("{FOLDER}/{CHARACTERS}/{tag}.txt");
    let parsed = |line: &str| {
        let mut parts = line.chars();
        Some((parts.next()?, parts.as_str().trim().parse().ok()?))
    };
    let counted = |line| parsed(line).unwrap_or_else(|| panic!("a character and its count, not {line:?} in {path}"));
    Ok(fs::read_to_string(&path)?.lines().map(counted).collect())
}

/// The frequent characters of a language in a two-byte encoding: their first bytes, their second bytes, their costs. The lines
/// say how frequent ideographs and syllables are among all characters, the counts how frequent each of them is.
fn frequent_characters(encoding: &'static Encoding, lines: &[String], counted: &[(char, f64)]) -> Vec<u8> {
    let is_counted = |c: char| matches!(c, '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}');
    let mut of_lines: BTreeMap<char, f64> = BTreeMap::new();
    for c in lines.iter().flat_map(|line| line.chars()).filter(|c| !c.is_ascii()) {
        if let (bytes, _, false) = encoding.encode(c.encode_utf8(&mut [0; 4]))
            && bytes.len() == 2
        {
            *of_lines.entry(c).or_default() += 1.0;
        }
    }
    let total: f64 = of_lines.values().sum();
    let ideographs: f64 = of_lines.iter().filter(|(c, _)| is_counted(**c)).map(|(_, count)| count).sum();
    // Absolute discounting: the probability that is taken off goes to the characters that do not occur.
    let mut shares: BTreeMap<char, f64> = of_lines.into_iter().map(|(c, count)| (c, (count - 0.5) / total)).collect();
    shares.retain(|_, share| *share > 1.0 / total);
    shares.iter_mut().filter(|(c, _)| is_counted(**c)).for_each(|(_, share)| *share *= 1.0 - COUNTED);
    let all: f64 = counted.iter().map(|(_, count)| count).sum();
    for (c, count) in counted {
        *shares.entry(*c).or_default() += COUNTED * ideographs / total * count / all;
    }
    let mut frequent = Vec::new();
    for (c, share) in shares {
        if let (bytes, _, false) = encoding.encode(c.encode_utf8(&mut [0; 4]))
            && let ([lead, trail], cost) = (&bytes[..], cost(share))
            && cost <= MOST_OF_FREQUENT
        {
            frequent.push([*lead, *trail, cost]);
        }
    }
    frequent.sort_unstable();
    (0..3).flat_map(|column| frequent.iter().map(move |character| character[column])).collect()
}
