//! The records of a crawl ([WARC 1.1](https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/)).
//!
//! The `warc` crate reads records whole, however long they claim to be, and ends at the first
//! broken one; here the length is bounded, and what follows a broken record is still read.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::codec::Codec;
use super::raw::Raw;
use super::source::{Source, is_damage};

/// How much of a record, or of a decompressed body, is looked at.
pub const MOST_BYTES: usize = 64 * 1024 * 1024;
const MOST_HEAD_BYTES: usize = 1024 * 1024;
const MOST_FIELDS: usize = 256;

/// An HTTP response as it was stored.
pub struct Response {
    pub url: String,
    /// Where in the file the record starts; in a compressed one, its member.
    pub offset: u64,
    /// Status line, headers and body.
    pub block: Vec<u8>,
    /// Whether the block is not all that the server sent.
    pub is_truncated: bool,
}

pub enum Record {
    Response(Response),
    /// A record of another type.
    Other,
    Broken {
        offset: u64,
        message: String,
    },
}

/// The records of a file, in order.
pub struct Records {
    source: Source,
}

impl Records {
    /// Those of a crawl.
    pub fn open(path: &Path) -> io::Result<Records> {
        let mut raw = Raw::open(path)?;
        let codec = Codec::of(&mut raw)?;
        Ok(Records::new(Source::new(raw, codec)))
    }

    /// Those of what comes through a pipe, if it is a crawl; else its bytes.
    pub fn of_pipe(mut raw: Raw) -> io::Result<Result<Records, Vec<u8>>> {
        // What only starts as compressed bytes do is no crawl; an error of the pipe comes again.
        let codec = Codec::of(&mut raw).unwrap_or(Codec::Plain);
        let mut source = Source::new(raw, codec);
        Ok(match source.is_at_record() {
            Ok(true) => Ok(Records::new(source)),
            _ => Err(source.into_raw().into_bytes()?),
        })
    }

    fn new(mut source: Source) -> Records {
        source.keep_little();
        Records { source }
    }

    /// How far the file has been read, for another thread.
    pub fn position(&self) -> Arc<AtomicU64> {
        self.source.position()
    }

    /// The next record; the error is the file's, and ends it.
    pub fn read(&mut self) -> io::Result<Option<Record>> {
        let mut offset = self.source.offset();
        match self.record(&mut offset) {
            Err(error) if is_damage(&error) => {
                match self.source.resync(offset) {
                    // It is met again by the next call.
                    Err(error) if is_damage(&error) => {}
                    result => result?,
                }
                Ok(Some(Record::Broken { offset, message: error.to_string() }))
            }
            result => result,
        }
    }

    fn record(&mut self, offset: &mut u64) -> io::Result<Option<Record>> {
        self.skip_line_ends()?;
        *offset = self.source.offset();
        if self.source.fill()?.is_empty() {
            return Ok(None);
        }
        // The source's offset is the member's only once the member is open.
        *offset = self.source.offset();
        if !self.source.is_at_record()? {
            return Err(damaged("no WARC record starts here"));
        }
        let head = Head::parse(&self.read_head()?)?;
        let block = self.read_block(&head, *offset)?;
        self.check_end(*offset)?;
        if !head.is_response {
            return Ok(Some(Record::Other));
        }
        let is_truncated = head.is_truncated || (block.len() as u64) < head.length;
        Ok(Some(Record::Response(Response { url: head.url, offset: *offset, block, is_truncated })))
    }

    /// How many lines end here.
    fn skip_line_ends(&mut self) -> io::Result<usize> {
        let mut lines = 0;
        loop {
            let bytes = self.source.fill()?;
            let length = bytes.iter().take_while(|&&byte| matches!(byte, b'\r' | b'\n')).count();
            lines += bytes[..length].iter().filter(|&&byte| byte == b'\n').count();
            self.source.consume(length);
            if length == 0 {
                return Ok(lines);
            }
        }
    }

