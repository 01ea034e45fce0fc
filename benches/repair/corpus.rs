//! The texts: `../shared/corpus`, as it is there; else those of `fixtures`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::pages;

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus")
}

/// A text that nobody has damaged.
pub struct Text {
    pub name: String,
    /// A label of the legacy encoding that it was written in, if that is known.
    pub legacy: Option<String>,
    pub text: String,
}

/// What `zstd` unpacks a file to; nothing, and a message, if it cannot.
pub fn unpacked(file: &Path) -> Vec<u8> {
    match Command::new("zstd").args(["-q", "-d", "-c", "--long=27"]).arg(file).output() {
        Ok(output) if output.status.success() => output.stdout,
        _ => {
            println!("skipped: zstd cannot unpack {}", file.display());
            Vec::new()
        }
    }
}

/// The files of a tar archive.
pub fn files(archive: &[u8]) -> Vec<(String, Vec<u8>)> {
    let text = |field: &[u8]| String::from_utf8_lossy(field.split(|byte| *byte == 0).next().unwrap()).into_owned();
    let (mut files, mut at) = (Vec::new(), 0);
    while let Some(header) = archive.get(at..at + 512).filter(|header| header[0] != 0) {
        let size = usize::from_str_radix(text(&header[124..136]).trim(), 8).unwrap_or(0);
        at += 512;
        if matches!(header[156], b'0' | 0) {
            files.push((text(&header[..100]), archive[at..at + size].to_vec()));
        }
        at += size.next_multiple_of(512);
    }
    files
}

/// The samples of `detect-wide`, if they are there.
pub fn samples() -> Vec<Text> {
    if !root().exists() {
        return Vec::new();
    }
    let lines = String::from_utf8(unpacked(&root().join("detect-wide/samples.jsonl.zst"))).unwrap();
    let sample = |line: &str| {
        let value: Value = serde_json::from_str(line).ok()?;
        let field = |name: &str| value[name].as_str().map(str::to_owned);
        let name = format!("sample {} {} {}", value["id"], field("lang")?, field("size")?);
        Some(Text { name, legacy: field("enc"), text: field("text")? })
    };
    lines.lines().filter_map(sample).collect()
}

/// The longer texts of `detect-wide`, whose names begin with their language, and the articles.
pub fn texts() -> Vec<(String, String)> {
    let train = root().join("detect-wide/train.tar.zst");
    let mut texts = if train.exists() { files(&unpacked(&train)) } else { Vec::new() };
    texts.extend(of_files(|path| !pages::is_page(path)));
    texts.into_iter().map(|(name, text)| (name, String::from_utf8(text).unwrap())).collect()
}

/// Every paragraph of the longer texts of `detect-wide`, and of the articles, that has characters above U+007F.
pub fn paragraphs() -> Vec<Text> {
    let mut all = Vec::new();
    for (name, text) in texts() {
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.is_ascii()) {
            all.push(Text { name: format!("{name}:{}", number + 1), legacy: None, text: line.to_owned() });
        }
    }
    all
}

/// The wanted ones of `benches/pages.rs`: name and bytes.
pub fn of_files(is_wanted: impl Fn(&Path) -> bool) -> Vec<(String, Vec<u8>)> {
    let files = pages::files().into_iter().filter(|path| is_wanted(path));
    files.map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(path).unwrap())).collect()
}
