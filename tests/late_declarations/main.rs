//! Which `<meta>` a parser acts on: our scanner is compared with html5ever's tree builder on
//! generated pages, and with the HTML standard where html5ever differs from it.

mod pages;
#[path = "../support/tree_builder.rs"]
mod tree_builder;

use charsniff::{
    Change, Context, Detection, Encoding, MetaDeclaration, MetaScanner, MetaStream, Reading, Source, StreamDecoder,
    decode, sniff, sniff_and_change,
};
use pages::page;

/// The first declaration that our scanner finds.
fn ours(page: &str, scripting: bool) -> Option<MetaDeclaration> {
    MetaScanner::new(scripting).scan(page.as_bytes(), true)
}

/// The first declaration that html5ever finds: the encoding, and the end of the tag, in characters.
fn html5ever(page: &str, scripting: bool) -> Option<(Encoding, usize)> {
    let (encoding, left) = tree_builder::declaration(page, scripting)?;
    Some((encoding, page.chars().count() - left))
}

/// Seeds of pages on which html5ever differs, and why the standard says otherwise.
const DIFFERENCES: [(u64, &str); 10] = [
    (7477, CHARSET_NAMES_NOTHING),
    (9433, CHARSET_NAMES_NOTHING),
    (9871, CHARSET_NAMES_NOTHING),
    (22769, CHARSET_NAMES_NOTHING),
    (23440, CHARSET_NAMES_NOTHING),
    (26459, ANNOTATION_XML),
    (26736, CHARSET_NAMES_NOTHING),
    (31604, CHARSET_NAMES_NOTHING),
    (32789, CHARSET_NAMES_NOTHING),
    (34011, CHARSET_NAMES_NOTHING),
];
const CHARSET_NAMES_NOTHING: &str = "a charset that names no encoding does not hide http-equiv and content \
    (\"in head\", meta, second step: \"Otherwise, if the element has an http-equiv attribute\"); html5ever stops at it";
const ANNOTATION_XML: &str = "MathML annotation-xml is special, ends every scope but a table's and, with \
    encoding=text/html, is an HTML integration point where breaking out of foreign content stops; \
    html5ever passes over it";

#[test]
fn html5ever_acts_on_the_same_declaration_on_generated_pages() {
    const PAGES: u64 = 40_000;
    let (mut found, mut hidden) = (0, 0);
    let mut differences = Vec::new();
    for seed in 0..PAGES {
        let page = page(seed);
        for scripting in [true, false] {
            let ours = ours(&page, scripting);
            *if ours.is_some() { &mut found } else { &mut hidden } += 1;
            let characters = |bytes: usize| page[..bytes].chars().count();
            let ours = ours.map(|declaration| (declaration.encoding, characters(declaration.tag.end)));
            let theirs = html5ever(&page, scripting);
            if ours != theirs {
                differences.push(seed);
                if !DIFFERENCES.iter().any(|(known, _)| *known == seed) {
                    println!("{seed}, scripting {scripting}: ours {ours:?}, html5ever {theirs:?}\n{page:?}");
                }
            }
        }
    }
    differences.dedup();
    println!(
        "{PAGES} pages with and without scripting: {found} times a declaration, {hidden} times none; {} pages differ",
        differences.len()
    );
    for (seed, reason) in DIFFERENCES {
        println!("page {seed}: {reason}");
    }
    assert_eq!(differences, DIFFERENCES.map(|(seed, _)| seed));
}

/// These two names have the same 64-bit FNV-1a hash, but for its top bit. What the end tag closes decides whether `title`
/// is an element of HTML, in which a declaration is text, or of SVG.
#[test]
fn long_names_of_tags_are_compared_whole() {
    let (one, other) = ("xrqqcxvidp5b5a", "x2j25kpzjjlfeh");
    for (open, close) in [(one, one), (one, other), (other, one), (other, other)] {
        let is_closed = open == close;
        let title = "<title><meta charset=gbk></title>";
        for (page, is_found) in [
            (format!("<svg><{open}><desc></{close}>{title}"), is_closed),
            (format!("<{open}><svg></{close}>{title}"), !is_closed),
        ] {
            let ours = ours(&page, true).map(|declaration| (declaration.encoding, declaration.tag.end));
            assert_eq!(ours.is_some(), is_found, "{page}");
            assert_eq!(ours, html5ever(&page, true), "{page}");
        }
    }
}

