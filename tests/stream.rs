//! The verdict and the text of a stream are those of the whole input, whatever the chunks.

use charsniff::{
    Change, Confidence, Context, Detection, Encoding, Kind, Reading, Sniffed, Sniffer, Source, StreamDecoder, TextUnit,
    decode, sniff, try_decode,
};

/// Documents whose encoding is decided by different stages, after different numbers of bytes.
fn documents() -> Vec<(&'static str, Vec<u8>, &'static str, Context)> {
    let filler = "x".repeat(1010);
    let russian = encoding_rs::WINDOWS_1251.encode("Марс — четвёртая по удалённости от Солнца планета.").0;
    let late = [b"<p>", filler.as_bytes(), b"</p>", &russian].concat();
    vec![
        ("empty", vec![], "", Context::html()),
        ("bom", b"\xEF\xBB\xBF<p>\xC3\xA9\xE4\xBD\xA0".to_vec(), "text/html; charset=big5", Context::html()),
        ("half a bom", b"\xEF\xBB".to_vec(), "", Context::html()),
        ("half a bom in JSON", b"\xEF\xBB".to_vec(), "", Context::json()),
        ("bom in JSON", b"\xEF\xBB\xBF{}".to_vec(), "", Context::json()),
        ("utf-16 bom", b"\xFF\xFEa\0\x3D\xD8\x00\xDE".to_vec(), "", Context::html()),
        ("transport", b"\x82\xA0\x82".to_vec(), "text/html; charset=shift_jis", Context::html()),
        ("meta", b"<title>t</title><meta charset=euc-kr>\xC8\xAD\xBC\xBA".to_vec(), "", Context::html()),
        ("xml in html", b"<?xml version='1.0' encoding='gbk'?><p>\xC4\xE3".to_vec(), "", Context::html()),
        (
            "meta after xml",
            b"<?xml version='1.0' encoding='gbk'?><meta charset=big5>\xA4\x40".to_vec(),
            "",
            Context::html(),
        ),
        ("xml", b"<?xml version='1.0' encoding='gbk'?><p>\xC4\xE3</p>".to_vec(), "", Context::xml()),
        ("css", b"@charset \"gbk\"; p::after { content: '\xC4\xE3' }".to_vec(), "", Context::css()),
        ("detected", russian.to_vec(), "", Context::html()),
        ("detected late", late, "", Context::html()),
        ("ascii", vec![b'a'; 3000], "", Context::html().locale("ja")),
        ("isomorphic", b"a\xE9\x80".to_vec(), "", Context::of(Kind::Refresh)),
        ("replacement", b"abc".to_vec(), "text/html; charset=iso-2022-kr", Context::html()),
    ]
}

fn streamed(chunks: &[&[u8]], headers: &str, context: &Context) -> (String, Encoding, Source, usize) {
    let mut stream = StreamDecoder::new(headers, context);
    let mut text = String::new();
    for chunk in chunks {
        stream.push(chunk, &mut text).unwrap();
        assert!(stream.held() <= 1024);
    }
    let sniffed = stream.finish(&mut text).unwrap();
    assert_eq!(stream.sniffed(), Some(sniffed));
    (text, sniffed.encoding, sniffed.source, stream.errors())
}

#[test]
fn every_split_gives_the_whole_inputs_text() {
    let mut splits = 0;
    for (name, bytes, headers, context) in documents() {
        let whole = decode(&bytes, headers, &context);
        let expected = (whole.text.into_owned(), whole.sniffed.encoding, whole.sniffed.source, whole.errors);
        for at in 0..=bytes.len() {
            let (a, b) = bytes.split_at(at);
            assert_eq!(streamed(&[a, b"", b], headers, &context), expected, "{name} split at {at}");
            splits += 1;
        }
        let single: Vec<&[u8]> = bytes.chunks(1).collect();
        assert_eq!(streamed(&single, headers, &context), expected, "{name} byte by byte");
    }
    println!("streaming: {splits} splits");
}

