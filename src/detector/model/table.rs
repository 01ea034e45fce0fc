//! Generated from the texts in `fixtures/detector` (see its README.md) by
//! `cargo run --release --no-default-features --features std --example generate_detector_tables`.

use crate::Encoding;
use crate::detector::model::language_model::{Charset, LanguageModel};

/// The costs of the letters of all languages.
static COSTS: &[u8] = include_bytes!("table/costs.bin");

pub(crate) static LANGUAGES: [LanguageModel; 63] = [
    LanguageModel::new(b"mul", true, COSTS, 0, 58, 20),
    LanguageModel::new(b"mul-Latn", true, COSTS, 3364, 59, 20),
    LanguageModel::new(b"en", true, COSTS, 6845, 29, 22),
    LanguageModel::new(b"fr", true, COSTS, 7686, 40, 24),
    LanguageModel::new(b"de", true, COSTS, 9286, 31, 24),
    LanguageModel::new(b"es", true, COSTS, 10247, 33, 23),
    LanguageModel::new(b"pt", true, COSTS, 11336, 40, 23),
    LanguageModel::new(b"it", true, COSTS, 12936, 34, 20),
    LanguageModel::new(b"nl", true, COSTS, 14092, 33, 25),
    LanguageModel::new(b"da", true, COSTS, 15181, 32, 24),
    LanguageModel::new(b"sv", true, COSTS, 16205, 31, 23),
    LanguageModel::new(b"nb", true, COSTS, 17166, 31, 22),
    LanguageModel::new(b"fi", true, COSTS, 18127, 32, 21),
    LanguageModel::new(b"is", true, COSTS, 19151, 37, 27),
    LanguageModel::new(b"fo", true, COSTS, 20520, 36, 25),
    LanguageModel::new(b"kl", true, COSTS, 21816, 31, 22),
    LanguageModel::new(b"ca", true, COSTS, 22777, 38, 24),
    LanguageModel::new(b"gl", true, COSTS, 24221, 34, 22),
    LanguageModel::new(b"eu", true, COSTS, 25377, 27, 20),
    LanguageModel::new(b"af", true, COSTS, 26106, 32, 20),
    LanguageModel::new(b"ga", true, COSTS, 27130, 32, 24),
    LanguageModel::new(b"gd", true, COSTS, 28154, 33, 24),
    LanguageModel::new(b"br", true, COSTS, 29243, 37, 20),
    LanguageModel::new(b"cy", true, COSTS, 30612, 35, 20),
    LanguageModel::new(b"fur", true, COSTS, 31837, 39, 20),
    LanguageModel::new(b"uz", true, COSTS, 33358, 29, 20),
    LanguageModel::new(b"sq", true, COSTS, 34199, 29, 20),
    LanguageModel::new(b"cs", true, COSTS, 35040, 42, 26),
    LanguageModel::new(b"sk", true, COSTS, 36804, 43, 27),
    LanguageModel::new(b"pl", true, COSTS, 38653, 36, 25),
    LanguageModel::new(b"hu", true, COSTS, 39949, 36, 27),
    LanguageModel::new(b"hr", true, COSTS, 41245, 32, 24),
    LanguageModel::new(b"sl", true, COSTS, 42269, 30, 23),
    LanguageModel::new(b"ro", true, COSTS, 43169, 32, 20),
    LanguageModel::new(b"hsb", true, COSTS, 44193, 39, 23),
    LanguageModel::new(b"szl", true, COSTS, 45714, 34, 20),
    LanguageModel::new(b"ku", true, COSTS, 46870, 33, 21),
    LanguageModel::new(b"crh", true, COSTS, 47959, 35, 22),
    LanguageModel::new(b"mt", true, COSTS, 49184, 33, 22),
    LanguageModel::new(b"eo", true, COSTS, 50273, 33, 20),
    LanguageModel::new(b"et", true, COSTS, 51362, 34, 24),
    LanguageModel::new(b"lv", true, COSTS, 52518, 38, 26),
    LanguageModel::new(b"lt", true, COSTS, 53962, 36, 24),
    LanguageModel::new(b"se", true, COSTS, 55258, 37, 23),
    LanguageModel::new(b"smn", true, COSTS, 56627, 35, 23),
    LanguageModel::new(b"tr", true, COSTS, 57852, 34, 25),
    LanguageModel::new(b"vi", true, COSTS, 59008, 48, 24),
    LanguageModel::new(b"mul-Cyrl", false, COSTS, 61312, 46, 20),
    LanguageModel::new(b"ru", false, COSTS, 63428, 34, 21),
    LanguageModel::new(b"uk", false, COSTS, 64584, 34, 21),
    LanguageModel::new(b"be", false, COSTS, 65740, 33, 20),
    LanguageModel::new(b"bg", false, COSTS, 66829, 31, 20),
    LanguageModel::new(b"sr", false, COSTS, 67790, 31, 20),
    LanguageModel::new(b"mk", false, COSTS, 68751, 32, 20),
    LanguageModel::new(b"el", false, COSTS, 69775, 36, 21),
    LanguageModel::new(b"he", false, COSTS, 71071, 38, 21),
    LanguageModel::new(b"yi", false, COSTS, 72515, 37, 20),
    LanguageModel::new(b"he", false, COSTS, 73884, 28, 21),
    LanguageModel::new(b"ar", false, COSTS, 74668, 45, 22),
    LanguageModel::new(b"fa", false, COSTS, 76693, 44, 21),
    LanguageModel::new(b"ur", false, COSTS, 78629, 50, 22),
    LanguageModel::new(b"th", false, COSTS, 81129, 65, 24),
    LanguageModel::LIST,
];

