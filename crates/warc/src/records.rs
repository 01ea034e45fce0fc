//! [`Records`]: reads the records of a crawl, one after another.
//!
//! The `warc` crate reads whole records, however long they say they are, and stops at the first
//! damaged one. Here the length is bounded, and what follows a damaged record is still read.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::arc;
use super::arc_reader;
use super::damage::{Fault, Layer, RecordDamage};
use super::fields::head_end;
use super::http;
use super::limits::Limits;
use super::raw::{KEPT, Raw};
use super::record::{Record, RecordKind};
use super::source::{LOOKAHEAD, Place, RECORD_START, Source, find_record};

/// The maximum length of a record's header, in bytes.
const MOST_HEAD_BYTES: usize = 1024 * 1024;
/// The same for a header whose start is damaged.
const MOST_DAMAGED_HEAD: usize = 8 * 1024;

/// The records of a crawl, in order. Reads WARC files and the older ARC files, uncompressed or in gzip, zstd or LZ4,
/// even several of them joined in one stream.
///
/// An iterator over `Result<Record, Error>`. After [`Error::Broken`] it continues with the next record; after
/// [`Error::Io`] it ends. A file without any record gives an [`Error::Io`] of the kind `InvalidData`, which says what
/// the file may be, or that it is empty, as after a failed download. Linear in the bytes read; memory is bounded by
/// [`Limits`].
///
/// ```
/// use charsniff_warc::{RecordKind, Records};
/// let crawl: &[u8] = b"WARC/1.1\r\n\
///     WARC-Type: resource\r\n\
///     WARC-Target-URI: http://example.com/mars.txt\r\n\
///     Content-Type: text/plain\r\n\
///     Content-Length: 4\r\n\r\nMars\r\n\r\n";
/// let records: Vec<_> = Records::new(crawl)?.collect::<Result<_, _>>()?;
/// assert_eq!((records.len(), records[0].kind), (1, RecordKind::Resource));
/// assert_eq!(records[0].block, b"Mars");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Records {
    source: Box<Source>,
    limits: Limits,
    /// Whether any record was found.
    has_records: bool,
    /// The first bytes of the file, for the error if there is no record.
    start: Vec<u8>,
    is_done: bool,
}

/// Why a record could not be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The bytes at `offset` in the file are not a record. Reading continues with what follows.
    Broken {
        /// The position in the file, in bytes; in a compressed file, that of the member.
        offset: u64,
        /// What is wrong, for people.
        reason: String,
    },
    /// The file can't be read any further.
    Io(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Broken { offset, reason } => write!(f, "record at byte {offset}: {reason}"),
            Error::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Broken { .. } => None,
            // `Display` shows the error itself.
            Error::Io(error) => error.source(),
        }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        Error::Io(error)
    }
}

/// For functions that also stop at the first bytes that are not a record. [`Error::Broken`] gets the kind
/// `InvalidData`.
impl From<Error> for io::Error {
    fn from(error: Error) -> io::Error {
        match error {
            Error::Io(error) => error,
            broken => io::Error::new(io::ErrorKind::InvalidData, broken),
        }
    }
}

