//! The texts: samples in 433 languages, and real pages. Half of them, by a hash, were looked at while the costs were
//! chosen ("tuned"); the other half only when they were reported ("blind").

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::{Path, PathBuf};

use encoding_rs::Encoding;
use serde_json::Value;

pub struct Sample {
    pub language: String,
    pub encoding: &'static Encoding,
    pub size: String,
    pub text: String,
    pub is_blind: bool,
}

/// A page in UTF-8.
pub struct Page {
    pub name: String,
    pub bytes: Vec<u8>,
    pub is_blind: bool,
}

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus")
}

/// What is in a file, unpacked; `None` if there is no such file.
pub fn unpacked(path: &Path) -> Option<Vec<u8>> {
    let file = std::fs::File::open(path).ok()?;
    let mut decoder = zstd::Decoder::new(file).ok()?;
    // Made with `zstd --long=27`.
    decoder.window_log_max(27).ok()?;
    let mut bytes = Vec::new();
    decoder.read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// FNV-1a: one of two halves.
pub fn is_blind(name: &[u8]) -> bool {
    let hash = name
        .iter()
        .fold(0xCBF2_9CE4_8422_2325u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3));
    (hash >> 32) & 1 == 1
}

/// The samples, none if the corpus is absent.
pub fn samples() -> Vec<Sample> {
    samples_in(&root().join("detect-wide/samples.jsonl.zst"))
}

/// The samples in a file, none if it is absent.
pub fn samples_in(path: &Path) -> Vec<Sample> {
    let Some(lines) = unpacked(path) else { return Vec::new() };
    let sample = |line: &str| {
        let value: Value = serde_json::from_str(line).ok()?;
        let string = |key: &str| Some(value.get(key)?.as_str()?.to_owned());
        Some(Sample {
            language: string("lang")?,
            encoding: Encoding::for_label(string("enc")?.as_bytes())?,
            size: string("size")?,
            is_blind: is_blind(string("key")?.as_bytes()),
            text: string("text")?,
        })
    };
    String::from_utf8(lines).unwrap_or_default().lines().filter_map(sample).collect()
}

/// The encodings that each language was written in.
pub fn encodings_of_languages(samples: &[Sample]) -> BTreeMap<&str, Vec<&'static Encoding>> {
    let mut encodings: BTreeMap<&str, BTreeSet<&'static str>> = BTreeMap::new();
    for sample in samples {
        encodings.entry(&sample.language).or_default().insert(sample.encoding.name());
    }
    let of = |names: BTreeSet<&'static str>| {
        names.into_iter().filter_map(|name| Encoding::for_label(name.as_bytes())).collect()
    };
    encodings.into_iter().map(|(language, names)| (language, of(names))).collect()
}

/// The text in an encoding; `None` if it cannot be written so.
pub fn encoded(text: &str, encoding: &'static Encoding) -> Option<Vec<u8>> {
    match encoding.name() {
        "UTF-16LE" => Some(text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
        "UTF-16BE" => Some(text.encode_utf16().flat_map(u16::to_be_bytes).collect()),
        _ => {
            let (bytes, _, is_unmappable) = encoding.encode(text);
            (!is_unmappable).then(|| bytes.into_owned())
        }
    }
}

/// Whether two encodings decode the bytes to the same text.
pub fn same_text(bytes: &[u8], one: &'static Encoding, other: &'static Encoding) -> bool {
    let text = |encoding: &'static Encoding| encoding.decode_without_bom_handling(bytes).0;
    one == other || text(one) == text(other)
}

/// The same, where nobody can tell by the bytes: Romanian is the same bytes in ISO-8859-16, which has ș and ț, and in
/// windows-1250 and ISO-8859-2, which have ş and ţ for them.
pub fn same_words(bytes: &[u8], one: &'static Encoding, other: &'static Encoding) -> bool {
    let text = |encoding: &'static Encoding| {
        let comma = |c| match c {
            'Ş' => 'Ș',
            'ş' => 'ș',
            'Ţ' => 'Ț',
            'ţ' => 'ț',
            other => other,
        };
        encoding.decode_without_bom_handling(bytes).0.chars().map(comma).collect::<String>()
    };
    one == other || text(one) == text(other)
}

/// The real pages that are UTF-8, from a tar file.
pub fn pages() -> Vec<Page> {
    let Some(archive) = unpacked(&root().join("real-pages/pages.tar.zst")) else { return Vec::new() };
    let mut pages = Vec::new();
    let mut rest = &archive[..];
    while rest.len() >= 512 {
        let (header, body) = rest.split_at(512);
        let field = |range: core::ops::Range<usize>| {
            String::from_utf8_lossy(&header[range]).trim_matches(['\0', ' ']).to_owned()
        };
        let length = usize::from_str_radix(&field(124..136), 8).unwrap_or(0);
        let name = field(0..100);
        if let Some(bytes) = body.get(..length)
            && matches!(header[156], b'0' | 0)
            && std::str::from_utf8(bytes).is_ok_and(|text| !text.is_ascii() && !text.contains('\u{FFFD}'))
        {
            pages.push(Page { is_blind: is_blind(name.as_bytes()), name, bytes: bytes.to_vec() });
        }
        rest = body.get(length.next_multiple_of(512)..).unwrap_or_default();
    }
    pages
}

impl Page {
    /// The encodings that pages in this language were written in, and UTF-8. The language is that of the letters, or
    /// of `lang` where they are Latin.
    pub fn encodings(&self) -> Vec<&'static Encoding> {
        use encoding_rs::*;
        let text = String::from_utf8_lossy(&self.bytes);
        let count = |range: std::ops::RangeInclusive<char>| text.chars().filter(|c| range.contains(c)).count();
        let latin = text.chars().filter(|c| c.is_ascii_alphabetic()).count() / 20;
        let is_in = |range| count(range) > latin;
        let lang = text.find("lang=\"").map_or("", |at| text[at + 6..].get(..2).unwrap_or_default());
        let legacy: &[&'static Encoding] = match lang {
            _ if is_in('\u{3040}'..='\u{30FF}') => &[SHIFT_JIS, EUC_JP],
            _ if is_in('\u{AC00}'..='\u{D7A3}') => &[EUC_KR],
            _ if is_in('\u{4E00}'..='\u{9FFF}') => &[GBK, GB18030, BIG5],
            _ if is_in('\u{400}'..='\u{4FF}') => &[WINDOWS_1251, KOI8_R, KOI8_U, ISO_8859_5, IBM866],
            _ if is_in('\u{370}'..='\u{3FF}') => &[WINDOWS_1253, ISO_8859_7],
            _ if is_in('\u{590}'..='\u{5FF}') => &[WINDOWS_1255, ISO_8859_8],
            _ if is_in('\u{600}'..='\u{6FF}') => &[WINDOWS_1256, ISO_8859_6],
            _ if is_in('\u{E00}'..='\u{E7F}') => &[WINDOWS_874],
            "pl" | "cs" | "sk" | "hu" | "ro" | "hr" | "sl" => &[WINDOWS_1250, ISO_8859_2],
            "tr" => &[WINDOWS_1254],
            "lt" | "lv" | "et" => &[WINDOWS_1257],
            "vi" => &[WINDOWS_1258],
            _ => &[WINDOWS_1252, ISO_8859_15],
        };
        legacy.iter().copied().chain([UTF_8]).collect()
    }
}
