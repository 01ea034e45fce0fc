//! Reads the Encoding Standard's index files in `fixtures/encoding`.

use std::path::Path;

/// The pairs (pointer, code point) of `index-NAME.txt`; for ranges, (pointer, first code point).
pub fn pairs(name: &str) -> Vec<(u32, u32)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("fixtures/encoding/index-{name}.txt"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let pairs = lines.map(|line| {
        let mut fields = line.split_whitespace();
        let pointer = fields.next().unwrap().parse().unwrap();
        let code_point = fields.next().unwrap().trim_start_matches("0x");
        (pointer, u32::from_str_radix(code_point, 16).unwrap())
    });
    pairs.collect()
}
