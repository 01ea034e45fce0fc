//! Asks html5ever's tree builder for a declaration. The fuzz target `declarations` uses it too.

use charsniff::Encoding;
use html5ever::TokenizerResult;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use markup5ever_rcdom::RcDom;

/// The first encoding that a tag declares, and how many characters follow the tag.
pub fn declaration(page: &str, scripting: bool) -> Option<(Encoding, usize)> {
    let opts = TreeBuilderOpts { scripting_enabled: scripting, ..TreeBuilderOpts::default() };
    let tokenizer = Tokenizer::new(TreeBuilder::new(RcDom::default(), opts), TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(page));
    loop {
        match tokenizer.feed(&input) {
            TokenizerResult::Done => return None,
            TokenizerResult::Script(_) => {}
            TokenizerResult::EncodingIndicator(label) => {
                if let Some(encoding) = Encoding::for_label(label.as_bytes()) {
                    return Some((encoding, std::iter::from_fn(|| input.next()).count()));
                }
            }
        }
    }
}
