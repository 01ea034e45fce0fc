//! What `charsniff_html5ever` costs over html5ever alone: `parse` from the bytes of a page, beside html5ever fed with the
//! page's text as a `String`, in one process, in turns.
//!
//!     cargo bench -p charsniff-html5ever
//!
//! The pages are those of `benches/pages.rs`. All times are the thread's own, so that other
//! programs matter little.

#[path = "../../../benches/pages.rs"]
mod pages;

use std::hint::black_box;
use std::time::Duration;

use charsniff::{Context, decode};
use charsniff_html5ever::parse;
use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::RcDom;
use rustix::time::{ClockId, clock_gettime};

/// How often each is measured, in turns. The least time counts.
const ROUNDS: u32 = 15;

fn time(call: &mut dyn FnMut()) -> Duration {
    let now = || {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    };
    let start = now();
    call();
    now() - start
}

fn main() {
    println!("| page | `charsniff_html5ever`, from bytes | html5ever, from a String | ratio |");
    println!("| --- | ---: | ---: | ---: |");
    let mut ratios = Vec::new();
    for path in pages::files().into_iter().filter(|path| pages::is_page(path)) {
        let page = std::fs::read(&path).expect("a readable page");
        let context = Context::html();
        let text = decode(&page, (), &context).text.into_owned();
        let mut best = [Duration::MAX; 2];
        for _ in 0..ROUNDS {
            let ours = time(&mut || drop(black_box(parse(black_box(&page), (), &context, RcDom::default))));
            let theirs = time(&mut || {
                let text = black_box(&text).clone();
                drop(black_box(parse_document(RcDom::default(), ParseOpts::default()).one(text)));
            });
            best = [best[0].min(ours), best[1].min(theirs)];
        }
        let [ours, theirs] = best.map(|time| time.as_secs_f64() * 1e3);
        let name = path.file_stem().unwrap_or_default().display();
        println!("| {name} | {ours:.2} ms | {theirs:.2} ms | {:.3} |", ours / theirs);
        ratios.push(ours / theirs);
    }
    let mean = ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64;
    println!("\ngeometric mean: {:.3}", mean.exp());
}
