//! The time of `sniff` on a page whose meta is in the first 1,024 bytes, beside the time that
//! html5ever's tokenizer takes to reach that meta, in one process, in turns.
//!
//!     cargo bench --bench sniff
//!
//! The pages are the `.html` files of `../shared/corpus/wikipedia`, and one with a header.

#[path = "decode/measure.rs"]
mod measure;

use std::cell::Cell;
use std::hint::black_box;
use std::path::Path;

use charsniff::{Context, Encoding, Source, sniff};
use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};

/// Stops the tokenizer at the first meta with a charset attribute.
#[derive(Default)]
struct FirstMeta {
    found: Cell<Option<Encoding>>,
}

impl TokenSink for FirstMeta {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        if let Token::TagToken(tag) = token
            && &*tag.name == "meta"
            && let Some(charset) = tag.attrs.iter().find(|attribute| &*attribute.name.local == "charset")
        {
            self.found.set(Encoding::for_label(charset.value.as_bytes()));
            return TokenSinkResult::EncodingIndicator(charset.value.clone());
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
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus/wikipedia");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        return println!("skipped: no {}", folder.display());
    };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    println!("| page | charsniff | html5ever | ratio |");
    println!("| --- | ---: | ---: | ---: |");
    let mut ratios = Vec::new();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|ending| ending == "html")) {
        let page = std::fs::read(path).expect("a readable page");
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
