//! The crawler's reading: where its verdict differs from the browser's, and that `explain` reports the difference.

use charsniff::{
    Confidence, Context, Detection, Encoding, Kind, Reading, Source, Stage, StreamDecoder, explain, sniff,
};

/// A page, its Content-Type, the browser's verdict, the crawler's, and the stage at which they
/// differ.
type Case<'a> = (&'a [u8], &'a str, (Encoding, Source), (Encoding, Source), Option<Stage>);

#[test]
fn a_crawlers_verdict_differs_where_it_says() {
    use Encoding::*;
    use Source::*;
    let late = [b"<title>x</title>".as_slice(), &[b' '; 5000], b"<meta charset=gbk>"].concat();
    let ignored = [b"<title>x</title><body>".as_slice(), &[b' '; 5000], b"<meta charset=gbk>"].concat();
    let misspelled = [b"<title>x</title>".as_slice(), &[b' '; 5000], b"<meta charset=gb_k>"].concat();
    let cases: [Case<'_>; 13] = [
        (b"", "", (Windows1252, Default), (Utf8, Default), Some(Stage::Default)),
        (b"<meta charset=gbk>", "", (Gbk, Meta), (Gbk, Meta), None),
        (b"<meta charset=gbk>", "text/html;charset=big5", (Big5, Transport), (Big5, Transport), None),
        (b"", "text/html;charset=utf_8", (Windows1252, Default), (Utf8, Transport), Some(Stage::Transport)),
        (b"", "text/html;charset:cp-1251", (Windows1252, Default), (Windows1251, Transport), Some(Stage::Transport)),
        (b"", "charset=koi8-r", (Windows1252, Default), (Koi8R, Transport), Some(Stage::Transport)),
        (b"<meta charset=windows1251>", "", (Windows1252, Default), (Windows1251, Meta), Some(Stage::Prescan)),
        (b"<?xml encoding='utf_8'?>", "", (Windows1252, Default), (Utf8, XmlDeclaration), Some(Stage::Prescan)),
        // The first declaration counts, misspelled or not.
        (b"<meta charset=cp-1251><meta charset=gbk>", "", (Gbk, Meta), (Windows1251, Meta), Some(Stage::Prescan)),
        // This is not a declaration.
        (b"<script charset=windows1251></script>", "", (Windows1252, Default), (Utf8, Default), Some(Stage::Default)),
        // Declarations that browsers find, and that they do not find.
        (&late, "", (Gbk, Meta), (Gbk, Meta), None),
        (&ignored, "", (Windows1252, Default), (Utf8, Default), Some(Stage::Default)),
        (&misspelled, "", (Windows1252, Default), (Gbk, Meta), Some(Stage::Prescan)),
    ];
    let context = Context::html().reading(Reading::Crawler);
    for (page, content_type, platform, crawler, departs) in cases {
        let start = String::from_utf8_lossy(&page[..page.len().min(60)]);
        let explanation = explain(page, content_type, &context);
        let of = |sniffed: charsniff::Sniffed| (sniffed.encoding, sniffed.source);
        assert_eq!(of(explanation.sniffed), crawler, "{start} {content_type}\n{explanation}");
        assert_eq!(explanation.sniffed, sniff(page, content_type, &context));
        assert_eq!(of(explanation.platform.unwrap()), platform, "{start} {content_type}\n{explanation}");
        let browsers = Context::html().reading(Reading::Chromium).detection(Detection::Full);
        assert_eq!(explanation.platform, Some(sniff(page, content_type, &browsers)));
        for report in &explanation.stages {
            let says_so = report.remark.as_deref().is_some_and(|remark| remark.contains("the platform finds"));
            assert_eq!(says_so, departs == Some(report.stage), "{start} {content_type}\n{explanation}");
        }
        assert_eq!(explanation.to_string().contains("departs from the platform"), platform != crawler);
        if platform != crawler {
            assert_eq!(explanation.sniffed.confidence, Confidence::Tentative);
        }
        for size in [1, 1000, 1 << 20] {
            let mut stream = StreamDecoder::new(content_type, &context);
            let mut text = String::new();
            page.chunks(size).for_each(|chunk| stream.push(chunk, &mut text).unwrap());
            assert_eq!(of(stream.finish(&mut text).unwrap()), crawler, "{start} {content_type}: {size}");
        }
    }
}

