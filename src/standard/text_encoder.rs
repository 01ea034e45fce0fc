//! [TextEncoder](https://encoding.spec.whatwg.org/#interface-textencoder) and
//! [TextEncoderStream](https://encoding.spec.whatwg.org/#interface-textencoderstream).

use alloc::vec::Vec;

use crate::codec::utf8_encode_into;

/// The result of [`TextEncoder::encode_into`].
///
/// ```
/// let result = charsniff::standard::TextEncoder::new().encode_into("😀é", &mut [0; 5]);
/// assert_eq!((result.read, result.written), (2, 4));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub struct EncodeIntoResult {
    /// How many UTF-16 code units of the source were read, as in the standard. (`written` is also the number of bytes
    /// of the `str` that were read.)
    pub read: usize,
    /// How many bytes were written.
    pub written: usize,
}

/// The Web's [`TextEncoder`](https://encoding.spec.whatwg.org/#interface-textencoder). Its only
/// encoding is UTF-8, which is that of `str`.
///
/// ```
/// use charsniff::standard::TextEncoder;
/// assert_eq!(TextEncoder.encode("é"), b"\xC3\xA9");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextEncoder;

impl TextEncoder {
    /// [`new TextEncoder()`](https://encoding.spec.whatwg.org/#dom-textencoder).
    ///
    /// ```
    /// use charsniff::standard::TextEncoder;
    /// assert_eq!(TextEncoder::new(), TextEncoder);
    /// ```
    #[must_use]
    pub const fn new() -> TextEncoder {
        TextEncoder
    }

    /// `utf-8`.
    ///
    /// ```
    /// assert_eq!(charsniff::standard::TextEncoder::new().encoding(), "utf-8");
    /// ```
    #[must_use]
    pub const fn encoding(&self) -> &'static str {
        "utf-8"
    }

    /// [`encode(input)`](https://encoding.spec.whatwg.org/#dom-textencoder-encode).
    ///
    /// ```
    /// let text = "é";
    /// assert_eq!(charsniff::standard::TextEncoder::new().encode(text), text.as_bytes());
    /// ```
    #[must_use]
    pub fn encode<'a>(&self, input: &'a str) -> &'a [u8] {
        input.as_bytes()
    }

    /// [`encodeInto(source, destination)`](https://encoding.spec.whatwg.org/#dom-textencoder-encodeinto):
    /// as many whole characters as fit. Linear.
    ///
    /// ```
    /// use charsniff::standard::TextEncoder;
    /// let mut destination = [0; 6];
    /// let result = TextEncoder::new().encode_into("a😀é", &mut destination);
    /// assert_eq!((result.read, result.written), (3, 5));
    /// assert_eq!(&destination, b"a\xF0\x9F\x98\x80\0");
    /// ```
    pub fn encode_into(&self, source: &str, destination: &mut [u8]) -> EncodeIntoResult {
        let written = utf8_encode_into(source, destination);
        EncodeIntoResult { read: source[..written].chars().map(char::len_utf16).sum(), written }
    }
}

/// The Web's [`TextEncoderStream`], as an iterator adapter over chunks of UTF-16. A surrogate pair
/// may be split between chunks; a lone surrogate becomes U+FFFD. It yields no empty chunks.
///
/// [`TextEncoderStream`]: https://encoding.spec.whatwg.org/#interface-textencoderstream
///
/// ```
/// use charsniff::standard::TextEncoderStream;
/// let chunks = [&[0x61, 0xD83D][..], &[0xDE00], &[0xD83D]];
/// let bytes: Vec<Vec<u8>> = TextEncoderStream::new(chunks).collect();
/// assert_eq!(bytes, ["a".as_bytes(), "😀".as_bytes(), "\u{FFFD}".as_bytes()]);
/// ```
#[derive(Clone, Debug)]
pub struct TextEncoderStream<I> {
    leading_surrogate: Option<u16>,
    /// `None` after the end.
    chunks: Option<I>,
}

impl<I: Iterator> TextEncoderStream<I> {
    /// [`new TextEncoderStream()`](https://encoding.spec.whatwg.org/#dom-textencoderstream), with
    /// `chunks` piped through it.
    ///
    /// ```
    /// use charsniff::standard::TextEncoderStream;
    /// let mut stream = TextEncoderStream::new([[0xD83D], [0xDE00]]);
    /// assert_eq!(stream.next().as_deref(), Some("😀".as_bytes()));
    /// ```
    pub fn new(chunks: impl IntoIterator<IntoIter = I>) -> TextEncoderStream<I> {
        TextEncoderStream { leading_surrogate: None, chunks: Some(chunks.into_iter()) }
    }

    /// `utf-8`.
    ///
    /// ```
    /// use charsniff::standard::TextEncoderStream;
    /// assert_eq!(TextEncoderStream::new([[0x61]]).encoding(), "utf-8");
    /// ```
    pub const fn encoding(&self) -> &'static str {
        "utf-8"
    }

    /// [Encode and enqueue a chunk](https://encoding.spec.whatwg.org/#encode-and-enqueue-a-chunk).
    fn encode(&mut self, chunk: &[u16]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(chunk.len() * 3 + 3);
        let (whole, lead) = match chunk {
            [] => return bytes,
            [whole @ .., lead @ 0xD800..=0xDBFF] => (whole, Some(*lead)),
            whole => (whole, None),
        };
        let held = core::mem::replace(&mut self.leading_surrogate, lead);
        for c in char::decode_utf16(held.into_iter().chain(whole.iter().copied())) {
            let c = c.unwrap_or(char::REPLACEMENT_CHARACTER);
            bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
        bytes
    }

    /// [Encode and flush](https://encoding.spec.whatwg.org/#encode-and-flush).
    fn flush(&mut self) -> Vec<u8> {
        match self.leading_surrogate.take() {
            Some(_) => "\u{FFFD}".into(),
            None => Vec::new(),
        }
    }
}

impl<I: Iterator<Item: AsRef<[u16]>>> Iterator for TextEncoderStream<I> {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        while let Some(chunks) = &mut self.chunks {
            let bytes = match chunks.next() {
                Some(chunk) => self.encode(chunk.as_ref()),
                None => {
                    self.chunks = None;
                    self.flush()
                }
            };
            if !bytes.is_empty() {
                return Some(bytes);
            }
        }
        None
    }
}