/// Of elements with the same attributes, in any order, the list of active formatting elements keeps three, so that a
/// fourth one is not opened again, and the last end tag here does not close it and the SVG in it.
#[test]
fn attributes_of_formatting_elements_are_compared_as_sets() {
    for (attributes, are_equal) in [
        (["a=1 b=2", "b=2 A=1", "a='1' b=\"2\"", "a=&#49; b=2 a=3"], true),
        (["a=1", "a=1", "a=1", "a=2"], false),
        (["a=x", "a=X", "a=x", "a=x"], false),
        (["", "", "", ""], true),
    ] {
        let open: String = attributes.map(|attributes| format!("<b {attributes}>")).concat();
        let page = format!("<p>{open}</p>x</b></b></b><svg></b><title><meta charset=gbk></title>");
        let ours = ours(&page, true).map(|declaration| (declaration.encoding, declaration.tag.end));
        assert_eq!(ours.is_some(), are_equal, "{page}");
        assert_eq!(ours, html5ever(&page, true), "{page}");
    }
}

/// Found by fuzzing: in quirks mode a `table` does not close a `p`, so the adoption agency leaves
/// `svg` open, and a `script` in that hides nothing.
#[test]
fn a_doctype_decides_on_quirks_mode() {
    const PUBLIC: &str = "PUBLIC '-//W3C//DTD HTML 4.01";
    const IBM: &str = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";
    let quirky = [
        "",
        "</p><!doctype html>",
        "x<!doctype html>",
        "<!doctypo html>",
        "<!doctype>",
        "<!doctype htm>",
        "<!doctype html/>",
        "<!doctype html x>",
        "<!doctype html public>",
        "<!doctype html public x>",
        "<!doctype html public ''x>",
        "<!doctype html public 'a>'>",
        "<!doctype html system>",
        "<!doctype html system 'a>",
        "<!doctype html public 'html'>",
        "<!doctype html public '-/w3c/dtd html 4.0 TRANSITIONAL/en' 'x'>",
        "<!doctype html public '-//W3C//DTD HTML 3.2 Final//EN' 'x'>",
        "<!doctype html public '-//W3C//DTD HTML 4.0 Transitional//EN'>",
        "<!doctype x><!doctype html>",
        &format!("<!doctype html {PUBLIC} Transitional//EN'>"),
        &format!("<!doctype html {PUBLIC} Frameset//'  >"),
        &format!("<!doctype html system \"{IBM}\">"),
        &format!("<!doctype html public '' '{IBM}'>"),
    ];
    let standard = [
        "<!doctype html>",
        " \n<!-- -->\x0C<?xml?><!doctype html>",
        "<!doctypehtml>",
        "<!DocType\tHTML\n>",
        "<!doctype html><!doctype x>",
        "<!doctype html public''>",
        "<!doctype html public '''about:legacy-compat'>",
        "<!doctype html system'about:legacy-compat'>",
        "<!doctype html system '' x>",
        "<!doctype html public '-//W3C//DTD HTML 4.01//EN'>",
        "<!doctype html public 'xhtml'>",
        &format!("<!doctype html {PUBLIC} Transitional//EN' ''>"),
        &format!("<!doctype html public '{IBM}'>"),
    ];
    let doctypes = quirky.iter().map(|doctype| (doctype, true)).chain(standard.iter().map(|doctype| (doctype, false)));
    for (doctype, is_quirky) in doctypes {
        let page = format!("{doctype}<p><b><table><svg></b><script><meta charset=koi8-r>");
        let whole = ours(&page, true);
        assert_eq!(whole.is_some(), is_quirky, "{page}");
        assert_eq!(html5ever(&page, true).is_some(), is_quirky, "{page}");
        let mut scanner = MetaScanner::new(true);
        let found = (0..=page.len()).find_map(|end| {
            let last = end == page.len();
            scanner.scan(&page.as_bytes()[scanner.position()..end], last)
        });
        assert_eq!(found, whole, "byte by byte: {page}");
    }
}

