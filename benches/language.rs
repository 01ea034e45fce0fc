//! The language of a file of `benches/pages.rs`.

use std::path::Path;

/// The language of a file, as Wikipedia's are named.
pub fn language(path: &Path) -> String {
    match path.file_stem().unwrap_or_default().to_string_lossy() {
        name if name == "zh-Hant" => "zh_tw".into(),
        name => name.split('-').next().unwrap_or_default().into(),
    }
}
