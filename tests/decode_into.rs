//! Decoding whole inputs into the caller's buffers: every method gives the same text and counts the
//! same errors.

use charsniff::{Context, Detection, Encoding, Kind, Reading, Sniffed, StringType, decode, health, sniff, try_decode};

fn contexts() -> Vec<Context> {
    let mut contexts: Vec<Context> = Kind::ALL.iter().map(|&kind| Context::of(kind)).collect();
    contexts.push(Context::of(Kind::X500String).string_type(StringType::Bmp));
    for encoding in Encoding::ALL {
        let context = Context::text_decoder(encoding);
        contexts.extend([context.clone(), context.clone().fatal(true), context.clone().ignore_bom(true)]);
        contexts.push(context.fatal(true).lossy(true));
    }
    contexts.extend([Context::xml().lossy(true), Context::xml().reading(Reading::Crawler)]);
    contexts
}

fn inputs() -> Vec<Vec<u8>> {
    let mut inputs: Vec<Vec<u8>> = [
        &b""[..],
        b"plain",
        b"\xEF\xBB\xBFmarked",
        b"\xEF\xBB\xBF\xEF\xBB\xBFtwice",
        b"\xFE\xFF\0a\xD8",
        b"\xFF\xFEa\0\x3D\xD8\0\xDE!\0",
        b"\xF0\x9F\x92",
        b"a\xFFb\xC3(\xE9",
        b"\x1B$B2P@1\x1B(B",
        b"\x89\xCE\x90\xAF",
        b"\xEF\xBF\xBD spelt out, and \xFF not",
    ]
    .map(<[u8]>::to_vec)
    .to_vec();
    inputs.push("é火😀".repeat(5000).into_bytes());
    inputs.push([0xE9, 0xFF, 0x81].repeat(4000));
    inputs.push((0..=255).collect());
    inputs
}

#[test]
fn every_buffer_gets_the_same_text_and_the_same_errors() {
    for context in contexts() {
        for bytes in inputs() {
            let sniffed = sniff(&bytes, (), &context);
            let decoded = sniffed.try_decode(&bytes);
            let (mut text, mut units) = (String::from("before "), vec![1, 2, 3]);
            let to_string = sniffed.try_append_to_string(&bytes, &mut text);
            let at = format!("{:?} {sniffed} {}", context.kind(), bytes[..bytes.len().min(20)].escape_ascii());
            assert_eq!(to_string, decoded.as_ref().map(|decoded| decoded.errors).map_err(|error| *error), "{at}");
            let new = decoded.as_ref().map_or("", |decoded| &*decoded.text);
            assert_eq!(text.strip_prefix("before "), Some(new), "{at}");
            let to_utf16 = sniffed.try_append_to_utf16(&bytes, &mut units);
            assert_eq!(to_utf16, to_string, "{at}");
            assert_eq!(units[..3], [1, 2, 3]);
            assert!(units[3..].iter().copied().eq(new.encode_utf16()), "{at}");
            let decoded = sniffed.decode(&bytes);
            text.truncate("before ".len());
            units.truncate(3);
            assert_eq!(sniffed.append_to_string(&bytes, &mut text), decoded.errors, "{at}");
            assert_eq!(text.strip_prefix("before "), Some(&*decoded.text), "{at}");
            assert_eq!(sniffed.append_to_utf16(&bytes, &mut units), decoded.errors, "{at}");
            assert_eq!(units[..3], [1, 2, 3]);
            assert!(units[3..].iter().copied().eq(decoded.text.encode_utf16()), "{at}");
            assert_eq!(decoded.errors, health(&bytes, &sniffed).malformed, "{at}");
            assert_eq!(decoded.clone().into_owned(), decoded);
        }
    }
}

#[test]
fn text_is_decoded_into_existing_capacity() {
    let page = "<meta charset=utf-8>é".as_bytes();
    let (context, mut text) = (Context::html(), String::with_capacity(1000));
    let room = text.as_ptr();
    sniff(page, (), &context).append_to_string(page, &mut text);
    assert_eq!((text.as_bytes(), text.as_ptr()), (page, room));
}

