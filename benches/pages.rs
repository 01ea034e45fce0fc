//! The pages and texts that benchmarks read: `LANG.html` and `LANG.txt` of `../shared/corpus/wikipedia` where that folder
//! exists, else those of `fixtures`: real pages in six languages, and a declaration in sixteen.

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
