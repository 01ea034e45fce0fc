//! [`Page`]: the Web resource in a record.

use std::ops::Deref;

use super::body::Body;
use super::damage::{Fault, Layer, RecordDamage};
use super::fields::{self, Fields};
use super::http::{self, Head};
use super::limits::Limits;
use super::record::{Record, RecordInfo};
use charsniff::{Content, Context, Decoded, Explanation, Reading, Sniffed};

/// A Web resource from a crawl: its headers, and its body without transfer and content codings.
///
/// ```
/// use charsniff::Encoding;
/// use charsniff_warc::{Limits, Records};
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
/// let decoded = page.decode(&page.context());
/// assert_eq!((decoded.sniffed.encoding, &*decoded.text), (Encoding::Koi8R, "М"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Page {
    /// What the record says of itself, and where it is.
    pub info: RecordInfo,
    /// The status of an HTTP response.
    pub status: Option<u16>,
    /// The headers of an HTTP response; for other records the Content-Type, if there is one.
    pub headers: Vec<(String, Vec<u8>)>,
    /// Whether the body is incomplete: cut by the crawler, or by a limit, or shorter than its Content-Length,
    /// which are damage too.
    pub is_truncated: bool,
    /// What is wrong with the record or the body.
    pub damage: Vec<RecordDamage>,
    bytes: Vec<u8>,
    body_start: usize,
}

impl Record {
    /// The resource in a record, if it [has one](Record::has_page). The body is cut at
    /// [`Limits::body_bytes`]. Linear in the length of the record and of the body without its
    /// codings.
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
        let stored = self.block.len().saturating_sub(head.length) as u64;
        let told = head.body_length().filter(|&told| told > stored);
        let mut damage = self.damage;
        damage.extend(head.damage);
        // A body that was cut necessarily ends too early.
        damage.extend(body.damage.into_iter().filter(|damage| !is_truncated || damage.fault != Fault::CutShort));
        let body_length = body.bytes.as_ref().map_or(0, |bytes| bytes.len() as u64);
        damage.extend(body.is_cut.then(|| RecordDamage::new(Layer::Body, Fault::Limit, body_length)));
        // One description of what is missing is enough.
        if let Some(told) = told
            && !is_truncated
            && !damage.iter().any(RecordDamage::is_loss)
        {
            let short = RecordDamage::new(Layer::Body, Fault::CutShort, stored);
            damage.push(short.because(Some(format!("Content-Length is {told}"))));
        }
        let is_truncated = is_truncated || told.is_some();
        let (bytes, body_start) = match body.bytes {
            Some(bytes) => (bytes, 0),
            None => (self.block, head.length),
        };
        Page { info: self.info, status: head.status, headers: head.fields, is_truncated, damage, bytes, body_start }
    }
}

impl Deref for Page {
    type Target = RecordInfo;

    fn deref(&self) -> &RecordInfo {
        &self.info
    }
}

impl Page {
    /// The body without transfer and content codings.
    pub fn body(&self) -> &[u8] {
        &self.bytes[self.body_start..]
    }

    /// The same, owned.
    pub fn into_body(mut self) -> Vec<u8> {
        self.bytes.drain(..self.body_start);
        self.bytes
    }

