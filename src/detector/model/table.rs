//! Generated from the texts in `fixtures/detector` (see its README.md) by
//! `cargo run --release --no-default-features --features std --example generate_detector_tables`.

use crate::Encoding;
use crate::detector::model::language_model::{Charset, LanguageModel};

/// The costs of the letters of all languages.
static COSTS: &[u8] = include_bytes!("table/costs.bin");

pub(crate) static LANGUAGES: [LanguageModel; 63] = [
    LanguageModel::new(b"mul", true, COSTS, 0, 58, 20),
    LanguageModel::new(b"mul-Latn", true, COSTS, 3364, 59, 20),
    LanguageModel::new(b"mul-Cyrl", false, COSTS, 6845, 46, 20),
    LanguageModel::new(b"en", true, COSTS, 8961, 29, 22),
    LanguageModel::new(b"fr", true, COSTS, 9802, 40, 24),
    LanguageModel::new(b"de", true, COSTS, 11402, 31, 24),
    LanguageModel::new(b"es", true, COSTS, 12363, 33, 23),
    LanguageModel::new(b"pt", true, COSTS, 13452, 40, 23),
    LanguageModel::new(b"it", true, COSTS, 15052, 34, 20),
    LanguageModel::new(b"nl", true, COSTS, 16208, 33, 25),
    LanguageModel::new(b"da", true, COSTS, 17297, 32, 24),
    LanguageModel::new(b"sv", true, COSTS, 18321, 31, 23),
    LanguageModel::new(b"nb", true, COSTS, 19282, 31, 22),
    LanguageModel::new(b"fi", true, COSTS, 20243, 32, 21),
    LanguageModel::new(b"is", true, COSTS, 21267, 37, 27),
    LanguageModel::new(b"fo", true, COSTS, 22636, 36, 25),
    LanguageModel::new(b"kl", true, COSTS, 23932, 31, 22),
    LanguageModel::new(b"ca", true, COSTS, 24893, 38, 24),
    LanguageModel::new(b"gl", true, COSTS, 26337, 34, 22),
    LanguageModel::new(b"eu", true, COSTS, 27493, 27, 20),
    LanguageModel::new(b"af", true, COSTS, 28222, 32, 20),
    LanguageModel::new(b"ga", true, COSTS, 29246, 32, 24),
    LanguageModel::new(b"gd", true, COSTS, 30270, 33, 24),
    LanguageModel::new(b"br", true, COSTS, 31359, 37, 20),
    LanguageModel::new(b"cy", true, COSTS, 32728, 35, 20),
    LanguageModel::new(b"fur", true, COSTS, 33953, 39, 20),
    LanguageModel::new(b"uz", true, COSTS, 35474, 29, 20),
    LanguageModel::new(b"sq", true, COSTS, 36315, 29, 20),
    LanguageModel::new(b"cs", true, COSTS, 37156, 42, 26),
    LanguageModel::new(b"sk", true, COSTS, 38920, 43, 27),
    LanguageModel::new(b"pl", true, COSTS, 40769, 36, 25),
    LanguageModel::new(b"hu", true, COSTS, 42065, 36, 27),
    LanguageModel::new(b"hr", true, COSTS, 43361, 32, 24),
    LanguageModel::new(b"sl", true, COSTS, 44385, 30, 23),
    LanguageModel::new(b"ro", true, COSTS, 45285, 32, 20),
    LanguageModel::new(b"hsb", true, COSTS, 46309, 39, 23),
    LanguageModel::new(b"szl", true, COSTS, 47830, 34, 20),
    LanguageModel::new(b"ku", true, COSTS, 48986, 33, 21),
    LanguageModel::new(b"crh", true, COSTS, 50075, 35, 22),
    LanguageModel::new(b"mt", true, COSTS, 51300, 33, 22),
    LanguageModel::new(b"eo", true, COSTS, 52389, 33, 20),
    LanguageModel::new(b"et", true, COSTS, 53478, 34, 24),
    LanguageModel::new(b"lv", true, COSTS, 54634, 38, 26),
    LanguageModel::new(b"lt", true, COSTS, 56078, 36, 24),
    LanguageModel::new(b"se", true, COSTS, 57374, 37, 23),
    LanguageModel::new(b"smn", true, COSTS, 58743, 35, 23),
    LanguageModel::new(b"tr", true, COSTS, 59968, 34, 25),
    LanguageModel::new(b"vi", true, COSTS, 61124, 48, 24),
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
