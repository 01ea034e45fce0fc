//! From the bytes of a page to a document: finds the encoding, decodes the text, parses it with [`html5ever`], and
//! changes the encoding if a declaration in the page requires it.
//!
//! [`parse`] has all bytes, [`parse_reader`] reads them. A [`Parser`] takes them in chunks, and stops at scripts for a
//! program that runs them.

#![warn(missing_docs, clippy::must_use_candidate)]
#![deny(unsafe_code)]

use std::fmt;
use std::io::{self, Read};

use charsniff::{Change, Context, Headers, Sniffed, StreamDecoder};
use html5ever::ParseOpts;
use html5ever::TokenizerResult;
use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::Tokenizer;
use html5ever::tree_builder::{TreeBuilder, TreeSink};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// How many bytes are read at once.
const CHUNK: usize = 16 * 1024;

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
    /// use charsniff::Context;
    /// use charsniff_html5ever::parse;
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
/// browser's or a crawler's reading, a page is parsed only once, since its declarations are found before parsing.
/// Scripts are not run. Linear in `bytes`. Panics only if the sink does.
///
/// ```
/// use charsniff::{Context, Source};
/// use charsniff_html5ever::parse;
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
    parser.push(bytes);
    parser.finish()
}

/// Like [`parse`], for a page that is parsed while `reader` reads it. The bytes are held as long as the encoding may
/// change.
///
/// # Errors
///
/// Those of `reader`.
///
/// ```
/// use charsniff::Context;
/// use charsniff_html5ever::parse_reader;
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
/// use charsniff::Context;
/// use charsniff_html5ever::Parser;
/// use markup5ever_rcdom::RcDom;
/// let mut parser = Parser::new("text/html; charset=big5", &Context::html(), RcDom::default);
/// for chunk in [&b"<p>\xA4"[..], b"\xA4"] {
///     parser.push(chunk);
/// }
/// assert_eq!(parser.finish().character_set(), "Big5");
/// ```
///
/// A program that runs scripts calls [`push_to_script`](Self::push_to_script) and
/// [`end_to_script`](Self::end_to_script), which stop after a `</script>` and return its element. Run the script, then
/// go on with [`resume`](Self::resume) until that returns `None`. What the script
/// [writes](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-document-write) goes to
/// [`write`](Self::write). If parsing starts again, in the right encoding, there is a new sink, and the scripts are
/// returned again, as when a browser reloads the page.
///
/// ```
/// use charsniff::Context;
/// use charsniff_html5ever::Parser;
/// use markup5ever_rcdom::RcDom;
/// let mut parser = Parser::new("text/html", &Context::html(), RcDom::default);
/// let chunks = [&b"<script>1</script><p>"[..], b"<script>2</script>"];
/// let mut scripts = 0;
/// for chunk in chunks {
///     let mut script = parser.push_to_script(chunk);
///     while let Some(_element) = script {
///         scripts += 1;
///         script = parser.resume();
///     }
/// }
/// // The bytes were held back for the prescan.
/// let mut script = parser.end_to_script();
/// while let Some(_element) = script {
///     scripts += 1;
///     script = parser.resume();
/// }
/// assert_eq!((scripts, parser.finish().starts), (2, 1));
/// ```
pub struct Parser<S: TreeSink, F> {
    stream: StreamDecoder,
    /// The part of the text that was decoded last.
    text: String,
    tokenizer: Tokenizer<TreeBuilder<S::Handle, S>>,
    input: BufferQueue,
    options: ParseOpts,
    new_sink: F,
    starts: usize,
    /// All bytes so far, as long as the encoding may change.
    held: Vec<u8>,
    has_ended: bool,
}

/// Why parsing stopped.
enum Step<Handle> {
    /// More bytes are needed.
    Done,
    Script(Handle),
    /// The page has to be parsed again from its start.
    StartAgain,
}

impl<S: TreeSink, F: FnMut() -> S> Parser<S, F> {
    /// A parser for one page, with html5ever's default options. For the arguments, see [`parse`].
    ///
    /// ```
    /// use charsniff::Context;
    /// use charsniff_html5ever::Parser;
    /// let parser = Parser::new((), &Context::html(), markup5ever_rcdom::RcDom::default);
    /// assert_eq!(parser.finish().starts, 1);
    /// ```
    pub fn new(headers: impl Headers, context: &Context, new_sink: F) -> Parser<S, F> {
        Parser::with_options(headers, context, ParseOpts::default(), new_sink)
    }