/// Of `<?x` in UTF-16, each byte may come alone. Chromium looks for it in eight bytes or more.
#[test]
fn utf_16_is_recognized_in_chunks_as_browsers_do() {
    let little: Vec<u8> = "<?xml?>é".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = "<?xml?>é".encode_utf16().flat_map(u16::to_be_bytes).collect();
    let other = b"<\0?\0xml <meta charset=koi8-r>".to_vec();
    for browser in [Reading::Chromium, Reading::Firefox] {
        for limit in [1, 7, 1024] {
            let context = Context::html().reading(browser).prescan_limit(limit).detection(Detection::Off);
            for bytes in [&little, &big, &other] {
                for end in 0..=bytes.len() {
                    let whole = decode(&bytes[..end], (), &context);
                    for size in 1..=end {
                        let (mut stream, mut text) = (StreamDecoder::new((), &context), String::new());
                        bytes[..end].chunks(size).for_each(|chunk| stream.push(chunk, &mut text).unwrap());
                        assert_eq!(stream.finish(&mut text).unwrap(), whole.sniffed, "{end} bytes in chunks of {size}");
                        assert_eq!(text, whole.text, "{end} bytes in chunks of {size}");
                    }
                }
            }
        }
    }
}

/// What the detector answers late is the encoding of the whole text.
#[cfg(feature = "detector")]
#[test]
fn a_late_answer_of_the_detector_agrees_with_the_text_before_it() {
    let read = |page: &[u8], context: &Context| {
        let (mut stream, mut text) = (StreamDecoder::new((), context), String::new());
        page.chunks(100).for_each(|chunk| stream.push(chunk, &mut text).unwrap());
        let sniffed = stream.finish(&mut text).unwrap();
        assert_eq!(text, sniffed.decode(page).text);
        (sniffed.encoding, sniffed.source)
    };
    let ascii = "plain text\n".repeat(2000);
    let after = |ascii: &str, late: &[u8]| [ascii.as_bytes(), late].concat();
    let utf_16: Vec<u8> = "Größe, naïveté. ".repeat(9).encode_utf16().flat_map(u16::to_le_bytes).collect();
    let japanese = b"\x1B$B2P@1\x1B(B";
    // Not UTF-16, since ASCII comes before it.
    assert_eq!(read(&after(&ascii, &utf_16), &Context::text()), (Encoding::Windows1252, Source::Default));
    // ISO-2022-JP where browsers detect it, unless an escape sequence before it was something else.
    let context = Context::text().reading(Reading::Crawler);
    assert_eq!(read(&after(&ascii, japanese), &context), (Encoding::Iso2022Jp, Source::Detector));
    assert_eq!(read(&after(&ascii, japanese), &Context::text()).1, Source::Default);
    let colours = "\x1B[31mred\x1B[0m ".repeat(3000);
    assert_eq!(read(&after(&colours, japanese), &context).1, Source::Default);
    // Escape sequences of a terminal do not keep the detector from looking at what comes later.
    assert_eq!(read(&after(&colours, "Größe".as_bytes()), &context), (Encoding::Utf8, Source::Detector));
}

#[test]
fn a_meta_changes_the_encoding_of_pages_only() {
    for &kind in Kind::ALL {
        let (mut stream, mut text) = (StreamDecoder::new((), &Context::of(kind)), String::new());
        stream.push(b"\xEF\xBB\xBFa", &mut text).unwrap();
        assert_eq!(stream.change_the_encoding(b"gb18030", &mut text), Change::Keep, "{kind}");
        let (mut stream, mut text) = (StreamDecoder::new((), &Context::of(kind)), String::new());
        let _ = stream.push(&[b'a'; 2000], &mut text);
        let change = stream.change_the_encoding(b"koi8-r", &mut text);
        let expected = Change::Switch { encoding: Encoding::Koi8R, agreed: 2000 };
        assert_eq!(change, if kind == Kind::Html { expected } else { Change::Keep }, "{kind}");
        let before = sniff(b"a", (), &Context::of(kind));
        let mut sniffed = before;
        let change = sniffed.change_the_encoding(before.encoding.name().as_bytes(), b"a");
        if kind == Kind::Html {
            assert_eq!(change, Change::Confirm);
            assert_eq!((sniffed.confidence, sniffed.source), (Confidence::Certain, Source::Meta));
        } else {
            assert_eq!((change, sniffed), (Change::Keep, before), "{kind}");
        }
    }
}

