//! An HTTP response as it was stored: its headers, and its body without the codings.

use std::borrow::Cow;
use std::io::{self, Read};

use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};
use httparse::{EMPTY_HEADER, ParserConfig, Status};

use super::records::{MOST_BYTES, Response};

const MOST_HEADERS: usize = 1024;
/// More codings than one or two serve to make others work.
const MOST_CODINGS: usize = 5;
/// The window that [RFC 9659](https://www.rfc-editor.org/rfc/rfc9659) allows a body: 8 MiB.
const ZSTD_WINDOW_LOG: u32 = 23;

/// Names and values, in order.
type Headers = Vec<(String, Vec<u8>)>;

/// What a browser's decoder would be given.
pub struct Message<'a> {
    pub headers: Headers,
    pub body: Cow<'a, [u8]>,
    /// Whether the body is not all that the server had.
    pub is_truncated: bool,
}

/// Why a response is not taken apart.
pub enum Refused {
    /// What is wrong with it, for people.
    Broken(String),
    /// Its body has more bytes than are wanted now.
    TooLong,
}

impl From<String> for Refused {
    fn from(message: String) -> Refused {
        Refused::Broken(message)
    }
}

impl<'a> Message<'a> {
    /// Takes a stored response apart, unless its body has more than `most` bytes, of which there
    /// are no more than [`MOST_BYTES`]: longer bodies are cut there.
    pub fn parse(response: &'a Response, most: usize) -> Result<Message<'a>, Refused> {
        let (headers, head_length) = parse_head(&response.block)?;
        let body = &response.block[head_length..];
        if body.len() > most {
            return Err(Refused::TooLong);
        }
        let mut message = Message { headers, body: body.into(), is_truncated: response.is_truncated };
        let is_chunked = message.tokens("transfer-encoding").iter().any(|coding| coding == "chunked");
        if is_chunked && starts_with_a_chunk(&message.body) {
            message.body = message.unchunk()?.into();
        }
        let codings = message.tokens("content-encoding");
        if codings.len() > MOST_CODINGS {
            return Err(format!("{} content codings, one on another", codings.len()).into());
        }
        for coding in codings.iter().rev() {
            message.decompress(coding, most)?;
        }
        Ok(message)
    }

    /// The first value of a header, for people and for what only needs its start.
    pub fn header(&self, name: &str) -> Option<String> {
        let (_, value) = self.headers.iter().find(|(field, _)| field.eq_ignore_ascii_case(name))?;
        Some(String::from_utf8_lossy(value).into_owned())
    }

    /// The lowercase elements of a header's lists, in order.
    fn tokens(&self, name: &str) -> Vec<String> {
        let fields = self.headers.iter().filter(|(field, _)| field.eq_ignore_ascii_case(name));
        let values = fields.map(|(_, value)| String::from_utf8_lossy(value).to_ascii_lowercase());
        let lists = values.collect::<Vec<_>>().join(",");
        lists.split(',').map(|token| token.trim().to_owned()).filter(|token| !token.is_empty()).collect()
    }

    /// [Chunked transfer coding](https://www.rfc-editor.org/rfc/rfc9112#section-7.1).
    fn unchunk(&self) -> Result<Vec<u8>, String> {
        let mut rest = &*self.body;
        let mut body = Vec::with_capacity(rest.len());
        loop {
            let (start, length) = match httparse::parse_chunk_size(rest) {
                Ok(Status::Complete((_, 0))) => return Ok(body),
                Ok(Status::Complete((start, length))) => (start, usize::try_from(length).unwrap_or(usize::MAX)),
                Ok(Status::Partial) if self.is_truncated => return Ok(body),
                Ok(Status::Partial) => return Err("chunked body: no last chunk".to_owned()),
                Err(_) => return Err(format!("chunked body: no chunk after {} bytes", body.len())),
            };
            rest = &rest[start..];
            let Some(chunk) = rest.get(..length) else {
                body.extend_from_slice(rest);
                return if self.is_truncated { Ok(body) } else { Err("chunked body: a chunk is cut short".to_owned()) };
            };
            body.extend_from_slice(chunk);
            rest = rest[length..].strip_prefix(b"\r\n").unwrap_or(&rest[length..]);
        }
    }

    /// Undoes one content coding. Many crawlers store bodies without it and keep the header, so
    /// what does not start as the coding does is taken as it is.
    fn decompress(&mut self, coding: &str, most: usize) -> Result<(), Refused> {
        let body = std::mem::take(&mut self.body);
        let reader: Box<dyn Read + '_> = match coding {
            "gzip" | "x-gzip" if body.starts_with(b"\x1F\x8B") => Box::new(MultiGzDecoder::new(&*body)),
            "deflate" if is_zlib(&body) => Box::new(ZlibDecoder::new(&*body)),
            "deflate" if !looks_like_text(&body) => Box::new(DeflateDecoder::new(&*body)),
            "br" if !looks_like_text(&body) => Box::new(brotli_decompressor::Decompressor::new(&*body, 1 << 16)),
            "zstd" if body.starts_with(b"\x28\xB5\x2F\xFD") => {
                Box::new(zstd_decoder(&body).map_err(|error| format!("zstd body: {error}"))?)
            }
            "identity" | "gzip" | "x-gzip" | "deflate" | "br" | "zstd" => {
                self.body = body;
                return Ok(());
            }
            other => return Err(format!("content coding {other:?} is not known").into()),
        };
        let mut text = Vec::new();
        let result = reader.take(most as u64 + 1).read_to_end(&mut text);
        if text.len() > most {
            if most < MOST_BYTES {
                return Err(Refused::TooLong);
            }
            text.truncate(MOST_BYTES);
            self.is_truncated = true;
        }
        self.body = text.into();
        match result {
            Err(error) if !self.is_truncated => Err(format!("{coding} body: {}", reason(&error)).into()),
            _ => Ok(()),
        }
    }
}

