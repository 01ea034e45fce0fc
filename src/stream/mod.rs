//! [`StreamDecoder`]: sniffs and decodes a resource that arrives in chunks.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::codec::decoding::isomorphic_decode;
use crate::context::Context;
use crate::decision::text::append_text;
use crate::decision::{claims_of, detect_again};
use crate::detector::claims::{Claims, decoders_agree};
use crate::stage::Evidence;
use crate::{DecodeError, Decoder, Encoding, Headers, Sniffed, Source};

#[cfg(feature = "std")]
pub(crate) mod adapter;
mod change;
mod sniffer;

#[cfg(feature = "tokio")]
pub use adapter::AsyncReader;
#[cfg(feature = "std")]
pub use adapter::Reader;
#[cfg(feature = "futures")]
pub use adapter::{TextStream, TextStreamError};
use change::Read;
pub use change::{Change, sniff_and_change};
pub use sniffer::Sniffer;

/// The text of a resource that arrives in chunks of any size.
///
/// Bytes are held back until the verdict is known: at most as many as the prescan may read (1,024 by default). In a
/// browser's or a crawler's [reading](Context::reading), up to 1 MiB of the head of a page or of an XML declaration
/// are held back, and in a crawler's, 16 KiB of any resource. After that, bytes are decoded as they arrive.
///
/// Verdict and text do not depend on the chunks, and the text is that of [`Sniffed::decode`] by the verdict. They are
/// those of [`decode`](crate::decode) if the detector is off or the context does not ask it; if the resource is shorter
/// than the prescan's limit, or than 16 KiB in the crawler's reading; and, in the other readings, if a stage before the
/// detector decides. Otherwise they may differ, since the detector sees only the bytes held back. If these are all ASCII
/// and no declaration settles the encoding, they are decoded as ASCII, with a tentative verdict. At the first byte that
/// may say something about the encoding (one above 7F, or an escape if ISO-2022-JP is looked for), the stream holds
/// back up to the same limit from there, and asks the detector about these bytes.
///
/// ```
/// use charsniff::{Context, Encoding, StreamDecoder};
/// let mut stream = StreamDecoder::new("text/html; charset=shift_jis", &Context::html());
/// let mut text = String::new();
/// for chunk in [&b"\x89"[..], b"\xCE\x90", b"", b"\xAF"] {
///     stream.push(chunk, &mut text).unwrap();
/// }
/// let sniffed = stream.finish(&mut text).unwrap();
/// assert_eq!((text.as_str(), sniffed.encoding), ("火星", Encoding::ShiftJis));
/// ```
#[derive(Clone)]
pub struct StreamDecoder {
    sniffer: Sniffer,
    state: State,
    /// How many bytes of the byte order mark have not arrived yet.
    mark_left: usize,
    /// The bytes that were decoded.
    read: Read,
    errors: usize,
    error: Option<DecodeError>,
    has_ended: bool,
}

#[derive(Clone)]
enum State {
    /// There is no verdict yet.
    Sniffing,
    /// First, bytes that say nothing about the encoding; then the window: the bytes from the first one that may say
    /// something, held for the detector up to the limit. Where a window begins and ends follows from the limit and the
    /// bytes.
    Ascii { so_far: Sniffed, claims: Claims, window: Vec<u8> },
    /// The verdict is known. Without a decoder, bytes are decoded isomorphically.
    Decoding { sniffed: Sniffed, decoder: Option<Decoder> },
}

impl StreamDecoder {
    /// A stream for one resource.
    ///
    /// ```
    /// use charsniff::{Context, StreamDecoder};
    /// let stream = StreamDecoder::new("text/html; charset=big5", &Context::html());
    /// assert_eq!((stream.sniffed(), stream.held(), stream.errors()), (None, 0, 0));
    /// ```
    pub fn new(headers: impl Headers, context: &Context) -> StreamDecoder {
        let sniffer = Sniffer::new(headers, context);
        let (state, read) = (State::Sniffing, Read::default());
        StreamDecoder { sniffer, state, mark_left: 0, read, errors: 0, error: None, has_ended: false }
    }