#[test]
fn a_declaration_of_any_length_counts_as_browsers_do() {
    let blanks = " ".repeat(2000);
    let page = [format!("<?xml version='1.0'{blanks}encoding='gbk'?><p>").as_bytes(), b"\xC4\xE3</p>"].concat();
    for limit in [3, 1024] {
        let context = Context::xml().reading(Reading::Chromium).prescan_limit(limit);
        let whole = decode(&page, (), &context);
        assert_eq!(whole.sniffed.encoding, Encoding::Gbk);
        for size in [1, 7, 1000, 1500, 5000] {
            let (mut stream, mut text) = (StreamDecoder::new((), &context), String::new());
            page.chunks(size).for_each(|chunk| stream.push(chunk, &mut text).unwrap());
            assert_eq!(stream.finish(&mut text).unwrap(), whole.sniffed, "limit {limit}, chunks of {size}");
            assert_eq!(text, whole.text, "limit {limit}, chunks of {size}");
        }
    }
}

/// Firefox's declaration ends with `?>`, Chromium's with `>`, and Chromium looks for UTF-16 in eight bytes or more.
#[test]
fn a_stream_waits_for_what_a_browser_reads_of_xml() {
    let long = [b"<?xml >", " ".repeat(1100).as_bytes(), b"version='1.0' encoding='koi8-r'?>\xCD"].concat();
    let little: Vec<u8> = "<?xml?>é".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = "<?xml?>é".encode_utf16().flat_map(u16::to_be_bytes).collect();
    for kind in [Kind::Xml, Kind::XhrTextXml] {
        for (reading, page, encoding) in [
            (Reading::Firefox, &long, Encoding::Koi8R),
            (Reading::Chromium, &long, Encoding::Utf8),
            (Reading::Chromium, &little, Encoding::Utf16Le),
            (Reading::Chromium, &big, Encoding::Utf16Be),
        ] {
            for limit in [0, 1, 7, 8, 1024] {
                let context = Context::of(kind).reading(reading).prescan_limit(limit).lossy(true);
                let whole = decode(page, (), &context);
                assert_eq!(whole.sniffed.encoding, encoding);
                for size in [1, 2, 1024, page.len()] {
                    let (mut stream, mut text) = (StreamDecoder::new((), &context), String::new());
                    page.chunks(size).for_each(|chunk| stream.push(chunk, &mut text).unwrap());
                    assert_eq!(stream.finish(&mut text).unwrap(), whole.sniffed, "{context:?}, chunks of {size}");
                    assert_eq!(text, whole.text, "{context:?}, chunks of {size}");
                }
            }
        }
    }
}

#[test]
fn the_verdict_is_known_as_early_as_possible() {
    let first = |bytes: &[u8], headers: &str, context: &Context| {
        let mut sniffer = Sniffer::new(headers, context);
        bytes.iter().position(|byte| sniffer.push(&[*byte]).1.is_some()).map(|at| at + 1)
    };
    let html = Context::html();
    assert_eq!(first(b"abc", "text/html; charset=gbk", &html), Some(1));
    assert_eq!(first(b"\xEFbc", "text/html; charset=gbk", &html), Some(2));
    assert_eq!(first(b"\xEF\xBB\xBF", "", &html), Some(3));
    assert_eq!(first(&[b'a'; 2000], "", &html), Some(1024));
    assert_eq!(first(b"{}", "", &Context::json()), Some(1));
    assert_eq!(first(b"abc", "", &html), None);
    let whole_chunk = Sniffer::new("", &html).push(b"<meta charset=gbk>...").1.unwrap();
    assert_eq!(whole_chunk.source, Source::Meta);
}

#[test]
fn a_stream_with_a_verdict_decodes_the_whole_resource_by_it() {
    for (name, bytes, headers, context) in documents() {
        let whole = decode(&bytes, headers, &context);
        // A head that ends within a mark or a character, and one that is all there is.
        for (size, head) in [(1, 1), (2, 2), (1000, 1001), (5000, bytes.len())] {
            let mut text = String::new();
            let (head, rest) = bytes.split_at(head.min(bytes.len()));
            let stream = StreamDecoder::with_verdict(whole.sniffed, head, headers, &context, &mut text);
            let mut stream = stream.unwrap();
            rest.chunks(size).for_each(|chunk| stream.push(chunk, &mut text).unwrap());
            assert_eq!(stream.finish(&mut text).unwrap(), whole.sniffed, "{name} in chunks of {size}");
            assert_eq!((text.as_str(), stream.errors()), (&*whole.text, whole.errors), "{name} in chunks of {size}");
        }
    }
    // The position of an error is counted from the start of the resource, the byte order mark included.
    let (page, context) = (b"\xEF\xBB\xBF<a>\xFF", Context::xml());
    for (head, rest) in [page.split_at(4), page.split_at(page.len())] {
        let mut text = String::new();
        let stream = StreamDecoder::with_verdict(sniff(page, (), &context), head, (), &context, &mut text);
        let error = stream.and_then(|mut stream| stream.push(rest, &mut text)).unwrap_err();
        assert_eq!((error.offset, text.as_str()), (6, "<a>"));
    }
}