impl Records {
    /// The records of a file, or of a pipe that has a name.
    ///
    /// # Errors
    /// The file can't be opened, or the zstd dictionary at its start can't be read.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Records> {
        Records::new(File::open(path)?)
    }

    /// The records that a reader contains. The reader needs no buffer of its own.
    ///
    /// # Errors
    /// Reading fails, or the zstd dictionary at the start can't be read.
    pub fn new(reader: impl Read + Send + 'static) -> io::Result<Records> {
        let mut source = Source::new(Raw::new(reader));
        source.adapt()?;
        Ok(Records::of(source))
    }

    fn of(source: Source) -> Records {
        Records {
            start: Vec::new(),
            source: Box::new(source),
            limits: Limits::default(),
            has_records: false,
            is_done: false,
        }
    }

    /// The records of a reader, if it starts with a record; else a reader of all its bytes.
    ///
    /// ```
    /// use charsniff_warc::Records;
    /// use std::io::Read;
    /// let Err(mut other) = Records::recognize(b"no crawl".as_slice()) else { panic!() };
    /// let mut bytes = Vec::new();
    /// other.read_to_end(&mut bytes)?;
    /// assert_eq!(bytes, b"no crawl");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn recognize(reader: impl Read + Send + 'static) -> Result<Records, impl Read + Send> {
        let mut source = Source::new(Raw::new(reader));
        // If the reader failed, it will fail again.
        let start = source.adapt().and_then(|()| source.fill(LOOKAHEAD));
        if start.is_ok_and(|start| start.starts_with(RECORD_START) || start.starts_with(arc::FILE_START)) {
            return Ok(Records::of(source));
        }
        Err(source.into_reader())
    }

    /// Sets other limits.
    pub fn limits(self, limits: Limits) -> Records {
        Records { limits, ..self }
    }

    /// The limits.
    pub(super) fn bounds(&self) -> Limits {
        self.limits
    }

    /// How many bytes of the file were read, for display by another thread.
    pub fn position(&self) -> Arc<AtomicU64> {
        self.source.position()
    }

    fn read(&mut self) -> io::Result<Option<Result<Record, Error>>> {
        self.source.skip_line_ends()?;
        self.source.adapt()?;
        let start = self.source.fill(LOOKAHEAD)?;
        if self.start.is_empty() {
            self.start = start.to_vec();
        }
        let (is_empty, is_warc, is_arc) = (start.is_empty(), start.starts_with(RECORD_START), arc::has_scheme(start));
        let place = self.source.place();
        if is_empty && self.source.is_end()? {
            return if self.has_records { Ok(None) } else { Err(empty(self.source.is_compressed())) };
        }
        let (record, reason) = match () {
            () if is_empty => (None, self.source.damage().map(ToString::to_string)),
            () if is_warc => match self.head_end()? {
                Some(head_length) => (Some(self.read_warc(head_length)?), None),
                None => {
                    self.has_records = true;
                    let damage = self.source.damage().map(ToString::to_string);
                    (None, Some(damage.unwrap_or_else(|| "the record's header has no end".to_owned())))
                }
            },
            () if is_arc => (arc_reader::read(&mut self.source, self.limits.record_bytes)?, None),
            () => (self.read_damaged()?, None),
        };
        let Some(mut record) = record else {
            match is_empty {
                true => self.source.find_next()?,
                false => self.skip_to_record()?,
            }
            if !self.has_records && self.source.is_end()? {
                return Err(no_records(&self.start, self.source.is_compressed(), reason));
            }
            return Ok(Some(Err(broken(place, reason.as_deref().unwrap_or(NO_RECORD)))));
        };
        self.has_records = true;
        record.info.offset = place.offset;
        // A damaged member may unpack to more bytes, with line ends by chance where the record should end.
        if record.damage.is_empty() && self.source.has_leftovers(place)? {
            record.damage.push(RecordDamage::new(Layer::Record, Fault::WrongLength, record.block.len() as u64));
        }
        (record.info.length, record.info.offset_in_member) = self.source.length_since(place);
        if self.source.bytes().is_empty() && !record.damage.is_empty() && !self.source.is_end()? {
            let has_own_member = self.source.is_compressed() && record.offset_in_member.is_none();
            self.source.find_next()?;
            if has_own_member {
                // Where unpacking stopped is not where the member ends.
                record.info.length = self.source.place().offset.saturating_sub(place.offset);
            }
        }
        Ok(Some(Ok(record)))
    }

    fn read_warc(&mut self, head_length: usize) -> io::Result<Record> {
        let (mut record, length) = Record::parse(&self.source.bytes()[..head_length]);
        self.read_block(&mut record, head_length, length)?;
        Ok(record)
    }

    /// The record whose header starts here, if the first lines of that are damaged, but the length
    /// is there and right.
    fn read_damaged(&mut self) -> io::Result<Option<Record>> {
        let bytes = self.source.fill(MOST_DAMAGED_HEAD)?;
        let bytes = &bytes[..bytes.len().min(MOST_DAMAGED_HEAD)];
        let next = find_record(bytes).unwrap_or(bytes.len());
        let Some(start) = head_end(&bytes[..next], 0) else { return Ok(None) };
        let head = &bytes[..start];
        let (mut record, Some(length)) = Record::parse(head) else { return Ok(None) };
        let Some(end) = usize::try_from(length).ok().and_then(|length| length.checked_add(start)) else {
            return Ok(None);
        };
        let is_named = has_warc_field(head);
        if !is_named || length > KEPT as u64 || self.source.fill(end)?.len() < end || !self.is_followed(end)? {
            return Ok(None);
        }
        record.info.kind = match record.warc_type {
            None if record.field("Content-Type").is_some_and(|value| value.ends_with(b"msgtype=response")) => {
                RecordKind::Response
            }
            _ => record.kind,
        };
        self.read_block(&mut record, start, Some(length))?;
        record
            .damage
            .insert(0, RecordDamage::new(Layer::Record, Fault::Corrupt, 0).because(Some("its header".to_owned())));
        Ok(Some(record))
    }

    /// The position of the block; `None` if the header does not end before the next record.
    fn head_end(&mut self) -> io::Result<Option<usize>> {
        let mut searched = 0;
        loop {
            let bytes = self.source.bytes();
            if let Some(end) = head_end(bytes, searched) {
                let next = find_record(&bytes[1..end.saturating_add(LOOKAHEAD).min(bytes.len())]);
                return Ok(Some(end).filter(|&end| next.is_none_or(|next| next + 1 >= end)));
            }
            searched = bytes.len().saturating_sub(2);
            if bytes.len() > MOST_HEAD_BYTES || !self.source.more()? {
                return Ok(None);
            }
        }
    }

    /// Reads the block of a record, which starts at `start`. `length` is the length in the record's
    /// header.
    ///
    /// A length is right if a record could start after so many bytes, or if the HTTP response says
    /// it, too. Otherwise the block ends where the next record starts.
    fn read_block(&mut self, record: &mut Record, start: usize, length: Option<u64>) -> io::Result<()> {
        let most = start.saturating_add(self.limits.record_bytes);
        let told = length.map(|length| usize::try_from(length).unwrap_or(usize::MAX).saturating_add(start));
        let wanted = told.unwrap_or(start).min(most);
        let mut checked = 0;
        let next_member = loop {
            let next = self.source.member_with_record(&mut checked, wanted)?;
            if next.is_some() || self.source.bytes().len() >= wanted || !self.source.more()? {
                break next;
            }
        };
        let there = self.source.bytes().len();
        let mut is_spoilt = false;
        let (end, is_wrong) = if let Some(next) = next_member {
            // The next member starts too early.
            (next, true)
        } else if let Some(told) = told
            && told <= there.min(most)
            && self.is_followed(told)?
            && !self.hides_a_record(start, told)
        {
            (told, false)
        } else {
            let is_confirmed = |bytes: &[u8]| length.is_some_and(|length| http::confirms_length(bytes, length));
            let bytes = &self.source.bytes()[start..];
            let bytes = &bytes[..bytes.len().min((wanted - start).saturating_add(LOOKAHEAD))];
            match find_record(bytes).filter(|&at| start + at < wanted && !is_confirmed(bytes)) {
                // The length is too large: the next record starts before its end.
                Some(next) => (start + next, true),
                // The block is cut short, or too long to be kept.
                None if told.is_some_and(|told| told > there || told > most) => (there.min(most), false),
                // The length is too small, or there is none.
                None => match self.search(wanted, most)? {
                    // Or the length is right, and the next record's start is damaged.
                    next if told.is_some() && self.hides_a_header(start, wanted, next) => (wanted, false),
                    // Bytes that are unpacked after damage cannot be trusted.
                    None if told.is_some() && self.source.damage().is_some() => {
                        is_spoilt = true;
                        (wanted, false)
                    }
                    next => (next.unwrap_or(self.source.bytes().len().min(most)), true),
                },
            }
        };
        let bytes = &self.source.bytes()[start..end];
        record.block = if is_wrong { without_line_ends(bytes) } else { bytes }.to_vec();
        self.source.consume(if is_spoilt { usize::MAX } else { end });
        let block_length = record.block.len() as u64;
        if is_wrong {
            let damage = RecordDamage::new(Layer::Record, Fault::WrongLength, block_length);
            record.damage.push(damage.because(length.is_none().then(|| "no Content-Length".to_owned())));
            if end == most {
                record.is_truncated = true;
                record.damage.push(RecordDamage::new(Layer::Record, Fault::Limit, block_length));
                self.source.skip(u64::MAX, false)?;
            }
        } else if let Some(left) = length.and_then(|length| length.checked_sub(block_length)).filter(|&left| left > 0) {
            if end == most {
                record.is_truncated = true;
                record.damage.push(RecordDamage::new(Layer::Record, Fault::Limit, block_length));
            }
            let is_confirmed = length.is_some_and(|length| http::confirms_length(&record.block, length));
            if end < most || !self.source.skip(left, is_confirmed)? {
                let damage = self.source.take_damage();
                record.damage.push(damage.unwrap_or(RecordDamage::new(Layer::Record, Fault::CutShort, block_length)));
            }
        }
        self.source.skip_line_ends()?;
        record.damage.extend(self.source.take_damage());
        Ok(())
    }

    /// Whether a record ends at `end`: two line ends follow, or at least another record, another
    /// member, or the end of the file.
    fn is_followed(&mut self, end: usize) -> io::Result<bool> {
        let mut length = LOOKAHEAD;
        loop {
            let bytes = self.source.fill(end + length)?;
            let is_all = bytes.len() < end + length;
            let rest = &bytes[end..];
            let ends = rest.iter().take_while(|&&byte| matches!(byte, b'\r' | b'\n')).count();
            if rest[..ends].iter().filter(|&&byte| byte == b'\n').count() >= 2 {
                return Ok(true);
            }
            if ends < rest.len() || is_all {
                return Ok(ends == rest.len() || self.source.may_start(end + ends));
            }
            length *= 2;
        }
    }

    /// Whether the block from `start` to `end` contains the start of a record while none starts after
    /// it. The length of a record that is cut short may by chance end where the header of the next
    /// record does, at an empty line.
    fn hides_a_record(&self, start: usize, end: usize) -> bool {
        let bytes = self.source.bytes();
        let ends = bytes[end..].iter().take_while(|&&byte| matches!(byte, b'\r' | b'\n')).count();
        let next = end + ends;
        if next == bytes.len() || self.source.may_start(next) {
            return false;
        }
        let block = &bytes[start..end];
        find_record(block).is_some() && !http::confirms_length(block, block.len() as u64)
    }

    /// Whether the header of a record whose start is damaged follows at `end`, before the next record:
    /// fields of it are left, or the block is a whole request.
    fn hides_a_header(&self, start: usize, end: usize, next: Option<usize>) -> bool {
        let bytes = self.source.bytes();
        let next = next.unwrap_or(bytes.len()).max(end);
        has_warc_field(&bytes[end.min(next)..next]) || http::is_whole_request(&bytes[start..end])
    }

    /// The position of the next record from `from` on, if it is before `most`.
    fn search(&mut self, from: usize, most: usize) -> io::Result<Option<usize>> {
        let (mut searched, mut checked) = (from, 0);
        loop {
            if let Some(next) = self.source.member_with_record(&mut checked, most)? {
                return Ok(Some(next));
            }
            let bytes = self.source.bytes();
            let bytes = &bytes[..bytes.len().min(most)];
            if let Some(at) = bytes.get(searched..).and_then(find_record) {
                return Ok(Some(searched + at));
            }
            searched = searched.max(bytes.len().saturating_sub(LOOKAHEAD));
            if bytes.len() >= most || !self.source.more()? {
                return Ok(None);
            }
        }
    }

    /// Skips bytes up to the next record.
    fn skip_to_record(&mut self) -> io::Result<()> {
        if self.source.is_arc() {
            arc_reader::skip_to_header(&mut self.source)?;
        } else if !self.source.is_compressed() {
            return self.source.find_next();
        } else {
            self.source.consume(1);
            self.source.skip(u64::MAX, false)?;
        }
        // If unpacking stopped at damage, the search continues in the file.
        if self.source.bytes().is_empty() && !self.source.is_end()? {
            self.source.find_next()?;
        }
        Ok(())
    }
}

