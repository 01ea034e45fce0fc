//! Pages that were saved, and the encodings that they would have been written in.

use charsniff::Encoding;

use crate::{corpus, pages};

/// The saved pages, byte for byte.
pub fn pages() -> Vec<(String, Vec<u8>)> {
    let saved = corpus::root().join("real-pages/pages.tar.zst");
    let mut pages = if saved.exists() { corpus::files(&corpus::unpacked(&saved)) } else { Vec::new() };
    pages.extend(corpus::of_files(pages::is_page));
    pages
}

/// The legacy encodings that a page would have been written in, by the language that it says it is in and the script
/// that it has.
pub fn legacy_encodings_of(text: &str) -> Option<Vec<Encoding>> {
    use Encoding::*;
    let lower: String = text.chars().take(4000).collect::<String>().to_ascii_lowercase();
    let language = lower.find(" lang=").map(|at| {
        let value = lower[at + 6..].trim_start_matches(['"', '\'']);
        value.chars().take_while(char::is_ascii_alphabetic).take(2).collect::<String>()
    });
    let count = |range: std::ops::RangeInclusive<char>| text.chars().filter(|c| range.contains(c)).count();
    let scripts = [
        ("ru", count('Ѐ'..='ӿ')),
        ("el", count('Ͱ'..='Ͽ')),
        ("he", count('א'..='ת')),
        ("ar", count('،'..='ۿ')),
        ("th", count('ก'..='๛')),
        ("zh", count('一'..='鿿')),
        ("ko", count('가'..='힣')),
    ];
    let (script, most) = scripts.into_iter().max_by_key(|(_, count)| *count)?;
    let kana = count('ぁ'..='ヿ');
    let language = match language {
        Some(language) if matches!(language.as_str(), "uk" | "bg" | "sr") && script == "ru" => language,
        _ if most > 50 && kana > 20 => "ja".to_owned(),
        _ if most > 200 => script.to_owned(),
        language => language?,
    };
    Some(match language.as_str() {
        "de" | "en" | "fr" | "es" | "it" | "pt" | "nl" | "sv" | "da" | "no" | "nb" | "fi" | "ca" | "id" => {
            vec![Windows1252]
        }
        "pl" | "cs" | "hu" | "ro" | "sk" | "hr" | "sl" => vec![Windows1250],
        "ru" | "uk" | "bg" | "sr" => vec![Windows1251],
        "el" => vec![Windows1253],
        "tr" => vec![Windows1254],
        "he" => vec![Windows1255],
        "ar" | "fa" => vec![Windows1256],
        "lt" | "lv" | "et" => vec![Windows1257],
        "zh" => vec![Gbk, Big5],
        "ja" => vec![ShiftJis, EucJp],
        "ko" => vec![EucKr],
        "th" => vec![Windows874],
        _ => return None,
    })
}