    /// A parser for one page, with options of html5ever.
    ///
    /// ```
    /// use charsniff::Context;
    /// use charsniff_html5ever::Parser;
    /// use html5ever::ParseOpts;
    /// let mut options = ParseOpts::default();
    /// options.tree_builder.scripting_enabled = false;
    /// let parser = Parser::with_options((), &Context::html(), options, markup5ever_rcdom::RcDom::default);
    /// assert_eq!(parser.finish().errors, 0);
    /// ```
    pub fn with_options(headers: impl Headers, context: &Context, options: ParseOpts, mut new_sink: F) -> Parser<S, F> {
        Parser {
            // Malformed sequences do not end a page.
            stream: StreamDecoder::new(headers, &context.clone().lossy(true)),
            text: String::new(),
            tokenizer: tokenizer(&options, new_sink()),
            input: BufferQueue::default(),
            options,
            new_sink,
            starts: 1,
            held: Vec::new(),
            has_ended: false,
        }
    }

    /// The verdict, once it is known. It may change until the end.
    ///
    /// ```
    /// use charsniff::{Context, Encoding};
    /// use charsniff_html5ever::Parser;
    /// let mut parser = Parser::new((), &Context::html(), markup5ever_rcdom::RcDom::default);
    /// parser.push(b"<meta charset=euc-kr>");
    /// assert_eq!(parser.sniffed().unwrap().encoding, Encoding::EucKr);
    /// ```
    pub fn sniffed(&self) -> Option<Sniffed> {
        self.stream.sniffed()
    }

    /// The sink that parsing writes into now.
    ///
    /// ```
    /// use charsniff::Context;
    /// use charsniff_html5ever::Parser;
    /// use markup5ever_rcdom::RcDom;
    /// let mut parser = Parser::new("text/html; charset=utf-8", &Context::html(), RcDom::default);
    /// parser.push(b"<p>");
    /// assert_eq!(parser.sink().document.children.borrow().len(), 1);
    /// ```
    pub fn sink(&self) -> &S {
        &self.tokenizer.sink.sink
    }

    /// Takes the next bytes, and runs no scripts. Linear in `chunk`; if parsing has to start again, also once in all
    /// bytes before.
    ///
    /// ```
    /// use charsniff::Context;
    /// use charsniff_html5ever::Parser;
    /// let mut parser = Parser::new((), &Context::html(), markup5ever_rcdom::RcDom::default);
    /// parser.push(b"<p>");
    /// parser.push(b"text");
    /// assert_eq!(parser.finish().character_set(), "windows-1252");
    /// ```
    pub fn push(&mut self, chunk: &[u8]) {
        let script = self.push_to_script(chunk);
        self.pass(script);
    }

    /// Takes the next bytes, and parses up to the end of a script, whose element is returned; `None` if there is none
    /// in these bytes. Takes as much time as [`push`](Self::push).
    ///
    /// ```
    /// use charsniff::Context;
    /// use charsniff_html5ever::Parser;
    /// use markup5ever_rcdom::{NodeData, RcDom};
    /// let mut parser = Parser::new("text/html; charset=utf-8", &Context::html(), RcDom::default);
    /// let script = parser.push_to_script(b"<script>1</script><p>").unwrap();
    /// assert!(matches!(&script.data, NodeData::Element { name, .. } if &*name.local == "script"));
    /// assert!(parser.resume().is_none());
    /// ```
    #[must_use = "a script to run, then `resume`"]
    pub fn push_to_script(&mut self, chunk: &[u8]) -> Option<S::Handle> {
        if self.stream.may_change() {
            self.held.extend_from_slice(chunk);
        }
        // The stream replaces malformed sequences, so it returns no error.
        let _ = self.stream.push(chunk, &mut self.text);
        self.resume()
    }

    /// Goes on after a script, up to the end of the next one; `None` if there is none in the bytes so far. Linear in
    /// these.
    ///
    /// ```
    /// use charsniff::Context;
    /// use charsniff_html5ever::Parser;
    /// use markup5ever_rcdom::RcDom;
    /// let mut parser = Parser::new("text/html; charset=utf-8", &Context::html(), RcDom::default);
    /// assert!(parser.push_to_script(b"<script>1</script><script>2</script>").is_some());
    /// assert!(parser.resume().is_some());
    /// assert!(parser.resume().is_none());
    /// ```
    #[must_use = "a script to run, then `resume`"]
    pub fn resume(&mut self) -> Option<S::Handle> {
        let script = loop {
            self.input.push_back(StrTendril::from_slice(&self.text));
            self.text.clear();
            match self.parse() {
                Step::Done if self.text.is_empty() => break None,
                Step::Done => {}
                Step::Script(element) => break Some(element),
                Step::StartAgain => self.start_with_held(),
            }
        };
        if !self.stream.may_change() {
            self.held = Vec::new();
        }
        script
    }

