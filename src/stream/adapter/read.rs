//! [`Reader`]: sniffs and decodes the bytes of a [`std::io::Read`].

use std::fmt;
use std::io::{self, BufRead, Read};

use super::progress::{CHUNK, Progress};
use crate::{Context, Headers, Sniffed};

/// Reads a resource in any encoding as UTF-8: sniffs its encoding, and decodes it.
///
/// Holds back as many bytes as [`StreamDecoder`](crate::StreamDecoder). `read_to_string` and `lines` work as on
/// any [`BufRead`]. Malformed sequences become U+FFFD, or, in contexts whose error mode is fatal,
/// an error of the kind [`InvalidData`](io::ErrorKind::InvalidData) with a
/// [`DecodeError`](crate::DecodeError) inside.
///
/// ```
/// use std::io::BufRead;
/// use charsniff::{Context, Encoding, Reader};
///
/// let page: &[u8] = b"<meta charset=shift_jis>\n\x89\xCE\x90\xAF\n";
/// let mut reader = Reader::new(page, (), &Context::html());
/// assert_eq!(reader.sniff()?.encoding, Encoding::ShiftJis);
/// let lines = reader.lines().collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(lines, ["<meta charset=shift_jis>", "火星"]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Reader<R> {
    inner: R,
    chunk: Box<[u8]>,
    progress: Progress,
}

impl<R: Read> Reader<R> {
    /// A reader of a resource with the bytes of `inner`, sent with `headers`.
    ///
    /// ```
    /// use charsniff::{Context, Reader};
    /// let reader = Reader::new(&b"\xE9"[..], "text/plain; charset=latin1", &Context::text());
    /// assert_eq!(std::io::read_to_string(reader)?, "é");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new(inner: R, headers: impl Headers, context: &Context) -> Reader<R> {
        Reader { inner, chunk: vec![0; CHUNK].into_boxed_slice(), progress: Progress::new(headers, context) }
    }

    /// Reads until the verdict is known, and no further. No text is lost. Linear in the bytes read.
    ///
    /// # Errors
    ///
    /// Errors of the inner reader, and malformed input if the error mode of the context is fatal.
    ///
    /// ```
    /// use charsniff::{Context, Reader, Source};
    /// let mut reader = Reader::new(&b"<meta charset=big5>"[..], (), &Context::html());
    /// assert_eq!(reader.sniff()?.source, Source::Meta);
    /// assert_eq!(std::io::read_to_string(reader)?, "<meta charset=big5>");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn sniff(&mut self) -> io::Result<Sniffed> {
        loop {
            if let Some(sniffed) = self.sniffed() {
                return Ok(sniffed);
            }
            // At the end of the bytes there is a verdict.
            self.read_on()?;
        }
    }

    /// Decides by the bytes so far, for a caller who cannot wait any longer, or whose inner reader
    /// has failed: the text of the bytes that were held back can then be read. More bytes may follow.
    ///
    /// # Errors
    ///
    /// Malformed input if the error mode of the context is fatal.
    ///
    /// ```
    /// use std::io::{self, BufRead, Read};
    /// use charsniff::{Context, Reader, Source};
    /// /// A connection that breaks off.
    /// struct Broken;
    /// impl Read for Broken {
    ///     fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
    ///         Err(io::ErrorKind::ConnectionReset.into())
    ///     }
    /// }
    /// let mut reader = Reader::new(b"<title>Mars".chain(Broken), (), &Context::html());
    /// assert!(reader.sniff().is_err());
    /// assert_eq!(reader.decide()?.source, Source::Default);
    /// assert_eq!(reader.fill_buf()?, b"<title>Mars");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn decide(&mut self) -> io::Result<Sniffed> {
        self.progress.decide()
    }

    /// The verdict, once it is known. If its source is [`Locale`](crate::Source::Locale) or
    /// [`Default`](crate::Source::Default), it may change as long as only ASCII has arrived.
    ///
    /// ```
    /// use std::io::Read;
    /// use charsniff::{Context, Encoding, Reader};
    /// let mut reader = Reader::new(&b"\xFF\xFEa\0"[..], (), &Context::text());
    /// assert_eq!(reader.sniffed(), None);
    /// let mut text = String::new();
    /// reader.read_to_string(&mut text)?;
    /// assert_eq!((text.as_str(), reader.sniffed().map(|sniffed| sniffed.encoding)), ("a", Some(Encoding::Utf16Le)));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn sniffed(&self) -> Option<Sniffed> {
        self.progress.stream().sniffed()
    }

    /// How many malformed sequences were replaced by U+FFFD so far.
    ///
    /// ```
    /// use charsniff::{Context, Reader};
    /// let mut reader = Reader::new(&b"[\"caf\xE9\"]"[..], (), &Context::json());
    /// assert_eq!(std::io::read_to_string(&mut reader)?, "[\"caf\u{FFFD}\"]");
    /// assert_eq!(reader.errors(), 1);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn errors(&self) -> usize {
        self.progress.stream().errors()
    }

    /// The inner reader, positioned after the bytes that were read from it.
    ///
    /// ```
    /// use charsniff::{Context, Reader};
    /// let mut reader = Reader::new(&b"text"[..], (), &Context::text());
    /// assert_eq!(std::io::read_to_string(&mut reader)?, "text");
    /// assert!(reader.into_inner().is_empty());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn into_inner(self) -> R {
        self.inner
    }

    fn read_on(&mut self) -> io::Result<()> {
        let length = loop {
            match self.inner.read(&mut self.chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => break result?,
            }
        };
        self.progress.push(self.chunk.get(..length).unwrap_or_default());
        Ok(())
    }
}

impl<R: fmt::Debug> fmt::Debug for Reader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stream = self.progress.stream();
        f.debug_struct("Reader").field("inner", &self.inner).field("stream", stream).finish_non_exhaustive()
    }
}

impl<R: Read> Read for Reader<R> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        if !room.is_empty() {
            self.fill_buf()?;
        }
        Ok(self.progress.copy_to(room))
    }
}

impl<R: Read> BufRead for Reader<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.progress.wants_more() {
            self.read_on()?;
        }
        self.progress.text()
    }

    fn consume(&mut self, length: usize) {
        self.progress.take(length);
    }
}
