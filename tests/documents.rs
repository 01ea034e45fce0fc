//! `charsniff::html5ever`: pages through html5ever's own tree, compared with `sniff_and_change`, with html5ever fed
//! with the right text, and with what Chromium and Firefox answered (`tests/browser_record` uses it too).

#[path = "late_declarations/pages.rs"]
mod pages;
#[path = "support/random.rs"]
mod random;

use charsniff::html5ever::{Document, Parser, parse, parse_reader};
use charsniff::{Change, Context, Detection, Encoding, sniff_and_change};
use html5ever::serialize::{SerializeOpts, serialize};
use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::{RcDom, SerializableHandle};
use random::Random;

fn html(dom: RcDom) -> String {
    let mut html = Vec::new();
    let handle: SerializableHandle = dom.document.into();
    serialize(&mut html, &handle, SerializeOpts::default()).unwrap();
    String::from_utf8(html).unwrap()
}

/// The tree of `bytes`, decoded from `encoding` as a whole.
fn expected(bytes: &[u8], encoding: Encoding) -> String {
    let text = encoding.decode(bytes).0;
    html(parse_document(RcDom::default(), ParseOpts::default()).one(&*text))
}

fn in_chunks(bytes: &[u8], context: &Context, random: &mut Random) -> Document<RcDom> {
    let mut parser = Parser::new("text/html", context, RcDom::default);
    let mut rest = bytes;
    while !rest.is_empty() {
        let (chunk, after) = rest.split_at(random.below(rest.len() + 1).min(1 + random.below(200)));
        parser.push(chunk);
        rest = after;
    }
    parser.finish()
}

/// Random pages in the standard's reading. The prescan sees little of them, so that many declarations come late, and
/// some of them after letters above 7F, which start the parser again.
#[test]
fn random_pages_have_the_encoding_and_the_tree_of_the_whole() {
    const PAGES: u64 = 20_000;
    let mut random = Random::new(1);
    let (mut again, mut switched, mut differing) = (0, 0, Vec::new());
    for seed in 0..PAGES {
        let mut bytes = pages::page(seed).into_bytes();
        if seed % 2 == 0 {
            bytes.splice(0..0, *b"\xCD\xC1<p>");
        }
        let context = Context::html().detection(Detection::Off).prescan_limit(8);
        let (sniffed, change) = sniff_and_change(&bytes, "text/html", &context);
        let whole = parse(&bytes, "text/html", &context, RcDom::default);
        let chunks = in_chunks(&bytes, &context, &mut random);
        assert_eq!(whole.character_set(), chunks.character_set(), "{seed}");
        if whole.sniffed.encoding != sniffed.encoding {
            differing.push(seed);
            continue;
        }
        again += usize::from(matches!(change, Change::StartAgain { .. }));
        switched += usize::from(matches!(change, Change::Switch { .. }));
        // Text after the declaration may be decoded already, and differ.
        let may_start_again = matches!(change, Change::StartAgain { .. } | Change::Switch { .. });
        assert!(whole.starts <= 1 + usize::from(may_start_again), "{seed}: {} starts", whole.starts);
        let expected = expected(&bytes, sniffed.encoding);
        assert_eq!(html(whole.output), expected, "{seed}");
        assert_eq!(html(chunks.output), expected, "{seed}");
    }
    println!("{PAGES} pages: {again} started again, {switched} switched");
    assert!(again > 500 && switched > 500, "{again}, {switched}");
    // html5ever stops at a charset that names nothing (tests/late_declarations says why that is wrong).
    assert!(differing.len() < 10, "{differing:?}");
}

#[test]
fn a_reader_that_fails_gives_its_error() {
    let broken = std::io::Read::chain(&b"<p>text"[..], Broken);
    let error = parse_reader(broken, (), &Context::html(), RcDom::default).err();
    assert_eq!(error.map(|error| error.kind()), Some(std::io::ErrorKind::ConnectionReset));
}

struct Broken;

impl std::io::Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        Err(std::io::ErrorKind::ConnectionReset.into())
    }
}

/// A declaration at the very end changes the encoding, and the page is parsed again from its start.
#[test]
fn a_change_at_the_very_end_of_a_page() {
    let page = b"\xCD\xC1\xD2\xD3<meta charset=koi8-r>";
    let context = Context::html().detection(Detection::Off).prescan_limit(1);
    let document = parse(page, (), &context, RcDom::default);
    assert_eq!((document.character_set(), document.starts), ("KOI8-R", 2));
    let html = html(document.output);
    assert!(html.contains("марс"), "{html}");
}

/// Any sink will do: `scraper` has one of its own.
#[test]
fn a_document_of_scraper() {
    let page = b"<title>\xE9</title><meta charset=windows-1251>";
    let context = Context::html().prescan_limit(1).detection(Detection::Off);
    let document = parse(page, (), &context, || scraper::HtmlTreeSink::new(scraper::Html::new_document()));
    let title = scraper::Selector::parse("title").unwrap();
    let title = document.output.select(&title).next().map(|title| title.inner_html());
    assert_eq!((title.as_deref(), document.starts), (Some("й"), 2));
}