/// Found by random pages in Firefox: white space that is written as a character reference leaves a
/// frameset possible, also in a body.
#[test]
fn a_character_reference_can_be_white_space() {
    let texts = [
        ("&Tab;", true),
        ("&#32;&#x0A;", true),
        ("&Tab", false),
        ("&nbsp;", false),
        ("&#32;x", false),
        ("<svg><![CDATA[ ]]></svg>", true),
        ("<svg><![CDATA[&Tab;]]></svg>", false),
    ];
    for (text, is_white_space) in texts {
        let page = format!("<!DOCTYPE html><math></math>{text}<frameset><meta charset=koi8-r>");
        assert_eq!(ours(&page, true).is_none(), is_white_space, "{page}");
        assert_eq!(html5ever(&page, true).is_none(), is_white_space, "html5ever: {page}");
        assert_eq!(in_chunks(page.as_bytes(), 1).is_empty(), is_white_space, "byte by byte: {page}");
    }
}

#[test]
fn each_character_is_white_space_or_not_however_it_is_written() {
    for c in '\x01'..='\x7F' {
        let is_white_space = "\t\n\x0C\r ".contains(c);
        let as_text = Some(c.to_string()).filter(|_| !"<&".contains(c));
        let as_reference = format!("&#{};", u32::from(c));
        for text in as_text.into_iter().chain([as_reference, format!("<svg><![CDATA[{c}]]></svg>")]) {
            let page = format!("<!DOCTYPE html><math></math>{text}<frameset><meta charset=koi8-r>");
            assert_eq!(ours(&page, true).is_none(), is_white_space, "{page:?}");
            assert_eq!(html5ever(&page, true).is_none(), is_white_space, "html5ever: {page:?}");
            assert_eq!(in_chunks(page.as_bytes(), 1).is_empty(), is_white_space, "byte by byte: {page:?}");
        }
    }
}

#[test]
fn html5ever_acts_on_the_same_declaration_in_the_fixtures() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/pages");
    let mut pages = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "html") {
            continue;
        }
        // Each byte becomes a character: markup is ASCII.
        let page: String = std::fs::read(&path).unwrap().into_iter().map(char::from).collect();
        let bytes: Vec<u8> = page.chars().map(|c| c as u8).collect();
        let found = MetaScanner::new(true).scan(&bytes, true).map(|found| (found.encoding, found.tag.end));
        assert_eq!(found, html5ever(&page, true), "{}", path.display());
        pages += 1;
    }
    println!("{pages} pages");
    assert!(pages > 20);
}

/// All declarations of a page that comes in chunks of `size` bytes.
fn in_chunks(page: &[u8], size: usize) -> Vec<MetaDeclaration> {
    let mut scanner = MetaScanner::new(true);
    let mut found = Vec::new();
    let mut end = 0;
    loop {
        match scanner.scan(&page[scanner.position()..end], end == page.len()) {
            Some(declaration) => found.push(declaration),
            None if end == page.len() => return found,
            None => end = (end + size).min(page.len()),
        }
    }
}

#[test]
fn chunks_of_any_size_give_the_same_declarations() {
    for seed in 0..2_000 {
        let page = page(seed);
        let whole = in_chunks(page.as_bytes(), page.len());
        for size in [1, 2, 3, 7, 64] {
            assert_eq!(in_chunks(page.as_bytes(), size), whole, "{seed}, chunks of {size}: {page:?}");
            let mut stream = MetaStream::new(MetaScanner::new(true));
            let mut pushed: Vec<_> = page.as_bytes().chunks(size).flat_map(|chunk| stream.push(chunk)).collect();
            pushed.extend(stream.end());
            assert_eq!(pushed, whole, "{seed}, pushed in chunks of {size}: {page:?}");
        }
    }
}

/// A tag that never ends is held up to a megabyte, and looked at a bounded number of times.
#[test]
fn an_endless_tag_is_given_up() {
    let mut stream = MetaStream::new(MetaScanner::new(true));
    assert!(stream.push(b"<meta charset=big5><a b='").len() == 1);
    for _ in 0..300 {
        assert!(stream.push(&[b'x'; 4096]).is_empty());
    }
    assert!(stream.is_over() && stream.push(b"'><meta charset=koi8-r>").is_empty());
    assert!(stream.end().is_empty());
}

