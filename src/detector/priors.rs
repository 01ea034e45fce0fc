//! How common each encoding is among the Web's unlabelled pages, and each language.

use crate::Encoding;
use crate::detector::model::language_model::LanguageModel;
use crate::detector::model::table::{CHARSETS, LANGUAGES, READINGS};
use crate::detector::weights;

/// The prior of an encoding: a cost that is higher the rarer the encoding is among the Web's
/// unlabelled pages. The most common one, windows-1252, costs nothing. The costs are estimates, chosen with the samples
/// of `docs/scoreboard.md` in view: no survey counts unlabelled pages. `docs/detector.md` compares them with the shares
/// of all pages in Common Crawl. They are at most 6 nats, since more would hide rare encodings.
pub(crate) const fn encoding_prior(encoding: Encoding) -> u32 {
    match encoding {
        Encoding::Windows1252 => 0,
        Encoding::Windows1251 | Encoding::ShiftJis | Encoding::EucJp | Encoding::EucKr => 4,
        Encoding::Gbk | Encoding::Gb18030 | Encoding::Big5 => 4,
        Encoding::Windows1254 | Encoding::Windows1256 => 14,
        Encoding::Windows1253 | Encoding::Windows1255 | Encoding::Iso8859_7 | Encoding::Iso8859_15 => 16,
        Encoding::Windows874 => 18,
        Encoding::Windows1250 | Encoding::Windows1257 => 20,
        Encoding::Iso8859_2 | Encoding::Koi8R => 22,
        Encoding::Windows1258 | Encoding::Koi8U | Encoding::XMacCyrillic => 24,
        Encoding::Iso8859_5 | Encoding::Ibm866 | Encoding::Iso8859_6 => 28,
        Encoding::Iso8859_8 | Encoding::Iso8859_8I | Encoding::Iso8859_13 | Encoding::Iso8859_4 => 34,
        Encoding::Iso8859_10 => 46,
        _ => 42,
    }
}

/// What a language costs besides the prior of its encoding, where nothing is declared: its own prior, less half of that of the
/// most common encoding it is written in. Without that, rarity would count twice: an encoding is rare because its languages
/// are. `language` is an index in [`LANGUAGES`].
pub(crate) fn language_prior(language: usize) -> i32 {
    let Rarity { halvings, of_encoding } = RARITIES[language];
    (weights::halving() * u32::from(halvings) / 4) as i32 - i32::from(of_encoding / 2)
}

/// How rare a language is.
#[derive(Clone, Copy)]
struct Rarity {
    /// How many times the share of French has to be halved to give its own.
    halvings: u8,
    /// The prior of the most common encoding it is written in.
    of_encoding: u8,
}

static RARITIES: [Rarity; LANGUAGES.len()] = {
    let mut rarities = [Rarity { halvings: 0, of_encoding: 0 }; LANGUAGES.len()];
    let mut language = 0;
    while language < LANGUAGES.len() {
        let tag = LANGUAGES[language].tag;
        if !is_same(tag, LanguageModel::LIST.tag) {
            rarities[language] = Rarity { halvings: halvings(tag), of_encoding: least_encoding_prior(tag) as u8 };
        }
        language += 1;
    }
    rarities
};

/// How rare a language is: how many times the share of French, about 5 % of the Web's pages, has to be halved to give its own.
/// Estimates, beside the languages of Common Crawl's pages. Romanian counts for less than its share, since it is often
/// written without accents.
const fn halvings(tag: &[u8]) -> u8 {
    match tag {
        b"en" | b"ru" | b"de" | b"fr" | b"es" => 0,
        b"it" | b"nl" | b"pt" | b"pl" => 1,
        b"vi" | b"tr" | b"cs" => 2,
        b"sv" | b"fa" | b"uk" | b"ar" | b"hu" | b"da" => 3,
        b"el" | b"fi" | b"sk" | b"he" | b"th" | b"nb" | b"bg" | b"sr" | b"ro" => 4,
        // All languages without a model.
        b"mul" | b"mul-Latn" | b"mul-Cyrl" => 2,
        b"ca" | b"hr" | b"lt" | b"sl" | b"et" => 5,
        b"lv" => 6,
        b"is" | b"gl" | b"eu" | b"sq" | b"mk" => 7,
        b"be" | b"ur" => 8,
        b"ga" | b"cy" | b"af" | b"eo" | b"uz" => 9,
        b"fo" | b"ku" => 10,
        b"br" | b"gd" | b"mt" | b"yi" => 11,
        _ => 12,
    }
}

/// The prior of the most common encoding that a language is written in.
const fn least_encoding_prior(tag: &[u8]) -> u32 {
    let (mut least, mut reading) = (u32::MAX, 0);
    while reading < READINGS.len() {
        let [charset, language] = READINGS[reading];
        let prior = encoding_prior(CHARSETS[charset as usize].encoding);
        if prior < least && is_same(LANGUAGES[language as usize].tag, tag) {
            least = prior;
        }
        reading += 1;
    }
    least
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}