    /// The first value of a header. Case is ignored.
    ///
    /// ```
    /// use charsniff_warc::{Limits, Records};
    /// let crawl = b"WARC/1.1\r\nWARC-Type: conversion\r\nWARC-Target-URI: http://example.com/a\r\n\
    ///     Content-Type: text/plain; charset=utf-8\r\nContent-Length: 3\r\n\r\n\xE2\x82\xAC\r\n\r\n";
    /// let page = Records::new(&crawl[..])?.next().unwrap()?.into_page(&Limits::default()).unwrap();
    /// assert_eq!(page.header("content-type"), Some(&b"text/plain; charset=utf-8"[..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn header(&self, name: &str) -> Option<&[u8]> {
        fields::value(&self.headers, name)
    }

    /// The [essence](https://mimesniff.spec.whatwg.org/#mime-type-essence) of the Content-Type that
    /// counts, in lower case: `text/html`. See [`extract_mime_type`](charsniff::extract_mime_type).
    ///
    /// ```
    /// use charsniff_warc::{Limits, Records};
    /// let crawl = b"WARC/1.1\r\nWARC-Type: conversion\r\nWARC-Target-URI: http://example.com/a\r\n\
    ///     Content-Type: text/plain; charset=utf-8\r\nContent-Length: 3\r\n\r\n\xE2\x82\xAC\r\n\r\n";
    /// let page = Records::new(&crawl[..])?.next().unwrap()?.into_page(&Limits::default()).unwrap();
    /// assert_eq!(page.mime_type().as_deref(), Some("text/plain"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mime_type(&self) -> Option<String> {
        charsniff::extract_mime_type(&self.headers)
    }

    /// Whether the body is text. It is not if its MIME type is that of an image, audio, video, a
    /// font, an archive or a PDF; otherwise its bytes decide. See [`Content::of`].
    ///
    /// ```
    /// use charsniff::Content;
    /// use charsniff_warc::{Limits, Records};
    /// let crawl = b"WARC/1.1\r\nWARC-Type: conversion\r\nWARC-Target-URI: http://example.com/a\r\n\
    ///     Content-Type: text/plain; charset=utf-8\r\nContent-Length: 3\r\n\r\n\xE2\x82\xAC\r\n\r\n";
    /// let page = Records::new(&crawl[..])?.next().unwrap()?.into_page(&Limits::default()).unwrap();
    /// assert_eq!(page.content(), Content::Text);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn content(&self) -> Content {
        let is_binary = self.mime_type().is_some_and(|essence| is_binary(&essence));
        if is_binary { Content::Binary } else { Content::of(self.body()) }
    }

    /// The context of the resource in the crawler's [reading](charsniff::Reading::Crawler): by its MIME
    /// type, unless that says nothing, as `application/octet-stream` does; else by the extension in the URL, else
    /// HTML. Add another reading to change that.
    ///
    /// ```
    /// use charsniff::{Kind, Reading, Source};
    /// use charsniff_warc::{Limits, Records};
    /// let crawl = b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://example.com/a\r\n\
    ///     Content-Type: application/http\r\nContent-Length: 65\r\n\r\n\
    ///     HTTP/1.1 200 OK\r\nContent-Type: text/html;charset=cp-1251\r\n\r\n\xCC\xE0\r\n\r\n";
    /// let page = Records::new(&crawl[..])?.next().unwrap()?.into_page(&Limits::default()).unwrap();
    /// assert_eq!(page.context().kind(), Kind::Html);
    /// // The label is misspelled.
    /// assert_eq!(page.sniff(&page.context()).source, Source::Transport);
    /// assert_ne!(page.sniff(&page.context().reading(Reading::Standard)).source, Source::Transport);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn context(&self) -> Context {
        let by_name = || Context::for_file_name(self.url.split(['?', '#']).next().unwrap_or_default());
        let context = Context::for_headers(&self.headers)
            .or_else(by_name)
            .unwrap_or_else(Context::html)
            .reading(Reading::Crawler);
        context.url(&self.url).truncated(self.is_truncated)
    }

    /// The verdict; see [`sniff`](charsniff::sniff()).
    ///
    /// ```
    /// use charsniff::Source;
    /// use charsniff_warc::{Limits, Records};
    /// let crawl = b"WARC/1.1\r\nWARC-Type: conversion\r\nWARC-Target-URI: http://example.com/a\r\n\
    ///     Content-Type: text/plain; charset=utf-8\r\nContent-Length: 3\r\n\r\n\xE2\x82\xAC\r\n\r\n";
    /// let page = Records::new(&crawl[..])?.next().unwrap()?.into_page(&Limits::default()).unwrap();
    /// assert_eq!(page.sniff(&page.context()).source, Source::Transport);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sniff(&self, context: &Context) -> Sniffed {
        charsniff::sniff(self.body(), &self.headers, context)
    }

    /// The verdict and its reasons; see [`explain`](charsniff::explain).
    ///
    /// ```
    /// use charsniff_warc::{Limits, Records};
    /// let crawl = b"WARC/1.1\r\nWARC-Type: conversion\r\nWARC-Target-URI: http://example.com/a\r\n\
    ///     Content-Type: text/plain; charset=utf-8\r\nContent-Length: 3\r\n\r\n\xE2\x82\xAC\r\n\r\n";
    /// let page = Records::new(&crawl[..])?.next().unwrap()?.into_page(&Limits::default()).unwrap();
    /// assert_eq!(page.explain(&page.context()).label(), Some(&b"utf-8"[..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain(&self, context: &Context) -> Explanation {
        charsniff::explain(self.body(), &self.headers, context)
    }

    /// The text; see [`decode`](charsniff::decode).
    ///
    /// ```
    /// use charsniff_warc::{Limits, Records};
    /// let crawl = b"WARC/1.1\r\nWARC-Type: conversion\r\nWARC-Target-URI: http://example.com/a\r\n\
    ///     Content-Type: text/plain; charset=utf-8\r\nContent-Length: 3\r\n\r\n\xE2\x82\xAC\r\n\r\n";
    /// let page = Records::new(&crawl[..])?.next().unwrap()?.into_page(&Limits::default()).unwrap();
    /// assert_eq!(page.decode(&page.context()).text, "€");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn decode(&self, context: &Context) -> Decoded<'_> {
        charsniff::decode(self.body(), &self.headers, context)
    }

    /// The number of bytes held.
    pub(super) fn weight(&self) -> usize {
        self.bytes.len() + self.url.len() + weight(&self.headers)
    }
}

pub fn weight(fields: &Fields) -> usize {
    fields.iter().map(|(name, value)| name.len() + value.len() + size_of::<(String, Vec<u8>)>()).sum()
}

/// [MIME type groups](https://mimesniff.spec.whatwg.org/#mime-type-groups) that are not text.
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
