//! [TextDecoder](https://encoding.spec.whatwg.org/#interface-textdecoder) and
//! [TextDecoderStream](https://encoding.spec.whatwg.org/#interface-textdecoderstream).

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::{DecodeError, Decoder, Encoding};

/// The options of a [`TextDecoder`]. Both are false by default, as in the standard.
///
/// A literal may name all fields: they are those of the standard's dictionary, and only a breaking release of this crate
/// would follow a change of it.
///
/// ```
/// use charsniff::standard::{TextDecodeOptions, TextDecoder, TextDecoderOptions};
/// let options = TextDecoderOptions { ignore_bom: true, ..Default::default() };
/// let mut decoder = TextDecoder::new("utf-8", options).unwrap();
/// assert_eq!(decoder.decode(b"\xEF\xBB\xBFa\xFF", TextDecodeOptions::default()).unwrap(), "\u{FEFF}a\u{FFFD}");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct TextDecoderOptions {
    /// Whether a malformed sequence is an error. If not, it becomes U+FFFD.
    pub fatal: bool,
    /// Whether a byte order mark is kept as text. If not, the encoding's own mark is removed.
    pub ignore_bom: bool,
}

/// The options of [`TextDecoder::decode`]: all that the standard's dictionary has, as in [`TextDecoderOptions`].
///
/// ```
/// use charsniff::standard::{TextDecodeOptions, TextDecoder};
/// let mut decoder = TextDecoder::new("utf-8", Default::default()).unwrap();
/// assert_eq!(decoder.decode(b"\xC3", TextDecodeOptions { stream: true }).unwrap(), "");
/// assert_eq!(decoder.decode(b"\xA9", TextDecodeOptions { stream: false }).unwrap(), "é");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct TextDecodeOptions {
    /// Whether more input follows in another call.
    pub stream: bool,
}

/// Why there is no [`TextDecoder`] for a label. The standard throws a `RangeError`.
///
/// ```
/// use charsniff::standard::{LabelError, TextDecoder};
/// assert_eq!(TextDecoder::new("latin-1", Default::default()).unwrap_err(), LabelError::Unknown);
/// assert_eq!(TextDecoder::new("iso-2022-kr", Default::default()).unwrap_err(), LabelError::Replacement);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum LabelError {
    /// The label names no encoding.
    Unknown,
    /// The label names the encoding replacement.
    Replacement,
}

impl fmt::Display for LabelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LabelError::Unknown => "not a label of an encoding",
            LabelError::Replacement => "a label of the encoding replacement",
        })
    }
}

impl core::error::Error for LabelError {}

/// The Web's [`TextDecoder`](https://encoding.spec.whatwg.org/#interface-textdecoder), step by
/// step. A byte order mark does not change the encoding.
///
/// ```
/// use charsniff::standard::{TextDecodeOptions, TextDecoder, TextDecoderOptions};
/// let mut decoder = TextDecoder::new("sjis", TextDecoderOptions::default()).unwrap();
/// assert_eq!(decoder.encoding(), "shift_jis");
/// let more = TextDecodeOptions { stream: true };
/// assert_eq!(decoder.decode(b"\x89", more).unwrap(), "");
/// assert_eq!(decoder.decode(b"\xCE\x90\xAF", more).unwrap(), "火星");
/// assert_eq!(decoder.decode(b"\x89", TextDecodeOptions::default()).unwrap(), "\u{FFFD}");
/// ```
#[derive(Clone)]
pub struct TextDecoder {
    encoding: Encoding,
    options: TextDecoderOptions,
    decoder: Decoder,
    /// The bytes after an error, which the next call reads first.
    io_queue: Vec<u8>,
    /// How many bytes were read by the decoder.
    read: usize,
    do_not_flush: bool,
}

impl TextDecoder {
    /// [`new TextDecoder(label, options)`](https://encoding.spec.whatwg.org/#dom-textdecoder).
    ///
    /// # Errors
    ///
    /// The label names no encoding, or is one of replacement.
    ///
    /// ```
    /// use charsniff::standard::{TextDecoder, TextDecoderOptions};
    /// let options = TextDecoderOptions { fatal: true, ignore_bom: false };
    /// assert_eq!(TextDecoder::new(" UTF8\n", options).unwrap().encoding(), "utf-8");
    /// assert!(TextDecoder::new("utf 8", options).is_err());
    /// ```
    pub fn new(label: &str, options: TextDecoderOptions) -> Result<TextDecoder, LabelError> {
        // 1. and 2.
        match Encoding::for_label(label.as_bytes()) {
            None => Err(LabelError::Unknown),
            Some(Encoding::Replacement) => Err(LabelError::Replacement),
            Some(encoding) => {
                let decoder = new_decoder(encoding, options);
                Ok(TextDecoder { encoding, options, decoder, io_queue: Vec::new(), read: 0, do_not_flush: false })
            }
        }
    }

