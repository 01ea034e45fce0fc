//! The status line and the headers of a stored HTTP response.

use super::damage::{Damage, Fault, Layer};
use super::fields::{self, Fields};

pub struct Head {
    pub status: Option<u16>,
    pub fields: Fields,
    /// The position of the body.
    pub length: usize,
    pub damage: Option<Damage>,
}

/// Parses the head of a block as browsers do: with any protocol version, skipping lines that are
/// not fields.
pub fn parse(block: &[u8]) -> Head {
    let damage = |fault, after: usize| Some(Damage::new(Layer::Head, fault, after as u64));
    if !block.get(..5).is_some_and(|start| start.eq_ignore_ascii_case(b"HTTP/")) {
        return Head { status: None, fields: Fields::new(), length: 0, damage: damage(Fault::Corrupt, 0) };
    }
    let end = fields::head_end(block, 0);
    let length = end.unwrap_or(block.len());
    let line_end = memchr::memchr(b'\n', &block[..length]).unwrap_or(length);
    let (line, lines) = block[..length].split_at(line_end);
    let status = line.split(|&byte| byte == b' ').filter(|word| !word.is_empty()).nth(1);
    let status = status.map(<[u8]>::trim_ascii).and_then(|word| str::from_utf8(word).ok()?.parse().ok());
    let damage = if end.is_some() { None } else { damage(Fault::CutShort, length) };
    Head { status, fields: fields::parse(lines), length, damage }
}

/// Whether the response's own Content-Length also says that the block has this length.
pub fn confirms_length(block: &[u8], length: u64) -> bool {
    let head = parse(block);
    let told = fields::text(&head.fields, "Content-Length").and_then(|length| length.parse::<u64>().ok());
    told.is_some_and(|told| told.checked_add(head.length as u64) == Some(length))
}
