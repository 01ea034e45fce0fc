//! The Encoding Standard's own data.

use super::shared::shared;

/// The pairs (pointer, code point) of `index-NAME.txt`, or (pointer, the range's first code point);
/// `None`, with a message, where the data is absent.
pub fn pairs(name: &str) -> Option<Vec<(u32, u32)>> {
    let text = std::fs::read_to_string(shared(&format!("spec/encoding/index-{name}.txt"))?).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let pairs = lines.map(|line| {
        let mut fields = line.split_whitespace();
        let pointer = fields.next().unwrap().parse().unwrap();
        let code_point = fields.next().unwrap().trim_start_matches("0x");
        (pointer, u32::from_str_radix(code_point, 16).unwrap())
    });
    Some(pairs.collect())
}
