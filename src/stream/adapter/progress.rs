//! The common part of the readers: a [`StreamDecoder`], and text that was decoded but not read yet.

use std::io;

use crate::{Context, DecodeError, Headers, Sniffed, StreamDecoder};

/// How many bytes are requested from the inner reader at a time.
pub(super) const CHUNK: usize = 16 * 1024;

pub(super) struct Progress {
    stream: StreamDecoder,
    text: String,
    /// How many bytes of the text were read.
    taken: usize,
    has_ended: bool,
    /// The error that follows the text.
    error: Option<DecodeError>,
}

impl Progress {
    pub(super) fn new(headers: impl Headers, context: &Context) -> Progress {
        Progress {
            stream: StreamDecoder::new(headers, context),
            text: String::new(),
            taken: 0,
            has_ended: false,
            error: None,
        }
    }

    pub(super) fn stream(&self) -> &StreamDecoder {
        &self.stream
    }

    fn untaken(&self) -> &[u8] {
        self.text.as_bytes().get(self.taken..).unwrap_or_default()
    }

    /// The text that can be read, or the error that follows it.
    pub(super) fn text(&self) -> io::Result<&[u8]> {
        match self.error {
            Some(error) if self.untaken().is_empty() => Err(into_io_error(error)),
            _ => Ok(self.untaken()),
        }
    }

    pub(super) fn take(&mut self, length: usize) {
        self.taken = self.taken.saturating_add(length).min(self.text.len());
    }

    /// Copies as much of the text as `room` holds.
    pub(super) fn copy_to(&mut self, room: &mut [u8]) -> usize {
        let text = self.untaken();
        let length = text.len().min(room.len());
        room[..length].copy_from_slice(&text[..length]);
        self.take(length);
        length
    }

    /// Whether more bytes are needed from the inner reader.
    pub(super) fn wants_more(&self) -> bool {
        self.untaken().is_empty() && !self.has_ended
    }

    /// Takes bytes from the inner reader; an empty chunk is its end.
    pub(super) fn push(&mut self, chunk: &[u8]) {
        self.text.drain(..self.taken);
        self.taken = 0;
        let result = if chunk.is_empty() {
            self.has_ended = true;
            self.stream.finish(&mut self.text).map(|_| ())
        } else {
            self.stream.push(chunk, &mut self.text)
        };
        self.error = result.err();
        self.has_ended |= self.error.is_some();
    }

    /// Decides by the bytes so far.
    pub(super) fn decide(&mut self) -> io::Result<Sniffed> {
        self.stream.decide(&mut self.text).map_err(into_io_error)
    }
}

fn into_io_error(error: DecodeError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}