/// The verdict and the stream's context may be of two minds: the verdict is what the caller decided by.
#[test]
fn a_verdict_brings_its_error_mode_to_the_stream() {
    let (feed, strict) = (b"<a>\xFF</a>", Context::xml());
    let lossy = strict.clone().lossy(true);
    let read = |verdict: &Context, stream: &Context| {
        let mut text = String::new();
        let sniffed = sniff(feed, (), verdict);
        let mut stream = StreamDecoder::with_verdict(sniffed, &feed[..2], (), stream, &mut text).unwrap();
        stream.push(&feed[2..], &mut text).and_then(|()| stream.finish(&mut text)).map(|_| text)
    };
    for stream in [&strict, &lossy] {
        assert_eq!(read(&strict, stream).unwrap_err().offset, 3);
        assert_eq!(read(&lossy, stream).unwrap(), "<a>\u{FFFD}</a>");
    }
}

#[test]
fn a_push_after_the_end_is_an_error() {
    for (context, chunk) in
        [(Context::html(), &b"\xEF\xBB\xBFabc"[..]), (Context::json(), b"{}"), (Context::text(), b"")]
    {
        let (mut stream, mut text) = (StreamDecoder::new((), &context), String::new());
        stream.push(chunk, &mut text).unwrap();
        let (sniffed, length) = (stream.finish(&mut text).unwrap(), text.len());
        for more in [&b"more"[..], b""] {
            let error = stream.push(more, &mut text).unwrap_err();
            assert!(error.is_after_end());
            assert_eq!((error.offset, error.length, text.len()), (chunk.len(), 0, length));
        }
        // The end is the same, however often it is asked for.
        assert_eq!((stream.finish(&mut text).unwrap(), stream.decide(&mut text).unwrap()), (sniffed, sniffed));
        assert_eq!((text.len(), stream.errors()), (length, 0));
    }
    // A malformed sequence stays the error.
    let (mut stream, mut text) = (StreamDecoder::new((), &Context::xml()), String::new());
    stream.push(b"<a>\xFF", &mut text).unwrap();
    let error = stream.finish(&mut text).unwrap_err();
    assert_eq!((error.offset, error.length), (3, 1));
    assert_eq!((stream.push(b"<b>", &mut text).unwrap_err(), stream.finish(&mut text).unwrap_err()), (error, error));
    // A page that is read again from its start has not ended.
    let (mut stream, mut text) = (StreamDecoder::new((), &Context::html()), String::new());
    stream.push(b"<p>\xCD", &mut text).unwrap();
    stream.finish(&mut text).unwrap();
    assert!(matches!(stream.change_the_encoding(b"koi8-r", &mut text), Change::StartAgain { .. }));
    text.clear();
    stream.push(b"<p>\xCD", &mut text).unwrap();
    assert_eq!((stream.finish(&mut text).unwrap().source, &*text), (Source::Meta, "<p>м"));
}

/// Which bytes the detector sees depends on the page, not on its chunks.
#[cfg(feature = "detector")]
#[test]
fn the_detectors_evidence_does_not_depend_on_the_chunks() {
    let russian = encoding_rs::WINDOWS_1251.encode("Марс — четвёртая по удалённости от Солнца планета. ").0.repeat(20);
    let (spaces, filler) = (" ".repeat(1100), "x".repeat(20_000));
    let page = [b"<title>x</title>", spaces.as_bytes(), b"<body>caf\xE9 ", filler.as_bytes(), &russian].concat();
    let contexts = [
        (Context::html(), Encoding::Windows1252),
        (Context::html().reading(Reading::Chromium), Encoding::Windows1252),
        (Context::html().reading(Reading::Firefox), Encoding::Windows1252),
        (Context::html().reading(Reading::Crawler), Encoding::Windows1252),
        (Context::html().prescan_limit(page.len()), Encoding::Windows1251),
    ];
    for (context, encoding) in contexts {
        for size in [1, 100, 5000, page.len()] {
            let (mut stream, mut text) = (StreamDecoder::new((), &context), String::new());
            page.chunks(size).for_each(|chunk| stream.push(chunk, &mut text).unwrap());
            let sniffed = stream.finish(&mut text).unwrap();
            assert_eq!((sniffed.encoding, sniffed.source), (encoding, Source::Detector), "chunks of {size}");
            assert_eq!(text, sniffed.decode(&page).text, "chunks of {size}");
        }
    }
}

