//! [`MetaStream`]: a page that comes in chunks.

use alloc::vec::Vec;

use super::{MetaDeclaration, MetaScanner};

/// Finds the declarations of [`MetaScanner`] in a page that comes in chunks of any size. Bytes of a tag that does not end
/// yet are held, up to 1 MiB.
///
/// Beside a [`StreamDecoder`](crate::StreamDecoder) it is ahead of the text: keep what it finds until the stream has a
/// verdict, since [`change_the_encoding`](crate::StreamDecoder::change_the_encoding) does nothing before.
///
/// ```
/// use charsniff::{Encoding, MetaScanner, MetaStream};
/// let mut stream = MetaStream::new(MetaScanner::new(true));
/// assert!(stream.push(b"<p>text<meta char").is_empty());
/// let found = stream.push(b"set=koi8-r>");
/// assert_eq!((found[0].encoding, &found[0].tag), (Encoding::Koi8R, &(7..28)));
/// assert!(stream.end().is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct MetaStream {
    scanner: MetaScanner,
    /// Bytes that were pushed and have to be scanned again with those that follow.
    held: Vec<u8>,
    /// The number of held bytes at which they are scanned again. It grows, so that a long tag in small chunks takes
    /// linear time. `None` after the end, or after too many were held.
    next_try: Option<usize>,
}

/// How many bytes of an unfinished tag or DOCTYPE are held. After that, scanning stops.
const MOST_HELD: usize = 1 << 20;

impl MetaStream {
    /// Goes on from the scanner's [position](MetaScanner::position).
    ///
    /// ```
    /// use charsniff::{MetaScanner, MetaStream, Reading};
    /// let mut stream = MetaStream::new(MetaScanner::for_reading(Reading::Chromium, 1024));
    /// assert_eq!(stream.push(b"<meta charset=big5>").len(), 1);
    /// ```
    #[must_use]
    pub fn new(scanner: MetaScanner) -> MetaStream {
        MetaStream { scanner, held: Vec::new(), next_try: Some(0) }
    }

    /// Whether no declaration in what follows can count.
    ///
    /// ```
    /// use charsniff::{MetaScanner, MetaStream, Reading};
    /// let mut stream = MetaStream::new(MetaScanner::for_reading(Reading::Firefox, 4));
    /// assert!(stream.push(b"<title>x</title>").is_empty() && !stream.is_over());
    /// assert!(stream.push(b"<body>").is_empty() && stream.is_over());
    /// ```
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.next_try.is_none() || self.scanner.is_over()
    }

    /// Takes the next bytes, and returns the declarations that end in them. Linear in all bytes pushed.
    ///
    /// ```
    /// use charsniff::{MetaScanner, MetaStream};
    /// let mut stream = MetaStream::new(MetaScanner::new(true));
    /// let found = stream.push(b"<meta charset=big5><p><meta charset=gbk>");
    /// assert_eq!((&*found[0].label, &*found[1].label), (&b"big5"[..], &b"gbk"[..]));
    /// ```
    #[must_use = "it has the declarations"]
    pub fn push(&mut self, chunk: &[u8]) -> Vec<MetaDeclaration> {
        self.take(chunk, false)
    }

    /// Ends the page: returns the declarations in the bytes held. Linear in these.
    ///
    /// ```
    /// use charsniff::{MetaScanner, MetaStream};
    /// let mut stream = MetaStream::new(MetaScanner::new(true));
    /// assert!(stream.push(b"<meta charset=koi8-r").is_empty());
    /// // An unfinished tag is not a declaration.
    /// assert!(stream.end().is_empty() && stream.is_over());
    /// ```
    #[must_use = "it has the declarations"]
    pub fn end(&mut self) -> Vec<MetaDeclaration> {
        let found = self.take(&[], true);
        self.next_try = None;
        found
    }

    fn take(&mut self, chunk: &[u8], last: bool) -> Vec<MetaDeclaration> {
        let mut found = Vec::new();
        let Some(next_try) = self.next_try.filter(|_| !self.is_over()) else { return found };
        self.held.extend_from_slice(chunk);
        if last || self.held.len() >= next_try {
            let (start, scanner) = (self.scanner.position(), &mut self.scanner);
            let rest = |scanner: &MetaScanner| self.held.get(scanner.position() - start..).unwrap_or_default();
            while let Some(declaration) = scanner.scan(rest(scanner), last) {
                found.push(declaration);
            }
            self.held.drain(..scanner.position() - start);
            self.next_try = Some(self.held.len() + self.held.len() / 8);
        }
        if self.held.len() > MOST_HELD {
            (self.next_try, self.held) = (None, Vec::new());
        }
        found
    }
}
