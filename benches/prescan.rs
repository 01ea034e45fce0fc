//! The prescan of the first 1,024 bytes (`sniff` of a page for `XMLHttpRequest`, which has no detector), beside a search of
//! the same bytes by the crate `aho-corasick`, which only finds where declarations may start.
//!
//!     cargo bench --bench prescan

use std::hint::black_box;
use std::time::{Duration, Instant};

use aho_corasick::AhoCorasick;
use charsniff::{Context, sniff};

/// What a search for declarations needs at least: the start of a tag and of a comment.
const TWO: [&str; 2] = ["<meta", "<!--"];
/// With it, the attributes and all else in which a declaration does not count.
const TEN: [&str; 10] =
    ["<meta", "<!--", "-->", "charset", "http-equiv", "content", "<?xml", "<script", "<style", "<title"];

const LIMIT: usize = 1024;

fn repeated(part: &str) -> Vec<u8> {
    part.bytes().cycle().take(LIMIT).collect()
}

fn finder(starts: &[&str]) -> AhoCorasick {
    AhoCorasick::builder().ascii_case_insensitive(true).build(starts).expect("few patterns")
}

/// The least time of a call, in nanoseconds, over rounds of 1,000 calls.
fn nanoseconds(call: &mut dyn FnMut()) -> u128 {
    let round = |_| {
        let start = Instant::now();
        (0..1000).for_each(|_| call());
        start.elapsed()
    };
    (0..200).map(round).min().unwrap_or_default().as_nanos() / 1000
}

fn main() {
    let real = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/manuals/ru.html"));
    let real: Vec<u8> = real.expect("a page of the fixtures").into_iter().take(LIMIT).collect();
    let pages = [
        ("a manual's page, with a `meta`", real),
        ("text without a tag", repeated("some text without tags, as long as it takes; ")),
        ("tags without a `meta`", repeated("<p class=x><a href='y'>z</a> ")),
    ];
    let (two, ten) = (finder(&TWO), finder(&TEN));
    let context = Context::xhr_html();
    println!("| the first 1,024 bytes | prescan | `aho-corasick`, 2 patterns | 10 patterns |");
    println!("| --- | ---: | ---: | ---: |");
    for (name, page) in &pages {
        let prescan = nanoseconds(&mut || _ = black_box(sniff(black_box(page), (), &context)));
        let [two, ten] =
            [&two, &ten].map(|finder| nanoseconds(&mut || _ = black_box(finder.find_iter(black_box(page)).count())));
        println!("| {name} | {prescan} ns | {two} ns | {ten} ns |");
    }
    let mut built = Duration::MAX;
    for _ in 0..200 {
        let start = Instant::now();
        black_box(finder(black_box(&TEN)));
        built = built.min(start.elapsed());
    }
    println!("| to be built | | | {} µs, {} KB |", built.as_micros(), ten.memory_usage() / 1000);
}
