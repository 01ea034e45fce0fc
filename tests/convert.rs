//! `convert`: the text stays the same, and every reader takes the result for the target.

use std::fs;

use charsniff::{Context, ConvertError, Encoding, Reading, convert, decode, sniff};

fn to(page: &[u8], context: &Context, to: Encoding) -> Vec<u8> {
    convert(page, (), context, to).unwrap().bytes
}

#[test]
fn declarations_are_changed_in_place() {
    let utf_8 = |page: &[u8]| String::from_utf8(to(page, &Context::html(), Encoding::Utf8)).unwrap();
    for (page, expected) in [
        ("<meta charset='gbk'>", "<meta charset='UTF-8'>"),
        ("<META CHARSET = gbk >", "<META CHARSET = UTF-8 >"),
        (
            "<meta http-equiv=content-type content=\"text/html; charset=big5\">",
            "<meta http-equiv=content-type content=\"text/html; charset=UTF-8\">",
        ),
        (
            "<meta http-equiv=content-type content=\"text/html; charset=koi8&#45;r\">",
            "<meta http-equiv=content-type content=\"text/html; charset=UTF-8\">",
        ),
        ("<meta charset=gbk charset=koi8-r>", "<meta charset=UTF-8 charset=UTF-8>"),
        ("<meta charset=nonsense><meta charset=gbk>", "<meta charset=UTF-8><meta charset=UTF-8>"),
        ("<meta charset><meta charset=''>", "<meta charset=UTF-8 ><meta charset='UTF-8'>"),
        ("<?xml version='1.0' encoding='gbk'?><p>", "<?xml version='1.0' encoding='UTF-8'?><p>"),
        (
            "<!DOCTYPE html><html><head ><title>x</title>",
            "<!DOCTYPE html><html><head ><meta charset=\"UTF-8\"><title>x</title>",
        ),
        ("<!DOCTYPE html>\n<p>x", "<!DOCTYPE html><meta charset=\"UTF-8\">\n<p>x"),
    ] {
        assert_eq!(utf_8(page.as_bytes()), expected);
    }
    assert_eq!(to(b"@charset \"gbk\"; a{}", &Context::css(), Encoding::Utf8), b"@charset \"UTF-8\"; a{}");
    assert_eq!(to(b"<a/>", &Context::xml(), Encoding::Koi8R), b"<?xml version=\"1.0\" encoding=\"KOI8-R\"?>\n<a/>");
    let xml = b"<?xml version='1.0'?><a/>";
    assert_eq!(to(xml, &Context::xml(), Encoding::Koi8R), b"<?xml version='1.0' encoding=\"KOI8-R\"?><a/>");
    assert_eq!(to(xml, &Context::xml(), Encoding::Utf8), xml);
}

/// What is read as HTML for want of a MIME type may be no page. It is not damaged by a `<meta>`.
#[test]
fn only_pages_get_a_declaration() {
    let utf_8 = |text: &str, headers: Option<&str>| {
        let bytes = Encoding::Windows1251.encode(text).0.into_owned();
        let context = Context::html().reading(Reading::Crawler).tld("ru");
        let converted = convert(&bytes, headers, &context, Encoding::Utf8).unwrap();
        (String::from_utf8(converted.bytes).unwrap(), converted.header)
    };
    for text in [
        "Название;Цена\nМолоко;45,50\n",
        "Subject: =?utf-8?Q?x?=\n\n<html><p>Съешь ещё этих мягких булок",
        "<?php echo $page->title; ?>\nСъешь ещё этих мягких булок",
        "<?xml version='1.0'?>\n<!DOCTYPE plist PUBLIC '-//Apple//DTD PLIST 1.0//EN'><plist>Съешь ещё булок</plist>",
        "<template><p>Съешь ещё этих мягких булок</p></template>",
        "<%@ page %><p>Съешь ещё этих мягких булок",
        "{% extends 'a' %}<p>Съешь ещё этих мягких булок",
    ] {
        assert_eq!(utf_8(text, None), (text.to_owned(), Some("text/plain; charset=UTF-8".to_owned())));
        let unknown = Some("application/octet-stream");
        assert_eq!(utf_8(text, unknown).0, text);
    }
    let meta = "<meta charset=\"UTF-8\">";
    for [before, after] in [
        ["", "<p>Съешь ещё этих мягких булок"],
        ["<!-- a --><?xml version='1.0'?>\n<!doctype HTML>", "\n<b>Съешь ещё этих мягких булок"],
        ["<?php echo $page->title; ?><html lang=ru>", "Съешь ещё этих мягких булок"],
        ["<? echo $page->title; ?>\n<!doctype html><head>", "Съешь ещё этих мягких булок"],
        ["<?xml version='1.0'><html>", "Съешь ещё этих <b>мягких</b> булок"],
    ] {
        assert_eq!(utf_8(&[before, after].concat(), None), ([before, meta, after].concat(), None));
    }
    // Where it is said to be HTML, it is.
    let text = "Съешь ещё этих <b>мягких</b> булок";
    assert_eq!(utf_8(text, Some("text/html")), ([meta, text].concat(), None));
}