/// Two characters that EUC-JP, EUC-KR and GBK all have. A declaration that browsers ignore decides
/// between these encodings, but decides nothing if the text is clear.
#[cfg(feature = "detector")]
#[test]
fn a_declaration_that_browsers_ignore_is_a_hint_to_crawlers() {
    let places = [
        "<title><meta charset=LABEL></title>",
        "<script>'<meta charset=LABEL>'</script>",
        "<body>PADDING<meta charset=LABEL>",
    ];
    let page = |place: &str, label: &str, text: &[u8]| {
        let place = place.replace("LABEL", label).replace("PADDING", &" ".repeat(5000));
        [place.as_bytes(), b"<p>", text].concat()
    };
    let clear = b"\x82\xB1\x82\xEA\x82\xCD\x93\xFA\x96{\x8C\xEA\x82\xCC\x95\xB6\x8F\xCD\x82\xC5\x82\xB7\x81B".repeat(8);
    let context = Context::html().reading(Reading::Crawler);
    for place in places {
        for (label, encoding) in [("euc-kr", Encoding::EucKr), ("euc-jp", Encoding::EucJp), ("gbk", Encoding::Gbk)] {
            let doubtful = page(place, label, b"\xB8\xB5");
            let explanation = explain(&doubtful, (), &context);
            assert_eq!(
                (explanation.sniffed.encoding, explanation.sniffed.source),
                (encoding, Source::Detector),
                "{place}"
            );
            assert_eq!(explanation.sniffed.confidence, Confidence::Tentative);
            assert!(explanation.to_string().contains("what is declared taken into account"), "{explanation}");
            let sniffed = sniff(&page(place, label, &clear), (), &context);
            assert_eq!((sniffed.encoding, sniffed.source), (Encoding::ShiftJis, Source::Detector), "{place} {label}");
            let mut stream = StreamDecoder::new((), &context);
            let mut text = String::new();
            doubtful.chunks(100).for_each(|chunk| stream.push(chunk, &mut text).unwrap());
            assert_eq!(stream.finish(&mut text).unwrap(), explanation.sniffed, "{place} {label}");
        }
    }
}

#[test]
fn the_crawlers_reading_ignores_labels_in_prose() {
    let cases: [(Context, &str); 5] = [
        (Context::html(), "<meta name=description content='set charset windows1251 in Apache'>"),
        (Context::html(), "<!-- <meta charset=windows1251> -->"),
        (Context::html(), "<title><meta charset=windows1251></title>"),
        (Context::css(), "a::after { content: '<meta charset=windows1251>' }"),
        (Context::xml(), "<a><meta charset='windows1251'/></a>"),
    ];
    for (context, text) in cases {
        let context = context.reading(Reading::Crawler);
        assert_eq!(sniff(text.as_bytes(), (), &context).source, Source::Default, "{text}");
    }
    for (context, text, source) in [
        (Context::html(), "<meta http-equiv=content-type content='text/html; charset=windows1251'>", Source::Meta),
        (Context::css(), "@charset \"windows1251\";", Source::AtCharset),
        (Context::xml(), "<?xml encoding='windows1251'?>", Source::XmlDeclaration),
    ] {
        let sniffed = sniff(text.as_bytes(), (), &context.reading(Reading::Crawler));
        assert_eq!((sniffed.encoding, sniffed.source), (Encoding::Windows1251, source), "{text}");
    }
}

#[test]
fn only_the_crawlers_reading_has_the_platforms_verdict_too() {
    for &kind in Kind::ALL {
        let explanation = explain(b"<meta charset=utf_8>", "text/html;charset=utf_8", &Context::of(kind));
        assert_eq!(explanation.platform, None, "{kind}");
        let lenient =
            explain(b"<meta charset=utf_8>", "text/html;charset=utf_8", &Context::of(kind).reading(Reading::Crawler));
        let browsers = Context::of(kind).reading(Reading::Chromium).detection(Detection::Full);
        assert_eq!(
            lenient.platform,
            Some(sniff(b"<meta charset=utf_8>", "text/html;charset=utf_8", &browsers)),
            "{kind}"
        );
    }
}