    /// A stream for a resource whose start, `head`, was sniffed already: appends the text of the head to `text`. Push
    /// the bytes after the head. The verdict is based on all of `head`, instead of only the bytes that a stream may
    /// hold back. The verdict also says whether malformed sequences [are an error](Sniffed::is_fatal). Linear in
    /// `head`.
    ///
    /// # Errors
    ///
    /// As [`push`](Self::push).
    ///
    /// ```
    /// use charsniff::{Context, StreamDecoder, sniff};
    /// let (context, resource) = (Context::text().truncated(true), b"\xED\xC1\xD2\xD3, \xD0\xCC\xC1\xCE\xC5\xD4\xC1");
    /// let (head, rest) = resource.split_at(10);
    /// let mut text = String::new();
    /// let mut stream = StreamDecoder::with_verdict(sniff(head, (), &context), head, (), &context, &mut text)?;
    /// rest.chunks(1).try_for_each(|chunk| stream.push(chunk, &mut text))?;
    /// stream.finish(&mut text)?;
    /// # #[cfg(feature = "detector")]
    /// assert_eq!(text, "Марс, планета");
    /// # Ok::<(), charsniff::DecodeError>(())
    /// ```
    pub fn with_verdict(
        sniffed: Sniffed,
        head: &[u8],
        headers: impl Headers,
        context: &Context,
        text: &mut String,
    ) -> Result<StreamDecoder, DecodeError> {
        let mut stream = StreamDecoder::new(headers, context);
        stream.mark_left = sniffed.bom_length();
        stream.continue_with(sniffed, Some(head));
        stream.push(head, text)?;
        Ok(stream)
    }

    /// The verdict, once it is known. If its source is [`Locale`](Source::Locale) or
    /// [`Default`](Source::Default), it may change as long as only ASCII has arrived.
    ///
    /// ```
    /// use charsniff::{Context, Source, StreamDecoder};
    /// let (mut stream, mut text) = (StreamDecoder::new((), &Context::html()), String::new());
    /// stream.push(b"<meta char", &mut text).unwrap();
    /// assert_eq!(stream.sniffed(), None);
    /// stream.push(b"set=big5>", &mut text).unwrap();
    /// assert_eq!(stream.sniffed().unwrap().source, Source::Meta);
    /// ```
    #[must_use]
    pub fn sniffed(&self) -> Option<Sniffed> {
        match &self.state {
            State::Sniffing => None,
            State::Ascii { so_far, .. } => Some(*so_far),
            State::Decoding { sniffed, .. } => Some(*sniffed),
        }
    }

    /// How many malformed sequences were replaced by U+FFFD so far.
    ///
    /// ```
    /// use charsniff::{Context, StreamDecoder};
    /// let (mut stream, mut text) = (StreamDecoder::new((), &Context::json()), String::new());
    /// [&b"\xF0\x9F"[..], b"\x92\xFF"].into_iter().for_each(|chunk| stream.push(chunk, &mut text).unwrap());
    /// stream.finish(&mut text).unwrap();
    /// assert_eq!((text.as_str(), stream.errors()), ("\u{FFFD}\u{FFFD}", 2));
    /// ```
    #[must_use]
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// How many bytes are held back.
    ///
    /// ```
    /// use charsniff::{Context, StreamDecoder};
    /// let (mut stream, mut text) = (StreamDecoder::new((), &Context::html()), String::new());
    /// stream.push(b"<title>", &mut text).unwrap();
    /// assert_eq!((stream.held(), &*text), (7, ""));
    /// stream.push(b"<meta charset=big5>", &mut text).unwrap();
    /// assert_eq!((stream.held(), text.len()), (0, 26));
    /// ```
    #[must_use]
    pub fn held(&self) -> usize {
        match &self.state {
            State::Sniffing => self.sniffer.held().len(),
            State::Ascii { window, .. } => window.len(),
            State::Decoding { .. } => 0,
        }
    }