#[test]
fn utf_16_has_a_mark_and_its_declaration_changes() {
    let page = "<meta charset=utf-8>é";
    let wide = to(page.as_bytes(), &Context::html(), Encoding::Utf16Be);
    assert!(wide.starts_with(b"\xFE\xFF"));
    assert_eq!(decode(&wide, (), &Context::html()).text, "<meta charset=UTF-16>é");
    let back = convert(&wide, (), &Context::html(), Encoding::Utf8).unwrap();
    assert_eq!((back.bytes, back.header), ("<meta charset=UTF-8>é".into(), None));
}

#[test]
fn a_header_that_names_another_encoding_is_told() {
    let page = b"<meta charset=gbk>";
    let converted = convert(page, "text/html; charset=gbk", &Context::html(), Encoding::Utf8).unwrap();
    assert_eq!(converted.header.as_deref(), Some("text/html; charset=UTF-8"));
    assert_eq!(convert(page, "text/html", &Context::html(), Encoding::Utf8).unwrap().header, None);
}

#[test]
fn references_are_written_where_they_are_read() {
    let context = Context::html();
    for (page, is_read) in [
        ("<p>→", true),
        ("<p title='→'>", true),
        ("<p title=→>", true),
        ("<title>→</title>", true),
        ("<textarea><!-- → --></textarea>", true),
        ("<script></script>→", true),
        ("<script>→</script>", false),
        ("<STYLE>→</STYLE>", false),
        ("<!-- → -->", false),
        ("<p →=x>", false),
        ("<plaintext>→", false),
        ("<p>\u{85}", false),
    ] {
        let page = format!("<meta charset=utf-8>{page}");
        match convert(page.as_bytes(), (), &context, Encoding::Koi8R) {
            Ok(converted) => {
                assert!(is_read, "{page}");
                assert_eq!(converted.unmappable.len(), 1);
                assert_eq!(page[converted.unmappable[0].offset..].chars().next(), Some('→'));
            }
            Err(ConvertError::Unmappable(lacking)) => {
                assert!(!is_read, "{page}");
                assert!(page[lacking.offset..].starts_with(lacking.character));
            }
            Err(other) => panic!("{other}"),
        }
    }
    let cdata = "<a><![CDATA[→]]></a>".as_bytes();
    assert!(convert(cdata, (), &Context::xml(), Encoding::Koi8R).is_err());
    assert!(convert("a{content:'→'}".as_bytes(), (), &Context::css(), Encoding::Koi8R).is_err());
    // Shift_JIS's encoder writes a backslash for the yen sign, which is read as a backslash.
    let yen = convert("<meta charset=utf-8>¥".as_bytes(), (), &context, Encoding::ShiftJis).unwrap();
    assert_eq!(yen.bytes, b"<meta charset=Shift_JIS>&#165;");
}

/// All documents of `fixtures/pages`, to UTF-8 and to UTF-16: the text is the same but for the labels, and all readers
/// find the target, or the header is told.
#[test]
fn documents_are_read_again_as_the_target() {
    let mut read = 0;
    for entry in fs::read_dir("fixtures/pages").unwrap() {
        let path = entry.unwrap().path();
        let Some(extension) = path.extension().filter(|_| path.is_file()) else { continue };
        let context = match extension.to_str().unwrap() {
            "html" => Context::html(),
            "xml" | "xhtml" => Context::xml(),
            "css" => Context::css(),
            _ => Context::text(),
        };
        let bytes = fs::read(&path).unwrap();
        for target in [Encoding::Utf8, Encoding::Utf16Le] {
            let converted = convert(&bytes, (), &context, target).unwrap();
            let text = decode(&bytes, (), &context).text.into_owned();
            let again = target.decode_with_bom_removal(&converted.bytes).0.into_owned();
            if converted.relabelled == 0 {
                assert_eq!(text, again, "{}", path.display());
            }
            for reading in [Reading::Standard, Reading::Chromium, Reading::Firefox] {
                let context = context.clone().reading(reading);
                let header = converted.header.as_deref();
                let sniffed = sniff(&converted.bytes, header, &context);
                assert_eq!(sniffed.encoding, target, "{} {reading:?} {header:?}", path.display());
            }
            // What was converted needs nothing more.
            let twice = convert(&converted.bytes, converted.header.as_deref(), &context, target).unwrap();
            assert_eq!((twice.bytes == converted.bytes, twice.relabelled), (true, 0), "{}", path.display());
            read += 1;
        }
    }
    assert!(read > 100, "{read}");
}