#[test]
fn an_override_charset_hides_the_transports_from_crawlers_too() {
    let context = Context::xhr_text().override_encoding("nonsense").reading(Reading::Crawler);
    assert_eq!(sniff(b"", "text/plain;charset=gb_k", &context).source, Source::Default);
    let context = Context::xhr_text().override_encoding("gb-k").reading(Reading::Crawler);
    assert_eq!(sniff(b"", "text/plain;charset=big5", &context).encoding, Encoding::Gbk);
}

#[test]
fn an_unknown_label_is_shown_in_every_reading() {
    let label = |page: &[u8], context: Context| {
        let explanation = explain(page, (), &context);
        let report = explanation.stage(Stage::Prescan);
        assert_eq!(report.encoding, None, "{explanation}");
        assert_eq!(report.label.is_some(), report.remark.as_deref() == Some("the meta names no encoding"));
        report.label.as_deref().map(|label| (String::from_utf8_lossy(label).into_owned(), report.offset.unwrap()))
    };
    let of = |page: &str, context: fn() -> Context| label(page.as_bytes(), context());
    for context in
        [Context::html, || Context::html().reading(Reading::Chromium), || Context::html().reading(Reading::Crawler)]
    {
        assert_eq!(of("<meta charset=none><meta charset=x>", context), Some(("none".into(), 14)));
        let pragma = "<meta http-equiv=content-type content='text/html; charset=none'>";
        assert_eq!(of(pragma, context), Some(("none".into(), 58)));
        assert_eq!(of("<meta content='charset=none'>", context), None);
        assert_eq!(of("<!-- <meta charset=none> -->", context), None);
        assert_eq!(of("<p>", context), None);
    }
    // Browsers do not see a meta in a title.
    let hidden = "<title><meta charset=none></title>";
    assert_eq!(of(hidden, Context::html), Some(("none".into(), 21)));
    assert_eq!(of(hidden, || Context::html().reading(Reading::Chromium)), None);
    let late = [b"<title>".as_slice(), &[b' '; 2000], b"</title><meta charset=none>"].concat();
    assert_eq!(label(&late, Context::html()), None);
    assert_eq!(label(&late, Context::html().reading(Reading::Chromium)), Some(("none".into(), 2029)));
}

/// What the label of the caller's choice names, to crawlers.
fn named(label: &str) -> Option<Encoding> {
    let sniffed = sniff(b"", (), &Context::html().reading(Reading::Crawler).override_encoding(label));
    (sniffed.source == Source::Override).then_some(sniffed.encoding)
}

#[test]
fn misspelled_labels_are_accepted() {
    for (label, encoding) in [
        ("utf_8", Some(Encoding::Utf8)),
        ("UTF 8", Some(Encoding::Utf8)),
        ("utf8mb4", Some(Encoding::Utf8)),
        ("windows1251", Some(Encoding::Windows1251)),
        ("cp-1251", Some(Encoding::Windows1251)),
        ("win-1251", Some(Encoding::Windows1251)),
        ("x-windows-1251", Some(Encoding::Windows1251)),
        ("iso8859_1", Some(Encoding::Windows1252)),
        ("iso-8859-8-i", Some(Encoding::Iso8859_8I)),
        ("Shift JIS", Some(Encoding::ShiftJis)),
        ("cp932", Some(Encoding::ShiftJis)),
        ("euc_kr", Some(Encoding::EucKr)),
        ("gb-2312", Some(Encoding::Gbk)),
        // As Python, PHP, Java, Ruby and editors name them.
        ("utf-8-sig", Some(Encoding::Utf8)),
        ("utf-8n", Some(Encoding::Utf8)),
        ("SJIS-win", Some(Encoding::ShiftJis)),
        ("shift_jis-2004", Some(Encoding::ShiftJis)),
        ("eucJP-win", Some(Encoding::EucJp)),
        ("euc-jis-2004", Some(Encoding::EucJp)),
        ("EUC-JISX0213", Some(Encoding::EucJp)),
        ("ISO-Latin-1", Some(Encoding::Windows1252)),
        ("iso-latin-9", Some(Encoding::Iso8859_15)),
        ("MacRoman", Some(Encoding::Macintosh)),
        ("cp874", Some(Encoding::Windows874)),
        ("", None),
        ("-", None),
        ("x", None),
        ("win", None),
        ("utf-9", None),
        ("none", None),
    ] {
        assert_eq!(named(label), encoding, "{label}");
    }
    for encoding in Encoding::ALL {
        for label in encoding.labels() {
            assert_eq!(named(&label.replace(['-', '_'], " ")), Some(encoding), "{label}");
        }
    }
}

