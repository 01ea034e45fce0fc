//! What `charsniff::html5ever` costs over html5ever alone: `parse` from the bytes of a page, beside html5ever fed with
//! the page's text as a `String`, in one process, in turns. Then the cold start of a short page: sniffing and decoding
//! 20 KB, beside encoding_rs with a prescan written by hand.
//!
//!     cargo bench --bench documents --features html5ever
//!
//! The pages are the `.html` files of `../shared/corpus/wikipedia`.

#[path = "decode/measure.rs"]
mod measure;

use std::hint::black_box;
use std::path::Path;

use charsniff::{Context, decode, html5ever::parse};
use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::RcDom;

/// The label of a `charset=` in the first 1,024 bytes: what programs without a prescan write.
fn charset_by_hand(page: &[u8]) -> &'static encoding_rs::Encoding {
    let head = &page[..page.len().min(1024)];
    let at = memchr::memmem::find(head, b"charset=").map_or(head.len(), |at| at + b"charset=".len());
    let rest = head[at..].strip_prefix(b"\"").unwrap_or(&head[at..]);
    let end = rest.iter().position(|byte| b"\"' >/;".contains(byte)).unwrap_or(rest.len());
    encoding_rs::Encoding::for_label(&rest[..end]).unwrap_or(encoding_rs::WINDOWS_1252)
}

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus/wikipedia");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        return println!("skipped: no {}", folder.display());
    };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    println!("| page | from bytes | from a String | ratio | 20 KB: charsniff | by hand | ratio |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    let (mut ratios, mut starts) = (Vec::new(), Vec::new());
    for path in paths.iter().filter(|path| path.extension().is_some_and(|ending| ending == "html")) {
        let page = std::fs::read(path).expect("a readable page");
        let context = Context::html();
        let text = decode(&page, (), &context).text.into_owned();
        let (ours, theirs) = measure::best_of(
            7,
            &mut || drop(black_box(parse(black_box(&page), (), &context, RcDom::default))),
            &mut || {
                let text = black_box(&text).clone();
                drop(black_box(parse_document(RcDom::default(), ParseOpts::default()).one(text)));
            },
        );
        let start = &page[..page.len().min(20_000)];
        let (sniffed, by_hand) =
            measure::best_of(15, &mut || drop(black_box(decode(black_box(start), (), &context))), &mut || {
                drop(black_box(charset_by_hand(start).decode(black_box(start))))
            });
        let ratio = |a: std::time::Duration, b: std::time::Duration| a.as_secs_f64() / b.as_secs_f64();
        ratios.push(ratio(ours, theirs));
        starts.push(ratio(sniffed, by_hand));
        println!(
            "| {} | {:.2} ms | {:.2} ms | {:.3} | {:.1} µs | {:.1} µs | {:.2} |",
            path.file_name().unwrap_or_default().to_string_lossy(),
            ours.as_secs_f64() * 1e3,
            theirs.as_secs_f64() * 1e3,
            ratio(ours, theirs),
            sniffed.as_secs_f64() * 1e6,
            by_hand.as_secs_f64() * 1e6,
            ratio(sniffed, by_hand),
        );
    }
    let (mean, _) = measure::mean_and_least(&ratios);
    let (mean_of_starts, _) = measure::mean_and_least(&starts);
    println!("\ngeometric means: {mean:.3} times html5ever alone; 20 KB in {mean_of_starts:.2} times the time by hand");
}
