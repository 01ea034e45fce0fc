//! Pages through html5ever's own tree, compared with `sniff_and_change` and with html5ever fed with the
//! right text; scripts.

#[path = "../../../tests/late_declarations/pages.rs"]
mod pages;
#[path = "../../../tests/support/random.rs"]
mod random;

use charsniff::{Change, Context, Detection, Encoding, Reading, sniff, sniff_and_change};
use charsniff_html5ever::{Document, Parser, parse, parse_reader};
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

/// In a browser's reading the declarations are found before there is text, so nothing starts again.
#[test]
fn as_a_browser_a_page_is_parsed_once() {
    for browser in [Reading::Chromium, Reading::Firefox] {
        let context = Context::html().reading(browser).detection(Detection::Off);
        for seed in 0..2_000 {
            let bytes = [pages::page(seed).as_bytes(), b"\xCD\xC1<p>", pages::page(seed + 1).as_bytes()].concat();
            let document = parse(&bytes, "text/html", &context, RcDom::default);
            assert_eq!(
                (document.sniffed.encoding, document.starts),
                (sniff(&bytes, "text/html", &context).encoding, 1)
            );
        }
    }
}

/// U+FEFF is a character after the start, also where a chunk begins with it.
#[test]
fn a_mark_inside_a_page_is_text_in_chunks_of_any_size() {
    let page = "\u{FEFF}<p>\u{FEFF}a\u{FEFF}<p>\u{FEFF}".as_bytes();
    let expected = "<p>\u{FEFF}a\u{FEFF}</p><p>\u{FEFF}</p>";
    for size in 1..page.len() {
        let mut parser = Parser::new((), &Context::html(), RcDom::default);
        page.chunks(size).for_each(|chunk| parser.push(chunk));
        let html = html(parser.finish().output);
        assert!(html.contains(expected), "{size}: {html:?}");
    }
}

/// The text of an element.
fn text_of(element: &markup5ever_rcdom::Handle) -> String {
    let children = element.children.borrow();
    let texts = children.iter().filter_map(|child| match &child.data {
        markup5ever_rcdom::NodeData::Text { contents } => Some(contents.borrow().to_string()),
        _ => None,
    });
    texts.collect()
}

/// Runs scripts: each writes its own text, with `[` for `<script>` and `]` for `</script>`.
fn with_scripts(page: &[u8], size: usize, context: &Context) -> (Vec<String>, Document<RcDom>) {
    let (mut ran, mut starts) = (Vec::new(), 0);
    let mut parser = Parser::new("text/html", context, || {
        starts += 1;
        RcDom::default()
    });
    let run = |parser: &mut Parser<RcDom, _>, mut script: Option<markup5ever_rcdom::Handle>| {
        while let Some(element) = script {
            let text = text_of(&element);
            // It runs before what is after it is in the tree.
            assert!(!html_so_far(parser.sink()).contains("behind"), "{text}");
            script = parser.write(&text.replace('[', "<script>").replace(']', "</script>"));
            ran.push(text);
            script = script.or_else(|| parser.resume());
        }
    };
    let mut run = run;
    for chunk in page.chunks(size) {
        let script = parser.push_to_script(chunk);
        run(&mut parser, script);
    }
    let script = parser.end_to_script();
    run(&mut parser, script);
    let document = parser.finish();
    (ran, document)
}

fn html_so_far(dom: &RcDom) -> String {
    let mut html = Vec::new();
    let handle: SerializableHandle = dom.document.clone().into();
    serialize(&mut html, &handle, SerializeOpts::default()).unwrap();
    String::from_utf8(html).unwrap()
}

/// What a script writes is parsed after it, before all else: also a script in it, and the start of one that the page
/// ends.
#[test]
fn scripts_run_where_they_end_and_write_there() {
    let page = b"<p>\xE9<script>1[2[3]4]5</script><p>6<script>7</script>behind";
    let context = Context::html().detection(Detection::Off);
    for size in 1..page.len() {
        let (ran, document) = with_scripts(page, size, &context);
        assert_eq!(ran, ["1[2[3]4]5", "2<script>3", "34", "7"], "{size}");
        let html = html(document.output);
        let expected = "<p>\u{E9}<script>1[2[3]4]5</script>1<script>2<script>3</script>2<script>34</script>345</p>\
            <p>6<script>7</script>7behind</p></body></html>";
        assert!(html.ends_with(expected), "{html}");
    }
}

/// A page that declares its encoding late starts again, and its scripts run again.
#[test]
fn scripts_run_again_when_parsing_starts_again() {
    let page = b"<title>\xCD\xC1</title><script>1</script><meta charset=koi8-r><script>\xCD\xC1</script>";
    let context = Context::html().detection(Detection::Off).prescan_limit(1);
    for size in [1, 7, page.len()] {
        let (ran, document) = with_scripts(page, size, &context);
        assert_eq!((ran.join(" ").as_str(), document.starts), ("1 1 ма", 2), "{size}");
    }
    // What a script writes may declare it, too.
    let page = b"<title>\xCD\xC1</title><script><meta charset=koi8-r></script><p>\xCD\xC1";
    let (ran, document) = with_scripts(page, page.len(), &context);
    assert_eq!((ran.len(), document.starts, document.character_set()), (2, 2, "KOI8-R"));
}
