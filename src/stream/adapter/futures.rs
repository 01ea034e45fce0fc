//! [`TextStream`]: text from a [`futures_core::Stream`] of bytes.

use core::fmt;
use core::pin::Pin;
use core::task::{Context as Task, Poll, ready};

use crate::{Context, DecodeError, Headers, Sniffed, StreamDecoder};

pin_project_lite::pin_project! {
    /// Text from an asynchronous stream of byte chunks, `Stream<Item = Result<Bytes, E>>`, such as
    /// `reqwest::Response::bytes_stream()`. Yields strings that are not empty.
    ///
    /// An error of the byte stream is passed on, and does not end the text: the bytes after it are decoded too, and
    /// at the end of the byte stream comes the text of the bytes that were held back. A malformed sequence ends the
    /// text if the error mode of the context is fatal.
    ///
    /// ```
    /// use charsniff::{Context, Encoding, TextStream};
    /// use futures::{StreamExt, executor::block_on, stream};
    ///
    /// let chunks = [b"<meta charset=shift_jis>\x89".as_slice(), b"\xCE\x90\xAF"].map(Ok::<_, std::io::Error>);
    /// let mut texts = TextStream::new(stream::iter(chunks), (), &Context::html());
    /// let text: String = block_on(texts.by_ref().map(Result::unwrap).collect());
    /// assert!(text.ends_with("火星"));
    /// assert_eq!(texts.sniffed().unwrap().encoding, Encoding::ShiftJis);
    /// ```
    pub struct TextStream<S> {
        #[pin]
        inner: S,
        stream: StreamDecoder,
        has_ended: bool,
        // The error that follows the text.
        error: Option<DecodeError>,
    }
}

/// An error between the pieces of text of a [`TextStream`].
///
/// ```
/// use charsniff::{Context, TextStream, TextStreamError};
/// use futures::{StreamExt, executor::block_on, stream};
/// let chunks = stream::iter([Err::<&[u8], _>("reset")]);
/// let mut texts = TextStream::new(chunks, (), &Context::html());
/// assert_eq!(block_on(texts.next()), Some(Err(TextStreamError::Bytes("reset"))));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextStreamError<E> {
    /// The stream of bytes failed.
    Bytes(E),
    /// The bytes are malformed, and the error mode of the context is fatal. The text ends here.
    Malformed(DecodeError),
}

impl<E: fmt::Display> fmt::Display for TextStreamError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextStreamError::Bytes(error) => error.fmt(f),
            TextStreamError::Malformed(error) => error.fmt(f),
        }
    }
}

impl<E: core::error::Error + 'static> core::error::Error for TextStreamError<E> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            TextStreamError::Bytes(error) => Some(error),
            TextStreamError::Malformed(error) => Some(error),
        }
    }
}

impl<S> TextStream<S> {
    /// The text of a resource with the bytes of `inner`, sent with `headers`.
    ///
    /// ```
    /// use charsniff::{Context, TextStream};
    /// let chunks = futures::stream::iter([Ok::<_, std::io::Error>("text")]);
    /// let texts = TextStream::new(chunks, "text/html; charset=big5", &Context::html());
    /// assert_eq!((texts.sniffed(), texts.errors()), (None, 0));
    /// ```
    pub fn new(inner: S, headers: impl Headers, context: &Context) -> TextStream<S> {
        TextStream { inner, stream: StreamDecoder::new(headers, context), has_ended: false, error: None }
    }

    /// The verdict, once it is known; see [`StreamDecoder::sniffed`].
    ///
    /// ```
    /// use charsniff::{Context, Source, TextStream};
    /// use futures::{StreamExt, executor::block_on, stream};
    /// let chunks = stream::iter([Ok::<_, std::io::Error>("<meta charset=big5>")]);
    /// let mut texts = TextStream::new(chunks, (), &Context::html());
    /// assert!(block_on(texts.next()).is_some());
    /// assert_eq!(texts.sniffed().unwrap().source, Source::Meta);
    /// ```
    pub fn sniffed(&self) -> Option<Sniffed> {
        self.stream.sniffed()
    }

    /// How many malformed sequences were replaced by U+FFFD so far.
    ///
    /// ```
    /// use charsniff::{Context, TextStream};
    /// use futures::{StreamExt, executor::block_on, stream};
    /// let chunks = stream::iter([Ok::<_, std::io::Error>(b"\"\xE9\"")]);
    /// let mut texts = TextStream::new(chunks, (), &Context::json());
    /// assert_eq!(block_on(texts.next()).unwrap().unwrap(), "\"\u{FFFD}\"");
    /// assert_eq!(texts.errors(), 1);
    /// ```
    pub fn errors(&self) -> usize {
        self.stream.errors()
    }
}

impl<S: fmt::Debug> fmt::Debug for TextStream<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TextStream").field("inner", &self.inner).field("stream", &self.stream).finish_non_exhaustive()
    }
}

impl<S, B, E> futures_core::Stream for TextStream<S>
where
    S: futures_core::Stream<Item = Result<B, E>>,
    B: AsRef<[u8]>,
{
    type Item = Result<String, TextStreamError<E>>;

    fn poll_next(self: Pin<&mut Self>, task: &mut Task<'_>) -> Poll<Option<Self::Item>> {
        let mut this = self.project();
        let mut text = String::new();
        loop {
            if let Some(error) = this.error.take() {
                return Poll::Ready(Some(Err(TextStreamError::Malformed(error))));
            }
            if *this.has_ended {
                return Poll::Ready(None);
            }
            let result = match ready!(this.inner.as_mut().poll_next(task)) {
                Some(Ok(chunk)) => this.stream.push(chunk.as_ref(), &mut text),
                Some(Err(error)) => return Poll::Ready(Some(Err(TextStreamError::Bytes(error)))),
                None => {
                    *this.has_ended = true;
                    this.stream.finish(&mut text).map(|_| ())
                }
            };
            *this.error = result.err();
            *this.has_ended |= this.error.is_some();
            if !text.is_empty() {
                return Poll::Ready(Some(Ok(text)));
            }
        }
    }
}
