//! A record as it was stored.

use std::fmt;

use super::damage::Damage;
use super::fields::{self, Fields};

/// A record as it was stored
/// ([WARC 1.1](https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/)).
///
/// [`into_page`](Self::into_page) takes it apart.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Record {
    /// What it holds.
    pub kind: RecordKind,
    /// `WARC-Target-URI`, or nothing.
    pub url: String,
    /// `WARC-Record-ID`.
    pub id: Option<String>,
    /// `WARC-Date`, as it was written.
    pub date: Option<String>,
    /// Where in the file it starts, in bytes; in a compressed file, where its member does.
    pub offset: u64,
    /// How many bytes it takes in the file; in a compressed one, its member.
    pub length: u64,
    /// Where it starts in the unpacked member, if it shares that with other records. Then
    /// [`length`](Self::length) is that of the unpacked record.
    pub offset_in_member: Option<u64>,
    /// The fields of its own header.
    pub fields: Vec<(String, Vec<u8>)>,
    /// What follows the header.
    pub block: Vec<u8>,
    /// Whether the block is not all that the server sent: the crawler cut it, or
    /// [`Limits::record_bytes`](super::Limits::record_bytes) does.
    pub is_truncated: bool,
    /// What is wrong with it.
    pub damage: Vec<Damage>,
}

/// What a record holds, by its `WARC-Type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum RecordKind {
    /// The response of a server.
    Response,
    /// A resource that came without a protocol's response.
    Resource,
    /// A resource in another form: the text of a page, in the files that are called WET.
    Conversion,
    /// The request for a response.
    Request,
    /// What there is to know about another record.
    Metadata,
    /// What there is to know about the file.
    Warcinfo,
    /// A response that is the same as an earlier one.
    Revisit,
    /// A further part of a record.
    Continuation,
    /// Something else.
    Other,
}

impl RecordKind {
    const NAMES: [(&'static str, RecordKind); 8] = [
        ("response", RecordKind::Response),
        ("resource", RecordKind::Resource),
        ("conversion", RecordKind::Conversion),
        ("request", RecordKind::Request),
        ("metadata", RecordKind::Metadata),
        ("warcinfo", RecordKind::Warcinfo),
        ("revisit", RecordKind::Revisit),
        ("continuation", RecordKind::Continuation),
    ];

    fn of(name: &str) -> RecordKind {
        let named = Self::NAMES.iter().find(|(kind, _)| kind.eq_ignore_ascii_case(name));
        named.map_or(RecordKind::Other, |&(_, kind)| kind)
    }

    /// The `WARC-Type`, or `other`.
    ///
    /// ```
    /// assert_eq!(charsniff::warc::RecordKind::Response.as_str(), "response");
    /// ```
    pub fn as_str(self) -> &'static str {
        Self::NAMES.iter().find(|&&(_, kind)| kind == self).map_or("other", |(name, _)| name)
    }
}

impl fmt::Display for RecordKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Record {
    /// A record without its block, and the block's length if the header tells it. `head` is all of
    /// the header.
    pub(super) fn parse(head: &[u8]) -> (Record, Option<u64>) {
        let version_end = memchr::memchr(b'\n', head).map_or(head.len(), |at| at + 1);
        let fields: Fields = fields::parse(&head[version_end..]);
        let text = |name| fields::text(&fields, name);
        let length = text("Content-Length").and_then(|length| length.parse().ok());
        let url = text("WARC-Target-URI").unwrap_or_default();
        let record = Record {
            kind: text("WARC-Type").map_or(RecordKind::Other, |name| RecordKind::of(&name)),
            // Some writers put it between < and >.
            url: url.trim_start_matches('<').trim_end_matches('>').to_owned(),
            id: text("WARC-Record-ID"),
            date: text("WARC-Date"),
            offset: 0,
            length: 0,
            offset_in_member: None,
            block: Vec::new(),
            // A segment is not all of it either.
            is_truncated: text("WARC-Truncated").is_some() || text("WARC-Segment-Number").is_some(),
            damage: Vec::new(),
            fields,
        };
        (record, length)
    }

    /// The first value of a field of the record's own header; upper and lower case are the same.
    pub fn field(&self, name: &str) -> Option<&[u8]> {
        fields::value(&self.fields, name)
    }

    /// Whether the block is an HTTP response.
    pub(super) fn is_http_response(&self) -> bool {
        let content_type = self.field("Content-Type").unwrap_or_default();
        let http = b"application/http";
        self.kind == RecordKind::Response
            && content_type.len() >= http.len()
            && content_type[..http.len()].eq_ignore_ascii_case(http)
    }

    /// Whether the record holds a resource: an HTTP response, a `resource` or a `conversion`.
    pub fn has_page(&self) -> bool {
        self.is_http_response() || matches!(self.kind, RecordKind::Resource | RecordKind::Conversion)
    }
}