/// What a scanner beside the parser finds, told to the stream, gives the verdict of the whole page, with its label.
#[test]
fn what_a_scanner_finds_changes_the_encoding() {
    let mut changed = 0;
    for seed in 0..2_000 {
        let page = page(seed);
        let context = Context::html().prescan_limit(8);
        let (mut stream, mut text) = (StreamDecoder::new((), &context), String::new());
        let mut scanner = MetaStream::new(MetaScanner::new(true));
        stream.push(page.as_bytes(), &mut text).unwrap();
        stream.decide(&mut text).unwrap();
        let found = scanner.push(page.as_bytes()).into_iter().chain(scanner.end()).next();
        let change = found.map(|found| stream.change_the_encoding(&found.label, &mut text));
        let (expected, whole) = sniff_and_change(page.as_bytes(), (), &context);
        let ours = stream.sniffed().unwrap();
        assert_eq!(
            (ours.encoding, ours.source, ours.label()),
            (expected.encoding, expected.source, expected.label()),
            "{page}"
        );
        assert_eq!(change.unwrap_or(Change::Keep).as_str() == "keep", whole == Change::Keep, "{page}");
        changed += usize::from(whole != Change::Keep);
    }
    assert!(changed > 200, "{changed}");
}

/// A scanner of the bytes is ahead of the stream, which knows no verdict yet. What it finds is kept until then.
#[test]
fn what_a_scanner_finds_early_is_kept() {
    let (mut early, mut changed) = (0, 0);
    // Only the verdict is compared, so no text is read again.
    let told = |stream: &mut StreamDecoder, found: MetaDeclaration| {
        let _ = stream.change_the_encoding(&found.label, &mut String::new());
    };
    for seed in 0..600 {
        let page = format!("{}{}", page(seed), " ".repeat(seed as usize % 3 * 700));
        let context = Context::html().detection(Detection::Off);
        let (expected, _) = sniff_and_change(page.as_bytes(), (), &context);
        changed += usize::from(sniff(page.as_bytes(), (), &context).encoding != expected.encoding);
        for size in [1, 7, 1_000, page.len()] {
            let (mut stream, mut text) = (StreamDecoder::new((), &context), String::new());
            let mut scanner = MetaStream::new(MetaScanner::new(true));
            let mut found = Vec::new();
            for chunk in page.as_bytes().chunks(size) {
                stream.push(chunk, &mut text).unwrap();
                found.extend(scanner.push(chunk));
                early += usize::from(stream.sniffed().is_none() && !found.is_empty());
                if stream.sniffed().is_some() {
                    found.drain(..).for_each(|found| told(&mut stream, found));
                }
            }
            stream.finish(&mut text).unwrap();
            found.into_iter().chain(scanner.end()).for_each(|found| told(&mut stream, found));
            assert_eq!(stream.sniffed().unwrap().encoding, expected.encoding, "{size}: {page}");
        }
    }
    assert!(early > 200 && changed > 50, "{early} {changed}");
}

#[test]
fn streams_do_as_browsers_do_whatever_the_chunks() {
    let context = Context::html().reading(Reading::Chromium);
    let mut late = 0;
    for seed in 0..1_500 {
        let padding = " ".repeat(seed as usize % 3 * 700);
        let page = format!("{}{padding}<link>{}", page(seed), page(seed + 1));
        let bytes = [page.as_bytes(), b"\xE9\xC9\xB8"].concat();
        let whole = decode(&bytes, (), &context);
        let mut texts = Vec::new();
        for size in [1, 5, 333, bytes.len()] {
            let mut stream = StreamDecoder::new((), &context);
            let mut text = String::new();
            bytes.chunks(size).for_each(|chunk| stream.push(chunk, &mut text).unwrap());
            texts.push((stream.finish(&mut text).unwrap(), text));
        }
        assert!(texts.iter().all(|text| *text == texts[0]), "{seed}: {page:?}");
        // If nothing is declared, the stream's detector has seen less than the whole page.
        if whole.sniffed.source == Source::Meta {
            assert_eq!(texts[0], (whole.sniffed, whole.text.into_owned()), "{seed}: {page:?}");
            late += usize::from(sniff(&bytes, (), &Context::html()) != whole.sniffed);
        }
    }
    println!("{late} pages that browsers read otherwise than the standard's prescan");
    assert!(late > 100);
}