    /// To the empty line, which is the last of it.
    fn read_head(&mut self) -> io::Result<Vec<u8>> {
        let mut head = Vec::new();
        while !head.ends_with(b"\n\r\n") && !head.ends_with(b"\n\n") {
            let bytes = self.source.fill()?;
            if bytes.is_empty() {
                return Err(damaged("the file ends inside the record's header"));
            }
            let length = bytes.iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |at| at + 1);
            head.extend_from_slice(&bytes[..length]);
            self.source.consume(length);
            if head.len() > MOST_HEAD_BYTES {
                return Err(damaged("the record's header is longer than 1 MiB"));
            }
        }
        Ok(head)
    }

    /// The block of a response, up to the most that is looked at; of other records nothing is kept.
    fn read_block(&mut self, head: &Head, offset: u64) -> io::Result<Vec<u8>> {
        let mut block = Vec::new();
        let mut left = head.length;
        while left > 0 {
            if self.source.is_at_member_with_record()? && self.source.offset() != offset {
                return Err(damaged("the record is longer than its compressed member"));
            }
            let bytes = self.source.fill()?;
            if bytes.is_empty() {
                return Err(damaged("the file ends inside the record"));
            }
            let length = bytes.len().min(usize::try_from(left).unwrap_or(usize::MAX));
            if head.is_response {
                let kept = length.min(MOST_BYTES - block.len());
                block.extend_from_slice(&bytes[..kept]);
            }
            self.source.consume(length);
            left -= length as u64;
        }
        Ok(block)
    }

    /// A record is followed by two line ends, or at least by another or the end of the file.
    fn check_end(&mut self, offset: u64) -> io::Result<()> {
        let is_followed = self.skip_line_ends().and_then(|lines| {
            let is_end = self.source.fill()?.is_empty();
            Ok(lines >= 2 || is_end || self.source.is_at_record()?)
        });
        match is_followed {
            Ok(true) => Ok(()),
            Ok(false) => Err(damaged("the record's length is wrong: no record follows it")),
            // Damage in a later member is not this record's.
            Err(error) if is_damage(&error) && self.source.offset() != offset => Ok(()),
            Err(error) => Err(error),
        }
    }
}

/// What a record's header says.
struct Head {
    is_response: bool,
    url: String,
    length: u64,
    is_truncated: bool,
}

impl Head {
    fn parse(head: &[u8]) -> io::Result<Head> {
        let version_end = head.iter().position(|&byte| byte == b'\n').map_or(head.len(), |at| at + 1);
        let mut fields = [httparse::EMPTY_HEADER; MOST_FIELDS];
        let fields = match httparse::parse_headers(&head[version_end..], &mut fields) {
            Ok(httparse::Status::Complete((_, fields))) => fields,
            Ok(httparse::Status::Partial) => return Err(damaged("the record's header has no end")),
            Err(error) => return Err(damaged(&format!("the record's header: {error}"))),
        };
        let field = |name: &str| {
            let field = fields.iter().find(|field| field.name.eq_ignore_ascii_case(name))?;
            Some(String::from_utf8_lossy(field.value).trim().to_owned())
        };
        let length = field("Content-Length").ok_or_else(|| damaged("the record has no Content-Length"))?;
        let length = length.parse().map_err(|_| damaged("the record's Content-Length is no number"))?;
        let url = field("WARC-Target-URI").unwrap_or_default();
        let is_http =
            field("Content-Type").is_some_and(|value| value.to_ascii_lowercase().starts_with("application/http"));
        Ok(Head {
            is_response: is_http && field("WARC-Type").is_some_and(|value| value.eq_ignore_ascii_case("response")),
            // Some writers put it between < and >.
            url: url.trim_start_matches('<').trim_end_matches('>').to_owned(),
            length,
            is_truncated: field("WARC-Truncated").is_some(),
        })
    }
}

fn damaged(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// Whether a file is a crawl: by its name, or by its first bytes, decompressed if need be.
pub fn is_warc(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    if [".warc", ".warc.gz", ".warc.zst"].iter().any(|ending| name.ends_with(ending)) {
        return true;
    }
    // Nothing else is opened twice: a pipe would lose what is read of it.
    if !path.is_file() {
        return false;
    }
    let is_at_record = |mut records: Records| records.source.is_at_record();
    Records::open(path).and_then(is_at_record).unwrap_or(false)
}
