//! The bytes of a crawl: as they stand, or out of the gzip members or zstd frames that hold them.

use std::io::{self, BufRead};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::codec::{Codec, Step};
use super::raw::Raw;

/// How a record starts.
pub const RECORD_START: &[u8] = b"WARC/";

const BUFFER: usize = 64 * 1024;

/// The decompressed bytes of a crawl, read in order.
///
/// After an error nothing more comes until [`resync`](Self::resync) has found a place where a
/// record may start. No byte of the file is read more than twice for that, so damage never makes
/// the whole more than linear.
pub struct Source {
    raw: Raw,
    codec: Codec,
    buffer: Box<[u8]>,
    /// What of the buffer is still to be read.
    unread: Range<usize>,
    /// Where in the file the buffer's first byte stands, or the member that it comes from.
    origin: u64,
    is_member_start: bool,
    /// Whether the member at hand has been decompressed to its end.
    is_member_end: bool,
    /// Why decompression stopped.
    damage: Option<String>,
    /// How far the file has been read when damage was met last.
    furthest: u64,
}

impl Source {
    /// The bytes that `raw` holds, compressed like that.
    pub fn new(raw: Raw, codec: Codec) -> Source {
        Source {
            is_member_start: !matches!(codec, Codec::Plain),
            codec,
            buffer: vec![0; BUFFER].into_boxed_slice(),
            unread: 0..0,
            origin: raw.at(),
            is_member_end: false,
            damage: None,
            furthest: 0,
            raw,
        }
    }

    /// How far the file has been read, for another thread.
    pub fn position(&self) -> Arc<AtomicU64> {
        self.raw.position()
    }

    /// Lets go of what was read of a pipe.
    pub fn keep_little(&mut self) {
        self.raw.keep_little();
    }

    /// Back to what it was made of.
    pub fn into_raw(self) -> Raw {
        self.raw
    }

    /// Where in the file the next byte stands; of a compressed one, where its member starts.
    pub fn offset(&self) -> u64 {
        match self.codec {
            Codec::Plain => self.origin + self.unread.start as u64,
            Codec::Gzip(_) | Codec::Zstd(_) => self.origin,
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

    /// Whether the next byte is the first of a member, and a record starts there.
    pub fn is_at_member_with_record(&mut self) -> io::Result<bool> {
        self.fill()?;
        Ok(self.is_member_start && self.is_at_record()?)
    }

    /// At least `length` bytes, if the file, or the compressed member, has them.
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
                    self.damage = Some(format!("{}: {error}", self.codec.name()));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(&self.buffer[self.unread.clone()])
    }

    /// Reads behind what is unread; nothing at the end of the file, or of the compressed member.
    fn read(&mut self) -> io::Result<usize> {
        self.buffer.copy_within(self.unread.clone(), 0);
        if let Codec::Plain = self.codec {
            self.origin += self.unread.start as u64;
        }
        self.unread = 0..self.unread.len();
        while !self.is_member_end {
            let bytes = self.raw.fill_buf()?;
            let is_file_end = bytes.is_empty();
            let step = self.codec.run(bytes, &mut self.buffer[self.unread.end..]).map_err(|message| {
                // The search for another member must not find this one again.
                self.raw.consume(usize::from(!is_file_end));
                damaged(&message)
            });
            let Step { read, written, is_end } = step?;
            self.raw.consume(read);
            self.unread.end += written;
            self.is_member_end = is_end;
            if written > 0 {
                return Ok(written);
            }
            if is_file_end && !is_end {
                return Err(damaged("the file ends inside the member"));
            }
        }
        Ok(0)
    }

    /// Goes on with the next compressed member, if there is one.
    fn open_next_member(&mut self) -> io::Result<bool> {
        if self.raw.fill_buf()?.is_empty() {
            return Ok(false);
        }
        self.start_member()?;
        Ok(true)
    }

    fn start_member(&mut self) -> io::Result<()> {
        (self.origin, self.unread) = (self.raw.at(), 0..0);
        // There may be none behind the last.
        self.is_member_end = self.raw.fill_buf()?.is_empty();
        self.is_member_start = true;
        self.codec.restart()
    }

    /// After an error in the record that starts at `record`: goes to where the next may start.
    pub fn resync(&mut self, record: u64) -> io::Result<()> {
        match (&self.codec, self.damage.take()) {
            (Codec::Plain, _) => {
                if self.step_back(record)? {
                    (self.origin, self.unread, self.is_member_end) = (self.raw.at(), 0..0, false);
                }
            }
            (codec, Some(_)) => {
                let start = codec.start();
                self.step_back(self.origin)?;
                self.raw.skip_to(start)?;
                return self.start_member();
            }
            (_, None) => {}
        }
        self.skip_to_record()
    }

    /// Returns to just behind `start`, unless that has been done from further on before.
    fn step_back(&mut self, start: u64) -> io::Result<bool> {
        let is_new = start >= self.furthest;
        if is_new {
            self.furthest = self.raw.at();
            self.raw.go_back_to(start + 1)?;
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

fn damaged(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}