    /// Takes the next bytes, and appends the text that can be decoded by now to `text`. Linear in `chunk`.
    ///
    /// # Errors
    ///
    /// Where malformed sequences [are an error](Sniffed::is_fatal), the first one; every later call returns it again.
    /// After [`finish`](Self::finish), [that there are bytes after the end](DecodeError::is_after_end).
    ///
    /// ```
    /// use charsniff::{Context, StreamDecoder};
    /// let mut stream = StreamDecoder::new("text/plain; charset=euc-jp", &Context::text());
    /// let mut text = String::new();
    /// stream.push(b"a\xB2", &mut text)?;
    /// assert_eq!(text, "a");
    /// stream.push(b"\xD0", &mut text)?;
    /// assert_eq!(text, "a火");
    /// # Ok::<(), charsniff::DecodeError>(())
    /// ```
    pub fn push(&mut self, chunk: &[u8], text: &mut String) -> Result<(), DecodeError> {
        if self.has_ended {
            self.result()?;
            let sniffed = self.verdict();
            let offset = sniffed.bom_length() + self.read.length;
            return Err(DecodeError { offset, length: 0, encoding: sniffed.encoding });
        }
        let mut rest = chunk;
        if let State::Sniffing = self.state {
            let (taken, sniffed) = self.sniffer.push(rest);
            rest = &rest[taken..];
            let Some(sniffed) = sniffed else { return self.result() };
            self.start(sniffed, text);
        }
        let mark = self.mark_left.min(rest.len());
        self.mark_left -= mark;
        self.take(&rest[mark..], false, text);
        self.result()
    }

    /// Decides by the bytes so far, for a caller who cannot wait any longer. More bytes may follow.
    /// Linear in the bytes held.
    ///
    /// # Errors
    ///
    /// As [`push`](Self::push).
    ///
    /// ```
    /// use charsniff::{Context, Source, StreamDecoder};
    /// let (mut stream, mut text) = (StreamDecoder::new((), &Context::html()), String::new());
    /// stream.push(b"<p>caf", &mut text).unwrap();
    /// assert_eq!((stream.sniffed(), stream.held(), text.as_str()), (None, 6, ""));
    /// assert_eq!(stream.decide(&mut text).unwrap().source, Source::Default);
    /// assert_eq!((stream.held(), text.as_str()), (0, "<p>caf"));
    /// ```
    pub fn decide(&mut self, text: &mut String) -> Result<Sniffed, DecodeError> {
        if let State::Sniffing = self.state {
            let sniffed = self.sniffer.finish(true);
            self.start(sniffed, text);
        }
        if self.held() > 0 {
            self.close_window(false, text);
        }
        self.result()?;
        Ok(self.verdict())
    }

    /// Ends the resource: appends the rest of its text to `text`, and returns the verdict. Called again, it returns the
    /// same. Linear in the bytes held.
    ///
    /// # Errors
    ///
    /// Where malformed sequences are an error, the first one.
    ///
    /// ```
    /// use charsniff::{Context, Source, StreamDecoder};
    /// let mut stream = StreamDecoder::new("text/plain; charset=euc-jp", &Context::text());
    /// let mut text = String::new();
    /// stream.push(b"a\xB2", &mut text)?;
    /// assert_eq!(stream.finish(&mut text)?.source, Source::Transport);
    /// assert_eq!(text, "a\u{FFFD}");
    /// # Ok::<(), charsniff::DecodeError>(())
    /// ```
    pub fn finish(&mut self, text: &mut String) -> Result<Sniffed, DecodeError> {
        if let State::Sniffing = self.state {
            let sniffed = self.sniffer.finish(false);
            // The detector has seen all of the resource.
            self.state = decoding(sniffed);
            let held = self.sniffer.take_held();
            self.take(held.get(sniffed.bom_length()..).unwrap_or_default(), false, text);
        }
        if !core::mem::replace(&mut self.has_ended, true) {
            self.close_window(true, text);
            self.take(&[], true, text);
        }
        self.result()?;
        Ok(self.verdict())
    }

