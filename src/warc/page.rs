//! What a browser would be given of a record.

use super::Limits;
use super::body::Body;
use super::damage::{Damage, Fault};
use super::fields::{self, Fields};
use super::http::{self, Head};
use super::record::{Record, RecordKind};
use crate::{Content, Context, DecodeError, Decoded, Explanation, Sniffed};

/// A resource out of a crawl: its headers, and its body without transfer and content codings.
///
/// ```
/// use charsniff::{Encoding, warc::{Limits, Records}};
/// let response = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=koi8-r\r\n\r\n\u{2}";
/// let mut crawl = format!(
///     "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://example.com/\r\n\
///      Content-Type: application/http\r\nContent-Length: {}\r\n\r\n{response}\r\n\r\n",
///     response.len(),
/// )
/// .into_bytes();
/// let at = crawl.iter().position(|&byte| byte == 2).unwrap();
/// crawl[at] = 0xED;
/// let record = Records::new(std::io::Cursor::new(crawl))?.next().unwrap()?;
/// let page = record.into_page(&Limits::default()).unwrap();
/// assert_eq!((page.status, page.url.as_str(), page.body()), (Some(200), "http://example.com/", b"\xED".as_slice()));
/// let decoded = page.decode(&page.context())?;
/// assert_eq!((decoded.sniffed.encoding, &*decoded.text), (Encoding::Koi8R, "М"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Page {
    /// What the record holds.
    pub kind: RecordKind,
    /// Where the resource came from, or nothing.
    pub url: String,
    /// The record's identifier.
    pub id: Option<String>,
    /// When it was fetched, as it was written.
    pub date: Option<String>,
    /// Where the record starts in the file, in bytes; in a compressed file, where its member does.
    pub offset: u64,
    /// How many bytes the record takes in the file; see [`Record::length`].
    pub length: u64,
    /// Where the record starts in a member that it shares with others; see
    /// [`Record::offset_in_member`].
    pub offset_in_member: Option<u64>,
    /// The status of an HTTP response.
    pub status: Option<u16>,
    /// The headers of an HTTP response; of other records the Content-Type, if they have one.
    pub headers: Vec<(String, Vec<u8>)>,
    /// Whether the body is not all that the server had: the crawler cut it, or a limit does.
    pub is_truncated: bool,
    /// What is wrong with the record or the body.
    pub damage: Vec<Damage>,
    bytes: Vec<u8>,
    body_start: usize,
}

impl Record {
    /// The resource in a record that [has one](Record::has_page). Its body is cut at
    /// [`Limits::body_bytes`].
    ///
    /// Time is linear in the record's length, and where it is compressed in the body's.
    pub fn into_page(self, limits: &Limits) -> Option<Page> {
        self.has_page().then(|| self.unpack_to(limits.body_bytes))
    }

    /// The same, unless the body has more than `most` bytes.
    pub(super) fn into_page_of(self, most: usize) -> Result<Page, Box<Record>> {
        if self.block.len() > most {
            return Err(Box::new(self));
        }
        let head = self.head();
        let body = Body::of(&head.fields, &self.block[head.length..], most);
        if body.is_cut { Err(Box::new(self)) } else { Ok(self.page(head, body)) }
    }

    pub(super) fn unpack_to(self, most: usize) -> Page {
        let head = self.head();
        let body = Body::of(&head.fields, &self.block[head.length..], most);
        self.page(head, body)
    }

    fn head(&self) -> Head {
        if self.is_http_response() {
            return http::parse(&self.block);
        }
        let content_type = self.field("Content-Type").map(|value| ("Content-Type".to_owned(), value.to_vec()));
        Head { status: None, fields: content_type.into_iter().collect(), length: 0, damage: None }
    }

