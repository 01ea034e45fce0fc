//! The pages and texts that benchmarks read: `LANG.html` and `LANG.txt` of `../shared/corpus/wikipedia` where that folder
//! exists, else those of `fixtures`: real pages in six languages, and a declaration in sixteen.

// Each benchmark uses a part.
#![allow(dead_code)]

use std::path::{Path, PathBuf};

/// The languages that benchmarks use, by the files of `fixtures/detector/udhr`.
const LANGUAGES: [&str; 15] =
    ["ar", "cs", "de", "el", "en", "fr", "he", "ja", "ko", "pt", "ru", "th", "tr", "vi", "zh-Hant"];

/// The root of this repository.
fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().find(|folder| folder.join("fixtures").is_dir()).unwrap_or(package)
}

/// The files, sorted by name, and in a line what they are.
pub fn files() -> Vec<PathBuf> {
    let articles = in_folder(&root().join("../shared/corpus/wikipedia"));
    if !articles.is_empty() {
        println!("Wikipedia's article on Mars\n");
        return articles;
    }
    println!("pages of fixtures/manuals, texts of fixtures/detector/udhr\n");
    let mut files = in_folder(&root().join("fixtures/manuals"));
    files.extend(LANGUAGES.iter().map(|name| root().join(format!("fixtures/detector/udhr/{name}.txt"))));
    files
}

fn in_folder(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| is_page(path) || path.extension().is_some_and(|ending| ending == "txt"));
    files.retain(|path| !path.ends_with("sources.txt"));
    files.sort();
    files
}

pub fn is_page(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "html")
}

/// The files that are pages.
pub fn pages() -> Vec<PathBuf> {
    files().into_iter().filter(|path| is_page(path)).collect()
}

/// The language of a file, as Wikipedia's are named.
pub fn language(path: &Path) -> String {
    match path.file_stem().unwrap_or_default().to_string_lossy() {
        name if name == "zh-Hant" => "zh_tw".into(),
        name => name.split('-').next().unwrap_or_default().into(),
    }
}

/// The text of a file, which is in UTF-8 or declares its encoding.
pub fn text(path: &Path) -> String {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    String::from_utf8(bytes).unwrap_or_else(|error| {
        let bytes = error.into_bytes();
        let sniffed = charsniff::sniff(&bytes, (), &charsniff::Context::html());
        let encoding = encoding_rs::Encoding::for_label(sniffed.encoding.name().as_bytes()).expect("a name is a label");
        encoding.decode(&bytes).0.into_owned()
    })
}