/// The bytes held for the detector after ASCII are as many as the limit, however many arrive at once.
#[cfg(feature = "detector")]
#[test]
fn the_window_behind_ascii_is_as_long_as_the_limit() {
    let limit = 4;
    // Four bytes of UTF-8, and one that UTF-8 does not have.
    let late = b"\xC3\xA9\xC3\xA9\xFF";
    let context = Context::html().prescan_limit(limit);
    for size in 1..=late.len() {
        let (mut stream, mut text) = (StreamDecoder::new((), &context), String::new());
        stream.push(&[b'a'; 100], &mut text).unwrap();
        late.chunks(size).for_each(|chunk| stream.push(chunk, &mut text).unwrap());
        assert_eq!(stream.finish(&mut text).unwrap().encoding, Encoding::Utf8, "chunks of {size}");
        assert!(text.ends_with("éé\u{FFFD}"), "chunks of {size}");
    }
}

/// The detector is told whether the bytes that it sees end with the resource.
#[cfg(feature = "detector")]
#[test]
fn the_end_of_the_resource_is_the_end_of_the_evidence() {
    // Shift_JIS, if the last character goes on.
    let start = b"\x89\xCE\x90";
    let ascii = "<p>".repeat(1000);
    for before in ["", &ascii] {
        let begun = || {
            let (mut stream, mut text) = (StreamDecoder::new((), &Context::html()), String::new());
            stream.push(before.as_bytes(), &mut text).unwrap();
            stream.push(start, &mut text).unwrap();
            (stream, text)
        };
        let (mut stream, mut text) = begun();
        assert_eq!(stream.held(), start.len());
        assert_eq!(stream.decide(&mut text).unwrap().encoding, Encoding::ShiftJis);
        assert_eq!((stream.held(), text.strip_prefix(before)), (0, Some("火")));
        let (mut stream, mut text) = begun();
        assert_ne!(stream.finish(&mut text).unwrap().encoding, Encoding::ShiftJis);
        // Unless the caller says that the resource goes on.
        let (mut stream, mut text) = (StreamDecoder::new((), &Context::html().truncated(true)), String::new());
        stream.push(before.as_bytes(), &mut text).unwrap();
        stream.push(start, &mut text).unwrap();
        assert_eq!(stream.finish(&mut text).unwrap().encoding, Encoding::ShiftJis);
    }
    // At the limit the resource goes on as well.
    let (mut stream, mut text) = (StreamDecoder::new((), &Context::html().prescan_limit(start.len())), String::new());
    stream.push(start, &mut text).unwrap();
    assert_eq!(stream.finish(&mut text).unwrap().encoding, Encoding::ShiftJis);
}

#[test]
fn nothing_is_held_back_for_a_detector_that_the_context_does_not_ask() {
    let (mut stream, mut text) = (StreamDecoder::new((), &Context::css()), String::new());
    stream.push(&[b'a'; 1024], &mut text).unwrap();
    stream.push(b"\xC3\xA9", &mut text).unwrap();
    assert_eq!((stream.held(), text.len()), (0, 1026));
}

#[test]
fn a_sniffer_takes_nothing_after_its_verdict() {
    let mut sniffer = Sniffer::new((), &Context::html());
    let (taken, sniffed) = sniffer.push(b"<meta charset=gbk>");
    assert!(sniffed.is_some());
    assert_eq!(sniffer.push(b"<meta charset=big5>"), (0, sniffed));
    assert_eq!(sniffer.held().len(), taken);
}