    /// [Changes the
    /// encoding](https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing)
    /// when the parser that reads the text has met a `<meta>` with this label.
    ///
    /// On [`Change::Switch`] the stream continues in the other encoding. On [`Change::StartAgain`] it is at the start
    /// of the resource again: discard the text, and [`push`](Self::push) all bytes again. Returns [`Change::Keep`]
    /// before there is a [verdict](Self::sniffed), in a context other than a page, and in a browser's or a crawler's
    /// [reading](Context::reading), which has considered late declarations already. A scanner of the bytes, such as
    /// [`MetaStream`](crate::MetaStream), may find a declaration before there is a verdict: keep it until then. Appends
    /// to `text` the text of bytes that were held back for the detector. Linear in these.
    ///
    /// ```
    /// use charsniff::{Change, Context, Encoding, StreamDecoder};
    /// let page = [&b"<title>x</title>"[..], &[b' '; 1024], b"<meta charset=koi8-r>", b"\xCD\xC1\xD2\xD3"];
    /// let mut stream = StreamDecoder::new((), &Context::html());
    /// let mut text = String::new();
    /// page[..3].iter().for_each(|chunk| stream.push(chunk, &mut text).unwrap());
    /// let change = stream.change_the_encoding(b"koi8-r", &mut text);
    /// assert_eq!(change, Change::Switch { encoding: Encoding::Koi8R, agreed: 1061 });
    /// stream.push(page[3], &mut text).unwrap();
    /// stream.finish(&mut text).unwrap();
    /// assert!(text.ends_with("марс"));
    /// ```
    pub fn change_the_encoding(&mut self, label: &[u8], text: &mut String) -> Change {
        let sniffed = match &mut self.state {
            State::Sniffing => return Change::Keep,
            State::Ascii { so_far, .. } => so_far,
            State::Decoding { sniffed, .. } => sniffed,
        };
        let before = *sniffed;
        let change = sniffed.change(label, &self.read);
        let after = *sniffed;
        if before == after {
            return change;
        }
        let is_anew = matches!(change, Change::StartAgain { .. });
        if is_anew {
            (self.read, self.errors, self.error, self.has_ended) = (Read::default(), 0, None, false);
        }
        match &mut self.state {
            State::Decoding { .. } if decoders_agree(before.encoding, after.encoding) => {}
            State::Ascii { window, .. } if !is_anew => {
                let window = core::mem::take(window);
                self.state = decoding(after);
                self.decode(&window, false, text);
            }
            state => *state = decoding(after),
        }
        change
    }

    /// Whether [`change_the_encoding`](Self::change_the_encoding) may still change the encoding. As long as it may, keep the
    /// bytes pushed, for [`Change::StartAgain`].
    ///
    /// ```
    /// use charsniff::{Change, Context, StreamDecoder};
    /// let (mut stream, mut text) = (StreamDecoder::new((), &Context::html().prescan_limit(1)), String::new());
    /// stream.push(b"<meta charset=gbk>", &mut text)?;
    /// assert!(stream.may_change());
    /// assert!(matches!(stream.change_the_encoding(b"gbk", &mut text), Change::Switch { .. }));
    /// assert!(!stream.may_change());
    /// # Ok::<(), charsniff::DecodeError>(())
    /// ```
    #[must_use]
    pub fn may_change(&self) -> bool {
        self.sniffed().map_or(self.sniffer.context().may_change(), |sniffed| sniffed.may_change.0)
    }

    pub(crate) fn verdict(&mut self) -> Sniffed {
        self.sniffed().unwrap_or_else(|| self.sniffer.finish(true))
    }

    fn result(&self) -> Result<(), DecodeError> {
        self.error.map_or(Ok(()), Err)
    }

    /// Continues with the sniffer's verdict and the bytes that it held back.
    fn start(&mut self, sniffed: Sniffed, text: &mut String) {
        let held = self.sniffer.take_held();
        let evidence = self.sniffer.evidence_length().and_then(|length| held.get(..length));
        self.continue_with(sniffed, evidence);
        self.take(held.get(sniffed.bom_length()..).unwrap_or_default(), false, text);
    }

    /// Continues with a verdict. `evidence` is the start of the resource that it was made from; `None` if no other
    /// bytes could have changed it.
    fn continue_with(&mut self, sniffed: Sniffed, evidence: Option<&[u8]>) {
        let open =
            evidence.map(|bytes| self.sniffer.case().evidence(bytes)).filter(|evidence| is_open(sniffed, evidence));
        self.state = match open {
            Some(evidence) => State::Ascii { so_far: sniffed, claims: claims_of(&evidence), window: Vec::new() },
            None => decoding(sniffed),
        };
    }

