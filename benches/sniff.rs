//! The time of `sniff` on a page whose meta is in the first 1,024 bytes, beside the time that
//! html5ever's tokenizer takes to reach that meta, in one process, in turns.
//!
//!     cargo bench --bench sniff
//!
//! The pages are those of `benches/pages.rs`, and one with a header.

#[path = "decode/measure.rs"]
mod measure;
mod pages;

use std::cell::Cell;
use std::hint::black_box;

use charsniff::{Context, Encoding, Source, sniff};
use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};

/// Stops the tokenizer at the first meta that names a charset.
#[derive(Default)]
struct FirstMeta {
    found: Cell<Option<Encoding>>,
}

impl TokenSink for FirstMeta {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        if let Token::TagToken(tag) = token
            && &*tag.name == "meta"
            && let Some(label) = tag.attrs.iter().find_map(|attribute| match &*attribute.name.local {
                "charset" => Some(&*attribute.value),
                "content" => Some(attribute.value.split_once("charset=")?.1),
                _ => None,
            })
        {
            self.found.set(Encoding::for_label(label.as_bytes()));
            return TokenSinkResult::EncodingIndicator(label.into());
        }
        TokenSinkResult::Continue
    }
}

fn html5ever_tokenizes(start: &str) -> Option<Encoding> {
    let tokenizer = Tokenizer::new(FirstMeta::default(), TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(start));
    let _ = tokenizer.feed(&input);
    tokenizer.sink.found.get()
}

fn main() {
    let paths: Vec<_> = pages::files().into_iter().filter(|path| pages::is_page(path)).collect();
    println!("| page | charsniff | html5ever | ratio |");
    println!("| --- | ---: | ---: | ---: |");
    let mut ratios = Vec::new();
    for path in paths {
        let page = std::fs::read(&path).expect("a readable page");
        let context = Context::html();
        let sniffed = sniff(&page, (), &context);
        let start = String::from_utf8_lossy(&page[..page.len().min(1024)]).into_owned();
        assert_eq!((sniffed.source, Some(sniffed.encoding)), (Source::Meta, html5ever_tokenizes(&start)));
        let (ours, theirs) =
            measure::best_of(15, &mut || _ = black_box(sniff(black_box(&page), (), &context)), &mut || {
                _ = black_box(html5ever_tokenizes(black_box(&start)))
            });
        let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
        ratios.push(ratio);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        println!("| {name} | {} ns | {} ns | {ratio:.1} |", ours.as_nanos(), theirs.as_nanos());
    }
    let (mean, least) = measure::mean_and_least(&ratios);
    println!("\nhtml5ever takes {mean:.1} times as long (geometric mean), {least:.1} at least");

    let page = b"<p>\xCC\xE0\xF0\xF1".repeat(1000);
    let context = Context::html();
    let (labelled, _) = measure::best_of(
        15,
        &mut || _ = black_box(sniff(black_box(&page), "text/html; charset=windows-1251", &context)),
        &mut || _ = black_box(0),
    );
    println!("a page with `Content-Type: text/html; charset=windows-1251`: {} ns", labelled.as_nanos());
}
