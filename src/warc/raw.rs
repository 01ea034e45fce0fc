//! The bytes of a crawl as they stand in its file or come from a pipe.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const BUFFER: usize = 256 * 1024;
/// How far one can go back in a pipe, in bytes.
const KEPT_OF_A_PIPE: usize = 4 * 1024 * 1024;

/// A file or a pipe that knows how far it has been read, and can go back.
pub struct Raw {
    input: Input,
    at: u64,
    position: Arc<AtomicU64>,
}

enum Input {
    File(BufReader<File>),
    Pipe(Pipe),
}

impl Raw {
    /// Opens a file. What is no regular file is a pipe.
    pub fn open(path: &Path) -> io::Result<Raw> {
        let file = File::open(path)?;
        if !file.metadata()?.is_file() {
            return Ok(Raw::pipe(file));
        }
        Ok(Raw::new(Input::File(BufReader::with_capacity(BUFFER, file))))
    }

    /// A pipe, all of which is kept until [`keep_little`](Self::keep_little).
    pub fn pipe(reader: impl Read + Send + 'static) -> Raw {
        Raw::new(Input::Pipe(Pipe { reader: Box::new(reader), bytes: Vec::new(), next: 0, kept: usize::MAX }))
    }

    fn new(input: Input) -> Raw {
        Raw { input, at: 0, position: Arc::default() }
    }

    /// Where the next byte stands.
    pub fn at(&self) -> u64 {
        self.at
    }

    /// Where the next byte stands, for another thread.
    pub fn position(&self) -> Arc<AtomicU64> {
        self.position.clone()
    }

    /// Lets go of what was read of a pipe, but for the last few megabytes.
    pub fn keep_little(&mut self) {
        if let Input::Pipe(pipe) = &mut self.input {
            pipe.kept = KEPT_OF_A_PIPE;
        }
    }

    /// All bytes, from the start; of a pipe, if it was kept so far.
    pub fn into_bytes(mut self) -> io::Result<Vec<u8>> {
        self.go_back_to(0)?;
        match self.input {
            Input::File(mut file) => {
                let mut bytes = Vec::new();
                file.read_to_end(&mut bytes)?;
                Ok(bytes)
            }
            Input::Pipe(mut pipe) => {
                pipe.reader.read_to_end(&mut pipe.bytes)?;
                Ok(pipe.bytes)
            }
        }
    }

    /// To the byte at `offset`, which was read before; in a pipe, as far back as it was kept.
    pub fn go_back_to(&mut self, offset: u64) -> io::Result<()> {
        self.at = match &mut self.input {
            Input::File(file) => file.seek(SeekFrom::Start(offset))?,
            Input::Pipe(pipe) => {
                let back = usize::try_from(self.at.saturating_sub(offset)).unwrap_or(usize::MAX).min(pipe.next);
                pipe.next -= back;
                self.at - back as u64
            }
        };
        Ok(())
    }

    /// To the next place where `start` stands, or the end.
    pub fn skip_to(&mut self, start: &[u8]) -> io::Result<()> {
        let mut matched = 0;
        while matched < start.len() {
            let Some(&byte) = self.fill_buf()?.first() else { return Ok(()) };
            self.consume(1);
            // No byte but the first stands twice in what compressed data starts with.
            matched = match byte {
                _ if byte == start[matched] => matched + 1,
                _ => usize::from(byte == start[0]),
            };
        }
        self.go_back_to(self.at - start.len() as u64)
    }
}

impl Read for Raw {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(room)?;
        self.consume(length);
        Ok(length)
    }
}

impl BufRead for Raw {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match &mut self.input {
            Input::File(file) => file.fill_buf(),
            Input::Pipe(pipe) => pipe.fill_buf(),
        }
    }

    fn consume(&mut self, length: usize) {
        match &mut self.input {
            Input::File(file) => file.consume(length),
            Input::Pipe(pipe) => pipe.next += length,
        }
        self.at += length as u64;
        self.position.store(self.at, Ordering::Relaxed);
    }
}

/// A pipe, the last bytes of which are kept.
struct Pipe {
    reader: Box<dyn Read + Send>,
    bytes: Vec<u8>,
    /// Which of the bytes comes next.
    next: usize,
    /// How many bytes before that one are kept at least.
    kept: usize,
}

impl Pipe {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.next == self.bytes.len() {
            if self.next / 2 > self.kept {
                self.bytes.drain(..self.next - self.kept);
                self.next = self.kept;
            }
            self.bytes.resize(self.next + BUFFER, 0);
            let length = read_some(&mut self.reader, &mut self.bytes[self.next..]);
            self.bytes.truncate(self.next + *length.as_ref().unwrap_or(&0));
            length?;
        }
        Ok(&self.bytes[self.next..])
    }
}

fn read_some(reader: &mut impl Read, room: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(room) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}