#[test]
fn malformed_xml_is_decoded_on_request() {
    let feed = b"<a>\xE9\xFF</a>";
    let error = try_decode(feed, (), &Context::xml()).unwrap_err();
    assert_eq!((error.offset, error.length), (3, 1));
    for context in [Context::xml(), Context::xml().lossy(true), Context::of(Kind::Webvtt).lossy(true)] {
        let decoded = decode(feed, (), &context);
        assert_eq!((&*decoded.text, decoded.errors), ("<a>\u{FFFD}\u{FFFD}</a>", 2));
    }
    // A crawler detects what it is in.
    let crawlers = Context::xml().reading(Reading::Crawler);
    assert_eq!(decode("<a>é</a>".as_bytes(), (), &crawlers).text, "<a>é</a>");
    assert_eq!(decode(b"<a>caf\xE9 <b>\xFF</a>", "text/xml;charset=utf-8", &crawlers).errors, 0);
    assert_eq!(decode(b"<a/>", (), &Context::xml().lossy(true)).errors, 0);
}

/// Verdicts that show the order in which a context was given facts, if it matters.
fn verdicts(context: &Context) -> Vec<Sniffed> {
    let late = [b"<title>x</title>".as_slice(), &[b' '; 5000], b"<meta charset=gbk>"].concat();
    let pages: [&[u8]; 6] = [
        "<p>é".as_bytes(),
        b"<p>caf\xE9",
        b"<title><meta charset=gbk></title>",
        b"<meta charset=windows1251>",
        b"<?xml version='1.0' encoding='utf_8'?><a>\xFF</a>",
        &late,
    ];
    pages.map(|page| sniff(page, (), context)).to_vec()
}

#[test]
fn the_order_of_calls_changes_nothing() {
    type Call = (&'static str, fn(Context) -> Context);
    let calls: [Call; 7] = [
        ("browsers", |context| context.reading(Reading::Chromium)),
        ("crawlers", |context| context.reading(Reading::Crawler)),
        ("full", |context| context.detection(Detection::Full)),
        ("legacy", |context| context.detection(Detection::Legacy)),
        ("off", |context| context.detection(Detection::Off)),
        ("limit", |context| context.prescan_limit(20)),
        ("lossy", |context| context.lossy(true)),
    ];
    for start in [Context::html, Context::xml, Context::text] {
        for (one_name, one) in calls {
            for (other_name, other) in calls {
                if one_name == other_name
                    || [one_name, other_name].iter().all(|name| ["full", "legacy", "off"].contains(name))
                    || [one_name, other_name].iter().all(|name| ["browsers", "crawlers"].contains(name))
                {
                    continue;
                }
                let (forth, back) = (other(one(start())), one(other(start())));
                assert_eq!(forth, back, "{one_name}, {other_name}");
                assert_eq!(verdicts(&forth), verdicts(&back), "{one_name}, {other_name}");
            }
        }
    }
    // The caller's choice takes precedence.
    let utf_8 = "<p>é".as_bytes();
    let context = Context::html().detection(Detection::Full).reading(Reading::Chromium);
    if cfg!(feature = "detector") {
        assert_eq!(sniff(utf_8, (), &context).encoding, Encoding::Utf8);
        assert_ne!(sniff(utf_8, (), &Context::html().reading(Reading::Chromium)).encoding, Encoding::Utf8);
    }
}

#[test]
fn a_verdict_has_the_label_that_decided_and_stays_small() {
    assert!(size_of::<Sniffed>() <= 120);
    let label = |bytes: &[u8], header: &str, context: Context| -> Option<Vec<u8>> {
        sniff(bytes, header, &context).label().map(<[u8]>::to_vec)
    };
    let some = |label: &str| Some(label.as_bytes().to_vec());
    assert_eq!(label(b"<meta charset=GBK>", "", Context::html()), some("GBK"));
    assert_eq!(label(b"<meta charset=gbk>", "text/html;charset=\" SJIS \"", Context::html()), some("SJIS"));
    assert_eq!(label(b"<meta charset=gbk>", "text/html;charset=x", Context::html()), some("gbk"));
    assert_eq!(label(b"\xFE\xFF", "text/html;charset=utf-8", Context::html()), None);
    assert_eq!(label(b"", "", Context::classic_script().reference_charset("Big5")), some("Big5"));
    assert_eq!(label(b"", "", Context::html().override_encoding("koi8-r")), some("koi8-r"));
    assert_eq!(label(b"", "", Context::html().override_encoding("nonsense")), None);
    assert_eq!(label(b"@charset \"Latin1\";", "", Context::css()), some("Latin1"));
    for encoding in Encoding::ALL {
        for name in encoding.labels() {
            assert_eq!(label(b"", &format!("text/html;charset={name}"), Context::html()), some(name));
        }
    }
    let crawler = Context::html().reading(Reading::Crawler);
    let misspelled = "windows---------------1251";
    assert_eq!(label(b"", &format!("text/html;charset={misspelled}"), crawler), some(&misspelled[..23]));
}