    /// Parses, before all other input, what a script [writes into the
    /// document](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-document-write). Call it
    /// while the script runs, before [`resume`](Self::resume). Returns the element of a script in the text, where
    /// parsing stops as everywhere. Linear in `text`.
    ///
    /// ```
    /// use charsniff::Context;
    /// use charsniff_html5ever::Parser;
    /// use markup5ever_rcdom::RcDom;
    /// let mut parser = Parser::new("text/html; charset=utf-8", &Context::html(), RcDom::default);
    /// assert!(parser.push_to_script(b"<p>1<script>2</script>5").is_some());
    /// assert!(parser.write("3<script>4</script>").is_some());
    /// assert!(parser.resume().is_none());
    /// ```
    #[must_use = "a script to run, then `resume`"]
    pub fn write(&mut self, text: &str) -> Option<S::Handle> {
        let behind = std::mem::take(&mut self.input);
        self.input.push_back(StrTendril::from_slice(text));
        let step = self.parse();
        while let Some(text) = behind.pop_front() {
            self.input.push_back(text);
        }
        match step {
            Step::Done => None,
            Step::Script(element) => Some(element),
            Step::StartAgain => {
                self.start_with_held();
                self.resume()
            }
        }
    }

    /// Ends the page as [`finish`](Self::finish) does, up to the end of a script in the bytes held, whose element is
    /// returned. Called again, it is [`resume`](Self::resume).
    ///
    /// ```
    /// use charsniff::Context;
    /// use charsniff_html5ever::Parser;
    /// use markup5ever_rcdom::RcDom;
    /// let mut parser = Parser::new("text/html", &Context::html(), RcDom::default);
    /// assert!(parser.push_to_script(b"<script>1</script>").is_none());
    /// assert!(parser.end_to_script().is_some());
    /// assert!(parser.resume().is_none());
    /// ```
    #[must_use = "a script to run, then `resume`"]
    pub fn end_to_script(&mut self) -> Option<S::Handle> {
        self.has_ended = true;
        let _ = self.stream.finish(&mut self.text);
        self.resume()
    }

    /// Ends the page, and runs no scripts. Linear in the bytes held.
    ///
    /// ```
    /// use charsniff::Context;
    /// use charsniff_html5ever::Parser;
    /// let mut parser = Parser::new("text/html; charset=utf-8", &Context::html(), markup5ever_rcdom::RcDom::default);
    /// parser.push(b"caf\xC3");
    /// assert_eq!(parser.finish().errors, 1);
    /// ```
    pub fn finish(mut self) -> Document<S::Output> {
        let script = self.end_to_script();
        self.pass(script);
        self.tokenizer.end();
        // Called again, it returns the verdict.
        let Ok(sniffed) = self.stream.finish(&mut self.text) else { unreachable!("malformed sequences are replaced") };
        let Parser { tokenizer, stream, starts, .. } = self;
        Document { output: tokenizer.sink.sink.finish(), sniffed, errors: stream.errors(), starts }
    }

    /// Goes on to the end of what there is.
    fn pass(&mut self, mut script: Option<S::Handle>) {
        while script.is_some() {
            script = self.resume();
        }
    }

    /// Decodes the bytes held once more, in the encoding that was declared.
    fn start_with_held(&mut self) {
        self.starts += 1;
        self.text.clear();
        self.input = BufferQueue::default();
        self.tokenizer = tokenizer(&self.options, (self.new_sink)());
        let held = std::mem::take(&mut self.held);
        // The verdict is certain now, so this does not end in another start.
        let _ = self.stream.push(&held, &mut self.text);
        if self.has_ended {
            let _ = self.stream.finish(&mut self.text);
        }
    }

    /// Parses the input, up to what stops it.
    fn parse(&mut self) -> Step<S::Handle> {
        loop {
            match self.tokenizer.feed(&self.input) {
                TokenizerResult::Done => return Step::Done,
                TokenizerResult::Script(element) => return Step::Script(element),
                TokenizerResult::EncodingIndicator(label) => {
                    let change = self.stream.change_the_encoding(label.as_bytes(), &mut self.text);
                    if let Change::StartAgain { .. } = change {
                        return Step::StartAgain;
                    }
                }
            }
        }
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
    let ParseOpts { mut tokenizer, tree_builder } = options.clone();
    // The decoder has removed it. html5ever would remove U+FEFF at the start of each chunk.
    tokenizer.discard_bom = false;
    Tokenizer::new(TreeBuilder::new(sink, tree_builder), tokenizer)
}