    /// The [name](Encoding::name) of the encoding in lower case.
    ///
    /// ```
    /// use charsniff::standard::TextDecoder;
    /// let decoder = TextDecoder::new("latin1", Default::default()).unwrap();
    /// assert_eq!(decoder.encoding(), "windows-1252");
    /// ```
    #[must_use]
    pub fn encoding(&self) -> &'static str {
        let name = self.encoding.name();
        self.encoding.labels().iter().find(|label| label.eq_ignore_ascii_case(name)).unwrap_or(&name)
    }

    /// Whether a malformed sequence is an error.
    ///
    /// ```
    /// use charsniff::standard::{TextDecoder, TextDecoderOptions};
    /// let options = TextDecoderOptions { fatal: true, ..Default::default() };
    /// let decoder = TextDecoder::new("utf-8", options).unwrap();
    /// assert!(decoder.fatal() && !decoder.ignore_bom());
    /// ```
    #[must_use]
    pub fn fatal(&self) -> bool {
        self.options.fatal
    }

    /// Whether a byte order mark is kept as text.
    ///
    /// ```
    /// use charsniff::standard::{TextDecoder, TextDecoderOptions};
    /// let options = TextDecoderOptions { ignore_bom: true, ..Default::default() };
    /// let decoder = TextDecoder::new("utf-8", options).unwrap();
    /// assert!(decoder.ignore_bom() && !decoder.fatal());
    /// ```
    #[must_use]
    pub fn ignore_bom(&self) -> bool {
        self.options.ignore_bom
    }

    /// [`decode(input, options)`](https://encoding.spec.whatwg.org/#dom-textdecoder-decode). Returns the text of
    /// `input`, borrowed if the whole text comes in one call and the bytes are UTF-8 already. Linear.
    ///
    /// # Errors
    ///
    /// With `fatal`, the first malformed sequence. Its offset is counted from the start of the text, which may have
    /// begun in an earlier call with `stream`. As in the standard, the text before it in this call is lost, and if
    /// `stream` is set, the next call decodes the bytes after it.
    ///
    /// ```
    /// use charsniff::standard::{TextDecoder, TextDecoderOptions};
    /// let mut decoder = TextDecoder::new("utf-8", TextDecoderOptions { fatal: true, ignore_bom: false }).unwrap();
    /// let error = decoder.decode(b"ab\xFF", Default::default()).unwrap_err();
    /// assert_eq!((error.offset, error.length), (2, 1));
    /// assert_eq!(decoder.decode(b"ab", Default::default()).unwrap(), "ab");
    /// ```
    pub fn decode<'a>(&mut self, input: &'a [u8], options: TextDecodeOptions) -> Result<Cow<'a, str>, DecodeError> {
        // 1.
        let continues = core::mem::replace(&mut self.do_not_flush, options.stream);
        if !continues {
            self.decoder = new_decoder(self.encoding, self.options);
            self.io_queue.clear();
            self.read = 0;
            if !options.stream {
                return self.decode_whole(input);
            }
        }
        // 3.
        if self.io_queue.is_empty() {
            return self.decode_some(input).map(Cow::Owned);
        }
        let mut io_queue = core::mem::take(&mut self.io_queue);
        io_queue.extend_from_slice(input);
        self.decode_some(&io_queue).map(Cow::Owned)
    }

    fn decode_whole<'a>(&self, input: &'a [u8]) -> Result<Cow<'a, str>, DecodeError> {
        let bom = match Encoding::for_bom(input) {
            Some((encoding, length)) if encoding == self.encoding && !self.options.ignore_bom => length,
            _ => 0,
        };
        let text = &input[bom..];
        if !self.options.fatal {
            return Ok(self.encoding.decode_without_bom_handling(text).0);
        }
        self.encoding
            .decode_without_bom_handling_or_fail(text)
            .map_err(|error| DecodeError { offset: error.offset + bom, ..error })
    }

    /// 4. and 5.
    fn decode_some(&mut self, io_queue: &[u8]) -> Result<String, DecodeError> {
        let last = !self.do_not_flush;
        let enough = self.decoder.max_utf8_buffer_length(io_queue.len());
        let mut output = String::with_capacity(enough.unwrap_or(io_queue.len()));
        let mut rest = io_queue;
        let result = self.decoder.append_all(&mut rest, self.read, last, !self.options.fatal, &mut output);
        self.read += io_queue.len() - rest.len();
        // After an error, the next call goes on.
        self.io_queue.extend_from_slice(rest);
        result.map(|_| output)
    }
}

