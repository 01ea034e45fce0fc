//! The status line and the headers of a stored HTTP response.

use super::damage::{Fault, Layer, RecordDamage};
use super::fields::{self, Fields};

pub struct Head {
    pub status: Option<u16>,
    pub fields: Fields,
    /// The position of the body.
    pub length: usize,
    pub damage: Option<RecordDamage>,
}

impl Head {
    /// The length of the body by its [Content-Length](https://www.rfc-editor.org/rfc/rfc9112#section-6.3), in bytes;
    /// `None` if that does not count, or says nothing about what is stored.
    ///
    /// Many crawlers remove codings and keep the headers. The codings' own ends then tell whether the body is whole.
    pub fn body_length(&self) -> Option<u64> {
        // These have no body, whatever the length.
        const BODILESS: [u16; 3] = [204, 205, 304];
        let has = |name| fields::tokens(&self.fields, name).any(|coding| !coding.eq_ignore_ascii_case(b"identity"));
        let status = self.status?;
        if status < 200 || BODILESS.contains(&status) || has("transfer-encoding") || has("content-encoding") {
            return None;
        }
        let mut lengths = fields::tokens(&self.fields, "content-length");
        let first = lengths.next()?;
        let digits = str::from_utf8(first).ok().filter(|first| first.bytes().all(|byte| byte.is_ascii_digit()))?;
        // Lengths that differ are no length.
        lengths.all(|length| length == first).then(|| digits.parse().ok()).flatten()
    }
}

/// Parses the head of a block as browsers do: with any protocol version, skipping lines that are
/// not fields. Some servers say `HTTPX/1.1 200 OK` or `ICY 200 OK`: a status makes a head too.
pub fn parse(block: &[u8]) -> Head {
    let damage = |fault, after: usize| Some(RecordDamage::new(Layer::Head, fault, after as u64));
    let line_end = memchr::memchr(b'\n', block).unwrap_or(block.len());
    let status = block[..line_end].split(|&byte| byte == b' ').filter(|word| !word.is_empty()).nth(1);
    let status = status.map(<[u8]>::trim_ascii).and_then(|word| str::from_utf8(word).ok()?.parse().ok());
    let is_http = block.get(..5).is_some_and(|start| start.eq_ignore_ascii_case(b"HTTP/"));
    let end = fields::head_end(block, 0);
    if !is_http && (end.is_none() || !status.is_some_and(|status| matches!(status, 100..=999))) {
        return Head { status: None, fields: Fields::new(), length: 0, damage: damage(Fault::Corrupt, 0) };
    }
    let length = end.unwrap_or(block.len());
    let lines = &block[line_end.min(length)..length];
    let damage = if end.is_some() { None } else { damage(Fault::CutShort, length) };
    Head { status, fields: fields::parse(lines), length, damage }
}

/// Whether the response's own Content-Length also says that the block has this length.
pub fn confirms_length(block: &[u8], length: u64) -> bool {
    let head = parse(block);
    let told = fields::text(&head.fields, "Content-Length").and_then(|length| length.parse::<u64>().ok());
    told.is_some_and(|told| told.checked_add(head.length as u64) == Some(length))
}

/// Whether a block is a whole request without a body.
pub fn is_whole_request(block: &[u8]) -> bool {
    let line = &block[..memchr::memchr(b'\n', block).unwrap_or(0)];
    let is_request = line.rsplit(|&byte| byte == b' ').next().is_some_and(|version| version.starts_with(b"HTTP/"));
    is_request && fields::head_end(block, 0) == Some(block.len())
}
