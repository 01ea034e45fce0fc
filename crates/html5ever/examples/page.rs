//! From the bytes of a page to a document: `charsniff_html5ever` sniffs, decodes, parses with html5ever, and
//! starts again where a declaration comes late and the text before it was decoded wrongly.
//!
//!     cargo run -p charsniff-html5ever --example page

use charsniff::{Context, Detection, Source};
use charsniff_html5ever::{Document, Parser, parse};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

/// All text in a tree.
fn text_of(node: &Handle, text: &mut String) {
    if let NodeData::Text { contents } = &node.data {
        text.push_str(&contents.borrow());
    }
    node.children.borrow().iter().for_each(|child| text_of(child, text));
}

fn text(document: &Document<RcDom>) -> String {
    let mut text = String::new();
    text_of(&document.output.document, &mut text);
    text.split_whitespace().collect()
}

pub fn main() {
    // 火星 in Shift_JIS, before a declaration that the prescan does not reach.
    let page = [b"<title>\x89\xCE\x90\xAF</title>", &[b' '; 2000][..], b"<meta charset=shift_jis>"].concat();
    let context = Context::html().detection(Detection::Off);

    // All bytes at hand.
    let document = parse(&page, "text/html", &context, RcDom::default);
    println!("{}, parsed {} times: {}", document.sniffed, document.starts, text(&document));
    assert_eq!((document.character_set(), document.sniffed.source), ("Shift_JIS", Source::Meta));
    assert_eq!((document.starts, text(&document).as_str()), (2, "火星"));

    // Bytes that arrive in chunks.
    let mut parser = Parser::new("text/html", &context, RcDom::default);
    page.chunks(500).for_each(|chunk| parser.push(chunk));
    let document = parser.finish();
    assert_eq!((document.starts, text(&document).as_str()), (2, "火星"));
}
