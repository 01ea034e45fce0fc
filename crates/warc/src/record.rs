//! [`Record`]: a record as it is stored.

use std::fmt;
use std::ops::Deref;

use super::damage::RecordDamage;
use super::fields::{self, Fields};

/// What a record says about itself, and where it is. [`Record`] and [`Page`](super::Page) deref to it: `page.url`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RecordInfo {
    /// The kind of the record.
    pub kind: RecordKind,
    /// `WARC-Type`, as it is written.
    pub warc_type: Option<String>,
    /// `WARC-Target-URI`; empty if there is none.
    pub url: String,
    /// `WARC-Record-ID`.
    pub id: Option<String>,
    /// `WARC-Date`, unparsed.
    pub date: Option<String>,
    /// `WARC-IP-Address`, unparsed: the server.
    pub ip_address: Option<String>,
    /// `WARC-Payload-Digest`, such as `sha1:…`. It is not compared with the bytes.
    pub payload_digest: Option<String>,
    /// The position of the record in the file, in bytes; in a compressed file, that of its member.
    pub offset: u64,
    /// The length of the record in the file, in bytes; in a compressed file, that of its member.
    pub length: u64,
    /// The position of the record in the unpacked member, in bytes, if other records share the
    /// member. [`length`](Self::length) is then that of the unpacked record.
    pub offset_in_member: Option<u64>,
}

/// A record as it is stored ([WARC
/// 1.1](https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/)).
/// [`into_page`](Self::into_page) unpacks it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Record {
    /// What the record says of itself, and where it is.
    pub info: RecordInfo,
    /// The fields of the record's header.
    pub fields: Vec<(String, Vec<u8>)>,
    /// The bytes after the header.
    pub block: Vec<u8>,
    /// Whether the block is incomplete: cut by the crawler, or by
    /// [`Limits::record_bytes`](super::Limits::record_bytes).
    pub is_truncated: bool,
    /// What is wrong with the record.
    pub damage: Vec<RecordDamage>,
}

/// The kinds of records, by `WARC-Type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum RecordKind {
    /// The response of a server.
    Response,
    /// A resource without an HTTP response around it.
    Resource,
    /// A resource in another form, such as the text of a page in WET files.
    Conversion,
    /// The request for a response.
    Request,
    /// Metadata about another record.
    Metadata,
    /// Metadata about the file.
    Warcinfo,
    /// A response that is identical to an earlier one.
    Revisit,
    /// A continuation of a segmented record.
    Continuation,
    /// Any other type.
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
    /// assert_eq!(charsniff_warc::RecordKind::Response.as_str(), "response");
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

impl Deref for Record {
    type Target = RecordInfo;

    fn deref(&self) -> &RecordInfo {
        &self.info
    }
}

impl Record {
    /// Parses a header, of which the first line has no field. Returns the record without its block,
    /// and the block's length if the header says it.
    pub(super) fn parse(head: &[u8]) -> (Record, Option<u64>) {
        let version_end = memchr::memchr(b'\n', head).map_or(head.len(), |at| at + 1);
        let record = Record::of(fields::parse(&head[version_end..]));
        let length = fields::text(&record.fields, "Content-Length").and_then(|length| length.parse().ok());
        (record, length)
    }

    /// The record with these fields, without its block.
    pub(super) fn of(fields: Fields) -> Record {
        let text = |name| fields::text(&fields, name);
        let url = text("WARC-Target-URI").unwrap_or_default();
        let warc_type = text("WARC-Type");
        let info = RecordInfo {
            kind: warc_type.as_deref().map_or(RecordKind::Other, RecordKind::of),
            warc_type,
            // Some writers put the URL between < and >.
            url: url.trim_start_matches('<').trim_end_matches('>').to_owned(),
            id: text("WARC-Record-ID"),
            date: text("WARC-Date"),
            ip_address: text("WARC-IP-Address"),
            payload_digest: text("WARC-Payload-Digest"),
            offset: 0,
            length: 0,
            offset_in_member: None,
        };
        Record {
            info,
            block: Vec::new(),
            // A segment is incomplete too.
            is_truncated: text("WARC-Truncated").is_some() || text("WARC-Segment-Number").is_some(),
            damage: Vec::new(),
            fields,
        }
    }

    /// The first value of a field of the record's header. Case is ignored.
    ///
    /// ```
    /// use charsniff_warc::Records;
    /// let crawl = b"WARC/1.1\r\nWARC-Type: request\r\nContent-Length: 2\r\n\r\nhi\r\n\r\n";
    /// let record = Records::new(&crawl[..])?.next().unwrap()?;
    /// assert_eq!(record.field("warc-type"), Some(&b"request"[..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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

    /// Whether the record has a Web resource: an HTTP response, a `resource` or a `conversion`.
    ///
    /// ```
    /// use charsniff_warc::Records;
    /// let crawl = b"WARC/1.1\r\nWARC-Type: request\r\nContent-Length: 2\r\n\r\nhi\r\n\r\n";
    /// let record = Records::new(&crawl[..])?.next().unwrap()?;
    /// assert!(!record.has_page());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn has_page(&self) -> bool {
        self.is_http_response() || matches!(self.kind, RecordKind::Resource | RecordKind::Conversion)
    }
}
