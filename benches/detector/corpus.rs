//! The corpora: labelled files, and an article in sixteen languages.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use encoding_rs::Encoding;
use serde_json::Value;

/// A file whose encoding is known.
pub struct Labelled {
    pub name: String,
    pub encoding: &'static Encoding,
    pub language: String,
    pub bytes: Vec<u8>,
}

/// A page, or the text of one, in UTF-8.
pub struct Page {
    pub language: String,
    pub is_html: bool,
    pub text: String,
}

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus")
}

/// The files of `detect-dev` where that folder exists, else the documents of `fixtures`.
pub fn labelled_files() -> Vec<Labelled> {
    let folder = root().join("detect-dev");
    let Ok(manifest) = fs::read_to_string(folder.join("manifest.csv")) else { return documents() };
    let mut files = Vec::new();
    for line in manifest.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [name, encoding, language, ..] = fields[..] else { continue };
        let (Some(encoding), Ok(bytes)) = (Encoding::for_label(encoding.as_bytes()), fs::read(folder.join(name)))
        else {
            continue;
        };
        files.push(Labelled { name: name.into(), encoding, language: language.into(), bytes });
    }
    files
}

/// The documents of `fixtures/pages` in a legacy encoding or UTF-8.
fn documents() -> Vec<Labelled> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let manifest = fs::read_to_string(fixtures.join("manifest.toml")).expect("the manifest of fixtures/pages");
    let manifest: toml::Table = manifest.parse().expect("the manifest is TOML");
    let document = |document: &toml::Value| {
        let field = |name: &str| document.get(name)?.as_str();
        let (name, language) = (field("file")?.to_owned(), field("language")?.to_owned());
        let encoding = Encoding::for_label(field("encoding")?.as_bytes())?;
        let bytes = fs::read(fixtures.join("pages").join(&name)).expect("a described document");
        (!bytes.is_ascii()).then_some(Labelled { name, encoding, language, bytes })
    };
    manifest["document"].as_array().into_iter().flatten().filter_map(document).collect()
}

/// The pages and texts of `benches/pages.rs`.
pub fn articles() -> Vec<Page> {
    let page = |path: &PathBuf| Page {
        language: crate::language::language(path),
        is_html: crate::pages::is_page(path),
        text: crate::text::text(path),
    };
    crate::pages::files().iter().map(page).collect()
}

/// The UTF-8 files `LANG.txt` and `LANG.html` of a folder.
pub fn pages(folder: &Path) -> Vec<Page> {
    let Ok(folder) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = folder.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let page = |path: &PathBuf| {
        let language = path.file_stem()?.to_str()?.to_owned();
        let is_html = path.extension()? == "html";
        (language != "sources").then_some(())?;
        Some(Page { language, is_html, text: fs::read_to_string(path).ok()? })
    };
    paths.iter().filter_map(page).collect()
}

/// How much of a file is given to a detector.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Length {
    Whole,
    /// The first 1,024 bytes from the first line with a byte above 7F on.
    First1024,
    /// 64 bytes around the first run of bytes above 7F.
    Round64,
}

impl Length {
    pub const ALL: [Length; 3] = [Length::Whole, Length::First1024, Length::Round64];

    pub fn name(self) -> &'static str {
        match self {
            Length::Whole => "whole",
            Length::First1024 => "1,024 bytes",
            Length::Round64 => "64 bytes",
        }
    }

    /// The part of `bytes`, and whether something was cut off after it. UTF-16 is cut between code
    /// units.
    pub fn of<'a>(self, bytes: &'a [u8], encoding: &'static Encoding) -> (&'a [u8], bool) {
        let utf_16 = encoding == encoding_rs::UTF_16LE || encoding == encoding_rs::UTF_16BE;
        let first = bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or(0);
        let run = bytes[first..].iter().take_while(|byte| !byte.is_ascii()).count();
        let (start, length) = match self {
            Length::Whole => (0, bytes.len()),
            Length::First1024 => (bytes[..first].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1), 1024),
            Length::Round64 => (first.saturating_sub((64 - run.min(64)) / 2), 64),
        };
        let start = if utf_16 { start + start % 2 } else { start };
        let start = start.min(bytes.len());
        let end = (start + length).min(bytes.len());
        (&bytes[start..end], end < bytes.len())
    }
}

/// Whether `bytes` decode to the same text in two encodings. A character that is cut off at the end
/// is ignored.
pub fn same_text(bytes: &[u8], cut: bool, a: &'static Encoding, b: &'static Encoding) -> bool {
    let read = |encoding: &'static Encoding| {
        let (encoding, skip) = Encoding::for_bom(bytes).unwrap_or((encoding, 0));
        let mut decoder = encoding.new_decoder_without_bom_handling();
        let mut text = String::with_capacity(decoder.max_utf8_buffer_length(bytes.len()).unwrap_or(0));
        let _ = decoder.decode_to_string(&bytes[skip..], &mut text, !cut);
        text
    };
    a == b || read(a) == read(b)
}

/// One of the samples of `detect-wide`.
pub struct Wide {
    pub id: u64,
    pub language: String,
    /// As the corpus has it.
    pub label: String,
    pub encoding: &'static Encoding,
    /// `title`, `64`, `html`, …
    pub size: String,
    pub bytes: Vec<u8>,
}

/// A file of `detect-wide`, unpacked by the program `zstd`; `None`, and a message, if it cannot be had.
pub fn unpacked(file: &str) -> Option<String> {
    let path = root().join("detect-wide").join(file);
    let output = Command::new("zstd").args(["-q", "-d", "-c"]).arg(&path).output();
    match output {
        Ok(output) if output.status.success() => String::from_utf8(output.stdout).ok(),
        _ => {
            println!("skipped: zstd cannot unpack {}", path.display());
            None
        }
    }
}

pub fn wide_samples() -> Vec<Wide> {
    let text = unpacked("samples.jsonl.zst").unwrap_or_default();
    let sample = |line: &str| {
        let value: Value = serde_json::from_str(line).ok()?;
        let field = |name: &str| value[name].as_str();
        let (text, label) = (field("text")?, field("enc")?);
        let encoding = Encoding::for_label(label.as_bytes())?;
        let bytes = match label {
            "utf-16le" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            "utf-16be" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            _ => encoding.encode(text).0.into_owned(),
        };
        let (language, size) = (field("lang")?.to_owned(), field("size")?.to_owned());
        Some(Wide { id: value["id"].as_u64()?, language, label: label.to_owned(), encoding, size, bytes })
    };
    text.lines().filter_map(sample).collect()
}