fn zstd_decoder(body: &[u8]) -> io::Result<zstd::stream::read::Decoder<'static, &[u8]>> {
    let mut decoder = zstd::stream::read::Decoder::with_buffer(body)?;
    decoder.window_log_max(ZSTD_WINDOW_LOG)?;
    Ok(decoder)
}

fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => "ends too early".to_owned(),
        _ => error.to_string(),
    }
}

/// The headers, and where the body starts.
type Head = (Headers, usize);

fn parse_head(block: &[u8]) -> Result<Head, String> {
    // What servers send is not always what the grammar wants, and browsers take it.
    let mut config = ParserConfig::default();
    config.allow_spaces_after_header_name_in_responses(true);
    config.allow_obsolete_multiline_headers_in_responses(true);
    config.ignore_invalid_headers_in_responses(true);

    let mut fields = [EMPTY_HEADER; MOST_HEADERS];
    let mut response = httparse::Response::new(&mut fields);
    let parsed = match config.parse_response(&mut response, block) {
        // A record may tell the truth about the protocol (HTTP/2); its lines are HTTP/1.1's.
        Err(httparse::Error::Version) => return parse_other_version(block),
        parsed => parsed,
    };
    match parsed {
        Ok(Status::Complete(length)) => {
            let headers = response.headers.iter();
            Ok((headers.map(|header| (header.name.to_owned(), header.value.to_vec())).collect(), length))
        }
        Ok(Status::Partial) => Err("the HTTP headers have no end".to_owned()),
        Err(error) => Err(format!("HTTP response: {error}")),
    }
}

fn parse_other_version(block: &[u8]) -> Result<Head, String> {
    const STATUS_LINE: &[u8] = b"HTTP/1.1 200 OK";
    let line_end = block.iter().position(|&byte| matches!(byte, b'\r' | b'\n')).unwrap_or(block.len());
    let head_end = block.windows(4).position(|bytes| bytes == b"\r\n\r\n").map_or(block.len(), |at| at + 4);
    if !block.starts_with(b"HTTP/") || line_end >= head_end {
        return Err("no HTTP response".to_owned());
    }
    let (headers, length) = parse_head(&[STATUS_LINE, &block[line_end..head_end]].concat())?;
    Ok((headers, length - STATUS_LINE.len() + line_end))
}

/// Whether a chunk-size line starts the body; else the crawler has stored it without the coding.
fn starts_with_a_chunk(body: &[u8]) -> bool {
    matches!(httparse::parse_chunk_size(body), Ok(Status::Complete(_)))
}

/// [RFC 1950](https://www.rfc-editor.org/rfc/rfc1950): method 8, and a check over both bytes.
fn is_zlib(body: &[u8]) -> bool {
    matches!(body, [first, second, ..] if first & 0x0F == 8 && u16::from_be_bytes([*first, *second]) % 31 == 0)
}

/// Whether a body starts as markup or text does, not as compressed bytes do.
fn looks_like_text(body: &[u8]) -> bool {
    let start = &body[..body.len().min(16)];
    start.iter().all(|&byte| matches!(byte, b'\t' | b'\n' | b'\r' | 0x20..=0x7E))
}