/// A browser ignores a declaration far down in the body, even if the parser meets it.
#[test]
fn a_stream_changes_nothing_as_a_browser() {
    let page = [b"<body>".as_slice(), &[b' '; 1100], b"<meta charset=koi8-r>"].concat();
    for reading in [Reading::Chromium, Reading::Firefox, Reading::Crawler] {
        let mut stream = StreamDecoder::new((), &Context::html().reading(reading));
        let mut text = String::new();
        stream.push(&page, &mut text).unwrap();
        stream.decide(&mut text).unwrap();
        assert_eq!(stream.change_the_encoding(b"koi8-r", &mut text), Change::Keep);
        let default = if reading == Reading::Crawler { Encoding::Utf8 } else { Encoding::Windows1252 };
        assert_eq!(stream.finish(&mut text).unwrap().encoding, default);
    }
}

#[test]
fn a_stream_changes_its_encoding() {
    let head = [b"<title>x</title>".as_slice(), &[b' '; 1100], b"<meta charset=koi8-r>"].concat();
    let tail = b"\xED\xC1\xD2\xD3";

    // The text so far was ASCII: only the rest is decoded in the new encoding.
    let mut stream = StreamDecoder::new((), &Context::html());
    let mut text = String::new();
    stream.push(&head, &mut text).unwrap();
    let change = stream.change_the_encoding(b"koi8-r", &mut text);
    assert_eq!(change, Change::Switch { encoding: Encoding::Koi8R, agreed: head.len() });
    assert_eq!(stream.change_the_encoding(b"big5", &mut text), Change::Keep);
    stream.push(tail, &mut text).unwrap();
    stream.finish(&mut text).unwrap();
    assert!(text.ends_with(">Марс"));

    // The text so far was not ASCII: the stream starts again.
    let page = [tail.as_slice(), &head].concat();
    let mut stream = StreamDecoder::new((), &Context::html().locale("ru"));
    let mut text = String::new();
    stream.push(&page, &mut text).unwrap();
    stream.decide(&mut text).unwrap();
    let before = stream.sniffed().unwrap().encoding;
    match stream.change_the_encoding(b"koi8-r", &mut text) {
        Change::StartAgain { encoding, agreed } => {
            assert_eq!((encoding, agreed), (Encoding::Koi8R, 0));
            text.clear();
            stream.push(&page, &mut text).unwrap();
        }
        change => assert_eq!((change, before), (Change::Confirm, Encoding::Koi8R)),
    }
    let sniffed = stream.finish(&mut text).unwrap();
    assert!(text.starts_with("Марс"));
    assert_eq!((sniffed.encoding, sniffed.source), (Encoding::Koi8R, Source::Meta));
}

/// Found by parsing random pages with html5ever: the text of a page in replacement is one U+FFFD, so its
/// parser meets no declaration.
#[test]
fn nothing_changes_a_page_in_replacement() {
    let page = b"<title><meta charset=replacement></title><meta charset=koi8-r>";
    let (sniffed, change) = sniff_and_change(page, (), &Context::html());
    assert_eq!((sniffed, change), (sniff(page, (), &Context::html()), Change::Keep));
    assert_eq!(sniffed.encoding, Encoding::Replacement);
}

