//! The modules of the library import from left to right only, as `ARCHITECTURE.md` draws them.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Each module, and the modules that it may import from.
const MODULES: [(&str, &[&str]); 17] = [
    ("simd", &[]),
    ("encoding", &[]),
    ("codec", &["simd", "encoding"]),
    ("evidence", &["encoding", "codec"]),
    ("detector", &["simd", "encoding", "codec"]),
    ("content", &["encoding", "detector"]),
    ("repair", &["encoding", "codec"]),
    ("context", &["encoding", "evidence", "detector", "repair"]),
    ("stage", &["simd", "encoding", "codec", "evidence", "detector", "context"]),
    ("decision", &["encoding", "codec", "evidence", "content", "detector", "context", "stage", "repair"]),
    ("declarations", &["encoding", "codec", "evidence", "detector", "context", "stage", "decision"]),
    ("convert", &["encoding", "codec", "evidence", "context", "stage", "decision"]),
    ("edit", &["encoding", "codec", "evidence", "context", "decision", "convert"]),
    ("lint", &["encoding", "codec", "evidence", "context", "stage", "repair", "decision", "declarations"]),
    ("health", &["encoding", "codec", "decision"]),
    ("stream", &["encoding", "codec", "evidence", "detector", "context", "stage", "decision"]),
    ("standard", &["encoding", "codec"]),
];

/// All Rust files in a folder and below it.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let below = folders.iter().flat_map(|folder| sources(folder));
    files.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "rs")).chain(below).collect()
}

/// The code of a file: without comments, and without the unit tests at its end.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
    code.lines().map(|line| line.split("//").next().unwrap()).collect::<Vec<_>>().join("\n")
}

fn first_identifier(path: &str) -> &str {
    let path = path.trim_start();
    path.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap()
}

/// The parts of a list such as `a, b::{c, d}}`, up to the brace that closes it.
fn parts(list: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                parts.push(&list[start..at]);
                start = at + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    parts
}

/// The names after each `crate::` in a file: modules and re-exported items.
fn imports(code: &str) -> Vec<&str> {
    let paths = code.match_indices("crate::").map(|(at, start)| &code[at + start.len()..]);
    let names = paths.flat_map(|path| match path.strip_prefix('{') {
        Some(list) => parts(list).into_iter().map(first_identifier).collect(),
        None => vec![first_identifier(path)],
    });
    names.filter(|name| !name.is_empty()).collect()
}

/// The items that `lib.rs` re-exports, and the modules they come from.
fn reexports(lib: &str) -> HashMap<&str, &str> {
    let mut modules = HashMap::new();
    for (at, start) in lib.match_indices("pub use ") {
        let statement = lib[at + start.len()..].split(';').next().unwrap();
        let module = first_identifier(statement);
        let items = match statement.split_once('{') {
            Some((_, list)) => parts(list).into_iter().map(first_identifier).collect(),
            None => vec![statement.rsplit("::").next().unwrap()],
        };
        modules.extend(items.into_iter().map(|item| (item, module)));
    }
    modules
}

#[test]
fn no_module_imports_from_its_right() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let lib = code(&source.join("lib.rs"));
    let reexports = reexports(&lib);
    assert_eq!((reexports["Sniffed"], reexports["Decoder"], reexports["Kind"]), ("decision", "codec", "context"));
    let mut wrong = Vec::new();
    for (module, may_import) in MODULES {
        let files = sources(&source.join(module));
        assert!(!files.is_empty(), "no module {module}");
        for file in files {
            let code = code(&file);
            for name in imports(&code) {
                let is_module = MODULES.iter().any(|(module, _)| *module == name);
                let from = if is_module { name } else { reexports.get(name).copied().unwrap_or("encoding") };
                if from != module && !may_import.contains(&from) {
                    wrong.push(format!("{} imports {name} of {from}", file.strip_prefix(&source).unwrap().display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whatever writes text is trusted to write UTF-8, so an audit covers it.
#[test]
fn only_a_decoder_writes_text_without_validation() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let writers = sources(&source).into_iter().flat_map(|file| {
        let code = code(&file);
        let file = file.strip_prefix(&source).unwrap().display().to_string();
        code.lines()
            .filter(|line| line.contains("WritesText for"))
            .map(|line| format!("{file}: {line}"))
            .collect::<Vec<_>>()
    });
    assert_eq!(writers.collect::<Vec<_>>(), ["codec/whole.rs: impl WritesText for Call<'_> {"]);
}

#[test]
fn imports_are_found() {
    assert_eq!(imports("use crate::stage::{A, B};"), ["stage"]);
    assert_eq!(imports("use crate::{Encoding, stage::{Finding, Stage}, Kind};"), ["Encoding", "stage", "Kind"]);
    assert_eq!(imports("fn f() -> crate::Encoding"), ["Encoding"]);
}
