//! [`AsyncReader`]: sniffs and decodes the bytes of a [`tokio::io::AsyncRead`].

use core::fmt;
use core::future::poll_fn;
use core::pin::Pin;
use core::task::{Context as Task, Poll, ready};
use std::io;

use tokio::io::{AsyncBufRead, AsyncRead, ReadBuf};

use super::progress::{CHUNK, Progress};
use crate::{Context, Headers, Sniffed};

pin_project_lite::pin_project! {
    /// Reads a resource in any encoding as UTF-8, without blocking: [`Reader`](crate::Reader) for
    /// `tokio`. `AsyncReadExt::read_to_string` and `AsyncBufReadExt::lines` work.
    ///
    /// ```
    /// use charsniff::{AsyncReader, Context, Encoding};
    /// use tokio::io::AsyncBufReadExt;
    ///
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
    /// let page: &[u8] = b"<meta charset=shift_jis>\n\x89\xCE\x90\xAF\n";
    /// let mut lines = AsyncReader::new(page, (), &Context::html()).lines();
    /// assert_eq!(lines.next_line().await?.as_deref(), Some("<meta charset=shift_jis>"));
    /// assert_eq!(lines.next_line().await?.as_deref(), Some("火星"));
    /// assert_eq!(lines.get_ref().sniffed().unwrap().encoding, Encoding::ShiftJis);
    /// # Ok::<(), std::io::Error>(())
    /// # }).unwrap();
    /// ```
    pub struct AsyncReader<R> {
        #[pin]
        inner: R,
        chunk: Box<[u8]>,
        progress: Progress,
    }
}

impl<R: AsyncRead> AsyncReader<R> {
    /// A reader of a resource with the bytes of `inner`, sent with `headers`.
    ///
    /// ```
    /// use charsniff::{AsyncReader, Context};
    /// let reader = AsyncReader::new(&b"text"[..], (), &Context::text());
    /// assert_eq!((reader.sniffed(), reader.errors()), (None, 0));
    /// ```
    pub fn new(inner: R, headers: impl Headers, context: &Context) -> AsyncReader<R> {
        AsyncReader { inner, chunk: vec![0; CHUNK].into_boxed_slice(), progress: Progress::new(headers, context) }
    }

    /// The verdict, once it is known; see [`Reader::sniffed`](crate::Reader::sniffed).
    ///
    /// ```
    /// use charsniff::{AsyncReader, Context};
    /// assert_eq!(AsyncReader::new(tokio::io::empty(), (), &Context::html()).sniffed(), None);
    /// ```
    pub fn sniffed(&self) -> Option<Sniffed> {
        self.progress.stream().sniffed()
    }

    /// How many malformed sequences were replaced by U+FFFD so far.
    ///
    /// ```
    /// use charsniff::{AsyncReader, Context};
    /// use tokio::io::AsyncReadExt;
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
    /// let mut reader = AsyncReader::new(&b"\"\xE9\""[..], (), &Context::json());
    /// reader.read_to_string(&mut String::new()).await?;
    /// assert_eq!(reader.errors(), 1);
    /// # Ok::<(), std::io::Error>(())
    /// # }).unwrap();
    /// ```
    pub fn errors(&self) -> usize {
        self.progress.stream().errors()
    }

    /// Reads until the verdict is known, and no further. No text is lost. Cancel safe: what was
    /// read is kept.
    ///
    /// # Errors
    ///
    /// Errors of the inner reader, and malformed input if the error mode of the context is fatal.
    ///
    /// ```
    /// use charsniff::{AsyncReader, Context, Source};
    /// use tokio::io::AsyncReadExt;
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
    /// let mut reader = AsyncReader::new(&b"<meta charset=big5>"[..], (), &Context::html());
    /// assert_eq!(reader.sniff().await?.source, Source::Meta);
    /// let mut text = String::new();
    /// reader.read_to_string(&mut text).await?;
    /// assert_eq!(text, "<meta charset=big5>");
    /// # Ok::<(), std::io::Error>(())
    /// # }).unwrap();
    /// ```
    pub async fn sniff(&mut self) -> io::Result<Sniffed>
    where
        R: Unpin,
    {
        poll_fn(|task| Pin::new(&mut *self).poll_sniff(task)).await
    }

    fn poll_sniff(mut self: Pin<&mut Self>, task: &mut Task<'_>) -> Poll<io::Result<Sniffed>> {
        loop {
            if let Some(sniffed) = self.sniffed() {
                return Poll::Ready(Ok(sniffed));
            }
            // At the end of the bytes there is a verdict.
            ready!(self.as_mut().poll_read_on(task))?;
        }
    }

    /// Reads more bytes from the inner reader.
    fn poll_read_on(self: Pin<&mut Self>, task: &mut Task<'_>) -> Poll<io::Result<()>> {
        let this = self.project();
        let mut chunk = ReadBuf::new(this.chunk);
        ready!(this.inner.poll_read(task, &mut chunk))?;
        this.progress.push(chunk.filled());
        Poll::Ready(Ok(()))
    }

    /// The inner reader, positioned after the bytes that were read from it.
    ///
    /// ```
    /// use charsniff::{AsyncReader, Context};
    /// use tokio::io::AsyncReadExt;
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
    /// let mut reader = AsyncReader::new(&b"text"[..], (), &Context::text());
    /// reader.read_to_string(&mut String::new()).await?;
    /// assert!(reader.into_inner().is_empty());
    /// # Ok::<(), std::io::Error>(())
    /// # }).unwrap();
    /// ```
    pub fn into_inner(self) -> R {
        self.inner
    }

    /// Decides by the bytes so far, for a caller who cannot wait any longer, or whose inner reader
    /// has failed: the text of the bytes that were held back can then be read. (Browsers wait about
    /// half a second for a stalled connection.) More bytes may follow.
    ///
    /// # Errors
    ///
    /// Malformed input if the error mode of the context is fatal.
    ///
    /// ```
    /// use charsniff::{AsyncReader, Context};
    /// let mut reader = AsyncReader::new(tokio::io::empty(), (), &Context::html());
    /// assert_eq!(Some(reader.decide()?), reader.sniffed());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn decide(&mut self) -> io::Result<Sniffed> {
        self.progress.decide()
    }
}

impl<R: fmt::Debug> fmt::Debug for AsyncReader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stream = self.progress.stream();
        f.debug_struct("AsyncReader").field("inner", &self.inner).field("stream", stream).finish_non_exhaustive()
    }
}

impl<R: AsyncRead> AsyncRead for AsyncReader<R> {
    fn poll_read(mut self: Pin<&mut Self>, task: &mut Task<'_>, room: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if room.remaining() == 0 {
            return Poll::Ready(Ok(()));
        }
        let text = ready!(self.as_mut().poll_fill_buf(task))?;
        let length = text.len().min(room.remaining());
        room.put_slice(&text[..length]);
        self.consume(length);
        Poll::Ready(Ok(()))
    }
}

impl<R: AsyncRead> AsyncBufRead for AsyncReader<R> {
    fn poll_fill_buf(mut self: Pin<&mut Self>, task: &mut Task<'_>) -> Poll<io::Result<&[u8]>> {
        while self.progress.wants_more() {
            ready!(self.as_mut().poll_read_on(task))?;
        }
        Poll::Ready(self.project().progress.text())
    }

    fn consume(self: Pin<&mut Self>, length: usize) {
        self.project().progress.take(length);
    }
}