#[test]
fn what_hides_a_meta_and_what_does_not() {
    const META: &str = "<meta charset=koi8-r>";
    let cases = [
        // Comments end where the tokenizer ends them.
        ("<!--", "-->", false),
        ("<!-->", "", true),
        ("<!--->", "", true),
        ("<!--x--!>", "", true),
        ("<!--x-- >", "-->", false),
        ("<!x ", ">", false),
        ("<?xml ", "?>", false),
        ("</ ", ">", false),
        ("</x y='", "'>", false),
        ("<a title='", "'>", false),
        ("<a title=", ">", false),
        // Raw text and escapable raw text.
        ("<title>", "</title>", false),
        ("<title></titlex>", "</title>", false),
        ("<title></TITLE x>", "", true),
        ("<textarea>", "</textarea>", false),
        ("<style>", "</style>", false),
        ("<xmp>", "</xmp>", false),
        ("<iframe>", "</iframe>", false),
        ("<noembed>", "</noembed>", false),
        ("<noframes>", "</noframes>", false),
        ("<noscript>", "</noscript>", false),
        ("<plaintext></plaintext>", "", false),
        ("<script>", "</script>", false),
        ("<script><!--</script>", "-->", true),
        ("<script><!--<script></script>", "</script>", false),
        ("<script><!--<script></script></script>", "-->", true),
        ("<script><!--><script></script>", "", true),
        // Foreign elements, templates, tables, select, framesets.
        ("<svg>", "</svg>", true),
        ("<svg><style>", "</style></svg>", true),
        ("<svg><foreignObject><style>", "</style></svg>", false),
        ("<svg><![CDATA[>", "]]></svg>", false),
        ("<svg><desc><![CDATA[>", "]]></svg>", false),
        ("<svg><desc><p><![CDATA[>", "]]></svg>", true),
        ("<math><mi>", "</mi></math>", true),
        ("<template>", "</template>", true),
        ("<template><col>", "</template>", false),
        ("<template><col><style>", "</template>", false),
        ("<table><tr>", "</table>", true),
        ("<table><colgroup>", "</table>", true),
        ("<select><option>", "</select>", true),
        ("<frameset>", "</frameset>", false),
        ("<frameset></frameset>", "", false),
        ("<p></p><frameset>", "", false),
        ("<p>text</p><frameset>", "", true),
        ("</head>", "", true),
        ("<body></body></html>", "", true),
    ];
    for (before, after, counts) in cases {
        let page = format!("<!DOCTYPE html>{before}{META}{after}");
        assert_eq!(ours(&page, true).is_some(), counts, "{page}");
        assert_eq!(html5ever(&page, true).is_some(), counts, "html5ever: {page}");
    }
    let page = format!("<noscript>{META}</noscript>");
    assert!(ours(&page, false).is_some());
    assert!(html5ever(&page, false).is_some());
}

#[test]
fn a_stray_br_ends_the_head() {
    let page = |before: &str| format!("<title>x</title>{before}{}<meta charset=koi8-r>", " ".repeat(1024));
    for (before, ends) in [("", false), ("</br>", true), ("</link>", false), ("<br>", true)] {
        let page = page(before);
        assert_eq!(ours(&page, true).unwrap().in_head, !ends, "{before}");
        for browser in [Reading::Chromium, Reading::Firefox] {
            let found = MetaScanner::for_reading(browser, 1024).scan(page.as_bytes(), true);
            assert_eq!(found.is_none(), ends, "{before}: {browser}");
        }
    }
}

/// An attribute's name may begin with `=`, and may consist of it.
#[test]
fn an_equals_sign_is_an_attribute() {
    for page in ["<meta = charset=koi8-r>", "<meta =charset=gbk charset=koi8-r>"] {
        let found = |mut scanner: MetaScanner| scanner.scan(page.as_bytes(), true).map(|found| found.encoding);
        assert_eq!(found(MetaScanner::new(true)), Some(Encoding::Koi8R), "{page}");
        for browser in [Reading::Chromium, Reading::Firefox] {
            assert_eq!(found(MetaScanner::for_reading(browser, 1024)), Some(Encoding::Koi8R), "{page}: {browser}");
        }
        assert_eq!(sniff(page.as_bytes(), (), &Context::html()).encoding, Encoding::Koi8R, "{page}");
    }
}

#[test]
fn where_html5ever_differs_from_the_standard() {
    // `link`, `base`, `basefont` and `bgsound` declare nothing.
    let page = "<link charset=big5><meta charset=koi8-r>";
    assert_eq!(html5ever(page, true), Some((Encoding::Big5, 19)));
    assert_eq!(ours(page, true).map(|declaration| declaration.encoding), Some(Encoding::Koi8R));
    // A charset that names no encoding does not hide http-equiv and content.
    let page = "<meta charset=none http-equiv=content-type content='charset=koi8-r'>";
    assert_eq!(html5ever(page, true), None);
    assert_eq!(ours(page, true).map(|declaration| declaration.encoding), Some(Encoding::Koi8R));
    // Found by fuzzing: MathML's `mi` and SVG's `desc` are special elements. A list item does not
    // close another one across them, and an end tag does not reach its element.
    let list = "<li><b><math><mi><li><svg></b><script><meta charset=koi8-r>";
    let end_tag = "<body><noscript><svg><desc><svg></noscript><style><meta charset=koi8-r>";
    for page in [list, end_tag] {
        assert_eq!(html5ever(page, false), None);
        assert_eq!(ours(page, false).map(|declaration| declaration.encoding), Some(Encoding::Koi8R));
    }
}