#[test]
fn misspelled_headers_are_accepted() {
    let crawlers = Context::html().reading(Reading::Crawler);
    for header in ["charset:gbk", "text/html charset gbk", "text/html; charset='gbk'", "charset=x, Charset == \"GBK\";"]
    {
        let sniffed = sniff(b"", header, &crawlers);
        assert_eq!((sniffed.encoding, sniffed.source), (Encoding::Gbk, Source::Transport), "{header}");
        let label = sniffed.label().unwrap().to_ascii_lowercase();
        assert_eq!(
            label.trim_ascii_start().strip_prefix(b"'").unwrap_or(&label).get(..3),
            Some(&b"gbk"[..]),
            "{header}"
        );
    }
    for header in ["charset", "charset=", "text/html", "charsetgbk"] {
        assert_eq!(sniff(b"", header, &crawlers).source, Source::Default, "{header}");
    }
}

fn crawlers(kind: Kind) -> Context {
    Context::of(kind).reading(Reading::Crawler)
}

#[cfg(feature = "detector")]
#[test]
fn a_charset_on_a_link_is_a_claim() {
    let page = b"<p>\xEF\xE5";
    let verdict = |kind, bytes: &[u8]| {
        let sniffed = sniff(bytes, (), &crawlers(kind).reference_charset("koi8-r"));
        (sniffed.encoding, sniffed.source)
    };
    for kind in [Kind::Html, Kind::Xml, Kind::TextDocument, Kind::FetchJson] {
        assert_eq!(verdict(kind, page), (Encoding::Koi8R, Source::Reference), "{kind}");
        assert_eq!(verdict(kind, "<p>Größe, naïveté".as_bytes()).0, Encoding::Utf8, "{kind}");
    }
    // A declaration in the page comes first, and no browser has asked links since HTML 4.
    let context = crawlers(Kind::Html).reference_charset("koi8-r");
    assert_eq!(sniff(b"<meta charset=ibm866>\xEF", (), &context).source, Source::Meta);
    for reading in [Reading::Standard, Reading::Chromium, Reading::Firefox] {
        let explanation = explain(page, (), &Context::html().reference_charset("koi8-r").reading(reading));
        assert!(!explanation.stage(Stage::ExplicitEnvironment).consulted);
        assert_ne!(explanation.sniffed.source, Source::Reference);
    }
}

/// Browsers show U+FFFD alone, so that no script hides in an encoding that they do not have. A crawler executes nothing.
#[cfg(feature = "detector")]
#[test]
fn ascii_is_text_whatever_its_label() {
    for label in Encoding::Replacement.labels() {
        let (header, meta) = (format!("text/html; charset={label}"), format!("<meta charset={label}><p>text"));
        for (page, headers) in [("<p>text", &*header), (&*meta, "text/html"), (&*meta, &*header)] {
            let decoded = charsniff::decode(page.as_bytes(), headers, &crawlers(Kind::Html));
            assert_eq!((&*decoded.text, decoded.errors), (page, 0), "{label}");
            assert_eq!(decoded.sniffed.encoding, Encoding::Utf8);
            assert!(decoded.sniffed.refuted().all(|refuted| refuted.encoding == Encoding::Replacement));
            assert!(decoded.sniffed.refuted().count() > 0);
            let (mut stream, mut text) = (StreamDecoder::new(headers, &crawlers(Kind::Html)), String::new());
            page.as_bytes().chunks(3).for_each(|chunk| stream.push(chunk, &mut text).unwrap());
            assert_eq!((stream.finish(&mut text).unwrap(), &*text), (decoded.sniffed, page), "{label}");
            for reading in [Reading::Standard, Reading::Chromium, Reading::Firefox] {
                let context = Context::html().reading(reading);
                assert_eq!(charsniff::decode(page.as_bytes(), headers, &context).text, "\u{FFFD}", "{label} {reading}");
            }
        }
    }
    // Escapes are those of an encoding that browsers do not have.
    let korean = b"<p>\x1B$)C\x0E>H3g\x0F";
    assert_eq!(sniff(korean, "text/html; charset=iso-2022-kr", &crawlers(Kind::Html)).encoding, Encoding::Replacement);
    // Another claim stands.
    let page = b"<meta charset=koi8-r><p>text";
    let sniffed = sniff(page, "text/html; charset=iso-2022-kr", &crawlers(Kind::Html));
    assert_eq!((sniffed.encoding, sniffed.source), (Encoding::Koi8R, Source::Meta));
}

