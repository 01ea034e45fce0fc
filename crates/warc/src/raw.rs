//! The bytes of a crawl's file or pipe.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::window::Window;

/// How much is read at once, in bytes.
const BUFFER: usize = 256 * 1024;
/// How many bytes are kept for going back after damage. It is noticed soon: within a few blocks,
/// which have at most 64 KiB in deflate and 128 KiB in zstd.
pub const KEPT: usize = 4 * 1024 * 1024;

/// A reader that knows its position, and can go back a little.
pub struct Raw {
    reader: Box<dyn Read + Send>,
    window: Window,
    position: Arc<AtomicU64>,
    /// What the next call of `more` returns.
    error: Option<io::Error>,
}

impl Raw {
    pub fn new(reader: impl Read + Send + 'static) -> Raw {
        Raw { reader: Box::new(reader), window: Window::default(), position: Arc::default(), error: None }
    }

    /// The position, for another thread.
    pub fn position(&self) -> Arc<AtomicU64> {
        self.position.clone()
    }

    /// The position of the next byte.
    pub fn at(&self) -> u64 {
        self.window.at()
    }

    /// The bytes that were read ahead.
    pub fn bytes(&self) -> &[u8] {
        self.window.unread()
    }

    /// Reads more bytes ahead. Returns false at the end.
    pub fn more(&mut self) -> io::Result<bool> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        let room = self.window.room(BUFFER, KEPT);
        let length = loop {
            match self.reader.read(room) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => break result?,
            }
        };
        self.window.grow(length);
        self.position.store(self.window.end(), Ordering::Relaxed);
        Ok(length > 0)
    }

    /// The same before the bytes that are there were taken. An error is returned by [`more`](Self::more), after them.
    pub fn more_ahead(&mut self) -> bool {
        self.more().unwrap_or_else(|error| {
            self.error = Some(error);
            false
        })
    }

    /// Reads until at least `length` bytes are there, or the end. Returns them.
    pub fn fill(&mut self, length: usize) -> io::Result<&[u8]> {
        while self.window.unread().len() < length && self.more()? {}
        Ok(self.window.unread())
    }

    pub fn consume(&mut self, length: usize) {
        self.window.consume(length);
    }

    /// Goes back to the byte at `offset`, as far as possible.
    pub fn go_back_to(&mut self, offset: u64) {
        self.window.go_back(self.window.at().saturating_sub(offset));
    }

    /// Takes exactly `length` bytes, if there are as many.
    pub fn take(&mut self, length: usize) -> io::Result<Option<Vec<u8>>> {
        self.fill(length)?;
        let bytes = self.bytes().get(..length).map(<[u8]>::to_vec);
        if bytes.is_some() {
            self.consume(length);
        }
        Ok(bytes)
    }

    /// Skips a [skippable frame](https://www.rfc-editor.org/rfc/rfc8878#section-3.1.2) of zstd.
    pub fn skip_frame(&mut self) -> io::Result<()> {
        let head = self.fill(8)?;
        let length = head.get(4..).and_then(<[u8]>::first_chunk).map_or(0, |length| u32::from_le_bytes(*length));
        let mut left = 8 + length as usize;
        while left > 0 && !self.fill(1)?.is_empty() {
            let length = left.min(self.bytes().len());
            self.consume(length);
            left -= length;
        }
        Ok(())
    }

    /// All bytes from the start, if no more were read than are kept.
    pub fn into_reader(mut self) -> impl Read + Send {
        self.window.go_back(u64::MAX);
        io::Cursor::new(self.window.unread().to_vec()).chain(self.reader)
    }
}
