//! The public items of the library are those of `tests/api.txt`, so that every change of them is noticed. After an
//! intended change, write the file again:
//!
//!     WRITE_API=1 cargo test --test api
//!
//! The list is made from the source: of each item that `lib.rs` exports its methods, fields and variants, and the
//! items of `lib.rs` itself and of public modules. Items that a macro generates are listed as the macro has them, except for the values of
//! `Kind` and `Encoding`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use charsniff::{Encoding, Kind};

/// The text in the line before an item that only this workspace sees.
const UNSTABLE: &str = "unstable";

fn sources(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = paths.partition(|path| path.is_dir());
    let files = files.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    files.chain(folders.iter().flat_map(|folder| sources(folder))).collect()
}

/// The lines of code: without comments, attributes, and unit tests.
fn code(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
    let is_code = |line: &&str| {
        let line = line.trim_start();
        // `tools/fit` alone has `adjustable`.
        !line.starts_with("//")
            && (!line.starts_with("#[") || line.contains(UNSTABLE))
            && !line.contains("mod adjustable")
    };
    let lines = code.lines().filter(is_code);
    lines.map(str::to_owned).collect()
}

/// The names that `lib.rs` exports for every user.
fn exported(lib: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (at, start) in lib.match_indices("\npub use ") {
        // What this workspace alone sees.
        let ends = ["charsniff_unstable)]", "charsniff_unstable))]", "#[doc(hidden)]"];
        if ends.iter().any(|end| lib[..at].ends_with(end)) {
            continue;
        }
        let list = lib[at + start.len()..].split(';').next().unwrap();
        let words = list.split(|c: char| !c.is_alphanumeric() && c != '_');
        names.extend(
            words
                .filter(|word| word.starts_with(|c: char| c.is_uppercase()) || list.ends_with(word))
                .map(str::to_owned),
        );
        names.extend(list.split(['{', '}', ',']).map(|name| name.trim().to_owned()).filter(|name| !name.contains(':')));
    }
    names.remove("");
    names
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The type that an `impl` is for.
fn subject(line: &str) -> &str {
    let line = line.trim_start().trim_start_matches("impl");
    let line = match (line.starts_with('<'), line.find("> ")) {
        (true, Some(end)) => &line[end + 2..],
        _ => line.trim_start(),
    };
    let line = line.rsplit(" for ").next().unwrap();
    line.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap()
}

/// The signature that begins in a line: up to its body.
fn signature(lines: &[String]) -> String {
    let text = lines.iter().take(12).map(|line| line.trim()).collect::<Vec<_>>().join(" ");
    let end = [" {", ";", " where"].iter().filter_map(|end| text.find(end)).min().unwrap_or(text.len());
    text[..end].replace("( ", "(").replace(", )", ")")
}

/// Whether an item of this kind has a name that a user can write.
fn is_named(kind: &str) -> bool {
    ["fn", "struct", "enum", "union", "trait", "type", "static", "const", "mod"].contains(&kind)
}

/// The items of a file. In a `module` that is public all are; the crate's own has no name.
fn items(lines: &[String], exported: &BTreeSet<String>, module: Option<&str>) -> Vec<String> {
    let (mut items, mut block): (Vec<String>, Option<(usize, String, bool)>) = (Vec::new(), None);
    for (at, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        if at > 0 && lines[at - 1].contains(UNSTABLE) {
            continue;
        }
        if let Some((depth, name, is_enum)) = &block {
            if indent(line) == *depth && code.starts_with('}') {
                block = None;
            } else if *is_enum && indent(line) == depth + 4 && code.starts_with(char::is_uppercase) {
                let variant = code.split(" = ").next().unwrap();
                items.push(format!("{name}::{}", variant.trim_end_matches([',', ' ', '{'])));
            } else if code.starts_with("pub ")
                && code.contains(" fn ") | code.starts_with("pub fn ") | code.starts_with("pub const ")
            {
                items.push(format!("{name}: {}", signature(&lines[at..])));
            } else if code.starts_with("pub ") && indent(line) == depth + 4 {
                items.push(format!("{name}: {}", code.trim_end_matches(',')));
            }
            continue;
        }
        let is_public = |name: &str| module.is_some() || exported.contains(name);
        if code.starts_with("impl") && code.ends_with('{') && !code.contains(" for ") {
            let name = subject(code);
            if exported.contains(name) || module.is_some() && name.starts_with(char::is_uppercase) {
                block = Some((indent(line), name.to_owned(), false));
            }
        } else if let Some(item) = code.strip_prefix("pub ") {
            let words: Vec<&str> = item.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
            let is_function = words.iter().take(4).any(|word| *word == "fn");
            let of_function = |word: &&&str| !is_function || !["const", "unsafe", "async", "extern"].contains(*word);
            let mut words = words.iter().filter(of_function);
            let (kind, name) = (*words.next().unwrap_or(&""), *words.next().unwrap_or(&""));
            if is_named(kind) && is_public(name) {
                let module = module.filter(|module| !module.is_empty());
                let module = module.map(|module| format!("{module}::")).unwrap_or_default();
                // What `named_enum!` writes.
                let signature = signature(&lines[at..]);
                let (signature, of_macro) = signature.split_once(", \"").unwrap_or((&signature, ""));
                items.push(format!("{module}{signature}"));
                if !of_macro.is_empty() {
                    items.push(format!("{name}: pub const fn as_str(self) -> &'static str"));
                }
                if of_macro.ends_with("pub ALL") {
                    items.push(format!("{name}: pub const ALL: &[{name}]"));
                }
                if ["struct", "enum"].contains(&kind) && code.ends_with('{') {
                    block = Some((indent(line), name.to_owned(), kind == "enum"));
                }
            }
        }
    }
    items
}

/// An item that is written in `lib.rs` is public without being exported.
#[test]
fn every_kind_of_item_of_a_public_module_is_listed() {
    let code = "pub fn a(b: u8) -> u8 {\n}\npub const unsafe fn c() {\n}\npub const D: u8 = 1;\npub static E: u8 = 1;\n\
        pub type F = u8;\npub mod g;\npub trait H {\n}\npub async fn i() {\n}\npub(crate) fn j() {\n}\nfn k() {\n}\n\
        pub struct L {\n    pub m: u8,\n    n: u8,\n}\nimpl L {\n    pub fn o() {\n    }\n}\npub enum P {\n    Q,\n}\n";
    let lines: Vec<String> = code.lines().map(str::to_owned).collect();
    let expected = [
        "pub fn a(b: u8) -> u8",
        "pub const unsafe fn c()",
        "pub const D: u8 = 1",
        "pub static E: u8 = 1",
        "pub type F = u8",
        "pub mod g",
        "pub trait H",
        "pub async fn i()",
        "pub struct L",
        "L: pub m: u8",
        "L: pub fn o()",
        "pub enum P",
        "P::Q",
    ];
    assert_eq!(items(&lines, &BTreeSet::new(), Some("")), expected);
    assert_eq!(items(&lines, &BTreeSet::new(), Some("r"))[0], "r::pub fn a(b: u8) -> u8");
    assert_eq!(items(&lines, &BTreeSet::from(["a".to_owned()]), None), expected[..1]);
}

/// A program may import both by a glob.
#[test]
fn no_name_is_both_in_the_crate_and_in_the_module_of_the_standard() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let lib = fs::read_to_string(root.join("src/lib.rs")).unwrap();
    let standard = fs::read_to_string(root.join("src/standard/mod.rs")).unwrap();
    let mut names = self::exported(&standard);
    let functions = standard.match_indices("\npub fn ").map(|(at, start)| &standard[at + start.len()..]);
    names.extend(functions.map(|rest| rest.split(['(', '<']).next().unwrap().to_owned()));
    assert!(names.contains("TextDecoder") && names.contains("get_an_encoding"));
    assert_eq!(names.intersection(&exported(&lib)).collect::<Vec<_>>(), Vec::<&String>::new());
}

