//! Decodes standard input from a label's encoding, or encodes it to one: all of the encodings are in use.

use std::io::{Read, Write};

fn main() -> std::io::Result<()> {
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes)?;
    let label = std::env::args().nth(1).unwrap_or_default();
    let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap_or(encoding_rs::UTF_8);
    let (text, ..) = encoding.decode(&bytes);
    std::io::stdout().write_all(text.as_bytes())?;
    #[cfg(feature = "encode")]
    std::io::stdout().write_all(&encoding.encode(&text).0)?;
    Ok(())
}
