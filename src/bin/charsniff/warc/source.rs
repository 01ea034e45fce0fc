//! The bytes of a crawl: a file as it is, or the gzip members that it is made of.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::bufread::GzDecoder;

/// How a record starts.
pub const RECORD_START: &[u8] = b"WARC/";

const GZIP_START: &[u8] = b"\x1F\x8B\x08";
const FILE_BUFFER: usize = 256 * 1024;
const BUFFER: usize = 64 * 1024;

/// The decompressed bytes of a crawl, read in order.
///
/// After an error nothing more comes until [`resync`](Self::resync) has found a place where a
/// record may start. No byte of the file is read more than twice for that, so damage never makes
/// the whole more than linear.
pub struct Source {
    reader: Reader,
    buffer: Box<[u8]>,
    /// What of the buffer is still to be read.
    unread: Range<usize>,
    /// Where in the file the buffer's first byte stands, or the gzip member that it comes from.
    origin: u64,
    is_member_start: bool,
    /// Why decompression stopped.
    damage: Option<String>,
    /// How far the file has been read when damage was met last.
    furthest: u64,
}

enum Reader {
    Plain(Counted),
    /// The member at hand; without one, the file has ended.
    Gzip(Option<Box<GzDecoder<Counted>>>),
}

impl Source {
    /// Opens a crawl; `position` is kept up to date with how much of the file was read.
    pub fn open(path: &Path, position: Arc<AtomicU64>) -> io::Result<Source> {
        let mut raw = Counted { file: BufReader::with_capacity(FILE_BUFFER, File::open(path)?), at: 0, position };
        let is_gzip = raw.fill_buf()?.starts_with(&GZIP_START[..2]);
        Ok(Source {
            reader: if is_gzip { Reader::Gzip(Some(Box::new(GzDecoder::new(raw)))) } else { Reader::Plain(raw) },
            buffer: vec![0; BUFFER].into_boxed_slice(),
            unread: 0..0,
            origin: 0,
            is_member_start: is_gzip,
            damage: None,
            furthest: 0,
        })
    }

    /// Where in the file the next byte stands; in gzip, where its member starts.
    pub fn offset(&self) -> u64 {
        match self.reader {
            Reader::Plain(_) => self.origin + self.unread.start as u64,
            Reader::Gzip(_) => self.origin,
        }
    }

    /// Some of the bytes that come next; none at the end of the file.
    pub fn fill(&mut self) -> io::Result<&[u8]> {
        self.fill_to(1)
    }

    /// Takes `length` of the bytes that [`fill`](Self::fill) gave.
    pub fn consume(&mut self, length: usize) {
        self.unread.start = (self.unread.start + length).min(self.unread.end);
        self.is_member_start &= length == 0;
    }

    /// Whether a record starts at the next byte.
    pub fn is_at_record(&mut self) -> io::Result<bool> {
        Ok(self.fill_to(RECORD_START.len())?.starts_with(RECORD_START))
    }

    /// Whether the next byte is the first of a gzip member, and a record starts there.
    pub fn is_at_member_with_record(&mut self) -> io::Result<bool> {
        self.fill()?;
        Ok(self.is_member_start && self.is_at_record()?)
    }

