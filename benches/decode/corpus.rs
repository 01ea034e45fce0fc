//! The pages and texts of `benches/pages.rs`, in every encoding that suits their language.

use std::path::Path;

use unicode_normalization::UnicodeNormalization;

use crate::{language, pages, text};

/// The legacy encodings that are used for a language.
const ENCODINGS: [(&str, &[&str]); 16] = [
    ("ar", &["windows-1256", "ISO-8859-6"]),
    ("cs", &["windows-1250", "ISO-8859-2"]),
    ("de", &["windows-1252", "macintosh"]),
    ("el", &["windows-1253", "ISO-8859-7"]),
    ("en", &["windows-1252", "macintosh"]),
    ("fr", &["windows-1252", "macintosh"]),
    ("he", &["windows-1255"]),
    ("ja", &["Shift_JIS", "EUC-JP", "ISO-2022-JP"]),
    ("ko", &["EUC-KR"]),
    ("pt", &["windows-1252", "macintosh"]),
    ("ru", &["windows-1251", "KOI8-R", "IBM866", "ISO-8859-5"]),
    ("th", &["windows-874"]),
    ("tr", &["windows-1254"]),
    ("vi", &["windows-1258"]),
    ("zh_cn", &["GBK", "gb18030"]),
    ("zh_tw", &["Big5"]),
];

/// Groups of rows in the table of speeds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Class {
    Utf8,
    Utf16,
    Latin,
    OtherSingleByte,
    TwoByte,
    Iso2022Jp,
}

impl Class {
    pub const ALL: [Class; 6] =
        [Class::Utf8, Class::Utf16, Class::Latin, Class::OtherSingleByte, Class::TwoByte, Class::Iso2022Jp];

    pub fn name(self) -> &'static str {
        match self {
            Class::Utf8 => "UTF-8",
            Class::Utf16 => "UTF-16LE/BE",
            Class::Latin => "single-byte, Latin",
            Class::OtherSingleByte => "single-byte, other",
            Class::TwoByte => "two-byte",
            Class::Iso2022Jp => "ISO-2022-JP",
        }
    }

    fn of(encoding: &str) -> Class {
        match encoding {
            "UTF-8" => Class::Utf8,
            "UTF-16LE" | "UTF-16BE" => Class::Utf16,
            "windows-1250" | "windows-1252" | "windows-1254" | "windows-1258" | "ISO-8859-2" | "macintosh" => {
                Class::Latin
            }
            "ISO-2022-JP" => Class::Iso2022Jp,
            "Shift_JIS" | "EUC-JP" | "EUC-KR" | "GBK" | "gb18030" | "Big5" => Class::TwoByte,
            _ => Class::OtherSingleByte,
        }
    }
}

/// A page in one encoding.
pub struct Sample {
    pub file: String,
    pub markup: bool,
    pub class: Class,
    pub encoding: &'static encoding_rs::Encoding,
    pub bytes: Vec<u8>,
    /// The text that the bytes decode to, without the characters that the encoding lacks.
    pub text: String,
}

/// All samples, grouped by class.
pub fn samples() -> Vec<Sample> {
    let mut files = pages::files();
    files.sort_by_key(|path| (pages::is_page(path), path.clone()));
    let mut samples: Vec<Sample> = files.iter().flat_map(|path| samples_of(path)).collect();
    samples.sort_by_key(|sample| Class::ALL.iter().position(|class| *class == sample.class));
    samples
}

fn samples_of(path: &Path) -> Vec<Sample> {
    let (page, language) = (text::text(path), language::language(path));
    let legacy = ENCODINGS.iter().find(|(name, _)| *name == language).map_or(&[][..], |(_, encodings)| encodings);
    let names = ["UTF-8", "UTF-16LE", "UTF-16BE"].iter().chain(legacy);
    names
        .map(|name| {
            let encoding = encoding_rs::Encoding::for_label(name.as_bytes()).expect("a name is a label");
            let page = if *name == "windows-1258" { tones_apart(&page) } else { page.clone() };
            let (bytes, text) = encode(encoding, &page);
            Sample {
                file: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
                markup: pages::is_page(path),
                class: Class::of(name),
                encoding,
                bytes,
                text,
            }
        })
        .collect()
}

/// Vietnamese in windows-1258: a vowel with its circumflex, breve or horn is one character, and the
/// tone after it is another.
fn tones_apart(text: &str) -> String {
    let mut apart = String::with_capacity(text.len() * 2);
    for c in text.chars() {
        let parts: Vec<char> = Some(c).into_iter().nfd().collect();
        let shape = |part: &&char| matches!(part, '\u{302}' | '\u{306}' | '\u{31B}');
        apart.extend(parts[..1].iter().chain(parts[1..].iter().filter(shape)).copied().nfc());
        apart.extend(parts[1..].iter().filter(|part| !shape(part)));
    }
    apart
}

/// Encodes `page`, without the characters that `encoding` lacks. Returns the bytes and the
/// remaining text.
pub fn encode(encoding: &'static encoding_rs::Encoding, page: &str) -> (Vec<u8>, String) {
    match encoding.name() {
        "UTF-8" => return (page.into(), page.into()),
        "UTF-16LE" => return (page.encode_utf16().flat_map(u16::to_le_bytes).collect(), page.into()),
        "UTF-16BE" => return (page.encode_utf16().flat_map(u16::to_be_bytes).collect(), page.into()),
        _ => {}
    }
    let mut room = [0; 16];
    let has = |c: &char| {
        let mut utf8 = [0; 4];
        let text = c.encode_utf8(&mut utf8);
        let (result, ..) = encoding.new_encoder().encode_from_utf8_without_replacement(text, &mut room, true);
        result == encoding_rs::EncoderResult::InputEmpty
    };
    let text: String = page.chars().filter(has).collect();
    let bytes = encoding.encode(&text).0.into_owned();
    // Some characters do not survive the round trip (the wave dash of Shift_JIS), so the text is
    // what the bytes decode to.
    let text = encoding.decode_without_bom_handling(&bytes).0.into_owned();
    (bytes, text)
}