    /// Decodes `bytes`, or holds back those that the detector must see.
    fn take(&mut self, mut bytes: &[u8], last: bool, text: &mut String) {
        let limit = self.sniffer.limit();
        while let State::Ascii { .. } = self.state {
            let State::Ascii { so_far, window, .. } = &mut self.state else { break };
            if window.is_empty() {
                let looks_for_iso_2022_jp = self.sniffer.case().looks_for_iso_2022_jp();
                let plain = plain_up_to(bytes, so_far.encoding, looks_for_iso_2022_jp && self.read.escape.is_none());
                let (plain, rest) = bytes.split_at(plain);
                push_ascii(plain, &mut self.read, text);
                bytes = rest;
            }
            let (now, rest) = bytes.split_at(bytes.len().min(limit - window.len()));
            window.extend_from_slice(now);
            bytes = rest;
            if window.len() < limit {
                return;
            }
            self.close_window(false, text);
        }
        self.decode(bytes, last, text);
    }

    /// Asks the detector about the bytes held, and decodes them. Its answer counts only if the bytes before, which
    /// were decoded as ASCII, decode alike in that encoding.
    fn close_window(&mut self, at_end: bool, text: &mut String) {
        let State::Ascii { so_far, claims, window } = &mut self.state else { return };
        let (so_far, claims, window) = (*so_far, *claims, core::mem::take(window));
        let mut evidence = self.sniffer.case().evidence(&window);
        evidence.is_truncated |= !at_end;
        let detected = detect_again(&evidence, &claims, so_far)
            .filter(|detected| self.read.agreement(so_far.encoding, detected.encoding) == self.read.length);
        if detected.is_none() && plain_up_to(&window, so_far.encoding, false) == window.len() {
            return push_ascii(&window, &mut self.read, text);
        }
        self.state = decoding(detected.unwrap_or(so_far));
        self.decode(&window, false, text);
    }

    fn decode(&mut self, bytes: &[u8], last: bool, text: &mut String) {
        let State::Decoding { sniffed, decoder } = &mut self.state else { return };
        let Some(decoder) = decoder else {
            text.push_str(&isomorphic_decode(bytes));
            return;
        };
        if self.error.is_none() {
            let start = sniffed.bom_length() + self.read.length;
            match append_text(decoder, bytes, start, last, sniffed.is_fatal(), text) {
                Ok(errors) => self.errors += errors,
                Err(error) => self.error = Some(DecodeError { encoding: sniffed.encoding, ..error }),
            }
        }
        self.read.push(bytes);
    }
}

impl fmt::Debug for StreamDecoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StreamDecoder")
            .field("sniffed", &self.sniffed())
            .field("held", &self.held())
            .field("errors", &self.errors)
            .field("error", &self.error)
            .finish_non_exhaustive()
    }
}

/// Whether the detector may be asked again after `evidence`, from which a verdict was made: the evidence is ASCII, so
/// it has no byte order mark either, and the verdict's encoding decodes ASCII as ASCII.
fn is_open(sniffed: Sniffed, evidence: &Evidence<'_>) -> bool {
    let is_open = match sniffed.source {
        Source::Locale | Source::Default => evidence.case.policy.detector,
        Source::Bom | Source::Override => false,
        _ => evidence.case.bytes_decide(),
    };
    is_open && !sniffed.encoding.is_utf_16() && sniffed.encoding != Encoding::Replacement && evidence.bytes.is_ascii()
}

/// How many bytes at the start say nothing about the encoding: they are ASCII, and `so_far` and the encodings that the
/// detector may answer decode them alike. `looks_for_iso_2022_jp`: one of these is ISO-2022-JP.
fn plain_up_to(bytes: &[u8], so_far: Encoding, looks_for_iso_2022_jp: bool) -> usize {
    let ascii = &bytes[..Encoding::ascii_valid_up_to(bytes)];
    let is_so_far = so_far == Encoding::Iso2022Jp;
    let special = (is_so_far || looks_for_iso_2022_jp).then(|| memchr::memchr3(0x0E, 0x0F, 0x1B, ascii)).flatten();
    // After SO or SI, which ISO-2022-JP does not have, the text cannot be in ISO-2022-JP any more.
    special.filter(|&at| is_so_far || ascii[at] == 0x1B).unwrap_or(ascii.len())
}

/// Decodes bytes of which the encoding is still open.
fn push_ascii(ascii: &[u8], read: &mut Read, text: &mut String) {
    text.push_str(core::str::from_utf8(ascii).unwrap_or_default());
    read.push(ascii);
}

fn decoding(sniffed: Sniffed) -> State {
    State::Decoding { sniffed, decoder: sniffed.decoding.new_decoder() }
}