impl fmt::Debug for TextDecoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TextDecoder")
            .field("encoding", &self.encoding)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

fn new_decoder(encoding: Encoding, options: TextDecoderOptions) -> Decoder {
    match options.ignore_bom {
        true => encoding.new_decoder_without_bom_handling(),
        false => encoding.new_decoder_with_bom_removal(),
    }
}

/// The Web's [`TextDecoderStream`], as an iterator adapter over chunks. It yields no empty strings,
/// and ends after an error.
///
/// [`TextDecoderStream`]: https://encoding.spec.whatwg.org/#interface-textdecoderstream
///
/// ```
/// use charsniff::standard::{TextDecoderOptions, TextDecoderStream};
/// let chunks = [&b"\xEF\xBB"[..], b"\xBFa\xF0\x9F", b"\x98", b"\x80"];
/// let stream = TextDecoderStream::new("utf-8", TextDecoderOptions::default(), chunks).unwrap();
/// let text: Vec<String> = stream.collect::<Result<_, _>>().unwrap();
/// assert_eq!(text, ["a", "😀"]);
/// ```
#[derive(Clone, Debug)]
pub struct TextDecoderStream<I> {
    decoder: TextDecoder,
    /// `None` after the end or an error.
    chunks: Option<I>,
}

impl<I: Iterator> TextDecoderStream<I> {
    /// [`new TextDecoderStream(label, options)`](https://encoding.spec.whatwg.org/#dom-textdecoderstream),
    /// with `chunks` piped through it.
    ///
    /// # Errors
    ///
    /// The label names no encoding, or is one of replacement.
    ///
    /// ```
    /// use charsniff::standard::TextDecoderStream;
    /// let mut stream = TextDecoderStream::new("gbk", Default::default(), [b"\xC4", b"\xE3"]).unwrap();
    /// assert_eq!(stream.next(), Some(Ok("你".into())));
    /// ```
    pub fn new(
        label: &str,
        options: TextDecoderOptions,
        chunks: impl IntoIterator<IntoIter = I>,
    ) -> Result<TextDecoderStream<I>, LabelError> {
        let mut decoder = TextDecoder::new(label, options)?;
        decoder.do_not_flush = true;
        Ok(TextDecoderStream { decoder, chunks: Some(chunks.into_iter()) })
    }

    /// The [name](Encoding::name) of the encoding in lower case.
    ///
    /// ```
    /// use charsniff::standard::TextDecoderStream;
    /// let stream = TextDecoderStream::new("latin1", Default::default(), [b"text"]).unwrap();
    /// assert_eq!(stream.encoding(), "windows-1252");
    /// ```
    pub fn encoding(&self) -> &'static str {
        self.decoder.encoding()
    }

    /// Whether a malformed sequence is an error.
    ///
    /// ```
    /// use charsniff::standard::{TextDecoderOptions, TextDecoderStream};
    /// let options = TextDecoderOptions { fatal: true, ..Default::default() };
    /// let stream = TextDecoderStream::new("utf-8", options, [b"text"]).unwrap();
    /// assert!(stream.fatal() && !stream.ignore_bom());
    /// ```
    pub fn fatal(&self) -> bool {
        self.decoder.fatal()
    }

    /// Whether a byte order mark is kept as text.
    ///
    /// ```
    /// use charsniff::standard::{TextDecoderOptions, TextDecoderStream};
    /// let options = TextDecoderOptions { ignore_bom: true, ..Default::default() };
    /// let stream = TextDecoderStream::new("utf-8", options, [b"text"]).unwrap();
    /// assert!(stream.ignore_bom() && !stream.fatal());
    /// ```
    pub fn ignore_bom(&self) -> bool {
        self.decoder.ignore_bom()
    }
}

impl<I: Iterator<Item: AsRef<[u8]>>> Iterator for TextDecoderStream<I> {
    type Item = Result<String, DecodeError>;

    fn next(&mut self) -> Option<Result<String, DecodeError>> {
        while let Some(chunks) = &mut self.chunks {
            let chunk = chunks.next();
            let text = match &chunk {
                // Decode and enqueue a chunk.
                Some(chunk) => self.decoder.decode_some(chunk.as_ref()),
                // Flush and enqueue.
                None => {
                    self.decoder.do_not_flush = false;
                    self.decoder.decode_some(b"")
                }
            };
            if chunk.is_none() || text.is_err() {
                self.chunks = None;
            }
            if text.as_ref().is_ok_and(|text| text.is_empty()) {
                continue;
            }
            return Some(text);
        }
        None
    }
}