    /// At least `length` bytes, if the file (in gzip the member) has them.
    fn fill_to(&mut self, length: usize) -> io::Result<&[u8]> {
        while self.unread.len() < length {
            if let Some(damage) = &self.damage {
                return Err(io::Error::new(io::ErrorKind::InvalidData, damage.clone()));
            }
            match self.read() {
                Ok(0) if !self.unread.is_empty() || !self.open_next_member()? => break,
                Ok(_) => {}
                Err(error) if is_damage(&error) => {
                    // What was decompressed of a broken member can't be trusted.
                    self.unread = 0..0;
                    self.damage = Some(format!("gzip: {error}"));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(&self.buffer[self.unread.clone()])
    }

    /// Reads behind what is unread.
    fn read(&mut self) -> io::Result<usize> {
        self.buffer.copy_within(self.unread.clone(), 0);
        self.origin += match self.reader {
            Reader::Plain(_) => self.unread.start as u64,
            Reader::Gzip(_) => 0,
        };
        self.unread = 0..self.unread.len();
        let room = &mut self.buffer[self.unread.end..];
        let length = match &mut self.reader {
            Reader::Plain(raw) => raw.read(room)?,
            Reader::Gzip(Some(member)) => member.read(room)?,
            Reader::Gzip(None) => 0,
        };
        self.unread.end += length;
        Ok(length)
    }

    /// Goes on with the next gzip member, if there is one.
    fn open_next_member(&mut self) -> io::Result<bool> {
        let Reader::Gzip(member) = &mut self.reader else { return Ok(false) };
        let Some(decoder) = member.as_mut() else { return Ok(false) };
        if decoder.get_mut().fill_buf()?.is_empty() {
            return Ok(false);
        }
        let Some(raw) = member.take().map(|member| member.into_inner()) else { return Ok(false) };
        self.start_member(raw)?;
        Ok(true)
    }

    fn start_member(&mut self, mut raw: Counted) -> io::Result<()> {
        (self.origin, self.is_member_start, self.unread) = (raw.at, true, 0..0);
        let is_end = raw.fill_buf()?.is_empty();
        self.reader = Reader::Gzip((!is_end).then(|| Box::new(GzDecoder::new(raw))));
        Ok(())
    }

    /// After an error in the record that starts at `record`: goes to where the next may start.
    pub fn resync(&mut self, record: u64) -> io::Result<()> {
        let reader = std::mem::replace(&mut self.reader, Reader::Gzip(None));
        self.reader = match (reader, self.damage.take()) {
            (Reader::Gzip(Some(decoder)), Some(_)) => {
                let mut raw = decoder.into_inner();
                let start = self.origin;
                self.step_back(&mut raw, start)?;
                raw.skip_to_gzip_start()?;
                return self.start_member(raw);
            }
            (Reader::Plain(mut raw), _) => {
                if self.step_back(&mut raw, record)? {
                    (self.origin, self.unread) = (raw.at, 0..0);
                }
                Reader::Plain(raw)
            }
            (reader, _) => reader,
        };
        self.skip_to_record()
    }

    /// Returns to just behind `start`, unless that has been done from further on before.
    fn step_back(&mut self, raw: &mut Counted, start: u64) -> io::Result<bool> {
        let is_new = start >= self.furthest;
        if is_new {
            self.furthest = raw.at;
            raw.seek_to(start + 1)?;
        }
        Ok(is_new)
    }

    /// To the next bytes that look like the first line of a record, wherever they stand: what is
    /// cut short ends anywhere.
    fn skip_to_record(&mut self) -> io::Result<()> {
        const LINE_ROOM: usize = b"WARC/1.1\r\n".len();
        loop {
            let bytes = self.fill_to(LINE_ROOM)?;
            if bytes.is_empty() {
                return Ok(());
            }
            let length = match memchr::memmem::find(bytes, RECORD_START) {
                Some(0) if bytes.iter().take(LINE_ROOM).any(|&byte| byte == b'\n') => return Ok(()),
                Some(0) => 1,
                Some(at) => at,
                // The start may stand across the end of what has been read.
                None => bytes.len().saturating_sub(RECORD_START.len() - 1).max(1),
            };
            self.consume(length);
        }
    }
}

/// Whether an error is about what stands in the file, rather than about reading it.
pub fn is_damage(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
    matches!(error.kind(), InvalidData | InvalidInput | UnexpectedEof)
}

/// Whether a file is a crawl: by its first bytes, decompressed if need be, or by its name.
pub fn is_warc(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    if name.ends_with(".warc") || name.ends_with(".warc.gz") {
        return true;
    }
    // Nothing else is opened twice: a pipe would lose what is read of it.
    if !path.is_file() {
        return false;
    }
    let source = Source::open(path, Arc::default());
    source.and_then(|mut source| source.is_at_record()).unwrap_or(false)
}

/// A file that knows how far it has been read.
struct Counted {
    file: BufReader<File>,
    at: u64,
    position: Arc<AtomicU64>,
}

impl Counted {
    fn seek_to(&mut self, offset: u64) -> io::Result<()> {
        self.at = self.file.seek(SeekFrom::Start(offset))?;
        Ok(())
    }

    /// To the next bytes that start as gzip does, or the end of the file.
    fn skip_to_gzip_start(&mut self) -> io::Result<()> {
        let mut matched = 0;
        while matched < GZIP_START.len() {
            let Some(&byte) = self.fill_buf()?.first() else { return Ok(()) };
            self.consume(1);
            matched = match byte {
                _ if byte == GZIP_START[matched] => matched + 1,
                _ => usize::from(byte == GZIP_START[0]),
            };
        }
        self.seek_to(self.at - GZIP_START.len() as u64)
    }
}

impl Read for Counted {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(room)?;
        self.consume(length);
        Ok(length)
    }
}

impl BufRead for Counted {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.file.fill_buf()
    }

    fn consume(&mut self, length: usize) {
        self.file.consume(length);
        self.at += length as u64;
        self.position.store(self.at, Ordering::Relaxed);
    }
}
