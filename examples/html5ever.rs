//! Parses a page with html5ever while its bytes arrive, in the encoding that the sniffer finds.
//! When the parser meets a declaration that changes the encoding, it starts again.
//!
//!     cargo run --example html5ever

use charsniff::{Browser, Change, Context, DecodeError, Encoding, Sniffed, Stream};
use html5ever::TokenizerResult;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

/// A tree, the verdict that its text was decoded by, and how often parsing started again.
struct Page {
    dom: RcDom,
    sniffed: Sniffed,
    starts: usize,
}

/// Parses chunks that can be had more than once, as a browser gets them from its cache.
fn parse<'a, I: Iterator<Item = &'a [u8]>>(chunks: impl Fn() -> I, context: &Context) -> Result<Page, DecodeError> {
    let mut stream = Stream::new((), context);
    let mut starts = 0;
    'start: loop {
        starts += 1;
        let tree_builder = TreeBuilder::new(RcDom::default(), TreeBuilderOpts::default());
        let tokenizer = Tokenizer::new(tree_builder, TokenizerOpts::default());
        let input = BufferQueue::default();
        let mut chunks = chunks();
        loop {
            let mut text = String::new();
            let chunk = chunks.next();
            match chunk {
                Some(chunk) => stream.push(chunk, &mut text)?,
                None => drop(stream.finish(&mut text)?),
            }
            input.push_back(StrTendril::from(text));
            loop {
                match tokenizer.feed(&input) {
                    TokenizerResult::Done => break,
                    TokenizerResult::Script(_) => {}
                    TokenizerResult::EncodingIndicator(label) => {
                        let mut rest = String::new();
                        match stream.change_the_encoding(label.as_bytes(), &mut rest) {
                            Change::StartAgain { .. } => continue 'start,
                            Change::Keep | Change::Confirm | Change::Switch { .. } => {
                                input.push_back(StrTendril::from(rest));
                            }
                        }
                    }
                }
            }
            if chunk.is_none() {
                tokenizer.end();
                let sniffed = stream.finish(&mut String::new())?;
                return Ok(Page { dom: tokenizer.sink.sink, sniffed, starts });
            }
        }
    }
}

/// All text in a tree.
fn text_of(node: &Handle, text: &mut String) {
    if let NodeData::Text { contents } = &node.data {
        text.push_str(&contents.borrow());
    }
    node.children.borrow().iter().for_each(|child| text_of(child, text));
}

pub fn main() {
    // 火星 in Shift_JIS, before and after a late declaration.
    let padding = " ".repeat(2000);
    let late = [b"<title>x</title>", padding.as_bytes(), b"<meta charset=shift_jis><p>\x89\xCE\x90\xAF"].concat();
    let later = [b"<title>\x89\xCE\x90\xAF</title>", padding.as_bytes(), b"<meta charset=shift_jis>"].concat();
    for (page, starts) in [(late, 1), (later, 2)] {
        let context = Context::html().detection(charsniff::Detection::Off);
        let parsed = parse(|| page.chunks(500), &context).expect("HTML replaces what is malformed");
        let mut text = String::new();
        text_of(&parsed.dom.document, &mut text);
        println!("{}, parsed {} times: {}", parsed.sniffed, parsed.starts, text.split_whitespace().collect::<String>());
        assert_eq!((parsed.sniffed.encoding, parsed.starts), (Encoding::ShiftJis, starts));
        assert!(text.contains("火星"));

        // A browser's reading never starts again: it finds the declaration before decoding begins.
        let parsed = parse(|| page.chunks(500), &context.as_browser(Browser::Firefox)).expect("as above");
        assert_eq!((parsed.sniffed.encoding, parsed.starts), (Encoding::ShiftJis, 1));
    }
}
