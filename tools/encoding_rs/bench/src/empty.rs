//! The same program as `small` without decoding, for its size.

use std::io::{Read, Write};

fn main() -> std::io::Result<()> {
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes)?;
    let label = std::env::args().nth(1).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    std::io::stdout().write_all(text.as_bytes())?;
    std::io::stdout().write_all(label.as_bytes())
}