#[cfg(feature = "detector")]
#[test]
fn raw_bytes_of_a_file_name_are_detected() {
    let name = encoding_rs::WINDOWS_1251.encode("годовой отчёт о продажах.pdf").0;
    let sniffed = sniff(&name, (), &crawlers(Kind::ContentDispositionFilename));
    assert_eq!((sniffed.encoding, sniffed.source), (Encoding::Windows1251, Source::Detector));
    let standard = Context::of(Kind::ContentDispositionFilename);
    assert_eq!(sniff(&name, (), &standard).encoding, Encoding::Utf8);
    assert_eq!(sniff("отчёт.pdf".as_bytes(), (), &crawlers(Kind::ContentDispositionFilename)).encoding, Encoding::Utf8);
    // `filename*` names its charset, which is a claim like any other.
    let headers = [("Content-Disposition", "attachment; filename*=koi8-r''%CF")];
    let sniffed = sniff(b"\xCF", headers, &crawlers(Kind::ContentDispositionFilename));
    assert_eq!((sniffed.encoding, sniffed.source), (Encoding::Koi8R, Source::Transport));
}

/// RFC 7303 has the rules of XML for them. Browsers parse none of them as a document, and show the two types of text.
#[test]
fn parts_of_xml_are_read_as_xml() {
    let part = b"<?xml encoding='koi8-r'?><!ENTITY a '\xED'>";
    for mime_type in [
        "application/xml-dtd",
        "application/xml-external-parsed-entity",
        "text/xml-external-parsed-entity; x=y",
        "Text/XSL",
    ] {
        assert_eq!(Context::for_mime_type(mime_type).kind(), Kind::Xml, "{mime_type}");
        for context in
            [Context::for_headers(mime_type).unwrap().reading(Reading::Crawler), crawlers(Kind::TextDocument)]
        {
            let sniffed = sniff(part, mime_type, &context);
            assert_eq!((sniffed.encoding, sniffed.source), (Encoding::Koi8R, Source::XmlDeclaration), "{mime_type}");
        }
        for reading in [Reading::Standard, Reading::Chromium, Reading::Firefox] {
            let explanation = explain(part, mime_type, &Context::text().reading(reading));
            assert_eq!(explanation.stage(Stage::Prescan).encoding, None, "{mime_type} {reading}");
        }
    }
    for name in ["a/b.dtd", "entities.ENT", "style.xsl"] {
        assert_eq!(Context::for_file_name(name).unwrap().kind(), Kind::Xml, "{name}");
    }
}

/// [RFC 8216, section 4](https://www.rfc-editor.org/rfc/rfc8216#section-4) names two endings and two types.
#[test]
fn playlists_are_recognized() {
    for name in ["live.m3u8", "live.m3u"] {
        assert_eq!(Context::for_file_name(name).unwrap().kind(), Kind::M3u8, "{name}");
    }
    for mime_type in ["application/vnd.apple.mpegurl", "audio/mpegurl", "application/x-mpegurl", "audio/x-mpegurl"] {
        assert_eq!(Context::for_mime_type(mime_type).kind(), Kind::M3u8, "{mime_type}");
    }
}

#[test]
fn explain_says_that_bytes_are_utf_32() {
    for (context, says) in [(crawlers(Kind::Html), "UTF-32, which"), (Context::html(), "these are UTF-32, which")] {
        let remark = |bytes: &[u8]| explain(bytes, (), &context).stage(Stage::Bom).remark.clone();
        for bytes in [&b"\xFF\xFE\0\0a\0\0\0"[..], b"\0\0\xFE\xFF\0\0\0a"] {
            assert!(remark(bytes).unwrap().starts_with(says), "{bytes:x?}");
        }
        let no_remark = |bytes| remark(bytes).is_none_or(|remark| !remark.contains("UTF-32"));
        assert!(no_remark(b"\xFF\xFEa\0") && no_remark(b"\xEF\xBB\xBFa"));
    }
}