const NO_RECORD: &str = "no WARC record starts here";

/// The error for a file without any record.
fn no_records(start: &[u8], is_packed: bool, damage: Option<String>) -> io::Error {
    let kinds: [(&[u8], &str); 6] = [
        (b"PK\x03\x04", "a ZIP archive; the WARC files of a WACZ are in its folder archive/"),
        (b"BZh", "a bzip2 file"),
        (b"\xFD7zXZ", "an xz file"),
        (b"7z\xBC\xAF", "a 7z archive"),
        (b"PAR1", "a Parquet file"),
        (b"%PDF-", "a PDF"),
    ];
    let kind = kinds.iter().find(|(magic, _)| start.starts_with(magic)).map(|&(_, kind)| kind.to_owned());
    let what = damage.or(kind).unwrap_or_else(|| {
        let start = String::from_utf8_lossy(&start[..start.len().min(16)]).into_owned();
        format!("it starts with {start:?}{}", if is_packed { ", unpacked" } else { "" })
    });
    io::Error::new(io::ErrorKind::InvalidData, format!("no WARC or ARC record in the file: {what}"))
}

/// The error for a file without any byte, or of compressed members without any.
fn empty(is_packed: bool) -> io::Error {
    let what = if is_packed { "it is empty, unpacked" } else { "it is empty" };
    io::Error::new(io::ErrorKind::InvalidData, format!("no WARC or ARC record in the file: {what}"))
}