/// After a change the text is that of the whole resource in the new encoding.
#[test]
fn the_text_after_a_change_of_the_encoding() {
    let padding = " ".repeat(1024);
    let page = |body: &[u8]| [b"<p>".as_slice(), padding.as_bytes(), body].concat();
    let context = || Context::html().detection(Detection::Off);
    let cases: [(Context, Vec<u8>, &str); 5] = [
        // Nothing but ASCII was read.
        (context(), page(b"abc"), "koi8-r"),
        // A byte above 7F is held for the detector.
        (context(), page(b"ab\xC1"), "koi8-r"),
        // Everything is read again, the malformed FF too.
        (context().history(Encoding::Iso8859_7), page(b"\xCC\xFF"), "koi8-r"),
        // No text is the same in replacement.
        (context(), page(b"abc"), "iso-2022-kr"),
        // The decoder goes on inside a character.
        (context().history(Encoding::Gbk), page(b"\xA2\xE3\x81\x30"), "gb18030"),
    ];
    for (context, bytes, label) in cases {
        let rest = b"\x81\x30 and the rest \xC1\xFF";
        let whole = [&bytes[..], rest].concat();
        let (mut stream, mut text) = (StreamDecoder::new((), &context), String::new());
        stream.push(&bytes, &mut text).unwrap();
        let held = stream.held();
        match stream.change_the_encoding(label.as_bytes(), &mut text) {
            Change::Switch { agreed, .. } => assert_eq!(agreed + held, bytes.len()),
            Change::StartAgain { .. } => {
                assert_eq!((stream.held(), stream.errors()), (0, 0));
                text.clear();
                stream.push(&bytes, &mut text).unwrap();
            }
            change => panic!("{label}: {change:?}"),
        }
        stream.push(rest, &mut text).unwrap();
        let sniffed = stream.finish(&mut text).unwrap();
        assert_eq!(Some(sniffed.encoding), Encoding::for_label(label.as_bytes()));
        let expected = sniffed.decode(&whole);
        assert_eq!((text.as_str(), stream.errors()), (&*expected.text, expected.errors), "{label}");
    }
}

/// In contexts whose error mode is fatal, the error is that of `decode`, whatever comes before it.
#[test]
fn errors_have_the_positions_of_the_whole_resource() {
    let errors: [(&str, &[u8]); 5] = [
        ("utf-8", b"\xE4\xBD<"),
        ("gb18030", b"\x81\x30\x81<"),
        ("iso-2022-jp", b"\x1B$B\x1B(B"),
        ("shift_jis", b"\x81<"),
        ("utf-16be", b"\xDC\x00\0<"),
    ];
    for (label, error) in errors {
        let header = format!("application/xml;charset={label}");
        let before: Vec<u8> = if label == "utf-16be" { b"\0a".repeat(2000) } else { b"a".repeat(3000) };
        for mark in [&b""[..], b"\xEF\xBB\xBF"].into_iter().take(if label == "utf-8" { 2 } else { 1 }) {
            let page = [mark, &before, error, &before].concat();
            let expected = try_decode(&page, header.as_str(), &Context::xml()).unwrap_err();
            for size in [1, 7, 1000, page.len()] {
                let (mut stream, mut text) = (StreamDecoder::new(header.as_str(), &Context::xml()), String::new());
                let found = page.chunks(size).find_map(|chunk| stream.push(chunk, &mut text).err());
                assert_eq!(found, Some(expected), "{label} in chunks of {size}");
                assert!(text.len() <= 3000, "{label}");
            }
        }
    }
}

#[test]
fn a_caller_who_waits_no_longer_gets_a_verdict() {
    let mut stream = StreamDecoder::new((), &Context::html());
    let mut text = String::new();
    stream.push(b"<p>caf", &mut text).unwrap();
    assert_eq!((stream.sniffed(), text.as_str()), (None, ""));
    let sniffed = stream.decide(&mut text).unwrap();
    assert_eq!((sniffed.source, text.as_str()), (Source::Default, "<p>caf"));
}

#[test]
fn the_first_error_of_a_fatal_context_ends_the_stream() {
    for at in 0..=7 {
        let mut stream = StreamDecoder::new((), &Context::xml());
        let mut text = String::new();
        let (a, b) = b"<a>\xE4\xBD</".split_at(at);
        let result = stream.push(a, &mut text).and_then(|()| stream.push(b, &mut text));
        let error = result.and_then(|()| stream.finish(&mut text)).unwrap_err();
        assert_eq!((error.offset, error.length), (3, 2), "split at {at}");
        assert_eq!(stream.push(b"more", &mut text), Err(error));
        assert_eq!(text, "<a>");
    }
}