#[test]
fn hostile_pages_cost_linear_time() {
    // Each of these once made some parser read the page again for every tag.
    for unit in
        ["<meta a='", "<meta charset=koi8-r a='", "<!--<meta charset=big5>", "<b>", "<svg>", "<p><b x=", "</x>", "<a>"]
    {
        let page = unit.repeat(400_000 / unit.len());
        for scripting in [true, false] {
            ours(&page, scripting);
        }
        assert_eq!(in_chunks(page.as_bytes(), 997), in_chunks(page.as_bytes(), page.len()), "{unit}");
    }
}

#[test]
fn character_references_that_a_label_can_need_are_decoded() {
    for (attributes, encoding) in [
        ("charset=koi8&#45;r", Some(Encoding::Koi8R)),
        ("charset=koi8&#x2dr", Some(Encoding::Koi8R)),
        ("charset=&#X6b;oi8&#0000000000045r", Some(Encoding::Koi8R)),
        ("charset=iso_8859-1&colon;1987", Some(Encoding::Windows1252)),
        ("charset='&Tab;gbk&NewLine;'", Some(Encoding::Gbk)),
        ("http-equiv=content-type content='charset&equals;&quot;big5&quot;'", Some(Encoding::Big5)),
        // No semicolon, but no letter, digit or `=` either.
        ("http-equiv=content-type content='charset=&quot big5 &quot'", Some(Encoding::Big5)),
        ("http-equiv=content-type content='charset=&quotbig5&quot'", None),
        ("charset='&#;gbk'", None),
        ("charset='gbk&x;'", None),
        ("charset='gbk&#0;'", None),
        ("charset='gbk&#xD800;'", None),
        ("charset='gbk&#99999999999;'", None),
        ("charset='gbk&'", None),
    ] {
        let found = ours(&format!("<meta {attributes}>"), true).map(|found| found.encoding);
        assert_eq!(found, encoding, "{attributes}");
    }
}

/// The verdict's encoding, the label of the `<meta>`, and what was read.
#[test]
fn the_encoding_changes_by_the_steps_of_the_standard() {
    use Encoding as E;
    let cases: [(E, &str, &[u8], Change); 13] = [
        (E::Utf16Le, "utf-8", b"a\0", Change::Keep),
        (E::Utf16Be, "big5", b"", Change::Keep),
        (E::Utf8, "utf-8", b"\xC3", Change::Confirm),
        (E::Utf8, "utf-16be", b"\xC3", Change::Confirm),
        (E::Windows1252, "x-user-defined", b"\xFF", Change::Confirm),
        (E::Windows1252, "koi8-r", b"abc", Change::Switch { encoding: E::Koi8R, agreed: 3 }),
        (E::Windows1252, "utf-16le", b"", Change::Switch { encoding: E::Utf8, agreed: 0 }),
        (E::Windows1252, "koi8-r", b"ab\xE9c", Change::StartAgain { encoding: E::Koi8R, agreed: 2 }),
        (E::Gbk, "gb18030", b"\xB0\xA1", Change::Switch { encoding: E::Gb18030, agreed: 2 }),
        (E::Iso8859_8, "iso-8859-8-i", b"\xE0", Change::Switch { encoding: E::Iso8859_8I, agreed: 1 }),
        (E::Iso2022Jp, "shift_jis", b"a\x1B(B", Change::StartAgain { encoding: E::ShiftJis, agreed: 1 }),
        (E::Utf8, "iso-2022-jp", b"a\n", Change::Switch { encoding: E::Iso2022Jp, agreed: 2 }),
        (E::Utf8, "replacement", b"a", Change::StartAgain { encoding: E::Replacement, agreed: 0 }),
    ];
    for (current, label, read, change) in cases {
        let context = Context::html().history(current);
        let mut sniffed = sniff(b"", (), &context);
        assert_eq!(sniffed.encoding, current);
        assert_eq!(sniffed.change_the_encoding(label.as_bytes(), read), change, "{current} to {label}");
    }
}
