//! From the bytes of a page to a document: sniffs, decodes, parses with `html5ever`, and changes the encoding if a
//! declaration in the page requires it.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use std::io::{self, Read};

use ::html5ever::ParseOpts;
use ::html5ever::TokenizerResult;
use ::html5ever::buffer_queue::BufferQueue;
use ::html5ever::tendril::StrTendril;
use ::html5ever::tokenizer::Tokenizer;
use ::html5ever::tree_builder::{TreeBuilder, TreeSink};

use super::progress::CHUNK;
use crate::{Change, Context, Headers, Sniffed, Stream};

/// A parsed page.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Document<T> {
    /// What the [`TreeSink`] made: its `Output`.
    pub output: T,
    /// The verdict that the page was decoded by in the end.
    pub sniffed: Sniffed,
    /// How many malformed sequences became U+FFFD.
    pub errors: usize,
    /// How often the page was parsed from its start: once, or twice if a declaration changed the encoding after
    /// text that the two encodings decode differently.
    pub starts: usize,
}

impl<T> Document<T> {
    /// [`document.characterSet`](https://dom.spec.whatwg.org/#dom-document-characterset): the encoding's name.
    ///
    /// ```
    /// use charsniff::{Context, html5ever::parse};
    /// use markup5ever_rcdom::RcDom;
    /// let document = parse(b"<meta charset=latin1>", (), &Context::html(), RcDom::default);
    /// assert_eq!(document.character_set(), "windows-1252");
    /// ```
    pub fn character_set(&self) -> &'static str {
        self.sniffed.name()
    }
}

/// Parses the bytes of a page. `new_sink` makes the [`TreeSink`]; it is called again if parsing has to start again.
///
/// `context` is [`Context::html`], perhaps with facts; malformed sequences become U+FFFD in every context. In a
/// browser's or a crawler's reading, a page is parsed only once, since its declarations are found before. Linear in
/// `bytes`. Panics only if the sink does.
///
/// ```
/// use charsniff::{Context, Source, html5ever::parse};
/// use markup5ever_rcdom::{NodeData, RcDom};
/// let page = [b"<title>x</title>", &[b' '; 2000][..], b"<meta charset=shift_jis><p>\x89\xCE\x90\xAF"].concat();
/// let document = parse(&page, "text/html", &Context::html(), RcDom::default);
/// assert_eq!((document.character_set(), document.sniffed.source), ("Shift_JIS", Source::Meta));
/// assert_eq!(document.errors, 0);
/// ```
pub fn parse<S: TreeSink>(
    bytes: &[u8],
    headers: impl Headers,
    context: &Context,
    new_sink: impl FnMut() -> S,
) -> Document<S::Output> {
    let mut parser = Parser::new(headers, context, new_sink);
    while !(parser.take(bytes) && parser.end()) {
        parser.start_again();
    }
    parser.into_document()
}