/// Reads `page` in chunks of 1, 2, 3 and 1,000 bytes, in chunks that are cut at `place`, and at once. The verdict, the
/// text and the errors are the same, and the text and its positions are those of the verdict.
fn read_in_all_chunks(page: &[u8], place: usize, headers: &str, context: &Context) -> (Sniffed, String) {
    let read = |chunks: &[&[u8]]| {
        let (mut stream, mut text) = (StreamDecoder::new(headers, context), String::new());
        chunks.iter().for_each(|chunk| stream.push(chunk, &mut text).unwrap());
        let sniffed = stream.finish(&mut text).unwrap();
        (sniffed, text, stream.errors())
    };
    let at_once = read(&[page]);
    for size in [1, 2, 3, 1000] {
        assert_eq!(read(&page.chunks(size).collect::<Vec<_>>()), at_once, "chunks of {size}");
    }
    for at in place.saturating_sub(2)..=page.len().min(place + 2) {
        let (start, end) = page.split_at(at);
        assert_eq!(read(&[start, end]), at_once, "cut at {at}");
    }
    let (sniffed, text, errors) = at_once;
    let decoded = sniffed.decode(page);
    assert_eq!((&*decoded.text, decoded.errors), (&*text, errors), "{sniffed}");
    assert_eq!(sniffed.positions(page, TextUnit::Utf8).text_offset(page.len()), text.len(), "{sniffed}");
    (sniffed, text)
}

/// SO and SI, which ISO-2022-JP does not have, rule it out for what follows.
#[cfg(feature = "detector")]
#[test]
fn a_shift_before_an_escape_counts_in_every_chunk() {
    let russian = encoding_rs::WINDOWS_1251.encode("Марс — четвёртая по удалённости от Солнца планета. ").0.repeat(4);
    for (reading, limit) in [(Reading::Chromium, 1024), (Reading::Firefox, 1024), (Reading::Crawler, 16_384)] {
        for shift in [0x0E, 0x0F] {
            // Half of the limit behind the escape is a letter, and the text is less than the limit behind that letter.
            let (before, pad) = (vec![b'x'; limit + 10], vec![b' '; limit / 2]);
            let page = [&before, &[shift][..], b"\x1B$B2P@1\x1B(B", &pad, b"caf\xE9", &pad, &russian].concat();
            let context = Context::text().reading(reading);
            let (sniffed, _) = read_in_all_chunks(&page, limit + 11, "", &context);
            assert_eq!(sniffed.encoding, Encoding::Windows1251, "the evidence begins at the letter");
        }
    }
}

/// Where ISO-2022-JP is declared, shifts and escapes are not ASCII.
#[cfg(feature = "detector")]
#[test]
fn behind_ascii_the_declared_iso_2022_jp_is_decoded() {
    let ascii = "plain text\n".repeat(1600);
    let context = Context::text().reading(Reading::Crawler);
    for (behind, expected) in
        [("\x0E\x1B$B2P@1\x1B(B", "\u{FFFD}火星"), ("\x1B$B2P@1\x1B(B", "火星"), ("\x1B", "\u{FFFD}")]
    {
        let page = [&ascii, behind].concat();
        let header = "text/plain; charset=iso-2022-jp";
        let (sniffed, text) = read_in_all_chunks(page.as_bytes(), ascii.len() + 1, header, &context);
        assert_eq!((sniffed.encoding, text.strip_prefix(&*ascii)), (Encoding::Iso2022Jp, Some(expected)));
    }
}

/// The evidence is the XML declaration, not all that came with it.
#[cfg(feature = "detector")]
#[test]
fn a_long_xml_declaration_is_the_evidence_however_it_arrives() {
    let blanks = " ".repeat(17_000);
    let text = encoding_rs::WINDOWS_1251.encode("<p>Марс — четвёртая по удалённости от Солнца планета.").0.repeat(20);
    for end in [" encoding='koi8-r'?>", "?>", " encoding='utf-8'?>"] {
        let declaration = format!("<?xml version='1.0'{blanks}{end}");
        let page = [declaration.as_bytes(), &text].concat();
        let header = "application/xml";
        for context in [Context::xml(), Context::text()] {
            let context = context.reading(Reading::Crawler);
            read_in_all_chunks(&page, declaration.len(), header, &context);
            let undetected = context.clone().detection(Detection::Off);
            let mut stream = StreamDecoder::new(header, &undetected);
            stream.push(&page, &mut String::new()).unwrap();
            assert_eq!(stream.sniffed(), Some(sniff(&page, header, &undetected)), "{end}");
            // Every chunking gives the same verdict of a sniffer.
            let verdicts = [1, 1000, declaration.len(), page.len()].map(|size| {
                let mut sniffer = Sniffer::new(header, &context);
                page.chunks(size).find_map(|chunk| sniffer.push(chunk).1)
            });
            assert!(verdicts.iter().all(|verdict| *verdict == verdicts[0] && verdict.is_some()), "{end} {verdicts:?}");
        }
    }
}