/// Whether one of the lines is a field of a WARC header.
fn has_warc_field(lines: &[u8]) -> bool {
    memchr::memmem::find(lines, b"\nWARC-").is_some()
}

fn broken(place: Place, reason: &str) -> Error {
    Error::Broken { offset: place.offset, reason: reason.to_owned() }
}

/// Removes the two line ends that follow a block.
fn without_line_ends(block: &[u8]) -> &[u8] {
    let one = |bytes| {
        let bytes = <[u8]>::strip_suffix(bytes, b"\n").unwrap_or(bytes);
        bytes.strip_suffix(b"\r").unwrap_or(bytes)
    };
    one(one(block))
}

impl Iterator for Records {
    type Item = Result<Record, Error>;

    fn next(&mut self) -> Option<Result<Record, Error>> {
        if self.is_done {
            return None;
        }
        let record = self.read().unwrap_or_else(|error| Some(Err(Error::Io(error))));
        self.is_done = matches!(record, None | Some(Err(Error::Io(_))));
        record
    }
}

/// Whether a file is a crawl, by its name or by its first bytes, unpacked if necessary.
pub fn is_warc(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    let endings =
        ["", ".gz", ".zst", ".lz4"].map(|packing| [".warc", ".arc"].map(|format| format!("{format}{packing}")));
    if endings.iter().flatten().any(|ending| name.ends_with(ending)) {
        return true;
    }
    // Only files are opened for this: a pipe would lose the bytes read.
    path.is_file() && File::open(path).is_ok_and(|file| Records::recognize(file).is_ok())
}