#[test]
fn the_public_items_are_those_of_the_list() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let lib = fs::read_to_string(root.join("src/lib.rs")).unwrap();
    let exported = exported(&lib);
    assert!(exported.contains("Sniffed") && exported.contains("sniff") && exported.contains("UTF_8"));
    assert!(!exported.contains("Level") && !exported.contains("policy"));
    let mut items: BTreeSet<String> = exported.iter().map(|name| format!("use {name}")).collect();
    for path in sources(&root.join("src")) {
        let is_standard = path.strip_prefix(root.join("src/standard")).is_ok();
        let is_lib = path == root.join("src/lib.rs");
        let module = match () {
            () if is_lib => Some(""),
            () if is_standard => Some("standard"),
            () => None,
        };
        items.extend(self::items(&code(&path), &exported, module));
    }
    items.extend(Kind::ALL.iter().map(|kind| format!("Kind::{kind:?}")));
    items.extend(Encoding::ALL.iter().map(|encoding| format!("Encoding: {encoding}")));
    let list: String = items.iter().flat_map(|item| [item.as_str(), "\n"]).collect();
    let file = root.join("tests/api.txt");
    if std::env::var_os("WRITE_API").is_some() {
        fs::write(&file, &list).unwrap();
    }
    let before = fs::read_to_string(&file).unwrap_or_default();
    let before: BTreeSet<String> = before.lines().map(str::to_owned).collect();
    let gone: Vec<&String> = before.difference(&items).collect();
    let new: Vec<&String> = items.difference(&before).collect();
    assert!(gone.is_empty() && new.is_empty(), "no more: {gone:#?}\nnew: {new:#?}\nWRITE_API=1 writes the list again");
}