/// What a crawler's stream does not hold back declares nothing in the whole input either.
#[test]
fn a_declaration_behind_a_crawlers_sample_does_not_count() {
    let context = Context::css().reading(Reading::Crawler).detection(Detection::Off);
    for (blanks, source) in [(16_000, Source::AtCharset), (17_000, Source::Default)] {
        let sheet = format!("@charset {}\"koi8-r\";", " ".repeat(blanks));
        assert_eq!(sniff(sheet.as_bytes(), (), &context).source, source);
        let (mut stream, mut text) = (StreamDecoder::new((), &context), String::new());
        stream.push(sheet.as_bytes(), &mut text).unwrap();
        assert_eq!(stream.finish(&mut text).unwrap().source, source);
    }
}

/// U+FEFF behind the start is text.
#[cfg(feature = "detector")]
#[test]
fn a_mark_behind_the_start_is_no_byte_order_mark() {
    for (context, ascii) in [
        (Context::html(), 1100),
        (Context::text(), 1100),
        (Context::html().reading(Reading::Crawler), 17_000),
        (Context::text().reading(Reading::Crawler), 17_000),
    ] {
        let page = ["a".repeat(ascii).as_bytes(), "\u{FEFF}Größe, naïveté".as_bytes()].concat();
        let (sniffed, text) = read_in_all_chunks(&page, ascii + 1, "", &context);
        assert_eq!((sniffed.encoding, sniffed.source, sniffed.bom_length()), (Encoding::Utf8, Source::Detector, 0));
        assert_eq!(&text[ascii..], "\u{FEFF}Größe, naïveté");
        assert_eq!(sniffed.positions(&page, TextUnit::Utf8).byte_offset(ascii), ascii);
    }
}

/// In UTF-16 and replacement, ASCII is not ASCII.
#[test]
fn a_default_in_which_ascii_is_not_ascii_is_decoded() {
    let page = "plain text\n".repeat(200);
    for encoding in [Encoding::Utf16Le, Encoding::Utf16Be, Encoding::Replacement] {
        let context = Context::html().default_encoding(encoding);
        let (sniffed, text) = read_in_all_chunks(page.as_bytes(), 1024, "", &context);
        let whole = decode(page.as_bytes(), (), &context);
        assert_eq!((sniffed, text.as_str()), (whole.sniffed, &*whole.text));
        assert_eq!(sniffed.encoding, encoding);
    }
}

/// Late ISO-2022-JP is found wherever the detector looks for it: also where the caller only names it.
#[cfg(feature = "detector")]
#[test]
fn late_iso_2022_jp_is_found_where_the_caller_names_it() {
    let page = ["plain text\n".repeat(200).as_str(), &"\x1B$B2P@1\x1B(B ".repeat(20)].concat();
    let legacy = || Context::text().detection(Detection::Legacy);
    for (context, encoding) in [
        (legacy(), Encoding::Windows1252),
        (legacy().prefer([Encoding::Iso2022Jp]), Encoding::Iso2022Jp),
        (legacy().only([Encoding::Iso2022Jp, Encoding::ShiftJis]), Encoding::Iso2022Jp),
        (legacy().detect_iso_2022_jp(true), Encoding::Iso2022Jp),
    ] {
        let (sniffed, text) = read_in_all_chunks(page.as_bytes(), 2200, "", &context);
        let whole = decode(page.as_bytes(), (), &context);
        assert_eq!((sniffed.encoding, whole.sniffed.encoding), (encoding, encoding));
        assert_eq!((sniffed, text.as_str()), (whole.sniffed, &*whole.text));
    }
}
