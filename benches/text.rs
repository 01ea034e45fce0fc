//! The text of a file of `benches/pages.rs`.

use std::path::Path;

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