/// How many languages from the first one on are in Latin script.
pub(crate) const LATIN_LANGUAGES: usize = 47;

/// The costs of `second * ASCII_ROW + first` in the languages in Latin script, side by side, so that they are summed
/// together.
pub(crate) static ASCII_COSTS: &[[u8; LATIN_LANGUAGES]] = include_bytes!("table/ascii_costs.bin").as_chunks().0;

/// The case of each byte from 80 to FF in each encoding.
static CASES: &[[u8; 128]] = include_bytes!("table/cases.bin").as_chunks().0;

pub(crate) static CHARSETS: [Charset; 28] = [
    Charset { encoding: Encoding::Ibm866, is_latin: false, cases: &CASES[0] },
    Charset { encoding: Encoding::Iso8859_10, is_latin: true, cases: &CASES[1] },
    Charset { encoding: Encoding::Iso8859_13, is_latin: true, cases: &CASES[2] },
    Charset { encoding: Encoding::Iso8859_14, is_latin: true, cases: &CASES[3] },
    Charset { encoding: Encoding::Iso8859_15, is_latin: true, cases: &CASES[4] },
    Charset { encoding: Encoding::Iso8859_16, is_latin: true, cases: &CASES[5] },
    Charset { encoding: Encoding::Iso8859_2, is_latin: true, cases: &CASES[6] },
    Charset { encoding: Encoding::Iso8859_3, is_latin: true, cases: &CASES[7] },
    Charset { encoding: Encoding::Iso8859_4, is_latin: true, cases: &CASES[8] },
    Charset { encoding: Encoding::Iso8859_5, is_latin: false, cases: &CASES[9] },
    Charset { encoding: Encoding::Iso8859_6, is_latin: false, cases: &CASES[10] },
    Charset { encoding: Encoding::Iso8859_7, is_latin: false, cases: &CASES[11] },
    Charset { encoding: Encoding::Iso8859_8, is_latin: false, cases: &CASES[12] },
    Charset { encoding: Encoding::Iso8859_8I, is_latin: false, cases: &CASES[13] },
    Charset { encoding: Encoding::Koi8R, is_latin: false, cases: &CASES[14] },
    Charset { encoding: Encoding::Koi8U, is_latin: false, cases: &CASES[15] },
    Charset { encoding: Encoding::Macintosh, is_latin: true, cases: &CASES[16] },
    Charset { encoding: Encoding::Windows1250, is_latin: true, cases: &CASES[17] },
    Charset { encoding: Encoding::Windows1251, is_latin: false, cases: &CASES[18] },
    Charset { encoding: Encoding::Windows1252, is_latin: true, cases: &CASES[19] },
    Charset { encoding: Encoding::Windows1253, is_latin: false, cases: &CASES[20] },
    Charset { encoding: Encoding::Windows1254, is_latin: true, cases: &CASES[21] },
    Charset { encoding: Encoding::Windows1255, is_latin: false, cases: &CASES[22] },
    Charset { encoding: Encoding::Windows1256, is_latin: false, cases: &CASES[23] },
    Charset { encoding: Encoding::Windows1257, is_latin: true, cases: &CASES[24] },
    Charset { encoding: Encoding::Windows1258, is_latin: true, cases: &CASES[25] },
    Charset { encoding: Encoding::Windows874, is_latin: false, cases: &CASES[26] },
    Charset { encoding: Encoding::XMacCyrillic, is_latin: false, cases: &CASES[27] },
];

/// The places in `CHARSETS` and `LANGUAGES` of each pair of an encoding and a language.
pub(crate) static READINGS: &[[u8; 2]] = include_bytes!("table/readings.bin").as_chunks().0;

/// The symbol of each byte from 80 to FF in each of `READINGS`.
pub(crate) static SYMBOLS: &[[u8; 128]] = include_bytes!("table/symbols.bin").as_chunks().0;

pub(crate) static SHIFT_JIS: &[u8] = include_bytes!("table/shift_jis.bin");

pub(crate) static EUC_JP: &[u8] = include_bytes!("table/euc_jp.bin");

pub(crate) static EUC_KR: &[u8] = include_bytes!("table/euc_kr.bin");

pub(crate) static GBK: &[u8] = include_bytes!("table/gbk.bin");

pub(crate) static BIG5: &[u8] = include_bytes!("table/big5.bin");