    fn page(self, head: Head, body: Body) -> Page {
        let is_truncated = self.is_truncated || body.is_cut;
        let mut damage = self.damage;
        damage.extend(head.damage);
        // What was cut ends too early, of course.
        damage.extend(body.damage.into_iter().filter(|damage| !is_truncated || damage.fault != Fault::CutShort));
        let (bytes, body_start) = match body.bytes {
            Some(bytes) => (bytes, 0),
            None => (self.block, head.length),
        };
        Page {
            kind: self.kind,
            url: self.url,
            id: self.id,
            date: self.date,
            offset: self.offset,
            length: self.length,
            offset_in_member: self.offset_in_member,
            status: head.status,
            headers: head.fields,
            is_truncated,
            damage,
            bytes,
            body_start,
        }
    }
}

impl Page {
    /// The body without its codings.
    pub fn body(&self) -> &[u8] {
        &self.bytes[self.body_start..]
    }

    /// The same, to keep.
    pub fn into_body(mut self) -> Vec<u8> {
        self.bytes.drain(..self.body_start);
        self.bytes
    }

    /// The first value of a header; upper and lower case are the same.
    pub fn header(&self, name: &str) -> Option<&[u8]> {
        fields::value(&self.headers, name)
    }

    /// The [essence](https://mimesniff.spec.whatwg.org/#mime-type-essence) of the MIME type in the
    /// first Content-Type, in lower case: `text/html`.
    pub fn mime_type(&self) -> Option<String> {
        let value = String::from_utf8_lossy(self.header("Content-Type")?);
        let essence = value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        (!essence.is_empty()).then_some(essence)
    }

    /// Whether the body is text: no, if its MIME type says that it is an image, audio, video, a font,
    /// an archive or a PDF; otherwise its bytes tell. See [`Content::of`].
    pub fn content(&self) -> Content {
        let is_binary = self.mime_type().is_some_and(|essence| is_binary(&essence));
        if is_binary { Content::Binary } else { Content::of(self.body()) }
    }

    /// The context in which a browser that goes to the URL reads the resource: by its MIME type,
    /// or the ending of its name; else as HTML.
    pub fn context(&self) -> Context {
        let by_type = self.mime_type().map(|essence| Context::for_mime_type(&essence));
        let by_name = || Context::for_file_name(self.url.split(['?', '#']).next().unwrap_or_default());
        let context = by_type.or_else(by_name).unwrap_or_else(Context::html);
        context.url(&self.url).truncated(self.is_truncated)
    }

    /// The verdict; see [`sniff`](crate::sniff).
    pub fn sniff(&self, context: &Context) -> Sniffed {
        crate::sniff(self.body(), &self.headers, context)
    }

    /// The verdict and its reasons; see [`explain`](crate::explain).
    pub fn explain(&self, context: &Context) -> Explanation {
        crate::explain(self.body(), &self.headers, context)
    }

    /// The text; see [`decode`](crate::decode).
    ///
    /// # Errors
    /// Where the context allows no malformed sequence, the first there is.
    pub fn decode(&self, context: &Context) -> Result<Decoded<'_>, DecodeError> {
        crate::decode(self.body(), &self.headers, context)
    }

    /// How many bytes it holds.
    pub(super) fn weight(&self) -> usize {
        self.bytes.len() + self.url.len() + weight(&self.headers)
    }
}

pub fn weight(fields: &Fields) -> usize {
    fields.iter().map(|(name, value)| name.len() + value.len() + size_of::<(String, Vec<u8>)>()).sum()
}

/// [MIME type groups](https://mimesniff.spec.whatwg.org/#mime-type-groups) that hold no text.
fn is_binary(essence: &str) -> bool {
    let (kind, subtype) = essence.split_once('/').unwrap_or((essence, ""));
    match kind {
        "image" => !subtype.ends_with("+xml"),
        "audio" => subtype != "mpegurl" && subtype != "x-mpegurl",
        "video" | "font" => true,
        "application" => {
            subtype.ends_with("+zip")
                || subtype.starts_with("font-")
                || matches!(
                    subtype,
                    "gzip" | "ogg" | "pdf" | "vnd.ms-fontobject" | "wasm" | "x-gzip" | "x-rar-compressed" | "zip"
                )
        }
        _ => false,
    }
}