/// Like [`parse`], for a page that is parsed while `reader` reads it. The bytes are held as long as the encoding may
/// change.
///
/// # Errors
///
/// Those of `reader`.
///
/// ```
/// use charsniff::{Context, html5ever::parse_reader};
/// use markup5ever_rcdom::RcDom;
/// let page: &[u8] = b"<meta charset=koi8-r><p>\xCD\xC1\xD2\xD3";
/// let document = parse_reader(page, (), &Context::html(), RcDom::default)?;
/// assert_eq!(document.character_set(), "KOI8-R");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn parse_reader<S: TreeSink>(
    mut reader: impl Read,
    headers: impl Headers,
    context: &Context,
    new_sink: impl FnMut() -> S,
) -> io::Result<Document<S::Output>> {
    let mut parser = Parser::new(headers, context, new_sink);
    let mut chunk = vec![0; CHUNK];
    loop {
        match reader.read(&mut chunk) {
            Ok(0) => return Ok(parser.finish()),
            Ok(n) => parser.push(&chunk[..n]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Parses a page whose bytes arrive in chunks of any size.
///
/// As long as the encoding may change, the bytes are held, so that parsing can start again: from a tentative verdict
/// to the first declaration that the tree builder meets. No bytes are held after a certain verdict, or in a browser's
/// or a crawler's reading.
///
/// ```
/// use charsniff::{Context, html5ever::Parser};
/// use markup5ever_rcdom::RcDom;
/// let mut parser = Parser::new("text/html; charset=big5", &Context::html(), RcDom::default);
/// for chunk in [&b"<p>\xA4"[..], b"\xA4"] {
///     parser.push(chunk);
/// }
/// assert_eq!(parser.finish().character_set(), "Big5");
/// ```
pub struct Parser<S: TreeSink, F> {
    stream: Stream,
    /// The part of the text that was decoded last.
    text: String,
    tokenizer: Tokenizer<TreeBuilder<S::Handle, S>>,
    input: BufferQueue,
    options: ParseOpts,
    new_sink: F,
    starts: usize,
    /// All bytes so far, as long as the encoding may change.
    held: Vec<u8>,
}

impl<S: TreeSink, F: FnMut() -> S> Parser<S, F> {
    /// A parser for one page, with html5ever's default options. For the arguments, see [`parse`].
    ///
    /// ```
    /// use charsniff::{Context, html5ever::Parser};
    /// let parser = Parser::new((), &Context::html(), markup5ever_rcdom::RcDom::default);
    /// assert_eq!(parser.finish().starts, 1);
    /// ```
    pub fn new(headers: impl Headers, context: &Context, new_sink: F) -> Parser<S, F> {
        Parser::with_options(headers, context, ParseOpts::default(), new_sink)
    }

    /// A parser for one page, with options of html5ever.
    ///
    /// ```
    /// use charsniff::{Context, html5ever::Parser};
    /// use html5ever::ParseOpts;
    /// let mut options = ParseOpts::default();
    /// options.tree_builder.scripting_enabled = false;
    /// let parser = Parser::with_options((), &Context::html(), options, markup5ever_rcdom::RcDom::default);
    /// assert_eq!(parser.finish().errors, 0);
    /// ```
    pub fn with_options(headers: impl Headers, context: &Context, options: ParseOpts, mut new_sink: F) -> Parser<S, F> {
        Parser {
            // Malformed sequences do not end a page.
            stream: Stream::new(headers, &context.clone().lossy(true)),
            text: String::new(),
            tokenizer: tokenizer(&options, new_sink()),
            input: BufferQueue::default(),
            options,
            new_sink,
            starts: 1,
            held: Vec::new(),
        }
    }

    /// The verdict, once it is known. It may change until the end.
    ///
    /// ```
    /// use charsniff::{Context, Encoding, html5ever::Parser};
    /// let mut parser = Parser::new((), &Context::html(), markup5ever_rcdom::RcDom::default);
    /// parser.push(b"<meta charset=euc-kr>");
    /// assert_eq!(parser.sniffed().unwrap().encoding, Encoding::EucKr);
    /// ```
    pub fn sniffed(&self) -> Option<Sniffed> {
        self.stream.sniffed()
    }

    /// Takes the next bytes. Linear in `chunk`, and once in all bytes before if parsing has to start again.
    ///
    /// ```
    /// use charsniff::{Context, html5ever::Parser};
    /// let mut parser = Parser::new((), &Context::html(), markup5ever_rcdom::RcDom::default);
    /// parser.push(b"<p>");
    /// parser.push(b"text");
    /// assert_eq!(parser.finish().character_set(), "windows-1252");
    /// ```
    pub fn push(&mut self, chunk: &[u8]) {
        if self.stream.may_change() {
            self.held.extend_from_slice(chunk);
        }
        if !self.take(chunk) {
            self.start_with_held();
        }
        if !self.stream.may_change() {
            self.held = Vec::new();
        }
    }

    /// Ends the page. Linear in the bytes held.
    ///
    /// ```
    /// use charsniff::{Context, html5ever::Parser};
    /// let mut parser = Parser::new("text/html; charset=utf-8", &Context::html(), markup5ever_rcdom::RcDom::default);
    /// parser.push(b"caf\xC3");
    /// assert_eq!(parser.finish().errors, 1);
    /// ```
    pub fn finish(mut self) -> Document<S::Output> {
        while !self.end() {
            self.start_with_held();
        }
        self.into_document()
    }

    /// Parses the bytes held once more, in the encoding that was declared.
    fn start_with_held(&mut self) {
        self.start_again();
        let held = core::mem::take(&mut self.held);
        // The verdict is certain now, so this does not end in another start.
        self.take(&held);
    }

    /// Decodes and parses bytes. `false` if they end in the wrong encoding: the page has to be pushed again from its
    /// start.
    fn take(&mut self, bytes: &[u8]) -> bool {
        // The stream replaces malformed sequences, so it returns no error.
        let _ = self.stream.push(bytes, &mut self.text);
        self.parse()
    }

    /// Decodes and parses the end of the page. `false` as for [`take`](Self::take).
    fn end(&mut self) -> bool {
        let _ = self.stream.finish(&mut self.text);
        self.parse()
    }

    fn parse(&mut self) -> bool {
        loop {
            if !self.text.is_empty() {
                self.input.push_back(StrTendril::from_slice(&self.text));
                self.text.clear();
            }
            match self.tokenizer.feed(&self.input) {
                TokenizerResult::Done => return true,
                TokenizerResult::Script(_) => {}
                TokenizerResult::EncodingIndicator(label) => {
                    let change = self.stream.change_the_encoding(label.as_bytes(), &mut self.text);
                    if let Change::StartAgain { .. } = change {
                        return false;
                    }
                }
            }
        }
    }

    fn start_again(&mut self) {
        self.starts += 1;
        self.text.clear();
        self.input = BufferQueue::default();
        self.tokenizer = tokenizer(&self.options, (self.new_sink)());
    }

    fn into_document(mut self) -> Document<S::Output> {
        self.tokenizer.end();
        let errors = self.stream.errors();
        let sniffed = self.stream.verdict();
        Document { output: self.tokenizer.sink.sink.finish(), sniffed, errors, starts: self.starts }
    }
}

impl<S: TreeSink, F> fmt::Debug for Parser<S, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parser")
            .field("stream", &self.stream)
            .field("held", &self.held.len())
            .field("starts", &self.starts)
            .finish_non_exhaustive()
    }
}

fn tokenizer<S: TreeSink>(options: &ParseOpts, sink: S) -> Tokenizer<TreeBuilder<S::Handle, S>> {
    let ParseOpts { tokenizer, tree_builder } = options.clone();
    Tokenizer::new(TreeBuilder::new(sink, tree_builder), tokenizer)
}
